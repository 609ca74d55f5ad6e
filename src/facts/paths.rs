//! What the paths of frames tell: `.../python3.12/site-packages/...`.

use super::{Found, add};

/// Reads one line.
pub fn read(line: &str, found: &mut Found) {
    let Some(at) = line.find("/python3.") else { return };
    let rest = &line[at + "/python".len()..];
    let digits = rest[2..].bytes().take_while(u8::is_ascii_digit).count();
    let version = &rest[..2 + digits];
    let full_known =
        || found.python.iter().any(|p| p.starts_with(version) && p[version.len()..].starts_with('.'));
    if digits > 0 && rest[version.len()..].starts_with('/') && !full_known() {
        add(&mut found.python, version);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_name_their_python() {
        let mut found = Found::default();
        read(
            "  File \"/home/u/venv/lib/python3.12/site-packages/jax/_src/array.py\", line 1, in f",
            &mut found,
        );
        read("/opt/python3.x/lib", &mut found);
        assert_eq!(found.python, ["3.12"]);
    }
}

//! What the paths of frames tell: `.../python3.12/site-packages/...`.

use super::{Found, add};

/// Reads a whole text. O(n).
pub fn read(text: &str, found: &mut Found) {
    const BEFORE: &str = "/python";
    for at in memchr::memmem::find_iter(text.as_bytes(), "/python3.") {
        let rest = &text[at + BEFORE.len()..];
        let digits = rest[2..].bytes().take_while(u8::is_ascii_digit).count();
        let version = &rest[..2 + digits];
        let fuller = |p: &String| p.starts_with(version) && p[version.len()..].starts_with('.');
        if digits > 0 && rest[version.len()..].starts_with('/') && !found.python.iter().any(fuller) {
            add(&mut found.python, version);
        }
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

//! Fences around a pasted text: Markdown's, a string over several lines, a shell's here-document. What ends there
//! goes no further, though no line of the text itself says so.

use super::{BREAK, Mapped};
use memchr::memmem;

/// Puts a break before the end of every fence that holds a traceback. O(n).
pub fn part(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let signs = ["~~~", "```", "\"\"\"", "'''", "<<"];
    memmem::find(all.as_bytes(), b"raceback (most")?;
    if !signs.iter().any(|s| memmem::find(all.as_bytes(), s.as_bytes()).is_some()) {
        return None;
    }
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut open: Option<&str> = None;
    let mut holds = false;
    for range in text.lines() {
        let line = all[range.clone()].trim();
        match open {
            Some(end) if closes(line, end) => {
                if holds {
                    out.push_part(text, kept..range.start);
                    out.push_instead(&format!("{BREAK}\n"), text, range.start..range.start);
                    kept = range.start;
                }
                (open, holds) = (None, false);
            }
            Some(_) => holds |= line.contains("raceback (most"),
            None => open = opening(line),
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

fn closes(line: &str, end: &str) -> bool {
    let Some(rest) = line.strip_prefix(end) else { return false };
    if end.starts_with(['~', '`']) {
        return rest.trim_start_matches(['~', '`']).is_empty();
    }
    rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
}

/// What ends the fence that begins on a line, if one does.
fn opening(line: &str) -> Option<&str> {
    for quotes in ["\"\"\"", "'''"] {
        let before = line.trim_end_matches('\\').strip_suffix(quotes);
        // Quotes alone on a line are part of how remote tracebacks print.
        if before.is_some_and(|b| !b.is_empty() && !b.contains(quotes)) {
            return Some(quotes);
        }
    }
    let fence = line.len() - line.trim_start_matches(['~', '`']).len();
    if fence >= 3 {
        return Some(&line[..fence]);
    }
    let word = line.split_once("<<")?.1.trim_start_matches(['-', ' ', '\'', '"']);
    let end = word.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(word.len());
    (end > 1).then_some(&word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_ends_what_it_holds() {
        let bare = "Traceback (most recent call last):\n  File \"a\", line 1, in f\nKeyError\n";
        for (before, after) in
            [("~~~~ text\n", "~~~~\n"), ("x = '''\\\n", "''', y\n"), ("cat <<'END'\n", "END\n")]
        {
            let out = part(&Mapped::identity(&format!("{before}{bare}{after}")));
            assert_eq!(out.map(|m| m.as_str().to_owned()), Some(format!("{before}{bare}\u{1e}\n{after}")));
        }
        assert_eq!(part(&Mapped::identity(&format!("Remote:\n\"\"\"\n{bare}\"\"\"\n"))), None);
    }
}

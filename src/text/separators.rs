//! A whole traceback on one line, with something regular where its lines ended: `\n`, ` | `, `#012`, `%0A`, `⏎`.

use super::Mapped;
use super::look::{self, Line};
use memchr::memmem;

/// Ends the lines again. What stands between a header and its first frame is what stood for a line end. O(n).
pub fn split(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"call last):")?;
    let mut out = Mapped::default();
    let mut kept = 0;
    for (range, kind) in look::kinds(text) {
        if matches!(kind, Line::Source | Line::Raised) {
            continue;
        }
        let line = &all[range.clone()];
        let Some((separator, from)) = separator(line) else { continue };
        for at in memmem::find_iter(&line.as_bytes()[from..], separator).map(|n| from + n) {
            // `C:\new` in a path is no line end.
            if separator.starts_with(b"\\") && in_path(&line[..at]) {
                continue;
            }
            let place = range.start + at..range.start + at + separator.len();
            out.push_part(text, kept..place.start);
            out.push_instead("\n", text, place.clone());
            kept = place.end;
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

/// What stands for line ends on a line, and where the first one is.
fn separator(line: &str) -> Option<(&[u8], usize)> {
    let from = memmem::find(line.as_bytes(), b"call last):")? + 11;
    let frame = from + memmem::find(&line.as_bytes()[from..(from + 64).min(line.len())], b"File ")?;
    let between = &line[from..frame];
    let indented = between.strip_suffix("  ").or(between.strip_suffix("  | ")).unwrap_or(between.trim_end());
    (!indented.trim().is_empty()).then_some((indented.as_bytes(), from))
}

/// True where the last thing that begins before the end is a quoted path.
fn in_path(before: &str) -> bool {
    let near = (before.len().saturating_sub(300)..before.len())
        .find(|&i| before.is_char_boundary(i))
        .unwrap_or(before.len());
    let near = &before[near..];
    near.rfind("File \"").is_some_and(|at| !near[at + 6..].contains('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_for_line_ends() {
        let bare = "Traceback (most recent call last):\n  File \"C:\\new\\a.py\", line 1, in <module>\n    f()\nKeyError: 'k'";
        for separator in
            ["\\n", "\\\\n", " | ", "#012", "^J", "\u{23ce}", "<0x0A>", ";", "\\r\\n", " \u{21b5} "]
        {
            let line = bare.replace('\n', separator);
            let out = split(&Mapped::identity(&line));
            assert_eq!(out.as_ref().map(Mapped::as_str), Some(bare), "{separator}");
        }
        assert_eq!(split(&Mapped::identity(bare)), None);
    }
}

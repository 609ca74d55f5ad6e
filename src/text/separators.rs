//! A whole traceback on one line, with something regular where its lines ended: `\n`, ` | `, `#012`, `%0A`, `⏎`.

use super::Mapped;
use super::look::{self, Line};
use memchr::memmem;

/// Ends the lines again. What stands between a header and its first frame is what stood for a line end. O(n).
pub fn split(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let mut out = Mapped::default();
    let mut kept = 0;
    for (range, kind) in look::kinds(text) {
        if matches!(kind, Line::Source | Line::Raised) {
            continue;
        }
        let line = &all[range.clone()];
        let Some((separator, from)) = separator(line) else { continue };
        let mut last = 0;
        for at in memmem::find_iter(&line.as_bytes()[from..], separator).map(|n| from + n) {
            // `C:\new` in a path is no line end.
            let spelled = separator.starts_with(b"\\");
            if spelled
                && (in_path(&line[last..at]) || in_code(&line[last..at], &line[at + separator.len()..]))
            {
                continue;
            }
            last = at + separator.len();
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

/// What is known to stand for line ends, where no header shows it.
const KNOWN: [&str; 13] = [
    "\\r\\n",
    "\\n",
    "#012",
    "^J",
    "%0D%0A",
    "%0A",
    " \u{23ce} ",
    "\u{23ce}",
    "\u{21b5}",
    "\u{2424}",
    "\\012",
    "\\x0a",
    "\\u000a",
];

/// What stands for line ends on a line, and where the first one is.
fn separator(line: &str) -> Option<(&[u8], usize)> {
    let headed = memmem::find(line.as_bytes(), b"call last):").and_then(|at| {
        let from = at + 11;
        let near = &line.as_bytes()[from..(from + 64).min(line.len())];
        let between = &line[from..from + memmem::find(near, b"File ")?];
        let indents = ["  |   ", "  "];
        let sign = indents.iter().find_map(|i| between.strip_suffix(i)).unwrap_or(between.trim_end());
        (!sign.trim_matches(' ').is_empty()).then_some((sign.as_bytes(), from))
    });
    headed.or_else(|| {
        let marks: [&[u8]; 4] = [b"File ", b".py:", b"File \"", b"raceback (most"];
        let marked = line.len() > 80 && marks.iter().any(|m| memmem::find(line.as_bytes(), m).is_some());
        let often = |s: &&&str| memmem::find_iter(line.as_bytes(), s.as_bytes()).take(2).count() == 2;
        KNOWN.iter().filter(|_| marked).find(often).map(|s| (s.as_bytes(), 0))
    })
}

/// True where a line end would break a string in the code below a frame: code spells line ends, too.
fn in_code(piece: &str, rest: &str) -> bool {
    let near = rest.len().min(160);
    let near = (0..=near).rev().find(|&i| rest.is_char_boundary(i)).unwrap_or(0);
    let odd = |quote: char| piece.matches(quote).count() % 2 == 1 && rest[..near].contains(quote);
    piece.starts_with("    ") && piece.len() < 400 && (odd('"') || odd('\''))
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
            ["\\n", "\\\\n", " | ", "#012", "^J", "\u{23ce}", "<0x0A>", ";", "\\r\\n", " \u{21b5} ", "\t"]
        {
            let line = bare.replace('\n', separator);
            let out = split(&Mapped::identity(&line));
            assert_eq!(out.as_ref().map(Mapped::as_str), Some(bare), "{separator}");
        }
        assert_eq!(split(&Mapped::identity(bare)), None);
    }
}

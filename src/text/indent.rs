//! Lost and changed indentation: frames and code at the wrong column, tabs for blanks.

use super::look::{self, HEADER};
use super::{BREAK, Mapped};
use memchr::memmem;
use std::ops::Range;

/// Gives frames two blanks and the code below them four, as they were printed. O(n).
pub fn restore(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"File \"")?;
    let lines: Vec<Range<usize>> = text.lines().collect();
    let words = |i: usize| lines.get(i).map_or("", |r: &Range<usize>| &all[r.clone()]);
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut within = Within::Nothing;
    for (i, range) in lines.iter().enumerate() {
        let line = words(i);
        let inner = line.trim_start_matches([' ', '\t']);
        let had = line.len() - inner.len();
        let tabs = line[..had].bytes().filter(|&b| b == b'\t').count();
        let (next, wanted) = match within {
            _ if line == BREAK => (Within::Nothing, 0),
            _ if line.starts_with(HEADER) => (Within::Frames, 0),
            // What follows is at its place already, or no traceback.
            Within::Nothing => (Within::Nothing, had),
            _ if is_frame(inner) => (Within::Frame, 2),
            Within::Frame if !inner.is_empty() && is_code(i, words) => (Within::Code, (had + tabs).max(4)),
            Within::Code if is_carets(inner) => (Within::Frames, (had + tabs).max(4)),
            _ if had == 0 => (Within::Nothing, 0),
            _ => (within, had + tabs),
        };
        within = next;
        if wanted != had || tabs > 0 && within != Within::Nothing {
            out.push_part(text, kept..range.start);
            out.push_instead(&" ".repeat(wanted), text, range.start..range.start + had);
            kept = range.start + had;
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

/// Writes blanks for tabs at the beginning of lines, as many as make most of the text. O(n).
pub fn untab(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"\t")?;
    let expand = |width: usize| {
        let mut out = Mapped::default();
        let mut kept = 0;
        for range in text.lines() {
            let tabs = all.as_bytes()[range.clone()].iter().take_while(|&&b| b == b'\t').count();
            if tabs > 0 {
                out.push_part(text, kept..range.start);
                out.push_instead(&" ".repeat(width * tabs.min(64)), text, range.start..range.start + tabs);
                kept = range.start + tabs;
            }
        }
        out.push_part(text, kept..all.len());
        out
    };
    // The first of the best: two blanks are what a frame has.
    [8, 4, 2].map(expand).into_iter().max_by_key(|e| look::score(e.as_str()))
}

/// Takes off the indentation of a text in which every traceback is indented by as much. O(n).
pub fn dedent(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let depth = depth(text)?;
    let margin = &" ".repeat(depth);
    let mut out = Mapped::default();
    let mut inside = false;
    for range in text.lines() {
        let line = &all[range.clone()];
        let blank = line.trim().is_empty();
        let indented = line.starts_with(margin.as_str()) || blank;
        if inside && !indented {
            out.push_instead(&format!("{BREAK}\n"), text, range.start..range.start);
        }
        inside = indented && (inside || !blank);
        let cut = if line.starts_with(margin.as_str()) { depth } else { 0 };
        out.push_part(text, range.start + cut..all.len().min(range.end + 1));
    }
    Some(out)
}

/// How far the first line of a traceback is indented, if no other line of one is less.
fn depth(text: &Mapped) -> Option<usize> {
    let all = text.as_str();
    let groups = look::has_groups(all);
    let mut depth = None;
    for range in text.lines() {
        let line = &all[range];
        let inner = line.trim_start_matches(' ');
        let blanks = line.len() - inner.len();
        if look::is_group(inner) {
            depth = Some(depth.unwrap_or(blanks.checked_sub(2)?).min(blanks.checked_sub(2)?));
        } else if look::is_top(inner) && !groups {
            depth = Some(depth.unwrap_or(blanks).min(blanks));
        }
        if depth == Some(0) {
            return None;
        }
    }
    depth
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    /// After a header, or after code.
    Frames,
    /// After a frame.
    Frame,
    /// After a line of code.
    Code,
}

fn is_frame(inner: &str) -> bool {
    inner.strip_prefix("File \"").is_some_and(|rest| rest.contains("\", line "))
}

fn is_carets(inner: &str) -> bool {
    !inner.is_empty() && inner.bytes().all(|b| matches!(b, b'^' | b'~' | b' '))
}

/// True where the line below a frame is its code: an exception is followed by no further frame and no exception.
fn is_code<'a>(i: usize, words: impl Fn(usize) -> &'a str) -> bool {
    let line = words(i);
    if line.starts_with([' ', '\t']) || !look::raised(line) {
        return true;
    }
    let after = words(i + 1).trim_start();
    is_frame(after) || is_carets(after) || (look::raised(after) && !after.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "log: x\nTraceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    main()\n  File \"a.py\", line 2, in main\n    try: f()\n         ^^^\n  File \"a.py\", line 3, in f\n    raise KeyError('k')\nKeyError: 'k'\n  more\n\nmore: x\n";

    #[test]
    fn trimmed_lines() {
        let trimmed: Vec<&str> = BARE.lines().map(str::trim_start).collect();
        let trimmed = trimmed.join("\n") + "\n";
        let expected = BARE.replace("         ^^^", "    ^^^").replace("\n  more", "\nmore");
        assert_eq!(
            restore(&Mapped::identity(&trimmed)).as_ref().map(Mapped::as_str),
            Some(expected.as_str())
        );
        assert_eq!(restore(&Mapped::identity(BARE)), None);
    }

    #[test]
    fn tabs_for_two_blanks() {
        let expand = |l: &str| {
            let inner = l.trim_start();
            let blanks = l.len() - inner.len();
            format!("{}{}{inner}\n", "\t".repeat(blanks / 2), " ".repeat(blanks % 2))
        };
        let tabbed = BARE.lines().map(expand).collect::<Vec<_>>().concat();
        let expected = BARE.replace("\n  more", "\n\tmore");
        assert_eq!(restore(&Mapped::identity(&tabbed)).as_ref().map(Mapped::as_str), Some(expected.as_str()));
    }
}

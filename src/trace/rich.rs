//! rich: frames in a box, with wrapped paths, source, panels of locals and of the members of a group.

use super::last::{self, Frames};
use super::page::{Line, Page};
use super::words::digits;
use super::{Block, Trace, read_page};
use crate::report::{Frame, Relation};
use crate::text::Mapped;

const CORNERS: [char; 8] = ['╭', '┌', '┏', '╔', '╰', '└', '┗', '╚'];
const SIDES: [char; 5] = ['│', '┃', '║', '|', '┆'];
const EDGES: [char; 4] = ['─', '━', '═', '-'];
/// Boxes in boxes: the members of groups of groups.
const DEEPEST: u8 = 12;

/// Reads a box with its exception line, chained ones one by one.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    let first = line.chars().next()?;
    // The members of a group that has no frames of its own.
    if first == '╭' && line.contains("Sub-exception #") && page.depth < DEEPEST {
        return Some(Block { next: members(page, i, trace), top: None });
    }
    let title =
        matches!(first, '╭' | '┌' | '┏' | '╔' | '+') && line.contains("Traceback (most recent call last)");
    if !title || line.starts_with("+ Exception") || line.chars().count() < 40 {
        return None;
    }
    let base = page.indent(i);
    let width = line.chars().count();
    let mut body = open(page, i);
    let list = frames(page, &body.lines, width);
    // The place of a SyntaxError stands in a box of its own.
    if is_top(page.words(body.next)) && !page.words(body.next).contains("Sub-exception") {
        body = open(page, body.next);
    }
    let next = page.skip_blank(body.next);
    let block = last::finish(page, i, base, Frames { list, next }, trace);
    let Some(top) = block.top else { return Some(block) };
    unwrap(trace, top, width);
    let next = members(page, block.next, trace);
    Some(Block { next, top: Some(top) })
}

struct Inside {
    lines: Vec<Line>,
    /// The line after the box.
    next: usize,
}

/// Takes the sides off the lines of a box that begins at line `i`.
fn open(page: &Page, i: usize) -> Inside {
    let mut lines = Vec::new();
    let mut k = i + 1;
    while k < page.len() {
        let words = page.words(k);
        // The blanks before a box may be any.
        let at = page.offset(words);
        let Some(first) = words.chars().next() else { break };
        if !SIDES.contains(&first) {
            k += usize::from(is_bottom(words));
            break;
        }
        let start = at + first.len_utf8();
        let inner = words.strip_suffix(SIDES).filter(|w| w.len() > first.len_utf8()).unwrap_or(words);
        let end = at + inner.trim_end().len();
        let start = start + usize::from(words[first.len_utf8()..].starts_with(' '));
        lines.push(Line::new(start..end.max(start)));
        k += 1;
    }
    Inside { lines, next: k }
}

fn is_top(words: &str) -> bool {
    words.starts_with(['╭', '┌', '┏', '╔']) || words.starts_with("+-") && words.ends_with("-+")
}

fn is_bottom(words: &str) -> bool {
    let mut chars = words.chars();
    chars.next().is_some_and(|c| CORNERS.contains(&c) || c == '+')
        && chars.next().is_some_and(|c| EDGES.contains(&c))
}

/// Reads `path:12 in f`, broken where the box is too narrow; source is indented or has a pointer.
fn frames(page: &Page, lines: &[Line], width: usize) -> Vec<Frame> {
    let text = page.clean.as_str();
    let mut list = Vec::new();
    let mut place = String::new();
    for line in lines {
        let line = text.get(line.start()..line.end()).unwrap_or_default();
        let source = line.is_empty()
            || line.starts_with([' ', '❱', '>'])
            || line.starts_with(CORNERS)
            || line.starts_with(SIDES);
        if source {
            place.clear();
            continue;
        }
        let full = place.chars().count().is_multiple_of(width.saturating_sub(4).max(1));
        let word = line.starts_with("in ") && place.ends_with(|c: char| c.is_ascii_digit());
        if !place.is_empty() && (!full || word) {
            place.push(' ');
        }
        place.push_str(line);
        if let Some(f) = frame(&place) {
            list.push(f);
            place.clear();
        }
    }
    list
}

fn frame(place: &str) -> Option<Frame> {
    let at = place.rfind(" in ")?;
    let path = &place[..at];
    let colon = path.rfind(':')?;
    let number = &path[colon + 1..];
    (digits(number).end == number.len()).then_some(())?;
    Some(Frame {
        file: path[..colon].to_owned(),
        line: Some(number.parse().ok()?),
        function: Some(place[at + 4..].trim().to_owned()),
    })
}

/// Joins what the console's width has broken: a line to which the next one's first word did not fit.
fn unwrap(trace: &mut Trace, top: usize, width: usize) {
    let Some(raised) = trace.raised.get_mut(top) else { return };
    let text = raised.message.as_str();
    if !text.contains('\n') {
        return;
    }
    let head = raised.class.chars().count() + 2;
    let longest = text
        .split('\n')
        .enumerate()
        .map(|(n, l)| l.trim_end().chars().count() + if n == 0 { head } else { 0 })
        .max();
    let width = longest.unwrap_or(0).max(width);
    let mut joined = Mapped::default();
    let mut notes = Vec::new();
    let mut at = 0;
    let mut column = head;
    let mut folded = false;
    for line in text.split('\n') {
        let end = at + line.len();
        if let Some(note) = line.strip_prefix("[NOTE] ") {
            notes.push(note.to_owned());
        } else if notes.is_empty() {
            let word = line.split(' ').next().unwrap_or_default().chars().count();
            let broken = at > 0 && column > 0 && column + 1 + word > width && word > 0;
            if at > 0 {
                let place = raised.message.source(at - 1..at).start;
                let glue = if !broken {
                    "\n"
                } else if joined.as_str().ends_with(' ')
                    || joined.as_str().is_empty()
                    || (column >= width && folded)
                {
                    ""
                } else {
                    " "
                };
                joined.push_made(glue, place);
            }
            joined.push_part(&raised.message, at..end);
            // A word that is longer than a line fills lines of its own.
            folded = !line.trim_end().contains(' ');
            column = line.trim_end().chars().count() + if at == 0 { head } else { 0 };
        }
        at = end + 1;
    }
    raised.message = joined;
    raised.notes = notes;
}

/// Reads the boxes of a group's members.
fn members(page: &Page, next: usize, trace: &mut Trace) -> usize {
    let mut next = next;
    if page.depth >= DEEPEST {
        return next;
    }
    loop {
        let i = page.skip_blank(next);
        if !(is_top(page.words(i)) && page.words(i).contains("Sub-exception #")) {
            return next;
        }
        let body = open(page, i);
        next = body.next.max(i + 1);
        let member = read_page(&page.framed(body.lines), None, trace);
        if let Some(member) = member.and_then(|m| trace.raised.get_mut(m)) {
            member.relation = Relation::GroupMember;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert!(
            frame("C:\\a b\\x.py:12 in <module>")
                .is_some_and(|f| f.file == "C:\\a b\\x.py" && f.line == Some(12))
        );
        assert!(frame("x.py in f").is_none());
    }
}

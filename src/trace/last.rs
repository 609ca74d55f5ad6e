//! The last line of a traceback, `Class: message`, and how the message goes on: the same in most layouts.

use super::page::Page;
use super::{Block, Raised, Trace, message, read_page, words};
use crate::report::{Frame, Relation};
use crate::text::Mapped;
use std::ops::Range;

/// The calls of a traceback, and the line after them.
pub(super) struct Frames {
    pub list: Vec<Frame>,
    pub next: usize,
}

/// Reads the exception line after frames, and its message. Where the text ends before it, the frames stand
/// alone.
pub(super) fn finish(page: &Page, start: usize, base: usize, mut frames: Frames, trace: &mut Trace) -> Block {
    let i = frames.next;
    let line = page.words(i);
    let raised = if i < page.len() && words::raises(line) { words::exception_line(line) } else { None };
    let Some(raised) = raised else {
        if let Some(block) = above(page, start, &mut frames, trace) {
            return block;
        }
        let shown = !frames.list.is_empty() || page.skip_blank(i) >= page.len();
        trace.truncated |= shown;
        if !shown {
            return Block { next: i, top: None };
        }
        return put(Raised::new("", Mapped::default(), frames.list, page.span(start..i)), i, trace);
    };
    let end = literal_end(page, i, base, raised.message).or_else(|| {
        // stackprinter prints the place of a SyntaxError below it.
        let place =
            is_syntax(raised.class) && page.indent(i + 1) > base && words::is_carets(page.words(i + 2));
        place.then_some(i + 1)
    });
    // Without a colon there is no message; only notes can follow.
    let end = end.or_else(|| raised.message.is_none().then_some(i + 1));
    let end = end.or_else(|| is_key(raised.class, raised.message).then_some(i + 1));
    let end = end.map_or_else(|| message::end(page, i, base), |next| message::End { next, inner: None });
    if let Some(inner) = end.inner {
        quoted(page, inner..end.next, trace);
    }
    let end = end.next;
    let from = raised.message.map_or(page.at(i).end(), |m| page.offset(m));
    let mut frames = std::mem::take(&mut frames.list);
    // The place of a SyntaxError is printed like a frame, without a function.
    if frames.last().is_some_and(|f| f.function.is_none()) && frames.iter().any(|f| f.function.is_some()) {
        frames.pop();
    } else if is_syntax(raised.class) && frames.len() == 1 && frames.iter().all(|f| f.function.is_none()) {
        frames.clear();
    }
    let cut = message::without_hint(raised.class, page, from, i..end);
    let text = page.text(from, i..end, base);
    let text = if cut > 0 { text.part(0..text.as_str().len().saturating_sub(cut)) } else { text };
    put(Raised::new(raised.class, text, frames, page.span(start..end)), end, trace)
}

/// Some launchers print the exception line right above the frames, and none below: `[ERROR] KeyError: 'x'`.
fn above(page: &Page, start: usize, frames: &mut Frames, trace: &mut Trace) -> Option<Block> {
    let line = page.words(start.checked_sub(1)?);
    let line = line.rsplit_once("] ").map_or(line, |(_, said)| said);
    let e = words::exception_line(line).filter(|e| words::convincing(e.class))?;
    let next = page.skip_blank(frames.next);
    let ended = next >= page.len() || page.is_blank(frames.next - 1) || message::is_log(page.words(next));
    if frames.list.is_empty() || !ended {
        return None;
    }
    let text = e.message.map_or_else(Mapped::default, |m| {
        let from = page.offset(m);
        page.clean.part(from..from + m.len())
    });
    let lines = page.span(start - 1..frames.next);
    Some(put(Raised::new(e.class, text, std::mem::take(&mut frames.list), lines), frames.next, trace))
}

/// Messages that quote messages.
const DEEPEST: u8 = 12;

/// Reads the traceback that a message quotes: what another process or a worker raised.
fn quoted(page: &Page, lines: Range<usize>, trace: &mut Trace) {
    if page.depth >= DEEPEST {
        return;
    }
    let lines = lines.filter(|&i| page.words(i) != "\"\"\"").map(|i| page.at(i)).collect();
    let top = read_page(&page.framed(lines), None, trace);
    if let Some(raised) = top.and_then(|t| trace.raised.get_mut(t)) {
        raised.relation = Relation::Cause;
    }
}

/// Adds an exception to the trace.
pub(super) fn put(raised: Raised, next: usize, trace: &mut Trace) -> Block {
    trace.raised.push(raised);
    Block { next, top: Some(trace.raised.len() - 1) }
}

/// The message of a `KeyError` is the key as written in a program: a quoted one ends with its quote.
fn is_key(class: &str, message: Option<&str>) -> bool {
    let Some(m) = message.filter(|m| class == "KeyError" && m.len() > 1) else { return false };
    m.ends_with(['\'', '"']) && m.starts_with(['\'', '"']) && m.bytes().next() == m.bytes().last()
}

fn is_syntax(class: &str) -> bool {
    class.ends_with("SyntaxError") || class == "IndentationError" || class == "TabError"
}

/// Where the message stands as a literal in the source line above, the line after its last one.
fn literal_end(page: &Page, i: usize, base: usize, first: Option<&str>) -> Option<usize> {
    const NEAR: usize = 3;
    let first = first.filter(|f| !f.is_empty())?;
    let source = (i.saturating_sub(NEAR)..i)
        .rev()
        .map(|k| page.words(k))
        .find(|w| w.starts_with("raise ") || w.contains(": raise "))?;
    let at = source.find(['"', '\''])?;
    let quote = source[at..].chars().next()?;
    let mut shown = first.chars();
    let mut line = i;
    let mut escaped = false;
    for c in source[at + 1..].chars() {
        let c = match (c, escaped) {
            ('\\', false) => {
                escaped = true;
                continue;
            }
            ('n', true) => '\n',
            ('t', true) => '\t',
            (c, false) if c == quote => {
                let rest = source[source.rfind(quote)? + 1..].trim_start();
                let done = shown.as_str().trim_end().is_empty() && rest.starts_with(')');
                return done.then_some(line + 1);
            }
            (c, _) => c,
        };
        escaped = false;
        if c == '\n' {
            if !shown.as_str().trim_end().is_empty() {
                return None;
            }
            line += 1;
            if line >= page.len() {
                return None;
            }
            let raw = page.raw(line);
            shown = raw.get(page.indent(line).min(base)..)?.chars();
        } else if shown.next() != Some(c) {
            return None;
        }
    }
    None
}

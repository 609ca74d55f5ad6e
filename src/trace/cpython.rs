//! What the interpreter prints: `Traceback (most recent call last):`, frames, `Class: message`.

use super::last::{Frames, finish};
use super::page::Page;
use super::words::{self, frame_line};
use super::{Block, Raised, Trace, last, message};
use crate::report::Frame;
use std::ops::Range;

/// Reads a traceback with or without its first line.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    match line.as_bytes().first()? {
        b'T' | b'E' | b'O' if is_first(line) => Some(traceback(page, i, trace)),
        b'S' | b'O' if is_stack(line) => {
            Some(Block { next: frames(page, i + 1, page.indent(i)).next, top: None })
        }
        b'F' if frame_line(line).is_some() => headless(page, i, trace),
        _ if line.ends_with("RemoteTraceback:") && page.words(i + 1) == "\"\"\"" => alone(page, i, trace),
        _ if i == page.skip_blank(0) => cut_head(page, i, trace),
        _ => None,
    }
}

fn is_first(line: &str) -> bool {
    let line =
        line.strip_prefix("Exception Group ").or_else(|| line.strip_prefix("Original ")).unwrap_or(line);
    let line = line
        .strip_prefix("Traceback with variables ")
        .or_else(|| line.strip_prefix("Traceback "))
        .unwrap_or_default();
    line.strip_prefix("(most recent call ").is_some_and(|r| r.starts_with("last)") || r.starts_with("first)"))
}

/// A list of calls that no exception belongs to.
fn is_stack(line: &str) -> bool {
    line.starts_with("Stack (most recent call last)")
        || line.starts_with("Object ") && line.ends_with("(most recent call last):")
}

fn traceback(page: &Page, i: usize, trace: &mut Trace) -> Block {
    let base = page.indent(i);
    let first = page.words(i).contains("call first)");
    let mut frames = frames(page, i + 1, base);
    if first {
        frames.list.reverse();
        return reversed(page, i, base, frames, trace);
    }
    finish(page, i, base, frames, trace)
}

/// A traceback that begins with its exception line and ends with its oldest call.
fn reversed(page: &Page, i: usize, base: usize, frames: Frames, trace: &mut Trace) -> Block {
    const FAR: usize = 30;
    let mut lines = (i.saturating_sub(FAR)..i)
        .rev()
        .take_while(|&k| !message::is_log(page.words(k)) && !page.words(k).starts_with("File "));
    let above = lines.find(|&k| {
        page.indent(k) == base
            && words::exception_line(page.words(k))
                .is_some_and(|e| words::convincing(e.class) || e.message.is_some() && e.class.contains('.'))
    });
    let Some(above) = above else { return finish(page, i, base, frames, trace) };
    let Some(e) = words::exception_line(page.words(above)) else {
        return Block { next: frames.next, top: None };
    };
    let from = e.message.map_or(page.at(above).end(), |m| page.offset(m));
    let text = page.text(from, above..i, base);
    last::put(Raised::new(e.class, text, frames.list, page.span(above..frames.next)), frames.next, trace)
}

/// A traceback whose first line is missing: the text was cut, or Python reports a `SyntaxError`, which has
/// none.
fn headless(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let indent = page.indent(i);
    let frames = frames(page, i, indent.saturating_sub(2));
    let line = page.line(frames.next);
    // What was read as frames is not read again, whatever follows: a text of frames alone stays linear.
    let Some(e) = words::exception_line(line.trim_start()) else {
        return (!frames.list.is_empty()).then_some(Block { next: frames.next, top: None });
    };
    if !words::raises(line.trim_start()) || page.indent(frames.next) > indent {
        return Some(Block { next: frames.next, top: None });
    }
    if !(e.class.ends_with("SyntaxError") || e.class == "IndentationError" || e.class == "TabError") {
        trace.truncated = true;
    }
    let base = page.indent(frames.next);
    Some(finish(page, i, base, frames, trace))
}

/// The end of a frame at the start of a text.
fn cut_head(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    const FAR: usize = 8;
    if page.indent(i) < 2 {
        return None;
    }
    let end =
        (i + 1..page.len().min(i + FAR)).find(|&k| !page.is_blank(k) && page.indent(k) < page.indent(i))?;
    let line = page.line(end);
    let frame = frame_line(line).is_some();
    if frame {
        trace.truncated = true;
        return headless(page, end, trace);
    }
    let e = words::exception_line(line)?;
    if !words::convincing(e.class) {
        return None;
    }
    trace.truncated = true;
    Some(finish(page, i, 0, Frames { list: Vec::new(), next: end }, trace))
}

/// An exception line without a traceback, where one is awaited.
pub(super) fn alone(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    let e = words::exception_line(line)?;
    if !words::raises(line) || e.message.is_none() && !words::convincing(e.class) {
        return None;
    }
    Some(finish(page, i, page.indent(i), Frames { list: Vec::new(), next: i }, trace))
}

/// The exception that a notice speaks of, where nothing above the notice was read as one.
pub(super) fn untraced(page: &Page, lines: Range<usize>, trace: &mut Trace) -> Option<usize> {
    const FAR: usize = 50;
    let from = lines.start.max(lines.end.saturating_sub(FAR));
    let i = (from..lines.end).rev().find(|&i| {
        words::exception_line(page.words(i))
            .is_some_and(|e| words::convincing(e.class) && e.message.is_some())
    })?;
    alone(page, i, trace)?.top
}

/// Reads frames with their source lines, up to the exception line or what else is not indented.
pub(super) fn frames(page: &Page, mut i: usize, base: usize) -> Frames {
    // So many lines of source stand below a frame where indentation was lost.
    const SOURCE: usize = 8;
    let mut list = Vec::new();
    let mut flat = 0;
    while i < page.len() {
        let line = page.line(i);
        if let Some(f) = frame_line(line) {
            flat = if page.indent(i) == 0 { SOURCE } else { 0 };
            list.push(Frame { file: f.file.to_owned(), line: Some(f.line), function: f.function.map(shown) });
        } else if message::is_header(line.trim_start()) || page.is_break(i) {
            break;
        } else if !line.is_empty() && page.indent(i) <= base && !is_elision(line.trim_start()) {
            if flat == 0 || ends_flat(page, i) {
                break;
            }
            flat -= 1;
        }
        i += 1;
    }
    Frames { list, next: i }
}

/// In the comment at the end of its page cgitb writes names as HTML.
fn shown(function: &str) -> String {
    function.replace("&lt;", "<").replace("&gt;", ">")
}

/// `...` in place of frames, or the interpreter's word for frames that repeat.
fn is_elision(words: &str) -> bool {
    words.starts_with("...")
        || words.starts_with("[...")
        || words.starts_with("\u{2026}")
        || words.starts_with("[Previous line ")
}

/// Where indentation was lost: true for the line after the last frame's source.
fn ends_flat(page: &Page, i: usize) -> bool {
    let line = page.line(i);
    let likely = words::exception_line(line).is_some_and(|e| words::convincing(e.class));
    let next = page.skip_blank(i + 1);
    (likely && frame_line(page.line(next)).is_none() && !words::is_carets(page.words(next)))
        || message::is_header(line)
        || message::is_log(line)
}

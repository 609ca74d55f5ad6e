//! `IPython`, Jupyter and Colab: `Class   Traceback (most recent call last)`, frames with numbered source
//! and an arrow.
//! In plain mode `IPython` 9 prints the interpreter's shape with frames of its own.

use super::last::{Frames, finish};
use super::page::Page;
use super::words::{self, digits};
use super::{Block, Trace, chain, message};
use crate::report::Frame;

/// No function's source that is shown around a line is longer than this.
const FAR: usize = 200;
const HEAD: &str = "Traceback (most recent call last)";

/// Reads a traceback in context, verbose or plain mode.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    if let Some(before) = line.strip_suffix(HEAD) {
        let class = before.trim_end();
        let wide = before.len() > class.len() + 1 && words::class_len(class) == Some(class.len());
        return wide.then(|| context(page, i, trace));
    }
    if line.strip_prefix(HEAD) == Some(":") {
        let next = page.skip_blank(i + 1);
        return header(page.words(next)).is_some().then(|| plain(page, i, trace));
    }
    // A cell that is no Python, or whose head was cut off.
    let old = || line.contains(" in ") && (i + 1..i + 8).any(|k| arrow(page.words(k)).is_some());
    let cell = is_cell(line) || page.indent(i) == 0 && (line.starts_with("File ") || old());
    (cell && header(line).is_some()).then(|| headless(page, i, trace))
}

/// A frame's first line.
struct Header<'a> {
    file: &'a str,
    line: Option<u32>,
    function: Option<&'a str>,
}

fn is_cell(line: &str) -> bool {
    ["Cell In", "Input In", "<ipython-input-"].iter().any(|c| line.starts_with(c))
}

/// Reads `File x.py:8, in f(a)`, `Cell In[1], line 2`, `Input In [1], in f(a)`, `/x.py in f(a)`, `File
/// x.py:3 in f`.
fn header(line: &str) -> Option<Header<'_>> {
    if line.starts_with("Cell In") || line.starts_with("Input In") {
        let end = line.find(']')? + 1;
        let rest = line[end..].strip_prefix([',', ':']).unwrap_or(&line[end..]).trim_start();
        let rest = rest.strip_prefix("line ").unwrap_or(rest);
        let number = rest[digits(rest)].parse().ok();
        let rest = &rest[digits(rest).end..];
        let function = rest[rest.find("in ").map_or(rest.len(), |n| n + 3)..].trim();
        // `<cell line: 2>` is the cell itself.
        let function = Some(name(function)).filter(|f| !f.is_empty());
        return Some(Header { file: &line[..end], line: number, function });
    }
    if let Some(rest) = line.strip_prefix("File ") {
        let quoted = rest.starts_with('"');
        let (file, after) = split_number(rest)?;
        let after = after.strip_prefix(',').unwrap_or(after).trim_start();
        let function = after.strip_prefix("in ").map(name);
        let number = rest[file.len() + 1..].get(digits(&rest[file.len() + 1..]))?.parse().ok();
        let whole = !quoted && (function.is_some() || after.is_empty());
        return whole.then_some(Header { file, line: number, function });
    }
    // `IPython` 7 and before.
    let at = line.find(" in ")?;
    let file = &line[..at];
    let rest = &line[at + 4..];
    let path =
        ["/", "~", "<ipython-input-", "./", "<string>", "<decorator"].iter().any(|p| file.starts_with(p))
            || [".py", ".pyx", ".so", ".pyc", ".pyd", ".pxi", ".pxd"].iter().any(|e| file.ends_with(e))
            || file.as_bytes().get(1..3) == Some(b":\\");
    let call = rest.starts_with('<') || rest.ends_with(')') || words::class_len(rest) == Some(rest.len());
    (path && call).then(|| Header { file, line: None, function: Some(name(rest)) })
}

/// The end of a path where `:12` follows.
fn split_number(rest: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(n) = rest[from..].find(':') {
        let at = from + n;
        let number = digits(&rest[at + 1..]);
        let after = &rest[at + 1 + number.end..];
        if !number.is_empty() && (after.is_empty() || after.starts_with(',') || after.starts_with(" in ")) {
            return Some((&rest[..at], after));
        }
        from = at + 1;
    }
    None
}

/// A function's name without its arguments.
fn name(call: &str) -> &str {
    call[..call.find('(').unwrap_or(call.len())].trim_end()
}

/// `----> 8 source`, the line that a frame stands at.
fn arrow(words: &str) -> Option<u32> {
    let rest = words.trim_start_matches('-');
    let dashes = words.len() - rest.len();
    let rest = rest.strip_prefix('>')?.trim_start();
    (dashes > 0).then(|| rest[digits(rest)].parse().ok())?
}

fn frame(h: &Header) -> Frame {
    Frame { file: h.file.to_owned(), line: h.line, function: h.function.map(str::to_owned) }
}

fn context(page: &Page, i: usize, trace: &mut Trace) -> Block {
    let short = page.words(i)[..page.words(i).len() - HEAD.len()].trim_end().to_owned();
    let base = page.indent(i);
    let frames = context_frames(page, i + 1, base, Some(&short));
    finish(page, i, base, frames, trace)
}

fn headless(page: &Page, i: usize, trace: &mut Trace) -> Block {
    let base = page.indent(i);
    let frames = context_frames(page, i, base.saturating_sub(2), None);
    let line = page.words(frames.next);
    let end = words::exception_line(line).filter(|e| words::convincing(e.class));
    let Some(e) = end else {
        let shown =
            page.skip_blank(frames.next) >= page.len() && frames.list.iter().all(|f| f.line.is_some());
        trace.truncated |= shown;
        if !shown {
            return Block { next: frames.next, top: None };
        }
        return finish(page, i, base, frames, trace);
    };
    let base = page.indent(frames.next);
    trace.truncated |=
        !(e.class.ends_with("SyntaxError") || e.class == "IndentationError" || e.class == "TabError");
    finish(page, i, base, frames, trace)
}

/// Reads frames up to the exception line; `short` is the class as the header names it.
fn context_frames(page: &Page, mut i: usize, base: usize, short: Option<&str>) -> Frames {
    let mut list: Vec<Frame> = Vec::new();
    let mut repeats = false;
    let mut far = i + FAR;
    while i < page.len().min(far) {
        let words = page.words(i);
        let known = list.len();
        if page.indent(i) <= base && !words.is_empty() {
            if let Some(h) = header(words) {
                list.push(frame(&h));
            } else if words.starts_with("... last ") && words.contains(" repeated, from the frame below") {
                repeats = true;
            } else if let Some(n) = arrow(words) {
                set_line(&mut list, n);
            } else if let Some(f) = words::frame_line(words) {
                let function = f.function.map(str::to_owned);
                list.push(Frame { file: f.file.to_owned(), line: Some(f.line), function });
            } else if is_end(page, i, short) {
                break;
            }
        } else if let Some(n) = arrow(words) {
            set_line(&mut list, n);
        } else if let Some(h) = Some(words).filter(|w| is_cell(w)).and_then(header) {
            list.push(frame(&h));
        }
        i += 1;
        if list.len() > known || arrow(words).is_some() {
            far = i + FAR;
        }
    }
    // Of a recursion two frames are printed; it is one from three on.
    if let Some(last) = list.last().filter(|_| repeats).cloned() {
        list.push(last);
    }
    Frames { list, next: i }
}

fn set_line(list: &mut [Frame], n: u32) {
    if let Some(f) = list.last_mut() {
        f.line = f.line.or(Some(n));
    }
}

fn is_end(page: &Page, i: usize, short: Option<&str>) -> bool {
    let words = page.words(i);
    let raised = words::exception_line(words).is_some_and(|e| match short {
        Some(short) => e.class.rsplit('.').next() == short.rsplit('.').next(),
        None => words::convincing(e.class),
    });
    raised
        || page.is_break(i)
        || message::is_header(words)
        || message::is_log(words)
        || chain::notice(page, i).is_some()
}

/// `IPython` 9 in plain mode.
fn plain(page: &Page, i: usize, trace: &mut Trace) -> Block {
    let base = page.indent(i);
    let mut list = Vec::new();
    let mut k = i + 1;
    while k < page.len() && (page.is_blank(k) || page.indent(k) > base) {
        if let Some(h) = header(page.words(k)) {
            list.push(frame(&h));
        } else if let Some(f) = words::frame_line(page.words(k)) {
            let function = f.function.map(str::to_owned);
            list.push(Frame { file: f.file.to_owned(), line: Some(f.line), function });
        }
        k += 1;
    }
    finish(page, i, base, Frames { list, next: k }, trace)
}

//! What pytest prints of a failure, in its own styles: `long`, `short`, `auto`, `line`, and the summary
//! alone.

use super::page::{Line, Page};
use super::words::{self, digits};
use super::{Block, Raised, Trace, chain, last, message};
use crate::report::Frame;
use std::ops::Range;

/// Reads one exception: its frames, its `E` lines, and for the long style the place below them.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.line(i);
    let first = match line.as_bytes().first()? {
        b'_' => is_section(line),
        b'E' => is_marked(line),
        b'>' => line.starts_with(">   ") && near_marked(page, i),
        _ => place(line)
            .is_some_and(|p| p.function.is_some() || p.file.contains(".py") && is_end(p.rest, false)),
    };
    first.then(|| failure(page, i, trace))
}

/// Reads the summary, where nothing else says what was raised: `FAILED x.py::test - ValueError: text`.
pub(super) fn summary(page: &Page, trace: &mut Trace) {
    for i in 0..page.len() {
        let line = page.words(i);
        let Some(rest) = line.strip_prefix("FAILED ").or_else(|| line.strip_prefix("ERROR ")) else {
            continue;
        };
        let Some((_, said)) = rest.split_once(" - ").filter(|(test, _)| test.contains(".py")) else {
            continue;
        };
        let e = words::exception_line(said).filter(|e| words::convincing(e.class) || e.class.contains('.'));
        let block = match e {
            Some(e) => put(page, i..i + 1, e.class, e.message.unwrap_or_default(), Vec::new(), trace),
            None if said.starts_with("assert ") => {
                put(page, i..i + 1, "AssertionError", said, Vec::new(), trace)
            }
            None => continue,
        };
        trace.last = block.top;
    }
}

/// `____ test_name ____`
fn is_section(line: &str) -> bool {
    let bar = line.bytes().take_while(|&b| b == b'_').count();
    bar >= 3
        && line[bar..].starts_with(' ')
        && line.ends_with(" ___") | line.ends_with("____")
        && !line.contains("_ _ _")
}

/// A line of the exception: `E`, blanks, and what the interpreter prints.
fn is_marked(line: &str) -> bool {
    line == "E" || line.starts_with("E   ")
}

/// True where an `E` line follows before another failure's source does.
fn near_marked(page: &Page, i: usize) -> bool {
    const NEAR: usize = 12;
    (i + 1..page.len().min(i + NEAR)).any(|k| is_marked(page.line(k)) || place(page.line(k)).is_some())
}

/// `path:12: in f` of the short style, `path:12: ` and `path:12: ValueError` of the long one.
struct Place<'a> {
    file: &'a str,
    line: u32,
    function: Option<&'a str>,
    /// What stands behind the number in the long style.
    rest: &'a str,
}

fn place(line: &str) -> Option<Place<'_>> {
    if line.starts_with([' ', '\t', '>']) {
        return None;
    }
    let mut from = 0;
    loop {
        let at = from + line[from..].find(':')?;
        let number = digits(&line[at + 1..]);
        let end = at + 1 + number.end;
        if !number.is_empty() && line[end..].starts_with(':') && at > 0 {
            let rest = line[end + 1..].trim_start();
            let function = rest.strip_prefix("in ").filter(|f| !f.contains(' '));
            return Some(Place { file: &line[..at], line: line[at + 1..end].parse().ok()?, function, rest });
        }
        from = at + 1;
    }
}

/// Reads frames and `E` lines up to the end of one exception.
fn failure(page: &Page, start: usize, trace: &mut Trace) -> Block {
    let mut frames = Vec::new();
    let mut marked: Option<Range<usize>> = None;
    let mut short = false;
    let mut i = start;
    while i < page.len() {
        let line = page.line(i);
        if is_marked(line) {
            match &mut marked {
                Some(m) if m.end == i => m.end = i + 1,
                Some(_) => break,
                None => marked = Some(i..i + 1),
            }
        } else if let Some(m) =
            marked.as_mut().filter(|m| m.end == i && frames.is_empty() && line_style(page, i))
        {
            m.end = i + 1;
        } else if let Some(p) = place(line) {
            if p.function.is_some() {
                if marked.is_some() {
                    break;
                }
                short = true;
                frames.push(frame(&p));
            } else if p.rest.is_empty() && marked.is_none() {
                frames.push(frame(&p));
            } else if is_end(p.rest, marked.is_some()) {
                frames.push(frame(&p));
                return exception(page, start..i + 1, marked, p.rest, frames, trace);
            }
        } else if ends(page, i, start, marked.is_some() && short) {
            break;
        }
        i += 1;
    }
    exception(page, start..i, marked, "", frames, trace)
}

/// The style `line` marks only the first line of a message; the others are indented.
fn line_style(page: &Page, i: usize) -> bool {
    page.raw(i).starts_with("    ")
}

fn frame(p: &Place) -> Frame {
    Frame { file: p.file.to_owned(), line: Some(p.line), function: p.function.map(str::to_owned) }
}

/// The place where an exception was raised names its class, or in the style `line` all of it.
fn is_end(rest: &str, marked: bool) -> bool {
    let class = words::class_len(rest) == Some(rest.len()) && !rest.is_empty();
    let raised = || {
        words::exception_line(rest)
            .is_some_and(|e| words::convincing(e.class) && !e.class.ends_with("Warning"))
    };
    if marked {
        class || raised() || rest.is_empty()
    } else {
        class && words::convincing(rest) || raised() || rest.starts_with("assert ")
    }
}

fn ends(page: &Page, i: usize, start: usize, done: bool) -> bool {
    let line = page.line(i);
    if line.is_empty() || page.is_break(i) {
        return !line.is_empty();
    }
    let bar = line.starts_with("====")
        || i > start && is_section(line)
        || line.starts_with("FAILED ")
        || line.starts_with("---- ");
    bar || chain::notice(page, i).is_some()
        || message::is_header(line)
        || done && !line.starts_with(' ') && !line.contains(" = ")
}

/// Builds the exception out of its `E` lines.
fn exception(
    page: &Page,
    lines: Range<usize>,
    marked: Option<Range<usize>>,
    rest: &str,
    frames: Vec<Frame>,
    trace: &mut Trace,
) -> Block {
    let next = lines.end;
    let Some(marked) = marked else {
        let Some(e) = words::exception_line(rest).filter(|e| words::convincing(e.class)) else {
            let failed = rest.starts_with("assert ");
            return if failed {
                put(page, lines, "AssertionError", rest, frames, trace)
            } else {
                Block { next, top: None }
            };
        };
        return put(page, lines, e.class, e.message.unwrap_or_default(), frames, trace);
    };
    let inner = framed(page, marked);
    let first = (0..inner.len()).find(|&k| inner.indent(k) == 0 && words::raises(inner.line(k)));
    let stated = Some(rest).filter(|r| words::class_len(r) == Some(r.len()));
    // Of an assertion without words only the comparison is printed.
    let assertion = inner.line(0).starts_with("assert ") || first.is_none();
    if assertion {
        let class =
            stated.unwrap_or(if inner.line(0).starts_with("assert ") { "AssertionError" } else { "" });
        if class.is_empty() {
            return Block { next, top: None };
        }
        let text = inner.text(inner.at(0).start(), 0..inner.len(), 0);
        return last::put(Raised::new(class, text, frames, page.span(lines)), next, trace);
    }
    let first = first.unwrap_or_default();
    let Some(e) = words::exception_line(inner.line(first)) else { return Block { next, top: None } };
    let from = e.message.map_or(inner.at(first).end(), |m| inner.offset(m));
    let text = inner.text(from, first..inner.len(), 0);
    last::put(Raised::new(e.class, text, frames, page.span(lines)), next, trace)
}

fn put(
    page: &Page,
    lines: Range<usize>,
    class: &str,
    said: &str,
    frames: Vec<Frame>,
    trace: &mut Trace,
) -> Block {
    let from = page.offset(said);
    let text = page.clean.part(from..from + said.len());
    let next = lines.end;
    last::put(Raised::new(class, text, frames, page.span(lines)), next, trace)
}

/// The `E` lines without the mark and without the blanks that all of them begin with.
fn framed<'a>(page: &Page<'a>, marked: Range<usize>) -> Page<'a> {
    let after = |i: usize| page.raw(i).get(1..).unwrap_or_default();
    let shown = marked.clone().filter(|&i| !after(i).trim().is_empty());
    let off = shown.map(|i| super::page::indent(after(i))).min().unwrap_or(0);
    let lines = marked.map(|i| {
        let line = page.at(i);
        Line::new((line.start() + 1 + off).min(line.end())..line.end())
    });
    page.framed(lines.collect())
}

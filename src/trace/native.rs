//! Aborts: what faulthandler, the C++ runtime and glog print when the process itself ends.

use super::page::Page;
use super::words::frame_line;
use super::{Block, Raised, Trace, last, message, words};
use crate::report::Frame;
use crate::text::Mapped;
use std::ops::Range;

const FATAL: [&str; 2] = ["Fatal Python error: ", "Windows fatal exception: "];
const THROWN: &str = "terminate called after throwing an instance of '";
const UNCAUGHT: [&str; 3] = [
    "terminating due to uncaught exception of type ",
    "terminating with uncaught exception of type ",
    "terminating due to unexpected exception of type ",
];
const CHECK: &str = "Check failed: ";

/// Reads one abort.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    match line.as_bytes().first()? {
        b'F' | b'W' if FATAL.iter().any(|f| line.starts_with(f)) => Some(fatal(page, i, trace)),
        b't' | b'l' => terminate(page, i, trace),
        b'T' | b'C' if is_thread(line) => Some(Block { next: thread(page, i).1, top: None }),
        b'F' | b'0'..=b'9' if line.contains(CHECK) => check(page, i, trace),
        _ => None,
    }
}

/// `Current thread 0x1 [python] (most recent call first):`
fn is_thread(line: &str) -> bool {
    (line.starts_with("Current thread 0x") || line.starts_with("Thread 0x"))
        && line.contains("(most recent call first)")
}

/// The frames of one thread, oldest first, and the line after them.
fn thread(page: &Page, i: usize) -> (Vec<Frame>, usize) {
    let mut frames = Vec::new();
    let mut k = i + 1;
    while k < page.len() && (page.indent(k) > page.indent(i) || frame_line(page.line(k)).is_some()) {
        if let Some(f) = frame_line(page.line(k)) {
            frames.push(Frame {
                file: f.file.to_owned(),
                line: Some(f.line),
                function: f.function.map(str::to_owned),
            });
        }
        k += 1;
    }
    frames.reverse();
    (frames, k)
}

/// The interpreter's last words, and the calls of the thread that spoke them.
fn fatal(page: &Page, i: usize, trace: &mut Trace) -> Block {
    let line = page.words(i);
    let (class, said) = line.split_once(": ").unwrap_or((line, ""));
    let mut frames = Vec::new();
    let mut next = i + 1;
    let mut k = i + 1;
    // The runtime's state and a pending exception may stand before the threads.
    while k < page.len() && k <= next + 4 {
        if is_thread(page.words(k)) {
            let current = page.words(k).starts_with("Current");
            let (calls, end) = thread(page, k);
            if current || frames.is_empty() {
                frames = calls;
            }
            (k, next) = (end, end);
        } else if page.words(k).starts_with("Extension modules: ") {
            next = k + 1;
            break;
        } else if message::is_header(page.words(k)) {
            break;
        } else {
            k += 1;
        }
    }
    put(page, class, said, frames, i..next, trace)
}

/// An exception of C++ that nobody caught.
fn terminate(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    let Some(class) = line.strip_prefix(THROWN).and_then(|r| r.strip_suffix('\'')) else {
        let rest = line
            .strip_prefix("libc++abi: ")
            .or_else(|| line.strip_prefix("libc++abi.dylib: "))
            .unwrap_or(line);
        let rest = UNCAUGHT.iter().find_map(|u| rest.strip_prefix(u))?;
        let (class, said) = rest.split_once(": ").unwrap_or((rest, ""));
        return Some(put(page, class, said, Vec::new(), i..i + 1, trace));
    };
    let Some(said) = page.words(i + 1).strip_prefix("what():") else {
        return Some(put(page, class, "", Vec::new(), i..i + 1, trace));
    };
    let end = message::end_before(page, i + 1, 0, |k| is_after(page.words(k))).next;
    let text = page.text(page.offset(said.trim_start()), i + 1..end, 0);
    Some(last::put(Raised::new(class, text, Vec::new(), page.span(i..end)), end, trace))
}

/// What the shell or a launcher says once the process is gone.
fn is_after(line: &str) -> bool {
    ["Aborted", "Abort trap", "Segmentation fault", "*** ", "zsh: ", "bash: "]
        .iter()
        .any(|a| line.starts_with(a))
        || line.starts_with('[') && line.contains(" abort ")
}

/// `F1130 20:01:27.1 4242 x.cc:12] Check failed: a == b (1 vs. 2) words`
fn check(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    let at = line.find(CHECK)?;
    let head = line[..at].trim_end();
    let glog = message::is_glog(line) || words::digits(line).end == 4 && head.contains(": F ");
    if !head.ends_with(']') || !glog {
        return None;
    }
    let done = |k: usize| is_after(page.words(k)) || page.is_blank(k - 1) || page.words(k).starts_with('@');
    let end = message::end_before(page, i, 0, done).next;
    let said = &line[at + CHECK.len()..];
    let text = page.text(page.offset(said), i..end, 0);
    Some(last::put(
        Raised::new(CHECK.trim_end_matches(": "), text, Vec::new(), page.span(i..end)),
        end,
        trace,
    ))
}

fn put(
    page: &Page,
    class: &str,
    said: &str,
    frames: Vec<Frame>,
    lines: Range<usize>,
    trace: &mut Trace,
) -> Block {
    let next = lines.end;
    let text = if said.is_empty() {
        Mapped::default()
    } else {
        let from = page.offset(said);
        page.clean.part(from..from + said.len())
    };
    last::put(Raised::new(class, text, frames, page.span(lines)), next, trace)
}

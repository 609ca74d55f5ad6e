//! Clean lines to exceptions. One file per layout; each reads what it knows and leaves the rest.

mod aside;
mod bare;
mod chain;
mod cpython;
mod group;
mod ipython;
mod lanes;
mod last;
mod message;
mod native;
mod page;
mod pretty;
mod pytest;
mod rich;
mod stackprinter;
#[cfg(test)]
mod tests;
mod warning;
mod words;

use crate::report::{Frame, Relation};
use crate::text::Mapped;
use page::Page;
use std::ops::Range;

/// What a text says about exceptions.
#[derive(Debug, Default)]
pub struct Trace {
    /// In the order in which `CPython` prints them: a cause or context before its effect.
    pub raised: Vec<Raised>,
    /// Index of the last one that the text reports; none where the text ends before its last line.
    pub last: Option<usize>,
    /// The text begins or ends in the middle of a traceback.
    pub truncated: bool,
}

/// One exception.
#[derive(Debug)]
pub struct Raised {
    /// With its module, as printed; empty where the text was cut before it.
    pub class: String,
    /// All its lines; each byte knows its place.
    pub message: Mapped,
    /// How it hangs together with the next.
    pub relation: Relation,
    /// Oldest call first.
    pub frames: Vec<Frame>,
    /// PEP 678 notes, where the layout tells them from the message.
    pub notes: Vec<String>,
    /// From its first line to its last: bytes of the clean text.
    pub range: Range<usize>,
}

impl Raised {
    fn new(class: &str, message: Mapped, frames: Vec<Frame>, range: Range<usize>) -> Self {
        Self { class: class.to_owned(), message, relation: Relation::Root, frames, notes: Vec::new(), range }
    }
}

/// What a layout read: everything up to line `next`.
struct Block {
    /// The first line that is not part of it.
    next: usize,
    /// The exception that others may be chained to; none where the block holds none.
    top: Option<usize>,
}

/// Reads at one line of a page what one layout prints, into the trace.
///
/// A layout looks at the line first and goes on only where it is its own; what it has read it keeps, so that
/// no line is read more often than there are layouts.
type Layout = fn(&Page, usize, &mut Trace) -> Option<Block>;

/// All layouts; the first that knows a line reads it.
const LAYOUTS: &[Layout] = &[
    group::read,
    ipython::read,
    stackprinter::read,
    cpython::read,
    pytest::read,
    rich::read,
    pretty::read,
    native::read,
];

/// What is read only where no layout found anything: words about exceptions, without their calls.
const LAST_RESORTS: &[fn(&Page, &mut Trace)] = &[pytest::summary, bare::read, warning::read];

/// Reads every exception in a clean text. O(n).
pub fn read(clean: &Mapped) -> Trace {
    let mut trace = Trace::default();
    let page = Page::new(clean);
    match lanes::split(&page) {
        None => _ = read_page(&page, None, &mut trace),
        Some(lanes) => {
            for lane in lanes {
                let last = trace.last.take();
                read_page(&lane, None, &mut trace);
                trace.last = trace.last.or(last);
            }
        }
    }
    for read in LAST_RESORTS {
        if trace.raised.is_empty() && !trace.truncated {
            read(&page, &mut trace);
        }
    }
    trace
}

/// Reads a page and returns the exception that was raised last on it. A notice that it begins with is about
/// `top`.
fn read_page(page: &Page, mut top: Option<usize>, trace: &mut Trace) -> Option<usize> {
    let mut i = 0;
    // Where the last block ended.
    let mut read = 0;
    // An exception without a traceback may stand here: first in a frame, or after a notice.
    let mut awaited = page.depth > 0;
    let mut noticed = false;
    while i < page.len() {
        if let Some((relation, next)) = chain::notice(page, i) {
            if page.skip_blank(read) < i {
                top = cpython::untraced(page, read..i, trace).or(top);
                trace.last = top;
            }
            if let Some(above) = top.and_then(|t| trace.raised.get_mut(t)) {
                above.relation = relation;
            }
            (i, read, awaited, noticed) = (next, next, true, true);
            continue;
        }
        let mut block = LAYOUTS.iter().find_map(|layout| layout(page, i, trace));
        if awaited && block.is_none() && !page.is_blank(i) {
            awaited = false;
            block = cpython::alone(page, i, trace);
        }
        let Some(block) = block else {
            i += 1;
            continue;
        };
        i = block.next.max(i + 1);
        (read, awaited, noticed) = (i, false, noticed && block.top.is_none());
        if block.top.is_some() {
            top = block.top;
            trace.last = top.filter(|&t| trace.raised.get(t).is_some_and(|r| !r.class.is_empty()));
        }
    }
    // The text ends before what a notice announces.
    trace.truncated |= noticed;
    top
}

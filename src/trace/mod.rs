//! Clean lines to exceptions. One file per layout; each reads what it knows and leaves the rest.

use crate::report::{Frame, Relation};
use crate::text::Mapped;
use std::ops::Range;

/// What a text says about exceptions.
#[derive(Debug, Default)]
pub struct Trace {
    /// In the order in which CPython prints them: a cause or context before its effect.
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

/// Reads every exception in a clean text. O(n).
pub fn read(_clean: &Mapped) -> Trace {
    Trace::default()
}

//! Warnings, where a text reports nothing worse: `x.py:12: UserWarning: text`.

use super::page::Page;
use super::words::{self, digits};
use super::{Raised, Trace};
use crate::report::Frame;

/// Reads the warnings of a text without exceptions.
pub(super) fn read(page: &Page, trace: &mut Trace) {
    // Beside other words a warning is one of them.
    const SHORT: usize = 8;
    if (0..page.len()).filter(|&i| !page.is_blank(i)).count() > SHORT {
        return;
    }
    for i in 0..page.len() {
        let line = page.words(i);
        let Some((file, number, rest)) = place(line) else { continue };
        let Some(e) = words::exception_line(rest).filter(|e| e.class.ends_with("Warning")) else { continue };
        let Some(said) = e.message.filter(|m| !m.is_empty()) else { continue };
        let from = page.offset(said);
        let frame = Frame { file: file.to_owned(), line: Some(number), function: None };
        let text = page.clean.part(from..from + said.len());
        trace.raised.push(Raised::new(e.class, text, vec![frame], page.span(i..i + 1)));
    }
    trace.last = trace.raised.len().checked_sub(1);
}

/// `x.py:12: ` and what follows.
pub(super) fn place(line: &str) -> Option<(&str, u32, &str)> {
    let at = line.find(".py:").map_or_else(|| line.find(">:"), |n| Some(n + 2))? + 1;
    let rest = &line[at + 1..];
    let number = digits(rest);
    let said = rest[number.end..].strip_prefix(": ")?;
    Some((&line[..at], rest[number].parse().ok()?, said))
}

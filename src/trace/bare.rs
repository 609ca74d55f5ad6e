//! A last line alone: `some.Class: message`, as people quote it.

use super::page::Page;
use super::words;
use super::{Raised, Trace, message};

/// Reads exception lines of a text that has no traceback.
pub(super) fn read(page: &Page, trace: &mut Trace) {
    let mut i = 0;
    while i < page.len() {
        i = line(page, i, trace).unwrap_or(i + 1);
    }
    trace.last = trace.raised.len().checked_sub(1);
}

fn line(page: &Page, i: usize, trace: &mut Trace) -> Option<usize> {
    let text = page.raw(i).trim_start();
    let raised = words::exception_line(text)?;
    let said = raised.message.filter(|m| !m.trim().is_empty());
    if !words::convincing(raised.class) || is_foreign(page, i, raised.class) {
        return None;
    }
    let message = said?;
    let base = page.indent(i);
    let end = message::end(page, i, base).next;
    let text = page.text(page.offset(message), i..end, base);
    trace.raised.push(Raised::new(raised.class, text, Vec::new(), page.span(i..end)));
    Some(end)
}

/// An exception of another language: its calls follow, or stand around it.
fn is_foreign(page: &Page, i: usize, class: &str) -> bool {
    let next = page.words(page.skip_blank(i + 1));
    let foreign = next.starts_with("at ")
        || next.starts_with("#0 ")
        || next.starts_with("---> ")
        || next.starts_with("Caused by:");
    let space = class.split('.').next().unwrap_or_default();
    let java = class.contains('.')
        && matches!(space, "java" | "javax" | "kotlin" | "scala" | "System" | "Microsoft" | "org" | "com");
    foreign || java
}

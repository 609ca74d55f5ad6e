//! What stands between two tracebacks and says how the first led to the second.

use super::page::Page;
use crate::report::Relation;

const CAUSE: &str = "The above exception was the direct cause of the following exception:";
/// stackprinter has words of its own.
const WHILE: &str = "While handling the above exception, another exception occurred:";
const CONTEXT: &str = "During handling of the above exception, another exception occurred:";

/// Reads a notice at a line: the relation of the exception above it, and the line after it.
pub(super) fn notice(page: &Page, i: usize) -> Option<(Relation, usize)> {
    let line = page.words(i);
    let first = line.as_bytes().first()?;
    if !matches!(first, b'T' | b'D' | b'W') {
        return None;
    }
    for (text, relation) in
        [(CAUSE, Relation::Cause), (CONTEXT, Relation::Context), (WHILE, Relation::Context)]
    {
        if line == text {
            return Some((relation, i + 1));
        }
        // Broken into two lines by a narrow window.
        let rest = text.strip_prefix(line).filter(|_| line.len() > 20);
        if rest.is_some_and(|r| r.trim_start() == page.words(i + 1)) {
            return Some((relation, i + 2));
        }
    }
    None
}

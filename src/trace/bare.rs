//! A last line alone: `some.Class: message`, as people quote it, at the start of a line or inside one.

use super::page::Page;
use super::words::{self, ExceptionLine};
use super::{Raised, Trace, message};

/// Reads exception lines of a text that has no traceback.
pub(super) fn read(page: &Page, trace: &mut Trace) {
    if (0..page.len()).any(|i| is_foreign(page.words(i))) {
        return;
    }
    let mut i = 0;
    while i < page.len() {
        i = line(page, i, trace).unwrap_or(i + 1);
    }
    if trace.raised.is_empty() && page.len() <= SHORT {
        (0..page.len()).for_each(|i| inside(page, i, trace));
    }
    trace.last = trace.raised.len().checked_sub(1);
}

/// In longer texts words inside a line prove nothing.
const SHORT: usize = 60;

/// A line of another language's stack.
fn is_foreign(line: &str) -> bool {
    line.starts_with("at ") && (line.contains('(') || line.contains(':') || line.contains(" in "))
        || line.starts_with("#0 ") && !line.contains("c10::")
        || ["goroutine ", "stack backtrace:", "Caused by: ", "Stack trace:", "---> "]
            .iter()
            .any(|f| line.starts_with(f))
}

/// An exception line whose class says enough without a traceback.
fn sure(line: &str) -> Option<ExceptionLine<'_>> {
    const OTHERS: [&str; 9] = [
        "Error",
        "Exception",
        "Warning",
        "ReferenceError",
        "RangeError",
        "URIError",
        "EvalError",
        "AggregateError",
        "InternalError",
    ];
    const SPACES: [&str; 8] = ["java", "javax", "kotlin", "scala", "System", "Microsoft", "org", "com"];
    let e = words::exception_line(line)?;
    let space = e.class.split('.').next().filter(|s| s.len() < e.class.len());
    let other = OTHERS.contains(&e.class) || space.is_some_and(|s| SPACES.contains(&s));
    (words::convincing(e.class) && !other && e.message.is_some_and(|m| !m.trim().is_empty())).then_some(e)
}

/// What people put before a line that they quote.
const MARKS: [char; 8] = ['>', '=', '#', '`', '"', '*', '-', ' '];

fn line(page: &Page, i: usize, trace: &mut Trace) -> Option<usize> {
    let text = page.words(i);
    let e =
        sure(text.trim_start_matches(MARKS)).filter(|_| !text.starts_with('"') || !text.ends_with(','))?;
    let said = e.message.filter(|m| !is_entry(page, i, m))?;
    let marked = text.len() > text.trim_start_matches(MARKS).len();
    let closing = text.chars().next().filter(|&c| marked && matches!(c, '`' | '"'));
    let base = page.indent(i);
    let from = page.offset(said);
    if let Some(at) = closing.and_then(|c| said.rfind(c)) {
        put(page, e.class, from..from + said[..at].trim_end_matches('`').len(), i, trace);
        return Some(i + 1);
    }
    let end =
        message::end_before(page, i, base, |k| sure(page.line(k)).is_some() || page.words(k) == "...").next;
    if end == i + 1 {
        put(page, e.class, from..from + aside(said), i, trace);
        return Some(end);
    }
    let text = page.text(from, i..end, base);
    trace.raised.push(Raised::new(e.class, text, Vec::new(), page.span(i..end)));
    Some(end)
}

/// True in a list of what may be raised: documentation, configuration.
fn is_entry(page: &Page, i: usize, said: &str) -> bool {
    const WHEN: [&str; 8] = ["if ", "If ", "when ", "When ", "raised ", "Raised ", "in case ", "In case "];
    let above = page.words(i.saturating_sub(1));
    let inner = page.indent(i) > 0 && i > 0;
    let key = |k: usize| {
        let line = page.words(k);
        let name = line.split(':').next().unwrap_or_default();
        page.indent(k) == page.indent(i)
            && name.len() < line.len()
            && words::class_len(name) == Some(name.len())
    };
    let parent = inner && above.ends_with(':') && page.indent(i - 1) < page.indent(i) && !above.contains(' ');
    WHEN.iter().any(|w| said.starts_with(w)) || parent || inner && (key(i - 1) || key(i + 1))
}

/// The length of a message without what people put behind it in parentheses, such as the release.
fn aside(said: &str) -> usize {
    let Some(at) = said.rfind('(').filter(|_| said.ends_with(')')) else { return said.len() };
    let inner = &said[at + 1..said.len() - 1];
    let release = inner.split_once(' ').is_some_and(|(name, version)| {
        words::class_len(name) == Some(name.len()) && version.split('.').all(|n| n.parse::<u32>().is_ok())
    });
    if said[..at].ends_with("  ") || release { said[..at].trim_end().len() } else { said.len() }
}

/// Reads ``... with `Class: message` ...``, `ERROR job: step failed: Class: message` and the like.
fn inside(page: &Page, i: usize, trace: &mut Trace) {
    // Nobody reads a sentence that is longer.
    const LONG: usize = 2000;
    let line = page.words(i);
    if line.len() > LONG {
        return;
    }
    for (colon, _) in line.match_indices(": ") {
        let head = &line[..colon];
        let start = head
            .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '<' | '>')))
            .map_or(0, |n| n + 1);
        let Some(before) = line.get(..start).filter(|b| !b.is_empty()) else { continue };
        let Some(e) = line.get(start..).and_then(sure) else { continue };
        let Some(said) = e.message else { continue };
        let quote = before.chars().next_back().filter(|c| matches!(c, '`' | '"'));
        let from = page.offset(said);
        let told = match quote {
            // A value in JSON or YAML is no report.
            Some(q) if !is_value(before.trim_end_matches(q).trim_end()) => said.find(q).map(|n| &said[..n]),
            None if is_told(before) => Some(said),
            _ => None,
        };
        if let Some(told) = told {
            put(page, e.class, from..from + told.len(), i, trace);
        }
    }
}

/// True before a value in JSON, YAML or a program.
fn is_value(before: &str) -> bool {
    let sentence =
        before.ends_with(':') && before.split(' ').count() >= 3 && !before.contains(['"', '\'', '{']);
    before.ends_with([':', '=', ',', '[', '{', '(']) && !sentence
}

/// True for words that lead up to an exception: a logger's, a comment's, or a sentence that ends in a colon.
fn is_told(before: &str) -> bool {
    let words = before.trim_end();
    let sentence = words.strip_suffix(':').is_some_and(|w| {
        w.split(' ').count() >= 3 && !w.contains(['"', '\'', '=', '{', '/', '(']) || message::is_log(before)
    });
    sentence && !words.contains("Uncaught") || words.ends_with('#') || words.ends_with("# ->")
}

fn put(page: &Page, class: &str, said: std::ops::Range<usize>, i: usize, trace: &mut Trace) {
    trace.raised.push(Raised::new(class, page.clean.part(said), Vec::new(), page.span(i..i + 1)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Mapped;

    fn classes(text: &str) -> Vec<String> {
        let mut trace = Trace::default();
        read(&Page::new(&Mapped::identity(text)), &mut trace);
        trace.raised.into_iter().map(|r| r.class + "|" + r.message.as_str()).collect()
    }

    #[test]
    fn quoted_lines() {
        assert_eq!(classes("=> RuntimeError: x"), ["RuntimeError|x"]);
        assert_eq!(classes("`a()` gives `b.BufferError: no` here"), ["b.BufferError|no"]);
        assert_eq!(classes("KeyError: 'a'\n\nhub.NotThereError: b"), ["KeyError|'a'", "hub.NotThereError|b"]);
    }

    #[test]
    fn no_python() {
        assert!(classes("TypeError: x is not a function\n    at f (/a.js:1:2)").is_empty());
        assert!(classes("java.io.IOException: x").is_empty());
        assert!(classes("{\n \"timeout\": \"TimeoutError: too slow\",\n").is_empty());
        assert!(classes("Error: cannot find module").is_empty());
        assert!(classes("Raises:\n    ValueError: If x\n    KeyError: Bad").is_empty());
        assert!(classes("policy:\n  retry: 3\n  ValueError: ignore\n  TimeoutError: x").is_empty());
        assert!(classes("note: x\nINFO: started\nkey: value").is_empty());
    }
}

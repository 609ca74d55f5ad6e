//! Where a message ends: nothing in a text says so, but what comes next often does.

use super::aside;
use super::page::Page;
use super::words::{self, is_level};
use std::ops::Range;

/// Where a message ends, and where in it the text of another traceback begins.
pub(super) struct End {
    /// The line after its last one.
    pub next: usize,
    /// The first line of a traceback that the message quotes.
    pub inner: Option<usize>,
}

/// The end of a message whose first line is `first`, in a traceback indented by `base`.
pub(super) fn end(page: &Page, first: usize, base: usize) -> End {
    end_before(page, first, base, |_| false)
}

/// The same, where a line that `stop` knows ends the message too.
pub(super) fn end_before(page: &Page, first: usize, base: usize, stop: impl Fn(usize) -> bool) -> End {
    let mut i = first + 1;
    let mut inner = page.words(first).ends_with(HEAD).then_some(first + 1);
    let mut explained = false;
    let mut quoted = page.words(first).ends_with("\"\"\"");
    while i < page.len() {
        let words = page.words(i);
        if page.is_break(i) {
            break;
        } else if quoted {
            // A remote traceback stands between two lines of quotes.
            quoted = words != "\"\"\"";
            inner = inner.or_else(|| is_header(words).then_some(i));
        } else if words == "\"\"\"" && i == first + 1 {
            quoted = true;
        } else if is_header(words) && inner.is_none() && introduces(page, first, i) {
            inner = Some(i);
        } else if words.is_empty() && !explained && page.indent(i + 1) >= 4 {
            explained = true;
            if is_explained(page, i) {
                break;
            }
        } else if !words.is_empty() && (page.indent(i) < base || starts_other(page, i) || stop(i)) {
            break;
        }
        i += 1;
    }
    while i > first + 1 && page.is_blank(i - 1) {
        i -= 1;
    }
    End { next: i, inner }
}

/// The first line of most tracebacks.
pub(super) const HEAD: &str = "Traceback (most recent call last):";

/// True where friendly-traceback goes on to explain the exception.
fn is_explained(page: &Page, i: usize) -> bool {
    const FAR: usize = 80;
    (i + 1..page.len().min(i + FAR)).take_while(|&k| page.is_blank(k) || page.indent(k) >= 4).any(|k| {
        let words = page.words(k);
        words.starts_with("Execution stopped on line ") || words.starts_with("Exception raised on line ")
    })
}

/// True where the words before a traceback say that it is part of the message: `Original Traceback`, or a
/// line
/// right above that ends in a colon.
fn introduces(page: &Page, first: usize, header: usize) -> bool {
    if page.words(header).starts_with("Original ") {
        return true;
    }
    // PyTorch, where a prefix took the word off.
    if page.words(first).contains(": Caught ") && page.words(first).contains(" in ") {
        return true;
    }
    let above = (first..header).rev().find(|&k| !page.is_blank(k)).unwrap_or(first);
    let words = page.words(above);
    words.ends_with(" error:") || words.ends_with("raceback:") || words.ends_with("failed with:")
}

/// True where a line is the beginning of something that is no message.
fn starts_other(page: &Page, i: usize) -> bool {
    let line = page.words(i);
    is_header(line)
        || is_box(line)
        || is_notice(page, i)
        || is_log(line)
        || is_prompt(line)
        || is_separator(page, i)
        || is_hook(line)
        || aside::is_aside(page, i)
}

/// The first line of a traceback in any layout.
pub(super) fn is_header(line: &str) -> bool {
    let Some(at) = line.find("raceback (most recent call ") else { return false };
    let before = line[..at].trim_end_matches(['T', 't']);
    let before = before.strip_prefix("Original ").unwrap_or(before);
    before.trim_matches(['+', '|', ' ', '-', '\u{256d}', '\u{2500}']).is_empty()
        || before.trim_end().ends_with("Exception Group")
        || words::class_len(before)
            .is_some_and(|n| n > 0 && before[n..].trim().is_empty() && before.ends_with("  "))
}

/// The top of a box that rich draws, or the end of a comment that cgitb writes.
fn is_box(line: &str) -> bool {
    line.strip_prefix(['╭', '┌', '┏']).is_some_and(|l| l.starts_with(['─', '━'])) || line == "-->"
}

fn is_notice(page: &Page, i: usize) -> bool {
    // Ray chains tracebacks inside a message.
    super::chain::notice(page, i)
        .is_some_and(|(_, next)| !page.words(page.skip_blank(next)).starts_with("ray::"))
}

/// A line that a logger wrote.
pub(super) fn is_log(line: &str) -> bool {
    let inner = line.trim_start_matches(['[', '(', '<', '{']);
    if is_stamp(inner) {
        return true;
    }
    let word = inner.find(|c: char| !c.is_ascii_alphabetic()).map_or(inner, |n| &inner[..n]);
    // `[info     ] next`
    let lower = line.starts_with('[') && word.len() >= 4 && is_level(&word.to_ascii_uppercase());
    if lower && inner[word.len()..].trim_start().starts_with(']') {
        return true;
    }
    if is_level(word) {
        let after = &inner[word.len()..];
        return after.starts_with([':', ']', ' ', '|', '[', '(', '-', '\t']);
    }
    is_glog(line)
}

/// `I1130 20:01:27.988477 ...`, as absl and glog write.
pub(super) fn is_glog(line: &str) -> bool {
    let b = line.as_bytes();
    b.len() > 8
        && matches!(b[0], b'I' | b'W' | b'E' | b'F' | b'D')
        && b[1..5].iter().all(u8::is_ascii_digit)
        && b[5] == b' '
        && b[6].is_ascii_digit()
}

/// A date or a time of day.
fn is_stamp(line: &str) -> bool {
    const SHAPES: [&str; 7] =
        ["0000-00-00", "0000/00/00", "00:00:00", "00/00/0000", "00-00-0000", "00/00/00 00:", "00.00.0000"];
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let b = line.as_bytes();
    let shaped = |s: &str| {
        b.len() >= s.len()
            && s.bytes().zip(b).all(|(s, b)| if s == b'0' { b.is_ascii_digit() } else { s == *b })
    };
    if b.first().is_some_and(u8::is_ascii_digit) {
        return SHAPES.iter().any(|s| shaped(s));
    }
    line.get(..3).and_then(|m| MONTHS.find(m)).is_some_and(|n| n % 3 == 0)
        && line
            .get(3..)
            .is_some_and(|r| r.starts_with(' ') && r.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        && line.get(..24.min(line.len())).is_some_and(|l| l.contains(':'))
}

/// A prompt of Python, `IPython`, a debugger or a shell.
fn is_prompt(line: &str) -> bool {
    if [">>> ", "In [", "(Pdb)", "ipdb>", "$ ", "% ", "```", "~~~~", "PS C:"]
        .iter()
        .any(|p| line.starts_with(p))
    {
        return !line.starts_with("In [") || line.contains("]:");
    }
    if line == ">>>" || line == "$" {
        return true;
    }
    // `(env) jane@gpu01:~/proj$ `
    let Some(end) = line.find(['$', '#']) else { return false };
    let prompt = &line[..end];
    let host = prompt.find('@').is_some_and(|n| n > 0 && prompt[n..].contains(':')) && prompt.len() < 120;
    host && line[end + 1..].chars().next().is_none_or(|c| c == ' ')
}

/// What test runners print between and after tests.
fn is_separator(page: &Page, i: usize) -> bool {
    let line = page.words(i);
    let Some(first) = line.bytes().next().filter(|b| matches!(b, b'=' | b'-' | b'_' | b'*')) else {
        return false;
    };
    let bar = line.bytes().take_while(|&b| b == first).count();
    if bar == line.len() {
        let next = page.words(page.skip_blank(i + 1));
        return match first {
            b'=' => bar >= 60 && ["ERROR: ", "FAIL: ", "UNEXPECTED "].iter().any(|w| next.starts_with(w)),
            b'-' if bar >= 60 => next.starts_with("Ran ") || is_header(next),
            b'*' => bar == 70 && next.starts_with("File "),
            _ => false,
        };
    }
    // `=== short test summary info ===`
    matches!(first, b'=' | b'_' | b'-')
        && bar >= 3
        && line.as_bytes()[bar] == b' '
        && line.ends_with(&[first as char; 3].iter().collect::<String>())
}

/// What the interpreter says before it reports an exception that nobody caught.
fn is_hook(line: &str) -> bool {
    const HOOKS: [&str; 9] = [
        "Exception ignored ",
        "Exception in thread ",
        "Unhandled exception in thread",
        "Fatal Python error: ",
        "terminate called ",
        "*** Check failure stack trace",
        "Process Process-",
        "Process SpawnProcess-",
        "Process ForkProcess-",
    ];
    HOOKS.iter().any(|h| line.starts_with(h)) || is_warning(line)
}

/// `/path/x.py:12: UserWarning: text`
pub(super) fn is_warning(line: &str) -> bool {
    let Some(at) = line.find(".py:") else { return false };
    let rest = &line[at + 4..];
    let rest = &rest[words::digits(rest).end..];
    rest.strip_prefix(": ")
        .and_then(words::exception_line)
        .is_some_and(|e| e.class.ends_with("Warning") && e.message.is_some())
}

/// How many bytes at the end of a message are the interpreter's guess, which `str(error)` does not have.
pub(super) fn without_hint(class: &str, page: &Page, from: usize, lines: Range<usize>) -> usize {
    const CLASSES: [&str; 5] =
        ["NameError", "AttributeError", "ImportError", "ModuleNotFoundError", "UnboundLocalError"];
    const HINTS: [&str; 2] = [". Did you mean", ". Did you forget to import '"];
    let last = lines.end - 1;
    let line = page.line(last);
    let guess =
        CLASSES.contains(&class) || class == "SyntaxError" && line.contains("invalid syntax. Did you mean '");
    if !guess || !line.ends_with('?') && !line.ends_with('\'') && !line.contains("' instead of '") {
        return 0;
    }
    let start = from.saturating_sub(page.at(last).start()).min(line.len());
    let Some(tail) = line.get(start..) else { return 0 };
    HINTS.iter().filter_map(|h| tail.find(h)).min().map_or(0, |n| page.raw(last).len() - start - n)
}

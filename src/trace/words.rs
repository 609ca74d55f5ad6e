//! What single lines look like: class names, frames, exception lines.

use super::page::indent;
use std::ops::Range;

/// The bytes of a class's name at the start of a line: dotted names, with `<locals>` and `(Other)` as
/// printed.
pub(super) fn class_len(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        at += match bytes.get(at)? {
            b'<' if at > 0 => line[at..].find('>').filter(|&n| n < 40)? + 1,
            _ => name_len(&line[at..])?,
        };
        match bytes.get(at) {
            Some(b'.') => at += 1,
            // Ray names the class of a task's error `RayTaskError(ValueError)`.
            Some(b'(') => {
                let inner = name_len(&line[at + 1..])?;
                return (bytes.get(at + 1 + inner) == Some(&b')')).then_some(at + inner + 2);
            }
            _ => return Some(at),
        }
    }
}

fn name_len(line: &str) -> Option<usize> {
    let end = line
        .char_indices()
        .find(|&(i, c)| !(c == '_' || if i == 0 { c.is_alphabetic() } else { c.is_alphanumeric() }));
    let end = end.map_or(line.len(), |(i, _)| i);
    (end > 0).then_some(end)
}

/// An exception line: its class, and where its message begins.
pub(super) struct ExceptionLine<'a> {
    pub class: &'a str,
    /// What follows the colon on the same line, blanks taken off; none where there is no colon.
    pub message: Option<&'a str>,
}

/// Reads `Class: message` or `Class` at the start of a line without indentation, whatever the class is
/// called.
pub(super) fn exception_line(line: &str) -> Option<ExceptionLine<'_>> {
    let len = class_len(line)?;
    let class = &line[..len];
    let rest = line[len..].trim_end();
    if rest.is_empty() {
        return Some(ExceptionLine { class, message: None });
    }
    let rest = rest.strip_prefix(':')?;
    if !(rest.is_empty() || rest.starts_with([' ', '\u{a0}'])) {
        return None;
    }
    let rest = rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest);
    Some(ExceptionLine { class, message: Some(rest) })
}

/// True where a class's name alone says that it is an exception.
pub(super) fn convincing(class: &str) -> bool {
    const ENDS: [&str; 17] = [
        "Error",
        "Exception",
        "Warning",
        "Interrupt",
        "Exit",
        "Iteration",
        "Group",
        "Failure",
        "Fault",
        "Timeout",
        "Cancelled",
        "Expired",
        "Exceeded",
        "NotFound",
        "DoesNotExist",
        "Trace",
        "Traceback",
    ];
    let last = class.rsplit('.').next().unwrap_or(class);
    let last = last.split('(').next().unwrap_or(last);
    let named =
        ENDS.iter().any(|e| last.ends_with(e)) && last.starts_with(|c: char| c.is_uppercase() || c == '_');
    named || (class.contains('.') && last == "error")
}

/// True for a line after frames that is an exception line.
pub(super) fn raises(line: &str) -> bool {
    exception_line(line).is_some_and(|e| {
        if is_level(e.class) {
            return false;
        }
        e.message.is_some() || convincing(e.class) || {
            let last = e.class.rsplit('.').next().unwrap_or_default();
            last.starts_with(|c: char| c.is_uppercase() || c == '_')
        }
    })
}

/// The words by which loggers call the weight of a line.
pub(super) fn is_level(word: &str) -> bool {
    const LEVELS: [&str; 14] = [
        "TRACE",
        "DEBUG",
        "INFO",
        "NOTICE",
        "WARN",
        "WARNING",
        "ERROR",
        "ERR",
        "CRITICAL",
        "FATAL",
        "SUCCESS",
        "NOTE",
        "ALERT",
        "EXCEPTION",
    ];
    LEVELS.contains(&word)
}

/// A frame as printed.
pub(super) struct FrameLine<'a> {
    pub file: &'a str,
    pub line: u32,
    pub function: Option<&'a str>,
}

const QUOTES: [char; 9] =
    ['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '\'', '\u{2018}', '\u{2019}'];

/// Reads `File "x", line 1, in f`, with `f` missing in the place of a `SyntaxError`, and `line 1 in f` as
/// faulthandler prints it.
pub(super) fn frame_line(line: &str) -> Option<FrameLine<'_>> {
    let line = &line[indent(line)..];
    // loguru marks the frame that caught the exception.
    let rest = line.strip_prefix("> ").unwrap_or(line).strip_prefix("File ")?.trim_start();
    let rest = rest.strip_prefix(QUOTES)?;
    let at = rest.find(", line ")?;
    // A file's name may hold the very words; the last ones are the frame's.
    let at = rest[at + 7..].rfind(", line ").map_or(at, |n| at + 7 + n);
    let file = rest[..at].trim_end();
    let file = file.strip_suffix(QUOTES)?.trim_matches(['\u{a0}', '\u{202f}']);
    let rest = &rest[at + 7..];
    let digits = digits(rest);
    let line = rest[digits.clone()].parse().ok()?;
    let rest = rest[digits.end..].trim_end();
    let function = rest.strip_prefix(',').unwrap_or(rest).trim_start().strip_prefix("in ").map(str::trim);
    if function.is_none() && !rest.is_empty() {
        return None;
    }
    Some(FrameLine { file, line, function })
}

/// The digits that a line begins with.
pub(super) fn digits(line: &str) -> Range<usize> {
    0..line.bytes().take_while(u8::is_ascii_digit).count()
}

/// True for a line of carets and tildes under a piece of source.
pub(super) fn is_carets(words: &str) -> bool {
    !words.is_empty() && words.bytes().all(|b| matches!(b, b'^' | b'~' | b' ')) && words.len() < 4096
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(line: &str) -> Option<&str> {
        exception_line(line).map(|e| e.class)
    }

    #[test]
    fn classes_keep_their_module() {
        assert_eq!(class("scen.badstr.<locals>.Bad: x"), Some("scen.badstr.<locals>.Bad"));
        assert_eq!(
            class("ray.exceptions.RayTaskError(ValueError): x"),
            Some("ray.exceptions.RayTaskError(ValueError)")
        );
        assert_eq!(class("NotImplementedError"), Some("NotImplementedError"));
        assert_eq!(class("mp.RemoteTraceback:"), Some("mp.RemoteTraceback"));
        assert_eq!(class("two words: x"), None);
        assert_eq!(class("http://x"), None);
        assert_eq!(class("3: x"), None);
        assert_eq!(class("a..b: x"), None);
    }

    #[test]
    fn a_level_is_no_class() {
        assert!(!raises("INFO: started"));
        assert!(raises("error: [Errno 111] refused"));
        assert!(!raises("done"));
    }

    #[test]
    fn frames_as_printed() {
        let f = frame_line("  File \"a, line 3.py\", line 12, in <module>");
        assert!(
            f.is_some_and(|f| f.file == "a, line 3.py" && f.line == 12 && f.function == Some("<module>"))
        );
        assert!(frame_line("File \u{201c}a.py\u{201d}, line 1").is_some_and(|f| f.function.is_none()));
        assert!(frame_line("  File \"a.py\", line 7 in f").is_some_and(|f| f.function == Some("f")));
        assert!(frame_line("  File \"a.py\", line x").is_none());
    }
}

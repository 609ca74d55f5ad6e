//! JSON, the same bytes everywhere.

use crate::report::Report;
use serde::Serialize;

/// Indented; ends with a line break.
pub fn pretty<T: Serialize>(value: &T) -> String {
    indented(&compact(value))
}

/// One line.
pub fn line<T: Serialize>(value: &T) -> String {
    compact(value) + "\n"
}

/// One line, with the path first where there is one.
pub fn line_with_path(report: &Report, path: Option<&str>) -> String {
    let report = compact(report);
    match path {
        None => report + "\n",
        Some(path) => format!("{{\"path\":{},{}\n", compact(&path), &report[1..]),
    }
}

fn compact<T: Serialize + ?Sized>(value: &T) -> String {
    // The report's types hold strings and numbers only; serialising them cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// Indents JSON that was written without a blank, two more for each level. A second formatter in `serde_json` would
/// instantiate every type's serialiser anew (20 kB of the module). O(n).
fn indented(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 3 / 2);
    let bytes = compact.as_bytes();
    let (mut level, mut from, mut at) = (0_usize, 0, 0);
    // Everything that is looked for is ASCII, so each cut lies between characters.
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = end_of_string(bytes, at),
            b'{' | b'[' if matches!(bytes.get(at), Some(b'}' | b']')) => at += 1,
            b'{' | b'[' => {
                level += 1;
                out.push_str(&compact[from..at]);
                from = at;
                break_line(&mut out, level);
            }
            b'}' | b']' => {
                level = level.saturating_sub(1);
                out.push_str(&compact[from..at - 1]);
                from = at - 1;
                break_line(&mut out, level);
            }
            b',' => {
                out.push_str(&compact[from..at]);
                from = at;
                break_line(&mut out, level);
            }
            b':' => {
                out.push_str(&compact[from..at]);
                from = at;
                out.push(' ');
            }
            _ => {}
        }
    }
    out.push_str(&compact[from..]);
    out.push('\n');
    out
}

/// Behind the quote that closes a string which is open at `at`.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(i) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += i + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at = (at + 1).min(bytes.len());
    }
    bytes.len()
}

fn break_line(out: &mut String, level: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", level));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn indented_as_everybody_indents() -> Result<(), serde_json::Error> {
        let values = [
            json!({"a": [], "b": {}, "c": [1, [2, "x, {y}: \"z\" \\"], null], "d\\\"": {"e": [{"f": true}]}}),
            json!("a \\\" b"),
            json!([[], {}, "\u{1}\n"]),
            Value::Null,
        ];
        for value in values {
            assert_eq!(pretty(&value), serde_json::to_string_pretty(&value)? + "\n");
        }
        Ok(())
    }
}

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
    let (mut level, mut quoted, mut escaped) = (0_usize, false, false);
    let mut chars = compact.chars().peekable();
    while let Some(c) = chars.next() {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            out.push(c);
            continue;
        }
        match c {
            '{' | '[' => {
                out.push(c);
                if let Some(close) = chars.next_if(|n| matches!(n, '}' | ']')) {
                    out.push(close);
                } else {
                    level += 1;
                    break_line(&mut out, level);
                }
            }
            '}' | ']' => {
                level = level.saturating_sub(1);
                break_line(&mut out, level);
                out.push(c);
            }
            ',' => {
                out.push(c);
                break_line(&mut out, level);
            }
            ':' => out.push_str(": "),
            _ => {
                quoted = c == '"';
                out.push(c);
            }
        }
    }
    out.push('\n');
    out
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

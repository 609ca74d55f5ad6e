//! Tracebacks in quoted strings: JSON, JSON lines, `repr`, YAML, logfmt, source code.

use super::look::{self, Line};
use super::values::{self, Value};
use super::{Mapped, escapes};
use memchr::memmem;
use std::ops::Range;

/// So often is one record packed into a string of another.
const LEVELS: usize = 4;

/// Takes the strings that hold tracebacks apart; else unescapes lines that are escaped without quotes. O(n).
pub fn unpack(text: &Mapped) -> Option<Mapped> {
    let score = look::score(text.as_str());
    let mut bare = level(text)?;
    for _ in 1..LEVELS {
        if look::score(bare.as_str()) > score {
            break;
        }
        let Some(next) = level(&bare) else { break };
        bare = next;
    }
    Some(bare)
}

fn level(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let escaped = ["\\n", "\\\"", "\"Traceback (", "\"  File ", "'Traceback (", "\\u0022", "\"E   "];
    if !escaped.iter().any(|e| memmem::find(all.as_bytes(), e.as_bytes()).is_some()) {
        return None;
    }
    let own = own_words(text);
    let mut scan = Scan { all, own: &own, values: Vec::new(), stack: Vec::new() };
    scan.run();
    let values = std::mem::take(&mut scan.values);
    values::unpack(text, &values, escapes::unescape).or_else(|| lines(text, &own))
}

/// Lines whose strings are words of a traceback's own: code and messages.
fn own_words(text: &Mapped) -> Vec<Range<usize>> {
    look::kinds(text)
        .filter(|(_, k)| matches!(k, Line::Source | Line::Raised | Line::Frame))
        .map(|(r, _)| r)
        .collect()
}

/// Unescapes lines in which frames are quoted by escaped quotes.
fn lines(text: &Mapped, own: &[Range<usize>]) -> Option<Mapped> {
    let all = text.as_str();
    let mut out = Mapped::default();
    let mut kept = 0;
    for range in text.lines() {
        let line = &all.as_bytes()[range.clone()];
        let escaped = memmem::find(line, b"File \\\"").or_else(|| memmem::find(line, b"File \\'"));
        if escaped.is_none() || own.binary_search_by_key(&range.start, |r| r.start).is_ok() {
            continue;
        }
        out.push_part(text, kept..range.start);
        escapes::unescape(text, range.clone(), &mut out);
        kept = range.end;
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

struct Scan<'a> {
    all: &'a str,
    /// Where no string is looked for; in order.
    own: &'a [Range<usize>],
    values: Vec<Value>,
    stack: Vec<Open>,
}

/// An open bracket: its place, and how many commas came since.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    array: bool,
    index: usize,
}

/// Deeper nesting tells nothing about fields.
const DEPTH: usize = 64;

impl Scan<'_> {
    fn run(&mut self) {
        let bytes = self.all.as_bytes();
        let mut at = 0;
        let mut own = 0;
        while let Some(&b) = bytes.get(at) {
            while self.own.get(own).is_some_and(|r| r.end < at) {
                own += 1;
            }
            if let Some(skip) = self.own.get(own).filter(|r| r.start <= at) {
                at = skip.end + 1;
                continue;
            }
            match b {
                b'[' | b'{' | b'(' if self.stack.len() < DEPTH => {
                    self.stack.push(Open { at, array: b != b'{', index: 0 });
                }
                b']' | b'}' | b')' => drop(self.stack.pop()),
                b',' => {
                    if let Some(top) = self.stack.last_mut() {
                        top.index += 1;
                    }
                }
                b'"' | b'\'' => {
                    if let Some(end) = self.string(at) {
                        let field = self.field(at);
                        self.values.push(Value { range: at + 1..end, field });
                        at = end;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The end of the string that begins at `at`, if one does.
    fn string(&self, at: usize) -> Option<usize> {
        let bytes = self.all.as_bytes();
        let quote = bytes[at];
        let before = bytes[..at]
            .iter()
            .rev()
            .copied()
            .find(|b| !matches!(b, b'b' | b'u' | b'r' | b'f' | b'$'))
            .unwrap_or(b' ');
        if before == b'\\' || (quote == b'\'' && before.is_ascii_alphanumeric()) {
            return None;
        }
        let mut i = at + 1;
        loop {
            i += memchr::memchr3(quote, b'\\', b'\n', bytes.get(i..)?)?;
            match bytes[i] {
                b'\\' => i += 2,
                b'\n' => return None,
                _ => return Some(i),
            }
        }
    }

    /// What is the same for the strings of one field: its name, else its array, or the column in an array of arrays.
    fn field(&self, at: usize) -> u64 {
        let before = self.all[..at].trim_end_matches(['b', 'u', 'r', 'f', '$']).trim_end_matches([' ', '\t']);
        if let Some(name) = before.strip_suffix([':', '=']) {
            let name = name.trim_end_matches([' ', '\t']);
            let name = match self.values.last() {
                Some(last) if last.range.end + 1 == name.len() => &self.all[last.range.clone()],
                _ => {
                    let rest =
                        name.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
                    &name[rest.len()..]
                }
            };
            return name.bytes().fold(7, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)) | 1;
        }
        let Some((top, outer)) = self.stack.split_last() else { return 0 };
        let columns = outer.last().filter(|o| o.array && top.array);
        (columns.map_or(top.at as u64, |o| (o.at as u64) << 8 | (top.index as u64 & 0x7f) | 0x80) + 1) << 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f('k')\nKeyError: 'k'\n";

    fn unpacked(s: &str) -> String {
        level(&Mapped::identity(s)).map(|m| m.as_str().to_owned()).unwrap_or_default()
    }

    fn json(s: &str) -> String {
        s.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
    }

    #[test]
    fn a_record_gives_its_traceback_after_its_rest() {
        let record = format!("{{\"level\": \"error\", \"exc\": \"{}\"}}", json(BARE));
        assert_eq!(unpacked(&record), format!("{{\"level\": \"error\", \"exc\": \"\"}}\n{BARE}"));
        let twice = format!("{{\"log\": \"{}\"}}", json(&record));
        assert_eq!(unpacked(&twice), format!("{{\"log\": \"\"}}\n{record}\n"));
    }

    #[test]
    fn lines_as_records() {
        let records: Vec<String> = BARE
            .lines()
            .enumerate()
            .map(|(i, l)| format!("{{\"log\":\"{}\\n\",\"time\":\"{i}\"}}", json(l)))
            .collect();
        let out = unpacked(&records.join("\n"));
        assert!(out.ends_with(BARE), "{out}");
        let values: Vec<String> =
            BARE.lines().map(|l| format!("[\"17{}\",\"{}\"]", l.len(), json(l))).collect();
        let out = unpacked(&format!("{{\"values\":[{}]}}", values.join(",")));
        assert!(out.ends_with(BARE), "{out}");
    }

    #[test]
    fn a_list_of_strings() {
        let items: Vec<String> = BARE.lines().map(|l| format!("'{}\\n'", l.replace('\'', "\\'"))).collect();
        assert_eq!(unpacked(&format!("[{}]", items.join(", "))), BARE);
    }

    #[test]
    fn strings_in_code_stay() {
        let own = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x(\"Traceback (most recent call last):\\n  File \\\"b\\\"\")\nKeyError: 'Traceback (most recent call last):\\n  File \"b\"'\n";
        assert_eq!(unpacked(own), "");
    }
}

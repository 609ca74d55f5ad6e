//! Tracebacks in quoted fields of comma, semicolon or tab separated values: quotes are doubled.

use super::values::{self, Value};
use super::{Mapped, look};
use memchr::memmem;
use std::ops::Range;

/// Takes the fields that hold tracebacks apart. O(n).
pub fn unpack(text: &Mapped) -> Option<Mapped> {
    let bytes = text.as_str().as_bytes();
    let quoted = |d: u8| {
        let first = bytes.first() == Some(&b'"') && memmem::find(bytes, &[b'"', d]).is_some();
        first || memmem::find(bytes, &[d, b'"']).is_some()
    };
    let own = |f: &[Value]| f.iter().any(|v| bytes.get(v.range.start.wrapping_sub(1)) == Some(&b'"'));
    let score = look::score(text.as_str());
    [b',', b';', b'\t'].into_iter().filter(|&d| quoted(d)).find_map(|d| {
        let fields = fields(text.as_str(), d);
        let bare = own(&fields).then(|| values::unpack(text, &fields, undouble)).flatten()?;
        (look::score(bare.as_str()) > score).then_some(bare)
    })
}

/// All fields; those of one column are one field of the records.
fn fields(all: &str, delimiter: u8) -> Vec<Value> {
    let bytes = all.as_bytes();
    let mut values = Vec::new();
    let mut at = 0;
    let mut column = 1;
    while at < bytes.len() {
        let closed = (bytes[at] == b'"').then(|| closing(bytes, at + 1));
        // What goes on behind a closing quote is no field of a table.
        let quoted = closed.filter(|&end| bytes.get(end + 1).is_none_or(|b| *b == delimiter || *b == b'\n'));
        let range = quoted.map_or_else(|| at..plain_end(bytes, at, delimiter), |end| at + 1..end);
        let end = quoted.map_or(range.end, |end| (end + 1).min(bytes.len()));
        values.push(Value { range, field: column });
        column = if bytes.get(end) == Some(&delimiter) { column + 1 } else { 1 };
        at = end + 1;
    }
    values
}

/// The quote that ends a field: one that is not doubled.
fn closing(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(n) = memchr::memchr(b'"', &bytes[at..]) {
        at += n;
        if bytes.get(at + 1) != Some(&b'"') {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

fn plain_end(bytes: &[u8], from: usize, delimiter: u8) -> usize {
    memchr::memchr2(delimiter, b'\n', &bytes[from..]).map_or(bytes.len(), |n| from + n)
}

fn undouble(text: &Mapped, range: Range<usize>, out: &mut Mapped) {
    let all = &text.as_str()[..range.end];
    let mut kept = range.start;
    while let Some(at) = memmem::find(&all.as_bytes()[kept..], b"\"\"").map(|n| kept + n) {
        out.push_part(text, kept..at + 1);
        kept = at + 2;
    }
    out.push_part(text, kept..range.end);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f(1, 2)\nKeyError: 'k'\n";

    fn unpacked(s: &str) -> String {
        unpack(&Mapped::identity(s)).map(|m| m.as_str().to_owned()).unwrap_or_default()
    }

    #[test]
    fn a_field_over_several_lines() {
        for d in [',', ';', '\t'] {
            let text = format!("ts{d}msg\n2026{d}\"{}\"{d}1\n2027{d}ok{d}2\n", BARE.replace('"', "\"\""));
            assert_eq!(unpacked(&text), format!("ts{d}msg\n2026{d}\"\"{d}1\n{BARE}\u{1e}\n2027{d}ok{d}2\n"));
        }
    }

    #[test]
    fn a_row_for_every_line() {
        let quote = |l: &str| {
            if l.contains([',', '"']) { format!("\"{}\"", l.replace('"', "\"\"")) } else { l.to_owned() }
        };
        let rows: Vec<String> = BARE.lines().map(|l| format!("2026,{}\n", quote(l))).collect();
        assert!(unpacked(&rows.concat()).ends_with(BARE), "{}", unpacked(&rows.concat()));
    }
}

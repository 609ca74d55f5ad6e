//! Tracebacks inside the values of a record: found by a file that knows the format, put out here.

use super::{BREAK, Mapped, look};
use memchr::memmem;
use std::collections::HashMap;
use std::ops::Range;

/// A value in a record.
pub struct Value {
    /// Its bytes, quotes left out.
    pub range: Range<usize>,
    /// What is the same for the values of one field.
    pub field: u64,
}

/// What a field's values are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Field {
    /// Some value is a part of a traceback: all of them together are the text.
    pieces: bool,
    values: usize,
    /// How many values bring their line end along.
    ended: usize,
}

/// Adds a value to a text, its escapes taken off.
pub type Unescape = fn(&Mapped, Range<usize>, &mut Mapped);

/// Puts the values that hold tracebacks out as lines, each record's rest before them. `values` are in order. O(n).
pub fn unpack(text: &Mapped, values: &[Value], unescape: Unescape) -> Option<Mapped> {
    let all = text.as_str();
    let kinds: Vec<Kind> = values.iter().map(|v| kind(text, &v.range, unescape)).collect();
    let mut fields: HashMap<u64, Field> = HashMap::new();
    for (value, kind) in values.iter().zip(&kinds) {
        let words = &all[value.range.clone()];
        let field = fields.entry(value.field).or_default();
        field.values += 1;
        field.ended += usize::from(words.ends_with("\\n") || words.ends_with('\n'));
        field.pieces |= *kind == Kind::Piece;
    }
    let wanted = |v: &Value, k: Kind| k == Kind::Whole || fields.get(&v.field).is_some_and(|f| f.pieces);
    let mut values = values.iter().zip(kinds).filter(|&(v, k)| wanted(v, k)).peekable();
    values.peek()?;
    let mut region =
        Region { text, out: Mapped::default(), rest: Mapped::default(), found: Mapped::default(), last: 0 };
    let mut start = 0;
    while start <= all.len() {
        let mut end = line_end(all, start);
        let mut kept = start;
        let mut rest = Mapped::default();
        let mut any = false;
        while let Some((value, kind)) = values.next_if(|(v, _)| v.range.start <= end) {
            any = true;
            if value.range.end > end {
                end = line_end(all, value.range.end);
            }
            rest.push_part(text, kept..value.range.start);
            kept = value.range.end;
            let field = fields.get(&value.field).copied().unwrap_or_default();
            if kind == Kind::Whole {
                region.whole(value.range.clone(), unescape);
            } else {
                region.piece(value.range.clone(), unescape, field.ended * 2 > field.values);
            }
        }
        rest.push_part(text, kept..end);
        let between = structure(&all[start..end]) && !region.found.as_str().is_empty();
        if any || between {
            region.rest(&rest);
        } else {
            region.line(start..end);
        }
        start = end + 1;
    }
    region.flush();
    Some(region.out)
}

fn line_end(all: &str, from: usize) -> usize {
    memchr::memchr(b'\n', &all.as_bytes()[from..]).map_or(all.len(), |n| from + n)
}

/// What a value holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Words,
    /// A line or two of a traceback.
    Piece,
    /// A traceback, or the most of one.
    Whole,
}

fn kind(text: &Mapped, range: &Range<usize>, unescape: Unescape) -> Kind {
    let words = &text.as_str()[range.clone()];
    let hints = ["raceback", "File ", ".py:"];
    if !hints.iter().any(|h| memmem::find(words.as_bytes(), h.as_bytes()).is_some()) {
        return Kind::Words;
    }
    let mut bare = Mapped::default();
    unescape(text, range.clone(), &mut bare);
    let lines = bare.lines().take(3).count();
    match look::score(bare.as_str()) {
        12.. if lines > 2 => Kind::Whole,
        0 => packed(words),
        _ => Kind::Piece,
    }
}

/// A record within a record shows no lines yet.
fn packed(words: &str) -> Kind {
    let is = memmem::find(words.as_bytes(), b"(most recent call last)").is_some()
        && memmem::find(words.as_bytes(), b"File ").is_some();
    if is { Kind::Whole } else { Kind::Words }
}

/// True for a line that only holds a record together.
fn structure(line: &str) -> bool {
    let words = line.trim();
    words.is_empty() || words.starts_with(['{', '}', '[', ']', '"', ','])
}

/// Lines that belong to records which follow on one another.
struct Region<'a> {
    text: &'a Mapped,
    out: Mapped,
    /// What the records hold beside the values.
    rest: Mapped,
    found: Mapped,
    /// Where the last whole traceback of this record begins in it.
    last: usize,
}

impl Region<'_> {
    fn whole(&mut self, range: Range<usize>, unescape: Unescape) {
        let place = range.start..range.start;
        let mut value = Mapped::default();
        unescape(self.text, range, &mut value);
        // One record often says the same twice.
        let last = &self.found.as_str()[self.last..];
        if memmem::find(last.as_bytes(), value.as_str().trim().as_bytes()).is_some() {
            return;
        }
        self.apart(place.clone());
        self.last = self.found.as_str().len();
        self.found.push_part(&value, 0..value.as_str().len());
        end_line(&mut self.found, self.text, place);
    }

    fn piece(&mut self, range: Range<usize>, unescape: Unescape, ended: bool) {
        let place = range.end..range.end;
        unescape(self.text, range, &mut self.found);
        if !ended {
            self.found.push_instead("\n", self.text, place);
        }
    }

    fn rest(&mut self, line: &Mapped) {
        if line.as_str().contains(|c: char| c.is_alphanumeric()) {
            self.rest.push_part(line, 0..line.as_str().len());
            self.rest.push_for("\n", line.source(line.as_str().len()..line.as_str().len()));
        }
        self.last = self.found.as_str().len();
    }

    fn line(&mut self, range: Range<usize>) {
        let found = !self.found.as_str().is_empty();
        if found {
            end_line(&mut self.found, self.text, range.start..range.start);
        }
        self.flush();
        if found && !self.text.as_str()[range.clone()].trim().is_empty() {
            self.out.push_instead(BREAK, self.text, range.start..range.start);
            self.out.push_instead("\n", self.text, range.start..range.start);
        }
        let end = self.text.as_str().len().min(range.end + 1);
        self.out.push_part(self.text, range.start..end);
    }

    fn apart(&mut self, place: Range<usize>) {
        if !self.found.as_str().is_empty() {
            end_line(&mut self.found, self.text, place.clone());
            self.found.push_instead(BREAK, self.text, place.clone());
            self.found.push_instead("\n", self.text, place);
        }
    }

    fn flush(&mut self) {
        for part in [std::mem::take(&mut self.rest), std::mem::take(&mut self.found)] {
            self.out.push_part(&part, 0..part.as_str().len());
        }
        self.last = 0;
    }
}

fn end_line(out: &mut Mapped, text: &Mapped, place: Range<usize>) {
    if !out.as_str().ends_with('\n') {
        out.push_instead("\n", text, place);
    }
}

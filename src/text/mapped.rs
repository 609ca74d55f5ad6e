//! A text made of pieces of another, which knows where each byte comes from.

use std::ops::Range;

/// Text that was cut, joined or unescaped out of the decoded input.
///
/// Inside a run, byte `run.at + k` of this text stands at byte `run.from + k` of the input; bytes that were put in
/// (a joining newline, an unescaped character) are a run of their own that points at what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapped {
    text: String,
    runs: Vec<Run>,
}

/// Three words of four bytes: a text of 16 MiB that is all escapes has millions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    at: u32,
    from: u32,
    /// `COPIED` where each byte has its own place; else all bytes stand for the `len` bytes from `from` on.
    len: u32,
}

const COPIED: u32 = u32::MAX;

impl Run {
    fn at(self) -> usize {
        self.at as usize
    }
    fn from(self) -> usize {
        self.from as usize
    }
    fn copied(self) -> bool {
        self.len == COPIED
    }
}

impl Mapped {
    /// A text that is its own source.
    pub fn identity(text: &str) -> Self {
        let mut all = Self::default();
        all.push_copied(text, 0);
        all
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds text that stands in the input at byte `from`, byte for byte.
    pub fn push_copied(&mut self, text: &str, from: usize) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        let goes_on = self.runs.last().is_some_and(|r| r.copied() && r.from() + (at - r.at()) == from);
        if !goes_on {
            self.runs.push(Run { at: offset(at), from: offset(from), len: COPIED });
        }
        self.text.push_str(text);
    }

    /// Adds text that the input does not have as such; it stands for the place `from`.
    pub fn push_made(&mut self, text: &str, from: usize) {
        self.push_for(text, from..from);
    }

    /// Adds text that stands for other bytes of the input: a character for its escape.
    pub fn push_for(&mut self, text: &str, from: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let len = offset(from.len()).min(COPIED - 1);
        self.runs.push(Run { at: offset(self.text.len()), from: offset(from.start), len });
        self.text.push_str(text);
    }

    /// Adds text that stands for a part of another mapped text.
    pub fn push_instead(&mut self, text: &str, other: &Self, range: Range<usize>) {
        self.push_for(text, other.source(range));
    }

    /// The lines, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', self.text.as_bytes()).chain([self.text.len()]);
        ends.map(move |end| std::mem::replace(&mut start, end + 1)..end)
    }

    /// Adds a part of another mapped text. `range` lies on character borders. O(runs in the part + log runs).
    pub fn push_part(&mut self, other: &Self, range: Range<usize>) {
        let mut start = range.start;
        let first = other.run_at(start);
        for (i, run) in other.runs.iter().enumerate().skip(first) {
            if start >= range.end {
                break;
            }
            let end = other.runs.get(i + 1).map_or(other.text.len(), |r| r.at()).min(range.end);
            let piece = &other.text[start..end];
            if run.copied() {
                self.push_copied(piece, run.from() + (start - run.at()));
            } else {
                self.push_for(piece, run.from()..run.from() + run.len as usize);
            }
            start = end;
        }
    }

    /// A part as a text of its own.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        part.push_part(self, range);
        part
    }

    /// Where a part stands in the decoded input, in bytes: from its first byte's place to after its last one's.
    /// O(log runs).
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        if self.text.is_empty() {
            return 0..0;
        }
        if range.start >= self.text.len() {
            let end = self.place(self.text.len() - 1).end;
            return end..end;
        }
        let start = self.place(range.start).start;
        if range.is_empty() {
            return start..start;
        }
        let end = self.place(range.end.min(self.text.len()) - 1).end;
        start..end.max(start)
    }

    /// The place of one byte.
    fn place(&self, byte: usize) -> Range<usize> {
        let run = self.runs[self.run_at(byte)];
        if run.copied() {
            let place = run.from() + (byte - run.at());
            place..place + 1
        } else {
            run.from()..run.from() + run.len as usize
        }
    }

    fn run_at(&self, byte: usize) -> usize {
        self.runs.partition_point(|r| r.at() <= byte).saturating_sub(1)
    }
}

/// Texts are bounded far below 4 GiB (`WINDOW` at the door), so nothing is cut here.
fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_place() {
        let input = "## abc\n## def";
        let whole = Mapped::identity(input);
        let mut clean = Mapped::default();
        clean.push_part(&whole, 3..7);
        clean.push_part(&whole, 10..13);
        assert_eq!(clean.as_str(), "abc\ndef");
        assert_eq!(clean.source(1..6), 4..12);
        let inner = clean.part(2..5);
        assert_eq!(inner.as_str(), "c\nd");
        assert_eq!(inner.source(2..3), 10..11);
    }

    #[test]
    fn made_text_points_at_what_it_stands_for() {
        let mut m = Mapped::default();
        m.push_copied("a", 5);
        m.push_made("\n", 6);
        m.push_copied("b", 8);
        assert_eq!(m.source(0..3), 5..9);
        assert_eq!(m.source(1..2), 6..6);
        m.push_for("\"", 9..15);
        assert_eq!(m.source(2..4), 8..15);
        assert_eq!(m.source(4..4), 15..15);
    }

    #[test]
    fn lines_have_no_ends() {
        let m = Mapped::identity("a\n\nbc");
        assert_eq!(m.lines().collect::<Vec<_>>(), [0..1, 2..2, 3..5]);
        assert_eq!(Mapped::default().lines().count(), 1);
    }
}

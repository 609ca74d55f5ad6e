//! A text as lines. A layout that frames its lines (gutters, boxes) is read as a page of what is inside.

use crate::text::{BREAK, Mapped};
use std::ops::Range;

/// One line's bytes in the clean text, line end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    start: u32,
    end: u32,
}

impl Line {
    /// Texts are far below 4 GiB (`WINDOW` at the door); beyond it a line is empty, not wrong.
    pub fn new(range: Range<usize>) -> Self {
        let start = u32::try_from(range.start).unwrap_or(u32::MAX);
        Self { start, end: u32::try_from(range.end).unwrap_or(start) }
    }

    pub fn start(self) -> usize {
        self.start as usize
    }

    pub fn end(self) -> usize {
        self.end as usize
    }
}

/// Lines of a clean text: all of them, or those of one frame with the frame taken off.
pub(super) struct Page<'a> {
    pub clean: &'a Mapped,
    lines: Vec<Line>,
    /// How many frames this page is inside of.
    pub depth: u8,
}

/// So many empty lines in a row are kept; no layout has more, and a text of nothing else stays small.
const BLANKS: usize = 64;

impl<'a> Page<'a> {
    /// The whole text.
    pub fn new(clean: &'a Mapped) -> Self {
        let text = clean.as_str();
        let mut lines = Vec::with_capacity(text.len() / 40 + 1);
        let mut start = 0;
        let mut blanks = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
        for end in ends {
            blanks = if start == end { blanks + 1 } else { 0 };
            if blanks <= BLANKS {
                lines.push(Line::new(start..end));
            }
            start = end + 1;
        }
        Self { clean, lines, depth: 0 }
    }

    /// Lines out of a frame of this page.
    pub fn framed(&self, lines: Vec<Line>) -> Self {
        Self { clean: self.clean, lines, depth: self.depth.saturating_add(1) }
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn at(&self, i: usize) -> Line {
        self.lines
            .get(i)
            .copied()
            .unwrap_or_else(|| Line::new(self.clean.as_str().len()..self.clean.as_str().len()))
    }

    /// The line as it is; empty beyond the end.
    pub fn raw(&self, i: usize) -> &'a str {
        let line = self.at(i);
        self.clean.as_str().get(line.start()..line.end()).unwrap_or_default()
    }

    /// The line without blanks at its end.
    pub fn line(&self, i: usize) -> &'a str {
        self.raw(i).trim_end()
    }

    /// The line without blanks at either end.
    pub fn words(&self, i: usize) -> &'a str {
        self.raw(i).trim()
    }

    pub fn is_blank(&self, i: usize) -> bool {
        self.words(i).is_empty()
    }

    /// True for the line that the cleaning puts where one thing ends and another begins.
    pub fn is_break(&self, i: usize) -> bool {
        self.raw(i) == BREAK
    }

    /// How many blanks the line begins with.
    pub fn indent(&self, i: usize) -> usize {
        indent(self.raw(i))
    }

    /// The first line from `i` on that is not blank; the end where there is none.
    pub fn skip_blank(&self, mut i: usize) -> usize {
        while i < self.len() && self.is_blank(i) {
            i += 1;
        }
        i
    }

    /// The byte range from one line's start to another's end.
    pub fn span(&self, lines: Range<usize>) -> Range<usize> {
        let last = self.at(lines.end.max(lines.start + 1) - 1);
        self.at(lines.start).start()..last.end().max(self.at(lines.start).start())
    }

    /// A text of several lines: the first from byte `from` on, the others without their first `off` blanks.
    /// Blank lines at the end are left out.
    pub fn text(&self, from: usize, mut lines: Range<usize>, off: usize) -> Mapped {
        while lines.end > lines.start + 1 && self.is_blank(lines.end - 1) {
            lines.end -= 1;
        }
        let mut text = Mapped::default();
        let mut piece = from..self.at(lines.start).end();
        for i in lines.start + 1..lines.end {
            let line = self.at(i);
            let cut = self.indent(i).min(off);
            if cut == 0 && line.start() == piece.end + 1 {
                piece.end = line.end();
                continue;
            }
            self.put(&mut text, piece.clone());
            text.push_made("\n", self.clean.source(piece.end..piece.end).start);
            piece = line.start() + cut..line.end();
        }
        self.put(&mut text, piece);
        text
    }

    fn put(&self, text: &mut Mapped, range: Range<usize>) {
        if self.clean.as_str().get(range.clone()).is_some() {
            text.push_part(self.clean, range);
        }
    }

    /// The byte offset in the clean text of a part of one of its lines.
    pub fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.clean.as_str().as_ptr() as usize)
    }
}

/// How many blanks a line begins with.
pub(super) fn indent(line: &str) -> usize {
    line.bytes().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_texts_know_their_place() {
        let clean = Mapped::identity("a: one\n  two\n\n  three \n\nrest");
        let page = Page::new(&clean);
        assert_eq!(page.len(), 6);
        assert_eq!(page.line(3), "  three");
        let text = page.text(3, 0..5, 2);
        assert_eq!(text.as_str(), "one\ntwo\n\nthree ");
        assert_eq!(text.source(0..3), 3..6);
        let three = text.as_str().find("three").unwrap_or(0);
        assert_eq!(text.source(three..three + 5), 16..21);
    }

    #[test]
    fn a_text_of_line_ends_stays_small() {
        let clean = Mapped::identity(&"\n".repeat(5000));
        assert_eq!(Page::new(&clean).len(), BLANKS);
    }
}

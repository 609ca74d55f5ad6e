//! The lines behind a prefix, writer by writer.

use super::super::sorted::{sorted, sorted_by_key};
use super::Shape;
use crate::text::{BREAK, Mapped, look};
use std::collections::HashMap;
use std::ops::Range;

/// One line: its bytes, and whose it is.
struct Line {
    range: Range<usize>,
    /// Length of the prefix, and the writer; none where the line does not have the shape.
    of: Option<(usize, usize)>,
}

/// Takes a prefix off the lines of those writers that print tracebacks, and puts each one's lines together where
/// several write at once. None where the shape is no regularity.
pub fn take_apart(text: &Mapped, shape: &Shape) -> Option<Mapped> {
    let (lines, writers) = read(text, shape)?;
    let mut sorter = Sorter {
        text,
        out: Mapped::default(),
        begun: false,
        last: Last::Start,
        waiting: Vec::new(),
        foreign: Vec::new(),
        open: vec![false; writers],
        opened: 0,
        chained: false,
        mixed: false,
    };
    for line in &lines {
        sorter.line(line);
    }
    sorter.flush();
    Some(sorter.out)
}

/// Every line's writer, and how many there are. A writer without a header or frame to show counts as none.
fn read(text: &Mapped, shape: &Shape) -> Option<(Vec<Line>, usize)> {
    let all = text.as_str();
    let ranges: Vec<Range<usize>> = text.lines().collect();
    let hits: Vec<_> = ranges.iter().map(|r| shape.read(&all[r.clone()])).collect();
    let tell = telling(&hits);
    let mut writers: HashMap<(u64, u64), usize> = HashMap::new();
    let mut shows: Vec<bool> = Vec::new();
    let mut lines = Vec::with_capacity(ranges.len());
    let mut hit_count = 0;
    for (range, hit) in ranges.into_iter().zip(&hits) {
        let of = hit.as_ref().map(|hit| {
            let numbers = hit.numbers.iter().enumerate().filter(|&(i, _)| tell.get(i) == Some(&true));
            let key =
                (hit.words, numbers.fold(0, |h: u64, (_, &n)| h.wrapping_mul(0x0100_0000_01b3) ^ (n + 1)));
            let next = writers.len();
            let writer = *writers.entry(key).or_insert(next);
            if writer == shows.len() {
                shows.push(false);
            }
            shows[writer] |= look::begins_traceback(&all[range.start + hit.len..range.end]);
            hit_count += 1;
            (hit.len, writer)
        });
        lines.push(Line { range, of });
    }
    if hit_count < 2 || !shows.contains(&true) {
        return None;
    }
    for line in &mut lines {
        line.of = line.of.filter(|o| shows[o.1]);
    }
    Some((lines, shows.len()))
}

/// Which numbers tell writers apart: those that come back to few values. Counters and clocks only grow.
fn telling(hits: &[Option<super::shape::Hit>]) -> Vec<bool> {
    let columns = hits.iter().flatten().map(|h| h.numbers.len()).max().unwrap_or(0);
    let column = |i: usize| {
        let mut values: Vec<u64> = hits.iter().flatten().filter_map(|h| h.numbers.get(i).copied()).collect();
        let lines = values.len();
        if values.is_sorted() {
            return false;
        }
        values = sorted(values);
        values.dedup();
        values.len() * 2 <= lines
    };
    (0..columns).map(column).collect()
}

/// Puts lines out in order, but those of one traceback together.
struct Sorter<'a> {
    text: &'a Mapped,
    out: Mapped,
    begun: bool,
    last: Last,
    /// Lines of writers that are not put out yet.
    waiting: Vec<(Range<usize>, usize)>,
    /// Lines of nobody that came while a traceback was being written.
    foreign: Vec<Range<usize>>,
    /// Who is in the middle of a traceback.
    open: Vec<bool>,
    opened: usize,
    /// What was written last says that more belongs to it.
    chained: bool,
    /// Somebody wrote while another was in the middle of a traceback.
    mixed: bool,
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Last {
    Start,
    Foreign,
    Of(usize),
}

/// So long does a line of nobody wait for a traceback's end.
const PATIENCE: usize = 200;

impl Sorter<'_> {
    fn line(&mut self, line: &Line) {
        let Some((prefix, writer)) = line.of else {
            let blank = self.text.as_str()[line.range.clone()].trim().is_empty();
            match (self.opened > 0, self.waiting.last()) {
                (_, Some(&(_, writer))) if blank => self.waiting.push((line.range.clone(), writer)),
                (true, _) if self.foreign.len() < PATIENCE => self.foreign.push(line.range.clone()),
                _ => {
                    self.flush();
                    self.foreign.push(line.range.clone());
                    self.flush();
                }
            }
            return;
        };
        let range = line.range.start + prefix..line.range.end;
        let words = &self.text.as_str()[range.clone()];
        let header = look::is_header(words);
        let any = self.opened > 0;
        if !words.trim().is_empty() && !header {
            self.chained = look::SENTENCES.contains(&words.trim());
        }
        if header && !any && !self.mixed && !self.chained {
            self.flush();
        }
        self.mixed |= any && self.waiting.last().is_some_and(|w| w.1 != writer);
        let before = self.open[writer];
        self.open[writer] = header || before && (words.is_empty() || !look::ends_traceback(words));
        self.opened = self.opened + usize::from(self.open[writer]) - usize::from(before);
        self.waiting.push((range, writer));
    }

    fn flush(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        if self.mixed {
            // By who wrote first.
            let mut first = vec![usize::MAX; self.open.len()];
            for (i, (_, writer)) in waiting.iter().enumerate() {
                first[*writer] = first[*writer].min(i);
            }
            waiting = sorted_by_key(waiting, |(_, writer)| first[*writer]);
        }
        for (range, writer) in waiting {
            self.put(range, Last::Of(writer));
        }
        for range in std::mem::take(&mut self.foreign) {
            self.put(range, Last::Foreign);
        }
        if self.opened > 0 {
            self.open.fill(false);
            self.opened = 0;
        }
        self.mixed = false;
    }

    fn put(&mut self, range: Range<usize>, who: Last) {
        let blank = who == Last::Foreign && self.text.as_str()[range.clone()].trim().is_empty();
        if self.begun {
            // The line end before the line, wherever it was put.
            if self.last != who && self.last != Last::Start && !blank {
                self.out.push_instead(&format!("\n{BREAK}"), self.text, range.start..range.start);
            }
            self.end_line(range.start);
        }
        self.out.push_part(self.text, range);
        self.begun = true;
        if !blank {
            self.last = who;
        }
    }

    fn end_line(&mut self, next: usize) {
        let all = self.text.as_str();
        match memchr::memrchr(b'\n', &all.as_bytes()[..next]) {
            Some(at) => self.out.push_part(self.text, at..at + 1),
            None => self.out.push_instead("\n", self.text, next..next),
        }
    }
}

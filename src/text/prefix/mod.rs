//! Something before every line: a time stamp, a level, a process, a quote, a comment, a line number. Found by its
//! regularity alone; no producer is known by name.

mod shape;
mod streams;

use super::{Mapped, look};
use memchr::memmem;
use shape::Shape;

/// So many shapes are tried; more would be no regularity.
const CANDIDATES: usize = 6;

/// Takes the prefix off whose going makes most of the text. Lines of several writers come out one after another.
/// O(n).
pub fn strip(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let mut best: Option<(usize, Mapped)> = None;
    for shape in candidates(all) {
        let Some(bare) = streams::take_apart(text, &shape) else { continue };
        let score = look::score(bare.as_str());
        if best.as_ref().is_none_or(|b| score > b.0) {
            best = Some((score, bare));
        }
    }
    best.map(|b| b.1)
}

/// What stands before headers and frames, the commonest first; then what all lines share.
fn candidates(all: &str) -> Vec<Shape> {
    let mut found: Vec<(usize, Shape)> = Vec::new();
    for (line, at) in anchors(all) {
        if at > 400 {
            continue;
        }
        let Some(shape) = Shape::of(&line[..at]) else { continue };
        if let Some(same) = found.iter_mut().find(|f| f.1 == shape) {
            same.0 += 1;
        } else if found.len() < 4 * CANDIDATES {
            found.push((1, shape));
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.0));
    found.truncate(CANDIDATES);
    let mut shapes: Vec<Shape> = found.into_iter().map(|f| f.1).collect();
    shapes.extend(shared(all).filter(|s| !shapes.contains(s)));
    shapes
}

/// Lines that hold a header or a frame, and where it begins.
fn anchors(all: &str) -> impl Iterator<Item = (&str, usize)> {
    let marks = memchr::memchr_iter(b'\n', all.as_bytes()).chain([all.len()]);
    let mut start = 0;
    marks.filter_map(move |end| {
        let line = &all[start..end];
        start = end + 1;
        let bytes = line.as_bytes();
        if let Some(at) = memmem::find(bytes, look::HEADER.as_bytes()) {
            return Some((line, line[..at].strip_suffix("  + Exception Group ").map_or(at, str::len)));
        }
        let at = memmem::find(bytes, b"  File \"")?;
        Some((line, at))
    })
}

/// What nearly all lines begin with. Layouts without headers of their own in front (pytest, rich) are found so.
fn shared(all: &str) -> Option<Shape> {
    let mut lines = all.lines().filter(|l| !l.trim().is_empty()).take(400);
    let first = lines.next()?;
    let cut = first.char_indices().nth(120).map_or(first.len(), |(i, _)| i);
    let mut shape =
        (0..=cut).rev().filter(|&i| first.is_char_boundary(i)).find_map(|i| Shape::of(&first[..i]))?;
    let mut odd = 0;
    let mut seen = 1;
    for line in lines {
        seen += 1;
        let less = shape.common(line);
        if less.is_empty() {
            odd += 1;
            if odd * 20 > seen + 40 {
                return None;
            }
        } else {
            shape = less;
        }
    }
    (seen > 2 && !shape.is_empty()).then_some(shape)
}

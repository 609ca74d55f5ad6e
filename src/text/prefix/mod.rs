//! Something before every line: a time stamp, a level, a process, a quote, a comment, a line number. Found by its
//! regularity alone; no producer is known by name.

mod shape;
mod streams;

use super::sorted::sorted_by_key;
use super::{Mapped, look};
use memchr::memmem;
pub use shape::Shape;

/// So many shapes are tried; more would be no regularity.
const CANDIDATES: usize = 6;

/// No prefix is longer.
const LONGEST: usize = 400;

/// So many lines show what they share.
const AROUND: usize = 12;

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

/// The shape that stands before the most headers and frames.
pub fn shape(all: &str) -> Option<Shape> {
    candidates(all).into_iter().next()
}

/// What stands before headers and frames, the commonest first; then what all lines share.
fn candidates(all: &str) -> Vec<Shape> {
    let mut found: Vec<(usize, Shape)> = Vec::new();
    let groups = look::has_groups(all);
    for (line, at) in anchors(all) {
        let Some(shape) = line.get(..at.min(LONGEST)).and_then(Shape::of) else { continue };
        let own = groups
            && line[..at].trim_end().ends_with('|')
            && !line[at..].trim_start().starts_with("+ Exception Group");
        if at >= LONGEST || own {
            continue;
        }
        if let Some(same) = found.iter_mut().find(|f| f.1 == shape) {
            same.0 += 1;
        } else if found.len() < 4 * CANDIDATES {
            found.push((1, shape));
        }
    }
    let mut found = sorted_by_key(found, |f| usize::MAX - f.0);
    found.truncate(CANDIDATES);
    let mut shapes: Vec<Shape> = found.into_iter().map(|f| f.1).collect();
    if shapes.is_empty() {
        shapes.extend(shared(all));
    }
    shapes
}

/// Lines that hold a header or a frame, and where it begins.
fn anchors(all: &str) -> Vec<(&str, usize)> {
    let bytes = all.as_bytes();
    let mut found = Vec::new();
    let mut line = |at: usize| {
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |n| n + 1);
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |n| at + n);
        found.push((&all[start..end], at - start));
        end
    };
    for words in [look::HEADER, "  File \""] {
        let mut from = 0;
        let finder = memmem::Finder::new(words);
        while let Some(at) = finder.find(&bytes[from..]).map(|n| from + n) {
            let group = all[..at].strip_suffix("  + Exception Group ").map_or(at, str::len);
            from = line(group);
        }
    }
    found
}

/// What a line with the mark of another layout (pytest's places, rich's and `IPython`'s header) shares with those
/// around it.
fn shared(all: &str) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for mark in [".py:", "raceback (most", "E   "] {
        for at in memmem::find_iter(all.as_bytes(), mark.as_bytes()).take(3) {
            let start = memchr::memrchr(b'\n', &all.as_bytes()[..at]).map_or(0, |n| n + 1);
            let around = || all[start..].lines().filter(|l| !l.trim().is_empty()).take(AROUND);
            let shape = around().skip(1).fold(Shape::start(&all[start..]), |s, l| s.common(l));
            let shape = shape.with_tail(around());
            if !shape.is_empty() && !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
    }
    shapes.truncate(CANDIDATES);
    shapes
}

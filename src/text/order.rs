//! `Traceback (most recent call first):` after its exception: the same lines from the end.

use super::Mapped;
use super::look::{self, HEADER};
use memchr::memmem;
use std::ops::Range;

const REVERSED: &str = "Traceback (most recent call first):";

/// Puts frames oldest first and the exception last. O(n).
pub fn turn(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), REVERSED.as_bytes())?;
    let lines: Vec<Range<usize>> = text.lines().collect();
    let words = |i: usize| lines.get(i).map_or("", |r: &Range<usize>| &all[r.clone()]);
    let mut out = Mapped::default();
    let mut done = 0;
    for i in 0..lines.len() {
        if words(i).trim() != REVERSED || i < done {
            continue;
        }
        let first = message(i, done, words);
        let (frames, end) = frames(i + 1, words);
        put(&mut out, text, &lines[done..first]);
        let header = &lines[i];
        out.push_instead(HEADER, text, header.clone());
        out.push_instead("\n", text, header.end..header.end);
        for frame in frames.iter().rev() {
            put(&mut out, text, &lines[frame.clone()]);
        }
        put(&mut out, text, &lines[first..i]);
        done = end;
    }
    if done == 0 {
        return None;
    }
    put(&mut out, text, &lines[done..]);
    Some(out)
}

/// The first line of the exception above the header at `header`.
fn message<'a>(header: usize, done: usize, words: impl Fn(usize) -> &'a str) -> usize {
    const LINES: usize = 64;
    let named = |line: &str| {
        let class = line.split(':').next().unwrap_or(line);
        let last = class.rsplit('.').next().unwrap_or(class);
        look::raised(line) && (class.len() < line.len() || last.starts_with(char::is_uppercase))
    };
    let lines = || (done..header).rev().take(LINES).take_while(|&i| !words(i).trim().is_empty());
    lines().filter(|&i| named(words(i))).last().or_else(|| lines().next()).unwrap_or(header)
}

/// The frames from `from` on, each with the lines below it, and the line after them.
fn frames<'a>(from: usize, words: impl Fn(usize) -> &'a str) -> (Vec<Range<usize>>, usize) {
    let mut frames: Vec<Range<usize>> = Vec::new();
    let mut i = from;
    while words(i).starts_with([' ', '\t']) {
        match frames.last_mut() {
            Some(last) if !words(i).trim_start().starts_with("File ") => last.end = i + 1,
            _ => frames.push(i..i + 1),
        }
        i += 1;
    }
    (frames, i)
}

fn put(out: &mut Mapped, text: &Mapped, lines: &[Range<usize>]) {
    for line in lines {
        out.push_part(text, line.clone());
        let end = text.as_str().len().min(line.end + 1);
        if end > line.end {
            out.push_part(text, line.end..end);
        } else {
            out.push_instead("\n", text, end..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_that_was_first_comes_first() {
        let turned = "log\nKeyError: 'k'\nTraceback (most recent call first):\n  File \"b\", line 2, in g\n    raise\n  File \"a\", line 1, in f\n    g()\nend\n";
        let bare = "log\nTraceback (most recent call last):\n  File \"a\", line 1, in f\n    g()\n  File \"b\", line 2, in g\n    raise\nKeyError: 'k'\nend\n";
        let out = turn(&Mapped::identity(turned));
        assert_eq!(out.as_ref().map(|m| m.as_str().trim_end()), Some(bare.trim_end()));
    }
}

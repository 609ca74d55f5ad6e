//! A traceback whose line ends became single blanks. Its lines are found again by what begins them.

use super::Mapped;
use super::look::{self, HEADER};
use super::sorted::sorted;
use memchr::memmem;

/// Ends the lines again where a header and its first frame stand on one. O(n).
pub fn split(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"call last): ")?;
    let mut out = Mapped::default();
    let mut done = false;
    for range in text.lines() {
        let line = &all[range.clone()];
        let from = out.as_str().len();
        let joined = memmem::find(line.as_bytes(), HEADER.as_bytes()).is_some_and(|at| {
            line[at + HEADER.len()..].trim_start().starts_with("File \"")
                && line.len() > at + HEADER.len() + 2
        });
        if joined {
            done = true;
            let mut start = 0;
            for (at, indent) in breaks(line) {
                let end = start + line[start..at].trim_end().len();
                out.push_part(text, range.start + start..range.start + end);
                if out.as_str().len() > from {
                    out.push_instead("\n", text, range.start + end..range.start + at);
                }
                out.push_instead(&" ".repeat(indent), text, range.start + at..range.start + at);
                start = at;
            }
            out.push_part(text, range.start + start..range.end);
        } else {
            out.push_part(text, range.clone());
        }
        out.push_part(text, range.end..all.len().min(range.end + 1));
    }
    done.then_some(out)
}

/// Where lines begin, and how far they were indented.
fn breaks(line: &str) -> Vec<(usize, usize)> {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    marks.extend(memmem::find_iter(line.as_bytes(), HEADER.as_bytes()).map(|at| (at, 0)));
    for sentence in look::SENTENCES {
        marks.extend(memmem::find_iter(line.as_bytes(), sentence.as_bytes()).map(|at| (at, 0)));
    }
    marks.extend(memmem::find_iter(line.as_bytes(), b" File \"").map(|at| (at + 1, 2)));
    let marks = sorted(marks);
    let mut all = Vec::with_capacity(marks.len() * 3);
    for (i, &(at, indent)) in marks.iter().enumerate() {
        all.push((at, indent));
        let next = marks.get(i + 1);
        let end = next.map_or(line.len(), |n| n.0);
        if indent == 2 {
            let last = next.is_none_or(|n| n.1 == 0);
            frame(line, at..end, last, &mut all);
        }
    }
    all
}

/// The code below a frame, and below the last one the exception.
fn frame(line: &str, range: std::ops::Range<usize>, last: bool, all: &mut Vec<(usize, usize)>) {
    let words = &line[range.clone()];
    let Some(name) = memmem::find(words.as_bytes(), b", in ").map(|n| n + 5) else { return };
    let Some(code) = words[name..].find(' ').map(|n| name + n + 1) else { return };
    let raised = if last { raised(&words[code..]).map(|n| code + n) } else { None };
    if raised != Some(code) && !words[code..].trim().is_empty() {
        all.push((range.start + code, 4));
    }
    all.extend(raised.map(|n| (range.start + n, 0)));
}

/// Where the exception begins behind code: after its carets, else at the last name with a colon that can be a class.
fn raised(words: &str) -> Option<usize> {
    let carets = words.rfind("^ ").or_else(|| words.rfind("~ ")).map(|at| at + 2);
    if let Some(at) = carets.filter(|&at| look::raised(&words[at..])) {
        return Some(at);
    }
    let starts = std::iter::once(0).chain(memchr::memchr_iter(b' ', words.as_bytes()).map(|n| n + 1));
    let named = |at: &usize| {
        let class = words[*at..].split([' ', ':']).next().unwrap_or_default();
        let last = class.rsplit('.').next().unwrap_or_default();
        let whole = at + class.len() == words.trim_end().len() || words[at + class.len()..].starts_with(": ");
        whole && last.starts_with(char::is_uppercase) && look::raised(class)
    };
    starts.collect::<Vec<_>>().into_iter().rev().find(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_beginnings() {
        let bare = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    try: g(\"A: b\")\n    ^^^\nKeyError: 'k'\nDuring handling of the above exception, another exception occurred:\nTraceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    raise a.B(\"it\")\na.B: it\nend";
        let joined: Vec<&str> = bare.lines().map(str::trim).collect();
        let out = split(&Mapped::identity(&joined.join(" ")));
        let expected = bare.replace("\n    ^^^", " ^^^").replace("\nend", " end");
        assert_eq!(out.as_ref().map(Mapped::as_str), Some(expected.as_str()));
    }
}

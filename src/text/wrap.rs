//! Lines that were broken at a fixed width: by a terminal anywhere, by a mail program between words.

use super::look::{self, Line};
use super::sorted::sorted_by_key;
use super::{BREAK, Mapped, prefix};
use std::ops::Range;

/// Joins lines that were broken at a width wherever it fell. O(n).
pub fn join_cut(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let mut best: Option<(usize, Mapped)> = None;
    for width in widths(text) {
        let joined = join(text, |grown, line, next| {
            (width_of(line) == width
                && !next.is_empty()
                && !begins(next)
                && !raises(next)
                && !ends(grown, line, next))
            .then_some(Joint::Nothing)
        });
        let score = joined.as_ref().map_or(0, |j| look::score(j.as_str()));
        if let Some(joined) = joined.filter(|_| best.as_ref().is_none_or(|b| score > b.0)) {
            best = Some((score, joined));
        }
    }
    best.map(|b| b.1).filter(|b| b.as_str().len() < all.len())
}

/// Joins lines that were broken with a prefix before them, and takes the prefix off. O(n).
pub fn join_prefixed(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let width = all.lines().map(width_of).max().filter(|&w| w >= 40)?;
    let shape = prefix::shape(all)?;
    let (mut lines, mut full, mut shaped) = (0, 0, 0);
    for line in all.lines() {
        lines += 1;
        full += usize::from(width_of(line) == width);
        shaped += usize::from(shape.read(line).is_some());
    }
    // In a box nearly every line is as wide; and a shape is none that a few lines have.
    if full * 4 > lines * 3 || shaped * 3 < lines {
        return None;
    }
    let joined = join(text, |_, line, next| {
        let cut = width_of(line) == width && !next.is_empty() && shape.read(next).is_none();
        cut.then_some(Joint::Nothing)
    })?;
    let bare = prefix::strip(&joined)?;
    let plain = prefix::strip(text).map_or(0, |p| look::score(p.as_str()));
    // One line at the margin may be the longest by chance.
    let score = look::score(bare.as_str());
    (score > plain || score == plain && full > 1).then_some(bare)
}

/// Joins lines where the next word had no room left, and indentation was lost. O(n).
pub fn join_words(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let broken = broken(text);
    let width = broken.iter().map(|r| width_of(&all[r.clone()])).max()?.max(30);
    let width =
        all.lines().map(width_of).filter(|&w| w <= width + width / 4).max().unwrap_or(width).max(width);
    join(text, |_, line, next| {
        let words = next.trim_start();
        let word = words.split(' ').next().unwrap_or(words);
        let room = width_of(line) + 1 + width_of(word) > width;
        let natural = begins(next) || word.is_empty() || line.trim().is_empty() || raises(next);
        if natural || !room || next.starts_with(' ') {
            return None;
        }
        let hyphen = line.ends_with('-') || (width_of(line) == width && !line.trim().contains(' '));
        Some(if hyphen { Joint::Nothing } else { Joint::Blank })
    })
}

/// No frame is longer.
const GROWN: usize = 1024;

/// What was between two lines before they were two.
enum Joint {
    Nothing,
    Blank,
}

/// Joins each line with the next where `joint` says so; it sees what was joined before the line (the first
/// `GROWN` bytes), the line, and the next.
fn join(text: &Mapped, joint: impl Fn(&str, &str, &str) -> Option<Joint>) -> Option<Mapped> {
    let all = text.as_str();
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut grown = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(next) = lines.peek() else { break };
        let (words, next_words) = (&all[line.clone()], &all[next.clone()]);
        let apart = words == BREAK || next_words == BREAK;
        let Some(joint) = joint(&grown, words, next_words).filter(|_| !apart) else {
            grown.clear();
            continue;
        };
        if grown.len() < GROWN {
            grown.push_str(words);
        }
        out.push_part(text, kept..line.end);
        if matches!(joint, Joint::Blank) {
            out.push_instead(" ", text, line.end..next.start);
        }
        kept = next.start;
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

fn width_of(line: &str) -> usize {
    if line.is_ascii() { line.len() } else { line.chars().count() }
}

/// Lines that are cut for certain: frames, the sentences between exceptions, and code with more code at the margin.
fn broken(text: &Mapped) -> Vec<Range<usize>> {
    let all = text.as_str();
    let mut found = Vec::new();
    let mut above: Option<(Range<usize>, Line)> = None;
    for (range, kind) in look::kinds(text) {
        let line = &all[range.clone()];
        if let Some((above, Line::Source | Line::Carets | Line::Frame)) = above.take()
            && kind == Line::Other
            && !["    ", "\t", "  ["].iter().any(|i| line.starts_with(i))
        {
            found.push(above);
        }
        if kind == Line::Broken || look::is_cut(line) {
            found.push(range.clone());
        }
        above = Some((range, kind));
    }
    found
}

/// The widths at which lines are cut, the commonest first.
fn widths(text: &Mapped) -> Vec<usize> {
    const MOST: usize = 3;
    let mut widths: Vec<(usize, usize)> = Vec::new();
    for range in broken(text) {
        let width = width_of(&text.as_str()[range]);
        if let Some(known) = widths.iter_mut().find(|w| w.0 == width) {
            known.1 += 1;
        } else if widths.len() < 64 {
            widths.push((width, 1));
        }
    }
    // Where lines are cut, hardly any is longer.
    let lines: Vec<usize> = text.as_str().lines().map(width_of).collect();
    widths.truncate(16);
    widths.retain(|w| w.0 >= 20 && lines.iter().filter(|&&l| l > w.0).count() * 10 <= lines.len());
    sorted_by_key(widths, |w| usize::MAX - w.1).into_iter().take(MOST).map(|w| w.0).collect()
}

/// True for a line that is a beginning, whatever its width.
fn begins(line: &str) -> bool {
    look::is_header(line) || line.trim_start().starts_with("File \"") && line.starts_with("  ")
}

/// True for a frame that is whole, with code below it.
fn ends(grown: &str, line: &str, next: &str) -> bool {
    next.starts_with("    ") && grown.len() < GROWN && look::is_frame(&format!("{grown}{line}"))
}

/// True for a line that can only be an exception.
fn raises(line: &str) -> bool {
    let class = line.split(':').next().unwrap_or(line);
    look::raised(line)
        && ["Error", "Exception", "Warning", "Interrupt", "Exit"].iter().any(|e| class.ends_with(e))
        || look::raised(line) && class.contains('.') && line.contains(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "Traceback (most recent call last):\n  File \"/home/user/venv/lib/python3.11/site-packages/jax/_src/dlpack.py\", line 245, in from_dlpack\n    dl_device_type, device_id = external_array.__dlpack_device__()\n  File \"/home/user/app.py\", line 1, in f\n    g()\nBufferError: Unknown GPU platform for __dlpack__: and some more words here to wrap\n";

    fn cut(width: usize) -> String {
        let wrap = |l: &str| {
            l.as_bytes()
                .chunks(width)
                .map(|c| String::from_utf8_lossy(c).into_owned())
                .collect::<Vec<_>>()
                .join("\n")
        };
        BARE.lines().map(|l| wrap(l) + "\n").collect()
    }

    #[test]
    fn cut_anywhere() {
        for width in 35..70 {
            let out = join_cut(&Mapped::identity(&cut(width)));
            assert_eq!(out.as_ref().map(Mapped::as_str), Some(BARE), "{width}");
        }
        assert_eq!(join_cut(&Mapped::identity(BARE)), None);
    }
}

//! Lines within a traceback that are none of its own: elisions, and what another writer printed between.

use super::look::{self, Line};
use super::{BREAK, Mapped};
use std::ops::Range;

/// So many lines in a row at most: more are no noise but a text.
const MOST: usize = 8;

/// Puts what stands between a frame and the next behind the traceback; elisions go. O(n).
pub fn move_out(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let lines: Vec<(Range<usize>, Line)> = look::kinds(text).collect();
    let mut noise = vec![false; lines.len()];
    let mut i = 0;
    while i + 1 < lines.len() {
        i += 1;
        let above = matches!(lines[i - 1].1, Line::Header | Line::Frame | Line::Source | Line::Carets);
        if !above || !strange(all, &lines[i]) {
            continue;
        }
        let end = (i..lines.len().min(i + MOST + 1)).find(|&k| !strange(all, &lines[k])).unwrap_or(i);
        if lines.get(end).is_some_and(|l| l.1 == Line::Frame) {
            noise[i..end].fill(true);
            i = end;
        }
    }
    if !noise.contains(&true) {
        return None;
    }
    let mut out = Mapped::default();
    let mut moved: Vec<Range<usize>> = Vec::new();
    for (i, (range, kind)) in lines.iter().enumerate() {
        let with_end = range.start..all.len().min(range.end + 1);
        if noise[i] {
            if all[range.clone()].contains(char::is_alphanumeric) {
                moved.push(with_end);
            }
            continue;
        }
        if !moved.is_empty() && matches!(kind, Line::Header) {
            put(&mut out, text, &mut moved);
        }
        out.push_part(text, with_end);
    }
    put(&mut out, text, &mut moved);
    Some(out)
}

/// True for a line that no traceback prints between its frames.
fn strange(all: &str, (range, kind): &(Range<usize>, Line)) -> bool {
    let line = &all[range.clone()];
    let outside = !line.starts_with("   ") || line.trim().bytes().all(|b| b == b'.');
    *kind == Line::Other
        && outside
        && line != BREAK
        && !line.trim_start().starts_with("[Previous line repeated")
}

fn put(out: &mut Mapped, text: &Mapped, moved: &mut Vec<Range<usize>>) {
    for (i, range) in std::mem::take(moved).into_iter().enumerate() {
        let place = range.start..range.start;
        if !out.as_str().ends_with('\n') {
            out.push_instead("\n", text, place.clone());
        }
        if i == 0 {
            out.push_instead(BREAK, text, place.clone());
            out.push_instead("\n", text, place);
        }
        out.push_part(text, range);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_comes_after_and_elisions_go() {
        let noisy = "Traceback (most recent call last):\n  File \"a\", line 1, in f\n    g()\n...\n  File \"a\", line 2, in g\nstep 3 done\n  File \"a\", line 3, in h\n    x\nKeyError: 'k'\n";
        let bare = "Traceback (most recent call last):\n  File \"a\", line 1, in f\n    g()\n  File \"a\", line 2, in g\n  File \"a\", line 3, in h\n    x\nKeyError: 'k'\n\u{1e}\nstep 3 done\n";
        assert_eq!(move_out(&Mapped::identity(noisy)).as_ref().map(Mapped::as_str), Some(bare));
    }
}

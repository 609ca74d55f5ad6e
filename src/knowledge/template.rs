//! Holds a template against a text. Linear: holes are bounded, and few ends are tried for each.

use super::model::{Hole, Part};
use memchr::memmem;
use std::ops::Range;

/// What a hole held: its name and the place in the text.
pub type Capture = (&'static str, Range<usize>);

/// Steps allowed for one template at one place; bounds the work whatever the text.
const STEPS: usize = 64;
/// The longest word and line that a hole takes.
const LONGEST_WORD: usize = 512;
const LONGEST_LINE: usize = 8192;

/// Matches a template whose part `part` has its byte 0 at `at`. Gives the whole match and its captures.
pub fn match_around(
    template: &[Part<'static>],
    part: usize,
    text: &str,
    at: usize,
) -> Option<(Range<usize>, Vec<Capture>)> {
    let mut captures = Vec::new();
    let start = backward(&template[..part], text, at, &mut captures)?;
    captures.reverse();
    let mut steps = STEPS;
    let end = forward(&template[part..], text, at, &mut captures, &mut steps)?;
    Some((start..end, captures))
}

/// Matches a template at the very start of a text.
pub fn match_at_start(template: &[Part<'static>], text: &str) -> Option<(usize, Vec<Capture>)> {
    let mut captures = Vec::new();
    let end = forward(template, text, 0, &mut captures, &mut { STEPS })?;
    Some((end, captures))
}

fn forward(
    parts: &[Part<'static>],
    text: &str,
    at: usize,
    captures: &mut Vec<Capture>,
    steps: &mut usize,
) -> Option<usize> {
    *steps = steps.checked_sub(1)?;
    match parts {
        [] => Some(at),
        [Part::Fixed(fixed), rest @ ..] => {
            text[at..].starts_with(fixed).then_some(())?;
            forward(rest, text, at + fixed.len(), captures, steps)
        }
        [Part::Hole(name, kind)] => {
            let len = longest(*kind, &text[at..]);
            allowed(*kind, &text[at..at + len]).then_some(())?;
            captures.push((name, at..at + len));
            Some(at + len)
        }
        [Part::Hole(name, kind), rest @ ..] => {
            let Part::Fixed(next) = rest[0] else { return None };
            let room = &text[at..at + reach(*kind, &text[at..], next.len())];
            for end in memmem::find_iter(room.as_bytes(), next) {
                if !allowed(*kind, &room[..end]) {
                    continue;
                }
                let held = captures.len();
                captures.push((name, at..at + end));
                if let Some(done) = forward(rest, text, at + end, captures, steps) {
                    return Some(done);
                }
                captures.truncate(held);
                if *steps == 0 {
                    return None;
                }
            }
            None
        }
    }
}

/// Matches parts that end at `at`, the last one first; gives where they begin.
fn backward(parts: &[Part<'static>], text: &str, at: usize, captures: &mut Vec<Capture>) -> Option<usize> {
    match parts {
        [] => Some(at),
        [rest @ .., Part::Fixed(fixed)] => {
            text[..at].ends_with(fixed).then_some(())?;
            backward(rest, text, at - fixed.len(), captures)
        }
        [Part::Hole(name, kind)] => {
            let start = at - longest_before(*kind, &text[..at]);
            allowed(*kind, &text[start..at]).then_some(())?;
            captures.push((name, start..at));
            Some(start)
        }
        [rest @ .., Part::Hole(name, kind)] => {
            let Some(Part::Fixed(before)) = rest.last() else { return None };
            let floor = floor_char(text, at.saturating_sub(LONGEST_LINE + before.len()));
            let room = &text[floor..at];
            let found = floor + memmem::rfind(room.as_bytes(), before.as_bytes())? + before.len();
            allowed(*kind, &text[found..at]).then_some(())?;
            captures.push((name, found..at));
            backward(rest, text, found, captures)
        }
    }
}

fn allowed(kind: Hole, held: &str) -> bool {
    match kind {
        Hole::Int => {
            let digits = held.strip_prefix('-').unwrap_or(held);
            !digits.is_empty() && digits.len() <= 20 && digits.bytes().all(|b| b.is_ascii_digit())
        }
        Hole::Word => !held.is_empty() && held.len() <= LONGEST_WORD && !held.contains(char::is_whitespace),
        Hole::Line => held.len() <= LONGEST_LINE && !held.contains('\n'),
        Hole::Text => true,
    }
}

/// Bytes that a last hole takes: all that it may.
fn longest(kind: Hole, text: &str) -> usize {
    match kind {
        Hole::Int => {
            let sign = usize::from(text.starts_with('-'));
            sign + text[sign..].bytes().take_while(u8::is_ascii_digit).count()
        }
        Hole::Word => text.find(char::is_whitespace).unwrap_or(text.len()),
        Hole::Line => text.find('\n').unwrap_or(text.len()),
        Hole::Text => text.len(),
    }
}

fn longest_before(kind: Hole, text: &str) -> usize {
    match kind {
        Hole::Int => text.bytes().rev().take_while(|b| b.is_ascii_digit() || *b == b'-').count(),
        Hole::Word => text.len() - after(text.rfind(char::is_whitespace), text),
        Hole::Line => text.len() - after(text.rfind('\n'), text),
        Hole::Text => text.len(),
    }
}

fn after(found: Option<usize>, text: &str) -> usize {
    found.map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8))
}

/// How far a hole and the `next` bytes behind it may reach.
fn reach(kind: Hole, text: &str, next: usize) -> usize {
    let most = match kind {
        Hole::Int => 21 + next,
        Hole::Word => LONGEST_WORD + next,
        Hole::Line => LONGEST_LINE + next,
        Hole::Text => text.len(),
    };
    floor_char(text, most.min(text.len()))
}

fn floor_char(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &[Part] = &[
        Part::Hole("who", Hole::Word),
        Part::Fixed(" is over "),
        Part::Hole("n", Hole::Int),
        Part::Fixed(" devices: "),
        Part::Hole("rest", Hole::Text),
    ];

    fn held(text: &str) -> Option<Vec<&str>> {
        let at = text.find(" devices: ")?;
        let (_, captures) = match_around(TEMPLATE, 3, text, at)?;
        Some(captures.into_iter().map(|(_, r)| &text[r]).collect())
    }

    #[test]
    fn holes_hold_what_they_may() {
        assert_eq!(held("x: array is over 12 devices: a\nb"), Some(vec!["array", "12", "a\nb"]));
        assert_eq!(held("array is over twelve devices: a"), None);
        assert_eq!(held("is over 12 devices: a"), None);
    }

    #[test]
    fn a_later_end_is_tried() {
        let template: &[Part] =
            &[Part::Hole("a", Hole::Text), Part::Fixed(" to "), Part::Hole("n", Hole::Int)];
        let found = match_at_start(template, "from me to you to 7");
        assert_eq!(found.map(|(_, c)| c[0].1.clone()), Some(0..14));
    }

    #[test]
    fn work_is_bounded() {
        let template: &[Part] =
            &[Part::Hole("a", Hole::Text), Part::Fixed("x"), Part::Hole("b", Hole::Text), Part::Fixed("y")];
        assert_eq!(match_at_start(template, &"x".repeat(1_000_000)), None);
    }
}

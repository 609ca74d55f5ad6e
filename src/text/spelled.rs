//! Colours whose escape character was spelled out or lost: `^[[31m`, `\x1b[31m`, `\u001b[31m`, `&#27;[31m`, `[31m`.
//!
//! Only colours and erasures (`m`, `K`) are looked for: other sequences do not appear in what people paste.

use super::Mapped;
use std::ops::Range;

/// How the escape character is spelled, longest first where one ends with another.
const SPELLED: [&str; 18] = [
    "\\\\u001b",
    "\\\\x1b",
    "\\\\033",
    "\\u001b",
    "\\u{1b}",
    "\\x1b",
    "\\033",
    "\\27",
    "\\e",
    "&#x1b;",
    "&#27;",
    "#033",
    "<ESC>",
    "ESC",
    "^[",
    "\u{241b}",
    "\u{fffd}",
    "?",
];

/// Takes them off. O(n).
pub fn strip(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let mut out = Mapped::default();
    let mut kept = 0;
    for at in memchr::memchr2_iter(b'[', b']', all.as_bytes()) {
        if at < kept {
            continue;
        }
        let Some(found) = sequence(all, kept, at) else { continue };
        out.push_part(text, kept..found.start);
        kept = found.end;
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

/// The escape whose bracket stands at `at`, with its spelled introducer if there is one after `from`.
fn sequence(all: &str, from: usize, at: usize) -> Option<Range<usize>> {
    let before = &all[from..at];
    let lower = |s: &str| {
        before.len() >= s.len()
            && before.as_bytes()[before.len() - s.len()..].eq_ignore_ascii_case(s.as_bytes())
    };
    let intro = SPELLED.iter().find(|s| lower(s)).map_or(0, |s| s.len());
    let rest = &all.as_bytes()[at + 1..];
    if all.as_bytes()[at] == b']' {
        return (intro > 0)
            .then(|| link(rest, &all[at - intro..at]))
            .flatten()
            .map(|n| at - intro..at + 1 + n);
    }
    let parameters = rest.iter().take_while(|b| matches!(b, b'0'..=b'9' | b';' | b':')).count();
    let ends = match rest.get(parameters)? {
        b'm' | b'K' => intro > 0 || parameters > 0,
        _ => false,
    };
    // `a[0m` is no escape that lost its introducer: one stands where a word begins or ends, never within a name.
    ends.then(|| at - intro..at + 1 + parameters + 1)
}

/// A link or title: up to the bell or the string terminator, spelled like its introducer.
fn link(rest: &[u8], intro: &str) -> Option<usize> {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 || rest.get(digits) != Some(&b';') {
        return None;
    }
    let line = &rest[..memchr::memchr(b'\n', &rest[..rest.len().min(4096)]).unwrap_or(rest.len().min(4096))];
    let ends = [
        format!("{intro}\\"),
        format!("{intro}\\\\"),
        "^G".to_owned(),
        "\\u0007".to_owned(),
        "\\x07".to_owned(),
        "\\a".to_owned(),
    ];
    // The doubled backslash of an escaped terminator is longer and comes first in the text.
    ends.iter().filter_map(|e| memchr::memmem::find(line, e.as_bytes()).map(|n| n + e.len())).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(s: &str) -> Option<String> {
        strip(&Mapped::identity(s)).map(|m| m.as_str().to_owned())
    }

    #[test]
    fn every_spelling() {
        for esc in ["^[", "\\x1b", "\\u001B", "\\033", "\\e", "&#27;", "#033", "\u{241b}", ""] {
            let text = format!("{esc}[1;31mKeyError{esc}[0m: x");
            assert_eq!(stripped(&text).as_deref(), Some("KeyError: x"), "{esc}");
        }
        assert_eq!(stripped("^[]8;;file:///a^[\\a^[]8;;^[\\").as_deref(), Some("a"));
    }

    #[test]
    fn brackets_of_other_kinds_stay() {
        assert_eq!(stripped("a[0] b[m] [1;x] [ERROR] []"), None);
    }
}

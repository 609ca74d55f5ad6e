//! Backslash escapes of Python, JSON, C, YAML and the shell.

use super::{BREAK, Mapped};
use std::ops::Range;

/// Adds a part of a text with its escapes taken off, one level. O(n).
pub fn unescape(text: &Mapped, range: Range<usize>, out: &mut Mapped) {
    let all = &text.as_str()[..range.end];
    let bytes = all.as_bytes();
    let mut kept = range.start;
    let mut at = kept;
    while let Some(next) = memchr::memchr(b'\\', &bytes[at..]).map(|n| at + n) {
        let Some((instead, end)) = read(all, next) else {
            at = next + 1;
            continue;
        };
        out.push_part(text, kept..next);
        match instead {
            // A quote or backslash stands as itself behind its backslash.
            Instead::Next => out.push_part(text, next + 1..end),
            Instead::Text(made) => out.push_instead(&made, text, next..end),
        }
        (kept, at) = (end, end);
    }
    out.push_part(text, kept..range.end);
}

enum Instead {
    Next,
    Text(String),
}

/// What the escape at `at` stands for, and its end; none where it is no escape.
fn read(all: &str, at: usize) -> Option<(Instead, usize)> {
    let bytes = all.as_bytes();
    let simple = |s: &str| Some((Instead::Text(s.to_owned()), at + 2));
    match *bytes.get(at + 1)? {
        b'n' => simple("\n"),
        b't' => simple("\t"),
        b'r' => simple("\r"),
        b'a' | b'b' | b'f' | b'v' => simple(""),
        b'e' => simple("\x1b"),
        b'\\' | b'"' | b'\'' | b'/' | b'`' | b'$' | b' ' => Some((Instead::Next, at + 2)),
        b'\n' if !all[at + 2..].starts_with(BREAK) => {
            // YAML folds long strings; the next line's own blanks do not count.
            let blanks = bytes[at + 2..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            Some((Instead::Text(String::new()), at + 2 + blanks))
        }
        b'u' | b'U' | b'x' | b'0'..=b'3' => character(all, at),
        _ => None,
    }
}

/// A character by its number; several that are the bytes of one, or the halves of one, are read together.
fn character(all: &str, at: usize) -> Option<(Instead, usize)> {
    let (first, mut end) = number(all, at)?;
    let mut made = String::new();
    let wide = matches!(all.as_bytes()[at + 1], b'u' | b'U');
    match first {
        0xD800..0xDC00 if wide => {
            let (low, after) = number(all, end).filter(|l| (0xDC00..0xE000).contains(&l.0))?;
            end = after;
            made.extend(char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)));
        }
        0x80..0x100 if !wide => {
            let mut raw = Vec::new();
            let mut next = Some((first, end));
            while let Some((value, after)) = next.filter(|n| (0x80..0x100).contains(&n.0) && raw.len() < 4) {
                raw.push(u8::try_from(value).ok()?);
                if let Ok(c) = std::str::from_utf8(&raw) {
                    return Some((Instead::Text(c.to_owned()), after));
                }
                next = number(all, after);
            }
            made.extend(char::from_u32(first));
        }
        // Control characters are no words, and none may pass for `BREAK`.
        0..=0x1A | 0x1C..=0x1F if !matches!(first, 9 | 10 | 13) => {}
        _ => made.push(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
    Some((Instead::Text(made), end))
}

/// `\xHH`, `\uHHHH`, `\UHHHHHHHH`, `\u{H}`, `\OOO`, `\0`.
fn number(all: &str, at: usize) -> Option<(u32, usize)> {
    let bytes = all.as_bytes();
    if *bytes.get(at)? != b'\\' {
        return None;
    }
    let (digits, radix) = match *bytes.get(at + 1)? {
        b'x' => (2, 16),
        b'u' if bytes.get(at + 2) == Some(&b'{') => {
            let close = at + 3 + bytes[at + 3..].iter().take(9).position(|&b| b == b'}')?;
            return Some((u32::from_str_radix(all.get(at + 3..close)?, 16).ok()?, close + 1));
        }
        b'u' => (4, 16),
        b'U' => (8, 16),
        _ => {
            let octal = bytes[at + 1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
            let value = u32::from_str_radix(all.get(at + 1..at + 1 + octal)?, 8).ok()?;
            return Some((value, at + 1 + octal));
        }
    };
    let hex = all.get(at + 2..at + 2 + digits)?;
    if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    Some((u32::from_str_radix(hex, radix).ok()?, at + 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_once() {
        let input = r#"a\n\tb\\n \"q\" \/ \u00fc \ud83d\ude80 \xe2\x80\x9c \xfc \x1b[m \033 \q \x"#;
        let text = Mapped::identity(input);
        let mut out = Mapped::default();
        unescape(&text, 0..input.len(), &mut out);
        assert_eq!(out.as_str(), "a\n\tb\\n \"q\" / ü 🚀 “ ü \x1b[m \x1b \\q \\x");
        assert_eq!(out.source(1..2), 1..3);
        assert_eq!(out.source(3..4), 5..6);
    }
}

//! What carries text over channels that are not made for it: URL escapes, quoted-printable, base64.

use super::Mapped;
use memchr::memmem;
use std::ops::Range;

/// Decodes `%20` and `+` in words that hold a traceback. O(n).
pub fn url(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let marks = ["raceback%20", "raceback+%28", "raceback+("];
    let at = marks.iter().filter_map(|m| memmem::find(all.as_bytes(), m.as_bytes())).min()?;
    let plus = all[at..].starts_with("raceback+");
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'%', b'+', &all.as_bytes()[at..]).map(|n| at + n) {
        at = next + 1;
        if all.as_bytes()[next] == b'+' {
            if plus {
                out.push_part(text, kept..next);
                out.push_instead(" ", text, next..at);
                kept = at;
            }
        } else if let Some((made, end)) = bytes(all, next, b'%') {
            out.push_part(text, kept..next);
            out.push_instead(&made, text, next..end);
            (kept, at) = (end, end);
        }
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

/// Decodes quoted-printable: `=3D`, and `=` before a line end that is none. O(n).
pub fn quoted_printable(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"=\n")?;
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'=', &all.as_bytes()[at..]).map(|n| at + n) {
        let soft = all[next + 1..].starts_with('\n').then(|| (String::new(), next + 2));
        let Some((made, end)) = soft.or_else(|| bytes(all, next, b'=')) else {
            at = next + 1;
            continue;
        };
        out.push_part(text, kept..next);
        out.push_instead(&made, text, next..end);
        (kept, at) = (end, end);
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

/// The character of the escaped bytes at `at`, and where it ends.
fn bytes(all: &str, at: usize, sign: u8) -> Option<(String, usize)> {
    let mut raw = Vec::new();
    let mut end = at;
    while raw.len() < 4 && all.as_bytes().get(end) == Some(&sign) {
        let Some(value) = all.get(end + 1..end + 3).and_then(|h| u8::from_str_radix(h, 16).ok()) else {
            break;
        };
        raw.push(value);
        end += 3;
        if let Ok(c) = std::str::from_utf8(&raw) {
            return Some((c.to_owned(), end));
        }
    }
    None
}

/// `Traceback (most recent call last)` at the three places that a group of four characters has.
const HEADERS: [&str; 3] = [
    "VHJhY2ViYWNrIChtb3N0IHJlY2VudCBjYWxsIGxhc3Qp",
    "RyYWNlYmFjayAobW9zdCByZWNlbnQgY2FsbCBsYXN0K",
    "UcmFjZWJhY2sgKG1vc3QgcmVjZW50IGNhbGwgbGFzdC",
];

/// Decodes base64 that holds a traceback's header. O(n).
pub fn base64(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let at = HEADERS.iter().filter_map(|h| memmem::find(all.as_bytes(), h.as_bytes())).min()?;
    let range = run(all, at);
    let mut out = Mapped::default();
    out.push_part(text, 0..range.start);
    if range.start > 0 && !out.as_str().ends_with('\n') {
        out.push_instead("\n", text, range.start..range.start);
    }
    let mut group = Vec::new();
    let mut raw = Vec::new();
    let mut start = range.start;
    for i in range.clone() {
        let Some(value) = value(all.as_bytes()[i]) else { continue };
        if group.is_empty() && raw.is_empty() {
            start = i;
        }
        group.push(value);
        if group.len() == 4 {
            let bits = group.drain(..).fold(0, |b, v| b << 6 | v);
            raw.extend_from_slice(&bits.to_be_bytes()[1..]);
            flush(&mut raw, &mut out, text, start..i + 1, false);
        }
    }
    let left = group.len();
    if left > 1 {
        let bits = group.iter().chain(&[0, 0]).take(4).fold(0, |b, v| b << 6 | v);
        raw.extend_from_slice(&bits.to_be_bytes()[1..left]);
    }
    flush(&mut raw, &mut out, text, start..range.end, true);
    out.push_part(text, range.end..all.len());
    Some(out)
}

/// Adds the bytes that make whole characters.
fn flush(raw: &mut Vec<u8>, out: &mut Mapped, text: &Mapped, place: Range<usize>, all: bool) {
    let whole = match std::str::from_utf8(raw) {
        Err(e) if e.error_len().is_none() && !all => e.valid_up_to(),
        _ => raw.len(),
    };
    let done: Vec<u8> = raw.drain(..whole).collect();
    out.push_instead(&String::from_utf8_lossy(&done), text, place);
}

/// The whole run of base64 around a place, over line ends.
fn run(all: &str, at: usize) -> Range<usize> {
    let belongs = |b: &u8| value(*b).is_some() || *b == b'\n';
    let bytes = all.as_bytes();
    let mut start = at - bytes[..at].iter().rev().take_while(|b| belongs(b)).count();
    // A word on a line of its own before it is no base64: lines of it are of one length.
    if let Some(end) = memchr::memrchr(b'\n', &bytes[start..at]).map(|n| start + n) {
        let first = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |n| at + n) - end - 1;
        let mut line = end;
        while line > start {
            let before = memchr::memrchr(b'\n', &bytes[start..line]).map_or(start, |n| start + n + 1);
            if line - before != first {
                start = line + 1;
                break;
            }
            line = before.saturating_sub(1);
        }
    }
    let end = at + bytes[at..].iter().take_while(|b| belongs(b)).count();
    let padding = bytes[end..].iter().take(2).take_while(|&&b| b == b'=').count();
    start..end + padding
}

fn value(b: u8) -> Option<u32> {
    Some(u32::from(match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "Traceback (most recent call last):\n  File \"grün.py\", line 1, in f\n    a = 1 + 2\nKeyError: 'k'\n";

    #[test]
    fn urls() {
        let quoted: String = BARE
            .bytes()
            .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
            .collect();
        assert_eq!(url(&Mapped::identity(&quoted)).as_ref().map(Mapped::as_str), Some(BARE));
        let plus = quoted.replace("%20", "+");
        assert_eq!(url(&Mapped::identity(&plus)).as_ref().map(Mapped::as_str), Some(BARE));
        assert_eq!(url(&Mapped::identity("100%25 a+b")), None);
    }

    #[test]
    fn mail() {
        let quoted = "Traceback (most recent call last):\n  File \"gr=C3=BCn.py\", line 1=\n, in f\n    a =3D 1 + 2\nKeyError: 'k'\n";
        assert_eq!(quoted_printable(&Mapped::identity(quoted)).as_ref().map(Mapped::as_str), Some(BARE));
    }

    #[test]
    fn base64_at_every_place() {
        const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (before, width) in [("", 76), ("a\n", 76), ("ab\n", 10000)] {
            let all = format!("{before}{BARE}");
            let coded: Vec<u8> = all
                .as_bytes()
                .chunks(3)
                .flat_map(|c| {
                    let bits = c.iter().chain(&[0, 0]).take(3).fold(0_usize, |b, &v| b << 8 | usize::from(v));
                    (0..4).map(move |i| if i <= c.len() { SIGNS[bits >> (18 - 6 * i) & 63] } else { b'=' })
                })
                .collect();
            let lines: Vec<&str> = coded.chunks(width).filter_map(|c| std::str::from_utf8(c).ok()).collect();
            let out = base64(&Mapped::identity(&lines.join("\n")));
            assert_eq!(out.as_ref().map(Mapped::as_str), Some(all.as_str()));
        }
    }
}

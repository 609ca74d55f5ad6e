//! What carries text over channels that are not made for it: URL escapes, quoted-printable, base64.

use super::{BREAK, Mapped};
use memchr::memmem;
use std::ops::Range;

/// Decodes `%20` and `+` in words that hold a traceback. O(n).
pub fn url(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let at = ["%0A", "%0a"].iter().filter_map(|m| memmem::find(all.as_bytes(), m.as_bytes())).min()?;
    // A word, or a line whose blanks were left alone.
    let word = |c: char| c.is_whitespace() || c == '&';
    let rest = &all[at + 3..all[at..].find(word).map_or(all.len(), |n| at + n).max(at + 3)];
    let whole_line = !rest.contains("%0");
    let ends = |c: char| if whole_line { c == '\n' } else { word(c) };
    let start = all[..at].rfind(ends).map_or(0, |n| n + all[n..].chars().next().map_or(1, char::len_utf8));
    let end = all[at..].find(ends).map_or(all.len(), |n| at + n);
    let plus =
        memchr::memchr(b' ', &all.as_bytes()[start..end]).is_none() && !all[start..end].contains("%20");
    // The value behind its name.
    let start = all[start..at].rfind(['=', ' ']).map_or(start, |n| start + n + 1);
    let mut out = text.part(0..start);
    if start > 0 && !out.as_str().ends_with('\n') {
        out.push_instead("\n", text, start..start);
    }
    let mut kept = start;
    let mut at = kept;
    while let Some(next) = memchr::memchr2(b'%', b'+', &all.as_bytes()[at..end]).map(|n| at + n) {
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
    out.push_part(text, kept..end);
    if !all[end..].trim().is_empty() {
        out.push_instead(&format!("\n{BREAK}\n"), text, end..end);
    }
    out.push_part(text, end..all.len());
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
        // A break that undressing put in stays on its line.
        let ends = all[next + 1..].strip_prefix('\n').is_some_and(|rest| !rest.starts_with(BREAK));
        let soft = ends.then(|| (String::new(), next + 2));
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
            let control = c.starts_with(|c: char| c < ' ' && !matches!(c, '\n' | '\t' | '\r' | '\x1b'));
            return Some((if control { String::new() } else { c.to_owned() }, end));
        }
    }
    None
}

/// True for a text that has something in base64.
pub fn is_base64(text: &str) -> bool {
    find_base64(text).is_some()
}

/// The first run of base64 that is text, over line ends. O(n).
fn find_base64(all: &str) -> Option<Range<usize>> {
    const LEAST: usize = 100;
    let bytes = all.as_bytes();
    let mut at = 0;
    while at + LEAST <= bytes.len() {
        // A run that long has a sign at every `LEAST`th place.
        if !in_run(bytes[at + LEAST - 1]) && !in_run(bytes[at]) {
            at += LEAST - 1;
            continue;
        }
        let len = bytes[at..].iter().take_while(|&&b| in_run(b)).count();
        if len >= LEAST {
            let run = lines_of_one_length(bytes, at..at + len);
            if run.len() >= LEAST && is_text(&bytes[run.clone()]) {
                let padding = bytes[run.end..].iter().take(2).take_while(|&&b| b == b'=').count();
                return Some(run.start..run.end + padding);
            }
        }
        at += len.max(1);
    }
    None
}

fn in_run(b: u8) -> bool {
    value(b).is_some() || b == b'\n'
}

/// Leaves out lines before a run that are shorter than its own: words that only look like it.
fn lines_of_one_length(bytes: &[u8], run: Range<usize>) -> Range<usize> {
    let longest = bytes[run.clone()].split(|&b| b == b'\n').map(<[u8]>::len).max().unwrap_or(0);
    let mut start = run.start;
    for line in bytes[run.clone()].split(|&b| b == b'\n') {
        if line.len() == longest {
            break;
        }
        start += line.len() + 1;
    }
    start.min(run.end)..run.end
}

/// True where the first bytes decode to a readable text.
fn is_text(run: &[u8]) -> bool {
    let signs: Vec<u32> = run.iter().filter_map(|&b| value(b)).take(96).collect();
    let groups = signs.chunks_exact(4).map(|g| g.iter().fold(0, |b, v| b << 6 | v).to_be_bytes());
    let raw: Vec<u8> = groups.flat_map(|[_, a, b, c]| [a, b, c]).collect();
    let words = match std::str::from_utf8(&raw) {
        Err(e) if e.error_len().is_none() => &raw[..e.valid_up_to()],
        Err(_) => return false,
        Ok(_) => &raw,
    };
    words.iter().all(|&b| b >= 0x20 && b != 0x7F || matches!(b, b'\n' | b'\t' | b'\r' | 0x1B))
}

/// Decodes base64 that is text. O(n).
pub fn base64(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let range = find_base64(all)?;
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
    let decoded = String::from_utf8_lossy(&done);
    let words = |c: char| c >= ' ' || matches!(c, '\n' | '\t' | '\r' | '\x1b');
    out.push_instead(&decoded.chars().filter(|&c| words(c)).collect::<String>(), text, place);
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
        for (before, width) in [("", 76), ("a\n", 76), ("ab\n", 10000), ("\u{2500}\n", 60)] {
            let all = format!("{before}{BARE}{BARE}");
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

//! Bytes to characters, and byte offsets to UTF-16 offsets.

/// The decoded input.
pub struct Decoded {
    text: String,
    /// UTF-16 offset of every `STEP`th byte; empty where the text is ASCII and the two agree.
    marks: Vec<u32>,
}

const STEP: usize = 1024;

impl Decoded {
    /// The text, byte order mark removed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The UTF-16 offset of a byte offset. An offset inside a character counts as its start. O(1).
    pub fn utf16(&self, byte: usize) -> u32 {
        let byte = byte.min(self.text.len());
        let Some(&mark) = self.marks.get(byte / STEP) else { return offset(byte) };
        let from = byte / STEP * STEP;
        mark + units(&self.text.as_bytes()[from..byte])
    }

    /// The whole lines that a span of UTF-16 offsets touches, and the first one's number from 1. O(n).
    pub fn lines_at(&self, span: (u32, u32)) -> Option<(usize, &str)> {
        let start = self.byte(span.0)?;
        let end = self.byte(span.1)?.max(start);
        let from = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let to = self.text[end..].find('\n').map_or(self.text.len(), |i| end + i);
        let line = self.text[..from].bytes().filter(|&b| b == b'\n').count() + 1;
        Some((line, &self.text[from..to]))
    }

    /// The byte offset of a UTF-16 offset; none where it is behind the end.
    fn byte(&self, utf16: u32) -> Option<usize> {
        if self.marks.is_empty() {
            return usize::try_from(utf16).ok().filter(|&at| at <= self.text.len());
        }
        let mut at = 0;
        for (byte, c) in self.text.char_indices() {
            if at >= utf16 {
                return Some(byte);
            }
            at += if c.len_utf8() == 4 { 2 } else { 1 };
        }
        (at >= utf16).then_some(self.text.len())
    }
}

/// Texts are bounded far below 4 GiB (`WINDOW` at the door), so nothing is cut here.
fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// UTF-16 code units of the characters that *begin* in these bytes of a UTF-8 text.
fn units(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&b| u32::from(b & 0xC0 != 0x80) + u32::from(b >= 0xF0)).sum()
}

/// Decodes any bytes and drops a byte order mark. O(n).
///
/// UTF-8, unless a mark or the pattern of NULs says UTF-16 or UTF-32, or unless nothing beyond ASCII is UTF-8: then
/// each byte is a character, as Windows-1252 (which holds what Latin-1 prints) has it.
pub fn decode(bytes: &[u8]) -> Decoded {
    let text = text_of(bytes);
    let mut marks = Vec::new();
    if !text.is_ascii() {
        let mut at = 0;
        for chunk in text.as_bytes().chunks(STEP) {
            marks.push(at);
            at += units(chunk);
        }
        marks.push(at);
    }
    Decoded { text, marks }
}

fn text_of(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return utf8(rest);
    }
    // UTF-32's little-endian mark begins with UTF-16's.
    let known: [(&[u8], Wide); 4] = [
        (b"\xFF\xFE\0\0", Wide { size: 4, little: true }),
        (b"\0\0\xFE\xFF", Wide { size: 4, little: false }),
        (b"\xFF\xFE", Wide { size: 2, little: true }),
        (b"\xFE\xFF", Wide { size: 2, little: false }),
    ];
    for (mark, wide) in known {
        if let Some(rest) = bytes.strip_prefix(mark) {
            return wide.decode(rest);
        }
    }
    match Wide::guess(bytes) {
        Some(wide) => wide.decode(bytes),
        None => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> String {
    let Err(first) = std::str::from_utf8(bytes) else { return String::from_utf8_lossy(bytes).into_owned() };
    if first.error_len().is_some() && each_byte_a_character(bytes) {
        return windows_1252(bytes);
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        match chunk.invalid() {
            [] => {}
            // The 8-bit forms of terminal escapes.
            &[c @ (0x9B | 0x9D)] => text.push(char::from(c)),
            _ => text.push(char::REPLACEMENT_CHARACTER),
        }
    }
    text
}

/// True for text of a one-byte encoding: no sequence beyond ASCII is UTF-8, and it is no binary file.
fn each_byte_a_character(bytes: &[u8]) -> bool {
    let mut odd = 0;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_ascii() {
            return false;
        }
        odd += chunk.invalid().len();
    }
    let control =
        bytes.iter().filter(|&&b| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B)).count();
    let eight_bit_escapes = bytes.windows(2).filter(|w| w[0] == 0x9B && w[1].is_ascii_digit()).count();
    control == 0 && odd > eight_bit_escapes && odd * 2 < bytes.len().max(3)
}

fn windows_1252(bytes: &[u8]) -> String {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for (i, &b) in bytes.iter().enumerate() {
        let escape = b == 0x9B && bytes.get(i + 1).is_some_and(u8::is_ascii_digit);
        text.push(if (0x80..0xA0).contains(&b) && !escape {
            HIGH[usize::from(b - 0x80)]
        } else {
            char::from(b)
        });
    }
    text
}

/// An encoding in units of two or four bytes.
#[derive(Clone, Copy)]
struct Wide {
    size: usize,
    little: bool,
}

impl Wide {
    /// Text without a mark: most characters of a log are ASCII, so the places of the NULs give it away.
    fn guess(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(4096) / 4 * 4];
        memchr::memchr(0, head)?;
        let nul = |place: usize| head.iter().skip(place).step_by(4).filter(|&&b| b == 0).count() * 4;
        let (always, never) = (|n: usize| n * 10 > head.len() * 7, |n: usize| n * 10 < head.len());
        let [a, b, c, d] = [nul(0), nul(1), nul(2), nul(3)];
        if always(a) && always(b) && always(c) && never(d) {
            Some(Self { size: 4, little: false })
        } else if never(a) && always(b) && always(c) && always(d) {
            Some(Self { size: 4, little: true })
        } else if always(a) && never(b) && always(c) && never(d) {
            Some(Self { size: 2, little: false })
        } else if never(a) && always(b) && never(c) && always(d) {
            Some(Self { size: 2, little: true })
        } else {
            None
        }
    }

    fn decode(self, bytes: &[u8]) -> String {
        let value = |unit: &[u8]| {
            let add = |sum: u32, &b: &u8| sum << 8 | u32::from(b);
            if self.little { unit.iter().rev().fold(0, add) } else { unit.iter().fold(0, add) }
        };
        let units = bytes.chunks(self.size).map(value);
        if self.size == 4 {
            return units.map(|u| char::from_u32(u).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        }
        let units = units.map(|u| u16::try_from(u).unwrap_or(0xFFFD));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_utf16_units() {
        let long = "ä🚀x".repeat(900);
        let d = decode(long.as_bytes());
        for (byte, _) in long.char_indices() {
            assert_eq!(d.utf16(byte) as usize, long[..byte].encode_utf16().count());
        }
        assert_eq!(d.utf16(long.len()) as usize, long.encode_utf16().count());
    }

    #[test]
    fn byte_order_mark_is_no_text() {
        assert_eq!(decode(b"\xEF\xBB\xBFcuda").as_str(), "cuda");
    }

    #[test]
    fn wide_encodings_with_and_without_mark() {
        let text = "Traceback (most recent call last):\n  File \"grün🚀.py\", line 1\n";
        for mark in ["\u{feff}", ""] {
            let all = format!("{mark}{text}");
            let sixteen: Vec<u16> = all.encode_utf16().collect();
            let wide = [
                sixteen.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<u8>>(),
                sixteen.iter().flat_map(|u| u.to_be_bytes()).collect(),
                all.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
                all.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
            ];
            for bytes in wide {
                assert_eq!(decode(&bytes).as_str(), text);
            }
        }
    }

    #[test]
    fn one_byte_a_character_where_nothing_is_utf8() {
        assert_eq!(decode(b"\xABgr\xFCn\xBB \x93x y z\x94").as_str(), "«grün» “x y z”");
        assert_eq!(decode("grün \u{fffd}".as_bytes()).as_str(), "grün \u{fffd}");
        assert_eq!(decode(b"gr\xC3\xBCn \xFF").as_str(), "grün \u{fffd}");
        assert_eq!(decode(b"\x9B31mred\x9B0m").as_str(), "\u{9b}31mred\u{9b}0m");
        assert_eq!(decode(b"cut \xC3").as_str(), "cut \u{fffd}");
    }
}

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

/// Decodes UTF-8, replacing what is none, and drops a byte order mark. O(n).
pub fn decode(bytes: &[u8]) -> Decoded {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes).into_owned();
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
}

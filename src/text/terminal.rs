//! What only a terminal understands: line ends of all systems, escape sequences, overstrikes, control characters.
//!
//! These bytes are never words of a text, so they go without further evidence.

use super::{BREAK, Mapped};

/// Takes them off, but for `BREAK` where undressing has put it in. O(n).
pub fn strip(text: &Mapped, undressed: bool) -> Option<Mapped> {
    let bytes = text.as_str().as_bytes();
    let mut at = next(bytes, 0)?;
    let mut out = Mapped::default();
    let mut kept = 0;
    loop {
        if undressed && bytes[at] == BREAK.as_bytes()[0] {
            let Some(following) = next(bytes, at + 1) else { break };
            at = following;
            continue;
        }
        let (end, stands_for) = read(bytes, at);
        let mut until = at;
        if bytes[at] == 0x08 {
            until = before(text.as_str(), kept, at);
        }
        out.push_part(text, kept..until);
        match stands_for {
            Shown::Nothing => {}
            Shown::LineEnds(n) => out.push_instead(&"\n".repeat(n), text, at..end),
            Shown::Blanks(n) => out.push_instead(&" ".repeat(n), text, at..end),
        }
        kept = end;
        let Some(following) = next(bytes, end) else { break };
        at = following;
    }
    out.push_part(text, kept..bytes.len());
    Some(out)
}

enum Shown {
    Nothing,
    LineEnds(usize),
    Blanks(usize),
}

/// The next byte at which a control character begins. U+0080 to U+009F are C2 80 to C2 9F.
fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let control = |(i, &b): (usize, &u8)| match b {
        b'\t' | b'\n' | 0x0B | 0x0C => false,
        0..0x20 | 0x7F => true,
        0xC2 => bytes.get(from + i + 1).is_some_and(|&b| b < 0xA0),
        _ => false,
    };
    bytes[from..].iter().enumerate().position(control).map(|i| from + i)
}

/// The end of what begins at `at`, and what it shows.
fn read(bytes: &[u8], at: usize) -> (usize, Shown) {
    match bytes[at] {
        b'\r' => {
            let (mut end, mut returns) = (at, 0);
            while let Some(b'\r' | 0) = bytes.get(end) {
                returns += usize::from(bytes[end] == b'\r');
                end += 1;
            }
            // CRLF and CRCRLF end a line with their LF; a CR alone ends one itself.
            if bytes.get(end) == Some(&b'\n') {
                (end, Shown::Nothing)
            } else {
                (end, Shown::LineEnds(returns))
            }
        }
        0x1B => escape(bytes, at + 1),
        0xC2 => match bytes[at + 1] {
            0x85 => (at + 2, Shown::LineEnds(1)),
            0x9B => control_sequence(bytes, at + 2),
            0x90 | 0x98 | 0x9D..=0x9F => (control_string(bytes, at + 2), Shown::Nothing),
            _ => (at + 2, Shown::Nothing),
        },
        _ => (at + 1, Shown::Nothing),
    }
}

fn escape(bytes: &[u8], at: usize) -> (usize, Shown) {
    match bytes.get(at) {
        Some(b'[') => control_sequence(bytes, at + 1),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => (control_string(bytes, at + 1), Shown::Nothing),
        // Character sets and the like: ESC, intermediate bytes, a final one.
        Some(0x20..=0x2F) => {
            let end = at + bytes[at..].iter().take_while(|b| matches!(b, 0x20..=0x2F)).count();
            (end + usize::from(matches!(bytes.get(end), Some(0x30..=0x7E))), Shown::Nothing)
        }
        Some(b'\\' | b'=' | b'>' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') => (at + 1, Shown::Nothing),
        _ => (at, Shown::Nothing),
    }
}

/// CSI: parameters, intermediate bytes, a final one. Moving the cursor right is how some consoles write blanks.
fn control_sequence(bytes: &[u8], at: usize) -> (usize, Shown) {
    let parameters = at + bytes[at..].iter().take_while(|b| matches!(b, 0x30..=0x3F)).count();
    let end = parameters + bytes[parameters..].iter().take_while(|b| matches!(b, 0x20..=0x2F)).count();
    match bytes.get(end) {
        Some(b'C') => {
            let count = std::str::from_utf8(&bytes[at..parameters]).ok().and_then(|s| s.parse().ok());
            (end + 1, Shown::Blanks(count.unwrap_or(1).min(200)))
        }
        Some(0x40..=0x7E) => (end + 1, Shown::Nothing),
        _ => (parameters, Shown::Nothing),
    }
}

/// OSC, DCS and their kin run to BEL or ST; one that does not end before the next control character is none.
fn control_string(bytes: &[u8], at: usize) -> usize {
    let ends =
        |(i, &b): (usize, &u8)| b < 0x20 || b == 0xC2 && bytes.get(at + i + 1).is_some_and(|&b| b < 0xA0);
    let Some(end) = bytes[at..].iter().enumerate().position(ends).map(|i| at + i) else { return at };
    match bytes[end..] {
        [0x07, ..] => end + 1,
        [0x1B, b'\\', ..] | [0xC2, 0x9C, ..] => end + 2,
        _ => at,
    }
}

/// The start of the character before `at`, which a backspace takes back; not beyond `from` or the line.
fn before(text: &str, from: usize, at: usize) -> usize {
    match text[from..at].char_indices().next_back() {
        Some((i, c)) if c != '\n' => from + i,
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(input: &str) -> String {
        let text = Mapped::identity(input);
        strip(&text, false).map_or_else(|| input.to_owned(), |m| m.as_str().to_owned())
    }

    #[test]
    fn line_ends_of_all_systems() {
        assert_eq!(stripped("a\r\nb\r\r\nc\r\0\nc\rd\u{85}e\r\n"), "a\nb\nc\nc\nd\ne\n");
    }

    #[test]
    fn escape_sequences_of_all_kinds() {
        assert_eq!(stripped("\x1b[1;35mKeyError\x1b[0m: \x1b[38:2::1:2:3m'k'\x1b[K"), "KeyError: 'k'");
        assert_eq!(stripped("\u{9b}31mred\u{9b}m"), "red");
        assert_eq!(stripped("\x1b]8;;file:///a\x1b\\a\x1b]8;;\x1b\\ \x1b]0;title\x07b"), "a b");
        assert_eq!(stripped("\x1b(B\x1b=x\x1b[4Cy\x1b[?25l\x1bP1$r\x1b\\z"), "x    yz");
    }

    #[test]
    fn a_string_without_an_end_hides_nothing() {
        assert_eq!(stripped("\x1b]8;;oops\nnext\x1b[31"), "8;;oops\nnext");
    }

    #[test]
    fn overstrikes_and_nuls() {
        assert_eq!(stripped("E\x08Er\x08rr\0o\x08or"), "Error");
        assert_eq!(stripped("\x08a\n\x08b"), "a\nb");
    }

    #[test]
    fn the_rest_keeps_its_place() {
        let text = Mapped::identity("\x1b[31ma\r\nb");
        let clean = strip(&text, false).unwrap_or_default();
        assert_eq!(clean.as_str(), "a\nb");
        assert_eq!(clean.source(0..1), 5..6);
        assert_eq!(clean.source(1..3), 7..9);
    }
}

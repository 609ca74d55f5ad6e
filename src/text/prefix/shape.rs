//! The shape of a prefix: what is the same on every line, and what may vary.

/// One piece of a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// Letters, or letters with digits: a level, a host, `rank0`.
    Word,
    /// A process, a thread, a line; also several joined (`1,0`).
    Number,
    /// A date, a time of day, seconds with a fraction: never tells two writers apart.
    Time,
    Blanks,
    Other(char),
}

/// Pieces in order. Two prefixes of one shape were written by one format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pieces: Vec<Piece>,
    /// The blanks at the end, byte for byte: what comes after them is the line's own indentation.
    tail: String,
}

/// No format writes more.
const PIECES: usize = 48;

/// Where a prefix ends on one line, and whose it is.
pub struct Hit {
    /// Its length in bytes.
    pub len: usize,
    /// Its words, as one number.
    pub words: u64,
    /// Its numbers, times left out, in order; as many as the shape has at most.
    pub numbers: Vec<u64>,
}

impl Shape {
    /// The shape of a prefix; none where nothing in it could be one.
    pub fn of(prefix: &str) -> Option<Self> {
        let body = prefix.trim_end_matches([' ', '\t']);
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < body.len() {
            let (piece, end) = piece(body, at)?;
            // Numbers stand in columns: there may be blanks before them or none.
            if matches!(piece, Piece::Number | Piece::Time) && pieces.last() == Some(&Piece::Blanks) {
                pieces.pop();
            }
            pieces.push(piece);
            at = end;
        }
        let fits = pieces.iter().any(|p| *p != Piece::Blanks) && pieces.len() <= PIECES;
        fits.then(|| Self { pieces, tail: prefix[body.len()..].to_owned() })
    }

    /// The shape of all that a line begins with, as far as a prefix may go.
    pub fn start(line: &str) -> Self {
        let mut pieces = Vec::new();
        let mut at = 0;
        let line = line.lines().next().unwrap_or_default();
        while let Some((piece, end)) = piece(line, at).filter(|_| pieces.len() < PIECES) {
            pieces.push(piece);
            at = end;
        }
        Self { pieces, tail: String::new() }
    }

    /// The longest shape that a line and another begin with; nothing is known of its tail.
    pub fn common(&self, line: &str) -> Self {
        let mut at = 0;
        let mut shared = 0;
        for (i, &wanted) in self.pieces.iter().enumerate() {
            let Some((mut found, mut end)) = piece(line, at) else { break };
            if found == Piece::Blanks && matches!(wanted, Piece::Number | Piece::Time) {
                let Some(next) = piece(line, end) else { break };
                (found, end) = next;
            }
            if !alike(wanted, found, self.by_number(i)) {
                break;
            }
            at = self.cut_number(i, line, at, end);
            shared += 1;
        }
        let mut pieces = self.pieces[..shared].to_vec();
        if pieces.last() == Some(&Piece::Blanks) {
            pieces.pop();
        }
        Self { pieces, tail: String::new() }
    }

    /// The shape with the blanks that all lines have behind it.
    pub fn with_tail<'a>(mut self, lines: impl Iterator<Item = &'a str>) -> Self {
        self.tail.clear();
        let blanks = |line: &'a str| {
            let rest = &line[self.read(line)?.len..];
            let words = rest.trim_start_matches([' ', '\t']);
            (!words.is_empty()).then(|| &rest[..rest.len() - words.len()])
        };
        let tail = lines.filter_map(blanks).min_by_key(|b| b.len()).unwrap_or_default();
        self.tail = tail.to_owned();
        self
    }

    /// How telling the shape is: a comment's `#` says little, a time stamp much.
    pub fn is_empty(&self) -> bool {
        self.pieces.iter().all(|p| *p == Piece::Blanks)
    }

    /// True beside a number.
    fn by_number(&self, i: usize) -> bool {
        let number = |p: Option<&Piece>| p == Some(&Piece::Number);
        number(self.pieces.get(i + 1)) || i > 0 && number(self.pieces.get(i - 1))
    }

    /// Where a number ends that the next piece cuts short: `12:` before a text that begins with a digit.
    fn cut_number(&self, i: usize, line: &str, at: usize, end: usize) -> usize {
        match (self.pieces[i], self.pieces.get(i + 1)) {
            (Piece::Number, Some(&Piece::Other(sign))) => line[at..end].find(sign).map_or(end, |n| at + n),
            _ => end,
        }
    }

    /// Reads the prefix of a line. A line without words of its own may lack the blanks at the end.
    pub fn read(&self, line: &str) -> Option<Hit> {
        let mut at = 0;
        let mut hit = Hit { len: 0, words: 0xcbf2_9ce4_8422_2325, numbers: Vec::new() };
        for (i, &wanted) in self.pieces.iter().enumerate() {
            let (mut found, mut end) = piece(line, at)?;
            if found == Piece::Blanks && matches!(wanted, Piece::Number | Piece::Time) {
                at = end;
                (found, end) = piece(line, at)?;
            }
            end = self.cut_number(i, line, at, end);
            if !alike(wanted, found, self.by_number(i)) {
                return None;
            }
            match wanted {
                Piece::Word => hit.words = line[at..end].bytes().fold(hit.words, hash),
                Piece::Number => hit.numbers.push(value(&line[at..end])),
                _ => {}
            }
            at = end;
        }
        if line[at..].starts_with(self.tail.as_str()) {
            hit.len = at + self.tail.len();
        } else if line[at..].trim_start_matches([' ', '\t']).is_empty() {
            hit.len = line.len();
        } else {
            return None;
        }
        Some(hit)
    }
}

/// FNV-1a.
fn hash(sum: u64, byte: u8) -> u64 {
    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// `grep` writes `name-12-` where a line is context and `name:12:` where it is the match.
fn alike(wanted: Piece, found: Piece, by_number: bool) -> bool {
    let mark = |p| matches!(p, Piece::Other('-' | ':'));
    wanted == found
        || (mark(wanted) && mark(found) && by_number)
        || matches!((wanted, found), (Piece::Word, Piece::Number) | (Piece::Number, Piece::Word))
}

/// All digits as one number; compared, never shown.
fn value(digits: &str) -> u64 {
    digits.bytes().fold(0, |n: u64, b| {
        let next = if b.is_ascii_digit() {
            n.wrapping_mul(10).wrapping_add(u64::from(b - b'0'))
        } else {
            n.wrapping_mul(1000)
        };
        next % (1 << 59)
    })
}

/// The piece at `at` and where it ends; none at the end of the line.
fn piece(line: &str, at: usize) -> Option<(Piece, usize)> {
    let rest = &line[at..];
    let first = rest.chars().next()?;
    if matches!(first, ' ' | '\t') {
        return Some((Piece::Blanks, line.len() - rest.trim_start_matches([' ', '\t']).len()));
    }
    if first.is_ascii_digit() {
        let (kind, len) = number(rest.as_bytes());
        let joined = rest[len..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if !joined {
            return Some((kind, at + len));
        }
    }
    if first.is_alphanumeric() || first == '_' {
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        return Some((Piece::Word, at + len));
    }
    Some((Piece::Other(first), at + first.len_utf8()))
}

/// Digits, and more digits after single signs as dates and times have them; `Z` and `+01:00` belong to a time.
fn number(bytes: &[u8]) -> (Piece, usize) {
    let run = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = run(0);
    let mut signs = 0;
    let mut time = false;
    let mut whole = end;
    while signs < 8
        && bytes.get(end).is_some_and(|b| matches!(b, b':' | b'.' | b',' | b'-' | b'/' | b'T' | b'+'))
    {
        let digits = run(end + 1);
        if digits == 0 {
            break;
        }
        time |=
            (bytes[end] == b':' && digits == 2) || (bytes[end] == b'.' && digits >= 3) || bytes[end] == b'T';
        time |= bytes[end] == b'-' && digits == 2 && whole == 4;
        whole = digits;
        signs += 1;
        end += 1 + digits;
    }
    if time && bytes.get(end) == Some(&b'Z') {
        end += 1;
    }
    (if time { Piece::Time } else { Piece::Number }, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn len(prefix: &str, line: &str) -> Option<usize> {
        Shape::of(prefix).and_then(|s| s.read(line)).map(|h| h.len)
    }

    #[test]
    fn one_format_has_one_shape() {
        for (prefix, line) in [
            ("2026-03-04T05:06:00.0000000Z ", "2026-03-05T15:00:59.1234567Z   File"),
            ("web-1    | ", "trainer-12 |   File"),
            ("     9\t", "    10\t  File"),
            ("train.log:99:", "train.log-100-  File"),
            ("[1,0]<stderr>:", "[1,12]<stderr>:  File"),
            ("Mar  4 05:06:07 node17 python3[42]: ", "Mar 14 05:06:07 node1 python3[4242]:   File"),
            (
                "03-04 05:06:07.089  1234  5678 E python  : ",
                "03-04 05:06:07.090   234 15678 E python  :   File",
            ),
            ("9:", "10:  File"),
            ("(A pid=1) (B pid=2) ", "(A pid=10) (B pid=21)   File"),
        ] {
            assert_eq!(len(prefix, line), Some(line.len() - 6), "{line}");
            assert_eq!(len(prefix, prefix.trim_end()), Some(prefix.trim_end().len()), "{prefix}");
        }
        assert_eq!(len("9:", "10:1 failed"), Some(3));
        assert_eq!(len("[rank0]: ", "[rank0] x"), None);
        assert_eq!(len("> ", "x > y"), None);
        assert_eq!(len("    ", "     x"), None);
    }

    #[test]
    fn the_common_shape_leaves_each_line_its_indentation() {
        let lines = ["[gw0]   File \"x\"", "[gw1] ^^^"];
        let shape = Shape::of("[gw0] linux")
            .map(|s| s.common(lines[0]).common(lines[1]).with_tail(lines.into_iter()));
        assert_eq!(shape.and_then(|s| s.read("[gw12]     x")).map(|h| h.len), Some(7));
    }
}

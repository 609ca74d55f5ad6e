//! How much a text looks like tracebacks: what a dressing must improve to be taken off.

use super::Mapped;
use memchr::memmem;
use std::ops::Range;

/// The words that begin a traceback.
pub const HEADER: &str = "Traceback (most recent call last):";
/// The words that begin an exception group.
pub const GROUP: &str = "+ Exception Group Traceback (most recent call last):";

/// The sentences between two exceptions.
pub const SENTENCES: [&str; 2] = [
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
];

/// The sum over all lines of what each says for itself. O(n).
pub fn score(text: &str) -> usize {
    let groups = has_groups(text);
    let mut sum = 0;
    let mut before = Line::Other;
    for line in text.split('\n') {
        let this = kind(line, before, groups);
        sum += this.weight();
        // A frame that does not follow on a header or frame stands alone, a header that is indented is not at home.
        let loose = match this {
            Line::Frame => before == Line::Other,
            Line::Blank => before == Line::Frame,
            Line::Header => !at_home(line, groups),
            Line::Other => is_closing(line) && sum > 0,
            _ => false,
        };
        sum -= usize::from(loose);
        before = this;
    }
    sum
}

/// Parts of a large text around words of tracebacks, from all over it; none where the text is small. O(n).
pub fn sample(text: &Mapped) -> Option<Mapped> {
    const LARGE: usize = 256 * 1024;
    const PARTS: usize = 4;
    const PART: usize = 24 * 1024;
    let all = text.as_str();
    if all.len() <= LARGE {
        return None;
    }
    let mut part = Mapped::default();
    let mut done = 0;
    for i in 0..PARTS {
        let from = (all.len() / PARTS * i).max(done);
        let words = [&b"raceback"[..], b"File ", b".py:"];
        let Some(at) = words.iter().find_map(|w| memmem::find(&all.as_bytes()[from..], w)) else { continue };
        let at = from + at;
        let line = memchr::memrchr(b'\n', &all.as_bytes()[..at]).map_or(0, |n| n + 1);
        let border = |at: usize| (at..all.len()).find(|&i| all.is_char_boundary(i)).unwrap_or(all.len());
        let start = border(line.max(at.saturating_sub(PART / 4)).max(done));
        let end = border((start + PART).min(all.len()));
        let end = memchr::memrchr(b'\n', &all.as_bytes()[start..end]).map_or(end, |n| start + n + 1);
        part.push_part(text, start..end);
        done = end;
    }
    Some(part)
}

/// Every line's bytes and kind. O(n).
pub fn kinds(text: &Mapped) -> impl Iterator<Item = (Range<usize>, Line)> {
    let groups = has_groups(text.as_str());
    let mut before = Line::Other;
    text.lines().map(move |range| {
        before = kind(&text.as_str()[range.clone()], before, groups);
        (range, before)
    })
}

/// True for a text with an exception group, whose gutter is no dressing.
pub fn has_groups(text: &str) -> bool {
    [GROUP, "+-+---------------- ", "+---------------- "]
        .iter()
        .any(|g| memmem::find(text.as_bytes(), g.as_bytes()).is_some())
}

/// True for a text that may wear a dressing: it has words of tracebacks that are not where tracebacks have them. O(n).
pub fn is_odd(text: &str) -> bool {
    let count = |words: &str| memmem::find_iter(text.as_bytes(), words).count();
    let (headers, files) = (count("raceback"), count("File"));
    let odd_character =
        |c: char| super::unseen::is_unseen(c) || matches!(c, '\u{a0}' | '\u{2028}' | '\u{2029}');
    if headers + files == 0 {
        // What no layout hides behind other words: pytest's places, and base64.
        return count(".py:") > 0 || count("%0A") > 1 || super::transport::is_base64(text);
    }
    let groups = has_groups(text);
    if !text.is_ascii() && text.contains(odd_character) {
        return true;
    }
    let (mut own_headers, mut own_files) = (0, 0);
    let mut before = Line::Other;
    for line in text.split('\n') {
        let this = kind(line, before, groups);
        match this {
            Line::Header if !at_home(line, groups) => return true,
            Line::Header => own_headers += 1,
            Line::Frame => own_files += 1,
            Line::Mark => {
                own_headers += usize::from(line.contains("raceback (most"));
            }
            Line::Broken => return true,
            Line::Blank if before == Line::Frame => return true,
            Line::Other
                if matches!(before, Line::Header | Line::Frame | Line::Source | Line::Carets)
                    && !line.starts_with("    ")
                    && !line.starts_with("  [Previous") =>
            {
                return true;
            }
            Line::Other if matches!(before, Line::Header | Line::Frame | Line::Source | Line::Carets) => {}
            Line::Other if is_cut(line) || is_closing(line) => return true,
            _ => {}
        }
        before = this;
    }
    own_headers != headers || own_files != files
}

/// True for the end of an element around a text.
fn is_closing(line: &str) -> bool {
    line.starts_with("</") || line.starts_with("]]>")
}

/// True for a header at the column that it was printed at.
fn at_home(line: &str, groups: bool) -> bool {
    let inner = line.trim_start_matches([' ', '\t']);
    match line.len() - inner.len() {
        0 => true,
        blanks if is_group(inner) => blanks == 2,
        _ => groups && inner.starts_with(['|', '+']),
    }
}

/// True for the beginning of a sentence that was cut.
pub fn is_cut(line: &str) -> bool {
    line.len() > 12 && SENTENCES.iter().chain([&HEADER]).any(|s| line.len() < s.len() && s.starts_with(line))
}

/// True for the first line of a traceback.
pub fn is_header(line: &str) -> bool {
    let words = line[gutter(line, true)..].trim_end();
    words == HEADER || line.trim() == GROUP
}

/// True for the first line of a traceback without indentation, or one of the marks of other layouts.
pub fn is_top(inner: &str) -> bool {
    inner.starts_with(HEADER) || !inner.is_empty() && mark(inner)
}

/// True for the first line of an exception group without indentation.
pub fn is_group(inner: &str) -> bool {
    inner.trim_end() == GROUP
}

/// How many bytes of indentation a line has, the gutter of an exception group among them.
fn gutter(line: &str, groups: bool) -> usize {
    let inner = line.trim_start_matches(' ');
    let blanks = line.len() - inner.len();
    match inner.strip_prefix(['|', '+']) {
        Some(rest) if groups && blanks >= 2 => line.len() - rest.trim_start_matches(' ').len(),
        _ => blanks,
    }
}

/// True for a header or a frame: what only tracebacks have.
pub fn begins_traceback(line: &str) -> bool {
    is_header(line) || matches!(kind(line, Line::Other, true), Line::Frame | Line::Broken | Line::Mark)
}

/// True for a whole frame.
pub fn is_frame(line: &str) -> bool {
    kind(line, Line::Other, false) == Line::Frame
}

/// True for a line that ends a traceback that has begun: the exception, or the end of a group.
pub fn ends_traceback(line: &str) -> bool {
    let outside = line.starts_with(|c: char| c != ' ' && c != '\t');
    outside || line.trim().strip_prefix('+').is_some_and(|l| l.len() > 8 && l.bytes().all(|b| b == b'-'))
}

/// What a line is, as far as the line itself and the one before tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The words that begin it.
    Header,
    /// A frame with its function, the path free of invisible characters.
    Frame,
    /// Begins like a frame, and is cut or misplaced.
    Broken,
    /// The code below a frame.
    Source,
    /// Carets and tildes below code.
    Carets,
    /// The sentence between two exceptions.
    Chain,
    /// The exception below frames.
    Raised,
    /// The marks of other layouts: pytest, `IPython`, rich.
    Mark,
    /// No words.
    Blank,
    /// Anything else.
    Other,
}

impl Line {
    fn weight(self) -> usize {
        match self {
            Self::Header => 8,
            Self::Frame => 6,
            Self::Chain | Self::Raised => 3,
            Self::Broken | Self::Carets | Self::Source => 1,
            Self::Mark => 2,
            Self::Blank | Self::Other => 0,
        }
    }
}

fn kind(line: &str, before: Line, groups: bool) -> Line {
    let line = line.trim_end_matches(' ');
    if line.is_empty() {
        return Line::Blank;
    }
    let indent = gutter(line, groups);
    let words = &line[indent..];
    match words.as_bytes().first() {
        Some(b'T' | b'+') if words == HEADER || words == GROUP => return Line::Header,
        Some(b'T' | b'+') if words.starts_with(HEADER) || words.starts_with(GROUP) => return Line::Broken,
        Some(b'E') if groups && line.trim_start() == GROUP => return Line::Header,
        Some(b'F') => {
            if let Some(rest) = words.strip_prefix("File \"") {
                return frame(rest, indent);
            }
            if frame_unquoted(words) {
                return Line::Frame;
            }
        }
        Some(b'T' | b'D') if SENTENCES.contains(&words) => return Line::Chain,
        Some(b'^' | b'~') if words.bytes().all(|b| matches!(b, b'^' | b'~' | b' ')) => {
            return if matches!(before, Line::Source | Line::Raised) { Line::Carets } else { Line::Other };
        }
        _ => {}
    }
    if before == Line::Frame && indent >= 4 {
        return Line::Source;
    }
    let in_traceback = matches!(before, Line::Frame | Line::Source | Line::Carets);
    if in_traceback && raised(words) {
        return Line::Raised;
    }
    if mark(line) { Line::Mark } else { Line::Other }
}

/// `path", line N, in f`, `path", line N` (where a syntax error points), `path", line N in f` (faulthandler).
fn frame(rest: &str, indent: usize) -> Line {
    let Some(at) = rest.find("\", line ") else { return Line::Broken };
    let after = rest[at + 8..].trim_start_matches(|c: char| c.is_ascii_digit());
    let number = after.len() < rest.len() - at - 8;
    let named = after.is_empty()
        || [", in ", " in "]
            .iter()
            .any(|w| after.strip_prefix(w).is_some_and(|name| name.ends_with(ends_name)));
    let plain = !rest.starts_with('"')
        && !rest[..at].contains(super::unseen::is_unseen)
        && !rest[..at].contains("]8;;");
    if number && named && plain && indent >= 2 { Line::Frame } else { Line::Broken }
}

fn ends_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '>' | ')' | ']')
}

/// `IPython`'s `File path:N, in f(x)` and `File path:N in f`.
fn frame_unquoted(words: &str) -> bool {
    let Some(at) = words.find(", in ").or_else(|| words.find(" in ")) else { return false };
    let digits = words[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    digits > 0 && words[..at - digits].ends_with(':') && !words[..at].contains(super::unseen::is_unseen)
}

/// True for `dotted.Name`, alone or with a colon.
pub fn raised(words: &str) -> bool {
    let end = words
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '<' | '>')))
        .unwrap_or(words.len());
    let begins = words.starts_with(|c: char| c.is_alphabetic() || c == '_');
    // A name alone could be a word of anything.
    let last = words[..end].rsplit('.').next().unwrap_or_default();
    let class = last.len() < end || last.starts_with(|c: char| c.is_uppercase() || c == '_');
    begins && (end == words.len() && class || words[end..].starts_with(": ") || &words[end..] == ":")
}

fn mark(line: &str) -> bool {
    let begins = |marks: &[&str]| marks.iter().any(|m| line.starts_with(m));
    match line.as_bytes()[0] {
        b'E' => begins(&["E   "]),
        b'-' => begins(&["---> ", "----> ", "---------------------------------------"]),
        b'C' => begins(&["Cell In["]) || place(line),
        // Box drawing.
        0xE2 => begins(&["\u{256d}\u{2500}", "\u{2502} "]),
        b' ' => false,
        _ => line.ends_with("  Traceback (most recent call last)") || place(line),
    }
}

/// pytest's `path.py:12: in f` and `path.py:12: Error`.
fn place(line: &str) -> bool {
    let path = &line.as_bytes()[..line.len().min(300)];
    let after_path = |colon: usize| {
        let after = line[colon + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        line.as_bytes()[..colon].ends_with(b".py")
            && !line[..colon].contains(super::unseen::is_unseen)
            && after.len() < line.len() - colon - 1
            && after.starts_with(": ")
    };
    memchr::memchr_iter(b':', path).take(2).any(after_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceback_scores_by_its_lines() {
        let whole = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\n    ^^^\nKeyError: 'k'\n";
        assert_eq!(score(whole), 8 + 6 + 1 + 1 + 3);
        assert!(score(&whole.replace("  File", "File")) < score(whole));
        assert!(score(&whole.replace(", in <module>", ", in")) < score(whole));
        assert!(score(&whole.replace("\na.py", "a.\u{200b}py")) <= score(whole));
    }

    #[test]
    fn prose_scores_nothing() {
        assert_eq!(score("INFO: started\nnote: see File \"x\"\n  KeyError: no\n\n"), 0);
    }
}

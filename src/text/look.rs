//! How much a text looks like tracebacks: what a dressing must improve to be taken off.

use super::Mapped;
use memchr::memmem;
use std::ops::Range;

/// The words that begin a traceback.
pub const HEADER: &str = "Traceback (most recent call last):";
const GROUP: &str = "+ Exception Group Traceback (most recent call last):";

/// The sum over all lines of what each says for itself. O(n).
pub fn score(text: &str) -> usize {
    let mut sum = 0;
    let mut before = Line::Other;
    for line in text.split('\n') {
        let this = kind(line, before);
        sum += this.weight();
        // A frame that does not follow on a header or frame stands alone.
        sum -= usize::from(this == Line::Frame && before == Line::Other);
        before = this;
    }
    sum
}

/// Every line's bytes and kind. O(n).
pub fn kinds(text: &Mapped) -> impl Iterator<Item = (Range<usize>, Line)> {
    let mut before = Line::Other;
    text.lines().map(move |range| {
        before = kind(&text.as_str()[range.clone()], before);
        (range, before)
    })
}

/// True where it is worth looking for dressings at all. O(n).
pub fn hints(text: &str) -> bool {
    // Upper and lower case letters differ between producers and transforms; these do not.
    ["raceback", ", line ", "\u{a0}line", "File", "rror", "xception"]
        .iter()
        .any(|w| memmem::find(text.as_bytes(), w.as_bytes()).is_some())
}

/// True for the first line of a traceback.
pub fn is_header(line: &str) -> bool {
    let words = &line[gutter(line)..];
    words.starts_with(HEADER) || line.trim_start().starts_with(GROUP)
}

/// How many bytes of indentation a line has, the gutter of an exception group among them.
fn gutter(line: &str) -> usize {
    let inner = line.trim_start_matches(' ');
    let blanks = line.len() - inner.len();
    match inner.strip_prefix(['|', '+']) {
        Some(rest) if blanks >= 2 => line.len() - rest.trim_start_matches(' ').len(),
        _ => blanks,
    }
}

/// True for a header or a frame: what only tracebacks have.
pub fn begins_traceback(line: &str) -> bool {
    is_header(line) || matches!(kind(line, Line::Other), Line::Frame | Line::Broken | Line::Mark)
}

/// True for a whole frame.
pub fn is_frame(line: &str) -> bool {
    kind(line, Line::Other) == Line::Frame
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

fn kind(line: &str, before: Line) -> Line {
    let line = line.trim_end_matches(' ');
    if line.is_empty() {
        return Line::Blank;
    }
    let indent = gutter(line);
    let words = &line[indent..];
    if is_header(line) {
        return Line::Header;
    }
    if let Some(rest) = words.strip_prefix("File \"") {
        return frame(rest, indent);
    }
    if chain(words) {
        return Line::Chain;
    }
    if words.bytes().all(|b| matches!(b, b'^' | b'~' | b' ')) {
        return if matches!(before, Line::Source | Line::Raised) { Line::Carets } else { Line::Other };
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
        || [", in ", " in "].iter().any(|w| after.strip_prefix(w).is_some_and(|n| !n.is_empty()));
    let plain = !rest[..at].contains(super::unseen::is_unseen);
    if number && named && plain && indent >= 2 { Line::Frame } else { Line::Broken }
}

fn chain(words: &str) -> bool {
    words == "The above exception was the direct cause of the following exception:"
        || words == "During handling of the above exception, another exception occurred:"
}

/// True for `dotted.Name`, alone or with a colon.
pub fn raised(words: &str) -> bool {
    let end = words
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '<' | '>')))
        .unwrap_or(words.len());
    let begins = words.starts_with(|c: char| c.is_alphabetic() || c == '_');
    begins && (end == words.len() || words[end..].starts_with(": ") || &words[end..] == ":")
}

fn mark(line: &str) -> bool {
    const MARKS: [&str; 6] = ["E   ", "---> ", "----> ", "Cell In[", "\u{256d}\u{2500}", "\u{2502} "];
    if MARKS.iter().any(|m| line.starts_with(m))
        || line.starts_with("---------------------------------------")
    {
        return true;
    }
    // pytest's `path.py:12: in f` and `path.py:12: Error`.
    let Some(at) = memmem::find(line.as_bytes(), b".py:") else { return false };
    let after = line[at + 4..].trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < line.len() - at - 4 && after.starts_with(": ") && !line[..at].contains(' ')
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

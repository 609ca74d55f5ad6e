//! Something after every line: a table's border, a string's closing quote, a continuation.

use super::Mapped;
use super::look::HEADER;
use memchr::memmem;

/// Takes off what stands behind the header, and before it the blanks that fill the column. O(n).
pub fn strip(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let at = memmem::find(all.as_bytes(), HEADER.as_bytes())? + HEADER.len();
    let end = memchr::memchr(b'\n', &all.as_bytes()[at..]).map_or(all.len(), |n| at + n);
    let suffix = all[at..end].trim();
    if suffix.is_empty() || suffix.len() > 16 {
        return None;
    }
    let mut out = Mapped::default();
    for range in text.lines() {
        let line = &all[range.clone()];
        let kept = line.trim_end().strip_suffix(suffix).map_or(line.len(), |l| l.trim_end().len());
        out.push_part(text, range.start..range.start + kept);
        out.push_part(text, range.end..all.len().min(range.end + 1));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_at_the_right() {
        let bordered = "Traceback (most recent call last): |\n  File \"a\", line 1, in f           |\n                                   |\nno border\n";
        let bare = "Traceback (most recent call last):\n  File \"a\", line 1, in f\n\nno border\n";
        assert_eq!(strip(&Mapped::identity(bordered)).as_ref().map(Mapped::as_str), Some(bare));
    }
}

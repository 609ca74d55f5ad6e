//! A header behind other words on its line: `ERROR:root:Traceback (most recent call last):`.

use super::Mapped;
use super::look::{self, HEADER, Line};
use memchr::memmem;

/// Gives headers a line of their own, where a frame follows and nothing says that they belong to a message. O(n).
pub fn split(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    memmem::find(all.as_bytes(), b"(most recent call last):")?;
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut lines = look::kinds(text).peekable();
    while let Some((range, kind)) = lines.next() {
        let line = &all[range.clone()];
        let group = line.strip_suffix(look::GROUP).map(|l| l.strip_suffix("  ").unwrap_or(l));
        let Some(at) = group.or(line.strip_suffix(HEADER)).map(str::len).filter(|&at| at > 0) else {
            continue;
        };
        let next = lines.peek().map_or("", |(r, _)| all[r.clone()].trim_start_matches([' ', '|']));
        let framed = next.starts_with("File ");
        let before = line[..at].trim_end();
        let own = ["Original", "Remote", "Group", "|"].iter().any(|w| before.ends_with(w));
        if !framed || own || kind == Line::Raised || before.is_empty() {
            continue;
        }
        out.push_part(text, kept..range.start + at);
        out.push_instead("\n", text, range.start + at..range.start + at);
        kept = range.start + at;
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_begins_a_line() {
        let m = |s: &str| split(&Mapped::identity(s)).map(|m| m.as_str().to_owned());
        let frame = "\n  File \"a\", line 1, in f\nKeyError\n";
        assert_eq!(m(&format!("ERROR:root:{HEADER}{frame}")), Some(format!("ERROR:root:\n{HEADER}{frame}")));
        assert_eq!(m(&format!("Original {HEADER}{frame}")), None);
        assert_eq!(m(&format!("    | {HEADER}{frame}")), None);
    }
}

//! HTML and XML: character references, tags, attributes.

use super::sorted::sorted;
use super::{BREAK, Mapped};
use memchr::memmem;
use std::ops::Range;

/// Takes tags off and writes the characters for their references. O(n).
pub fn strip(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    let signs = ["&quot;", "&#", "&lt;", "&nbsp;", "&amp;", "</", "<br", "<BR", "/>", "<![CDATA["];
    if !signs.iter().any(|s| memmem::find(all.as_bytes(), s.as_bytes()).is_some()) {
        return None;
    }
    let mut page = Page {
        text,
        closed: closed(all),
        out: Mapped::default(),
        apart: false,
        opened: None,
        fuel: all.len() * 2 + 1024,
    };
    page.range(0..all.len());
    Some(page.out)
}

/// The names of elements that are closed somewhere: `<module>` never is.
fn closed(all: &str) -> Vec<&str> {
    const NAMES: usize = 512;
    let names =
        memmem::find_iter(all.as_bytes(), b"</").map(|at| &all[at + 2..at + 2 + name_len(&all[at + 2..])]);
    let mut names = sorted(names.filter(|n| !n.is_empty()).take(NAMES).collect());
    names.dedup();
    names
}

fn name_len(rest: &str) -> usize {
    let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let end = rest
        .bytes()
        .take(40)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':'))
        .count();
    if begins { end } else { 0 }
}

struct Page<'a> {
    text: &'a Mapped,
    closed: Vec<&'a str>,
    out: Mapped,
    /// An element ended here that hangs together with nothing after it.
    apart: bool,
    /// How long the text was when the last block began.
    opened: Option<usize>,
    /// Bytes that may be read in vain, in tags that are none.
    fuel: usize,
}

impl Page<'_> {
    fn range(&mut self, range: Range<usize>) {
        let all = &self.text.as_str()[..range.end];
        let mut kept = range.start;
        let mut at = kept;
        while let Some(next) = memchr::memchr2(b'<', b'&', &all.as_bytes()[at..]).map(|n| at + n) {
            at = next + 1;
            if all.as_bytes()[next] == b'&' {
                if let Some((instead, end)) = reference(all, next) {
                    self.copy(kept..next);
                    self.put(&instead, next..end);
                    (kept, at) = (end, end);
                }
            } else if let Some(tag) = self.tag(all, next) {
                // The end of a CDATA section.
                let cdata = tag.closing && all[kept..next].ends_with("]]>");
                self.copy(kept..next - if cdata { 3 } else { 0 });
                self.element(&tag, next);
                (kept, at) = (tag.end, tag.end);
            }
        }
        self.copy(kept..range.end);
    }

    fn copy(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let words = &self.text.as_str()[range.clone()];
        if self.apart && !words.trim().is_empty() {
            self.apart = false;
            let place = range.start..range.start;
            self.new_line(range.start);
            self.out.push_instead(BREAK, self.text, place.clone());
            if !words.starts_with('\n') {
                self.out.push_instead("\n", self.text, place);
            }
        }
        self.out.push_part(self.text, range);
    }

    fn put(&mut self, instead: &str, range: Range<usize>) {
        self.out.push_instead(instead, self.text, range);
    }

    fn new_line(&mut self, at: usize) {
        if !self.out.as_str().is_empty() && !self.out.as_str().ends_with('\n') {
            self.put("\n", at..at);
        }
    }

    fn element(&mut self, tag: &Tag, at: usize) {
        if let Some(value) = tag.value.clone() {
            self.new_line(at);
            self.range(value);
            self.apart = true;
            return;
        }
        match tag.kind {
            Kind::Inline => {}
            Kind::Cell => {
                let line = self.out.as_str().rsplit('\n').next().unwrap_or_default();
                if !line.is_empty() && !line.ends_with('\t') && self.text.as_str()[at..].starts_with("<t") {
                    self.put("\t", at..tag.end);
                }
            }
            Kind::Break => {
                if !self.text.as_str()[tag.end..].starts_with('\n') {
                    self.put("\n", at..tag.end);
                }
            }
            // The line end behind an element ends its last line.
            _ if self.text.as_str()[tag.end..].starts_with('\n') => {
                self.apart |= matches!(tag.kind, Kind::End);
            }
            // An element without words is an empty line.
            Kind::Block if tag.closing && self.opened == Some(self.out.as_str().len()) => {
                self.put("\n", at..at);
            }
            Kind::Block => {
                self.new_line(at);
                self.opened = (!tag.closing).then_some(self.out.as_str().len());
            }
            Kind::End => {
                self.new_line(at);
                self.apart = true;
            }
        }
    }

    /// Reads the tag at `at`; none where it is no tag.
    fn tag(&mut self, all: &str, at: usize) -> Option<Tag> {
        let rest = &all[at + 1..];
        if rest.starts_with("![CDATA[") {
            return Some(Tag { end: at + 9, closing: false, kind: Kind::Block, value: None });
        }
        if rest.starts_with("!--") || rest.starts_with('?') || rest.starts_with("!DOCTYPE") {
            let end = memchr::memchr(b'>', &rest.as_bytes()[..rest.len().min(4096)])?;
            return Some(Tag { end: at + 2 + end, closing: false, kind: Kind::Block, value: None });
        }
        let closing = rest.starts_with('/');
        let name_at = at + 1 + usize::from(closing);
        let name = &all[name_at..name_at + name_len(&all[name_at..])];
        if name.is_empty() {
            return None;
        }
        let (end, value) = self.attributes(all, name_at + name.len())?;
        let alone = all.as_bytes()[end - 2] == b'/';
        let kind = kind(name, closing);
        let known = closing
            || alone
            || self.closed.binary_search(&name).is_ok()
            || matches!(kind, Kind::Break)
            || VOID.contains(&name);
        known.then_some(Tag { end, closing, kind, value })
    }

    /// The end of a tag from after its name on, and the attribute that holds a traceback, if one does.
    fn attributes(&mut self, all: &str, from: usize) -> Option<(usize, Option<Range<usize>>)> {
        let bytes = all.as_bytes();
        if !matches!(bytes.get(from)?, b'>' | b'/' | b' ' | b'\t' | b'\n') {
            return None;
        }
        let mut value = None;
        let mut at = from;
        loop {
            at += memchr::memchr3(b'>', b'<', b'=', bytes.get(at..)?)?;
            self.fuel = self.fuel.checked_sub(at - from + 1)?;
            match bytes[at] {
                b'>' => return Some((at + 1, value)),
                b'<' => return None,
                _ => {}
            }
            at += 1;
            let Some(&quote) = bytes.get(at).filter(|b| matches!(b, b'"' | b'\'')) else { continue };
            let end = at + 1 + memchr::memchr(quote, &bytes[at + 1..])?;
            if holds_lines(&bytes[at + 1..end]) {
                value = Some(at + 1..end);
            }
            at = end + 1;
        }
    }
}

/// True for an attribute's value that has line ends and words of a traceback.
fn holds_lines(value: &[u8]) -> bool {
    let value = &value[..value.len().min(65536)];
    let any = |signs: &[&str]| signs.iter().any(|s| memmem::find(value, s.as_bytes()).is_some());
    value.len() > 40
        && any(&["\n", "&#10;", "&#xA;", "&#xa;", "&#x0A;"])
        && any(&["raceback", "File ", ".py:"])
}

struct Tag {
    end: usize,
    closing: bool,
    kind: Kind,
    /// An attribute that holds a traceback.
    value: Option<Range<usize>>,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Within a line.
    Inline,
    /// A line's end.
    Break,
    /// A column of a table.
    Cell,
    /// On lines of its own.
    Block,
    /// The end of a text.
    End,
}

const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
    "var", "wbr", "nobr",
];
const BLOCK: &[&str] = &[
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "dl",
    "dd",
    "dt",
    "tr",
    "td",
    "th",
    "table",
    "tbody",
    "thead",
    "body",
    "html",
    "section",
    "blockquote",
    "center",
    "hr",
];
/// Elements without an end.
const VOID: [&str; 5] = ["hr", "img", "wbr", "p", "li"];

fn kind(name: &str, closing: bool) -> Kind {
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        "br" => Kind::Break,
        "td" | "th" => Kind::Cell,
        n if INLINE.contains(&n) => Kind::Inline,
        n if !closing || BLOCK.contains(&n) => Kind::Block,
        _ => Kind::End,
    }
}

/// The character that a reference stands for, and its end. What was escaped twice is read at once.
fn reference(all: &str, at: usize) -> Option<(String, usize)> {
    let mut from = at + 1;
    while all[from..].starts_with("amp;") && reference_len(&all[from + 4..]).is_some() {
        from += 4;
    }
    let len = reference_len(&all[from..])?;
    let name = &all[from..from + len];
    let end = from + len + 1;
    if let Some(number) = name.strip_prefix('#') {
        let value = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        let c = char::from_u32(value).filter(|&c| c >= ' ' || matches!(c, '\n' | '\t' | '\r' | '\x1b'))?;
        return Some((if c == '\u{a0}' { ' ' } else { c }.to_string(), end));
    }
    let instead = match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" | "ldquo" | "rdquo" => "\"",
        "apos" | "lsquo" | "rsquo" => "'",
        "nbsp" | "ensp" | "emsp" | "thinsp" => " ",
        "Tab" => "\t",
        "NewLine" => "\n",
        "lpar" => "(",
        "rpar" => ")",
        "colon" => ":",
        "comma" => ",",
        "period" => ".",
        "sol" => "/",
        "bsol" => "\\",
        "lowbar" => "_",
        "hyphen" | "ndash" => "-",
        "hellip" => "...",
        "Hat" => "^",
        "tilde" => "~",
        "lsqb" | "lbrack" => "[",
        "rsqb" | "rbrack" => "]",
        "equals" => "=",
        "zwnj" | "zwj" | "shy" => "",
        _ => return None,
    };
    Some((instead.to_owned(), end))
}

/// The length of a reference's name, up to its semicolon.
fn reference_len(rest: &str) -> Option<usize> {
    let len = rest.bytes().take(10).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
    (len > 0 && rest.as_bytes().get(len) == Some(&b';')).then_some(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(s: &str) -> String {
        strip(&Mapped::identity(s)).map(|m| m.as_str().to_owned()).unwrap_or_default()
    }

    #[test]
    fn what_is_never_closed_is_no_tag() {
        assert_eq!(
            stripped("<pre><code>in <module>\n  &lt;lambda&gt;\n</code></pre>"),
            "in <module>\n  <lambda>\n"
        );
        assert_eq!(stripped("a < b </b>"), "a < b ");
    }

    #[test]
    fn line_breaks_and_blocks() {
        assert_eq!(stripped("<p>a&nbsp;b<br>\nc<br/>d</p>"), "a b\nc\nd\n");
        assert_eq!(stripped("<div>a</div><div>  <span class=\"x\">b</span></div>\n"), "a\n  b\n");
        assert_eq!(stripped("<div>a</div>\n<div>b</div>"), "a\nb\n");
    }

    #[test]
    fn what_follows_an_element_is_apart() {
        assert_eq!(stripped("<x><error m=\"1\">E: a\n</error></x> later"), format!("E: a\n{BREAK}\n later"));
        let attribute = "<e m=\"Traceback (most recent call last):&#10;  &quot;a&amp;quot;\"/>";
        assert_eq!(stripped(attribute), "Traceback (most recent call last):\n  \"a\"");
    }
}

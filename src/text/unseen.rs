//! Characters that a reader does not see or takes for others: no-break and other blanks, zero-width characters,
//! typographic quotes, line separators. Mail programs and editors put them in.

use super::Mapped;

/// Characters of no width.
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Writes the plain character for each. O(n).
pub fn plain(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str();
    if all.is_ascii() {
        return None;
    }
    let mut out = Mapped::default();
    let mut kept = 0;
    let mut chars = all.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_ascii() {
            continue;
        }
        let Some(instead) = plain_for(c) else { continue };
        let mut end = at + c.len_utf8();
        let mut instead = instead;
        // Guillemets stand off from what they quote: `« x »`.
        let next = chars.peek().map(|&(_, c)| c);
        let opens = matches!(c, '«' | '‹') && next.is_some_and(is_blank);
        let closes = is_blank(c) && next.is_some_and(|c| matches!(c, '»' | '›'));
        if opens || closes {
            let (_, second) = chars.next().unwrap_or((end, c));
            end += second.len_utf8();
            if closes {
                instead = plain_for(second).unwrap_or(instead);
            }
        }
        out.push_part(text, kept..at);
        out.push_instead(instead, text, at..end);
        kept = end;
    }
    if kept == 0 {
        return None;
    }
    out.push_part(text, kept..all.len());
    Some(out)
}

fn is_blank(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}')
}

fn plain_for(c: char) -> Option<&'static str> {
    Some(match c {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '＂' => "\"",
        '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '＇' => "'",
        '\u{2028}' | '\u{2029}' => "\n",
        c if is_unseen(c) => "",
        c if c.is_whitespace() => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plained(s: &str) -> Option<String> {
        plain(&Mapped::identity(s)).map(|m| m.as_str().to_owned())
    }

    #[test]
    fn characters_that_mail_and_editors_put_in() {
        assert_eq!(
            plained("\u{a0} File “/a/\u{200b}b.py”,\u{2003}x").as_deref(),
            Some("  File \"/a/b.py\", x")
        );
        assert_eq!(plained("«\u{a0}a\u{a0}» ‘b’\u{2028}").as_deref(), Some("\"a\" 'b'\n"));
        assert_eq!(plained("grün 🚀"), None);
    }
}

//! Terminal colours, or none.

use std::fmt::Display;

/// Whether and how words stand out.
#[derive(Clone, Copy)]
pub struct Style {
    color: bool,
}

impl Style {
    pub fn new(color: bool) -> Self {
        Self { color }
    }

    pub fn bold(self, text: impl Display) -> String {
        self.wrap("1", text)
    }

    pub fn dim(self, text: impl Display) -> String {
        self.wrap("2", text)
    }

    pub fn red(self, text: impl Display) -> String {
        self.wrap("1;31", text)
    }

    pub fn green(self, text: impl Display) -> String {
        self.wrap("1;32", text)
    }

    pub fn yellow(self, text: impl Display) -> String {
        self.wrap("33", text)
    }

    pub fn cyan(self, text: impl Display) -> String {
        self.wrap("36", text)
    }

    fn wrap(self, code: &str, text: impl Display) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// Breaks a paragraph into lines of at most `width` characters, each behind `indent`; line breaks in it stay.
pub fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut out = String::new();
    for paragraph in text.lines() {
        let mut line = String::from(indent);
        let mut filled = indent.len();
        let mut empty = true;
        for word in paragraph.split_whitespace() {
            let len = word.chars().count();
            if !empty && filled + 1 + len > width {
                out.push_str(&line);
                out.push('\n');
                line = String::from(indent);
                filled = indent.len();
                empty = true;
            }
            if !empty {
                line.push(' ');
                filled += 1;
            }
            line.push_str(word);
            filled += len;
            empty = false;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Puts `indent` before each line.
pub fn indent(text: &str, indent: &str) -> String {
    text.lines().map(|l| format!("{}\n", format!("{indent}{l}").trim_end())).collect()
}

/// Terminal controls of a pasted text are shown, not obeyed.
pub fn shown(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\u{7F}' => '\u{2421}',
            c if (c as u32) < 0x20 => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
            c if c.is_control()
                || ('\u{202A}'..='\u{202E}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c) =>
            {
                '\u{FFFD}'
            }
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_controls_are_shown() {
        assert_eq!(wrap("one two three", "  ", 9), "  one two\n  three\n");
        assert_eq!(shown("a\x1b[31mb\u{202E}"), "a\u{241B}[31mb\u{FFFD}");
    }
}

//! A blank line after every line: mail programs and web forms double line ends.

use super::Mapped;

/// Halves every run of line ends where nearly all are even. O(n).
pub fn halve(text: &Mapped) -> Option<Mapped> {
    let all = text.as_str().trim_end_matches('\n');
    let runs = || Runs { bytes: all.as_bytes(), at: 0 };
    let (mut even, mut odd) = (0, 0);
    for (start, end) in runs() {
        if (end - start) % 2 == 0 { even += 1 } else { odd += 1 }
    }
    if even < 3 || odd * 8 > even {
        return None;
    }
    let mut out = Mapped::default();
    let mut kept = 0;
    for (start, end) in runs() {
        let half = start + (end - start).div_ceil(2);
        out.push_part(text, kept..half);
        kept = end;
    }
    out.push_part(text, kept..text.as_str().len());
    Some(out)
}

/// Runs of line ends.
struct Runs<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Runs<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at + memchr::memchr(b'\n', &self.bytes[self.at..])?;
        let blank = |b: &u8| matches!(b, b'\n');
        self.at = start + self.bytes[start..].iter().take_while(|b| blank(b)).count();
        Some((start, self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_between_all_lines() {
        let bare = "a:\n  b\n    c\n\n\nd: e\n";
        let doubled = bare.replace('\n', "\n\n");
        assert_eq!(
            halve(&Mapped::identity(&doubled)).as_ref().map(|m| m.as_str().trim_end()),
            Some(bare.trim_end())
        );
        assert_eq!(halve(&Mapped::identity(bare)), None);
    }
}

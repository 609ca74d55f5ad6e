//! Platform strings of PJRT clients, in their own text or alone.

use super::Found;
use memchr::{memchr, memmem};
use std::ops::Range;

/// A platform string that the text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformString {
    /// The string, its line break real.
    pub text: String,
    /// Where it stands: bytes of the clean text.
    pub range: Range<usize>,
    /// Whether the whole text is this string and nothing else.
    pub alone: bool,
}

const PREFIX: &str = "PJRT C API";
const LABEL: &str = "platform_version";
/// Beginnings that no other line has, for strings without the prefix.
const BEGINNINGS: &[&str] =
    &["cuda ", "rocm ", "oneapi ", "TFRT TPU", "TFRT GPU", "metal_", "ipu_sdk", "<unknown>"];
/// The longest text that is taken for nothing but a string, the longest string, and the most that are kept.
const LONGEST_ALONE: usize = 200;
const LONGEST: usize = 1000;
const MOST: usize = 16;

/// Reads a whole text. O(n).
pub fn read(text: &str, found: &mut Found) {
    let trimmed = text.trim();
    if let Some(range) = alone(text, trimmed) {
        found.platform_strings.push(PlatformString {
            text: unescaped(&text[range.clone()]),
            range,
            alone: true,
        });
        return;
    }
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], PREFIX.as_bytes()).map(|i| from + i) {
        let range = at..end_of_prefixed(text, at);
        // What stands on the same line belongs to it; so each byte is looked at once.
        from = range.end.max(at + PREFIX.len());
        push(text, range, found);
    }
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], LABEL.as_bytes()).map(|i| from + i) {
        let behind = at + LABEL.len();
        let end = memchr(b'\n', &text.as_bytes()[behind..]).map_or(text.len(), |i| behind + i);
        if let Some(range) = labelled(text, behind..end) {
            push(text, range, found);
        }
        from = end;
    }
}

fn push(text: &str, range: Range<usize>, found: &mut Found) {
    let new = unescaped(&text[range.clone()]);
    let known = found.platform_strings.iter().any(|p| p.text == new || p.range.contains(&range.start))
        || new.len() > LONGEST;
    if !known && found.platform_strings.len() < MOST {
        found.platform_strings.push(PlatformString { text: new, range, alone: false });
    }
}

/// The string where the text is nothing else: with quotes taken off, on few lines, and with a beginning of its own.
fn alone(text: &str, trimmed: &str) -> Option<Range<usize>> {
    let quoted = ['"', '\'', '`'].iter().find_map(|q| trimmed.strip_prefix(*q)?.strip_suffix(*q));
    let inner = quoted.unwrap_or(trimmed);
    let start = text.len() - text.trim_start().len() + usize::from(quoted.is_some());
    let few = inner.len() <= LONGEST_ALONE && inner.lines().count() <= 4;
    let whole = inner.starts_with(PREFIX) || begins(inner) || inner.eq_ignore_ascii_case("cuda");
    (few && whole && !inner.contains("Traceback")).then(|| start..start + inner.len())
}

fn begins(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let single = !text.contains('\n') || text.starts_with("TFRT");
    let numbered = |word: &str| {
        lower.strip_prefix(word).is_some_and(|r| {
            r.trim_start().starts_with(|c: char| c.is_ascii_digit()) && r.split_whitespace().count() <= 2
        })
    };
    single
        && (["cuda", "rocm", "oneapi", "hip", "sycl", "metal"].iter().any(|w| lower == *w || numbered(w))
            || BEGINNINGS.iter().skip(3).any(|b| text.starts_with(b)))
}

/// From the prefix to the end of the string: the rest of its line, or the next line where the prefix ends its own, and
/// the "Built on" line that TPU strings add.
fn end_of_prefixed(text: &str, at: usize) -> usize {
    let own = |from: usize| text[from..].find('\n').map_or(text.len(), |i| from + i);
    let mut end = own(at);
    let rest = text[at + PREFIX.len()..end].trim_end();
    if rest.is_empty() && end < text.len() {
        end = own(end + 1);
    }
    if text[end..].trim_start().starts_with("Built on ") {
        let built = end + (text[end..].len() - text[end..].trim_start().len());
        end = own(built);
    }
    trim_end(text, at, end)
}

/// Quotes and brackets that close something around the string are none of its own.
fn trim_end(text: &str, start: usize, end: usize) -> usize {
    let inner = text[start..end].trim_end();
    let inner = inner.split(['"', '\'', '`']).next().unwrap_or(inner).trim_end();
    start + inner.len()
}

/// The value behind a label, to the end of its line: `platform_version: cuda 12080`, `platform_version = "..."`.
fn labelled(text: &str, behind: Range<usize>) -> Option<Range<usize>> {
    let after = text[behind.clone()].trim_start_matches(['"', '\'', '`']).trim_start();
    let value = after.strip_prefix([':', '=']).filter(|v| !v.starts_with('='))?.trim_start();
    let open = value.trim_start_matches(['"', '\'', '`']);
    let start = behind.end - open.len();
    let end = trim_end(text, start, behind.end);
    let plausible = begins(&text[start..end]) || text[start..end].starts_with(PREFIX);
    plausible.then_some(start..end)
}

/// A line break that was printed as `\n` is one.
fn unescaped(text: &str) -> String {
    let text = text.trim_end();
    if text.starts_with(PREFIX) { text.replacen("\\n", "\n", 2) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(text: &str) -> Vec<(String, bool)> {
        let mut found = Found::default();
        read(text, &mut found);
        found.platform_strings.into_iter().map(|p| (p.text, p.alone)).collect()
    }

    #[test]
    fn a_string_alone() {
        for (text, string) in [
            ("PJRT C API\ncuda 12080", "PJRT C API\ncuda 12080"),
            ("'PJRT C API\\ncuda 12080'\n", "PJRT C API\ncuda 12080"),
            ("cuda 12090", "cuda 12090"),
            ("CUDA 12.8.0", "CUDA 12.8.0"),
            (
                "PJRT C API\nTFRT TPU v6 lite\nBuilt on Mar 4 2026 11:32:08 (1772652728) cl/878335365",
                "PJRT C API\nTFRT TPU v6 lite\nBuilt on Mar 4 2026 11:32:08 (1772652728) cl/878335365",
            ),
            ("<unknown>", "<unknown>"),
        ] {
            assert_eq!(strings(text), [(string.to_owned(), true)], "{text}");
        }
    }

    #[test]
    fn a_string_in_a_log() {
        let log = "step 1\nJax Backend: PJRT C API\nrocm 60301\nNum_devices: 8\n";
        assert_eq!(strings(log), [("PJRT C API\nrocm 60301".to_owned(), false)]);
        let log = "client.platform_version = 'cuda 12080'\nok";
        assert_eq!(strings(log), [("cuda 12080".to_owned(), false)]);
    }

    #[test]
    fn what_is_none() {
        for text in [
            "cuda is not available",
            "I have cuda 12 and jax",
            "sycl error at 3",
            "platform_version == x",
            "metal band 3 4",
        ] {
            assert_eq!(strings(text), [], "{text}");
        }
    }
}

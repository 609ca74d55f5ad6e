//! What a `platform_version` string says: whose it is, and what its number stands for.

use super::all;
use super::model::{Hole, Near, Part, Platform};
use super::template::match_at_start;

/// The line that every client of the PJRT C API puts before the plugin's own string
/// (XLA, xla/pjrt/c_api_client/pjrt_c_api_client.cc).
pub const PREFIX: &str = "PJRT C API";

/// What a platform string says.
#[derive(Debug)]
pub struct Reading {
    /// Whose string it is; none where no backend known to us makes such a string.
    pub platform: Option<&'static Platform<'static>>,
    /// The toolkit that its number stands for.
    pub toolkit: Option<Toolkit>,
    /// A word that is nearly what JAX looks for.
    pub near: Option<&'static Near<'static>>,
}

/// A toolkit by name, such as `cuda` `12.8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolkit {
    /// `cuda`, `rocm`, `hip` or `oneapi`.
    pub name: &'static str,
    /// Dotted.
    pub version: String,
}

/// The plugin's own part of a string: without the prefix, however its line break was written.
pub fn own_part(string: &str) -> &str {
    let Some(rest) = string.trim_start().strip_prefix(PREFIX) else { return string.trim() };
    let rest = rest.trim_start();
    rest.strip_prefix("\\n").unwrap_or(rest).trim()
}

/// Reads a platform string. O(string x platforms).
pub fn read(string: &str) -> Reading {
    let own = own_part(string);
    let platform = all().platforms.iter().find(|p| p.strings.iter().any(|s| is_whole(s, own)));
    let platform =
        platform.or_else(|| all().platforms.iter().find(|p| p.strings.iter().any(|s| begins(s, own))));
    let near = if platform.is_none() { near(own) } else { None };
    Reading { platform, toolkit: toolkit(own), near }
}

/// The backend of this PJRT platform name. O(platforms).
pub fn by_name(platform: &str) -> Option<&'static Platform<'static>> {
    all().platforms.iter().find(|p| p.platform == Some(platform))
}

/// The backend that we call so.
pub fn by_backend(backend: &str) -> Option<&'static Platform<'static>> {
    all().platforms.iter().find(|p| p.backend == backend)
}

fn is_whole(template: &[Part<'static>], own: &str) -> bool {
    match_at_start(template, own).is_some_and(|(end, _)| end == own.len())
}

/// The template, and then something set apart; a template of holes alone says nothing about a beginning.
fn begins(template: &[Part<'static>], own: &str) -> bool {
    let fixed = matches!(template.first(), Some(Part::Fixed(_)));
    let found = match_at_start(template, own);
    fixed && found.is_some_and(|(end, _)| end > 0 && own[end..].starts_with([' ', '\t', '\n', '\r']))
}

fn near(own: &str) -> Option<&'static Near<'static>> {
    let lower = own.to_ascii_lowercase();
    all().near.iter().find(|n| {
        let word = n.word.to_ascii_lowercase();
        lower.match_indices(&word).any(|(at, _)| stands_alone(&lower, at, at + word.len()))
    })
}

/// Whether no letter touches the word: `hip 6` is near, `chip` is not.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    !letter(text[..start].chars().next_back()) && !letter(text[end..].chars().next())
}

/// The number schemes, each with its source:
/// CUDA: `CUDART_VERSION`, major*1000 + minor*10 (`cuda_runtime_api.h`); it never carries the update number.
/// ROCm: `TF_ROCM_VERSION`, major*10000 + minor*100 + patch, below 10^6 (XLA, third_party/gpus/rocm); from XLA
/// 619dccb87d (2026-08-11, jax 0.11.1) on `HIP_VERSION`, major*10^7 + minor*10^5 + patch.
fn toolkit(own: &str) -> Option<Toolkit> {
    let mut words = own.split_whitespace();
    let (word, number) = (words.next()?, words.next()?);
    if word == "oneapi" {
        let dotted = number.contains('.') && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        return dotted.then(|| Toolkit { name: "oneapi", version: number.to_owned() });
    }
    let name = ["cuda", "rocm"].into_iter().find(|n| *n == word)?;
    if is_dotted(number) {
        return Some(Toolkit { name, version: number.to_owned() });
    }
    let digits = number.len() <= 9 && number.bytes().all(|b| b.is_ascii_digit());
    let n: u32 = if digits { number.parse().ok()? } else { return None };
    let three = |major: u32, minor: u32, patch: u32| format!("{major}.{minor}.{patch}");
    match (name, n) {
        ("cuda", 1000..=99_999) => Some(Toolkit { name, version: format!("{}.{}", n / 1000, n % 1000 / 10) }),
        ("rocm", 10_000..=999_999) => {
            Some(Toolkit { name, version: three(n / 10_000, n / 100 % 100, n % 100) })
        }
        ("rocm", 10_000_000..) => {
            Some(Toolkit { name: "hip", version: three(n / 10_000_000, n / 100_000 % 100, n % 100_000) })
        }
        _ => None,
    }
}

/// A version as people write it, at least two numbers.
fn is_dotted(number: &str) -> bool {
    let mut parts = number.split('.');
    let numeric =
        parts.by_ref().all(|p| !p.is_empty() && p.len() <= 5 && p.bytes().all(|b| b.is_ascii_digit()));
    numeric && number.contains('.')
}

/// Whether a platform's strings can be told at all.
pub fn has_known_string(platform: &Platform) -> bool {
    platform.strings.iter().any(|s| !matches!(s[..], [Part::Hole(_, Hole::Text)] | []))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toolkit_of(string: &str) -> Option<(&'static str, String)> {
        read(string).toolkit.map(|t| (t.name, t.version))
    }

    /// The numbers of `facts` and of the releases' own wheels.
    #[test]
    fn numbers_are_decoded_by_their_scheme() {
        let cases = [
            ("PJRT C API\ncuda 12080", "cuda", "12.8"),
            ("cuda 11080", "cuda", "11.8"),
            ("PJRT C API\ncuda 13000\tbuild", "cuda", "13.0"),
            ("PJRT C API cuda 13020", "cuda", "13.2"),
            ("PJRT C API\\ncuda 12090", "cuda", "12.9"),
            ("rocm 60003", "rocm", "6.0.3"),
            ("PJRT C API\nrocm 71400", "rocm", "7.14.0"),
            ("PJRT C API\nrocm 60443484", "hip", "6.4.43484"),
            ("PJRT C API\nrocm 71526333", "hip", "7.15.26333"),
            ("PJRT C API\noneapi 2026.0", "oneapi", "2026.0"),
        ];
        for (string, name, version) in cases {
            assert_eq!(toolkit_of(string), Some((name, version.to_owned())), "{string:?}");
        }
        for none in
            ["rocm 0", "cuda", "cuda 12", "rocm 5000000", "CUDA 12080", "cuda 99999999999999999999", ""]
        {
            assert_eq!(toolkit_of(none), None, "{none:?}");
        }
    }

    #[test]
    fn near_misses_stand_alone() {
        assert_eq!(read("CUDA 12.8.0").near.map(|n| n.backend), Some("xla-cuda"));
        assert_eq!(read("hip 6.2").near.map(|n| n.backend), Some("xla-rocm"));
        assert!(read("chip 6.2").near.is_none());
    }
}

//! Versions of Python packages: `name==version`, `name: version`, `name version`, `Name: x` with `Version: y`,
//! rows of `pip list`.

use super::{Found, add};

/// Packages whose versions matter here. A name outside this list is taken only from `name==version`.
const NAMES: &[&str] = &[
    "jax",
    "jaxlib",
    "numpy",
    "torch",
    "cupy",
    "tensorflow",
    "ml_dtypes",
    "libtpu",
    "flax",
    "paddlepaddle",
    "mlx",
    "dpctl",
    "dpnp",
    "pyarrow",
    "cudf",
    "warp-lang",
    "onnxruntime",
    "scipy",
];
/// Beginnings of plugin and wheel names.
const FAMILIES: &[&str] =
    &["jax-", "jax_", "cupy-", "torch", "nvidia-", "intel-extension-for-", "tensorflow-", "libtpu"];

/// Longest line that is looked at; dumps have short lines.
const LONGEST: usize = 400;

/// Reads one line.
pub fn read(line: &str, found: &mut Found) {
    if line.len() > LONGEST || !may_hold_version(line) {
        return;
    }
    pinned(line, found);
    if let Some(rest) =
        line.trim_start().strip_prefix("python:").or_else(|| line.trim_start().strip_prefix("Python "))
        && let Some(version) = version(rest.trim_start())
    {
        add(&mut found.python, version);
    }
    for (at, _) in line.char_indices().filter(|&(i, c)| is_name_start(line, i, c)) {
        spoken(&line[at..], found);
    }
}

/// A number, a dot, a number; most lines of a log have none and are left at once.
fn may_hold_version(line: &str) -> bool {
    let dots = memchr::memchr_iter(b'.', line.as_bytes());
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    memchr::memmem::find(line.as_bytes(), b"==").is_some()
        || dots.into_iter().any(|dot| dot > 0 && digit(dot - 1) && digit(dot + 1))
}

fn is_name_start(line: &str, at: usize, c: char) -> bool {
    c.is_ascii_alphabetic()
        && !line[..at]
            .ends_with(|p: char| p.is_ascii_alphanumeric() || matches!(p, '_' | '-' | '.' | '/' | '\\'))
}

/// `jax==0.4.30`, also `jax[cuda12]==0.4.30`.
fn pinned(line: &str, found: &mut Found) {
    for (at, _) in line.match_indices("==") {
        let before = line[..at].trim_end();
        let before =
            before.strip_suffix(']').and_then(|b| b.rsplit_once('[')).map_or(before, |(name, _)| name);
        let start = before
            .rfind(|c: char| !is_name(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let name = &before[start..];
        let after = line[at + 2..].trim_start();
        if let (true, Some(version)) = (name.starts_with(|c: char| c.is_ascii_alphabetic()), version(after)) {
            insert(name, version, found);
        }
    }
}

/// `jax: 0.4.30`, `jax 0.4.30`, `jaxlib (0.4.30)`, `jax version 0.4.30`, `Jax Version: 0.4.35`.
fn spoken(text: &str, found: &mut Found) {
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let name = text[..end].trim_end_matches(['.', '-']);
    if !is_known(name) {
        return;
    }
    let mut rest = text[name.len()..].trim_start_matches(['"', '\'', '`']);
    let plain = rest;
    rest = rest.trim_start();
    for word in ["version", "Version", "is"] {
        rest = rest.strip_prefix(word).map_or(rest, str::trim_start);
    }
    let set_apart = rest.len() < plain.len() || rest.starts_with([':', '=', '(']);
    let rest = rest
        .strip_prefix([':', '=', '('])
        .unwrap_or(rest)
        .trim_start()
        .trim_start_matches(['"', '\'', '`', 'v']);
    if rest.starts_with('=') || !set_apart {
        return;
    }
    if let Some(version) = version(rest).filter(|v| v.contains('.')) {
        insert(name, version, found);
    }
}

fn insert(name: &str, version: &str, found: &mut Found) {
    let name = name.to_ascii_lowercase();
    // The longest dumps of environments name a few hundred.
    if found.packages.len() < 1000 || found.packages.get(&name).is_some() {
        add(found.packages.of(&name), version);
    }
}

fn is_known(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    NAMES.contains(&lower.as_str()) || FAMILIES.iter().any(|f| lower.starts_with(f) && lower.len() > f.len())
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// A version at the start of a text: digits and dots, then what PEP 440 adds.
fn version(text: &str) -> Option<&str> {
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '!')))
        .unwrap_or(text.len());
    let version = text[..end].trim_end_matches(['.', '+', '!']);
    (digits && version.len() <= 80 && crate::facts::packages::is_version(version)).then_some(version)
}

/// Numbers and dots first; then a local, development or pre-release part.
fn is_version(text: &str) -> bool {
    let head = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).map_or(text, |i| &text[..i]);
    let rest = &text[head.len()..];
    let suffix = ["a", "b", "rc", "dev", "post", "+"].iter().any(|s| rest.starts_with(s));
    !head.is_empty() && !head.contains("..") && (rest.is_empty() || suffix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(text: &str) -> Vec<(String, Vec<String>)> {
        let mut found = Found::default();
        text.lines().for_each(|l| read(l, &mut found));
        found.packages.iter().map(|(n, v)| (n.to_owned(), v.clone())).collect()
    }

    #[test]
    fn versions_in_the_usual_ways() {
        for text in [
            "jax==0.4.30",
            "jax[cuda12]==0.4.30",
            "jax:    0.4.30",
            "jax 0.4.30",
            "jax                 0.4.30",
            "(jax 0.4.30)",
            "jax version 0.4.30",
            "JAX version: 0.4.30",
            "jax = \"0.4.30\"",
            "\"jax\": \"0.4.30\",",
            "jax.__version__ 0.4.30; jax 0.4.30",
        ] {
            assert_eq!(packages(text), [("jax".to_owned(), vec!["0.4.30".to_owned()])], "{text}");
        }
        assert_eq!(
            packages("Jax Version: 0.4.35.dev20241202+8985f20e4")[0].1,
            ["0.4.35.dev20241202+8985f20e4"]
        );
        assert_eq!(packages("Jaxlib Version: 0.4.35")[0].0, "jaxlib");
        assert_eq!(packages("numpy:  2.2.4")[0].1, ["2.2.4"]);
    }

    #[test]
    fn what_is_no_version_is_left() {
        for text in [
            "jax is 3 times faster",
            "jax.numpy 1",
            "myjax 0.4.30",
            "/jax/0.4.30",
            "jax: installed",
            "jax 12",
        ] {
            assert_eq!(packages(text), [], "{text}");
        }
    }

    #[test]
    fn contradictions_are_kept() {
        assert_eq!(packages("jax==0.4.30\njax: 0.4.31\njax 0.4.30")[0].1, ["0.4.30", "0.4.31"]);
    }
}

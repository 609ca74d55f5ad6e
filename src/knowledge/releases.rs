//! Releases: how they compare (PEP 440), and which ones there are.

use super::all;
use super::model::Releases;

/// A release of a Python package, compared as PEP 440 says.
///
/// Our own subset of PEP 440's grammar: numbers, pre-, post- and development releases, local parts; the spellings that
/// installers print. A crate that reads all of it costs 30 kB of the module; the test holds this one against it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    epoch: u32,
    /// Without zeros at the end: 0.11 is 0.11.0.
    release: Vec<u32>,
    /// A development build of a release sorts before its pre-releases, those before the release.
    pre: Stage,
    post: Option<u32>,
    dev: Last,
    local: Vec<Local>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Dev,
    Alpha(u32),
    Beta(u32),
    Candidate(u32),
    Release,
}

/// A number, or behind all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    Number(u32),
    None,
}

/// Words sort before numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Local {
    Word(String),
    Number(u32),
}

impl Version {
    /// None where the text is no version. O(n).
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_prefix('v').unwrap_or(&text);
        let (public, local) = text.split_once('+').map_or((text, None), |(p, l)| (p, Some(l)));
        let (epoch, public) = public.split_once('!').map_or((Some(0), public), |(e, rest)| (number(e), rest));
        let mut rest = Rest(public);
        let mut release = vec![rest.number()?];
        while let Some(n) = rest.after(&["."]) {
            release.push(n);
        }
        while release.len() > 1 && release.last() == Some(&0) {
            release.pop();
        }
        let stage = rest.stage();
        let post = rest.after(&[".post", "-post", "post", "-"]);
        let dev = rest.after(&[".dev", "-dev", "dev"]);
        let local =
            local.map_or(Some(Vec::new()), |l| l.split(['.', '-', '_']).map(Local::parse).collect())?;
        let pre = match (stage, post, dev) {
            (None, None, Some(_)) => Stage::Dev,
            (stage, ..) => stage.unwrap_or(Stage::Release),
        };
        let dev = dev.map_or(Last::None, Last::Number);
        rest.0.is_empty().then_some(Self { epoch: epoch?, release, pre, post, dev, local })
    }

    /// Whether this is a development or pre-release build, whose behaviour its number alone does not settle.
    pub fn is_early(&self) -> bool {
        self.pre != Stage::Release || self.dev != Last::None
    }
}

impl Local {
    fn parse(part: &str) -> Option<Self> {
        let word = !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
        word.then(|| number(part).map_or_else(|| Self::Word(part.to_owned()), Self::Number))
    }
}

fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// What of a version is still to be read.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    fn number(&mut self) -> Option<u32> {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        let n = digits.parse().ok()?;
        self.0 = rest;
        Some(n)
    }

    /// A number behind one of these words, 0 where a word has none; nothing is read where no word stands.
    fn after(&mut self, words: &[&str]) -> Option<u32> {
        let (word, rest) = words.iter().find_map(|w| Some((w, self.0.strip_prefix(w)?)))?;
        let mut rest = Rest(rest);
        let spelled = word.ends_with(|c: char| c.is_ascii_alphabetic());
        let n = rest.number().or(spelled.then_some(0))?;
        self.0 = rest.0;
        Some(n)
    }

    fn stage(&mut self) -> Option<Stage> {
        let alpha = self.after(&["a", ".a", "-a", "alpha"]).map(Stage::Alpha);
        let beta = alpha.or_else(|| self.after(&["b", ".b", "-b", "beta"]).map(Stage::Beta));
        beta.or_else(|| self.after(&["rc", ".rc", "-rc", "c"]).map(Stage::Candidate))
    }
}

/// What is known of a package's releases.
pub fn of(package: &str) -> Option<&'static Releases<'static>> {
    all().releases.iter().find(|r| r.package == package)
}

/// The newest release known.
pub fn newest(package: &str) -> Option<&'static str> {
    of(package).and_then(|r| r.versions.last().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_listed_oldest_first() {
        for table in &all().releases {
            let versions: Vec<_> = table.versions.iter().map(|v| Version::parse(v)).collect();
            assert!(versions.iter().all(Option::is_some), "{}", table.package);
            assert!(versions.is_sorted(), "{} is not in order", table.package);
        }
    }

    #[test]
    fn versions_compare_as_pep_440_says() {
        assert!(Version::parse("0.4.35.dev20241202+8985f20e4") < Version::parse("0.4.35"));
        assert!(Version::parse("0.12.0") < Version::parse("0.12.0.1"));
        assert!(Version::parse("four").is_none());
    }

    /// PEP 440 as another implementation has it, on what the grammar can make.
    #[test]
    fn versions_agree_with_a_whole_implementation() {
        use std::str::FromStr;
        let mut texts = Vec::new();
        for release in ["0.4", "0.4.0", "0.4.35", "0.10", "1!0.1", "0.12.0.1", "2024.1"] {
            for pre in ["", "a1", "b2", "rc1", "rc2"] {
                for post in ["", ".post1", ".post2"] {
                    for dev in ["", ".dev1", ".dev20241202"] {
                        for local in ["", "+cu121", "+cuda11.cudnn805", "+8985f20e4", "+7"] {
                            texts.push(format!("{release}{pre}{post}{dev}{local}"));
                        }
                    }
                }
            }
        }
        let pairs: Vec<_> = texts
            .iter()
            .filter_map(|t| Some((Version::parse(t)?, pep440_rs::Version::from_str(t).ok()?)))
            .collect();
        assert_eq!(pairs.len(), texts.len());
        for (ours, theirs) in &pairs {
            for (other, their_other) in &pairs {
                assert_eq!(ours.cmp(other), theirs.cmp(their_other), "{theirs} and {their_other}");
            }
        }
        for text in
            ["", "1.", ".1", "1..2", "1.x", "1+", "1+a..b", "1.dev", "1a", "1.post", "1-", "x1", "1 2"]
        {
            assert_eq!(
                Version::parse(text).is_some(),
                pep440_rs::Version::from_str(text).is_ok(),
                "{text:?}"
            );
        }
    }
}

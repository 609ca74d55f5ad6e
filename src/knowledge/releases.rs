//! Releases: how they compare (PEP 440), and which ones there are.

use super::all;
use super::model::Releases;
use std::str::FromStr;

/// A release of a Python package, compared as PEP 440 says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pep440_rs::Version);

impl Version {
    /// None where the text is no version. O(n).
    pub fn parse(text: &str) -> Option<Self> {
        pep440_rs::Version::from_str(text.trim()).ok().map(Self)
    }

    /// Whether this is a development or pre-release build, whose behaviour its number alone does not settle.
    pub fn is_early(&self) -> bool {
        self.0.any_prerelease()
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
}

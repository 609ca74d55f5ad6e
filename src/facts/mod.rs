//! Clean lines to facts. One file per kind of dump.

mod device_code;
mod packages;
mod paths;
mod platform_string;

pub use device_code::{CodeKind, DeviceCode};
pub use platform_string::PlatformString;

use crate::report::Versions;
use crate::text::Mapped;

/// What the lines say, before anything is made of it.
#[derive(Debug, Default)]
pub struct Found {
    /// Python packages by name, as the text spells the versions.
    pub packages: Versions,
    /// Python versions.
    pub python: Vec<String>,
    /// Platform strings, with their places.
    pub platform_strings: Vec<PlatformString>,
    /// A DLPack device pair, device type or dtype code, where the text is nothing else.
    pub device_code: Option<DeviceCode>,
}

/// Reads every fact in a clean text. O(n).
pub fn read(clean: &Mapped) -> Found {
    let mut found = Found::default();
    for line in clean.as_str().lines() {
        packages::read(line, &mut found);
    }
    paths::read(clean.as_str(), &mut found);
    platform_string::read(clean.as_str(), &mut found);
    found.device_code = device_code::read(clean.as_str());
    found
}

/// Whether a line says a package's version and is short enough to say nothing else.
pub fn is_version_line(line: &str) -> bool {
    let mut found = Found::default();
    packages::read(line, &mut found);
    let said = !found.packages.is_empty() || !found.python.is_empty();
    said && line.split_whitespace().count() <= 4
}

/// So many values of one thing are kept; more would say nothing, and a text may repeat itself for ever.
const MOST: usize = 32;

/// Adds a value once.
fn add(list: &mut Vec<String>, value: &str) {
    if list.len() < MOST && !list.iter().any(|v| v == value) {
        list.push(value.to_owned());
    }
}

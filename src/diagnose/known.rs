//! What conditions may ask about: the match's holes and the text's facts.

use super::Read;
use super::evidence::Finding;
use crate::knowledge::condition::Known;
use crate::knowledge::releases::Version;

/// The facts of a text and one finding in it.
pub struct Facts<'a> {
    pub read: &'a Read<'a>,
    pub finding: &'a Finding,
}

impl Known for Facts<'_> {
    fn release(&self, package: &str) -> Option<Version> {
        let versions = if package == "python" {
            &self.read.found.python
        } else {
            self.read.found.packages.get(package)?
        };
        // A text that contradicts itself settles nothing.
        match versions.as_slice() {
            [one] => Version::parse(one),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        if let Some(held) = self.finding.captures.get(name) {
            return Some(held);
        }
        match name {
            "platform_version" => self.read.found.platform_strings.first().map(|p| p.text.as_str()),
            "class" => self.finding.exception.map(|i| self.read.trace.raised[i].class.as_str()),
            _ => None,
        }
    }
}

//! The rules and tables of `knowledge/`, compiled in, and the ways to find what is in them.

pub mod condition;
mod index;
pub mod model;
pub mod page;
pub mod platforms;
pub mod releases;
mod template;

pub use index::{Hit, find_messages};
pub use template::{Capture, match_at_start};

use model::{Knowledge, RuleBody, RuleHead};
use std::sync::OnceLock;

static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/knowledge.bin"));

/// All that is compiled in; decoded once, texts borrowed.
pub fn all() -> &'static Knowledge<'static> {
    static ALL: OnceLock<Knowledge<'static>> = OnceLock::new();
    // `build/` wrote these bytes from the same types; a test decodes them all.
    ALL.get_or_init(|| postcard::from_bytes(BYTES).unwrap_or_else(|_| empty()))
}

fn empty() -> Knowledge<'static> {
    Knowledge {
        rules: Vec::new(),
        matches: Vec::new(),
        grams: Vec::new(),
        platforms: Vec::new(),
        near: Vec::new(),
        releases: Vec::new(),
        categories: Vec::new(),
    }
}

/// The rule of this id. O(log rules).
pub fn rule(id: &str) -> Option<&'static RuleHead<'static>> {
    let rules = &all().rules;
    rules.binary_search_by(|r| r.id.cmp(id)).ok().map(|i| &rules[i])
}

impl RuleHead<'static> {
    /// Everything that the rule says. O(its text).
    pub fn body(&self) -> Option<RuleBody<'static>> {
        postcard::from_bytes(self.body).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_compiled_in_can_be_read() {
        assert!(!all().rules.is_empty(), "the knowledge did not decode");
        for head in &all().rules {
            assert!(head.body().is_some(), "{} does not decode", head.id);
            assert_eq!(rule(head.id).map(|r| r.id), Some(head.id));
        }
    }
}

//! What a rule knows, as its page shows it.

use super::{Code, Example, Fix, Reference, Role, Strategy, Verify};
use serde::Serialize;

/// Everything that a rule knows: its page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RulePage {
    /// The rule's name.
    pub rule: String,
    /// One line for people.
    pub title: String,
    /// The kind of trouble.
    pub category: String,
    /// What the kind is.
    pub category_means: String,
    /// Trouble, or an explanation.
    pub role: Role,
    /// What kind of way out the best one is.
    pub strategy: Strategy,
    /// Date of the last check, ISO 8601.
    pub checked: String,
    /// Project, release and place of each statement.
    pub sources: Vec<String>,
    /// The messages as their sources write them, with holes in braces.
    pub messages: Vec<MessageTemplate>,
    /// Why it happens.
    pub cause: String,
    /// Why it happens in narrower cases.
    pub cause_when: Vec<CauseWhen>,
    /// When people meet it.
    pub situations: Vec<String>,
    /// All ways out, best first, each with its condition in words.
    pub fixes: Vec<Fix>,
    /// The same code before and after the mend.
    pub example: Option<Example>,
    /// Code that tells beforehand, without raising.
    pub check: Option<Code>,
    /// The except branch that goes on safely.
    pub guard: Option<Code>,
    /// Shows that the fix worked.
    pub verify: Option<Verify>,
    /// How not to meet it again.
    pub prevent: Vec<String>,
    /// Words to group by.
    pub tags: Vec<String>,
    /// Where to read more.
    pub references: Vec<Reference>,
    /// Texts that this rule recognises.
    pub examples: Vec<String>,
    /// Texts that look like it and are not.
    pub near_misses: Vec<String>,
}

/// A message as its source writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MessageTemplate {
    /// With holes in braces.
    pub message: String,
    /// The classes that it is raised as.
    pub class: Vec<String>,
    /// The releases that raise it, as far as they were read.
    pub releases: String,
    /// The frame that raises it, where that is needed to tell it from others.
    pub frame: Option<String>,
}

/// A cause that holds under a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CauseWhen {
    /// The condition in words.
    pub when: String,
    /// Why it happens then.
    pub text: String,
}

/// One row of the list of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RuleRow {
    /// The rule's name.
    pub rule: String,
    /// One line for people.
    pub title: String,
    /// The kind of trouble.
    pub category: String,
}

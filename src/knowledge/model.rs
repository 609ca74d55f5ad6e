//! The shape of the compiled-in knowledge. `build/` writes it, the crate reads it; texts are borrowed, not copied.

use serde::{Deserialize, Serialize};

/// Everything that is compiled in.
#[derive(Debug, Serialize, Deserialize)]
pub struct Knowledge<'a> {
    /// All rules, by id.
    #[serde(borrow)]
    pub rules: Vec<RuleHead<'a>>,
    /// All ways to find a rule.
    pub matches: Vec<Match<'a>>,
    /// Four rare bytes of each template that has fixed text, by number; the index of [`Match::template`]s.
    pub grams: Vec<Gram>,
    /// The backends whose platform strings are known, and those that are known by name only.
    pub platforms: Vec<Platform<'a>>,
    /// Words that are nearly what JAX looks for.
    pub near: Vec<Near<'a>>,
    /// The releases of frameworks, oldest first.
    pub releases: Vec<Releases<'a>>,
    /// The kinds of trouble: slug and meaning.
    pub categories: Vec<(&'a str, &'a str)>,
}

/// What is needed of a rule before it is found.
#[derive(Debug, Serialize, Deserialize)]
pub struct RuleHead<'a> {
    /// Equals the file's path below `knowledge/rules/`.
    pub id: &'a str,
    /// One line for people.
    pub title: &'a str,
    /// The kind of trouble.
    pub category: &'a str,
    /// A [`RuleBody`], decoded when it is needed.
    pub body: &'a [u8],
}

/// Everything else that a rule says.
#[derive(Debug, Serialize, Deserialize)]
pub struct RuleBody<'a> {
    /// `cause`, `note`.
    pub role: RuleRole,
    /// The kind of the best way out.
    pub strategy: Strategy,
    /// Date of the last check, ISO 8601.
    pub checked: &'a str,
    /// Project, release and place of each statement.
    pub sources: Vec<&'a str>,
    /// Why it happens.
    pub cause: &'a str,
    /// Why it happens where more is known; the first that holds takes the place of `cause`.
    #[serde(borrow)]
    pub cause_when: Vec<CauseWhen<'a>>,
    /// When people meet it.
    pub situations: Vec<&'a str>,
    /// The same code before and after the mend.
    pub code: Option<(&'a str, &'a str)>,
    /// Language and code that tells beforehand.
    pub check: Option<(&'a str, &'a str)>,
    /// Language and code of the except branch that goes on.
    pub guard: Option<(&'a str, &'a str)>,
    /// Language, code, and what it does when all is well.
    pub verify: Option<(&'a str, &'a str, &'a str)>,
    /// How not to meet it again.
    pub prevent: Vec<&'a str>,
    /// Words to group by.
    pub tags: Vec<&'a str>,
    /// Title and address.
    pub references: Vec<(&'a str, &'a str)>,
    /// Ways out, best first.
    pub fixes: Vec<Fix<'a>>,
    /// Texts that must match.
    pub examples: Vec<Example<'a>>,
    /// Texts that must not.
    pub near_misses: Vec<&'a str>,
}

/// Whether a rule names trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleRole {
    /// Something is wrong.
    Cause,
    /// Nothing is wrong.
    Note,
}

/// The kind of the best way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// The cause can be removed.
    Repair,
    /// Another way reaches the same end.
    Fallback,
    /// The thing that fails need not be done.
    Avoid,
    /// Somebody else has to mend it.
    Report,
    /// There is nothing to do.
    Nothing,
}

/// A cause for a narrower case.
#[derive(Debug, Serialize, Deserialize)]
pub struct CauseWhen<'a> {
    /// When it holds.
    #[serde(borrow)]
    pub when: Condition<'a>,
    /// Why it happens then.
    pub text: &'a str,
}

/// One way out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fix<'a> {
    /// When it fits; always where it is missing.
    #[serde(borrow)]
    pub when: Option<Condition<'a>>,
    /// One line for people.
    pub title: &'a str,
    /// What `text` is.
    pub kind: FixKind,
    /// `shell` or `python`.
    pub language: Option<&'a str>,
    /// What to do.
    pub text: &'a str,
    /// Whether it changes nothing but what it names.
    pub safe: bool,
    /// How it is known to work.
    pub verified: Evidence,
}

/// What a fix's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FixKind {
    /// To run in a shell.
    Command,
    /// To write in a program.
    Code,
    /// To set.
    Setting,
    /// To do.
    Advice,
}

/// How a statement is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// It was run, and a test runs it.
    Ran,
    /// It was read in the release's source.
    Source,
    /// Somebody reported it.
    Reported,
}

/// A text that must match its rule.
#[derive(Debug, Serialize, Deserialize)]
pub struct Example<'a> {
    /// The text as pasted.
    pub text: &'a str,
    /// What the holes must hold.
    pub captures: Vec<(&'a str, &'a str)>,
}

/// One way to find a rule.
#[derive(Debug, Serialize, Deserialize)]
pub struct Match<'a> {
    /// Index into [`Knowledge::rules`].
    pub rule: u16,
    /// What is looked at.
    pub on: On,
    /// The message as its source writes it; empty for other things than messages.
    #[serde(borrow)]
    pub template: Vec<Part<'a>>,
    /// Classes that the source raises, by release: evidence, not a condition, unless `strict`.
    pub class: Vec<&'a str>,
    /// The message says too little alone: the class, and the place where one is named, must be there.
    pub strict: bool,
    /// A frame that must be in the traceback: the file's ending and, after a colon, the function.
    pub frame: Option<&'a str>,
    /// In which releases it is raised; information, never a condition.
    pub releases: &'a str,
    /// The most that may be claimed.
    pub ceiling: Ceiling,
}

/// What a match looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// A message.
    Message,
    /// A platform string that no exception names.
    PlatformVersion,
    /// A bare DLPack device pair, device type or dtype code.
    DeviceCode,
}

/// The most that may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ceiling {
    /// See `report::Confidence`.
    Certain,
    /// See `report::Confidence`.
    Likely,
    /// See `report::Confidence`.
    Possible,
}

/// A piece of a message's template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part<'a> {
    /// Fixed text.
    Fixed(&'a str),
    /// A hole with its name.
    Hole(&'a str, Hole),
}

/// What a hole may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hole {
    /// An integer.
    Int,
    /// Anything without white space.
    Word,
    /// Anything on one line.
    Line,
    /// Anything.
    Text,
}

/// Four bytes of a template, and where they stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Gram {
    /// The bytes, the first in the lowest eight bits.
    pub bytes: u32,
    /// Index into [`Knowledge::matches`].
    pub entry: u16,
    /// Which part.
    pub part: u8,
    /// Offset in that part.
    pub offset: u16,
}

/// When something holds, over versions, parameters and facts.
#[derive(Debug, Serialize, Deserialize)]
pub enum Condition<'a> {
    /// A package's release, such as `jax<0.11`.
    Version {
        /// The package.
        name: &'a str,
        /// How it compares.
        order: Order,
        /// With which release.
        version: &'a str,
    },
    /// A value contains these characters.
    Contains(&'a str, &'a str),
    /// A value is exactly this.
    Is(&'a str, &'a str),
    /// Both.
    And(#[serde(borrow)] Box<(Condition<'a>, Condition<'a>)>),
    /// Either.
    Or(Box<(Condition<'a>, Condition<'a>)>),
    /// The contrary.
    Not(Box<Condition<'a>>),
}

/// How two releases compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
}

/// One backend.
#[derive(Debug, Serialize, Deserialize)]
pub struct Platform<'a> {
    /// Our name for it, such as `xla-cuda`.
    pub backend: &'a str,
    /// PJRT's name for it, such as `cuda`; none where nobody has seen it.
    pub platform: Option<&'a str>,
    /// What `Array.platform()` says of its arrays; none where nobody has seen it.
    pub seen_as: Option<&'a str>,
    /// Templates of its platform string, the `PJRT C API` line taken off.
    #[serde(borrow)]
    pub strings: Vec<Vec<Part<'a>>>,
    /// What its memory is, as `dlpack.h` names it; none where the header has no word.
    pub memory: Option<&'a str>,
    /// Who makes it.
    pub vendor: &'a str,
    /// What its string's number means and does not mean.
    pub number: &'a str,
    /// How this is known.
    pub evidence: &'a str,
    /// Project, release, file.
    pub source: &'a str,
    /// Date of the check.
    pub checked: &'a str,
}

/// A word in a platform string that is nearly what JAX looks for.
#[derive(Debug, Serialize, Deserialize)]
pub struct Near<'a> {
    /// As people and plugins write it; compared without regard to case.
    pub word: &'a str,
    /// The backend that is meant.
    pub backend: &'a str,
    /// Why JAX's test refuses it.
    pub because: &'a str,
}

/// The releases of one framework.
#[derive(Debug, Serialize, Deserialize)]
pub struct Releases<'a> {
    /// The package.
    pub package: &'a str,
    /// Date of the check.
    pub checked: &'a str,
    /// Oldest first.
    pub versions: Vec<&'a str>,
}

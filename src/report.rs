//! The answer: the types of a report, as they leave through every door. No logic.
//!
//! The TypeScript declarations are generated from these types (`xtask types`), so there is no second
//! text. All offsets are UTF-16 code units into the decoded text, byte order mark removed.

mod named;
mod page;

pub use named::Named;
pub use page::{CauseWhen, MessageTemplate, RulePage, RuleRow};

use serde::Serialize;

/// Names and versions of things, several where the text contradicts itself; ordered, for equal bytes.
pub type Versions = Named<Vec<String>>;

/// The version of this format.
pub const SCHEMA: &str = "dlpack-doctor/1";

/// What one text says, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The outcome in a word; exit statuses follow from it.
    pub status: Status,
    /// Best first; a cause before its symptoms.
    pub diagnoses: Vec<Diagnosis>,
    /// Every exception in the text, in the order in which it prints.
    pub exceptions: Vec<Exception>,
    /// The last exception that the text reports, logged and ignored ones included.
    #[serde(rename = "final")]
    pub last: Option<Final>,
    /// What the framework of that release advertises, or how it refuses.
    pub device: Option<Device>,
    /// What the memory in question is, also where the framework refuses.
    pub memory: Option<Memory>,
    /// What the text says about versions and machines.
    pub facts: Facts,
    /// True where the text begins or ends in the middle of a traceback.
    pub truncated: bool,
    /// Sentences about the input: what was not read, what contradicts itself.
    pub warnings: Vec<String>,
    /// What to collect next, where the text alone does not decide.
    pub collect: Vec<Code>,
}

/// The outcome in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Status {
    /// Something is wrong and a rule names it.
    Problem,
    /// A question about a device was answered.
    Resolved,
    /// The text shows a working environment.
    Healthy,
    /// The text is none that the rules know.
    Unknown,
    /// There was no text.
    Empty,
}

/// One trouble that a rule recognised, or one explanation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Diagnosis {
    /// The rule's name, such as `jax/unknown-gpu-platform`; stable.
    pub rule: String,
    /// One line for people.
    pub title: String,
    /// The kind of trouble, one of the slugs of `docs/CATEGORIES.md`.
    pub category: String,
    /// Root, consequence, or nothing wrong.
    pub role: Role,
    /// A promise: see [`Confidence`].
    pub confidence: Confidence,
    /// Why it happens, for this text.
    pub cause: String,
    /// What the message's holes held.
    #[cfg_attr(feature = "types", ts(type = "Record<string, string>"))]
    pub parameters: Named<String>,
    /// The places in the text that say so.
    pub spans: Vec<Span>,
    /// Ways out, best first, only those that fit the versions known.
    pub fixes: Vec<Fix>,
    /// When people meet it.
    pub situations: Vec<String>,
    /// The same code before and after the mend.
    pub example: Option<Example>,
    /// Code that tells beforehand, without raising.
    pub check: Option<Code>,
    /// The except branch that goes on safely.
    pub guard: Option<Code>,
    /// What kind of way out the best one is.
    pub strategy: Strategy,
    /// Shows that the fix worked.
    pub verify: Option<Verify>,
    /// How not to meet it again.
    pub prevent: Vec<String>,
    /// Words to group by.
    pub tags: Vec<String>,
    /// Where to read more.
    pub references: Vec<Reference>,
}

/// A place in the text: start and end, UTF-16 code units into the decoded text.
pub type Span = (u32, u32);

/// How a diagnosis stands to the trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Role {
    /// The root of the trouble.
    Cause,
    /// What the root led to.
    Symptom,
    /// Nothing is wrong; an explanation.
    Note,
}

/// How sure a diagnosis is. The first two are never said of a text whose trouble is something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Confidence {
    /// The message is the source's own, from where the source raises it.
    Certain,
    /// The message is the source's own, but its surroundings are missing or other than expected.
    Likely,
    /// It fits, and other things would fit as well.
    Possible,
}

/// The kind of the best way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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

/// One way out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fix {
    /// One line for people.
    pub title: String,
    /// What `text` is.
    pub kind: FixKind,
    /// `shell`, `python`, or null for advice.
    pub language: Option<String>,
    /// What to run, to write, to set, or to do.
    pub text: String,
    /// Whether it changes nothing but what it names.
    pub safe: bool,
    /// How it is known to work.
    pub verified: Evidence,
    /// The condition that the text did not settle, in words; null where the fix fits.
    pub when: Option<String>,
}

/// What a fix's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum FixKind {
    /// To run in a shell.
    Command,
    /// To write in a program.
    Code,
    /// To set: a variable, an option.
    Setting,
    /// To do.
    Advice,
}

/// How a statement is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Evidence {
    /// It was run, and a test runs it.
    Ran,
    /// It was read in the release's source.
    Source,
    /// Somebody reported it in public.
    Reported,
}

/// The same code before and after the mend.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Example {
    /// Code that raises.
    pub before: String,
    /// Code that does not.
    pub after: String,
}

/// A piece of code and what it is written in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Code {
    /// `python` or `shell`.
    pub language: String,
    /// The code.
    pub text: String,
}

/// A piece of code that shows that a fix worked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Verify {
    /// `python` or `shell`.
    pub language: String,
    /// The code.
    pub text: String,
    /// What it prints or does when all is well.
    pub expect: String,
}

/// Where to read more.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reference {
    /// Name of the page.
    pub title: String,
    /// Its address.
    pub url: String,
}

/// One exception as the text shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Exception {
    /// With its module, as printed.
    pub class: String,
    /// All its lines.
    pub message: String,
    /// How it hangs together with the others.
    pub relation: Relation,
    /// Oldest call first.
    pub frames: Vec<Frame>,
    /// PEP 678 notes, where the layout tells them from the message.
    pub notes: Vec<String>,
    /// From its first line to its last.
    pub span: Span,
}

/// How an exception hangs together with the one printed after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Relation {
    /// The outermost, raised last.
    Root,
    /// What another was raised from.
    Cause,
    /// What was being handled when another was raised.
    Context,
    /// A part of an exception group.
    GroupMember,
}

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Frame {
    /// As printed.
    pub file: String,
    /// Counted from 1.
    pub line: Option<u32>,
    /// Where the layout shows it.
    pub function: Option<String>,
}

/// The last exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Final {
    /// With its module, as printed.
    pub class: String,
    /// All its lines.
    pub message: String,
}

/// What a framework's own device method answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Device {
    /// The name in `dlpack.h` (or in JAX, for those that the header lacks); null where it refuses.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// The number of the type.
    pub value: Option<i32>,
    /// The device's number, where it is known.
    pub id: Option<i64>,
    /// How it refuses.
    pub error: Option<Raise>,
    /// Whose method it is.
    pub framework: String,
    /// For which release this is the answer.
    pub release: Option<String>,
    /// What the text did not say and was taken for granted.
    pub assumed: Vec<String>,
    /// Which check decided, and at which place of the string.
    pub because: String,
    /// The answer by release, oldest first; one entry for each change.
    pub changes: Vec<Change>,
}

/// An exception that a framework raises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Raise {
    /// The class's name.
    pub class: String,
    /// The whole message.
    pub message: String,
}

/// From one release on, the answer is this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Change {
    /// The first release that answers so.
    pub from: String,
    /// The device type, or null.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Class and message of the refusal, or null.
    pub error: Option<String>,
}

/// What a piece of memory is, whoever refuses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Memory {
    /// The name in `dlpack.h`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The number of the type.
    pub value: i32,
    /// How that is known.
    pub because: String,
}

/// What the text says about versions and machines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// Python packages by name.
    #[cfg_attr(feature = "types", ts(type = "Record<string, string[]>"))]
    pub packages: Versions,
    /// `cuda`, `rocm`, `oneapi`, `cudnn`, ... by name.
    #[cfg_attr(feature = "types", ts(type = "Record<string, string[]>"))]
    pub toolkits: Versions,
    /// Platform strings of PJRT clients.
    pub platform_versions: Vec<PlatformVersion>,
    /// GPU driver versions.
    pub driver: Vec<String>,
    /// GPU names.
    pub gpus: Vec<String>,
    /// Python versions.
    pub python: Vec<String>,
    /// Operating systems.
    pub os: Vec<String>,
    /// Environment variables that matter.
    #[cfg_attr(feature = "types", ts(type = "Record<string, string[]>"))]
    pub variables: Versions,
}

/// One platform string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlatformVersion {
    /// The string, newlines included.
    pub text: String,
    /// The backend's platform name, such as `cuda`.
    pub platform: Option<String>,
    /// The toolkit's version that its number stands for.
    pub toolkit: Option<String>,
}

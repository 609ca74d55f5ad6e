//! Report to text. One small file for each format.

mod json;
mod markdown;
mod style;
mod text;

use crate::report::{Device, Report, RulePage, RuleRow, Span};
use std::str::FromStr;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For a program, indented.
    Json,
    /// For a program, one line.
    Ndjson,
    /// For an issue or a chat.
    Markdown,
}

/// A format that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("unknown format '{0}'; text, json, ndjson and markdown exist")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            "ndjson" => Ok(Self::Ndjson),
            "markdown" => Ok(Self::Markdown),
            other => Err(UnknownFormat(other.to_owned())),
        }
    }
}

/// The whole lines of the text that a span touches, and the first one's number from 1.
pub(crate) type Lines<'a> = &'a dyn Fn(Span) -> Option<(usize, &'a str)>;

pub(crate) fn report(
    report: &Report,
    format: Format,
    lines: Lines,
    color: bool,
    path: Option<&str>,
) -> String {
    match format {
        Format::Text => text::report(report, lines, style::Style::new(color), path),
        Format::Json => json::pretty(report),
        Format::Ndjson => json::line_with_path(report, path),
        Format::Markdown => markdown::report(report, path),
    }
}

pub(crate) fn device(device: &Device, string: &str, format: Format, color: bool) -> String {
    match format {
        Format::Text => text::resolved(device, string, style::Style::new(color)),
        Format::Json => json::pretty(device),
        Format::Ndjson => json::line(device),
        Format::Markdown => markdown::resolved(device, string),
    }
}

pub(crate) fn page(page: &RulePage, format: Format, color: bool) -> String {
    match format {
        Format::Text => text::page(page, style::Style::new(color)),
        Format::Json => json::pretty(page),
        Format::Ndjson => json::line(page),
        Format::Markdown => markdown::page(page),
    }
}

pub(crate) fn rules(rules: &[RuleRow], format: Format, color: bool) -> String {
    match format {
        Format::Text => text::rules(rules, style::Style::new(color)),
        Format::Json => json::pretty(&rules),
        Format::Ndjson => rules.iter().map(json::line).collect(),
        Format::Markdown => markdown::rules(rules),
    }
}

/// How a statement is known, in words.
pub(crate) fn known_how(evidence: crate::report::Evidence) -> &'static str {
    use crate::report::Evidence;
    match evidence {
        Evidence::Ran => "ran",
        Evidence::Source => "read in the source, not run",
        Evidence::Reported => "reported by others, not run",
    }
}

/// A confidence in a word.
pub(crate) fn how_sure(confidence: crate::report::Confidence) -> &'static str {
    use crate::report::Confidence;
    match confidence {
        Confidence::Certain => "certain",
        Confidence::Likely => "likely",
        Confidence::Possible => "possible",
    }
}

/// The verdict on a text without a diagnosis.
pub(crate) fn no_diagnosis(report: &Report) -> &'static str {
    use crate::report::Status;
    match report.status {
        Status::Empty => "There is no text to diagnose.",
        Status::Healthy => "Nothing is wrong.",
        _ => "We do not know this one: no rule fits this text.",
    }
}

/// A device in a sentence.
pub(crate) fn device_sentence(device: &Device) -> String {
    let release = device.release.as_deref().unwrap_or("?");
    match (&device.kind, &device.error) {
        (Some(kind), _) => {
            let value = device.value.unwrap_or_default();
            let id = device.id.map_or(String::new(), |id| format!(", device {id}"));
            format!("{} {release} advertises {kind} ({value}{id})", device.framework)
        }
        (None, Some(error)) => {
            let message = error.message.lines().collect::<Vec<_>>().join("\\n");
            let colon = if message.is_empty() { "" } else { ": " };
            format!("{} {release} refuses with {}{colon}{message}", device.framework, error.class)
        }
        (None, None) => format!("{} {release} gives no answer", device.framework),
    }
}

/// One row of the answer by release.
pub(crate) fn change_sentence(change: &crate::report::Change) -> String {
    let answer = change.kind.clone().or_else(|| change.error.clone()).unwrap_or_default();
    format!("from {}: {}", change.from, answer.lines().collect::<Vec<_>>().join("\\n"))
}

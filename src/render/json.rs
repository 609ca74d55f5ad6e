//! JSON, the same bytes everywhere.

use crate::report::Report;
use serde::Serialize;

/// Indented; ends with a line break.
pub fn pretty<T: Serialize>(value: &T) -> String {
    // The report's types hold strings and numbers only; serialising them cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// One line.
pub fn line<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

/// One line, with the path first where there is one.
pub fn line_with_path(report: &Report, path: Option<&str>) -> String {
    #[derive(Serialize)]
    struct Row<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<&'a str>,
        #[serde(flatten)]
        report: &'a Report,
    }
    line(&Row { path, report })
}

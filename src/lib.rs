//! Text in, a report out: the one door of dlpack-doctor. See `docs/ARCHITECTURE.md`.

mod diagnose;
pub mod dlpack;
mod facts;
pub mod knowledge;
mod render;
pub mod report;
pub mod resolve;
pub mod text;
pub mod trace;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use render::{Format, UnknownFormat};

use report::{Device, Report, RulePage, RuleRow, Status};

/// Bytes of a text that are read. What stands behind them is named in the report's warnings.
pub const WINDOW: usize = 16 * 1024 * 1024;

/// What a caller knows beside the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Versions that the text does not show: name and version. They outweigh those that it shows.
    pub set: Vec<(String, String)>,
    /// The whole length in bytes, where only the first part of a text is handed over.
    pub whole: Option<u64>,
}

/// Diagnoses a text. Any bytes; O(n) in time and memory, n at most [`WINDOW`].
pub fn diagnose(bytes: &[u8], options: &Options) -> Report {
    let window = &bytes[..bytes.len().min(WINDOW)];
    let mut report = diagnose::diagnose(window, &options.set);
    let whole = options.whole.unwrap_or(0).max(bytes.len() as u64);
    if whole > window.len() as u64 {
        report.truncated = true;
        report.warnings.insert(0, window_warning(window.len(), whole));
    }
    report
}

fn window_warning(read: usize, whole: u64) -> String {
    let mib = |n: u64| format!("{}.{}", n >> 20, ((n & 0xF_FFFF) * 10) >> 20);
    format!(
        "Only the first {} MiB of {} MiB were read: cut out the part around the error.",
        mib(read as u64),
        mib(whole)
    )
}

/// The exit status that a report stands for: 0 nothing is wrong, 1 a problem, 4 not recognised.
pub fn exit_status(report: &Report) -> u8 {
    match report.status {
        Status::Resolved | Status::Healthy => 0,
        Status::Problem => 1,
        Status::Unknown | Status::Empty => 4,
    }
}

/// A report as text; ends with a line break. `source` is the text that was diagnosed, for excerpts; `path` is where it
/// came from, where it came from a file.
pub fn render(report: &Report, format: Format, source: &[u8], color: bool, path: Option<&str>) -> String {
    let window = &source[..source.len().min(WINDOW)];
    let decoded = text::decode(window);
    render::report(report, format, &|span| decoded.lines_at(span), color, path)
}

/// What the framework of this release answers for a platform string. `version` none: the newest known.
///
/// # Errors
/// A sentence, where the framework or the version is none that can be answered for.
pub fn resolve(string: &str, framework: &str, version: Option<&str>) -> Result<Device, String> {
    if framework != "jax" {
        return Err(format!("framework '{framework}' is not known yet; jax is"));
    }
    if let Some(version) = version
        && knowledge::releases::Version::parse(version).is_none()
    {
        return Err(format!("'{version}' is no version; write it as 0.10.2"));
    }
    // A shell hands over a line break as two characters.
    let string = if string.contains('\n') { string.to_owned() } else { string.replace("\\n", "\n") };
    Ok(resolve::string(&string, version))
}

/// A device as text; ends with a line break.
pub fn render_device(device: &Device, string: &str, format: Format, color: bool) -> String {
    render::device(device, string, format, color)
}

/// Answers one query of a batch: one line of JSON to one line of JSON, without its line break.
pub fn resolve_line(line: &str) -> String {
    resolve::batch::answer(line)
}

/// A rule's page.
pub fn explain(rule: &str) -> Option<RulePage> {
    knowledge::page::page(rule)
}

/// A rule's page as text.
pub fn render_page(page: &RulePage, format: Format, color: bool) -> String {
    render::page(page, format, color)
}

/// The rule that somebody may have meant.
pub fn nearest_rule(name: &str) -> Option<&'static str> {
    let rules = &knowledge::all().rules;
    let last = |id: &str| id.rsplit('/').next().unwrap_or(id).to_owned();
    let wanted = last(name);
    let exact = rules.iter().find(|r| last(r.id) == wanted || r.id.contains(name) && name.len() > 3);
    exact
        .or_else(|| {
            rules
                .iter()
                .min_by_key(|r| distance(r.id, name))
                .filter(|r| distance(r.id, name) * 3 <= r.id.len())
        })
        .map(|r| r.id)
}

/// Edits between two short words, Levenshtein. O(a x b); names longer than 64 bytes are cut.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (&a.as_bytes()[..a.len().min(64)], &b.as_bytes()[..b.len().min(64)]);
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// All rules, by name.
pub fn rules() -> Vec<RuleRow> {
    knowledge::page::rows()
}

/// The list of rules as text.
pub fn render_rules(rules: &[RuleRow], format: Format, color: bool) -> String {
    render::rules(rules, format, color)
}

/// The version of this program and the date of its knowledge.
pub fn version() -> String {
    let checked = knowledge::releases::of("jax").map_or("", |r| r.checked);
    format!("dlpack-doctor {} (knowledge of {checked})", env!("CARGO_PKG_VERSION"))
}

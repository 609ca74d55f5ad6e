//! Which rules the text gives evidence for, and how sure each is.

use super::Read;
use crate::facts::{self, PlatformString};
use crate::knowledge::model::{Ceiling, Match, On};
use crate::knowledge::{Capture, Hit, all, find_messages, platforms};
use crate::report::{Confidence, Frame, Span};
use crate::resolve;
use crate::trace::Raised;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

/// A rule that something in the text speaks for.
#[derive(Debug)]
pub struct Finding {
    /// Index of the rule.
    pub rule: usize,
    /// What the holes held.
    pub captures: BTreeMap<String, String>,
    /// The places that say so.
    pub spans: Vec<Span>,
    /// Index of the exception whose message it was.
    pub exception: Option<usize>,
    /// How sure it is.
    pub confidence: Confidence,
}

/// All findings, each rule once: the surest, and of equal ones the first.
pub fn collect(read: &Read) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, raised) in read.trace.raised.iter().enumerate() {
        in_message(read, index, raised, &mut findings);
    }
    beside_exceptions(read, &mut findings);
    for string in &read.found.platform_strings {
        in_platform_string(read, string, &mut findings);
    }
    if let Some(code) = &read.found.device_code {
        for entry in entries(On::DeviceCode) {
            let span = read.span(code.range.clone());
            push(&mut findings, finding(entry, BTreeMap::new(), span, None, Confidence::Certain));
        }
    }
    findings
}

fn finding(
    entry: usize,
    captures: BTreeMap<String, String>,
    span: Span,
    exception: Option<usize>,
    confidence: Confidence,
) -> Finding {
    let found = &all().matches[entry];
    let ceiling = match found.ceiling {
        Ceiling::Certain => Confidence::Certain,
        Ceiling::Likely => Confidence::Likely,
        Ceiling::Possible => Confidence::Possible,
    };
    let rule = usize::from(found.rule);
    Finding { rule, captures, spans: vec![span], exception, confidence: confidence.max(ceiling) }
}

/// Adds a finding, or its place to the one of the same rule.
fn push(findings: &mut Vec<Finding>, new: Finding) {
    let Some(old) = findings.iter_mut().find(|f| f.rule == new.rule) else {
        findings.push(new);
        return;
    };
    if new.confidence < old.confidence {
        let spans = std::mem::replace(old, new).spans;
        for span in spans {
            add_span(&mut old.spans, span);
        }
    } else {
        for span in new.spans {
            add_span(&mut old.spans, span);
        }
    }
}

/// Keeps places in the order of the text, each once.
fn add_span(spans: &mut Vec<Span>, span: Span) {
    if let Err(place) = spans.binary_search(&span) {
        spans.insert(place, span);
    }
}

/// An exception's message, and messages that say too little without their class and place.
fn in_message(read: &Read, index: usize, raised: &Raised, findings: &mut Vec<Finding>) {
    let message = raised.message.as_str();
    let mut covered: Option<Range<usize>> = None;
    for hit in find_messages(message) {
        let found = &all().matches[hit.entry];
        if found.strict && !strictly(found, raised) {
            continue;
        }
        // A more general template at the place of one that says more adds nothing.
        if covered.as_ref().is_some_and(|c| c.start <= hit.range.start && hit.range.end <= c.end) {
            continue;
        }
        covered = Some(hit.range.clone());
        let hit = without_facts(message, hit);
        let span = read.message_span(raised, hit.range.clone());
        let confidence = of_message(found, raised, &hit);
        push(findings, finding(hit.entry, captured(message, &hit.captures), span, Some(index), confidence));
    }
    for (entry, found) in all().matches.iter().enumerate() {
        if found.on != On::Message || !found.strict || !is_short(found) || !strictly(found, raised) {
            continue;
        }
        if let Some((end, captures)) = crate::knowledge::match_at_start(&found.template, message)
            && end == message.len()
        {
            let span = read.span(raised.range.clone());
            let captures = captured(message, &captures);
            push(findings, finding(entry, captures, span, Some(index), Confidence::Certain));
        }
    }
}

/// Too short for the index: no four fixed bytes.
fn is_short(found: &Match) -> bool {
    use crate::knowledge::model::Part;
    !found.template.iter().any(|p| matches!(p, Part::Fixed(text) if text.len() >= 4))
}

/// The class, and the frame where one is named, are there.
fn strictly(found: &Match, raised: &Raised) -> bool {
    let class = found.class.is_empty() || is_class(found, raised);
    let frame = found.frame.is_none_or(|place| raised.frames.iter().any(|f| is_at(f, place)));
    class && frame
}

fn is_class(found: &Match, raised: &Raised) -> bool {
    let last = raised.class.rsplit('.').next().unwrap_or_default();
    found.class.iter().any(|c| c.rsplit('.').next() == Some(last))
}

/// `jax/_src/dlpack.py:from_dlpack`: the file's ending, and the function where one is named.
fn is_at(frame: &Frame, place: &str) -> bool {
    let (file, function) = place.split_once(':').map_or((place, None), |(file, f)| (file, Some(f)));
    let right_function = function.is_none_or(|f| frame.function.as_deref().is_none_or(|have| have == f));
    right_function && ends_with_path(&frame.file, file)
}

/// Whether a path ends so, whichever way its slashes lean.
fn ends_with_path(path: &str, end: &str) -> bool {
    let lean = |b: u8| if b == b'\\' { b'/' } else { b };
    path.len() >= end.len() && path.bytes().rev().zip(end.bytes().rev()).all(|(p, e)| lean(p) == e)
}

/// The source's own message of its own class is certain; of another class, or inside another message, likely.
fn of_message(found: &Match, raised: &Raised, hit: &Hit) -> Confidence {
    let own_class = found.class.is_empty() || is_class(found, raised);
    if hit.range.start == 0 && own_class { Confidence::Certain } else { Confidence::Likely }
}

/// A message's last hole takes all lines that follow. Lines such as `jax==0.10.2` are none of its own: people paste
/// them behind it.
fn without_facts(text: &str, mut hit: Hit) -> Hit {
    let Some((_, last)) = hit.captures.last_mut().filter(|(_, held)| held.end == hit.range.end) else {
        return hit;
    };
    while let Some(line_end) = text[last.clone()].trim_end().rfind('\n').map(|i| last.start + i) {
        if !facts::is_version_line(text[line_end..last.end].trim()) {
            break;
        }
        last.end = line_end;
    }
    hit.range.end = last.end;
    hit
}

fn captured(text: &str, captures: &[Capture]) -> BTreeMap<String, String> {
    captures
        .iter()
        .map(|(name, range)| ((*name).to_owned(), text[range.clone()].trim_end().to_owned()))
        .collect()
}

/// Messages without an exception's line: what stands between the exceptions, paragraph by paragraph.
fn beside_exceptions(read: &Read, findings: &mut Vec<Finding>) {
    let clean = read.text.clean.as_str();
    let taken: BinaryHeap<(usize, usize)> =
        read.trace.raised.iter().map(|r| (r.range.start, r.range.end)).collect();
    let mut from = 0;
    for (start, end) in taken.into_sorted_vec().into_iter().chain([(clean.len(), clean.len())]) {
        if from < start {
            for (start, paragraph) in paragraphs(clean, from..start) {
                in_paragraph(read, start, paragraph, findings);
            }
        }
        from = from.max(end);
    }
}

fn in_paragraph(read: &Read, start: usize, paragraph: &str, findings: &mut Vec<Finding>) {
    for hit in find_messages(paragraph) {
        let found = &all().matches[hit.entry];
        let hit = without_facts(paragraph, hit);
        let before = paragraph[..hit.range.start].trim_end_matches(' ');
        // Behind a quote it is a piece of code, or of somebody's prose.
        if found.strict || before.ends_with(['"', '\'', '`', '“', '‘', '(']) {
            continue;
        }
        let begins = before.is_empty() || before.ends_with(['\n', ':', ']', '>', '|']);
        let confidence = if begins { Confidence::Likely } else { Confidence::Possible };
        let span = read.span(start + hit.range.start..start + hit.range.end);
        push(findings, finding(hit.entry, captured(paragraph, &hit.captures), span, None, confidence));
    }
}

/// No message is shorter than its template's fixed text, and that is this long at least.
const SHORTEST: usize = 12;

/// Parts that blank lines set apart, with their places.
fn paragraphs(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    let mut from = range.start;
    let all = text[range].split("\n\n").map(move |paragraph| {
        let start = from;
        from += paragraph.len() + 2;
        (start, paragraph)
    });
    all.filter(|(_, paragraph)| paragraph.len() >= SHORTEST)
}

/// A platform string is explained. Where it is all that there is and JAX would not know it, that is the trouble.
fn in_platform_string(read: &Read, string: &PlatformString, findings: &mut Vec<Finding>) {
    let in_exception = read.trace.raised.iter().any(|r| r.range.contains(&string.range.start));
    if in_exception {
        return;
    }
    let span = read.span(string.range.clone());
    if string.alone {
        refused(&string.text, super::device::jax_release(read), span, findings);
    }
    for entry in entries(On::PlatformVersion) {
        let captures = BTreeMap::from([("platform_version".to_owned(), string.text.clone())]);
        push(findings, finding(entry, captures, span, None, Confidence::Certain));
    }
}

/// The refusal's own message leads to its rule. A string that several backends share (`<unknown>`) may be another's.
fn refused(string: &str, release: Option<&str>, span: Span, findings: &mut Vec<Finding>) {
    let (query, _) = resolve::query_of_string(string);
    if query.platform != "gpu" {
        return;
    }
    let Some(raise) = resolve::string(string, release).error else { return };
    let shared = platforms::read(string).platform.is_some();
    let confidence = if shared { Confidence::Possible } else { Confidence::Likely };
    for hit in find_messages(&raise.message) {
        let captures = captured(&raise.message, &hit.captures);
        push(findings, finding(hit.entry, captures, span, None, confidence));
    }
}

fn entries(on: On) -> impl Iterator<Item = usize> {
    all().matches.iter().enumerate().filter(move |(_, m)| m.on == on).map(|(i, _)| i)
}

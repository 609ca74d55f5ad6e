//! Exceptions, facts and rules to a ranked answer for *these* versions.

mod device;
mod evidence;
mod explain;
mod known;
mod status;

use crate::facts::{self, Found};
use crate::knowledge::platforms;
use crate::report::{self, Report, SCHEMA};
use crate::text::{self, Text};
use crate::trace::{self, Raised, Trace};
use std::ops::Range;

/// What a text says, read but not judged.
pub(crate) struct Read<'a> {
    text: &'a Text,
    trace: &'a Trace,
    found: &'a Found,
}

impl Read<'_> {
    /// A part of the clean text, as UTF-16 offsets into the decoded text.
    fn span(&self, clean: Range<usize>) -> report::Span {
        let source = self.text.clean.source(clean);
        (self.text.decoded.utf16(source.start), self.text.decoded.utf16(source.end))
    }

    /// A part of an exception's message, likewise.
    fn message_span(&self, raised: &Raised, part: Range<usize>) -> report::Span {
        let source = raised.message.source(part);
        (self.text.decoded.utf16(source.start), self.text.decoded.utf16(source.end))
    }
}

/// Diagnoses a text. `set` names versions that the text does not show; they outweigh those that it shows. O(n).
pub fn diagnose(bytes: &[u8], set: &[(String, String)]) -> Report {
    let text = text::read(bytes);
    let trace = trace::read(&text.clean);
    let mut found = facts::read(&text.clean);
    for (name, version) in set {
        found.packages.set(&name.to_ascii_lowercase(), vec![version.clone()]);
    }
    let read = Read { text: &text, trace: &trace, found: &found };
    let findings = evidence::collect(&read);
    let (device, memory) = device::of(&read, &findings);
    let diagnoses = explain::all_diagnoses(&read, findings);
    let warnings = status::warnings(&read, device.as_ref(), &diagnoses);
    let status = status::of(&read, &diagnoses);
    Report {
        schema: SCHEMA,
        status,
        collect: status::collect(status, &found, &diagnoses),
        diagnoses,
        exceptions: trace.raised.iter().map(|r| exception(&read, r)).collect(),
        last: trace.last.and_then(|i| trace.raised.get(i)).map(last),
        device,
        memory,
        facts: report_facts(&found),
        truncated: trace.truncated,
        warnings,
    }
}

fn exception(read: &Read, raised: &Raised) -> report::Exception {
    report::Exception {
        class: raised.class.clone(),
        message: raised.message.as_str().to_owned(),
        relation: raised.relation,
        frames: raised.frames.clone(),
        notes: raised.notes.clone(),
        span: read.span(raised.range.clone()),
    }
}

fn last(raised: &Raised) -> report::Final {
    report::Final { class: raised.class.clone(), message: raised.message.as_str().to_owned() }
}

/// Facts with what the tables make of them.
fn report_facts(found: &Found) -> report::Facts {
    let mut facts = report::Facts {
        packages: found.packages.clone(),
        python: found.python.clone(),
        ..report::Facts::default()
    };
    for string in &found.platform_strings {
        let reading = platforms::read(&string.text);
        if let Some(toolkit) = &reading.toolkit {
            let versions = facts.toolkits.of(toolkit.name);
            if !versions.contains(&toolkit.version) {
                versions.push(toolkit.version.clone());
            }
        }
        facts.platform_versions.push(report::PlatformVersion {
            text: string.text.clone(),
            platform: reading.platform.and_then(|p| p.platform).map(str::to_owned),
            toolkit: reading
                .toolkit
                .map(|t| if t.name == "hip" { format!("HIP {}", t.version) } else { t.version }),
        });
    }
    facts
}

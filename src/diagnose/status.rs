//! The outcome in a word, sentences about the input, and what to collect next.

use super::Read;
use super::device::jax_release;
use crate::facts::Found;
use crate::report::{Code, Device, Diagnosis, Role, Status};

/// The outcome in a word.
pub fn of(read: &Read, diagnoses: &[Diagnosis]) -> Status {
    if diagnoses.iter().any(|d| d.role != Role::Note) {
        Status::Problem
    } else if !diagnoses.is_empty() {
        Status::Resolved
    } else if read.text.clean.as_str().trim().is_empty() {
        Status::Empty
    } else {
        Status::Unknown
    }
}

/// What a reader of the answer has to know about the input.
pub fn warnings(read: &Read, device: Option<&Device>, diagnoses: &[Diagnosis]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (name, versions) in read.found.packages.iter() {
        if versions.len() > 1 {
            warnings.push(format!("The text names several releases of {name}: {}.", versions.join(", ")));
        }
    }
    if looks_binary(read.text.decoded.as_str()) {
        warnings.push("This looks like a binary file, not like text.".to_owned());
    }
    let refused = diagnoses.iter().any(|d| d.rule == "jax/unknown-gpu-platform" && d.role == Role::Cause);
    let release = jax_release(read);
    if let (true, Some(release), Some(device)) = (refused, release, device)
        && let Some(kind) = &device.kind
    {
        warnings.push(format!(
            "jax {release} would answer {kind} for this string and not refuse it: the error comes from another release."
        ));
    }
    warnings
}

/// More than one byte in ten of the beginning is a control character, or part of a replacement character.
fn looks_binary(text: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(4096)];
    let control = |b: u8| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B) || b == 0x7F;
    let odd = head.iter().filter(|&&b| control(b)).count();
    let replaced = memchr::memmem::find_iter(head, "\u{FFFD}").count();
    (odd + replaced) * 10 > head.len()
}

const VERSIONS: &str =
    "python -c \"import jax, jaxlib; print('jax', jax.__version__, 'jaxlib', jaxlib.__version__)\"";
const SNAPSHOT: &str = include_str!("../../knowledge/collect.py");

/// What to collect next, where the text alone does not decide.
pub fn collect(status: Status, found: &Found, diagnoses: &[Diagnosis]) -> Vec<Code> {
    let about_jax = diagnoses.iter().any(|d| d.rule.starts_with("jax/"));
    match status {
        Status::Unknown | Status::Empty => {
            vec![Code { language: "python".into(), text: SNAPSHOT.trim().into() }]
        }
        Status::Problem if about_jax && found.packages.get("jax").is_none() => {
            vec![Code { language: "shell".into(), text: VERSIONS.into() }]
        }
        _ => Vec::new(),
    }
}

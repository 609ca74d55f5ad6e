//! `Unknown GPU platform for __dlpack__: {platform_version:text}` to fixed parts and holes.

use crate::model::{Hole, Part};

/// Parses a message as its source writes it. `{{` and `}}` stand for braces.
pub fn parse(message: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = message;
    while let Some(at) = rest.find(['{', '}']) {
        let doubled = rest[at + 1..].starts_with(&rest[at..=at]);
        if doubled {
            parts.push(Part::Fixed(&rest[..=at]));
            rest = &rest[at + 2..];
            continue;
        }
        if rest[at..].starts_with('}') {
            return Err(format!("a lone '}}' in {message:?}; write '}}}}' for a brace"));
        }
        if at > 0 {
            parts.push(Part::Fixed(&rest[..at]));
        }
        let close = rest[at..].find('}').ok_or_else(|| format!("no '}}' for a hole in {message:?}"))? + at;
        parts.push(hole(&rest[at + 1..close], message)?);
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        parts.push(Part::Fixed(rest));
    }
    if parts.windows(2).any(|p| matches!(p, [Part::Hole(..), Part::Hole(..)])) {
        return Err(format!("two holes side by side in {message:?}: nothing tells where one ends"));
    }
    Ok(parts)
}

fn hole<'a>(inside: &'a str, message: &str) -> Result<Part<'a>, String> {
    let (name, kind) =
        inside.split_once(':').ok_or_else(|| format!("{{{inside}}} in {message:?} has no type"))?;
    let kind = match kind {
        "int" => Hole::Int,
        "word" => Hole::Word,
        "line" => Hole::Line,
        "text" => Hole::Text,
        other => return Err(format!("unknown type '{other}' in {message:?}; int, word, line, text exist")),
    };
    Ok(Part::Hole(name, kind))
}

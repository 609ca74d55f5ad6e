//! Files each template under the four bytes of its fixed text that are rarest in the knowledge's own words.

use crate::model::{Gram, Match, On, Part};
use crate::rules::RuleFile;
use std::collections::HashMap;

/// A template needs this much fixed text, or `strict`, to be evidence.
const LEAST_FIXED: usize = 12;

/// One gram for each template with fixed text, sorted by bytes.
pub fn choose(matches: &[Match], files: &[RuleFile]) -> Result<Vec<Gram>, String> {
    let counts = count(files);
    let mut grams = Vec::new();
    for (entry, found) in matches.iter().enumerate() {
        if found.on != On::Message {
            continue;
        }
        let rule = &files[usize::from(found.rule)].id;
        let fixed: usize =
            found.template.iter().map(|p| if let Part::Fixed(t) = p { t.len() } else { 0 }).sum();
        if fixed < LEAST_FIXED && !found.strict {
            return Err(format!("{rule}: a message with {fixed} fixed bytes needs strict = true"));
        }
        let candidates = found.template.iter().enumerate().filter_map(|(part, p)| match p {
            Part::Fixed(text) => Some(windows(text).map(move |(offset, bytes)| (part, offset, bytes))),
            Part::Hole(..) => None,
        });
        let best = candidates.flatten().min_by_key(|(_, _, bytes)| counts.get(bytes).copied().unwrap_or(0));
        match best {
            Some((part, offset, bytes)) => grams.push(Gram {
                bytes,
                entry: u16::try_from(entry).map_err(|e| e.to_string())?,
                part: u8::try_from(part).map_err(|e| format!("{rule}: {e}"))?,
                offset: u16::try_from(offset).map_err(|e| format!("{rule}: {e}"))?,
            }),
            None if found.strict && !found.class.is_empty() => {}
            None => return Err(format!("{rule}: no four fixed bytes in a message that is not strict")),
        }
    }
    grams.sort_unstable();
    Ok(grams)
}

fn count(files: &[RuleFile]) -> HashMap<u32, usize> {
    let mut counts = HashMap::new();
    for text in files.iter().flat_map(RuleFile::words) {
        for (_, bytes) in windows(text) {
            *counts.entry(bytes).or_default() += 1;
        }
    }
    counts
}

fn windows(text: &str) -> impl Iterator<Item = (usize, u32)> + '_ {
    text.as_bytes().windows(4).enumerate().map(|(i, w)| (i, u32::from_le_bytes([w[0], w[1], w[2], w[3]])))
}

//! Finds every template in a text in one pass: each is filed under four rare bytes of its fixed text.

use super::all;
use super::model::{Gram, Match, On, Part};
use super::template::{Capture, match_around};
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::OnceLock;

/// A template found in a text.
#[derive(Debug)]
pub struct Hit {
    /// Index of the match.
    pub entry: usize,
    /// The whole message, as bytes of the text.
    pub range: Range<usize>,
    /// What the holes held.
    pub captures: Vec<Capture>,
}

/// A filter of 2^13 bits over the hashes of all grams: most places of a text are settled by one look.
struct Filter([u64; 128]);

impl Filter {
    fn slot(bytes: u32) -> (usize, u64) {
        let hash = bytes.wrapping_mul(0x9E37_79B1) >> 19;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }

    fn may_hold(&self, bytes: u32) -> bool {
        let (word, bit) = Self::slot(bytes);
        self.0[word] & bit != 0
    }
}

fn filter() -> &'static Filter {
    static FILTER: OnceLock<Filter> = OnceLock::new();
    FILTER.get_or_init(|| {
        let mut bits = [0; 128];
        for gram in &all().grams {
            let (word, bit) = Filter::slot(gram.bytes);
            bits[word] |= bit;
        }
        Filter(bits)
    })
}

/// Tries allowed for one template in one text; a text that repeats a gram for ever costs no more.
const TRIES: u8 = 16;

/// Every message template that the text holds, in the order of their places; each template once. O(text).
pub fn find_messages(text: &str) -> Vec<Hit> {
    let knowledge = all();
    let filter = filter();
    let mut tries = vec![TRIES; knowledge.matches.len()];
    let mut hits = Vec::new();
    for (at, window) in text.as_bytes().windows(4).enumerate() {
        let bytes = u32::from_le_bytes([window[0], window[1], window[2], window[3]]);
        if !filter.may_hold(bytes) {
            continue;
        }
        for gram in grams_of(bytes) {
            let entry = usize::from(gram.entry);
            if tries[entry] == 0 {
                continue;
            }
            tries[entry] -= 1;
            if let Some(hit) = verify(&knowledge.matches[entry], gram, text, at) {
                tries[entry] = 0;
                insert(&mut hits, Hit { entry, ..hit });
            }
        }
    }
    hits
}

/// Keeps hits in the order of their places; of two at one place the one that says more comes first.
fn insert(hits: &mut Vec<Hit>, hit: Hit) {
    let key = |h: &Hit| (h.range.start, Reverse(fixed(&all().matches[h.entry])));
    let place = hits.partition_point(|h| key(h) <= key(&hit));
    hits.insert(place, hit);
}

/// Bytes of fixed text.
fn fixed(found: &Match) -> usize {
    found.template.iter().map(|p| if let Part::Fixed(text) = p { text.len() } else { 0 }).sum()
}

fn grams_of(bytes: u32) -> impl Iterator<Item = &'static Gram> {
    let grams = &all().grams;
    let first = grams.partition_point(|g| g.bytes < bytes);
    grams[first..].iter().take_while(move |g| g.bytes == bytes)
}

fn verify(found: &Match<'static>, gram: &Gram, text: &str, at: usize) -> Option<Hit> {
    debug_assert_eq!(found.on, On::Message);
    let start = at.checked_sub(usize::from(gram.offset)).filter(|&s| text.is_char_boundary(s))?;
    let (range, captures) = match_around(&found.template, usize::from(gram.part), text, start)?;
    Some(Hit { entry: usize::from(gram.entry), range, captures })
}

//! Raw bytes to clean lines. Every clean byte knows its place in the input.
//!
//! One file per kind of dressing, all behind one signature (`Dressing`) and in one table (`DRESSINGS`).

mod csv;
mod decode;
mod doubled;
mod escapes;
mod fence;
mod glued;
mod indent;
mod joined;
mod look;
mod mapped;
mod markup;
mod noise;
mod order;
mod prefix;
mod separators;
mod sorted;
mod spelled;
mod strings;
mod suffix;
mod terminal;
mod transport;
mod unseen;
mod values;
mod wrap;

#[cfg(test)]
mod tests;

pub use decode::{Decoded, decode};
pub use mapped::Mapped;

/// What a text looks like once everything that is not its own words is taken off.
pub struct Text {
    /// The decoded input, and the way from its bytes to UTF-16 offsets.
    pub decoded: Decoded,
    /// The clean lines, joined by `\n`.
    pub clean: Mapped,
}

/// A line of its own that undressing puts between lines that do not hang together: two processes, or a quoted
/// traceback and the answer below it. No input has it, for control characters are no words of a text.
pub const BREAK: &str = "\u{1e}";

/// Takes one kind of dressing off; none where the text does not wear it.
type Dressing = fn(&Mapped) -> Option<Mapped>;

/// A dressing is taken off only where what comes out looks more like tracebacks than what went in, so each may
/// look for its kind alone. In this order, again as long as one helps: what wraps whole texts before what wraps lines.
const DRESSINGS: &[Dressing] = &[
    transport::base64,
    transport::url,
    transport::quoted_printable,
    spelled::strip,
    unseen::plain,
    markup::strip,
    csv::unpack,
    strings::unpack,
    separators::split,
    joined::split,
    doubled::halve,
    wrap::join_prefixed,
    prefix::strip,
    suffix::strip,
    glued::split,
    indent::untab,
    wrap::join_cut,
    wrap::join_words,
    indent::dedent,
    indent::restore,
    order::turn,
    noise::move_out,
];

/// What may have to go before another dressing can be seen.
const OUTER: &[Dressing] = &[markup::strip, spelled::strip, unseen::plain, indent::untab];

/// So many dressings are worn over one another at most.
const LAYERS: usize = 8;

/// Reads any bytes. O(n); never fails: what cannot be decoded becomes U+FFFD.
pub fn read(bytes: &[u8]) -> Text {
    let decoded = decode(bytes);
    let plain = Mapped::identity(decoded.as_str());
    let plain = terminal::strip(&plain, false).unwrap_or(plain);
    let clean = undress(plain);
    let clean = fence::part(&clean).unwrap_or(clean);
    Text { decoded, clean }
}

fn undress(mut text: Mapped) -> Mapped {
    for _ in 0..LAYERS {
        if !look::is_odd(text.as_str()) {
            break;
        }
        let Some(better) = improve(&text) else { break };
        text = better;
    }
    text
}

/// The text without the first dressing whose going improves it. In a large text it is found on a part.
fn improve(text: &Mapped) -> Option<Mapped> {
    let Some(part) = look::sample(text) else { return find(text).map(|(_, bare)| bare) };
    let (way, _) = find(&part)?;
    let bare = way.into_iter().try_fold(text.clone(), |text, take_off| take_off(&text))?;
    let bare = terminal::strip(&bare, true).unwrap_or(bare);
    (look::score(bare.as_str()) > look::score(text.as_str())).then_some(bare)
}

/// Dressings that go one after another, and what comes out.
type Found = (Vec<Dressing>, Mapped);

fn find(text: &Mapped) -> Option<Found> {
    let score = look::score(text.as_str());
    let inner = |text: &Mapped, outer: &[Dressing]| {
        DRESSINGS.iter().find_map(|take_off| {
            let bare = take_off(text)?;
            // Escapes may have been inside of escapes.
            let bare = terminal::strip(&bare, true).unwrap_or(bare);
            (look::score(bare.as_str()) > score).then(|| ([outer, &[*take_off]].concat(), bare))
        })
    };
    inner(text, &[]).or_else(|| OUTER.iter().find_map(|take_off| inner(&take_off(text)?, &[*take_off])))
}

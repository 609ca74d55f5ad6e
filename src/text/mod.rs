//! Raw bytes to clean lines. Every clean byte knows its place in the input.
//!
//! One file per kind of dressing, all behind one signature (`Dressing`) and in one table (`DRESSINGS`).

mod csv;
mod decode;
mod doubled;
mod escapes;
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
mod spelled;
mod strings;
mod suffix;
mod terminal;
mod transport;
mod unseen;
mod values;
mod wrap;

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
    prefix::strip,
    suffix::strip,
    glued::split,
    wrap::join_cut,
    wrap::join_words,
    wrap::join_prefixed,
    indent::untab,
    indent::dedent,
    indent::restore,
    order::turn,
    noise::move_out,
];

/// So many dressings are worn over one another at most.
const LAYERS: usize = 8;

/// Reads any bytes. O(n); never fails: what cannot be decoded becomes U+FFFD.
pub fn read(bytes: &[u8]) -> Text {
    let decoded = decode(bytes);
    let plain = Mapped::identity(decoded.as_str());
    let plain = terminal::strip(&plain, false).unwrap_or(plain);
    let clean = undress(plain);
    Text { decoded, clean }
}

fn undress(mut text: Mapped) -> Mapped {
    let mut score = look::score(text.as_str());
    for _ in 0..LAYERS {
        if !look::is_odd(text.as_str()) {
            break;
        }
        let better = DRESSINGS.iter().find_map(|take_off| {
            let bare = take_off(&text)?;
            // Escapes may have been inside of escapes.
            let bare = terminal::strip(&bare, true).unwrap_or(bare);
            let looks = look::score(bare.as_str());
            (looks > score).then_some((bare, looks))
        });
        let Some((bare, looks)) = better else { break };
        (text, score) = (bare, looks);
    }
    text
}

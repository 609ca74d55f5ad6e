//! Raw bytes to clean lines. Every clean byte knows its place in the input.

mod decode;
mod mapped;

pub use decode::{Decoded, decode};
pub use mapped::Mapped;

/// What a text looks like once everything that is not its own words is taken off.
pub struct Text {
    /// The decoded input, and the way from its bytes to UTF-16 offsets.
    pub decoded: Decoded,
    /// The clean lines, joined by `\n`.
    pub clean: Mapped,
}

/// Reads any bytes. O(n); never fails: what is not UTF-8 becomes U+FFFD.
pub fn read(bytes: &[u8]) -> Text {
    let decoded = decode(bytes);
    let clean = Mapped::identity(decoded.as_str());
    Text { decoded, clean }
}

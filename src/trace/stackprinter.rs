//! stackprinter: frames without indentation, numbered source with an arrow, values between dotted lines.

use super::last::{self, Frames, finish};
use super::page::Page;
use super::words::{self, digits, frame_line};
use super::{Block, Raised, Trace};
use crate::report::Frame;

/// Reads frames and the exception line below them, or above them in its reversed style.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.words(i);
    if !line.starts_with("File \"") || frame_line(line)?.function.is_none() || !has_source(page, i) {
        return None;
    }
    let base = page.indent(i);
    let mut list = Vec::new();
    let mut k = i;
    while k < page.len() {
        let line = page.line(k);
        if page.indent(k) > base || line.is_empty() || line.trim_start().starts_with("--> ") {
            k += 1;
            continue;
        }
        let Some(f) = frame_line(line) else { break };
        let function = f.function.map(str::to_owned);
        list.push(Frame { file: f.file.to_owned(), line: Some(f.line), function });
        k += 1;
    }
    let raised = words::raises(page.words(k)) && words::exception_line(page.words(k)).is_some();
    let above = (i.saturating_sub(2)..i).rev().find(|&k| !page.is_blank(k));
    let above =
        above.filter(|&a| words::exception_line(page.words(a)).is_some_and(|e| words::convincing(e.class)));
    if let Some(above) = above.filter(|_| !raised || page.at(k - 1) != page.at(i)) {
        let e = words::exception_line(page.words(above))?;
        if !raised || page.skip_blank(k) >= page.len() {
            list.reverse();
            let from = e.message.map_or(page.at(above).end(), |m| page.offset(m));
            let text = page.text(from, above..above + 1, 0);
            return Some(last::put(Raised::new(e.class, text, list, page.span(above..k)), k, trace));
        }
    }
    Some(finish(page, i, base, Frames { list, next: k }, trace))
}

/// True where the line below a frame is numbered source, or there is none and another frame follows.
fn has_source(page: &Page, i: usize) -> bool {
    let next = page.raw(i + 1);
    let words = next.trim_start();
    if words.is_empty() {
        let after = page.skip_blank(i + 1);
        return page.indent(after) == page.indent(i)
            && (frame_line(page.line(after)).is_some()
                || after == i + 2 && words::raises(page.words(after)));
    }
    let words = words.trim_start_matches('-').strip_prefix('>').unwrap_or(words).trim_start();
    (page.indent(i + 1) > page.indent(i) || next.contains("--> "))
        && !digits(words).is_empty()
        && words[digits(words).end..].starts_with(' ')
}

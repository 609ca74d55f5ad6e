//! pretty-errors: a bar, `file line function` with a line of source, and the class on a line of its own.

use super::last;
use super::page::Page;
use super::words::{self, digits};
use super::{Block, Raised, Trace, message};
use crate::report::Frame;

/// Reads one exception below a bar.
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    // No value is longer than this.
    const FAR: usize = 60;
    let line = page.words(i);
    if line.len() < 20 || !line.bytes().all(|b| b == b'-') {
        return None;
    }
    let mut list = vec![frame(page.line(i + 1))?];
    let mut k = i + 2;
    let mut far = k + FAR;
    while k < page.len().min(far) {
        let line = page.line(k);
        if let Some(f) = frame(line) {
            list.push(f);
            far = k + FAR;
        } else if page.is_blank(k - 1) && is_class(line) {
            return Some(raised(page, i, k, list, trace));
        } else if message::is_header(line) || message::is_log(line) {
            break;
        }
        k += 1;
    }
    Some(Block { next: k, top: None })
}

/// `orders.py 10 price`
fn frame(line: &str) -> Option<Frame> {
    let (rest, function) = line.rsplit_once(' ')?;
    let (file, number) = rest.rsplit_once(' ')?;
    let named = words::class_len(function) == Some(function.len()) || function.starts_with('<');
    let whole = !file.is_empty() && named && digits(number).end == number.len() && !line.starts_with(' ');
    let path = file.ends_with('>') || file.contains(".py");
    (whole && path).then_some(())?;
    Some(Frame {
        file: file.to_owned(),
        line: Some(number.parse().ok()?),
        function: Some(function.to_owned()),
    })
}

fn is_class(line: &str) -> bool {
    words::exception_line(line).is_some_and(|e| e.message.is_none_or(str::is_empty) && words::raises(line))
}

fn raised(page: &Page, start: usize, i: usize, frames: Vec<Frame>, trace: &mut Trace) -> Block {
    let class = page.line(i).trim_end_matches(':');
    let silent = !page.line(i).ends_with(':');
    let end = if silent { i + 1 } else { message::end(page, i, 0).next };
    let end = (i + 1..end).find(|&k| is_bar(page, k)).unwrap_or(end);
    let from = page.at((i + 1).min(end - 1)).start();
    let text = if end > i + 1 { page.text(from, i + 1..end, 0) } else { page.clean.part(0..0) };
    last::put(Raised::new(class, text, frames, page.span(start..end)), end, trace)
}

/// The bar of the next exception.
fn is_bar(page: &Page, i: usize) -> bool {
    let line = page.words(i);
    line.len() > 20 && line.bytes().all(|b| b == b'-') && frame(page.line(i + 1)).is_some()
}

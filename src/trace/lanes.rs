//! Several processes in one text, line by line: each line begins with the name of its writer.

use super::message::HEAD;
use super::page::{Line, Page};
use super::words;

/// More writers than these are read as they stand.
const MOST: usize = 32;

/// The lines of each writer whose name stands before the first line of a traceback, and the lines of nobody.
/// None where there is no such writer.
pub(super) fn split<'a>(page: &Page<'a>) -> Option<Vec<Page<'a>>> {
    let text = page.clean.as_str();
    memchr::memmem::find(text.as_bytes(), HEAD.as_bytes())?;
    let mut names: Vec<&str> = Vec::new();
    for i in 0..page.len() {
        let line = page.line(i);
        let Some(name) = line.find(HEAD).map(|n| &line[..n]).filter(|n| is_name(n)) else { continue };
        let framed = (i + 1..page.len().min(i + 64)).find_map(|k| page.line(k).strip_prefix(name));
        if names.len() < MOST
            && !names.contains(&name)
            && framed.is_some_and(|f| words::frame_line(f).is_some())
        {
            names.push(name);
        }
    }
    if names.is_empty() {
        return None;
    }
    let mut lanes: Vec<Vec<Line>> = vec![Vec::new(); names.len() + 1];
    for i in 0..page.len() {
        let (raw, line) = (page.raw(i), page.at(i));
        let of = names.iter().position(|n| raw.starts_with(n) || raw == n.trim_end());
        match of {
            Some(of) => {
                lanes[of].push(Line::new((line.start() + names[of].len()).min(line.end())..line.end()));
            }
            None => lanes[names.len()].push(line),
        }
    }
    lanes.rotate_right(1);
    Some(lanes.into_iter().map(|l| page.framed(l)).collect())
}

/// `[rank0]: `, `worker-1 | `, `(pid=12) `, `[1,0]<stderr>:`
fn is_name(name: &str) -> bool {
    let end = name.trim_end();
    // The gutter of a group is no name.
    if end
        .strip_suffix('|')
        .is_some_and(|e| e.trim_end().is_empty() || e.trim_end().ends_with([':', ']', ')', '>']))
    {
        return false;
    }
    end.len() < 160 && end.ends_with([':', '|', ')', ']', '>', '}', '-', '#', '*', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Mapped;

    #[test]
    fn two_writers() {
        let clean = Mapped::identity(
            "[r0]: Traceback (most recent call last):\nfree\n[r1]: Traceback (most recent call last):\n\
             [r0]:   File \"a.py\", line 1, in f\n[r1]:   File \"b.py\", line 2, in g\n[r0]: E: x\n[r1]:\n",
        );
        let lanes = split(&Page::new(&clean)).unwrap_or_default();
        assert_eq!(lanes.iter().map(Page::len).collect::<Vec<_>>(), [2, 3, 3]);
        assert_eq!(lanes[1].line(2), "E: x");
        assert_eq!(lanes[2].line(2), "");
    }
}

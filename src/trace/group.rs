//! Exception groups: tracebacks inside tracebacks, told apart by a gutter of `|` and `+`.

use super::page::{Line, Page, indent};
use super::{Block, Trace, read_page};
use crate::report::Relation;

/// `CPython` stops at ten levels; more is no group.
const DEEPEST: usize = 24;
/// The 3.11 printer forgets the gutter in later lines of a message; so many such lines are looked through.
const LOST: usize = 100;

/// A line of a group: what stands behind the gutter, or the line that opens the next member.
enum Event {
    Line(usize, Line),
    Member(usize),
    Close,
}

/// Reads a group from its first line (`+ Exception Group Traceback`, or `| ExceptionGroup: ` where it has
/// no frames).
pub(super) fn read(page: &Page, i: usize, trace: &mut Trace) -> Option<Block> {
    let line = page.line(i);
    let column = indent(line);
    let first = line[column..].strip_prefix("+ ").filter(|l| l.starts_with("Exception Group Traceback "));
    let bare = || {
        let rest = line[column..].strip_prefix("| ")?;
        (rest.contains("Group: ") && page.line(i + 1)[..].trim_start().starts_with("+-+--")).then_some(rest)
    };
    if column == 0 && first.is_none() || first.or_else(bare).is_none() {
        return None;
    }
    let (events, next) = events(page, i, column);
    let mut reader = Reader { page, events, at: 0 };
    let top = reader.level(1, trace);
    Some(Block { next, top })
}

/// Takes the lines of a group apart.
fn events(page: &Page, from: usize, column: usize) -> (Vec<Event>, usize) {
    let mut events = Vec::new();
    let mut i = from;
    let mut depth = 1;
    while i < page.len() {
        match gutter(page, i, column) {
            Some(event) => {
                if let Event::Line(d, _) | Event::Member(d) = event {
                    depth = d;
                }
                events.push(event);
            }
            None if matches!(events.last(), Some(Event::Close)) => break,
            None => {
                let far = (page.len()).min(i + LOST);
                let mut after = (i..far).take_while(|&k| !page.is_break(k));
                let Some(on) = after.find(|&k| gutter(page, k, column).is_some()) else { break };
                events.extend((i..on).map(|k| Event::Line(depth, page.at(k))));
                i = on;
                continue;
            }
        }
        i += 1;
    }
    (events, i)
}

/// Reads the gutter of a line: two columns for each level.
fn gutter(page: &Page, i: usize, column: usize) -> Option<Event> {
    let line = page.raw(i);
    let at = indent(line);
    let level = at.checked_sub(column)? / 2 + 1;
    if level > DEEPEST || !(at - column).is_multiple_of(2) {
        return None;
    }
    let rest = &line[at..];
    let start = page.at(i).start() + at;
    let end = page.at(i).end();
    if rest.starts_with("+-+---") {
        return Some(Event::Member(level + 1));
    }
    if let Some(dashes) = rest.strip_prefix("+---") {
        let close = dashes.trim_end().bytes().all(|b| b == b'-');
        return Some(if close { Event::Close } else { Event::Member(level) });
    }
    let first = rest.starts_with("+ Exception Group");
    if rest.starts_with("| ") || first {
        return Some(Event::Line(level, Line::new(start + 2..end)));
    }
    (rest.trim_end() == "|").then(|| Event::Line(level, Line::new(end..end)))
}

struct Reader<'a, 'p> {
    page: &'p Page<'a>,
    events: Vec<Event>,
    at: usize,
}

impl Reader<'_, '_> {
    /// Reads what stands at one level: tracebacks, and below each group its members.
    fn level(&mut self, depth: usize, trace: &mut Trace) -> Option<usize> {
        let mut top = None;
        let mut lines = Vec::new();
        loop {
            match self.events.get(self.at) {
                Some(&Event::Line(d, line)) if d == depth => {
                    lines.push(line);
                    self.at += 1;
                }
                Some(Event::Close) => self.at += 1,
                Some(&Event::Member(d)) if d > depth => {
                    top = self.tracebacks(&mut lines, top, trace);
                    self.at += 1;
                    let member = self.level(d, trace);
                    if let Some(member) = member.and_then(|m| trace.raised.get_mut(m)) {
                        member.relation = Relation::GroupMember;
                    }
                }
                // A line of another level: what was lost there is not known.
                Some(&Event::Line(d, line)) if d > depth => {
                    lines.push(line);
                    self.at += 1;
                }
                _ => return self.tracebacks(&mut lines, top, trace),
            }
        }
    }

    fn tracebacks(&self, lines: &mut Vec<Line>, top: Option<usize>, trace: &mut Trace) -> Option<usize> {
        if lines.is_empty() {
            return top;
        }
        read_page(&self.page.framed(std::mem::take(lines)), top, trace).or(top)
    }
}

//! Every layout, as its producer printed it, against the exceptions that were raised.

use super::{Trace, read};
use crate::report::Relation;
use crate::text::Mapped;
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces")
}

fn last(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// Blanks at line ends are no part of a message.
fn plain(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn message_fits(truth: &Value, class: &str, got: &str) -> bool {
    let want = plain(truth["message"].as_str().unwrap_or_default());
    let got = plain(got);
    let notes = truth["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let noted = notes.fold(want.clone(), |all, note| all + "\n" + note);
    // pytest leaves out what only repeats the words of an assertion; IPython adds the place of a SyntaxError.
    let placed =
        class.ends_with("SyntaxError") && got.strip_prefix(&want).is_some_and(|r| r.starts_with(" ("));
    got == want || got == plain(&noted) || placed || class == "AssertionError" && want.ends_with(&got)
}

fn frames_fit(truth: &Value, subset: bool, got: &[crate::report::Frame]) -> bool {
    let want = truth["frames"].as_array().cloned().unwrap_or_default();
    let same = |w: &Value, g: &crate::report::Frame| {
        let file = g.file.rsplit(['/', '\\']).next().unwrap_or(&g.file);
        let function = g.function.as_deref().map(|f| last(f).to_owned());
        w["file"] == file
            && w["line"] == Value::from(g.line)
            && function.is_none_or(|f| w["function"].as_str().map(last) == Some(&f))
    };
    if subset {
        let mut rest = got.iter();
        return want.iter().all(|w| rest.any(|g| same(w, g)));
    }
    // A recursion counts as three calls at most.
    let (mut w, mut g) = (want, got.to_vec());
    w.dedup();
    g.dedup();
    w.len() == g.len() && w.iter().zip(&g).all(|(w, g)| same(w, g))
}

fn differences(truth: &Value, trace: &Trace) -> Vec<String> {
    let mut wrong = Vec::new();
    let subset = truth["subset"] == true;
    let quotes = truth["quotes"] == true;
    let mut free: Vec<_> = trace.raised.iter().collect();
    for want in truth["exceptions"].as_array().into_iter().flatten() {
        let class = want["class"].as_str().unwrap_or_default();
        let hit = free.iter().position(|g| {
            last(&g.class) == last(class)
                && message_fits(want, last(class), g.message.as_str())
                && frames_fit(want, subset, &g.frames)
        });
        match hit {
            Some(i) => {
                let got = free.remove(i);
                let relation = serde_json::to_value(got.relation).unwrap_or_default();
                let member = got.relation == Relation::GroupMember;
                if relation != want["relation"] && !quotes && !(member && want["relation"] == "root") {
                    wrong.push(format!("{class} is {relation}, not {}", want["relation"]));
                }
            }
            None => wrong.push(format!("not read: {class}: {}", want["message"])),
        }
    }
    if !quotes {
        wrong.extend(free.iter().map(|g| format!("false: {}: {}", g.class, g.message.as_str())));
    }
    let got = trace.last.and_then(|l| trace.raised.get(l)).map(|r| last(&r.class).to_owned());
    if got.as_deref() != truth["final"].as_str().map(last) {
        wrong.push(format!("final is {got:?}, not {}", truth["final"]));
    }
    wrong
}

#[test]
fn every_layout_as_its_producer_prints_it() -> Result<(), Box<dyn Error>> {
    let mut wrong = Vec::new();
    let mut texts = 0;
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "txt") {
            continue;
        }
        texts += 1;
        let text = std::fs::read_to_string(&path)?;
        let truth: Value = serde_json::from_str(&std::fs::read_to_string(path.with_extension("json"))?)?;
        let trace = read(&Mapped::identity(&text));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        wrong.extend(differences(&truth, &trace).into_iter().map(|d| format!("{name}: {d}")));
    }
    assert!(texts > 100, "the texts are missing");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn a_cut_text_says_so() {
    let tail = read(&Mapped::identity(
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\n",
    ));
    assert!(tail.truncated && tail.last.is_none() && tail.raised.len() == 1);
    let head =
        read(&Mapped::identity("    g()\n  File \"a.py\", line 2, in g\n    1 / 0\nZeroDivisionError: x\n"));
    assert!(head.truncated && head.raised.iter().all(|r| r.frames.len() == 1) && head.last == Some(0));
}

#[test]
fn texts_without_exceptions() {
    for text in [
        "INFO: started\nnote: x\nkey: value\nURL: http://x/y: z\n",
        "java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\n",
        "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n",
        "Stack (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\n",
        "a.c:2:26: error: unknown type name 'x'\n    2 | int x;\n      | ^~~\n",
        "TypeError: x is undefined\n    at f (/a.js:1:2)\n    at g (/a.js:3:4)\n",
    ] {
        let trace = read(&Mapped::identity(text));
        assert!(trace.raised.is_empty() && trace.last.is_none(), "{text}");
    }
}

#[test]
fn messages_know_their_place() {
    let text = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nx.E: one\n  two\n";
    let trace = read(&Mapped::identity(text));
    let places = trace.raised.iter().map(|r| r.message.source(0..r.message.as_str().len()));
    assert_eq!(places.map(|p| &text[p]).collect::<Vec<_>>(), ["one\n  two"]);
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides.max(1) as u64).unwrap_or(0)
    }
}

/// Lines lost, doubled, moved, cut, or taken from another text; a character put in.
fn mangled(lines: &mut Vec<String>, other: &[&str], dice: &mut Dice) {
    const PUT: [char; 14] = [':', '"', ' ', '│', 'é', '\u{a0}', '(', '<', '\'', '🚀', '`', '|', '\t', '+'];
    for _ in 0..=dice.roll(8) {
        if lines.is_empty() {
            return;
        }
        let (i, k) = (dice.roll(lines.len()), dice.roll(lines.len()));
        let mut chars: Vec<char> = lines[i].chars().collect();
        let at = dice.roll(chars.len() + 1);
        match dice.roll(9) {
            0 => _ = lines.remove(i),
            1 => lines.insert(i, lines[k].clone()),
            2 if !other.is_empty() => lines.insert(i, other[dice.roll(other.len())].to_owned()),
            3 => lines[i] = chars[..at].iter().collect(),
            4 => lines[i] = chars[at..].iter().collect(),
            5 => lines.truncate(k),
            6 => _ = lines.drain(..k),
            7 => {
                chars.insert(at, PUT[dice.roll(PUT.len())]);
                lines[i] = chars.into_iter().collect();
            }
            _ => lines.swap(i, k),
        }
    }
}

#[test]
fn any_text_is_read_and_every_range_lies_in_it() -> Result<(), Box<dyn Error>> {
    const TEXTS: usize = 20_000;
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "txt") {
            texts.push(std::fs::read_to_string(&path)?);
        }
    }
    texts.sort();
    texts.retain(|t| t.len() < 4096);
    let mut dice = Dice(20_261_130);
    for n in 0..TEXTS {
        let other: Vec<&str> = texts[dice.roll(texts.len())].lines().collect();
        let mut lines: Vec<String> = texts[dice.roll(texts.len())].lines().map(str::to_owned).collect();
        mangled(&mut lines, &other, &mut dice);
        let text = lines.join("\n");
        let trace = read(&Mapped::identity(&text));
        for raised in &trace.raised {
            assert!(text.get(raised.range.clone()).is_some(), "text {n}");
            assert!(raised.message.source(0..raised.message.as_str().len()).end <= text.len(), "text {n}");
        }
        assert!(trace.last.is_none_or(|l| l < trace.raised.len()), "text {n}");
    }
    Ok(())
}

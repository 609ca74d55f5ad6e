//! The house's rules that no compiler knows: which room may use which, and that no file is a wall of text.

use crate::{Failure, report, root};
use std::fs;
use std::path::{Path, PathBuf};

/// A room of `src/` and the rooms that it may use; an arrow never runs back up. `docs/ARCHITECTURE.md` tells why.
const ROOMS: &[(&str, &[&str])] = &[
    ("report", &[]),
    ("dlpack", &[]),
    ("text", &[]),
    ("trace", &["text", "report"]),
    ("facts", &["text", "report", "dlpack"]),
    ("knowledge", &["report", "dlpack"]),
    ("resolve", &["report", "dlpack", "knowledge"]),
    ("interop", &["report", "dlpack", "knowledge", "resolve"]),
    ("plan", &["report", "dlpack", "knowledge", "resolve"]),
    ("diagnose", &["report", "dlpack", "text", "trace", "facts", "knowledge", "resolve", "interop", "plan"]),
    ("redact", &["text", "facts", "knowledge"]),
    (
        "scan",
        &[
            "report",
            "dlpack",
            "text",
            "trace",
            "facts",
            "knowledge",
            "resolve",
            "interop",
            "plan",
            "diagnose",
        ],
    ),
    ("probe", &["dlpack", "report", "knowledge"]),
    ("render", &["report"]),
];

/// The door and what stands before it see every room.
const DOOR: &[&str] = &["lib", "wasm", "main"];

/// Folders whose files people read.
const READ_BY_PEOPLE: &[&str] = &["src", "build", "www", "npm", "xtask", "tests", "benches"];
const LONGEST: usize = 500;
/// What a program reads or writes, and texts of the corpus.
const NOT_PROSE: &[&str] = &[
    "tests/corpus",
    "tests/answers",
    "tests/traces",
    "tests/text",
    "tests/prove/record.json",
    "xtask/sizes.json",
];

/// Looks at every file.
pub fn check() -> Result<(), Failure> {
    let mut found = Vec::new();
    for file in files(&root().join("src"))? {
        if file.extension().is_some_and(|e| e == "rs") {
            found.extend(arrows(&file, &fs::read_to_string(&file)?));
        }
    }
    for folder in READ_BY_PEOPLE {
        for file in files(&root().join(folder))? {
            let name = relative(&file);
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let lines = text.lines().count();
            if lines > LONGEST && !NOT_PROSE.iter().any(|n| name.starts_with(n)) {
                found.push(format!(
                    "{name} has {lines} lines, more than {LONGEST}; it is more than one thing"
                ));
            }
        }
    }
    for sentence in &found {
        report(sentence);
    }
    if found.is_empty() { Ok(()) } else { Err(format!("{} arrows or walls", found.len()).into()) }
}

/// The arrows of one file that its room may not have.
fn arrows(file: &Path, text: &str) -> Vec<String> {
    let name = relative(file);
    let inside = name.trim_start_matches("src/");
    let room = inside.split(['/', '.']).next().unwrap_or(inside);
    if DOOR.contains(&room) {
        return Vec::new();
    }
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec![format!("{name}: the house has no room `{room}`")];
    };
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let code = code.join("\n");
    used(&code)
        .into_iter()
        .filter(|(_, used)| *used != room && !allowed.contains(used))
        .map(|(at, used)| {
            format!("{name}:{}: `{room}` may not use `{used}`", code[..at].matches('\n').count() + 1)
        })
        .collect()
}

/// The first names after each `crate::`, and where; several where they stand in braces.
fn used(code: &str) -> Vec<(usize, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let leading = |s: &str| s.find(|c| !is_name(c)).unwrap_or(s.len());
    let mut names = Vec::new();
    for (at, marker) in code.match_indices("crate::") {
        // `other_crate::` is not ours.
        if code[..at].ends_with(is_name) || code[..at].ends_with('$') {
            continue;
        }
        let rest = &code[at + marker.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.push((at, &rest[..leading(rest)]));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (i, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && is_name(c) => {
                    names.push((at, &group[i..i + leading(&group[i..])]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    names
}

fn relative(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// Every file below a folder; none where there is no folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows_of(file: &str, text: &str) -> Vec<String> {
        arrows(&root().join(file), text)
    }

    #[test]
    fn an_arrow_up_is_seen() {
        let found = arrows_of("src/text/decode.rs", "fn f() {}\nuse crate::report::Report;\n");
        assert_eq!(found, ["src/text/decode.rs:2: `text` may not use `report`"]);
        let found = arrows_of(
            "src/resolve/jax.rs",
            "use crate::{\n    dlpack, diagnose::{a, b},\n    knowledge,\n};\n",
        );
        assert_eq!(found, ["src/resolve/jax.rs:1: `resolve` may not use `diagnose`"]);
        assert_eq!(arrows_of("src/redact.rs", "    let r = crate::render::text(x);").len(), 1);
    }

    #[test]
    fn arrows_down_inside_and_from_the_door_are_fine() {
        assert!(
            arrows_of("src/trace/python.rs", "use crate::text::Mapped;\nuse crate::trace::Trace;").is_empty()
        );
        assert!(arrows_of("src/text/mod.rs", "// like crate::report\nuse other_crate::report;").is_empty());
        assert!(arrows_of("src/lib.rs", "use crate::render;").is_empty());
    }

    #[test]
    fn a_new_room_needs_a_place_in_the_house() {
        assert_eq!(arrows_of("src/attic/x.rs", ""), ["src/attic/x.rs: the house has no room `attic`"]);
    }
}

//! `knowledge/rules/<framework>/<name>.toml` to rules. What is missing or contradicts itself does not build.

use crate::model::{self, Ceiling, Evidence, FixKind, Match, On, RuleBody, RuleRole, Strategy};
use crate::tables::Categories;
use crate::{condition, read, template};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A rule as its file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Equals the path.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// A slug of `categories.toml`.
    pub category: String,
    #[serde(default = "cause_role")]
    role: RuleRole,
    strategy: Strategy,
    checked: toml::value::Datetime,
    #[serde(skip)]
    date: String,
    sources: Vec<String>,
    cause: String,
    #[serde(default)]
    cause_when: Vec<CauseWhen>,
    #[serde(default)]
    situations: Vec<String>,
    #[serde(default)]
    prevent: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    references: Vec<Reference>,
    code: Option<BeforeAfter>,
    check: Option<Code>,
    guard: Option<Code>,
    verify: Option<Verify>,
    r#match: Vec<MatchFile>,
    #[serde(default)]
    fix: Vec<Fix>,
    #[serde(default)]
    example: Vec<Example>,
    #[serde(default)]
    near_miss: Vec<NearMiss>,
}

fn cause_role() -> RuleRole {
    RuleRole::Cause
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CauseWhen {
    when: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    title: String,
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeforeAfter {
    before: String,
    after: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    language: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verify {
    language: String,
    text: String,
    expect: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchFile {
    #[serde(default = "on_message")]
    on: On,
    #[serde(default)]
    message: String,
    #[serde(default)]
    class: Vec<String>,
    #[serde(default)]
    strict: bool,
    frame: Option<String>,
    #[serde(default)]
    releases: String,
    #[serde(default = "certain")]
    ceiling: Ceiling,
}

fn on_message() -> On {
    On::Message
}

fn certain() -> Ceiling {
    Ceiling::Certain
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fix {
    when: Option<String>,
    title: String,
    kind: FixKind,
    language: Option<String>,
    text: String,
    safe: bool,
    verified: Evidence,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    text: String,
    #[serde(default)]
    captures: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearMiss {
    text: String,
}

impl RuleFile {
    /// The words of the rule, for counting what is common in texts of this field.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let examples = self.example.iter().map(|e| e.text.as_str());
        let messages = self.r#match.iter().map(|m| m.message.as_str());
        examples
            .chain(self.near_miss.iter().map(|n| n.text.as_str()))
            .chain(messages)
            .chain([self.cause.as_str()])
    }

    fn check(&self, path: &Path, root: &Path, categories: &Categories) -> Result<(), String> {
        let expected = path.strip_prefix(root).map_err(|e| e.to_string())?.with_extension("");
        let expected = expected.to_string_lossy().replace('\\', "/");
        let missing = [
            ("an id equal to its path", self.id == expected),
            ("a category of categories.toml", categories.contains_key(&self.category)),
            ("a cause", !self.cause.trim().is_empty()),
            ("a source", !self.sources.is_empty()),
            ("a match", !self.r#match.is_empty()),
            ("an example", !self.example.is_empty()),
            ("a near miss", !self.near_miss.is_empty()),
            (
                "a fix (or the word that nothing is wrong: role = \"note\" or strategy = \"nothing\")",
                !self.fix.is_empty() || self.role == RuleRole::Note || self.strategy == Strategy::Nothing,
            ),
            ("a language for each command and code", self.fix.iter().all(Fix::has_language)),
        ];
        match missing.iter().find(|(_, there)| !there) {
            Some((what, _)) => Err(format!("the rule lacks {what}")),
            None => Ok(()),
        }
    }
}

impl Fix {
    fn has_language(&self) -> bool {
        self.language.is_some() || !matches!(self.kind, FixKind::Command | FixKind::Code)
    }
}

/// Reads all rules, in the order of their ids.
pub fn read_all(root: &Path, categories: &Categories) -> Result<Vec<RuleFile>, String> {
    let mut paths = Vec::new();
    collect(root, &mut paths)?;
    let mut files = paths
        .iter()
        .map(|path| {
            let mut file: RuleFile =
                toml::from_str(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))?;
            file.date = file.checked.to_string();
            file.check(path, root, categories).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok(file)
        })
        .collect::<Result<Vec<_>, String>>()?;
    files.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(files)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|e| e == "toml") {
            paths.push(path);
        } else {
            return Err(format!("{}: only .toml files live here", path.display()));
        }
    }
    Ok(())
}

/// A rule with its encoded body.
pub type Compiled<'a> = (&'a RuleFile, Vec<u8>);

/// Bodies and matches, in the order of the files.
pub fn compile(files: &[RuleFile]) -> Result<(Vec<Compiled<'_>>, Vec<Match<'_>>), String> {
    let mut compiled = Vec::new();
    let mut matches = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let named = |e: String| format!("{}: {e}", file.id);
        let rule = u16::try_from(index).map_err(|e| e.to_string())?;
        let bytes = postcard::to_stdvec(&body(file).map_err(named)?).map_err(|e| named(e.to_string()))?;
        compiled.push((file, bytes));
        for found in &file.r#match {
            matches.push(compile_match(rule, found).map_err(named)?);
        }
    }
    Ok((compiled, matches))
}

fn compile_match(rule: u16, file: &MatchFile) -> Result<Match<'_>, String> {
    if file.strict && file.class.is_empty() && file.frame.is_none() {
        return Err("a strict match needs a class or a frame".into());
    }
    if !file.releases.is_empty() {
        condition::parse(&file.releases)?;
    }
    Ok(Match {
        rule,
        on: file.on,
        template: template::parse(&file.message)?,
        class: file.class.iter().map(String::as_str).collect(),
        strict: file.strict,
        frame: file.frame.as_deref(),
        releases: &file.releases,
        ceiling: file.ceiling,
    })
}

fn body(file: &RuleFile) -> Result<RuleBody<'_>, String> {
    Ok(RuleBody {
        role: file.role,
        strategy: file.strategy,
        checked: &file.date,
        sources: refs(&file.sources),
        cause: file.cause.trim(),
        cause_when: file
            .cause_when
            .iter()
            .map(|c| Ok(model::CauseWhen { when: condition::parse(&c.when)?, text: c.text.trim() }))
            .collect::<Result<_, String>>()?,
        situations: refs(&file.situations),
        code: file.code.as_ref().map(|c| (trim(&c.before), trim(&c.after))),
        check: file.check.as_ref().map(|c| (c.language.as_str(), trim(&c.text))),
        guard: file.guard.as_ref().map(|c| (c.language.as_str(), trim(&c.text))),
        verify: file.verify.as_ref().map(|v| (v.language.as_str(), trim(&v.text), v.expect.as_str())),
        prevent: refs(&file.prevent),
        tags: refs(&file.tags),
        references: file.references.iter().map(|r| (r.title.as_str(), r.url.as_str())).collect(),
        fixes: file.fix.iter().map(fix).collect::<Result<_, String>>()?,
        examples: file.example.iter().map(example).collect(),
        near_misses: file.near_miss.iter().map(|n| n.text.as_str()).collect(),
    })
}

fn fix(file: &Fix) -> Result<model::Fix<'_>, String> {
    Ok(model::Fix {
        when: file.when.as_deref().map(condition::parse).transpose()?,
        title: &file.title,
        kind: file.kind,
        language: file.language.as_deref(),
        text: trim(&file.text),
        safe: file.safe,
        verified: file.verified,
    })
}

fn example(file: &Example) -> model::Example<'_> {
    let captures = file.captures.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    model::Example { text: &file.text, captures }
}

fn refs(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// Blocks of code lose the line breaks around them, not their indentation.
fn trim(text: &str) -> &str {
    text.trim_matches('\n').trim_end()
}

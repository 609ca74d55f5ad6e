//! A rule as the report and its page show it.

use super::condition::{Known, in_words};
use super::model::{self, Evidence, FixKind, Match, Part, RuleBody, RuleHead, RuleRole, Strategy};
use super::releases::Version;
use super::{all, rule};
use crate::report;

/// Everything that a rule knows. O(its text).
pub fn page(id: &str) -> Option<report::RulePage> {
    let head = rule(id)?;
    let body = head.body()?;
    let texts = |list: &[&str]| list.iter().map(|&t| t.to_owned()).collect();
    let means = all().categories.iter().find(|(slug, _)| *slug == head.category);
    Some(report::RulePage {
        rule: head.id.to_owned(),
        title: head.title.to_owned(),
        category: head.category.to_owned(),
        category_means: means.map_or(String::new(), |(_, m)| (*m).to_owned()),
        role: role(body.role),
        strategy: strategy(body.strategy),
        checked: body.checked.to_owned(),
        sources: texts(&body.sources),
        messages: matches_of(head).filter(|m| m.on == model::On::Message).map(message).collect(),
        cause: body.cause.to_owned(),
        cause_when: body
            .cause_when
            .iter()
            .map(|c| report::CauseWhen { when: in_words(&c.when, &Nothing), text: c.text.to_owned() })
            .collect(),
        situations: texts(&body.situations),
        fixes: body.fixes.iter().map(|f| fix(f, f.when.as_ref().map(|w| in_words(w, &Nothing)))).collect(),
        example: example(&body),
        check: code(body.check),
        guard: code(body.guard),
        verify: verify(&body),
        prevent: texts(&body.prevent),
        tags: texts(&body.tags),
        references: references(&body),
        examples: body.examples.iter().map(|e| e.text.to_owned()).collect(),
        near_misses: texts(&body.near_misses),
    })
}

/// All rules, by name.
pub fn rows() -> Vec<report::RuleRow> {
    let row = |r: &RuleHead| report::RuleRow {
        rule: r.id.to_owned(),
        title: r.title.to_owned(),
        category: r.category.to_owned(),
    };
    all().rules.iter().map(row).collect()
}

/// Nothing is known: every condition is shown whole.
struct Nothing;

impl Known for Nothing {
    fn release(&self, _: &str) -> Option<Version> {
        None
    }
    fn value(&self, _: &str) -> Option<&str> {
        None
    }
}

fn matches_of(head: &'static RuleHead<'static>) -> impl Iterator<Item = &'static Match<'static>> {
    let knowledge = all();
    knowledge.matches.iter().filter(move |m| knowledge.rules[usize::from(m.rule)].id == head.id)
}

fn message(found: &Match) -> report::MessageTemplate {
    let part = |p: &Part| match p {
        Part::Fixed(text) => (*text).to_owned(),
        Part::Hole(name, _) => format!("{{{name}}}"),
    };
    report::MessageTemplate {
        message: found.template.iter().map(part).collect(),
        class: found.class.iter().map(|&c| c.to_owned()).collect(),
        releases: found.releases.to_owned(),
        frame: found.frame.map(str::to_owned),
    }
}

/// A fix with its condition in words.
pub fn fix(fix: &model::Fix, when: Option<String>) -> report::Fix {
    report::Fix {
        title: fix.title.to_owned(),
        kind: match fix.kind {
            FixKind::Command => report::FixKind::Command,
            FixKind::Code => report::FixKind::Code,
            FixKind::Setting => report::FixKind::Setting,
            FixKind::Advice => report::FixKind::Advice,
        },
        language: fix.language.map(str::to_owned),
        text: fix.text.to_owned(),
        safe: fix.safe,
        verified: match fix.verified {
            Evidence::Ran => report::Evidence::Ran,
            Evidence::Source => report::Evidence::Source,
            Evidence::Reported => report::Evidence::Reported,
        },
        when,
    }
}

/// Trouble, or an explanation.
pub fn role(role: RuleRole) -> report::Role {
    match role {
        RuleRole::Cause => report::Role::Cause,
        RuleRole::Note => report::Role::Note,
    }
}

/// The kind of the best way out.
pub fn strategy(strategy: Strategy) -> report::Strategy {
    match strategy {
        Strategy::Repair => report::Strategy::Repair,
        Strategy::Fallback => report::Strategy::Fallback,
        Strategy::Avoid => report::Strategy::Avoid,
        Strategy::Report => report::Strategy::Report,
        Strategy::Nothing => report::Strategy::Nothing,
    }
}

/// The code before and after.
pub fn example(body: &RuleBody) -> Option<report::Example> {
    body.code.map(|(before, after)| report::Example { before: before.to_owned(), after: after.to_owned() })
}

/// Language and text.
pub fn code(code: Option<(&str, &str)>) -> Option<report::Code> {
    code.map(|(language, text)| report::Code { language: language.to_owned(), text: text.to_owned() })
}

/// How to see that a fix worked.
pub fn verify(body: &RuleBody) -> Option<report::Verify> {
    body.verify.map(|(language, text, expect)| report::Verify {
        language: language.to_owned(),
        text: text.to_owned(),
        expect: expect.to_owned(),
    })
}

/// Where to read more.
pub fn references(body: &RuleBody) -> Vec<report::Reference> {
    let one = |(title, url): &(&str, &str)| report::Reference { title: (*title).into(), url: (*url).into() };
    body.references.iter().map(one).collect()
}

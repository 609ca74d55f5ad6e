//! Findings to diagnoses: what the rule says, chosen for what is known, in the right order.

use super::Read;
use super::evidence::Finding;
use super::known::Facts;
use crate::dlpack::{device_by_value, dtype_by_code};
use crate::facts::CodeKind;
use crate::knowledge::condition::{holds, in_words};
use crate::knowledge::model::{On, RuleBody, RuleHead};
use crate::knowledge::{all, page, platforms};
use crate::report::{Diagnosis, Fix, Relation, Role};

/// All diagnoses, best first; a cause before its symptoms.
pub fn all_diagnoses(read: &Read, findings: Vec<Finding>) -> Vec<Diagnosis> {
    // In the order of the text a cause or context stands before its effect.
    let key = |f: &Finding| (is_note(f), f.confidence, f.exception.unwrap_or(usize::MAX));
    let mut ordered: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        let place = ordered.partition_point(|f| key(f) <= key(&finding));
        ordered.insert(place, finding);
    }
    let chains = chains(read);
    let mut explained: Vec<(Option<usize>, Diagnosis)> = Vec::new();
    for finding in ordered {
        let Some(mut diagnosis) = explain(read, &finding) else { continue };
        let chain = finding.exception.map(|i| chains[i]);
        let led_to = chain.is_some() && explained.iter().any(|(c, d)| *c == chain && d.role == Role::Cause);
        if led_to && diagnosis.role == Role::Cause {
            diagnosis.role = Role::Symptom;
        }
        explained.push((chain, diagnosis));
    }
    explained.into_iter().map(|(_, d)| d).collect()
}

/// The number of the chain that each exception belongs to: a root ends one.
fn chains(read: &Read) -> Vec<usize> {
    let mut number = 0;
    let mut chains = Vec::new();
    for raised in &read.trace.raised {
        chains.push(number);
        if raised.relation == Relation::Root {
            number += 1;
        }
    }
    chains
}

fn head(finding: &Finding) -> &'static RuleHead<'static> {
    &all().rules[finding.rule]
}

fn is_note(finding: &Finding) -> bool {
    let rule = finding.rule;
    all().matches.iter().any(|m| usize::from(m.rule) == rule && m.on != On::Message)
}

fn explain(read: &Read, finding: &Finding) -> Option<Diagnosis> {
    let head = head(finding);
    let body = head.body()?;
    let facts = Facts { read, finding };
    let special = body.cause_when.iter().find(|c| holds(&c.when, &facts) == Some(true));
    let mut parameters = finding.captures.clone();
    let mut cause = special.map_or(body.cause, |c| c.text).to_owned();
    if is_note(finding) {
        for (name, value, sentence) in meaning(read, finding) {
            parameters.insert(name.to_owned(), value);
            cause = format!("{sentence} {cause}");
        }
    }
    let texts = |list: &[&str]| list.iter().map(|&t| t.to_owned()).collect();
    Some(Diagnosis {
        rule: head.id.to_owned(),
        title: head.title.to_owned(),
        category: head.category.to_owned(),
        role: page::role(body.role),
        confidence: finding.confidence,
        cause,
        parameters,
        spans: finding.spans.clone(),
        fixes: fixes(&body, &facts),
        situations: texts(&body.situations),
        example: page::example(&body),
        check: page::code(body.check),
        guard: page::code(body.guard),
        strategy: page::strategy(body.strategy),
        verify: page::verify(&body),
        prevent: texts(&body.prevent),
        tags: texts(&body.tags),
        references: page::references(&body),
    })
}

/// Those that fit, in the rule's order; what is not settled is said with the fix.
fn fixes(body: &RuleBody, facts: &Facts) -> Vec<Fix> {
    let mut fixes = Vec::new();
    for fix in &body.fixes {
        let open = match &fix.when {
            None => None,
            Some(when) => match holds(when, facts) {
                Some(true) => None,
                Some(false) => continue,
                None => Some(in_words(when, facts)),
            },
        };
        fixes.push(page::fix(fix, open));
    }
    fixes
}

/// What a note's own subject says: parameter, value, and a sentence.
fn meaning(read: &Read, finding: &Finding) -> Vec<(&'static str, String, String)> {
    match (finding.captures.get("platform_version"), &read.found.device_code) {
        (Some(string), _) => string_meaning(string),
        (None, Some(code)) => {
            let named = match code.kind {
                CodeKind::Device => device_by_value(code.code).map(|d| (d.name, d.meaning, d.formerly)),
                CodeKind::Dtype => dtype_by_code(code.code).map(|d| (d.name, d.meaning, None)),
            };
            let Some((name, means, formerly)) = named else { return Vec::new() };
            let (what, second) = match (code.kind, code.second) {
                (CodeKind::Device, Some(n)) => ("Device type", format!(", here number {n}")),
                (CodeKind::Device, None) => ("Device type", String::new()),
                (CodeKind::Dtype, Some(bits)) => ("Dtype code", format!(", here with {bits} bits")),
                (CodeKind::Dtype, None) => ("Dtype code", String::new()),
            };
            let formerly =
                formerly.map_or(String::new(), |old| format!(" (called {old} before dlpack.h 0.5)"));
            let sentence = format!("{what} {} is {name}{formerly}: {means}{second}.", code.code);
            vec![("name", name.to_owned(), sentence)]
        }
        (None, None) => Vec::new(),
    }
}

fn string_meaning(string: &str) -> Vec<(&'static str, String, String)> {
    let read = platforms::read(string);
    let Some(platform) = read.platform else {
        let sentence = "No backend known to us makes this string.".to_owned();
        return vec![("backend", "unknown".to_owned(), sentence)];
    };
    let number = match &read.toolkit {
        Some(toolkit) => {
            let value = format!("{} {}", toolkit.name, toolkit.version);
            ("toolkit", value.clone(), format!("The number stands for {value}. {}", platform.number))
        }
        None => ("number", platform.number.to_owned(), platform.number.to_owned()),
    };
    let sentence = format!("This is the string of the backend {} ({}).", platform.backend, platform.vendor);
    vec![number, ("backend", platform.backend.to_owned(), sentence)]
}

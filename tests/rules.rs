//! Every rule's own texts, held against all rules.
#![allow(clippy::unwrap_used, missing_docs)]

use dlpack_doctor::report::{Confidence, Role};
use dlpack_doctor::{Options, diagnose, knowledge};

fn diagnosed(text: &str) -> Vec<(String, Confidence, Role)> {
    let report = diagnose(text.as_bytes(), &Options::default());
    report.diagnoses.into_iter().map(|d| (d.rule, d.confidence, d.role)).collect()
}

/// No rule may shadow another: the first diagnosis of an example is its own rule's.
#[test]
fn every_example_leads_to_its_rule_first() {
    let mut wrong = Vec::new();
    for head in &knowledge::all().rules {
        for example in head.body().unwrap().examples {
            let report = diagnose(example.text.as_bytes(), &Options::default());
            let Some(first) = report.diagnoses.first() else {
                wrong.push(format!("{}: nothing for {:?}", head.id, example.text));
                continue;
            };
            if first.rule != head.id {
                wrong.push(format!("{}: {} comes first for {:?}", head.id, first.rule, example.text));
                continue;
            }
            for (name, value) in example.captures {
                let held = first.parameters.get(name).map(String::as_str);
                if held != Some(value) {
                    wrong.push(format!("{}: {{{name}}} holds {held:?}, not {value:?}", head.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_near_miss_is_taken_for_the_rule() {
    let mut wrong = Vec::new();
    for head in &knowledge::all().rules {
        for text in head.body().unwrap().near_misses {
            if diagnosed(text).iter().any(|(rule, sure, _)| rule == head.id && *sure != Confidence::Possible)
            {
                wrong.push(format!("{} is claimed for {text:?}", head.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A match that no example of its rule reaches is dead knowledge.
#[test]
fn every_match_is_reached_by_an_example() {
    let all = knowledge::all();
    let mut unreached = Vec::new();
    for found in all.matches.iter().filter(|m| !m.strict && m.on == knowledge::model::On::Message) {
        let head = &all.rules[usize::from(found.rule)];
        let reached = head.body().unwrap().examples.iter().any(|example| {
            knowledge::find_messages(example.text)
                .iter()
                .any(|hit| std::ptr::eq(&raw const all.matches[hit.entry], found))
        });
        if !reached {
            unreached.push(format!("{}: {:?}", head.id, found.template));
        }
    }
    assert!(unreached.is_empty(), "{}", unreached.join("\n"));
}

/// `tests/prove/record.json` is what the proofs printed, by release; nothing else may be called *ran*.
#[test]
fn what_is_called_ran_was_run() {
    let record: serde_json::Value = serde_json::from_str(include_str!("prove/record.json")).unwrap();
    let runs = record["runs"].as_array().unwrap();
    // The proofs name a fix by its title up to a parenthesis.
    let ran = |rule: &str, title: &str| {
        let name = format!("fix: {}", title.split(" (").next().unwrap());
        let holds = |run: &serde_json::Value| {
            run["ran"][rule].as_array().is_some_and(|parts| parts.iter().any(|p| p.as_str() == Some(&name)))
        };
        runs.iter().any(holds)
    };
    let mut unproved = Vec::new();
    for head in &knowledge::all().rules {
        for fix in head.body().unwrap().fixes {
            if fix.verified == knowledge::model::Evidence::Ran && !ran(head.id, fix.title) {
                unproved.push(format!("{}: {}", head.id, fix.title));
            }
        }
    }
    assert!(unproved.is_empty(), "{}", unproved.join("\n"));
}

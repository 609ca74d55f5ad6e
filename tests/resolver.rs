//! The resolver against answers that the real releases gave.
//!
//! `answers/jax.jsonl`: the method of the installed release, run with a replaced client, memory kind and shards.
#![allow(clippy::unwrap_used, missing_docs)]

use dlpack_doctor::{resolve, resolve_line};
use serde_json::Value;

#[test]
fn answers_as_each_release_does() {
    let cases = include_str!("answers/jax.jsonl");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let got: Value = serde_json::from_str(&resolve_line(&case["query"].to_string())).unwrap();
        let kind = if case["expect"]["device"].is_object() { "device" } else { "error" };
        if got[kind] != case["expect"][kind] {
            wrong.push(format!("{}\n  want {}\n  got  {got}", case["query"], case["expect"]));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{} of {seen} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(seen, 892);
}

/// The releases at which the answer for a string changes, from the source of all releases.
#[test]
fn says_where_the_answer_changes() {
    let changes = |string: &str| -> Vec<(String, Option<String>)> {
        let device = resolve(string, "jax", None).unwrap();
        device.changes.into_iter().map(|c| (c.from, c.kind)).collect()
    };
    let kind = |k: &str| Some(k.to_owned());
    let oneapi = changes("PJRT C API\noneapi 2026.0");
    assert_eq!(oneapi.last(), Some(&("0.11.0".to_owned(), kind("kDLOneAPI"))));
    let cuda = changes("cuda 12080");
    assert_eq!(cuda.last(), Some(&("0.4.15".to_owned(), kind("kDLCUDA"))));
}

#[test]
fn a_release_beyond_the_table_says_so() {
    let device = resolve("cuda 13020", "jax", Some("99.0")).unwrap();
    assert_eq!(device.kind.as_deref(), Some("kDLCUDA"));
    assert!(device.assumed.iter().any(|a| a.contains("newer than this table")), "{:?}", device.assumed);
    let between = resolve("cuda 13020", "jax", Some("0.10.1.5")).unwrap();
    assert!(!between.assumed.iter().any(|a| a.contains("newer")), "{:?}", between.assumed);
}

#[test]
fn a_string_is_taken_for_what_it_names() {
    for (string, error) in [
        ("PJRT C API\nmetal_0.5.1", "got platform: METAL"),
        ("PJRT C API\nTFRT TPU v5 lite", "only supported for TPU pinned host memory"),
        ("CUDA 12", "Unknown GPU platform for __dlpack__: CUDA 12"),
        ("CUDA\\n12", "Unknown GPU platform for __dlpack__: CUDA\n12"),
    ] {
        let device = resolve(string, "jax", None).unwrap();
        let message = device.error.map(|e| e.message).unwrap_or_default();
        assert!(message.ends_with(error), "{string:?}: {message:?}");
        assert!(!device.assumed.is_empty());
    }
}

#[test]
fn what_cannot_be_answered_is_said() {
    assert!(resolve("cuda", "numpy", None).is_err());
    assert!(resolve("cuda", "jax", Some("twelve")).is_err());
}

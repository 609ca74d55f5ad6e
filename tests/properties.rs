//! What holds for any text at all.
#![allow(clippy::unwrap_used, missing_docs)]

use dlpack_doctor::report::{Report, Status};
use dlpack_doctor::{Format, Options, diagnose, exit_status, knowledge, render};
use proptest::prelude::*;

fn report(bytes: &[u8]) -> Report {
    diagnose(bytes, &Options::default())
}

/// Pieces that texts of this field are made of; joined at random they reach what random bytes never do.
fn pieces() -> Vec<String> {
    let mut pieces: Vec<String> = [
        "Traceback (most recent call last):\n",
        "  File \"/a/b.py\", line 7, in f\n",
        "    x = y\n",
        "    ^^^^^\n",
        "ValueError: ",
        "BufferError: ",
        "KeyError: 8\n",
        "PJRT C API\n",
        "cuda 12080\n",
        "rocm 60304",
        "\n",
        "\n\n",
        "\r\n",
        "\u{1b}[31m",
        "\u{1b}[0m",
        "\u{feff}",
        "🚀 ",
        "ä",
        "(2, 0)",
        "jax==0.4.30\n",
        "jax: 0.10.2\n",
        "During handling of the above exception, another exception occurred:\n\n",
        "> ",
        "| ",
        "\\n",
        "\"",
        "{",
        "\0",
        "  [Previous line repeated 996 more times]\n",
        "  + Exception Group Traceback (most recent call last):\n",
    ]
    .map(str::to_owned)
    .to_vec();
    for head in &knowledge::all().rules {
        pieces.extend(head.body().unwrap().examples.iter().map(|e| e.text.to_owned()));
    }
    pieces
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = pieces();
    prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|p| p.concat())
}

/// Every span lies inside the decoded text and on character borders.
fn spans_hold(text: &str, report: &Report) -> Result<(), TestCaseError> {
    let units: Vec<u16> = text.strip_prefix('\u{feff}').unwrap_or(text).encode_utf16().collect();
    let spans =
        report.diagnoses.iter().flat_map(|d| d.spans.iter()).chain(report.exceptions.iter().map(|e| &e.span));
    for &(start, end) in spans {
        prop_assert!(start <= end && end as usize <= units.len(), "{start}..{end} of {}", units.len());
        let inside_pair = |at: u32| units.get(at as usize).is_some_and(|u| (0xDC00..0xE000).contains(u));
        prop_assert!(!inside_pair(start) && !inside_pair(end), "{start}..{end} cuts a character");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let report = report(&bytes);
        prop_assert!(matches!(exit_status(&report), 0 | 1 | 4));
    }

    #[test]
    fn spans_lie_in_the_text(text in texts()) {
        spans_hold(&text, &report(text.as_bytes()))?;
    }

    #[test]
    fn the_same_text_gets_the_same_answer(text in texts()) {
        let once = report(text.as_bytes());
        prop_assert_eq!(&once, &report(text.as_bytes()));
        for format in [Format::Text, Format::Json, Format::Ndjson, Format::Markdown] {
            let rendered = render(&once, format, text.as_bytes(), false, Some("a"));
            prop_assert!(rendered.ends_with('\n'));
            // Terminal escapes of the pasted text are shown, not passed on.
            let escapes = rendered.contains('\u{1b}');
            prop_assert!(!escapes);
        }
    }

    #[test]
    fn a_batch_answers_every_line(line in ".{0,80}") {
        let answer = dlpack_doctor::resolve_line(&line);
        prop_assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok());
    }
}

#[test]
fn no_text_is_empty() {
    for text in ["", " \n\t ", "\u{feff}"] {
        assert_eq!(report(text.as_bytes()).status, Status::Empty, "{text:?}");
    }
}

#[test]
fn more_than_the_window_is_said() {
    let long = vec![b'x'; dlpack_doctor::WINDOW + 1];
    let report = report(&long);
    assert!(report.truncated && report.warnings[0].contains("16.0 MiB"), "{:?}", report.warnings);
    assert_eq!(exit_status(&report), 4);
}

/// Twice the text may take about twice the time, whatever the text repeats: the work is counted by a bound on the
/// longest run, not by a clock, so this only has to end.
#[test]
fn repetition_ends() {
    for piece in [
        "Unknown GPU platform for __dlpack__: ",
        "  File \"a\", line 1, in f\n",
        "PJRT C API",
        "((((",
        "\u{1b}[",
        "jax==",
        "Traceback (most recent call last):\n",
    ] {
        let text = piece.repeat(4_000_000 / piece.len());
        assert!(matches!(exit_status(&report(text.as_bytes())), 1 | 4), "{piece:?}");
    }
}

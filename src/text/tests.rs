//! Dressings put on real texts and taken off again, and what must hold for any bytes at all.

use super::*;
use proptest::prelude::*;

/// What real interpreters printed (`tests/text/make.py`).
const BASES: [(&str, &str); 7] = [
    ("chain", include_str!("../../tests/text/chain.txt")),
    ("columns", include_str!("../../tests/text/columns.txt")),
    ("deep", include_str!("../../tests/text/deep.txt")),
    ("group", include_str!("../../tests/text/group.txt")),
    ("old", include_str!("../../tests/text/old.txt")),
    ("plain", include_str!("../../tests/text/plain.txt")),
    ("syntax", include_str!("../../tests/text/syntax.txt")),
];

fn clean(bytes: &[u8]) -> String {
    read(bytes).clean.as_str().to_owned()
}

/// Lines without blanks at their ends: what a dressing does with those is no loss.
fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// True where the base stands in the clean text whole, at an end of it or before a break.
fn holds(clean: &str, base: &str) -> bool {
    let (clean, base) = (lines(clean), lines(base));
    clean.windows(base.len()).enumerate().any(|(i, w)| {
        let after = clean[i + base.len()..].iter().find(|l| !l.is_empty());
        w == base && after.is_none_or(|l| *l == BREAK || l.starts_with("```"))
    })
}

/// Puts something before every line.
fn each(text: &str, dress: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(i, l)| dress(i, l) + "\n").collect::<Vec<_>>().concat()
}

/// Puts a dressing on a text, or on one line by its number.
type Dress<'a> = &'a dyn Fn(&str) -> Vec<u8>;
type DressLine<'a> = &'a dyn Fn(usize, &str) -> String;

/// Puts each dressing on each base, and wants the base back.
fn give_back(dressings: &[(&str, Dress)]) {
    for (name, dress) in dressings {
        for (base, text) in BASES {
            let dressed = dress(text);
            let clean = clean(&dressed);
            assert!(
                holds(&clean, text),
                "{name} of {base}:\n{}\n--- gave ---\n{clean}",
                String::from_utf8_lossy(&dressed)
            );
        }
    }
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

#[test]
fn undressed_texts_stay() {
    for (name, text) in BASES {
        assert_eq!(clean(text.as_bytes()), text, "{name}");
    }
    let prose = "# Notes\n\n> a quote: of KeyError\n\n- `x\\n` and \"y\\n\"\n| a | b |\nINFO: File \"x\" not found, line 3\n<p>a &amp; b</p>\n2026-03-04 05:06:07 INFO [main] started\n\n\n\ttab\n";
    assert_eq!(clean(prose.as_bytes()), prose);
}

#[test]
fn prefixes_of_many_formats() {
    let formats: &[DressLine] = &[
        &|i, l| format!("2026-03-04T05:06:{:02}.{:07}Z {l}", i % 60, i * 7919),
        &|i, l| format!("2026-03-04 05:06:07,{i:03} - app.worker - ERROR - {l}"),
        &|i, l| format!("2026-03-04T05:06:07.{i:09}Z stderr F {l}"),
        &|i, l| format!("[{i:12}.043210] {l}"),
        &|i, l| format!("Mar {:2} 05:06:07 host python3[4242]: {l}", 4 + i / 9),
        &|i, l| format!("E0304 05:06:07.{i:06} 1401137 runner.py:52] {l}"),
        &|i, l| format!("03-04 05:06:07.{i:03}  1234  5678 E python  : {l}"),
        &|i, l| format!("{:6}\t{l}", i + 95),
        &|i, l| format!("train.log:{}:{l}", i + 990),
        &|i, l| format!("{}{}{l}", i + 7, if l.contains("Error") { ':' } else { '-' }),
        &|_, l| format!("trainer-1  | {l}"),
        &|_, l| format!("(Train pid=12, ip=10.0.0.3) (main pid=99) {l}"),
        &|_, l| format!("[rank0]: {l}"),
        &|_, l| format!("[1,0]<stderr>:{l}"),
        &|_, l| format!("worker\t{l}"),
        &|_, l| format!("> > {l}").trim_end().to_owned(),
        &|_, l| format!(" * {l}").trim_end().to_owned(),
        &|_, l| format!("// {l}"),
        &|_, l| format!("+{l}"),
        &|_, l| format!("\u{2502} {l}"),
        &|i, l| format!("{}. {l}", i + 1),
        &|i, l| format!("05:06:{:02} <@jane> {l}", i % 60),
    ];
    for (n, format) in formats.iter().enumerate() {
        give_back(&[(&n.to_string(), &|t: &str| each(t, format).into_bytes())]);
    }
}

#[test]
fn a_prefix_says_what_belongs_together() {
    let (_, text) = BASES[0];
    let mut log = String::new();
    for (i, l) in text.lines().enumerate() {
        log.extend([format!("2026-03-04 05:06:07,{i:03} ERROR [main] {l}\n")]);
        if i == 3 {
            log.push_str("2026-03-04 05:06:07,003 INFO [beat] alive\n");
        }
    }
    log.push_str("2026-03-04 05:06:09,000 INFO [main] going on\n");
    let clean = clean(log.as_bytes());
    assert!(holds(&clean, text), "{clean}");
    assert!(clean.contains("INFO [beat] alive") && clean.ends_with("INFO [main] going on\n"), "{clean}");
}

#[test]
fn writers_are_told_apart() {
    let (a, b) = (BASES[0].1, BASES[2].1);
    let mut log = String::new();
    let (mut left, mut right) = (a.lines(), b.lines());
    loop {
        let pair = (left.next(), right.next());
        if let (None, None) = pair {
            break;
        }
        log.extend(pair.0.map(|l| format!("[rank0]: {l}\n")));
        log.extend(pair.1.map(|l| format!("[rank1]: {l}\n")));
    }
    let clean = clean(log.as_bytes());
    assert!(holds(&clean, a) && holds(&clean, b), "{clean}");
}

#[test]
fn records_and_literals() {
    let record = |t: &str| format!("{{\"level\": \"error\", \"exc\": {}, \"n\": [1, 2]}}", json(t));
    give_back(&[
        ("json", &|t| record(t).into_bytes()),
        ("json twice", &|t| format!("{{\"log\": {}}}\n", json(&record(t))).into_bytes()),
        ("json after a prefix", &|t| format!("2026-03-04 05:06:07 ERROR {}\nbye\n", record(t)).into_bytes()),
        ("json lines", &|t| {
            each(t, |i, l| format!("{{\"log\":{},\"time\":\"{i}\"}}", json(&format!("{l}\n")))).into_bytes()
        }),
        ("json objects", &|t| {
            each(t, |_, l| format!("{{\n  \"textPayload\": {},\n  \"severity\": \"ERROR\"\n}},", json(l)))
                .into_bytes()
        }),
        ("pairs", &|t| {
            let pairs: Vec<String> =
                t.lines().enumerate().map(|(i, l)| format!("[\"17{i}\",{}]", json(l))).collect();
            format!("{{\"streams\":[{{\"values\":[{}]}}]}}", pairs.join(",")).into_bytes()
        }),
        ("logfmt", &|t| format!("level=error msg={} caller=x.go:12\n", json(t)).into_bytes()),
        ("list", &|t| each(t, |_, l| format!("  {} +", json(&format!("{l}\n")))).into_bytes()),
        ("yaml", &|t| format!("status:\n  message: {}\n  phase: Failed\n", json(t)).into_bytes()),
        ("shell", &|t| {
            format!("echo $'{}'\n", t.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
                .into_bytes()
        }),
        ("csv", &|t| format!("ts,msg\n2026,\"{}\",x\n", t.replace('"', "\"\"")).into_bytes()),
        ("fence", &|t| format!("```pytb\n{t}```\nThanks\n").into_bytes()),
    ]);
}

#[test]
fn markup_and_transports() {
    let escape = |t: &str| {
        t.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#x27;")
    };
    let percent = |t: &str| t.bytes().map(|b| format!("%{b:02X}")).collect::<Vec<_>>().concat();
    give_back(&[
        ("pre", &|t| format!("<pre><code>{}</code></pre>", escape(t)).into_bytes()),
        ("br", &|t| {
            format!("<p>{}</p>", escape(t).replace(' ', "&nbsp;").replace('\n', "<br>\n")).into_bytes()
        }),
        ("attribute", &|t| format!("<error message=\"{}\"/>", escape(t).replace('\n', "&#10;")).into_bytes()),
        ("cells", &|t| each(t, |i, l| format!("<tr><td>{i}</td><td>{}</td></tr>", escape(l))).into_bytes()),
        ("url", &|t| format!("https://x.io/?body={}&v=1 later", percent(t)).into_bytes()),
    ]);
}

#[test]
fn encodings_and_terminals() {
    let wide = |t: &str| t.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    give_back(&[
        ("utf-16", &|t| wide(&format!("\u{feff}{t}"))),
        ("utf-16 without mark", &|t| wide(t)),
        ("colours", &|t| each(t, |_, l| format!("\x1b[2m\x1b[31m{l}\x1b[0m\x1b[K")).into_bytes()),
        ("spelled colours", &|t| each(t, |_, l| format!("^[[31m{l}^[[0m")).into_bytes()),
        ("colours in json", &|t| json(&each(t, |_, l| format!("\x1b[31m{l}\x1b[0m"))).into_bytes()),
        ("lost escapes", &|t| each(t, |_, l| format!("[31m{l}[0m")).into_bytes()),
        ("crlf", &|t| t.replace('\n', "\r\n").into_bytes()),
        ("cr", &|t| t.replace('\n', "\r").into_bytes()),
        ("no-break blanks", &|t| t.replace(' ', "\u{a0}").into_bytes()),
        ("zero width", &|t| t.replace('/', "/\u{200b}").into_bytes()),
    ]);
}

#[test]
fn wraps() {
    let cut = |text: &str, width: usize| {
        each(text, |_, l| {
            let l: Vec<char> = l.chars().collect();
            l.chunks(width).map(String::from_iter).collect::<Vec<_>>().join("\n")
        })
    };
    for width in [40, 60, 72, 80] {
        for base in [0, 1, 6] {
            let text = BASES[base].1;
            let clean = clean(cut(text, width).as_bytes());
            assert!(holds(&clean, text), "{width}: {clean}");
        }
    }
    for (base, width) in [(0, 50), (0, 60), (0, 70), (1, 50)] {
        let text = BASES[base].1;
        let clean = clean(cut(&each(text, |_, l| format!("> {l}")), width).as_bytes());
        assert!(holds(&clean, text), "quoted, {width}: {clean}");
    }
    give_back(&[("doubled", &|t| t.replace('\n', "\n\n").into_bytes())]);
}

/// Pieces of dressings and tracebacks in any order: more of the program runs than for random bytes.
fn scraps() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "Traceback (most recent call last):",
        "\n",
        "\n",
        "  File \"/a/b.py\", line 1, in f",
        "    x = \"a\\nb\"",
        "KeyError: 'k'",
        "  + Exception Group ",
        "    | ",
        "+-+---------------- 1 ----------------",
        "> ",
        "[rank0]: ",
        "[rank1]: ",
        "web-1  | ",
        "2026-03-04T05:06:07.089Z ",
        "ERROR",
        " ",
        "\t",
        "\"",
        "'",
        "\\n",
        "\\\"",
        "\\u00e9",
        "\\",
        "{\"log\":",
        "}",
        "[",
        "]",
        ",",
        "=",
        "<pre>",
        "</pre>",
        "<br>",
        "&quot;",
        "&#10;",
        "<e m=\"",
        "%0A",
        "%20",
        "=\n",
        "=3D",
        "VHJhY2ViYWNr",
        "\x1b[31m",
        "\x1b]8;;",
        "^[[0m",
        "\r",
        "\u{a0}",
        "\u{200b}",
        "“",
        "«\u{a0}",
        "🚀",
        "ä",
        "```",
        "~~~",
        "\"\"\"",
        "\u{1e}",
        "\0",
        "Traceback (most recent call first):",
        "../x.py:3: in f",
        "E   KeyError",
        "12:",
        "...",
        "\x08",
    ]);
    let scrap = prop_oneof![9 => words.prop_map(|w| w.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..6)];
    prop::collection::vec(scrap, 0..80).prop_map(|s| s.concat())
}

/// What must hold for any input.
fn sound(bytes: &[u8]) {
    let text = read(bytes);
    let (decoded, clean) = (text.decoded.as_str(), text.clean.as_str());
    for (at, c) in clean.char_indices() {
        let source = text.clean.source(at..at + c.len_utf8());
        assert!(source.start <= source.end && source.end <= decoded.len(), "{at} {source:?}");
        assert!(
            decoded.is_char_boundary(source.start) && decoded.is_char_boundary(source.end),
            "{at} {source:?}"
        );
    }
    for line in clean.lines() {
        assert!(line == BREAK || !line.contains(BREAK), "{line:?} in {clean:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        sound(&bytes);
    }

    #[test]
    fn any_scraps_are_read(bytes in scraps()) {
        sound(&bytes);
    }

    #[test]
    fn a_dressed_text_with_a_wound_is_read(at in 0..600_usize, byte in any::<u8>(), which in 0..7_usize, dress in 0..4_usize) {
        let text = BASES[which].1;
        let dressed = match dress {
            0 => json(text),
            1 => each(text, |i, l| format!("{i:4} | {l}")),
            2 => text.replace('"', "&quot;").replace('\n', "<br>"),
            _ => text.to_owned(),
        };
        let mut bytes = dressed.into_bytes();
        if let Some(b) = bytes.get_mut(at) {
            *b = byte;
        }
        sound(&bytes);
        sound(&bytes[at.min(bytes.len())..]);
    }
}

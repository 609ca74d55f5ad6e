//! What people write below a traceback: their words, their versions. It is no message.

use super::page::Page;
use super::words;

/// True where a line is not part of the message above it.
pub(super) fn is_aside(page: &Page, i: usize) -> bool {
    let line = page.words(i);
    if is_release(line) {
        return true;
    }
    let apart = i > 0 && page.is_blank(i - 1);
    apart && (is_said(line) || is_listed(page, i) || line.starts_with("+----") || line.starts_with("## "))
}

/// The first words of people who ask, answer, or describe their machine.
fn is_said(line: &str) -> bool {
    const OPENERS: [&str; 46] = [
        "Thanks",
        "Thank you",
        "Thx",
        "Cheers",
        "Best,",
        "Regards",
        "I ",
        "I'm ",
        "I've ",
        "I'd ",
        "My ",
        "We ",
        "Any ",
        "What ",
        "How ",
        "Why ",
        "Please help",
        "Could you",
        "Can you",
        "Can someone",
        "Could someone",
        "Does anyone",
        "Has anyone",
        "Is there ",
        "Is this ",
        "Am I ",
        "Here is ",
        "Here's ",
        "Hope ",
        "Help",
        "EDIT",
        "Edit:",
        "Update:",
        "Environment",
        "Versions",
        "Version info",
        "System info",
        "Steps to ",
        "Expected ",
        "To reproduce",
        "Reproduc",
        "Running on ",
        "After that",
        "Then I ",
        "It works ",
        "Same with ",
    ];
    OPENERS.iter().any(|o| line.starts_with(o))
}

/// Programs whose release people name.
const NAMED: [&str; 26] = [
    "jax",
    "jaxlib",
    "torch",
    "pytorch",
    "numpy",
    "cupy",
    "tensorflow",
    "python",
    "cuda",
    "cudnn",
    "nvidia",
    "driver",
    "os",
    "rocm",
    "flax",
    "optax",
    "ubuntu",
    "macos",
    "windows",
    "pip",
    "conda",
    "paddlepaddle",
    "mxnet",
    "gpu",
    "triton",
    "scipy",
];

/// `jax 0.10.2, ...`, `jaxlib-0.7.2`, `torch==2.1`: a known name, and its release right behind it.
fn is_release(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(line.len());
    let known = NAMED.iter().any(|n| n.eq_ignore_ascii_case(&line[..end]));
    known && is_version(line[end..].trim_start_matches([' ', '-', '=', ':', '\t']).trim_start_matches('v'))
}

/// `12.2`, followed by nothing that makes it a sentence's number.
fn is_version(text: &str) -> bool {
    let major = words::digits(text).end;
    let minor = text.get(major..).and_then(|r| r.strip_prefix('.')).map_or(0, |r| words::digits(r).end);
    major > 0 && minor > 0
}

/// Two lines of `name: value` or `name : value` under one another, one of them a release.
fn is_listed(page: &Page, i: usize) -> bool {
    let pair = |k: usize| {
        let line = page.words(k);
        let (name, value) = line.split_once(':')?;
        let named =
            !name.is_empty() && name.len() < 40 && name.split(' ').filter(|w| !w.is_empty()).count() < 4;
        named.then_some(value.trim())
    };
    let (Some(one), Some(two)) = (pair(i), pair(i + 1)) else { return false };
    is_version(one.trim_start_matches('v')) || is_version(two.trim_start_matches('v'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Mapped;

    fn aside(text: &str) -> bool {
        is_aside(&Page::new(&Mapped::identity(text)), 1)
    }

    #[test]
    fn words_of_people() {
        assert!(aside("\nThanks a lot"));
        assert!(aside("x\njaxlib-0.7.2, jax-cuda13-plugin-0.7.2"));
        assert!(aside("\nOS            : Linux\nCuPy Version  : 12.2.0"));
        assert!(aside("x\njax==0.11.2"));
    }

    #[test]
    fn words_of_messages() {
        assert!(!aside("\nRevise the function so that all output types match."));
        assert!(!aside("x\njaxlib version 0.3.20 is newer than jax"));
        assert!(!aside("\nTotal: not computed\nKeyError: is a word"));
        assert!(!aside("x\nI see no blank line above"));
    }
}

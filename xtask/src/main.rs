//! Building and checking: the steps that need Rust. `npm run build` and `npm test` call them.

use std::process::ExitCode;

mod rooms;
mod types;
mod wasm;

/// Why a step failed, in a sentence.
type Failure = Box<dyn std::error::Error>;

const USAGE: &str = "usage: xtask wasm FOLDER | types FILE | rooms";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["wasm", directory] => wasm::build(directory.as_ref()),
        ["types", file] => types::write(file.as_ref()),
        ["rooms"] => rooms::check(),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            report(&format!("xtask: {why}"));
            ExitCode::FAILURE
        }
    }
}

/// What a step has to say leaves here.
#[allow(clippy::print_stderr)]
fn report(line: &str) {
    eprintln!("{line}");
}

/// The repository's folder.
fn root() -> &'static std::path::Path {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

//! Compiles `knowledge/` into one binary that the crate borrows from. Bad knowledge does not build.

#[allow(dead_code, clippy::pedantic)]
#[path = "../src/knowledge/model.rs"]
mod model;

#[allow(clippy::print_stdout)] // the one way in which a build script speaks
mod say {
    pub fn line(line: &str) {
        println!("cargo::{line}");
    }
}

mod condition;
mod grams;
mod rules;
mod tables;
mod template;

use std::path::{Path, PathBuf};

fn main() {
    say::line("rerun-if-changed=build");
    say::line("rerun-if-changed=knowledge");
    say::line("rerun-if-changed=src/knowledge/model.rs");
    if let Err(problem) = compile() {
        say::line(&format!("error={}", problem.replace('\n', " ")));
        std::process::exit(1);
    }
}

fn compile() -> Result<(), String> {
    let root = PathBuf::from(env("CARGO_MANIFEST_DIR")?).join("knowledge");
    let categories = tables::categories(&root.join("categories.toml"))?;
    let files = rules::read_all(&root.join("rules"), &categories)?;
    let platform_file = tables::platforms(&root.join("platforms.toml"))?;
    let release_files = tables::releases(&root.join("releases"))?;

    let (heads_and_bodies, matches) = rules::compile(&files)?;
    let grams = grams::choose(&matches, &files)?;
    let rules = heads_and_bodies
        .iter()
        .map(|(file, body)| model::RuleHead {
            id: &file.id,
            title: &file.title,
            category: &file.category,
            body,
        })
        .collect();
    let (platforms, near) = tables::compile_platforms(&platform_file)?;
    let releases = release_files.iter().map(tables::ReleaseFile::as_model).collect();
    let categories = categories.iter().map(|(slug, meaning)| (slug.as_str(), meaning.as_str())).collect();
    let all = model::Knowledge { rules, matches, grams, platforms, near, releases, categories };
    let bytes = postcard::to_stdvec(&all).map_err(|e| format!("cannot encode the knowledge: {e}"))?;
    let out = Path::new(&env("OUT_DIR")?).join("knowledge.bin");
    std::fs::write(&out, bytes).map_err(|e| format!("{}: {e}", out.display()))
}

fn env(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|e| format!("{name}: {e}"))
}

/// Reads a file of the knowledge; an error names it.
fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

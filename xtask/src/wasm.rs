//! The core as a WebAssembly module with its JavaScript: cargo, then wasm-bindgen's own library.

use crate::{Failure, root};
use std::path::Path;
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

/// What every engine that we support takes; the oldest is V8 11.3 in Node 20. rustc's default for this target
/// has the rest (sign extension, saturating conversions, several results, references).
const FEATURES: &str =
    "-C target-feature=+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals";

/// Writes `core.js`, `core.d.ts` and `core_bg.wasm`; the last still wants wasm-opt.
pub fn build(directory: &Path) -> Result<(), Failure> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--package", "dlpack-doctor", "--lib", "--profile", "wasm"]);
    cargo.args(["--target", "wasm32-unknown-unknown"]).env("RUSTFLAGS", FEATURES).current_dir(root());
    // Set by `cargo run` for this program; cargo would take a change of it for a change of the build.
    cargo.env_remove("CARGO_MANIFEST_DIR");
    if !cargo.status()?.success() {
        return Err("the core does not compile for wasm32-unknown-unknown".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let module = target.join("wasm32-unknown-unknown/wasm/dlpack_doctor.wasm");
    std::fs::create_dir_all(directory)?;
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.input_path(module).out_name("core").typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(directory)?;
    Ok(())
}

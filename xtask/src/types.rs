//! TypeScript declarations of everything that leaves the core, read from the Rust types.

use crate::Failure;
use dlpack_doctor::report::{Report, RulePage, RuleRow, Span};
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that another one names, by name: the same order each time.
struct Collected {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Collected {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own have a file of their own.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.types.contains_key(&name) {
            return;
        }
        let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.types.insert(name, text);
        T::visit_dependencies(self);
    }
}

/// Writes the declarations into one file.
pub fn write(file: &Path) -> Result<(), Failure> {
    let config = Config::new().with_large_int("number");
    let mut collected = Collected { config, types: BTreeMap::new() };
    collected.visit::<Report>();
    collected.visit::<RulePage>();
    collected.visit::<RuleRow>();
    // An alias in Rust; a name that is of use here too.
    let span = format!(
        "/** Start and end, UTF-16 code units. */\nexport type Span = {};",
        Span::name(&collected.config)
    );
    collected.types.insert("Span".to_owned(), span);
    let mut text = String::from("// Written by xtask from src/report.rs; changes are lost.\n");
    for declaration in collected.types.values() {
        text.push('\n');
        text.push_str(declaration);
        text.push('\n');
    }
    std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()).into())
}

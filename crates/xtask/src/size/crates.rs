//! What the programs consist of, by crate.

use super::names;
use crate::{
    database_module, demo_module,
    error::Error,
    fingerprint,
    module::{self, PAGE, WIDGET},
    small_module, wasm, widget,
    workspace::Workspace,
};
use std::{collections::BTreeMap, path::Path};

/// Crates that are listed of each part.
const MOST_CRATES: usize = 12;

/// The code of every program by crate, part by part, before it is made small: names are there only so
/// long.
pub fn table(workspace: &Workspace) -> Result<String, Error> {
    let mut table = String::new();
    for program in [PAGE, WIDGET] {
        for file in fingerprint::files(&module::named_parts(workspace, program))? {
            if file.extension().is_some_and(|it| it == "wasm") {
                table += &of(&file)?;
            }
        }
    }
    for program in [
        widget::FIRST_MODULE,
        widget::TAKEOVER_OF_FORM,
        demo_module::PROGRAM,
        database_module::PROGRAM,
    ] {
        table += &of(&small_module::named(workspace, program))?;
    }
    Ok(table)
}

fn of(file: &Path) -> Result<String, Error> {
    let mut crates = BTreeMap::<String, u64>::new();
    let mut all = 0;
    for (name, size) in wasm::functions(file)? {
        *crates.entry(names::crate_of(&name)).or_default() += size;
        all += size;
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut table = format!("\n{name}: {all} bytes of code before wasm-opt\n");
    let mut crates: Vec<_> = crates.into_iter().collect();
    crates.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    for (name, size) in crates.into_iter().take(MOST_CRATES) {
        table += &format!("  {name:<46} {size:>10}\n");
    }
    Ok(table)
}

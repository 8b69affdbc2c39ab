//! The compiler of the C in the database: SQLite.

use crate::{debian, error::Error, install::on_path, process::Run};

/// How Debian names the compiler, and what makes archives of what it compiles.
const DEBIAN: [&str; 2] = ["clang", "llvm"];

/// Whether there is a clang on PATH that compiles for WebAssembly: Apple's does not.
pub fn is_there() -> bool {
    on_path("clang").is_some_and(|clang| {
        let targets = Run::new(clang).arg("--print-targets").capture();
        targets.is_ok_and(|targets| targets.contains("wasm32"))
    })
}

/// Installs it, where this may be done without asking for a password.
pub fn install() -> Result<(), Error> {
    debian::install("clang with its target wasm32, and llvm-ar,", &DEBIAN)?;
    match is_there() {
        true => Ok(()),
        false => Err(Error::Missing(
            "clang for wasm32 is not found, although Debian's packages are installed: put it on \
             PATH, then run this again."
                .into(),
        )),
    }
}

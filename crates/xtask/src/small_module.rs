//! A program of the page that is a module of its own and is not cut into parts.

use crate::{
    binaryen,
    error::Error,
    fingerprint, glue,
    module::{Purpose, tool},
    tools::PageTools,
    wasm, workspace,
    workspace::{WASM, Workspace},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A program that is small enough to be one module.
#[derive(Clone, Copy, Debug)]
pub struct SmallProgram {
    /// The crate with it.
    pub package: &'static str,
    /// What its files are called.
    pub name: &'static str,
}

/// A module as it was built.
pub struct SmallModule {
    /// Its script and its program.
    files: [PathBuf; 2],
    /// Another one for each build.
    pub sum: String,
}

/// Where the compiler leaves `program`, with the names of its functions.
pub fn named(workspace: &Workspace, program: SmallProgram) -> PathBuf {
    compiled(workspace, program, Purpose::Release)
}

fn compiled(workspace: &Workspace, program: SmallProgram, purpose: Purpose) -> PathBuf {
    let folder = workspace.target.join(WASM).join(purpose.profile());
    folder.join(format!("{}.wasm", program.package.replace('-', "_")))
}

/// Makes a module of `program`, which was compiled, unless it is there already and nothing changed
/// since.
pub fn finish(
    workspace: &Workspace,
    tools: &PageTools,
    program: SmallProgram,
    purpose: Purpose,
) -> Result<SmallModule, Error> {
    let name = program.name;
    let profile = purpose.profile();
    let whole = compiled(workspace, program, purpose);
    let how = format!("{}, short names, compiled at once", tools.versions);
    let sum = fingerprint::of_inputs(&workspace.target, std::slice::from_ref(&whole), &how)?;
    let folder = workspace.notes().join(profile).join(name);
    let stamp = folder.join("stamp");
    let sum = format!("{sum:016x}");
    let script = folder.join(format!("{name}.js"));
    let program = folder.join(format!("{name}_bg.wasm"));
    if !fs::read_to_string(&stamp).is_ok_and(|found| found == sum) {
        tool(tools, "wasm-bindgen")
            .args(["--target=web", "--no-typescript"])
            .args([format!("--out-name={name}"), "--out-dir".to_owned()])
            .args([&folder, &whole])
            .show()?;
        if purpose == Purpose::Release {
            glue::shorten(&folder, name)?;
            glue::compile_at_once(&folder, name)?;
            binaryen::make_small(std::slice::from_ref(&program), tools)?;
        }
        wasm::check_imports(&program)?;
        workspace::write(&stamp, sum.as_bytes())?;
    }
    Ok(SmallModule {
        files: [script, program],
        sum,
    })
}

impl SmallModule {
    /// Puts its files into the folder `place`.
    pub fn copy(&self, place: &Path) -> Result<(), Error> {
        Self::put(self.files.iter().map(PathBuf::as_path), place)
    }

    /// The same, with the `script` that runs it.
    pub fn copy_with(&self, script: &Path, place: &Path) -> Result<(), Error> {
        let files = self.files.iter().map(PathBuf::as_path);
        Self::put(files.chain([script]), place)
    }

    fn put<'a>(files: impl Iterator<Item = &'a Path>, place: &Path) -> Result<(), Error> {
        fs::create_dir_all(place).map_err(|source| Error::file("create", place, source))?;
        for from in files {
            let to = place.join(from.file_name().unwrap_or_default());
            fs::copy(from, &to).map_err(|source| Error::file("copy", from, source))?;
        }
        Ok(())
    }
}

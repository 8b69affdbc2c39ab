//! `cargo xtask module`: a program of the page as WebAssembly, in parts that are loaded on demand.
//!
//! Trunk runs it before it builds: its own step for Rust runs wasm-bindgen on what the compiler
//! makes, and nothing can come between the two.

use crate::{
    binaryen,
    error::Error,
    fingerprint, glue, lock,
    page::seconds,
    parts,
    process::Run,
    tools::PageTools,
    wasm,
    workspace::{WASM, Workspace},
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Instant,
};

/// What the files of the main part are called.
const NAME: &str = "kikitori";

/// A program that is cut into parts.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The crate with it.
    pub package: &'static str,
    /// What the compiler calls it.
    file: &'static str,
    /// Where it lies in the built page, in a folder of its own name.
    pub place: &'static str,
    /// What the folders are called that it is built in.
    notes: &'static str,
    /// The style sheets that its parts need, in this order.
    sheets: &'static [&'static str],
}

/// The page's own.
pub const PAGE: Program = Program {
    package: "kikitori-app",
    file: "kikitori-app.wasm",
    place: "app",
    notes: "module",
    sheets: &["first.css", "rest.css"],
};

/// Where `web/join-styles.mjs` puts the page's sheets, below the target folder.
const SHEETS: &str = "page";

/// The one that another site's page loads.
pub const WIDGET: Program = Program {
    package: "kikitori-widget",
    file: "kikitori_widget.wasm",
    place: "widget",
    notes: "widget",
    // The element has them.
    sheets: &[],
};

/// What a module is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For visitors: small.
    Release,
    /// For who works on it: soon.
    Development,
}

impl Purpose {
    /// Cargo's profile, which is also the name of the folder that it builds in.
    pub fn profile(self) -> &'static str {
        match self {
            Self::Release => "web",
            Self::Development => "web-development",
        }
    }
}

/// Where the parts of the small `program` are before wasm-opt has taken their functions' names.
pub fn named_parts(workspace: &Workspace, program: Program) -> PathBuf {
    parts_folder(workspace, program, Purpose::Release)
}

fn parts_folder(workspace: &Workspace, program: Program, purpose: Purpose) -> PathBuf {
    let folder = workspace.notes().join(purpose.profile());
    folder.join(format!("{}-parts", program.notes))
}

/// Keeps another run from building a program in the same target folder: the second would take what the
/// first is working on.
pub fn alone(workspace: &Workspace) -> Result<File, Error> {
    lock::hold(&workspace.notes().join("module.lock"))
}

/// Has the programs in `packages` compiled as wholes, all at once: what they have in common is compiled once then,
/// and each is linked on a core of its own. [`finish`] goes on with them. Those that are cut into parts ask for
/// relocations, along which they are cut, in their `build.rs`.
pub fn compile(workspace: &Workspace, packages: &[&str], purpose: Purpose) -> Result<(), Error> {
    let run = workspace
        .cargo()
        .args(["build", "--profile", purpose.profile(), "--target", WASM]);
    let with = |run: Run, package: &&str| run.args(["--package", package]);
    Ok(packages.iter().fold(run, with).show()?)
}

/// Makes the parts of `program`, which was compiled, unless they are there already and nothing changed
/// since, and copies them into the page that is being built in `stage`. Says what the folder of this
/// build is called.
pub fn finish(
    workspace: &Workspace,
    tools: &PageTools,
    program: Program,
    purpose: Purpose,
    stage: Option<&Path>,
) -> Result<String, Error> {
    let begun = Instant::now();
    let profile = purpose.profile();
    let whole = workspace.target.join(WASM).join(profile);
    let whole = whole.join(program.file);
    let how = format!(
        "{}, {profile}, short names, {}",
        tools.versions,
        parts::how_joined()
    );
    let sum = fingerprint::of_inputs(&workspace.target, std::slice::from_ref(&whole), &how)?;
    let sum = format!("{sum:016x}");
    let folder = workspace.notes().join(profile).join(program.notes);
    let place = folder.join(&sum);
    if place.is_dir() {
        println!("{}: nothing changed since it was built", program.notes);
    } else {
        remove(&folder)?;
        let parts = parts_folder(workspace, program, purpose);
        cut(&whole, &parts, &place, program.sheets, tools, purpose)?;
        let time = seconds(begun.elapsed());
        println!("{}: cut into parts in {time}", program.notes);
    }
    // Parts of two builds must never meet, nor their sheets, so each build has a folder of its own name.
    let sheets: Vec<PathBuf> = program.sheets.iter().map(PathBuf::from).collect();
    let joined = workspace.target.join(SHEETS);
    let sum = fingerprint::of_inputs(&joined, &sheets, &sum)?;
    let name = format!("build-{sum:016x}");
    if let Some(stage) = stage {
        let folder = stage.join(program.place).join(&name);
        copy(&place, &folder)?;
        for sheet in sheets {
            let from = joined.join(&sheet);
            fs::copy(&from, folder.join(sheet))
                .map_err(|source| Error::file("copy", &from, source))?;
        }
    }
    Ok(name)
}

/// Makes of the `whole` program what belongs into the page, in `place`, and leaves its parts in
/// `folder` as they were cut and joined.
fn cut(
    whole: &Path,
    folder: &Path,
    place: &Path,
    sheets: &[&str],
    tools: &PageTools,
    purpose: Purpose,
) -> Result<(), Error> {
    let unfinished = place.with_added_extension("unfinished");
    remove(folder)?;
    tool(tools, "wasm-split-cli")
        .args(["--target", "web", "--out-name", NAME])
        .args([whole, folder])
        .show()?;
    parts::join(folder, sheets, tools)?;
    let main = format!("{NAME}.wasm");
    tool(tools, "wasm-bindgen")
        .args(["--target=web", "--no-typescript", "--keep-lld-exports"])
        .args([format!("--out-name={NAME}"), "--out-dir".to_owned()])
        .args([&unfinished, &folder.join(&main)])
        .show()?;
    for part in fingerprint::files(folder)? {
        let name = part.file_name().unwrap_or_default();
        if name != main.as_str() {
            fs::copy(&part, unfinished.join(name))
                .map_err(|source| Error::file("copy", &part, source))?;
        }
    }
    let files = wasm_files(&unfinished)?;
    if purpose == Purpose::Release {
        glue::shorten(&unfinished, NAME)?;
        // Not before the parts are cut: it would lose the relocations.
        binaryen::make_small(&files, tools)?;
        wasm::drop_empty_elements(&unfinished.join(format!("{NAME}_bg.wasm")))?;
    }
    for file in &files {
        wasm::check_imports(file)?;
    }
    fs::rename(&unfinished, place).map_err(|source| Error::file("rename", &unfinished, source))
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(|source| Error::file("create", to, source))?;
    for file in fingerprint::files(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default()))
            .map_err(|source| Error::file("copy", &file, source))?;
    }
    Ok(())
}

/// A program of the cache.
pub fn tool(tools: &PageTools, name: &str) -> Run {
    Run::new(name).env("PATH", &tools.path)
}

fn wasm_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = fingerprint::files(folder)?;
    files.retain(|file| file.extension().is_some_and(|it| it == "wasm"));
    Ok(files)
}

fn remove(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::file("remove", folder, source))
        }
        _ => Ok(()),
    }
}

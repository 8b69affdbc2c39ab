//! `cargo xtask module`: the page's program as WebAssembly, in parts that are loaded on demand.
//!
//! Trunk runs it before it builds, and copies what lies in [`FOLDER`] afterwards: its own step for
//! Rust runs wasm-bindgen on what the compiler makes, and nothing can come between the two.

use crate::{
    error::Error,
    fingerprint, glue,
    page::seconds,
    process::Run,
    tools::PageTools,
    wasm,
    workspace::{WASM, Workspace},
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// Where the module is left, in the repository; beside what else Trunk picks up.
pub const FOLDER: &str = "target/page/app";
/// Where the parts are before they are made small, in the notes.
pub const PARTS: &str = "parts";
/// The crate with the program.
const PACKAGE: &str = "kikitori-app";
/// Cargo's profile for it, which is also the name of the folder that it builds in.
const PROFILE: &str = "web";
/// What the files of the main part are called.
const NAME: &str = "kikitori";
/// The script that loads the other parts.
pub const LOADER: &str = "__wasm_split.js";

/// Builds the module, unless it is there already and nothing changed since. Without `small` it
/// comes out larger, and sooner.
pub fn build(workspace: &Workspace, tools: &PageTools, small: bool) -> Result<(), Error> {
    let begun = Instant::now();
    // The relocations are what the parts are cut along. They are asked for where the last crate is
    // linked, so that nothing else is compiled anew for them.
    workspace
        .cargo()
        .args(["rustc", "--profile", PROFILE, "--target", WASM])
        .args(["--package", PACKAGE, "--bin", PACKAGE])
        .args(["--", "-Clink-args=--emit-relocs"])
        .show()?;
    let whole = workspace.target.join(WASM).join(PROFILE);
    let whole = whole.join(format!("{PACKAGE}.wasm"));
    // Parts of two builds must never meet, so each build has a folder of its own name.
    let how = format!("{}, small: {small}, short names", tools.versions);
    let sum = fingerprint::of_inputs(&workspace.target, std::slice::from_ref(&whole), &how)?;
    let folder = workspace.root.join(FOLDER);
    let place = folder.join(format!("build-{sum:016x}"));
    if place.is_dir() {
        println!("module: nothing changed since it was built");
        return Ok(());
    }
    let parts = workspace.notes().join(PARTS);
    let unfinished = workspace.notes().join("module");
    for old in [&folder, &parts, &unfinished] {
        remove(old)?;
    }
    tool(tools, "wasm-split-cli")
        .args(["--target", "web", "--out-name", NAME])
        .args([&whole, &parts])
        .show()?;
    let main = format!("{NAME}.wasm");
    tool(tools, "wasm-bindgen")
        .args(["--target=web", "--no-typescript", "--keep-lld-exports"])
        .args([format!("--out-name={NAME}"), "--out-dir".to_owned()])
        .args([&unfinished, &parts.join(&main)])
        .show()?;
    for part in fingerprint::files(&parts)? {
        let name = part.file_name().unwrap_or_default();
        if name != main.as_str() {
            fs::copy(&part, unfinished.join(name))
                .map_err(|source| Error::file("copy", &part, source))?;
        }
    }
    bound_waiting(&unfinished.join(LOADER))?;
    if small {
        glue::shorten(&unfinished, NAME)?;
    }
    for file in wasm_files(&unfinished)? {
        if small {
            // Not before the parts are cut: it would lose the relocations.
            tool(tools, "wasm-opt")
                .arg("-Oz")
                .arg("--output")
                .args([&file, &file])
                .show()?;
        }
        wasm::check_imports(&file)?;
    }
    fs::create_dir_all(&folder).map_err(|source| Error::file("create", &folder, source))?;
    fs::rename(&unfinished, &place).map_err(|source| Error::file("rename", &unfinished, source))?;
    println!("module: built in {}", seconds(begun.elapsed()));
    Ok(())
}

/// Has the script that loads the parts give up on one that does not come: it keeps what it waits
/// for, and another try would only wait as well.
fn bound_waiting(loader: &Path) -> Result<(), Error> {
    const FETCH: &str = ", import.meta.url))";
    const BOUND: &str = ", import.meta.url), { signal: AbortSignal.timeout(20_000) })";
    let script = crate::workspace::read(loader)?;
    if !script.contains(FETCH) {
        return Err(Error::Other(format!(
            "{} fetches parts in another way than expected.",
            loader.display()
        )));
    }
    fs::write(loader, script.replace(FETCH, BOUND))
        .map_err(|source| Error::file("write", loader, source))
}

fn tool(tools: &PageTools, name: &str) -> Run {
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

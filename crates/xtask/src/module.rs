//! `cargo xtask module`: the page's program as WebAssembly, in parts that are loaded on demand.
//!
//! Trunk runs it before it builds: its own step for Rust runs wasm-bindgen on what the compiler
//! makes, and nothing can come between the two.

use crate::{
    error::Error,
    fingerprint, glue, lock,
    page::seconds,
    process::{Run, Running},
    tools::PageTools,
    wasm,
    workspace::{WASM, Workspace, read},
};
use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// Where the module lies in the built page, in a folder of its own name.
pub const PLACE: &str = "app";
/// The crate with the program.
const PACKAGE: &str = "kikitori-app";
/// What the files of the main part are called.
const NAME: &str = "kikitori";
/// The script that loads the other parts.
pub const LOADER: &str = "__wasm_split.js";

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
    fn profile(self) -> &'static str {
        match self {
            Self::Release => "web",
            Self::Development => "web-development",
        }
    }
}

/// Where the parts of the small module are before wasm-opt has taken their functions' names.
pub fn named_parts(workspace: &Workspace) -> PathBuf {
    parts(workspace, Purpose::Release)
}

fn parts(workspace: &Workspace, purpose: Purpose) -> PathBuf {
    workspace.notes().join(purpose.profile()).join("parts")
}

/// Builds the module, unless it is there already and nothing changed since, and copies it into the
/// page that Trunk is building in `stage`.
pub fn build(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: Option<&Path>,
) -> Result<(), Error> {
    let begun = Instant::now();
    let profile = purpose.profile();
    // Of two builds in one target folder, the second would take what the first is working on.
    let _lock = lock::hold(&workspace.notes().join("module.lock"))?;
    // The relocations are what the parts are cut along. They are asked for where the last crate is
    // linked, so that nothing else is compiled anew for them.
    workspace
        .cargo()
        .args(["rustc", "--profile", profile, "--target", WASM])
        .args(["--package", PACKAGE, "--bin", PACKAGE])
        .args(["--", "-Clink-args=--emit-relocs"])
        .show()?;
    let whole = workspace.target.join(WASM).join(profile);
    let whole = whole.join(format!("{PACKAGE}.wasm"));
    // Parts of two builds must never meet, so each build has a folder of its own name.
    let how = format!("{}, {profile}, short names", tools.versions);
    let sum = fingerprint::of_inputs(&workspace.target, std::slice::from_ref(&whole), &how)?;
    let name = format!("build-{sum:016x}");
    let folder = workspace.notes().join(profile).join("module");
    let place = folder.join(&name);
    if place.is_dir() {
        println!("module: nothing changed since it was built");
    } else {
        remove(&folder)?;
        cut(&whole, &parts(workspace, purpose), &place, tools, purpose)?;
        println!("module: built in {}", seconds(begun.elapsed()));
    }
    match stage {
        Some(stage) => copy(&place, &stage.join(PLACE).join(name)),
        None => Ok(()),
    }
}

/// Makes of the `whole` program what belongs into the page, in `place`, and leaves the `parts` as
/// they were cut.
fn cut(
    whole: &Path,
    parts: &Path,
    place: &Path,
    tools: &PageTools,
    purpose: Purpose,
) -> Result<(), Error> {
    let unfinished = place.with_added_extension("unfinished");
    remove(parts)?;
    tool(tools, "wasm-split-cli")
        .args(["--target", "web", "--out-name", NAME])
        .args([whole, parts])
        .show()?;
    let main = format!("{NAME}.wasm");
    tool(tools, "wasm-bindgen")
        .args(["--target=web", "--no-typescript", "--keep-lld-exports"])
        .args([format!("--out-name={NAME}"), "--out-dir".to_owned()])
        .args([&unfinished, &parts.join(&main)])
        .show()?;
    for part in fingerprint::files(parts)? {
        let name = part.file_name().unwrap_or_default();
        if name != main.as_str() {
            fs::copy(&part, unfinished.join(name))
                .map_err(|source| Error::file("copy", &part, source))?;
        }
    }
    let loader = unfinished.join(LOADER);
    let mended = mend_loading(&read(&loader)?).ok_or_else(|| {
        Error::Other(format!(
            "{} loads parts in another way than expected.",
            loader.display()
        ))
    })?;
    fs::write(&loader, mended).map_err(|source| Error::file("write", &loader, source))?;
    let files = wasm_files(&unfinished)?;
    if purpose == Purpose::Release {
        glue::shorten(&unfinished, NAME)?;
        // Not before the parts are cut: it would lose the relocations.
        make_small(&files, tools)?;
    }
    for file in &files {
        wasm::check_imports(file)?;
    }
    fs::rename(&unfinished, place).map_err(|source| Error::file("rename", &unfinished, source))
}

/// Makes `files` small, as many at a time as there are cores: wasm-opt itself uses one.
fn make_small(files: &[PathBuf], tools: &PageTools) -> Result<(), Error> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // The large ones first, so that none of them is what is left in the end.
    let mut files: Vec<&PathBuf> = files.iter().collect();
    files.sort_by_key(|file| std::cmp::Reverse(fs::metadata(file).map_or(0, |it| it.len())));
    let mut running = VecDeque::new();
    for file in files {
        if running.len() == cores {
            running.pop_front().map_or(Ok(()), Running::finish)?;
        }
        let small = tool(tools, "wasm-opt").args(["-Oz", "--output"]);
        running.push_back(small.args([file, file]).start()?);
    }
    for small in running {
        small.finish()?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(|source| Error::file("create", to, source))?;
    for file in fingerprint::files(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default()))
            .map_err(|source| Error::file("copy", &file, source))?;
    }
    Ok(())
}

/// What is changed in the script that loads the parts: what it says, and what it is to say.
const LOADING: [(&str, &str); 3] = [
    // It instantiates a part when all that the part needs is there, and would only then compile it.
    (
        "const src = fetch(",
        "const src = WebAssembly.compileStreaming(fetch(",
    ),
    (
        "WebAssembly.instantiateStreaming(src, imports)",
        "WebAssembly.instantiate(await src, imports)",
    ),
    // It keeps what it waits for, and another try would only wait as well: so the wait has an end.
    (
        ", import.meta.url));",
        ", import.meta.url), { signal: AbortSignal.timeout(20_000) }));",
    ),
];

/// Has the script that loads the parts compile each as it comes, and give up on one that does not.
fn mend_loading(script: &str) -> Option<String> {
    let mut mended = script.to_owned();
    for (said, says) in LOADING {
        if !mended.contains(said) {
            return None;
        }
        mended = mended.replace(said, says);
    }
    Some(mended)
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

#[cfg(test)]
mod tests {
    use super::mend_loading;

    #[test]
    fn a_part_is_compiled_as_it_comes_and_waited_for_with_a_limit() {
        let script = r#"makeLoad(() => {
            const src = fetch(new URL("./chunk_7.wasm", import.meta.url));
            src.catch(() => {});
            return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
        }, []);"#;
        let mended = mend_loading(script).unwrap();
        let compiling = r#"const src = WebAssembly.compileStreaming(fetch(new URL("./chunk_7.wasm", import.meta.url), { signal: AbortSignal.timeout(20_000) }));"#;
        assert!(mended.contains(compiling), "{mended}");
        assert!(mended.contains("(WebAssembly.instantiate(await src, imports))"));
        assert_eq!(mend_loading("const src = load();"), None);
    }
}

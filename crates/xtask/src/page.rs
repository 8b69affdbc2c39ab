//! Building the page: Trunk, which has the program built, then compression.

use crate::{
    database_module, demo_module,
    error::Error,
    fingerprint,
    install::on_path,
    lock,
    module::{self, PAGE, Purpose},
    pdf_reader,
    process::{Run, side_by_side},
    shares,
    tools::{self, PageTools, Steps},
    two_steps::{Work, in_turn},
    widget,
    workspace::{NATIVE_ROOMS, Workspace},
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// What the page is made of, besides the rooms under `crates`.
const INPUTS: [&str; 7] = [
    ".cargo/config.toml",
    "web",
    "prompts",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
];

/// Compresses the files named on its command line, each into a neighbour with `.br` added. Node
/// is there for wasm-opt anyway, and its brotli is native: ours would be compiled first.
const COMPRESS: &str = r#"
const { readFileSync, writeFileSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");
for (const file of process.argv.slice(1)) {
  const raw = readFileSync(file);
  writeFileSync(file + ".br", brotliCompressSync(raw, { params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  } }));
}
"#;

/// What is sent compressed: text and WebAssembly. Images and fonts are compressed already.
const COMPRESSIBLE: [&str; 6] = ["css", "html", "js", "svg", "txt", "wasm"];

/// The folder of the documents that the help desk ships, beside its page.
const MANUALS: &str = "manuals";

/// How much of the page is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All that a site ships.
    Whole,
    /// The page's own program, without the modules that it loads later or other sites load: the widget,
    /// the database, the demonstration.
    PageAlone,
}

/// Builds the page into `dist`, unless it is there already and nothing changed since.
pub fn build(workspace: &Workspace, tools: &PageTools) -> Result<(), Error> {
    let begun = Instant::now();
    let dist = workspace.dist();
    let _lock = lock::hold(&workspace.notes().join("page.lock"))?;
    let note = workspace.notes().join("page.stamp");
    let inputs = fingerprint::of_inputs(&workspace.root, &inputs(workspace)?, &tools.versions)?;
    if fs::read_to_string(&note).is_ok_and(|old| old == stamp(inputs, &dist)) {
        println!("page: nothing changed since it was built");
        return Ok(());
    }
    println!("page: building (a first build takes several minutes) …");
    // From here on the old note would tell a lie.
    let _ = fs::remove_file(&note);

    // Trunk has the module built first, and runs offline, so that it never downloads a tool.
    bundle(tools, &workspace.root).show()?;
    compress(&fingerprint::files(&dist)?)?;

    fs::create_dir_all(workspace.notes())
        .map_err(|source| Error::file("create", &workspace.notes(), source))?;
    fs::write(&note, stamp(inputs, &dist)).map_err(|source| Error::file("write", &note, source))?;
    println!("page: built in {}", seconds(begun.elapsed()));
    Ok(())
}

/// Builds what Trunk cannot, and puts it into the page that Trunk is building in `stage`.
pub fn stage(
    workspace: &Workspace,
    purpose: Purpose,
    extent: Extent,
    stage: Option<&Path>,
) -> Result<(), Error> {
    let tools = &tools::page_tools(workspace, &mut Steps::unless_ready())?;
    let _alone = module::alone(workspace)?;
    let mut packages = vec![PAGE.package];
    let others = stage.filter(|_| extent == Extent::Whole);
    if others.is_some() {
        packages.extend(widget::PACKAGES);
        packages.extend([
            database_module::PROGRAM.package,
            demo_module::PROGRAM.package,
        ]);
    }
    let mut works = vec![Work {
        compile: Box::new(move || module::compile(workspace, &packages, purpose)),
        finish: Box::new(move || module::finish(workspace, tools, PAGE, purpose, stage).map(drop)),
    }];
    if let Some(stage) = others {
        works.push(Work {
            compile: Box::new(move || widget::compile_first(workspace, purpose)),
            finish: Box::new(move || {
                widget::place(workspace, tools, purpose, stage)?;
                database_module::place(workspace, tools, purpose, stage)?;
                demo_module::place(workspace, tools, purpose, stage)
            }),
        });
    }
    in_turn(works)?;
    stage.map_or(Ok(()), |stage| pdf_reader::place(workspace, tools, stage))
}

/// Trunk, about to build the page whose `Trunk.toml` is in `folder`.
pub fn bundle(tools: &PageTools, folder: &Path) -> Run {
    trunk(tools, folder, "build").arg("--release")
}

/// Trunk, about to do what `command` says, offline, for the page in `folder`.
pub fn trunk(tools: &PageTools, folder: &Path, command: &str) -> Run {
    Run::new(&tools.trunk)
        .args([command, "--offline"])
        .dir(folder)
        .env("PATH", &tools.path)
        // Trunk takes this for a flag of its own and refuses the value that others expect (1).
        .without("NO_COLOR")
}

/// How long something took, for people.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Every room but those that never run in a browser: one too many costs a build, one too few would
/// show a stale page.
fn inputs(workspace: &Workspace) -> Result<Vec<PathBuf>, Error> {
    let mut inputs: Vec<PathBuf> = INPUTS.iter().map(PathBuf::from).collect();
    let rooms = workspace.root.join("crates");
    let entries = fs::read_dir(&rooms).map_err(|source| Error::file("list", &rooms, source))?;
    for entry in entries {
        let name = entry
            .map_err(|source| Error::file("list", &rooms, source))?
            .file_name();
        let package = format!("kikitori-{}", name.to_string_lossy());
        if !NATIVE_ROOMS.contains(&package.as_str()) {
            inputs.push(Path::new("crates").join(name));
        }
    }
    inputs.sort();
    Ok(inputs)
}

/// What was built, from what: the same only if neither changed.
fn stamp(inputs: u64, dist: &Path) -> String {
    let outputs =
        fingerprint::of_outputs(dist).map_or_else(|_| "gone".into(), |sum| format!("{sum:016x}"));
    format!("inputs {inputs:016x}\noutputs {outputs}\n")
}

/// Compresses those of `files` that are sent so.
pub fn compress(files: &[PathBuf]) -> Result<(), Error> {
    if on_path("node").is_none() {
        return Err(Error::Missing(
            "node is missing: install Node.js 18 or later, then run this again.".into(),
        ));
    }
    let chosen = files.iter().filter(|file| is_sent_compressed(file));
    let chosen: Vec<PathBuf> = chosen.cloned().collect();
    let shares = shares::among_cores(&chosen)?;
    let runs = shares
        .into_iter()
        .map(|share| Run::new("node").args(["-e", COMPRESS]).args(share));
    Ok(side_by_side(runs)?)
}

/// Not the help desk's documents and their list: they are the site owner's to replace, and a
/// compressed neighbour would go on being sent in their place.
fn is_sent_compressed(file: &Path) -> bool {
    let folder = file.parent().and_then(Path::file_name);
    let is_replaced = folder.is_some_and(|folder| folder == MANUALS);
    has_extension(file, &COMPRESSIBLE) && !is_replaced
}

fn has_extension(file: &Path, wanted: &[&str]) -> bool {
    file.extension()
        .and_then(|it| it.to_str())
        .is_some_and(|it| wanted.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sites_owner_replaces_is_not_compressed() {
        for file in [
            "index.html",
            "app/build-1/split_desk.wasm",
            "desk/pdf/pdf.js",
        ] {
            assert!(is_sent_compressed(Path::new(file)), "{file}");
        }
        for file in [
            "desk/documents.json",
            "desk/manuals/a.html",
            "desk/manuals/a.md",
            "a.png",
        ] {
            assert!(!is_sent_compressed(Path::new(file)), "{file}");
        }
    }

    #[test]
    fn trunk_is_run_without_the_variable_that_it_refuses() {
        let tools = PageTools {
            trunk: "trunk".into(),
            binaryen: None,
            pdf_js: PathBuf::new(),
            test_runner: PathBuf::new(),
            path: "/bin".into(),
            versions: String::new(),
        };
        let trunk = bundle(&tools, Path::new("."));
        assert!(trunk.is_without("NO_COLOR"));
        assert!(!trunk.is_without("PATH"));
    }
}

//! Other people's packages that are measured beside ours, in the versions of their lock file.

use crate::{
    error::Error,
    fingerprint,
    process::Run,
    workspace::{Workspace, read},
};
use std::{ffi::OsString, fs, path::Path};

/// The page that a package is measured in, and the script in `tests/bench/peers` that names what
/// the page takes of it.
const PEERS: [(&str, &str); 7] = [
    ("tool_loops", "ai_sdk.js"),
    ("tool_loops", "openai_agents.js"),
    ("tool_loops", "langgraph_agent.js"),
    ("fan_out", "langgraph.js"),
    ("checkpoints", "langgraph.js"),
    ("search", "minisearch.js"),
    ("calculator", "mathjs.js"),
];

/// Puts what `page` is measured beside into the folder where it was built, each as one script.
pub fn bundle(workspace: &Workspace, page: &str, built: &Path) -> Result<(), Error> {
    for (_, script) in PEERS.iter().filter(|(of, _)| *of == page) {
        let installed = workspace.target.join("bench").join("peers");
        install(&workspace.root.join("tests/bench/peers"), &installed)?;
        let mut out = OsString::from("--outfile=");
        out.push(built.join(script));
        Run::new(installed.join("node_modules/.bin/esbuild"))
            .arg(script)
            .args(["--bundle", "--minify", "--format=esm", "--platform=browser"])
            .arg("--log-level=warning")
            .arg(out)
            .dir(&installed)
            .show()?;
    }
    Ok(())
}

/// Copies `source` and installs what its lock file says, unless that is there already.
fn install(source: &Path, installed: &Path) -> Result<(), Error> {
    fs::create_dir_all(installed).map_err(|error| Error::file("create", installed, error))?;
    for file in fingerprint::files(source)? {
        if let Some(name) = file.file_name() {
            let copy = installed.join(name);
            fs::copy(&file, &copy).map_err(|error| Error::file("write", &copy, error))?;
        }
    }
    let note = installed.join("installed");
    let lock = read(&source.join("package-lock.json"))?;
    if fs::read_to_string(&note).is_ok_and(|old| old == lock) {
        return Ok(());
    }
    // Nothing that is installed runs before it is bundled.
    Run::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .arg("--loglevel=error")
        .dir(installed)
        .show()?;
    fs::write(&note, lock).map_err(|error| Error::file("write", &note, error))
}

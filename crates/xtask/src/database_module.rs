//! The database as a module of its own, which a worker of the page loads when there is something to
//! ask: SQLite, compiled by clang, and what holds it to reading.

use crate::{
    error::Error,
    fingerprint,
    module::{Purpose, make_small, tool},
    tools::PageTools,
    wasm, workspace,
    workspace::{DATABASE_MODULE, WASM, Workspace},
};
use std::{fs, path::Path};

/// Its folder in the built page.
pub const PLACE: &str = "agent/database";
/// What its files are called.
const NAME: &str = "database";
/// The script that runs it.
const WORKER: &str = "web/database/worker.js";

/// Builds it, unless it is there already and nothing changed since, and puts it into the page that
/// is being built in `stage`.
pub fn place(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: &Path,
) -> Result<(), Error> {
    let profile = purpose.profile();
    workspace
        .cargo()
        .args(["build", "--profile", profile, "--target", WASM])
        .args(["--package", DATABASE_MODULE])
        .show()?;
    let whole = workspace.target.join(WASM).join(profile);
    let whole = whole.join(format!("{}.wasm", DATABASE_MODULE.replace('-', "_")));
    let sum = fingerprint::of_inputs(
        &workspace.target,
        std::slice::from_ref(&whole),
        &tools.versions,
    )?;
    let folder = workspace.notes().join(profile).join(NAME);
    let stamp = folder.join("stamp");
    let wanted = format!("{sum:016x}");
    if !fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        tool(tools, "wasm-bindgen")
            .args(["--target=web", "--no-typescript"])
            .args([format!("--out-name={NAME}"), "--out-dir".to_owned()])
            .args([&folder, &whole])
            .show()?;
        let file = folder.join(format!("{NAME}_bg.wasm"));
        if purpose == Purpose::Release {
            make_small(std::slice::from_ref(&file), tools)?;
        }
        wasm::check_imports(&file)?;
        workspace::write(&stamp, wanted.as_bytes())?;
    }
    let place = stage.join(PLACE);
    fs::create_dir_all(&place).map_err(|source| Error::file("create", &place, source))?;
    let worker = workspace.root.join(WORKER);
    let script = folder.join(format!("{NAME}.js"));
    let program = folder.join(format!("{NAME}_bg.wasm"));
    for from in [worker, script, program] {
        let to = place.join(from.file_name().unwrap_or_default());
        fs::copy(&from, &to).map_err(|source| Error::file("copy", &from, source))?;
    }
    Ok(())
}

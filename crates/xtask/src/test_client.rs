//! Builds the page that makes model calls as the end-to-end tests order them. It is not shipped, so
//! it is not made small: it takes what the browser room's tests have already compiled.

use crate::{
    error::Error,
    process::Run,
    tools::PageTools,
    wasm,
    workspace::{WASM, Workspace},
};
use std::path::PathBuf;

const ROOM: &str = "kikitori-test-client";

/// Builds it; answers the folder with its two files.
pub fn build(workspace: &Workspace, tools: &PageTools) -> Result<PathBuf, Error> {
    workspace
        .cargo()
        .args(["build", "--target", WASM, "--package", ROOM])
        .show()?;
    let module = workspace
        .target
        .join(WASM)
        .join("debug/kikitori_test_client.wasm");
    wasm::check_imports(&module)?;
    let folder = workspace.target.join("test-client");
    // It is installed together with the runner of the tests.
    Run::new(tools.test_runner.with_file_name("wasm-bindgen"))
        .args(["--target", "web", "--no-typescript", "--out-name", "client"])
        .arg("--out-dir")
        .arg(&folder)
        .arg(&module)
        .show()?;
    Ok(folder)
}

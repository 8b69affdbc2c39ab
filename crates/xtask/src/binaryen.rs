//! Binaryen's optimizer.

use crate::{
    error::Error,
    module::tool,
    process::{Run, side_by_side},
    shares,
    tools::PageTools,
    wasm,
};
use std::path::{Path, PathBuf};

/// What has Binaryen's library optimize several files.
const OPTIMIZE: &str = include_str!("binaryen/optimize.mjs");

/// Makes `files` small. npm's Binaryen is WebAssembly itself: it takes longer to start for a file than
/// for what it then does, so the files are shared among as few processes as there are cores. The
/// result is that of `wasm-opt`, byte by byte.
pub fn make_small(files: &[PathBuf], tools: &PageTools) -> Result<(), Error> {
    let runs: Vec<Run> = match &tools.binaryen {
        Some(library) => {
            let run = |share: Vec<&Path>| {
                let run = tool(tools, "node").args(["--input-type=module", "-e", OPTIMIZE]);
                run.arg(format!("file://{}", library.display())).args(share)
            };
            shares::among_cores(files)?.into_iter().map(run).collect()
        }
        None => {
            let run = |file: &PathBuf| {
                let run = tool(tools, "wasm-opt").args(wasm::FEATURES);
                let run = run.args(["-Oz", "--strip-producers", "--output"]);
                run.args([file, file])
            };
            files.iter().map(run).collect()
        }
    };
    Ok(side_by_side(runs)?)
}

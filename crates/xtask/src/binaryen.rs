//! Binaryen's optimizer, and what joins files to one.

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
/// What runs one of its programs several times.
const RUN_MANY: &str = include_str!("binaryen/run-many.mjs");

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

/// Files that become one.
pub struct Merge {
    /// Each with the name that the others import from it by.
    pub files: Vec<(PathBuf, String)>,
    /// Where it is written.
    pub to: PathBuf,
}

impl Merge {
    /// What wasm-merge is told.
    fn arguments(&self) -> Vec<String> {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut arguments: Vec<String> = wasm::FEATURES.map(str::to_owned).to_vec();
        arguments.push("-g".to_owned());
        for (file, name) in &self.files {
            arguments.extend([path(file), name.clone()]);
        }
        arguments.extend(["-o".to_owned(), path(&self.to)]);
        arguments
    }

    fn bytes(&self) -> Result<u64, Error> {
        let sizes = self.files.iter().map(|(file, _)| shares::size_of(file));
        sizes.sum()
    }
}

/// Makes each of `merges`, by one program a core as in [`make_small`]: its start takes longer than what
/// it does for most of them. The result is that of `wasm-merge`, byte by byte.
pub fn merge(merges: &[Merge], tools: &PageTools) -> Result<(), Error> {
    let runs: Vec<Run> = match &tools.binaryen {
        Some(library) => {
            let program = library.with_file_name("bin").join("wasm-merge");
            let mut sized = Vec::new();
            for merge in merges {
                let arguments = serde_json::Value::from(merge.arguments()).to_string();
                sized.push((merge.bytes()?, arguments));
            }
            let run = |share: Vec<String>| {
                let run = tool(tools, "node").args(["--input-type=module", "-e", RUN_MANY]);
                run.arg(&program).args(share)
            };
            let shares = shares::sized_among_cores(sized).into_iter();
            shares.map(run).collect()
        }
        None => {
            let run = |merge: &Merge| tool(tools, "wasm-merge").args(merge.arguments());
            merges.iter().map(run).collect()
        }
    };
    Ok(side_by_side(runs)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, process::Command};

    /// A program as npm's Binaryen has them: notes whether it was compiled or given, and its argument.
    const PROGRAM: &str = r#"#!/usr/bin/env node
var Module = typeof Module != "undefined" ? Module : {};
const [notes, word] = Module["arguments"];
const main = (how) => {
  require("node:fs").appendFileSync(notes, `${how} ${word}\n`);
  if (word === "wrong") process.exitCode = 3;
  Module["postRun"]();
};
if (Module["instantiateWasm"]) Module["instantiateWasm"]({}, () => main("given"));
else WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), {}).then(() => main("compiled"));
"#;

    /// What the program notes when it is run for these words, and whether all went well.
    fn run_for(words: &[&str]) -> (String, bool) {
        let folder = tempfile::tempdir().unwrap();
        let (program, notes) = (folder.path().join("program"), folder.path().join("notes"));
        fs::write(&program, PROGRAM).unwrap();
        let runs = words.iter().map(|word| {
            serde_json::Value::from(vec![notes.to_string_lossy().as_ref(), word]).to_string()
        });
        let output = Command::new("node")
            .args(["--input-type=module", "-e", RUN_MANY])
            .arg(&program)
            .args(runs)
            .output()
            .unwrap();
        let noted = fs::read_to_string(&notes).unwrap();
        (noted, output.status.success())
    }

    #[test]
    fn a_program_is_compiled_once_for_all_its_runs() {
        let (noted, is_well) = run_for(&["one", "two", "three"]);
        assert_eq!(noted, "compiled one\ngiven two\ngiven three\n");
        assert!(is_well);
    }

    #[test]
    fn nothing_is_run_after_a_failure() {
        let (noted, is_well) = run_for(&["wrong", "two"]);
        assert_eq!(noted, "compiled wrong\n");
        assert!(!is_well);
    }
}

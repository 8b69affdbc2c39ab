//! The page, built while other checks run.

use crate::{
    error::Error,
    process::{Run, Running},
    workspace::Workspace,
};
use std::{
    fs::{self, File},
    path::PathBuf,
};

/// A run of this program that builds the page. It stops when this is dropped.
pub struct PageAhead {
    running: Running,
    /// What it writes, which would disturb what the checks write.
    log: PathBuf,
}

impl PageAhead {
    /// Begins.
    pub fn start(workspace: &Workspace) -> Result<Self, Error> {
        let folder = workspace.notes();
        let log = folder.join("page.log");
        fs::create_dir_all(&folder).map_err(|source| Error::file("create", &folder, source))?;
        let file = File::create(&log).map_err(|source| Error::file("create", &log, source))?;
        // Not by way of Cargo, which would wait for what it compiles for the checks.
        let program = std::env::current_exe()
            .map_err(|error| Error::Other(format!("This program does not find itself: {error}")))?;
        let run = Run::new(program)
            .args(["test", "--only", "page"])
            .dir(&workspace.root);
        let running = run.start_into(&file)?;
        Ok(Self { running, log })
    }

    /// Waits for its end, and shows what it wrote.
    pub fn finish(self) -> Result<(), Error> {
        let result = self.running.finish();
        let written = fs::read_to_string(&self.log)
            .map_err(|source| Error::file("read", &self.log, source))?;
        println!("{}", written.trim_end());
        Ok(result?)
    }
}

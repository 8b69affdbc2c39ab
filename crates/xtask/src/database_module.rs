//! The database as a module of its own, which a worker of the page loads when there is something to
//! ask: SQLite, compiled by clang, and what holds it to reading.

use crate::{
    error::Error,
    module::Purpose,
    small_module::{self, SmallProgram},
    tools::PageTools,
    workspace::{DATABASE_MODULE, Workspace},
};
use std::path::Path;

/// Its folder in the built page.
pub const PLACE: &str = "agent/database";
/// The program.
pub const PROGRAM: SmallProgram = SmallProgram {
    package: DATABASE_MODULE,
    name: "database",
};
/// The script that runs it.
const WORKER: &str = "web/database/worker.js";

/// Puts it into the page that is being built in `stage`.
pub fn place(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: &Path,
) -> Result<(), Error> {
    let module = small_module::finish(workspace, tools, PROGRAM, purpose)?;
    module.copy_with(&workspace.root.join(WORKER), &stage.join(PLACE))
}

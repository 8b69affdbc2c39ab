//! The demonstration model as a module of its own, which a page loads when somebody chooses it. It
//! lies beside the widget, so that whoever has that on a host of their own has the model with it.

use crate::{
    error::Error,
    module::{Purpose, WIDGET},
    small_module::{self, SmallProgram},
    tools::PageTools,
    workspace::{DEMO_MODULE, Workspace},
};
use std::path::Path;

/// Its folder, in the widget's.
pub const PLACE: &str = "demo";
/// The program.
pub const PROGRAM: SmallProgram = SmallProgram {
    package: DEMO_MODULE,
    name: "demo_model",
};
/// The script that runs it.
const SCRIPT: &str = "web/demo/demo.js";

/// Puts it into the page that is being built in `stage`.
pub fn place(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: &Path,
) -> Result<(), Error> {
    let module = small_module::finish(workspace, tools, PROGRAM, purpose)?;
    let place = stage.join(WIDGET.place).join(PLACE);
    module.copy_with(&workspace.root.join(SCRIPT), &place)
}

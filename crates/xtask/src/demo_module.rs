//! The demonstration model as a module of its own, which a page loads when somebody chooses it. It
//! lies beside the widget, so that whoever has that on a host of their own has the model with it.

use crate::{
    error::Error,
    module::{Purpose, WIDGET},
    small_module,
    tools::PageTools,
    workspace::{DEMO_MODULE, Workspace},
};
use std::path::Path;

/// Its folder, in the widget's.
pub const PLACE: &str = "demo";
/// What its files are called.
const NAME: &str = "demo_model";
/// The script that runs it.
const SCRIPT: &str = "web/demo/demo.js";

/// Builds it, unless it is there already and nothing changed since, and puts it into the page that
/// is being built in `stage`.
pub fn place(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: &Path,
) -> Result<(), Error> {
    let module = small_module::build(workspace, tools, DEMO_MODULE, NAME, purpose)?;
    let place = stage.join(WIDGET.place).join(PLACE);
    module.copy_with(&workspace.root.join(SCRIPT), &place)
}

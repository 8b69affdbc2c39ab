//! `cargo xtask pictures`: the pictures in `docs`, taken of the page as it is now.

use crate::{
    error::Error,
    page,
    test::with_browser,
    tools,
    workspace::{END_TO_END, Workspace},
};

/// Builds the page and takes the pictures.
pub fn pictures(workspace: &Workspace) -> Result<(), Error> {
    let tools = tools::for_tests(workspace)?;
    page::build(workspace, &tools.page)?;
    let run = workspace
        .cargo()
        .args(["run", "--quiet", "--package", END_TO_END])
        .args(["--bin", "pictures"]);
    Ok(with_browser(run, workspace, &tools)
        .env("KIKITORI_ARTEFACTS", workspace.root.join("docs"))
        .show()?)
}

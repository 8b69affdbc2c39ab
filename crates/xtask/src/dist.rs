//! `cargo xtask dist`: what is given away: the page as files for any host, and the widget as an npm
//! package.

use crate::{
    error::Error, install::npm, module::WIDGET, page, process::Run, tools, widget,
    workspace::Workspace,
};

/// Makes the package's folder.
const PACK: &str = "web/package/pack.mjs";

/// Builds both, and says where they are.
pub fn dist(workspace: &Workspace) -> Result<(), Error> {
    page::build(workspace, &tools::for_page(workspace)?)?;
    widget::print_sums(workspace)?;
    let site = workspace.dist();
    let place = workspace.target.join("package");
    let folder = place.join("kikitori");
    Run::new("node")
        .arg(PACK)
        .args([&site.join(WIDGET.place), &folder])
        .arg(env!("CARGO_PKG_VERSION"))
        .dir(&workspace.root)
        .show()?;
    npm("pack")?
        .arg("--silent")
        .arg(&folder)
        .dir(&place)
        .show()?;
    println!(
        "the page, for any host of files: {}\nthe npm package: {}",
        site.display(),
        place
            .join(format!("kikitori-{}.tgz", env!("CARGO_PKG_VERSION")))
            .display()
    );
    Ok(())
}

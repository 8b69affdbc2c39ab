//! What another site's page loads for `<kikitori-form>`: a module of its own, its style sheet, the
//! script that defines the element, and the module that takes over a form of that page.

use crate::{
    error::Error,
    fingerprint,
    install::on_path,
    module::{self, Purpose, WIDGET},
    process::Run,
    small_module::{self, SmallProgram},
    tools::{self, PageTools, Steps},
    workspace::{TAKEOVER_MODULE, WIDGET_FIRST, Workspace},
};
use std::{fs, path::Path};

/// Makes the style sheet and the script.
const ASSEMBLE: &str = "web/widget/assemble.mjs";

/// Which one it is: there are addresses that bear it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Prints the sums by which a page can hold to the scripts.
const INTEGRITY: &str = "web/widget/integrity.mjs";

/// What the files of the first view are called, and how their folder begins.
pub const FIRST: &str = "first";

/// What takes over a form of the page around: its folder begins so, and its files are called so.
pub const TAKEOVER: &str = "takeover";

/// What the files of the page in a frame are called first.
pub const FRAME: &str = "frame";
/// The script beside that module, which `ASSEMBLE` puts there.
const PAGE_FORM: &str = "web/takeover/page_form.js";

/// Its first view, a module of its own.
pub const FIRST_MODULE: SmallProgram = SmallProgram {
    package: WIDGET_FIRST,
    name: FIRST,
};
/// What takes over a form, another one.
pub const TAKEOVER_OF_FORM: SmallProgram = SmallProgram {
    package: TAKEOVER_MODULE,
    name: TAKEOVER,
};

/// Builds it alone, into the page that was built before.
pub fn build(workspace: &Workspace, purpose: Purpose) -> Result<(), Error> {
    let tools = tools::page_tools(workspace, &mut Steps::unless_ready())?;
    let dist = workspace.dist();
    let old = dist.join(WIDGET.place);
    if let Err(source) = fs::remove_dir_all(&old)
        && source.kind() != std::io::ErrorKind::NotFound
    {
        return Err(Error::file("remove", &old, source));
    }
    let _alone = module::alone(workspace)?;
    module::compile(workspace, &PACKAGES, purpose)?;
    compile_first(workspace, purpose)?;
    place(workspace, &tools, purpose, &dist)
}

/// The crates that it consists of, but for its first view.
pub const PACKAGES: [&str; 2] = [WIDGET.package, TAKEOVER_OF_FORM.package];

/// Has its first view compiled, by itself: beside the others Cargo would compile what it uses with features that
/// only they need, which visitors would load before the first question.
pub fn compile_first(workspace: &Workspace, purpose: Purpose) -> Result<(), Error> {
    module::compile(workspace, &[FIRST_MODULE.package], purpose)
}

/// Puts it into the page that is being built in `stage`.
pub fn place(
    workspace: &Workspace,
    tools: &PageTools,
    purpose: Purpose,
    stage: &Path,
) -> Result<(), Error> {
    if on_path("node").is_none() {
        return Err(Error::Missing(
            "node is missing: install Node.js 18 or later, then run this again.".into(),
        ));
    }
    let build = module::finish(workspace, tools, WIDGET, purpose, Some(stage))?;
    let first = small_module::finish(workspace, tools, FIRST_MODULE, purpose)?;
    let first_build = format!("{FIRST}-{}", first.sum);
    first.copy(&stage.join(WIDGET.place).join(&first_build))?;
    let takeover = small_module::finish(workspace, tools, TAKEOVER_OF_FORM, purpose)?;
    let beside = fingerprint::of_inputs(&workspace.root, &[PAGE_FORM.into()], &takeover.sum)?;
    let takeover_build = format!("{TAKEOVER}-{beside:016x}");
    takeover.copy(&stage.join(WIDGET.place).join(&takeover_build))?;
    Ok(Run::new("node")
        .arg(ASSEMBLE)
        .arg(stage.join(WIDGET.place))
        .args([
            build.as_str(),
            takeover_build.as_str(),
            first_build.as_str(),
            VERSION,
        ])
        .dir(&workspace.root)
        .show()?)
}

/// Prints the sums by which the pages of other sites can hold to the scripts of the page that was built,
/// whenever that was.
pub fn print_sums(workspace: &Workspace) -> Result<(), Error> {
    let folder = workspace.dist().join(WIDGET.place);
    Ok(sums(&workspace.root, &folder).show()?)
}

/// What prints those of the scripts in `folder`.
fn sums(root: &Path, folder: &Path) -> Run {
    Run::new("node")
        .arg(INTEGRITY)
        .arg(folder)
        .arg(VERSION)
        .dir(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_that_are_printed_are_those_of_the_scripts_as_they_lie_there() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "kikitori.js".to_owned(),
            format!("kikitori-{VERSION}.js"),
            "kikitori-frame.js".to_owned(),
            format!("kikitori-frame-{VERSION}.js"),
        ];
        for name in &names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut printed = Vec::new();
        let run = sums(&root, folder.path()).unseen();
        run.watch(|line| printed.push(line.to_owned())).unwrap();
        // Of no bytes at all.
        let sum = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb";
        let expected = names.map(|name| format!("widget: {name} integrity=\"{sum}\""));
        assert_eq!(printed, expected);
    }
}

//! `cargo xtask test --browser NAME`: the main journeys in a browser other than Chromium.

use crate::{
    error::Error,
    other_browser::OtherBrowser,
    page, test,
    tools::{self, Steps},
    workspace::{END_TO_END, Workspace},
};
use std::time::{Duration, Instant};

/// The longest that they may take before browser, driver and all are stopped.
const LIMIT: Duration = Duration::from_secs(10 * 60);

/// Runs them.
pub fn journeys(workspace: &Workspace, browser: OtherBrowser) -> Result<(), Error> {
    let begun = Instant::now();
    let mut steps = Steps::of(tools::PAGE_STEPS + 1 + browser.steps());
    let tools = tools::page_tools(workspace, &mut steps)?;
    let axe = tools::axe(&mut steps)?;
    let programs = browser.install(&mut steps)?;
    page::build(workspace, &tools)?;
    let tests = ["test", "--package", END_TO_END, "--test", "e2e"];
    // Built first, so that the time limit is the tests' own.
    workspace.cargo().args(tests).arg("--no-run").show()?;
    let mut run = workspace
        .cargo()
        .args(tests)
        .arg("--")
        .args(browser.tests())
        .env("KIKITORI_BROWSER", browser.name())
        .env("KIKITORI_DIST", workspace.dist())
        .env("KIKITORI_AXE", axe)
        .env("KIKITORI_ARTEFACTS", test::artefacts(workspace)?);
    for (name, program) in programs {
        run = run.env(name, program);
    }
    let passed = test::counted(run.limit(LIMIT))?.passed;
    if passed == 0 {
        return Err(Error::Other("Not one test ran.".to_owned()));
    }
    println!(
        "\n{passed} tests passed in {}, in {}.",
        browser.name(),
        page::seconds(begun.elapsed())
    );
    Ok(())
}

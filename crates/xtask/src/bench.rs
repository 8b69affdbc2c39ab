//! `cargo xtask bench`: figures, measured where they are felt.

use crate::{
    error::Error,
    fingerprint, page, peers,
    test::with_browser,
    tools::{self, TestTools},
    workspace::{END_TO_END, Workspace},
};
use std::path::Path;

/// One group of figures.
struct Part {
    /// What `--only` calls it.
    name: &'static str,
    /// The pages that it measures, in `tests/bench`.
    pages: &'static [&'static str],
    /// Whether it measures the product's own page.
    product: bool,
}

const PARTS: [Part; 7] = [
    Part {
        name: "start",
        pages: &["counter"],
        product: true,
    },
    Part {
        name: "turns",
        pages: &["turns", "tool_loops"],
        product: false,
    },
    Part {
        name: "fan-out",
        pages: &["fan_out"],
        product: false,
    },
    Part {
        name: "checkpoints",
        pages: &["checkpoints"],
        product: false,
    },
    Part {
        name: "search",
        pages: &["search"],
        product: false,
    },
    Part {
        name: "tasks",
        pages: &["task_chains"],
        product: false,
    },
    Part {
        name: "calculator",
        pages: &["calculator"],
        product: false,
    },
];

/// The names of all parts, for `--only`.
pub fn part_names() -> String {
    PARTS.map(|part| part.name).join(", ")
}

/// Builds the page and what it is measured beside, and prints the figures: all, or those of the
/// part called `only`.
pub fn bench(workspace: &Workspace, only: Option<&str>) -> Result<(), Error> {
    let parts: Vec<&Part> = PARTS
        .iter()
        .filter(|part| only.is_none_or(|name| name == part.name))
        .collect();
    if parts.is_empty() {
        return Err(Error::Usage(format!(
            "There are no figures called {}: choose one of {}.",
            only.unwrap_or_default(),
            part_names()
        )));
    }
    let tools = tools::for_tests(workspace)?;
    if parts.iter().any(|part| part.product) {
        page::build(workspace, &tools.page)?;
    }
    let built = workspace.target.join("bench");
    // Trunk runs offline, so that it never downloads a tool; the crates come first.
    workspace.cargo().arg("fetch").show()?;
    for page in parts.iter().flat_map(|part| part.pages) {
        page::bundle(&tools.page, &workspace.root.join("tests/bench").join(page))
            .arg("--dist")
            .arg(built.join(page))
            .show()?;
        peers::bundle(workspace, page, &built.join(page))?;
        // As the product's own page is sent.
        page::compress(&fingerprint::files(&built.join(page))?)?;
    }
    println!();
    for part in &parts {
        match part.name {
            "turns" => {
                for example in [
                    "bytes_per_turn",
                    "calls_per_answer",
                    "separate_and_together",
                    "trial_forms",
                ] {
                    workspace
                        .cargo()
                        .args(["run", "--quiet", "--package", "kikitori-interview"])
                        .args(["--example", example])
                        .show()?;
                }
                measure("turns", workspace, &tools, &built)?;
            }
            name => measure(name, workspace, &tools, &built)?,
        }
        println!();
    }
    Ok(())
}

/// Prints the figures of a part that need a browser, from the pages in `built`.
fn measure(
    part: &str,
    workspace: &Workspace,
    tools: &TestTools,
    built: &Path,
) -> Result<(), Error> {
    let run = workspace
        .cargo()
        .args(["run", "--quiet", "--release", "--package", END_TO_END])
        .args(["--bin", "bench", "--", part]);
    Ok(with_browser(run, workspace, tools)
        .env("KIKITORI_BENCH", built)
        .env("KIKITORI_ARTEFACTS", workspace.root.join("artefacts"))
        .show()?)
}

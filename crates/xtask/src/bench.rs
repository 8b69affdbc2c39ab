//! `cargo xtask bench`: figures, measured where they are felt.

use crate::{
    error::Error,
    fingerprint, page, peers,
    test::with_browser,
    tools::{self, TestTools},
    workspace::{END_TO_END, Workspace},
};
use std::{fs, path::Path};

/// The page's files together should not be larger on the wire.
const AIM: u64 = 300 * 1024;

/// One group of figures.
struct Part {
    /// What `--only` calls it.
    name: &'static str,
    /// The pages that it measures, in `tests/bench`.
    pages: &'static [&'static str],
    /// Whether it measures the product's own page.
    product: bool,
}

const PARTS: [Part; 6] = [
    Part {
        name: "sizes",
        pages: &[],
        product: true,
    },
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
    for page in parts.iter().flat_map(|part| part.pages) {
        page::bundle(&tools.page, &workspace.root.join("tests/bench").join(page))
            .arg("--dist")
            .arg(built.join(page))
            .show()?;
        peers::bundle(workspace, page, &built.join(page))?;
    }
    println!();
    for part in &parts {
        match part.name {
            "sizes" => print!(
                "{}",
                sizes(&workspace.dist(), &workspace.dist().join(page::DESK))?
            ),
            "turns" => {
                workspace
                    .cargo()
                    .args(["run", "--quiet", "--package", "kikitori-interview"])
                    .args(["--example", "bytes_per_turn"])
                    .show()?;
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

/// A table of every shipped file: bytes on disk, and bytes on the wire with brotli. The aim is for
/// the page; the help desk's documents, in `desk`, are loaded by those who go there, and what reads
/// PDFs, in `desk/pdf`, by those who add one. Of its maps of characters, which are not listed, a
/// PDF needs one or two at most.
fn sizes(dist: &Path, desk: &Path) -> Result<String, Error> {
    let mut table = format!("{:<52} {:>12} {:>12}\n", "file", "bytes", "brotli");
    let (mut page, mut help_desk, mut pdf_reader) = ((0, 0), (0, 0), (0, 0));
    let pdf = desk.join("pdf");
    for file in fingerprint::files(dist)? {
        if file.extension().is_some_and(|it| it == "br") || file.starts_with(pdf.join("cmaps")) {
            continue;
        }
        let size = |path: &Path| fs::metadata(path).map(|it| it.len());
        let bytes = size(&file).map_err(|source| Error::file("read", &file, source))?;
        let mut beside = file.clone().into_os_string();
        beside.push(".br");
        // What is not compressed is sent as it is.
        let compressed = size(Path::new(&beside)).unwrap_or(bytes);
        let name = file
            .strip_prefix(dist)
            .unwrap_or(&file)
            .display()
            .to_string();
        table += &format!("{name:<52} {bytes:>12} {compressed:>12}\n");
        let (raw, sent) = if file.starts_with(&pdf) {
            &mut pdf_reader
        } else if file.starts_with(desk) {
            &mut help_desk
        } else {
            &mut page
        };
        *raw += bytes;
        *sent += compressed;
    }
    for (name, (raw, sent)) in [
        ("the page", page),
        ("the help desk's documents", help_desk),
        ("what reads PDFs", pdf_reader),
    ] {
        table += &format!("{name:<52} {raw:>12} {sent:>12}\n");
    }
    table += &format!("{:<52} {:>12} {AIM:>12}\n", "aim for the page (300 KB)", "");
    Ok(table)
}

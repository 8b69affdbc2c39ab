//! `cargo xtask bench`: figures, measured where they are felt.

use crate::{
    error::Error,
    fingerprint, page,
    test::with_browser,
    tools,
    workspace::{END_TO_END, Workspace},
};
use std::{fs, path::Path};

/// The page's files together should not be larger on the wire.
const AIM: u64 = 300 * 1024;

/// Builds the page and what it is measured beside, and prints the figures.
pub fn bench(workspace: &Workspace) -> Result<(), Error> {
    let tools = tools::for_tests(workspace)?;
    page::build(workspace, &tools.page)?;
    let peers = workspace.target.join("bench");
    for peer in ["counter", "turns", "fan_out"] {
        page::bundle(&tools.page, &workspace.root.join("tests/bench").join(peer))
            .arg("--dist")
            .arg(peers.join(peer))
            .show()?;
    }
    println!();
    print!(
        "{}",
        sizes(&workspace.dist(), &workspace.dist().join(page::DESK))?
    );
    println!();
    workspace
        .cargo()
        .args(["run", "--quiet", "--package", "kikitori-interview"])
        .args(["--example", "bytes_per_turn"])
        .show()?;
    let figures = workspace
        .cargo()
        .args(["run", "--quiet", "--release", "--package", END_TO_END])
        .args(["--bin", "bench"]);
    with_browser(figures, workspace, &tools)
        .env("KIKITORI_BENCH_COUNTER", peers.join("counter"))
        .env("KIKITORI_BENCH_TURNS", peers.join("turns"))
        .env("KIKITORI_BENCH_FAN_OUT", peers.join("fan_out"))
        .env("KIKITORI_ARTEFACTS", workspace.root.join("artefacts"))
        .show()?;
    Ok(())
}

/// A table of every shipped file: bytes on disk, and bytes on the wire with brotli. The aim is for
/// the interview's page; the help desk's, in `desk`, is loaded by those who go there, and what
/// reads PDFs, in `desk/pdf`, by those who add one. Of its maps of characters, which are not
/// listed, a PDF needs one or two at most.
fn sizes(dist: &Path, desk: &Path) -> Result<String, Error> {
    let mut table = format!("{:<52} {:>12} {:>12}\n", "file", "bytes", "brotli");
    let (mut interview, mut help_desk, mut pdf_reader) = ((0, 0), (0, 0), (0, 0));
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
            &mut interview
        };
        *raw += bytes;
        *sent += compressed;
    }
    for (name, (raw, sent)) in [
        ("the interview", interview),
        ("the help desk", help_desk),
        ("what reads PDFs", pdf_reader),
    ] {
        table += &format!("{name:<52} {raw:>12} {sent:>12}\n");
    }
    table += &format!(
        "{:<52} {:>12} {AIM:>12}\n",
        "aim for the interview (300 KB)", ""
    );
    Ok(table)
}

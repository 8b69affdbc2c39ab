//! What reads PDFs on the help desk's page: no part of it is loaded before there is one to read.

use crate::{
    error::Error,
    fingerprint,
    tools::{PDF_READER, PageTools},
    workspace::Workspace,
};
use std::{fs, path::Path};

/// Its folder in the built page.
const PLACE: &str = "desk/pdf";

/// Puts it into the page that is being built in `stage`. Of pdf.js these are the files for browsers
/// of some years; the maps of characters are fetched one by one, by PDFs that need them.
pub fn place(workspace: &Workspace, tools: &PageTools, stage: &Path) -> Result<(), Error> {
    let place = stage.join(PLACE);
    let mut copies = vec![
        (
            workspace.root.join(PDF_READER).join("read.js"),
            place.join("read.js"),
        ),
        (tools.pdf_js.join("LICENSE"), place.join("LICENSE.txt")),
    ];
    for (from, to) in [
        ("pdf.min.mjs", "pdf.js"),
        ("pdf.worker.min.mjs", "pdf.worker.js"),
    ] {
        let from = tools.pdf_js.join("legacy/build").join(from);
        // Not every server knows what kind of file `.mjs` is.
        copies.push((from, place.join(to)));
    }
    let cmaps = place.join("cmaps");
    for from in fingerprint::files(&tools.pdf_js.join("cmaps"))? {
        let to = cmaps.join(from.file_name().unwrap_or_default());
        copies.push((from, to));
    }
    fs::create_dir_all(&cmaps).map_err(|source| Error::file("create", &cmaps, source))?;
    for (from, to) in copies {
        fs::copy(&from, &to).map_err(|source| Error::file("copy", &from, source))?;
    }
    Ok(())
}

//! The files that the program's parts consist of: fewer than it was cut into.
//!
//! wasm-split makes a file of what each combination of parts shares, most of them small. They are
//! joined here to few, and a script of our own loads them.

mod joining;
pub mod loads;

use crate::{
    binaryen::{self, Merge},
    error::Error,
    tools::PageTools,
    wasm,
    workspace::{self, read},
};
use joining::Piece;
use loads::Loads;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The script that loads the parts. The program imports it by this name.
pub const LOADER: &str = "__wasm_split.js";
/// What the parts call the module of what all of them take from the main part.
const SHARED: &str = "__wasm_split";
/// What the loading script calls it.
const MAIN: &str = "main";
/// How that script begins.
const SCRIPT: &str = include_str!("parts/loader.js");

/// The parts that need only so many of the style sheets: the first view of an interview, which has one
/// of its own, and what home shows of this device.
const WORN: [(&str, usize); 2] = [("first", 1), ("kept", 0)];

/// Parts that come as one file where these others are there before them, and nothing else is: a
/// request, a program and a compilation instead of dozens, at the price of a file that nobody else can
/// use. They are those that somebody waits for on the way to the first question.
const WHOLE: [(&str, &[&str]); 4] = [
    ("kept", &[]),
    ("first", &[]),
    ("first", &["kept"]),
    ("interview", &["first"]),
];

/// What decides, besides the program and the tools, what [`join`] makes: when it changes, the page
/// is built anew.
pub fn how_joined() -> String {
    format!(
        "joined where a file costs {} bytes, weights {:?}, sheets {WORN:?}, whole {WHOLE:?}, loaded by {SCRIPT}",
        joining::FILE,
        joining::WAITED_FOR
    )
}

/// Joins the files of the parts in `folder`, as wasm-split has left them there, and replaces the
/// script that loads them. Each part needs `sheets` too, but for [`WORN`].
pub fn join(folder: &Path, sheets: &[&str], tools: &PageTools) -> Result<(), Error> {
    let script = folder.join(LOADER);
    let cut = Loads::of_cut(&read(&script)?);
    if cut.all().is_empty() {
        return Err(Error::Other(format!(
            "{} loads parts in another way than expected.",
            script.display()
        )));
    }
    let mut pieces = Vec::new();
    for (file, parts) in cut.by_file() {
        let bytes = wasm::loaded_bytes(&folder.join(&file))?;
        pieces.push(Piece {
            files: vec![file],
            parts,
            bytes,
        });
    }
    let shared = folder.join("shared.wasm");
    let files: Vec<PathBuf> = cut.all().iter().map(|file| folder.join(file)).collect();
    let passage = wasm::passage(&files, SHARED, MAIN)?;
    workspace::write(&shared, &passage)?;
    // Each is called as the largest file in it: that is what somebody looks for.
    let joined: Vec<(String, Piece)> = joining::joined(pieces)
        .into_iter()
        .filter_map(|piece| Some((piece.files.first()?.clone(), piece)))
        .collect();
    let wholes = wholes(&joined);
    let merged = |name: &str| folder.join(name).with_extension("joined");
    let pieces = joined
        .iter()
        .map(|(name, piece)| (name, piece.files.clone()));
    let of_wholes = wholes
        .iter()
        .map(|whole| (&whole.name, whole.files(&joined)));
    let merge = |(name, files): (&String, Vec<String>)| {
        let cut = files.into_iter().map(|file| (folder.join(&file), file));
        let shared = (shared.clone(), SHARED.to_owned());
        Merge {
            files: std::iter::once(shared).chain(cut).collect(),
            to: merged(name),
        }
    };
    let merges: Vec<Merge> = pieces.chain(of_wholes).map(merge).collect();
    binaryen::merge(&merges, tools)?;
    for file in &files {
        workspace::remove(file)?;
    }
    let mut loads = Loads::default();
    // A part that consists of nothing but what others load too has no file of its own.
    for name in cut.names() {
        loads.declare(name);
        let worn = WORN.iter().find(|(part, _)| *part == name);
        let worn = worn.map_or(sheets.len(), |(_, count)| *count);
        for sheet in sheets.iter().take(worn) {
            loads.add(name.to_owned(), (*sheet).to_owned());
        }
    }
    let names = joined.iter().map(|(name, _)| name);
    for name in names.chain(wholes.iter().map(|whole| &whole.name)) {
        let merged = merged(name);
        workspace::write(&folder.join(name), &wasm::without_exports(&merged)?)?;
        workspace::remove(&merged)?;
    }
    for (name, piece) in joined {
        for part in piece.parts {
            loads.add(part, name.clone());
        }
    }
    for whole in wholes {
        loads.add_whole(whole.part, whole.name, whole.has);
    }
    workspace::remove(&shared)?;
    let loader = with_canaries(folder, &loads)?;
    workspace::write(&script, format!("{loader}{}", loads.script()).as_bytes())
}

/// A file that has several of those that a part needs.
struct Whole {
    part: &'static str,
    name: String,
    has: BTreeSet<String>,
}

impl Whole {
    /// What it is made of.
    fn files(&self, joined: &[(String, Piece)]) -> Vec<String> {
        let pieces = joined.iter().filter(|(name, _)| self.has.contains(name));
        pieces.flat_map(|(_, piece)| piece.files.clone()).collect()
    }
}

/// Those of [`WHOLE`] that spare a file in a program with these parts.
fn wholes(joined: &[(String, Piece)]) -> Vec<Whole> {
    let mut wholes: Vec<Whole> = Vec::new();
    let has_part = |part: &str| joined.iter().any(|(_, it)| it.parts.contains(part));
    for (part, before) in WHOLE {
        if !before.iter().all(|it| has_part(it)) {
            continue;
        }
        let is_missing = |piece: &Piece| {
            let is_there = before.iter().any(|before| piece.parts.contains(*before));
            piece.parts.contains(part) && !is_there
        };
        let missing = joined.iter().filter(|(_, piece)| is_missing(piece));
        let has: BTreeSet<String> = missing.map(|(name, _)| name.clone()).collect();
        let is_new = wholes.iter().all(|whole| whole.has != has);
        if has.len() > 1 && is_new {
            let after: String = before.iter().map(|it| format!("_after_{it}")).collect();
            wholes.push(Whole {
                part,
                name: format!("split_{part}.whole{after}.wasm"),
                has,
            });
        }
    }
    wholes
}

/// The script that loads the parts, with what those of a program with debug assertions ask for: that
/// a global of this name is there, by which wasm-split knows its own.
fn with_canaries(folder: &Path, loads: &Loads) -> Result<String, Error> {
    const GIVEN: &str = "{ main: initSync() }";
    let mut canaries = BTreeSet::new();
    for file in loads.all().into_iter().filter(|it| it.ends_with(".wasm")) {
        let path = folder.join(file);
        let bytes = fs::read(&path).map_err(|source| Error::file("read", &path, source))?;
        let mut names = wasm::import_names(&path, &bytes, MAIN)?;
        names.retain(|name| name.starts_with("__canary_"));
        canaries.extend(names);
    }
    let given: String = canaries
        .iter()
        .map(|it| format!(", {it}: 0xdead"))
        .collect();
    Ok(match given.is_empty() {
        true => SCRIPT.to_owned(),
        false => SCRIPT.replace(GIVEN, &format!("{{ main: {{ ...initSync(){given} }} }}")),
    })
}

//! `cargo xtask size`: what the page's visitors load, and what it consists of.

mod crates;
mod names;
mod views;

use crate::{
    database_module, demo_module,
    error::Error,
    fingerprint,
    module::WIDGET,
    page,
    parts::{LOADER, loads::Loads},
    tools, wasm,
    widget::{FIRST, FRAME, TAKEOVER},
    workspace::Workspace,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The limits, by the name of a view; in bytes with brotli.
const LIMITS: &str = "web/sizes.json";
/// What the files of the demonstration model begin with.
const DEMONSTRATION: &str = "demonstration/";
/// The folder of the page with one form and nothing else, and what its files begin with here.
const FORM_PAGE: &str = "form/";

/// Builds the page, prints its sizes, and fails above the limits.
pub fn size(workspace: &Workspace) -> Result<(), Error> {
    page::build(workspace, &tools::for_page(workspace)?)?;
    let sizes = Sizes::of(workspace)?;
    print!("{}", sizes.table());
    print!("{}", crates::table(workspace)?);
    sizes.check(workspace)
}

/// Prints the sizes of the built page and fails above the limits.
pub fn check(workspace: &Workspace) -> Result<(), Error> {
    let sizes = Sizes::of(workspace)?;
    print!("{}", sizes.table());
    sizes.check(workspace)
}

/// Bytes of a file, and on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Size {
    raw: u64,
    sent: u64,
}

impl std::ops::Add for Size {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            raw: self.raw + other.raw,
            sent: self.sent + other.sent,
        }
    }
}

/// What lies beside the page for others and is loaded by none of its visitors.
const NEVER_LOADED: [&str; 1] = ["form.schema.json"];

/// The sizes of the built page.
struct Sizes {
    files: BTreeMap<String, Size>,
    kinds: BTreeMap<String, wasm::Kinds>,
    loads: Loads,
    /// The same of what another site's page loads.
    widget: Loads,
}

impl Sizes {
    fn of(workspace: &Workspace) -> Result<Self, Error> {
        let dist = workspace.dist();
        let mut sizes = Self {
            files: BTreeMap::new(),
            kinds: BTreeMap::new(),
            loads: Loads::default(),
            widget: Loads::default(),
        };
        let beside = fs::read_dir(&dist).map_err(|source| Error::file("list", &dist, source))?;
        let beside = beside.flatten().map(|entry| entry.path());
        let beside = beside.filter(|path| path.is_file());
        let program = fingerprint::files(&dist.join("app"))?;
        for file in beside.chain(program) {
            if file.extension().is_some_and(|it| it == "br") {
                continue;
            }
            let name = file.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            if NEVER_LOADED.contains(&name.as_str()) {
                continue;
            }
            if name == LOADER {
                sizes.loads = Loads::read(&crate::workspace::read(&file)?);
            }
            if name.ends_with(".wasm") {
                sizes.kinds.insert(name.clone(), wasm::kinds(&file)?);
            }
            sizes.files.insert(name, size_of(&file)?);
        }
        let database = format!("{}/", database_module::PLACE);
        for folder in [database.as_str(), FORM_PAGE] {
            for file in fingerprint::files(&dist.join(folder))? {
                if file.extension().is_none_or(|it| it != "br") {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{folder}{name}");
                    sizes.files.insert(name, size_of(&file)?);
                }
            }
        }
        sizes.read_widget(&dist)?;
        Ok(sizes)
    }

    /// What every visitor loads: all that is not a part.
    fn first(&self) -> BTreeSet<&str> {
        let parts = self.loads.all();
        let files = self.files.keys().map(String::as_str);
        let database = self.database();
        let is_first = |file: &&str| {
            let is_elsewhere = database.contains(file)
                || file.starts_with(WIDGET.place)
                || file.starts_with(TAKEOVER)
                || file.starts_with(FORM_PAGE)
                || file.starts_with(DEMONSTRATION);
            !parts.contains(file) && !is_elsewhere
        };
        files.filter(is_first).collect()
    }

    /// What another site's page loads, whose files are called as the page's are.
    fn read_widget(&mut self, dist: &Path) -> Result<(), Error> {
        let folder = dist.join(WIDGET.place);
        for file in fingerprint::files(&folder)? {
            if file.extension().is_none_or(|it| it == "br" || it == "ts") {
                continue;
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            // The page in a frame loads the same and a little more.
            if name.starts_with(FRAME) {
                continue;
            }
            if name == LOADER {
                self.widget = Loads::read(&crate::workspace::read(&file)?);
            }
            let own = file.parent().and_then(Path::file_name).unwrap_or_default();
            let own = own.to_string_lossy();
            let name = match () {
                () if own.starts_with(TAKEOVER) => format!("{TAKEOVER}/{name}"),
                () if own == demo_module::PLACE => format!("{DEMONSTRATION}{name}"),
                () => format!("{}/{name}", WIDGET.place),
            };
            if name.ends_with(".wasm") {
                self.kinds.insert(name.clone(), wasm::kinds(&file)?);
            }
            // The script lies at the address that stays and at that of its version, and in each build
            // there is one of its name; a page loads one of the two first ones.
            let is_module = file.parent() != Some(folder.as_path());
            let name = match is_module && name.starts_with(WIDGET.place) && name.ends_with(".js") {
                true => name.replace("/kikitori.js", "/build/kikitori.js"),
                false => name,
            };
            let is_versioned =
                !is_module && name.ends_with(".js") && !name.ends_with("/kikitori.js");
            if !is_versioned {
                self.files.insert(name, size_of(&file)?);
            }
        }
        Ok(())
    }

    /// What the widget loads before its own module: the element's script, and the first view with its
    /// sheet.
    fn widget_first(&self) -> BTreeSet<&str> {
        let beginning = format!("{}/", WIDGET.place);
        let files = self.files.keys().map(String::as_str);
        files
            .filter(|file| {
                let name = file.strip_prefix(beginning.as_str()).unwrap_or_default();
                let is_first = name.strip_prefix(FIRST);
                is_first.is_some_and(|rest| rest.starts_with(['.', '_', '-']))
                    || name == "kikitori.js"
            })
            .collect()
    }

    /// What the widget loads for `parts`, with all that it needs first.
    fn widget(&self, parts: &[&str]) -> BTreeSet<&str> {
        let beginning = format!("{}/", WIDGET.place);
        let wanted: BTreeSet<&str> = parts.iter().flat_map(|it| self.widget.of(it)).collect();
        let all = self.widget.all();
        let files = self.files.keys().map(String::as_str);
        files
            .filter(|file| {
                let name = file.strip_prefix(beginning.as_str());
                name.is_some_and(|name| !all.contains(name) || wanted.contains(name))
            })
            .collect()
    }

    /// What is loaded before the first question to a database.
    fn database(&self) -> BTreeSet<&str> {
        self.folder(database_module::PLACE)
    }

    /// What the widget loads beside it for a form of the page around.
    fn takeover(&self) -> BTreeSet<&str> {
        self.folder(TAKEOVER)
    }

    /// What is loaded before the demonstration model's first reply.
    fn demonstration(&self) -> BTreeSet<&str> {
        self.folder(DEMONSTRATION)
    }

    fn folder(&self, place: &str) -> BTreeSet<&str> {
        let files = self.files.keys().map(String::as_str);
        files.filter(|file| file.starts_with(place)).collect()
    }

    fn sum(&self, files: &BTreeSet<&str>) -> Size {
        let sizes = files.iter().filter_map(|file| self.files.get(*file));
        sizes.copied().fold(Size::default(), std::ops::Add::add)
    }

    fn table(&self) -> String {
        let mut table = format!(
            "{:<48} {:>10} {:>10} {:>10} {:>10} {:>10}\n",
            "file", "bytes", "brotli", "code", "data", "other"
        );
        for (file, size) in &self.files {
            let kinds = self.kinds.get(file).map_or_else(String::new, |kinds| {
                let wasm::Kinds { code, data, other } = kinds;
                format!(" {code:>10} {data:>10} {other:>10}")
            });
            table += &format!("{file:<48} {:>10} {:>10}{kinds}\n", size.raw, size.sent);
        }
        table += "\npart, with all that it needs beside the first\n";
        for name in self.loads.names() {
            let files = self.loads.of(name);
            let size = self.sum(&files);
            let count = format!("{name} ({} files)", files.len());
            table += &format!("{count:<48} {:>10} {:>10}\n", size.raw, size.sent);
        }
        table += "\nto the first useful view\n";
        for (name, files) in self.views() {
            let size = self.sum(&files);
            let count = format!("{name} ({} files)", files.len());
            table += &format!("{count:<48} {:>10} {:>10}\n", size.raw, size.sent);
        }
        table
    }

    fn check(&self, workspace: &Workspace) -> Result<(), Error> {
        let path = workspace.root.join(LIMITS);
        let limits = serde_json::from_str(&crate::workspace::read(&path)?);
        let limits: BTreeMap<String, u64> = limits
            .map_err(|error| Error::Other(format!("{} cannot be read: {error}", path.display())))?;
        let views = self.views();
        let views = views
            .iter()
            .map(|(name, files)| (*name, self.sum(files).sent));
        let over = above(&limits, views);
        if over.is_empty() {
            return Ok(());
        }
        Err(Error::Other(format!(
            "The page is larger than {LIMITS} allows: {}. `cargo xtask size` says what it consists of.",
            over.join("; ")
        )))
    }
}

/// Which views are above their limits, or have none.
fn above<'a>(
    limits: &BTreeMap<String, u64>,
    views: impl Iterator<Item = (&'a str, u64)>,
) -> Vec<String> {
    let over = views.filter_map(|(name, sent)| match limits.get(name) {
        Some(limit) if sent <= *limit => None,
        Some(limit) => Some(format!("{name} has {sent} bytes of {limit}")),
        None => Some(format!("{name} has {sent} bytes and no limit")),
    });
    over.collect()
}

fn size_of(file: &Path) -> Result<Size, Error> {
    let length = |path: &Path| fs::metadata(path).map(|it| it.len());
    let raw = length(file).map_err(|source| Error::file("read", file, source))?;
    // What is not compressed is sent as it is.
    let sent = length(&file.with_added_extension("br")).unwrap_or(raw);
    Ok(Size { raw, sent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_above_its_limit_or_without_one_is_named() {
        let limits = BTreeMap::from([("home".to_owned(), 10), ("desk".to_owned(), 10)]);
        let over = |views: [(&'static str, u64); 2]| above(&limits, views.into_iter());
        assert!(over([("home", 10), ("desk", 9)]).is_empty());
        assert_eq!(
            over([("home", 11), ("desk", 9)]),
            ["home has 11 bytes of 10"]
        );
        assert_eq!(
            over([("home", 1), ("new", 9)]),
            ["new has 9 bytes and no limit"]
        );
    }
}

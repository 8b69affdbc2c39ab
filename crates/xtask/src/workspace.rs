//! Where things are in this repository, and which rooms run where.

use crate::{error::Error, process::Run};
use std::path::{Path, PathBuf};

/// The rooms that only ever run in a browser: they are built for wasm32 alone.
pub const BROWSER_ROOMS: [&str; 17] = [
    "kikitori-browser",
    "kikitori-host-form",
    "kikitori-first",
    "kikitori-parts",
    "kikitori-interview-page",
    "kikitori-desk",
    "kikitori-agent-page",
    "kikitori-database-module",
    DEMO_MODULE,
    "kikitori-tasks-page",
    "kikitori-builder",
    "kikitori-takeover",
    "kikitori-widget",
    WIDGET_FIRST,
    "kikitori-app",
    "kikitori-bench",
    "kikitori-test-client",
];
/// The rooms that are no part of the page.
pub const NATIVE_ROOMS: [&str; 5] = [
    "kikitori-native",
    "kikitori-proxy",
    REPLAY,
    "kikitori-xtask",
    END_TO_END,
];
/// The room that is built into a module beside the page's.
pub const DATABASE_MODULE: &str = "kikitori-database-module";
/// The room with the demonstration model, a module beside the page's.
pub const DEMO_MODULE: &str = "kikitori-demo-module";
/// The room that another site's page loads for a form of its own.
pub const TAKEOVER_MODULE: &str = "kikitori-takeover";
/// The room with the widget's first view, a module beside the widget's own.
pub const WIDGET_FIRST: &str = "kikitori-widget-first";
/// The room with the program behind `cargo xtask replay`.
pub const REPLAY: &str = "kikitori-replay";
/// The room with the end-to-end tests.
pub const END_TO_END: &str = "kikitori-e2e";
/// The room with the checks of `cargo xtask real-server`.
pub const REAL_SERVER: &str = "kikitori-real-server";
/// What the page is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The repository's own places.
pub struct Workspace {
    /// The folder with the root `Cargo.toml`.
    pub root: PathBuf,
    /// Where Cargo puts what it builds.
    pub target: PathBuf,
}

impl Workspace {
    /// Finds the workspace this program was built from, from any folder inside it.
    pub fn find() -> Result<Self, Error> {
        let text = cargo()
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .capture()?;
        let metadata: serde_json::Value = serde_json::from_str(&text)
            .map_err(|source| Error::Other(format!("`cargo metadata` cannot be read: {source}")))?;
        let place = |key: &str| {
            metadata
                .get(key)
                .and_then(serde_json::Value::as_str)
                .map(PathBuf::from)
                .ok_or_else(|| Error::Other(format!("`cargo metadata` names no {key}")))
        };
        Ok(Self {
            root: place("workspace_root")?,
            target: place("target_directory")?,
        })
    }

    /// Where the built page is.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Where this program keeps its own notes between runs.
    pub fn notes(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The version of `package` that Cargo.lock holds.
    pub fn locked_version(&self, package: &str) -> Result<String, Error> {
        let path = self.root.join("Cargo.lock");
        let text = read(&path)?;
        version_in_lock(&text, package).ok_or_else(|| {
            Error::Other(format!(
                "Cargo.lock has no version of {package}: run `cargo generate-lockfile`"
            ))
        })
    }

    /// Cargo, run in the root of the workspace.
    pub fn cargo(&self) -> Run {
        cargo().dir(&self.root)
    }
}

/// Cargo, wherever this program was started.
fn cargo() -> Run {
    Run::new("cargo")
}

/// Reads a text file, naming it when that fails.
pub fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::file("read", path, source))
}

/// Writes a file, naming it when that fails.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    std::fs::write(path, content).map_err(|source| Error::file("write", path, source))
}

/// Removes a file, naming it when that fails.
pub fn remove(path: &Path) -> Result<(), Error> {
    std::fs::remove_file(path).map_err(|source| Error::file("remove", path, source))
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{BROWSER_ROOMS, NATIVE_ROOMS, version_in_lock};
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::{Path, PathBuf},
    };

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// Where a room's tests are one program, Cargo looks for no others.
    #[test]
    fn every_file_of_tests_is_in_its_rooms_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rooms = ["crates", "web"].map(|folder| entries(&root.join(folder)));
        let rooms = rooms.concat().into_iter().chain([root.join("tests")]);
        let mut programs = 0;
        for tests in rooms.map(|room| room.join("tests")) {
            let Ok(program) = fs::read_to_string(tests.join("main.rs")) else {
                continue;
            };
            programs += 1;
            let modules = program.lines().filter_map(|line| line.strip_prefix("mod "));
            let modules: BTreeSet<_> = modules.filter_map(|it| it.strip_suffix(';')).collect();
            let manifest = fs::read_to_string(tests.with_file_name("Cargo.toml")).unwrap();
            for path in entries(&tests) {
                let name = path.file_stem().unwrap().to_str().unwrap();
                let is_file = path.extension().is_some_and(|it| it == "rs") && name != "main";
                let has_own = manifest.contains(&format!("path = \"tests/{name}.rs\""));
                assert!(
                    !is_file || has_own || modules.contains(name),
                    "{}: write `mod {name};` into main.rs beside it",
                    path.display()
                );
            }
        }
        assert!(programs > 10, "{programs}");
    }

    /// What runs in a browser is linted for it with all that it is built of, so that a core room which
    /// does not compile for wasm32 is seen there.
    #[test]
    fn every_room_that_is_not_native_alone_is_part_of_what_a_browser_runs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rooms = ["crates", "web", "web/widget", "tests"].map(|it| entries(&root.join(it)));
        let manifests = rooms
            .concat()
            .into_iter()
            .map(|room| room.join("Cargo.toml"));
        let manifests = manifests.filter_map(|it| fs::read_to_string(it).ok());
        let named: BTreeMap<String, String> = manifests
            .filter_map(|manifest| {
                let (_, name) = manifest.split_once("name = \"")?;
                Some((name.split_once('"')?.0.to_owned(), manifest))
            })
            .collect();
        assert!(named.len() > 30, "{}", named.len());
        let mut reached = BTreeSet::new();
        let mut next: Vec<&str> = BROWSER_ROOMS.to_vec();
        while let Some(room) = next.pop() {
            if reached.insert(room) {
                let manifest = named.get(room).unwrap();
                let uses = |other: &str| manifest.contains(format!("\n{other}").as_str());
                let is_used =
                    |it: &&String| uses(&format!("{it}.workspace")) || uses(&format!("{it} ="));
                next.extend(named.keys().filter(is_used).map(String::as_str));
            }
        }
        for room in entries(&root.join("crates")) {
            let manifest = fs::read_to_string(room.join("Cargo.toml")).unwrap();
            let (name, _) = named.iter().find(|(_, it)| **it == manifest).unwrap();
            let is_native = NATIVE_ROOMS.contains(&name.as_str());
            assert!(is_native || reached.contains(name.as_str()), "{name}");
        }
    }

    /// The Rust files below a folder.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let found = entries(folder).into_iter().flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        });
        found
            .filter(|path| path.extension().is_some_and(|it| it == "rs"))
            .collect()
    }

    /// Punctuation is none: code that reads what people write knows it too.
    fn is_japanese(letter: char) -> bool {
        matches!(letter, '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{9fff}')
    }

    /// Files that have Japanese letters or choose between texts elsewhere, and why.
    const TEXTS_ELSEWHERE: [(&str, &str); 1] = [(
        "web/first/src/choices.rs",
        "what models say is compared with it, and nobody sees it",
    )];

    /// Who translates the pages, or mends a text, looks into these folders alone. Japanese tells of a
    /// text what no English does, as code is in that; and a text in one language has its other beside
    /// it or nowhere.
    #[test]
    fn every_text_of_the_pages_is_in_a_folder_of_messages() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut messages, mut elsewhere) = (0, BTreeSet::new());
        for path in sources(&root.join("web")) {
            let name = path.strip_prefix(&root).unwrap();
            let name = name.to_str().unwrap().replace('\\', "/");
            if name.contains("/messages/") {
                messages += 1;
                continue;
            }
            if !name.contains("/src/") || name.ends_with("/tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let lines = code.lines().enumerate();
            for (at, line) in lines.filter(|(_, it)| !it.trim_start().starts_with("//")) {
                let is_text = line.contains(is_japanese)
                    || line.contains("Language::En =>")
                    || line.contains(".pick(\"");
                if is_text {
                    let is_allowed = TEXTS_ELSEWHERE.iter().any(|(file, _)| *file == name);
                    assert!(
                        is_allowed,
                        "{name}:{}: move it to `messages`: {line}",
                        at + 1
                    );
                    elsewhere.insert(name.clone());
                }
            }
        }
        assert!(messages > 60, "{messages}");
        assert_eq!(elsewhere.len(), TEXTS_ELSEWHERE.len(), "{elsewhere:?}");
    }

    #[test]
    fn the_locked_version_is_that_of_the_exact_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-cli\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(
            version_in_lock(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(version_in_lock(lock, "bindgen"), None);
    }
}

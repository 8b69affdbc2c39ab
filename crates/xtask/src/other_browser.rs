//! The browsers besides Chromium that the main journeys are run in.

use crate::{
    browser::{FONT, has_japanese_font},
    debian,
    error::Error,
    install::{Crate, on_path},
    tools::Steps,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Firefox' driver.
const GECKODRIVER: &str = "0.37.1";
/// What a Firefox is called, by who packages it.
const FIREFOXES: [&str; 2] = ["firefox-esr", "firefox"];
/// Where the libraries are that WebKitGTK's MiniBrowser comes with, and how their folders begin.
const LIBRARIES: [&str; 3] = ["/usr/lib", "/usr/lib64", "/usr/libexec"];
const WEBKITS: [&str; 2] = ["webkit2gtk-", "webkitgtk-"];

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherBrowser {
    /// Mozilla's.
    Firefox,
    /// WebKitGTK's MiniBrowser: the engine of Safari.
    WebKit,
}

impl OtherBrowser {
    /// What the command line calls them.
    pub const NAMES: &str = "firefox, webkit";

    /// The one that is called `name`.
    pub fn named(name: &str) -> Result<Self, Error> {
        match name {
            "firefox" => Ok(Self::Firefox),
            "webkit" => Ok(Self::WebKit),
            other => Err(Error::Usage(format!(
                "There is no browser called {other}: choose one of {}. Chromium is what \
                 `cargo xtask test` uses.",
                Self::NAMES
            ))),
        }
    }

    /// What the command line and the tests call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// What is run in it, by how the tests' names begin: the journeys, and where that was tried, the widget
    /// in each of its modes and held to its sums.
    pub fn tests(self) -> &'static [&'static str] {
        match self {
            Self::Firefox => &[
                "journeys::",
                "widget_integrity::",
                "widget::a_popup",
                "widget::a_bubble",
                "widget_host::a_slider",
                "widget_host::a_form_in_a_frame",
            ],
            Self::WebKit => &["journeys::"],
        }
    }

    /// How many steps [`Self::install`] takes.
    pub fn steps(self) -> usize {
        match self {
            Self::Firefox => 2,
            Self::WebKit => 1,
        }
    }

    /// Finds or installs it and its driver: what the tests' environment says of them.
    pub fn install(self, steps: &mut Steps) -> Result<Vec<(&'static str, PathBuf)>, Error> {
        match self {
            Self::Firefox => firefox(steps),
            Self::WebKit => webkit(steps),
        }
    }
}

fn firefox(steps: &mut Steps) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let find = || FIREFOXES.iter().find_map(|name| on_path(name));
    let step = steps.next("Firefox and a Japanese font");
    if find().is_none() || !has_japanese_font() {
        step.installing("about a minute");
        debian::install("Firefox or the font", &["firefox-esr", FONT])?;
    }
    let firefox = find().ok_or_else(|| missing("Firefox"))?;
    step.ready();
    let step = steps.next(&format!("geckodriver {GECKODRIVER}"));
    let wanted = Crate {
        package: "geckodriver",
        version: GECKODRIVER,
        features: &[],
        default_features: true,
        locked: true,
    };
    let time = "about a minute on two cores";
    let driver = wanted.find("geckodriver", &step, time, &mut Vec::new())?;
    Ok(vec![
        ("KIKITORI_FIREFOX", firefox),
        ("KIKITORI_GECKODRIVER", driver),
    ])
}

fn webkit(steps: &mut Steps) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let find = || {
        Some(vec![
            (
                "KIKITORI_WEBKIT",
                LIBRARIES
                    .iter()
                    .find_map(|folder| minibrowser(Path::new(folder), 1))?,
            ),
            ("KIKITORI_WEBKIT_DRIVER", on_path("WebKitWebDriver")?),
            ("KIKITORI_XVFB", on_path("Xvfb")?),
        ])
    };
    let step = steps.next("WebKitGTK, its driver, a virtual display and a Japanese font");
    if find().is_none() || !has_japanese_font() {
        step.installing("about a minute");
        let packages = ["webkit2gtk-driver", "xvfb", FONT];
        debian::install("WebKitGTK, the display or the font", &packages)?;
    }
    let found =
        find().ok_or_else(|| missing("WebKitGTK's MiniBrowser, WebKitWebDriver or Xvfb"))?;
    step.ready();
    Ok(found)
}

/// The MiniBrowser of a WebKitGTK whose folder is in `folder`, or so many levels below.
fn minibrowser(folder: &Path, levels: usize) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.iter().rev().find_map(|path| {
        let name = path.file_name()?.to_string_lossy();
        let is_webkit = WEBKITS.iter().any(|start| name.starts_with(start));
        let program = path.join("MiniBrowser");
        if is_webkit && program.is_file() {
            return Some(program);
        }
        let below = levels.checked_sub(1)?;
        minibrowser(path, below)
    })
}

fn missing(what: &str) -> Error {
    Error::Missing(format!(
        "{what} is not where it was looked for, although its package is installed: put it on PATH, \
         then run this again."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_asked_for_by_its_name() {
        for name in OtherBrowser::NAMES.split(", ") {
            assert_eq!(OtherBrowser::named(name).unwrap().name(), name);
        }
        let Err(Error::Usage(text)) = OtherBrowser::named("netscape") else {
            panic!("taken");
        };
        assert!(text.contains(OtherBrowser::NAMES), "{text}");
    }

    #[test]
    fn the_minibrowser_is_found_among_the_libraries() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let folder = root.join("x86_64-linux-gnu/webkit2gtk-4.1");
        fs::create_dir_all(root.join("x86_64-linux-gnu/webkit2gtk-4.0")).unwrap();
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(minibrowser(root, 1), None);
        fs::write(folder.join("MiniBrowser"), "").unwrap();
        assert_eq!(minibrowser(root, 1), Some(folder.join("MiniBrowser")));
        assert_eq!(minibrowser(root, 0), None);
    }
}

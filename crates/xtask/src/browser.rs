//! The real browser that the tests drive.

use crate::{
    error::Error,
    install::{on_path, version_of},
    process::Run,
};
use std::path::PathBuf;

/// What a Chromium is called, by who packages it.
const CHROMIUMS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
/// How Debian names the packages. The font is for the tests that print and show Japanese.
const DEBIAN: [&str; 3] = ["chromium", "chromium-driver", "fonts-ipafont-gothic"];

/// A browser and the driver that goes with it.
pub struct Browser {
    /// The browser's program.
    pub chromium: PathBuf,
    /// The driver's program.
    pub driver: PathBuf,
}

/// The browser on PATH, if both it and its driver are there and fit together, with a Japanese font.
pub fn find() -> Result<Option<Browser>, Error> {
    let chromium = CHROMIUMS.iter().find_map(|name| on_path(name));
    let (Some(chromium), Some(driver)) = (chromium, on_path("chromedriver")) else {
        return Ok(None);
    };
    if !has_japanese_font() {
        return Ok(None);
    }
    let major = |program: &PathBuf| {
        version_of(program).and_then(|version| version.split('.').next().map(str::to_owned))
    };
    match (major(&chromium), major(&driver)) {
        (Some(browser), Some(wanted)) if browser == wanted => {
            Ok(Some(Browser { chromium, driver }))
        }
        (Some(browser), Some(wanted)) => Err(Error::Missing(format!(
            "The browser {} is version {browser} but {} is for version {wanted}: \
             install a chromedriver of version {browser}.",
            chromium.display(),
            driver.display(),
        ))),
        (None, _) => Err(Error::Missing(format!(
            "The browser {} does not start: run it with --version to see why.",
            chromium.display()
        ))),
        (_, None) => Err(Error::Missing(format!(
            "The driver {} does not start: run it with --version to see why.",
            driver.display()
        ))),
    }
}

/// Whether text in Japanese has glyphs. Where there is no fontconfig, the system has fonts of its
/// own.
fn has_japanese_font() -> bool {
    on_path("fc-list").is_none_or(|list| {
        let fonts = Run::new(list).args([":lang=ja", "family"]).capture();
        fonts.is_ok_and(|fonts| !fonts.trim().is_empty())
    })
}

/// Installs Debian's browser, driver and font, where this may be done without asking for a password.
pub fn install() -> Result<Browser, Error> {
    let missing = || {
        Error::Missing(format!(
            "The tests need Chromium (or Chrome), a chromedriver of the same version on PATH, and a \
             Japanese font. \
             On Debian: `apt-get install {}` as root, then run this again.",
            DEBIAN.join(" ")
        ))
    };
    let (Some(apt), Some(rights)) = (on_path("apt-get"), rights()) else {
        return Err(missing());
    };
    let as_root = |arguments: &[&str]| {
        let run = match rights {
            Rights::Root => Run::new(&apt),
            Rights::Sudo => Run::new("sudo")
                .args(["-n", "DEBIAN_FRONTEND=noninteractive"])
                .arg(&apt),
        };
        run.env("DEBIAN_FRONTEND", "noninteractive")
            .args(arguments)
            .show()
    };
    as_root(&["-q", "update"])?;
    let mut arguments = vec!["-q", "install", "--yes", "--no-install-recommends"];
    arguments.extend(DEBIAN);
    as_root(&arguments)?;
    find()?.ok_or_else(missing)
}

enum Rights {
    Root,
    Sudo,
}

fn rights() -> Option<Rights> {
    let is_root = Run::new("id")
        .arg("-u")
        .capture()
        .is_ok_and(|text| text.trim() == "0");
    if is_root {
        return Some(Rights::Root);
    }
    Run::new("sudo")
        .args(["-n", "true"])
        .capture()
        .is_ok()
        .then_some(Rights::Sudo)
}

//! The real browser that the tests drive.

use crate::{
    debian,
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
/// Debian's font for the tests that print and show Japanese.
pub const FONT: &str = "fonts-ipafont-gothic";
/// How Debian names the packages.
const DEBIAN: [&str; 4] = [
    "chromium",
    "chromium-driver",
    "chromium-headless-shell",
    FONT,
];
/// What its engine alone is called, by who packages it. Debian's program on PATH is a script that starts
/// this one.
const ENGINES: [&str; 2] = [
    "/usr/lib/chromium/chromium-headless-shell",
    "chrome-headless-shell",
];

/// A browser and the driver that goes with it.
pub struct Browser {
    /// The browser's program.
    pub chromium: PathBuf,
    /// The driver's program.
    pub driver: PathBuf,
    /// Its engine without the windows around it, where it is there: it starts and draws with less work.
    pub engine: Option<PathBuf>,
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
            let engines = ENGINES.iter().filter_map(|name| on_path(name));
            let mut engines = engines.filter(|engine| major(engine).as_ref() == Some(&wanted));
            Ok(Some(Browser {
                chromium,
                driver,
                engine: engines.next(),
            }))
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
pub fn has_japanese_font() -> bool {
    on_path("fc-list").is_none_or(|list| {
        let fonts = Run::new(list).args([":lang=ja", "family"]).capture();
        fonts.is_ok_and(|fonts| !fonts.trim().is_empty())
    })
}

/// Installs Debian's browser, driver and font, where this may be done without asking for a password.
pub fn install() -> Result<Browser, Error> {
    debian::install(
        "Chromium (or Chrome), a chromedriver of the same version, or a Japanese font",
        &DEBIAN,
    )?;
    find()?.ok_or_else(|| {
        Error::Missing(
            "Chromium, chromedriver or a Japanese font is not found, although Debian's packages \
             are installed: put the programs on PATH, then run this again."
                .into(),
        )
    })
}

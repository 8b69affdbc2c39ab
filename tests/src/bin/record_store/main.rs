//! `record_store FOLDER`: uses the built page in Chromium, scene by scene, and writes down what it
//! has left in its origin, as fixtures for the pages that come after it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a recording fails by panicking"
)]

mod desk;
mod interview;

use std::path::{Path, PathBuf};

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site};
use kikitori_fixtures::StoredPage;

/// A site, and a visitor's browser profile, which outlives the browser.
struct Scene {
    site: Site,
    profile: Profile,
}

impl Scene {
    async fn start(model: Model) -> Self {
        let (site, profile) = (Site::start(model).await, Profile::of_its_own());
        site.will_kill(profile.path());
        Self { site, profile }
    }

    /// A browser in which `script` runs before the page's own.
    async fn browser(&self, script: &str) -> Browser {
        let options = Options {
            before_page: Some(script.to_owned()),
            ..Options::default()
        };
        Browser::open(&self.profile, &options).await
    }

    /// What the page left, once its browser is gone.
    async fn stored(&self) -> StoredPage {
        let browser = Browser::open(&self.profile, &Options::default()).await;
        // Of the same origin, but not the page, which would go on at once.
        let beside = format!("{}boot.js", self.site.url());
        browser.driver.goto(&beside).await.unwrap();
        let stored = Page::shown_in(&browser).stored_page().await.unwrap();
        browser.close().await;
        stored
    }

    async fn write(&self, folder: &Path, name: &str) {
        let stored = self.stored().await;
        let mut text = serde_json::to_string_pretty(&stored).unwrap();
        text.push('\n');
        let path = folder.join(name).with_extension("json");
        std::fs::write(path, text).unwrap();
        println!("{name}: {} records", stored.records.len());
    }
}

#[tokio::main]
async fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| panic!("say into which folder"));
    std::fs::create_dir_all(&folder).unwrap();
    interview::record(&folder).await;
    desk::record(&folder).await;
}

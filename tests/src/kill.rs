//! Killing a browser after each batch that a journey stores, and going on from what is left.

use futures::future::join_all;
use serde_json::json;
use thirtyfour::error::WebDriverResult;

use crate::{Browser, Model, Options, Page, Profile, Site};

/// So many browsers are killed side by side.
const SIDE_BY_SIDE: usize = 2;

/// Where the page finds the number of the batch that is its last.
const FATAL: &str = "fatal-batch";

/// Counts complete batches that put a record whose key `counted` matches. At the fatal one the page
/// has the browser killed, before anything in it can know that the batch is complete.
fn counting_batches(counted: &str) -> String {
    format!(
        "(() => {{
            let fatal;
            try {{ fatal = Number(sessionStorage.getItem('{FATAL}')); }} catch {{ return; }}
            const put = IDBObjectStore.prototype.put;
            const seen = new WeakSet();
            window.storedBatches = 0;
            IDBObjectStore.prototype.put = function (value, key) {{
                if ({counted}.test(key) && !seen.has(this.transaction)) {{
                    seen.add(this.transaction);
                    this.transaction.addEventListener('complete', () => {{
                        window.storedBatches += 1;
                        if (window.storedBatches !== fatal) return;
                        const request = new XMLHttpRequest();
                        request.open('GET', '/__test/kill', false);
                        try {{ request.send(); }} catch {{}}
                        for (;;) {{}}
                    }});
                }}
                return put.call(this, value, key);
            }};
        }})()"
    )
}

/// A site of its own, and a browser to be killed on it.
pub struct KillingGround {
    /// The site.
    pub site: Site,
    /// What of the browser is left when it was killed.
    pub profile: Profile,
    /// None while one is killed and another one starts.
    browser: Option<Browser>,
    options: Options,
}

impl KillingGround {
    /// One with nothing stored yet. Batches that put a record whose key the regular expression
    /// `counted` matches are counted.
    pub async fn open(model: Model, counted: &str) -> Self {
        let (site, profile) = (Site::start(model).await, Profile::of_its_own());
        site.will_kill(profile.path());
        let options = Options {
            before_page: Some(counting_batches(counted)),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        Self {
            site,
            profile,
            browser: Some(browser),
            options,
        }
    }

    /// The browser.
    pub fn browser(&self) -> &Browser {
        self.browser.as_ref().unwrap()
    }

    /// Whatever the browser shows.
    pub fn page(&self) -> Page<'_> {
        Page::shown_in(self.browser())
    }

    /// The batches that the page has stored.
    pub async fn stored_batches(&self) -> WebDriverResult<usize> {
        let batches = self.page().value("window.storedBatches").await?;
        Ok(usize::try_from(batches.as_u64().unwrap_or_default()).unwrap())
    }

    /// A place of the site where the application does not run.
    pub async fn step_aside(&self) -> WebDriverResult<()> {
        let aside = format!("{}boot.js", self.site.url());
        self.browser().driver.goto(&aside).await
    }

    /// Lets the browser end in peace.
    pub async fn close(self) {
        self.browser.unwrap().close().await;
    }

    /// Makes `journey` up to the batch numbered `fatal`, at which the browser is killed, and starts
    /// another browser on what is left.
    async fn killed_after(
        &mut self,
        fatal: usize,
        journey: &impl AsyncFn(&Self) -> WebDriverResult<()>,
    ) {
        self.step_aside().await.unwrap();
        self.page()
            .value(&format!("sessionStorage.setItem('{FATAL}', {fatal})"))
            .await
            .unwrap();
        let outcome = journey(self).await;
        assert!(outcome.is_err(), "batch {fatal} was not reached");
        self.browser.take().unwrap().kill();
        self.browser = Some(Browser::open(&self.profile, &self.options).await);
    }

    /// Removes everything that the site has stored in the browser, and downloads.
    async fn clear(&self) -> WebDriverResult<()> {
        self.step_aside().await?;
        let origin = self.site.url();
        let parameters = json!({"origin": origin.trim_end_matches('/'), "storageTypes": "all"});
        self.browser()
            .tell("Storage.clearDataForOrigin", parameters)
            .await;
        for file in std::fs::read_dir(self.profile.downloads())?.flatten() {
            std::fs::remove_file(file.path())?;
        }
        Ok(())
    }
}

/// Makes `journey`, which stores `batches` batches, once for each of them: the browser is killed
/// after that one, and `resume` is given what another browser finds then. A browser in which a
/// journey was resumed is emptied and killed in the next one.
pub async fn killed_after_each(
    batches: usize,
    open: impl AsyncFn() -> KillingGround,
    journey: impl AsyncFn(&KillingGround) -> WebDriverResult<()>,
    resume: impl AsyncFn(&KillingGround, usize),
) {
    let side_by_side = (1..=SIDE_BY_SIDE).map(async |first| {
        let mut ground = open().await;
        for fatal in (first..=batches).step_by(SIDE_BY_SIDE) {
            ground.killed_after(fatal, &journey).await;
            resume(&ground, fatal).await;
            ground.clear().await.unwrap();
        }
        ground.close().await;
    });
    join_all(side_by_side).await;
}

//! The page as a person sees and uses it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use kikitori_fixtures::StoredPage;
use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

use crate::{Browser, Profile, setting};

/// How long a person would wait for anything here.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long it is until the page is looked at again: what comes late is looked for less often, as every
/// look takes some of the machine's time from the page.
const SOON: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(150);

/// What the picture of a failure is called: after the test, which runs on a thread of its name.
fn failed_picture() -> String {
    let thread = std::thread::current();
    match thread.name() {
        Some(name) => format!("failed-{}", name.replace("::", "-")),
        None => "failed".to_owned(),
    }
}

/// A window that shows the page.
pub struct Page<'a> {
    browser: &'a Browser,
}

impl<'a> Page<'a> {
    /// Opens `url`.
    pub async fn open(browser: &'a Browser, url: &str) -> WebDriverResult<Self> {
        browser.driver.goto(url).await?;
        let page = Self { browser };
        page.wait_for("document.querySelector('main[data-screen]')")
            .await?;
        Ok(page)
    }

    /// Whatever `browser` shows.
    pub fn shown_in(browser: &'a Browser) -> Self {
        Self { browser }
    }

    /// What `expression` comes to in the page.
    pub async fn value(&self, expression: &str) -> WebDriverResult<Value> {
        let script = format!("return {expression};");
        Ok(self
            .browser
            .driver
            .execute(script, vec![])
            .await?
            .json()
            .clone())
    }

    /// What `script` hands to its last argument.
    pub(crate) async fn async_value(&self, script: &str) -> WebDriverResult<Value> {
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let value = self.browser.driver.execute_async(script, vec![]).await?;
        Ok(value.json().clone())
    }

    /// Waits until `expression` is truthy in the page, and fails with a picture if it never is.
    pub async fn wait_for(&self, expression: &str) -> WebDriverResult<()> {
        self.wait_within(PATIENCE, expression).await
    }

    /// The same for what takes longer than a person would wait.
    pub async fn wait_within(&self, patience: Duration, expression: &str) -> WebDriverResult<()> {
        let begin = Instant::now();
        let script = format!("return !!({expression});");
        loop {
            let found = self.browser.driver.execute(script.clone(), vec![]).await?;
            if found.json().as_bool() == Some(true) {
                return Ok(());
            }
            if begin.elapsed() > patience {
                let picture = self.picture(&failed_picture()).await;
                let text = self.value("document.body.innerText").await?;
                let log = self.browser.console().await;
                panic!(
                    "waited in vain for {expression}\npage: {text}\nlog: {log:?}\npicture: {picture:?}"
                );
            }
            let pause = begin.elapsed() / 8;
            tokio::time::sleep(pause.clamp(SOON, SELDOM)).await;
        }
    }

    /// Clicks what has this test id, as a script would.
    pub async fn click(&self, test_id: &str) -> WebDriverResult<()> {
        let selector = format!("[data-testid=\"{test_id}\"]");
        self.click_on(&selector).await
    }

    /// Clicks what `selector` finds first, once it is there.
    pub async fn click_on(&self, selector: &str) -> WebDriverResult<()> {
        let quoted = json!(selector);
        // In one go: what was there a moment ago may be drawn anew.
        self.wait_for(&format!(
            "(() => {{ const it = document.querySelector({quoted}); it?.click(); return it; }})()"
        ))
        .await
    }

    /// The text of what has this test id.
    pub async fn text_of(&self, test_id: &str) -> WebDriverResult<String> {
        let expression =
            format!("document.querySelector('[data-testid=\"{test_id}\"]')?.textContent ?? ''");
        Ok(self
            .value(&expression)
            .await?
            .as_str()
            .unwrap_or_default()
            .to_owned())
    }

    /// Waits until it is the person's turn, and says how: `answer`, `confirm`, `done`, …
    pub async fn settled(&self) -> WebDriverResult<String> {
        const STATE: &str = "document.querySelector('main[data-step]')?.dataset.state";
        loop {
            self.wait_for(&format!("({STATE} ?? 'thinking') !== 'thinking'"))
                .await?;
            // It may have begun to think again since.
            match self.value(STATE).await?.as_str() {
                Some("thinking") | None => {}
                Some(state) => return Ok(state.to_owned()),
            }
        }
    }

    /// The respondent's messages on the page.
    pub async fn answers_given(&self) -> WebDriverResult<usize> {
        let count = self.value("document.querySelectorAll('[data-testid=\"message\"][data-speaker=\"respondent\"]').length").await?;
        Ok(usize::try_from(count.as_u64().unwrap_or_default()).unwrap_or_default())
    }

    /// Types `text` and sends it; done when it is shown as sent.
    pub async fn answer(&self, text: &str) -> WebDriverResult<()> {
        let before = self.answers_given().await?;
        self.fill(text).await?;
        self.click("send").await?;
        self.wait_for(&format!("document.querySelectorAll('[data-testid=\"message\"][data-speaker=\"respondent\"]').length > {before} || document.querySelector('main').dataset.screen !== 'interview'")).await
    }

    /// What stands in the composer.
    pub async fn typed(&self) -> WebDriverResult<String> {
        let typed = "document.querySelector('[data-testid=\"composer\"]')?.value ?? ''";
        let typed = self.value(typed).await?;
        Ok(typed.as_str().unwrap_or_default().to_owned())
    }

    /// Puts `text` into the composer.
    pub async fn fill(&self, text: &str) -> WebDriverResult<()> {
        self.wait_for("document.querySelector('textarea[data-testid=\"composer\"]') && !document.querySelector('textarea[data-testid=\"composer\"]').disabled").await?;
        let quoted = json!(text);
        self.value(&format!("(() => {{ const box = document.querySelector('textarea[data-testid=\"composer\"]'); Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, {quoted}); box.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")).await?;
        Ok(())
    }

    /// Sends `text`, and goes on typing before the page can have stored it.
    pub async fn answer_and_type_on(&self, text: &str, more: &str) -> WebDriverResult<()> {
        let (text, all) = (json!(text), json!(format!("{text}{more}")));
        self.value(&format!("(() => {{ const box = document.querySelector('textarea[data-testid=\"composer\"]'); const type = text => {{ box.value = text; box.dispatchEvent(new Event('input', {{bubbles: true}})); }}; type({text}); document.querySelector('[data-testid=\"send\"]').click(); type({all}); }})()")).await?;
        Ok(())
    }

    /// Puts `text` into the box that has this test id.
    pub async fn fill_in(&self, test_id: &str, text: &str) -> WebDriverResult<()> {
        let quoted = json!(format!("[data-testid=\"{test_id}\"]"));
        self.wait_for(&format!("document.querySelector({quoted})"))
            .await?;
        let text = json!(text);
        self.value(&format!("(() => {{ const box = document.querySelector({quoted}); box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")).await?;
        Ok(())
    }

    /// Puts `text` into the box that has this test id and leaves it, as a person does who goes on
    /// to the next.
    pub async fn change(&self, test_id: &str, text: &str) -> WebDriverResult<()> {
        let quoted = json!(format!("input[data-testid=\"{test_id}\"]"));
        self.wait_for(&format!(
            "document.querySelector({quoted}) && !document.querySelector({quoted}).disabled"
        ))
        .await?;
        let text = json!(text);
        self.value(&format!("(() => {{ const box = document.querySelector({quoted}); box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true}})); box.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")).await?;
        Ok(())
    }

    /// Gives the page a form's file, under a name of its own.
    pub async fn load_form(&self, profile: &Profile, text: &str) -> WebDriverResult<()> {
        self.choose_file("form-file", profile, "form-to-load.json", text.as_bytes())
            .await
    }

    /// Chooses a file of this name and content in the input that has this test id.
    pub async fn choose_file(
        &self,
        test_id: &str,
        profile: &Profile,
        name: &str,
        content: &[u8],
    ) -> WebDriverResult<()> {
        let file = profile.downloads().join(name);
        std::fs::write(&file, content).unwrap();
        let selector = format!("input[data-testid=\"{test_id}\"]");
        let input = self.browser.driver.find(By::Css(selector)).await?;
        input.send_keys(file.to_str().unwrap()).await
    }

    /// Downloads the finished form and reads it.
    pub async fn download(&self, profile: &Profile) -> WebDriverResult<Value> {
        self.click("download").await?;
        let is_form = |name: &str| name.ends_with(".json") && name != "form-to-load.json";
        let is_whole = |text: &str| serde_json::from_str::<Value>(text).is_ok();
        let text = self.saved_file(profile, is_form, is_whole).await;
        Ok(serde_json::from_str(&text)?)
    }

    /// Downloads it for a spreadsheet and reads that.
    pub async fn download_csv(&self, profile: &Profile) -> WebDriverResult<String> {
        self.click("download-csv").await?;
        let is_table = |name: &str| name.ends_with(".csv");
        let text = self.saved_file(profile, is_table, |text| text.ends_with("\r\n"));
        Ok(text.await)
    }

    /// Reads the copy of a session that was saved.
    pub async fn saved_copy(&self, profile: &Profile) -> String {
        let is_copy = |name: &str| name.starts_with("kikitori-") && name.ends_with(".json");
        self.saved_file(profile, is_copy, |text| text.ends_with('}'))
            .await
    }

    /// Reads the file of a name that `is_it`, once the browser has it whole.
    pub async fn saved_file(
        &self,
        profile: &Profile,
        is_it: impl Fn(&str) -> bool,
        is_whole: impl Fn(&str) -> bool,
    ) -> String {
        let begin = Instant::now();
        loop {
            let files = std::fs::read_dir(profile.downloads()).unwrap().flatten();
            let files = files.filter(|file| is_it(&file.file_name().to_string_lossy()));
            let mut texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
            if let Some(text) = texts.find(|text| is_whole(text)) {
                return text;
            }
            assert!(begin.elapsed() < PATIENCE, "no file was saved");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until what is moving in or fading in has arrived, in elements of other pages too. What moves
    /// for ever is left alone.
    pub async fn at_rest(&self) -> WebDriverResult<()> {
        let script = "const done = arguments[0]; const roots = root => [root, ...[...root.querySelectorAll('*')].flatMap(it => it.shadowRoot ? roots(it.shadowRoot) : [])]; const arriving = roots(document).flatMap(it => it.getAnimations()).filter(it => it.effect.getComputedTiming().endTime !== Infinity); Promise.all(arriving.map(it => it.finished.catch(() => {}))).then(() => requestAnimationFrame(() => done()));";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        self.browser.driver.execute_async(script, vec![]).await?;
        Ok(())
    }

    /// The keys of all records in the page's database.
    pub async fn stored_keys(&self) -> WebDriverResult<Vec<String>> {
        let script = "const done = arguments[0]; const open = indexedDB.open('kikitori'); open.onupgradeneeded = () => open.result.createObjectStore('records'); open.onsuccess = () => { const all = open.result.transaction('records').objectStore('records').getAllKeys(); all.onsuccess = () => { open.result.close(); done(all.result); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let keys = self.browser.driver.execute_async(script, vec![]).await?;
        keys.convert()
    }

    /// The bodies of the records in the page's database whose keys start with `prefix`.
    pub async fn stored(&self, prefix: &str) -> WebDriverResult<Vec<(String, Value)>> {
        let script = "const [prefix, done] = arguments; const open = indexedDB.open('kikitori'); open.onupgradeneeded = () => open.result.createObjectStore('records'); open.onsuccess = () => { const range = IDBKeyRange.bound(prefix, prefix + '\\uffff'); const store = open.result.transaction('records').objectStore('records'); const keys = store.getAllKeys(range); const all = store.getAll(range); all.onsuccess = () => { open.result.close(); done(keys.result.map((key, at) => [key, JSON.parse(all.result[at].body)])); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let stored = self
            .browser
            .driver
            .execute_async(script, vec![json!(prefix)]);
        stored.await?.convert()
    }

    /// The record at `key` in the page's database, its body read.
    pub async fn stored_record(&self, key: &str) -> WebDriverResult<Value> {
        let script = "const [key, done] = arguments; const open = indexedDB.open('kikitori'); open.onupgradeneeded = () => open.result.createObjectStore('records'); open.onsuccess = () => { const get = open.result.transaction('records').objectStore('records').get(key); get.onsuccess = () => { open.result.close(); done(get.result && {version: get.result.version, body: JSON.parse(get.result.body)}); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let record = self
            .browser
            .driver
            .execute_async(script, vec![json!(key)])
            .await?;
        Ok(record.json().clone())
    }

    /// Waits until the record at `key` in the page's database is one that `is_it`.
    pub async fn record_becomes(
        &self,
        key: &str,
        is_it: impl Fn(&Value) -> bool,
    ) -> WebDriverResult<Value> {
        let begin = Instant::now();
        loop {
            let record = self.stored_record(key).await?;
            if is_it(&record) {
                return Ok(record);
            }
            assert!(begin.elapsed() < PATIENCE, "{key} is {record}");
            tokio::time::sleep(SOON).await;
        }
    }

    /// Puts `record` at `key` into the page's database, as another version of the page might have.
    pub async fn store_record(&self, key: &str, record: Value) -> WebDriverResult<()> {
        let script = "const [key, record, done] = arguments; const open = indexedDB.open('kikitori'); open.onupgradeneeded = () => open.result.createObjectStore('records'); open.onsuccess = () => { const put = open.result.transaction('records', 'readwrite'); put.objectStore('records').put(record, key); put.oncomplete = () => { open.result.close(); done(); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let given = vec![json!(key), record];
        self.browser.driver.execute_async(script, given).await?;
        Ok(())
    }

    /// Everything that the page has stored, for a page of later to find.
    pub async fn stored_page(&self) -> WebDriverResult<StoredPage> {
        let script = "const done = arguments[0]; const open = indexedDB.open('kikitori'); open.onsuccess = () => { const database = open.result; const name = database.objectStoreNames[0]; const store = database.transaction(name).objectStore(name); const keys = store.getAllKeys(); const all = store.getAll(); all.onsuccess = () => { database.close(); done({database: {name: database.name, store: name, version: database.version}, records: Object.fromEntries(keys.result.map((key, at) => [key, all.result[at]])), localStorage: {...localStorage}}); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let stored = self.browser.driver.execute_async(script, vec![]).await?;
        stored.convert()
    }

    /// Puts what an older page left into this origin, which must have nothing yet.
    pub async fn restore(&self, page: &StoredPage) -> WebDriverResult<()> {
        let script = "const [page, done] = arguments; for (const [key, item] of Object.entries(page.localStorage)) localStorage.setItem(key, item); const {name, store, version} = page.database; const open = indexedDB.open(name, version); open.onupgradeneeded = () => open.result.createObjectStore(store); open.onsuccess = () => { const put = open.result.transaction(store, 'readwrite'); for (const [key, record] of Object.entries(page.records)) put.objectStore(store).put(record, key); put.oncomplete = () => { open.result.close(); done(); }; };";
        self.browser.driver.set_script_timeout(PATIENCE).await?;
        let given = vec![serde_json::to_value(page)?];
        self.browser.driver.execute_async(script, given).await?;
        Ok(())
    }

    /// Keeps a picture of the window, once nothing in it moves, among the artefacts.
    pub async fn picture(&self, name: &str) -> WebDriverResult<PathBuf> {
        self.at_rest().await?;
        let folder = PathBuf::from(setting("KIKITORI_ARTEFACTS"));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        self.browser.driver.screenshot(&path).await?;
        Ok(path)
    }

    /// The console has no error, but for those whose text holds one of `expected`.
    pub async fn console_is_clean(&self, expected: &[&str]) -> WebDriverResult<()> {
        let mut errors = self.browser.console().await?;
        errors
            .retain(|line| line.is_error && !expected.iter().any(|text| line.text.contains(text)));
        assert!(errors.is_empty(), "{errors:#?}");
        Ok(())
    }
}

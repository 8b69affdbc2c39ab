//! An interview in another site's page as its visitor uses it.

use serde_json::{Map, Value, json};
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

use crate::{Browser, HostPage, Page};

/// The element with an id, in a page that is shown.
pub struct WidgetElement<'a> {
    /// The page around it.
    pub page: Page<'a>,
    browser: &'a Browser,
    id: &'static str,
}

impl<'a> WidgetElement<'a> {
    /// Opens the page of `host`.
    pub async fn open(browser: &'a Browser, host: &HostPage, id: &'static str) -> Self {
        browser.driver.goto(host.origin()).await.unwrap();
        Self::shown_in(browser, id)
    }

    /// The one in the page that is shown.
    pub fn shown_in(browser: &'a Browser, id: &'static str) -> Self {
        Self {
            page: Page::shown_in(browser),
            browser,
            id,
        }
    }

    /// The element, as a script names it.
    pub fn element(&self) -> String {
        format!("document.getElementById('{}')", self.id)
    }

    /// What a selector finds in it.
    pub fn within(&self, selector: &str) -> String {
        let selector = json!(selector);
        format!("{}?.shadowRoot?.querySelector({selector})", self.element())
    }

    /// What has this test id in it.
    pub fn test_id(&self, test_id: &str) -> String {
        self.within(&format!("[data-testid=\"{test_id}\"]"))
    }

    /// Waits until it is the visitor's turn: to `answer`, to `confirm`, ….
    pub async fn waits_for(&self, turn: &str) -> WebDriverResult<()> {
        let selector = format!(".session-main[data-state=\"{turn}\"][data-step]");
        self.page.wait_for(&self.within(&selector)).await
    }

    /// Says `text` when it is the visitor's turn to answer.
    pub async fn answer(&self, text: &str) -> WebDriverResult<()> {
        self.waits_for("answer").await?;
        self.say(text).await
    }

    /// Says `text` in the box to write in.
    pub async fn say(&self, text: &str) -> WebDriverResult<()> {
        let composer = self.test_id("composer");
        let text = json!(text);
        self.page.value(&format!("(() => {{ const box = {composer}; box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true, composed: true}})); }})()"))
            .await?;
        let send = self.test_id("send");
        self.page
            .wait_for(&format!("{send} && !{send}.disabled"))
            .await?;
        self.page.value(&format!("{send}.click()")).await?;
        Ok(())
    }

    /// Waits until it asks for the field, and it is the visitor's turn.
    pub async fn asks_for(&self, field: &str) -> WebDriverResult<()> {
        let (id, field) = (json!(self.id), json!(field));
        let asked = format!(
            "told.findLast(it => it.id === {id} && it.name === 'question')?.detail.field === {field}"
        );
        self.page.wait_for(&asked).await?;
        self.waits_for("answer").await
    }

    /// Answers each question with what `words` has for its field, until all answers are there.
    pub async fn answer_all(&self, words: &Map<String, Value>) -> WebDriverResult<()> {
        for _ in 0..=words.len() {
            let answer = self.within(".session-main[data-state=\"answer\"][data-step]");
            let confirm = self.within(".session-main[data-state=\"confirm\"][data-step]");
            self.page
                .wait_for(&format!("{answer} || {confirm}"))
                .await?;
            if self.page.value(&format!("!!{confirm}")).await? == true {
                return Ok(());
            }
            let asked = "told.findLast(it => it.name === 'question').detail";
            let asked = self.page.value(asked).await?;
            let field = asked["field"].as_str().unwrap_or_default();
            let text = words
                .get(field)
                .unwrap_or_else(|| panic!("nobody knows an answer to {asked}"));
            let count = "told.filter(it => it.name === 'question').length";
            let before = self.page.value(count).await?;
            let text = match text {
                Value::Array(all) => all
                    .iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join(" and "),
                text => text.as_str().unwrap().to_owned(),
            };
            self.answer(&text).await?;
            self.page
                .wait_for(&format!("{count} > {before} || {confirm}"))
                .await?;
        }
        panic!("more was asked than there are fields");
    }

    /// Confirms all answers.
    pub async fn confirm(&self) -> WebDriverResult<()> {
        self.waits_for("confirm").await?;
        let confirm = self.test_id("confirm");
        self.page.wait_for(&confirm).await?;
        self.page.value(&format!("{confirm}.click()")).await?;
        Ok(())
    }

    /// From now on scripts run in the element's frame, or in the page around with `leave_frame`.
    pub async fn enter_frame(&self) -> WebDriverResult<()> {
        let script = format!("return {};", self.within("iframe"));
        let found = self.browser.driver.execute(script, vec![]).await?;
        found.element()?.enter_frame().await
    }

    /// From now on scripts run in the page again.
    pub async fn leave_frame(&self) -> WebDriverResult<()> {
        self.browser.driver.enter_default_frame().await
    }

    /// Presses keys, as a keyboard does: they go where the focus is.
    pub async fn press(&self, keys: &str) -> WebDriverResult<()> {
        self.browser
            .driver
            .action_chain()
            .send_keys(keys)
            .perform()
            .await
    }

    /// Types `text` into what the page's `selector` finds, key by key.
    pub async fn type_into(&self, selector: &str, text: &str) -> WebDriverResult<()> {
        let found = self.browser.driver.find(By::Css(selector)).await?;
        found.send_keys(text).await
    }
}

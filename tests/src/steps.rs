//! What people do on the pages again and again.

use std::time::Duration;

use serde_json::json;
use thirtyfour::error::WebDriverResult;

use crate::{Browser, Page};

impl<'a> Page<'a> {
    /// Opens the page at `url` and in it the interview that its list has first.
    pub async fn reopen(browser: &'a Browser, url: &str) -> WebDriverResult<Self> {
        let page = Self::open(browser, url).await?;
        page.click("session-open").await?;
        Ok(page)
    }

    /// Opens the page at `url` and in it the session of this kind that its list has first.
    pub async fn reopen_kind(browser: &'a Browser, url: &str, kind: &str) -> WebDriverResult<Self> {
        let page = Self::open(browser, url).await?;
        let open = format!("[data-kind=\"{kind}\"] [data-testid=\"session-open\"]");
        page.click_on(&open).await?;
        Ok(page)
    }

    /// Chooses the sample form `form`.
    pub async fn choose(&self, form: &str) -> WebDriverResult<()> {
        let sample = format!("[data-testid=\"sample\"][data-form=\"{form}\"]");
        self.click_on(&sample).await
    }

    /// Begins an interview with a sample form, and says in which state the page is then.
    pub async fn begin(&self, form: &str) -> WebDriverResult<String> {
        self.choose(form).await?;
        self.settled().await
    }

    /// Waits until a record of a session holds `text`: what is typed is stored after a pause.
    pub async fn has_stored(&self, text: &str) -> WebDriverResult<()> {
        for _ in 0..200 {
            let records = self.stored("session/").await?;
            if records.iter().any(|(_, it)| it.to_string().contains(text)) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{text:?} is not stored");
    }

    /// Asks the help desk.
    pub async fn ask(&self, question: &str) -> WebDriverResult<()> {
        self.fill_in("question", question).await?;
        self.click("ask").await
    }

    /// Waits until the page is in this state: `answer`, `error`, `answered`, …
    pub async fn comes_to(&self, state: &str) -> WebDriverResult<()> {
        let state = json!(state);
        self.wait_for(&format!(
            "document.querySelector('main')?.dataset.state === {state}"
        ))
        .await
    }

    /// Asks for `request`, and runs the plan that is made of it as it is.
    pub async fn runs(&self, request: &str) -> WebDriverResult<()> {
        self.ask(request).await?;
        self.comes_to("review").await?;
        self.click("run").await
    }

    /// Waits until the last answer of a conversation says `text`.
    pub async fn last_answer_says(&self, text: &str) -> WebDriverResult<()> {
        let text = json!(text);
        self.wait_for(&format!(
            "([...document.querySelectorAll('[data-testid=\"answer\"]')].at(-1)?.textContent ?? '').includes({text})"
        ))
        .await
    }

    /// The last message to the respondent as it is shown.
    pub async fn last_question(&self) -> WebDriverResult<String> {
        let text = "[...document.querySelectorAll('[data-testid=\"message\"]:not([data-speaker=\"respondent\"]) [data-testid=\"message-text\"]')].at(-1)?.textContent ?? ''";
        let text = self.value(text).await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// The respondent's messages as they are shown.
    pub async fn answers(&self) -> WebDriverResult<Vec<String>> {
        let texts = "[...document.querySelectorAll('[data-speaker=\"respondent\"] [data-testid=\"message-text\"]')].map(it => it.textContent)";
        Ok(serde_json::from_value(self.value(texts).await?)?)
    }
}

//! The form as a person fills it in by hand.

use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;

use crate::{Browser, Page, Profile, Site};

/// A form of two fields; `submit` says what becomes of it.
pub fn short_form(submit: &Value) -> String {
    json!({
        "id": "short", "title": "Short", "submitLabel": "Send the order", "submit": submit,
        "fields": [
            {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
            {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
                {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}},
        ],
    })
    .to_string()
}

impl<'a> Page<'a> {
    /// Begins an interview about `form` and waits for its first question.
    pub async fn begin_with(
        browser: &'a Browser,
        site: &Site,
        profile: &Profile,
        form: &str,
    ) -> WebDriverResult<Self> {
        let page = Self::open(browser, &site.url()).await?;
        page.load_form(profile, form).await?;
        assert_eq!(page.settled().await?, "answer");
        Ok(page)
    }

    /// Goes to the plain form.
    pub async fn fill_in_by_hand(&self) -> WebDriverResult<()> {
        self.press("[data-testid=\"open-form\"]").await?;
        self.is_on("form").await
    }

    /// Waits for the screen of this name.
    pub async fn is_on(&self, screen: &str) -> WebDriverResult<()> {
        self.wait_for(&format!(
            "document.querySelector('main')?.dataset.screen === '{screen}' && document.querySelector('main h1')"
        ))
        .await
    }

    /// Puts `text` into the box that `selector` finds.
    pub async fn put_into(&self, selector: &str, text: &str) -> WebDriverResult<()> {
        let (selector, text) = (json!(selector), json!(text));
        self.wait_for(&format!("document.querySelector({selector})"))
            .await?;
        self.value(&format!("(() => {{ const box = document.querySelector({selector}); box.value = {text}; box.dispatchEvent(new Event('input', {{bubbles: true}})); box.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")).await?;
        Ok(())
    }

    /// Puts `text` into the box of a field on the plain form.
    pub async fn put(&self, field: &str, text: &str) -> WebDriverResult<()> {
        self.put_into(&format!("#field-{field}"), text).await
    }

    /// Puts `text` into a cell of a group on the plain form.
    pub async fn put_cell(&self, line: usize, cell: &str, text: &str) -> WebDriverResult<()> {
        let selector = format!(".line:nth-of-type({line}) [data-input=\"{cell}\"] input");
        self.put_into(&selector, text).await
    }

    /// Chooses what stands at this place of a field on the plain form.
    pub async fn pick(&self, field: &str, at: usize) -> WebDriverResult<()> {
        self.click_on(&format!("#field-{field}-{at}")).await
    }

    /// Changes the short form's name and saves it: the conversation, which it leads back to, has it.
    pub async fn save_name_by_hand(&self, name: &str) -> WebDriverResult<()> {
        self.put("name", name).await?;
        self.press("[data-testid=\"plain-save\"]").await?;
        self.is_on("interview").await?;
        let name = json!(name);
        self.wait_for(&format!("document.querySelector('[data-testid=\"outline\"] [data-field=\"name\"] .outline-value')?.textContent === {name}"))
            .await
    }

    /// Fills in the short form and goes to its review.
    pub async fn review_short_form(&self) -> WebDriverResult<()> {
        self.fill_in_by_hand().await?;
        self.put("name", "Ada").await?;
        self.pick("way", 1).await?;
        self.press("[data-testid=\"plain-check\"]").await?;
        self.is_on("review").await
    }

    /// What stands on the page for each answer, a group's lines one below the other.
    pub async fn shown_answers(&self) -> WebDriverResult<Value> {
        self.wait_for("document.querySelector('[data-testid=\"answers\"]')")
            .await?;
        self.value("Object.fromEntries([...document.querySelectorAll('[data-testid=\"answer-value\"]')].map(it => { const lines = it.tagName === 'OL' ? [...it.children].map(line => line.textContent) : [it.textContent]; return [it.dataset.field, lines.join('\\n')]; }).concat([...document.querySelectorAll('[data-testid=\"answers\"] [data-testid=\"lines\"]')].map(it => { const isJapanese = document.documentElement.lang.startsWith('ja'); const rows = [...it.querySelectorAll('tbody[data-line]')].sort((one, other) => one.dataset.line - other.dataset.line); const cells = row => [...row.querySelectorAll('.line-value:not(.blank)')].map(cell => `${cell.dataset.label}${isJapanese ? '：' : ': '}${cell.textContent}`); return [it.dataset.field, rows.map(row => cells(row).join(isJapanese ? '、' : ', ')).join('\\n')]; })))").await
    }

    /// What screen readers are told from now on, each text once. See [`Self::read_out`].
    pub async fn listen(&self) -> WebDriverResult<()> {
        self.value("(() => { window.readOut = []; const region = document.querySelector('[role=\"status\"]'); new MutationObserver(() => { const text = region.textContent; if (text && text !== window.readOut.at(-1)) window.readOut.push(text); }).observe(region, {childList: true, characterData: true, subtree: true}); })()").await?;
        Ok(())
    }

    /// What screen readers were told since [`Self::listen`].
    pub async fn read_out(&self) -> WebDriverResult<Vec<String>> {
        let told = self.value("window.readOut").await?;
        Ok(serde_json::from_value(told)?)
    }
}

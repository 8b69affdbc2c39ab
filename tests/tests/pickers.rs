//! Answers that are picked in the conversation, by keyboard and with the mouse: a day, a time, options,
//! a scale.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Site, nothing_to_mend, nothing_to_mend_in_any_light,
};
use serde_json::json;
use thirtyfour::Key;
use thirtyfour::prelude::*;

const FORM: &str = r#"{"id": "visit", "title": "Visit", "fields": [
    {"id": "day", "label": "Day of the visit", "required": true, "answer": {"type": "date"}},
    {"id": "at", "label": "Time", "required": true, "answer": {"type": "time"}},
    {"id": "days", "label": "Days that suit you", "required": true, "answer": {"type": "choices", "max": 2, "options": [
        {"value": "mon", "label": "Monday"}, {"value": "tue", "label": "Tuesday"}, {"value": "wed", "label": "Wednesday"}]}},
    {"id": "liked", "label": "How was it?", "required": true, "answer": {"type": "rating", "max": 5, "lowLabel": "bad", "highLabel": "good"}},
    {"id": "town", "label": "Town", "required": true, "answer": {"type": "choice", "other": true, "options": [
        "Aachen", "Berlin", "Celle", "Dresden", "Essen", "Fulda", "Gera", "Hamm", "Ilmenau", "Jena", "Kiel", "Lingen", "Mainz"]}},
    {"id": "way", "label": "Way", "required": true, "answer": {"type": "choice", "options": [
        {"value": "van", "label": "By van"}, {"value": "post", "label": "By post"}]}},
    {"id": "sure", "label": "Are you sure?", "required": false, "answer": {"type": "yesNo"}}
]}"#;

/// What is on the page then, by field, and what leaves.
const SHOWN: [(&str, &str); 7] = [
    ("day", "14 October 2016"),
    ("at", "14:30 (Japan Standard Time)"),
    ("days", "Monday, Wednesday"),
    ("liked", "4 of 5"),
    ("town", "Celle"),
    ("way", "By post"),
    ("sure", "Not provided"),
];

/// How somebody reaches a control and uses it.
struct Hand<'a> {
    browser: &'a Browser,
    page: &'a Page<'a>,
    uses_mouse: bool,
}

impl Hand<'_> {
    async fn keys(&self, keys: &str) {
        let chain = self.browser.driver.action_chain();
        chain.send_keys(keys).perform().await.unwrap();
    }

    async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    async fn back(&self) {
        let back = self.browser.driver.action_chain();
        let back = back.key_down(Key::Shift).send_keys(Key::Tab);
        back.key_up(Key::Shift).perform().await.unwrap();
    }

    /// Goes back from the box for words, where the focus is when something is asked for.
    async fn reach(&self, selector: &str) {
        self.page
            .wait_for(&format!("document.querySelector('{selector}')"))
            .await
            .unwrap();
        let is_there = format!("document.activeElement.matches('{selector}')");
        for _ in 0..30 {
            if self.page.value(&is_there).await.unwrap() == true {
                return;
            }
            self.back().await;
        }
        panic!("{selector} is not reached by keyboard");
    }

    /// Presses what `selector` finds: nothing may lie over it.
    async fn press(&self, selector: &str) {
        match self.uses_mouse {
            true => {
                self.page.at_rest().await.unwrap();
                let found = self.browser.driver.find(By::Css(selector)).await;
                found.unwrap().click().await.unwrap();
            }
            false => {
                self.reach(selector).await;
                self.keys(" ").await;
            }
        }
    }

    /// Types into what `selector` finds.
    async fn types(&self, selector: &str, text: &str) {
        match self.uses_mouse {
            true => {
                let found = self.browser.driver.find(By::Css(selector)).await;
                found.unwrap().send_keys(text).await.unwrap();
            }
            false => {
                self.reach(selector).await;
                // Who comes from behind is at the last part of a time, or at its clock.
                let is_there = format!("document.activeElement.matches('{selector}')");
                while self.page.value(&is_there).await.unwrap() == true {
                    self.back().await;
                }
                self.key(Key::Tab).await;
                self.keys(text).await;
            }
        }
    }

    async fn uses_it(&self) {
        match self.uses_mouse {
            true => self.press("[data-testid=\"picker-use\"]").await,
            // As in every form.
            false => self.key(Key::Enter).await,
        }
    }
}

async fn asks(page: &Page<'_>, field: &str) {
    page.wait_for(&format!(
        "document.querySelector('main').dataset.state === 'answer' && document.querySelector('#picked-{field}-field')"
    ))
    .await
    .unwrap();
}

async fn is_picked(uses_mouse: bool, width: u32, dark: bool) {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        size: (width, 844),
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    let hand = Hand {
        browser: &browser,
        page: &page,
        uses_mouse,
    };
    if !uses_mouse {
        page.value("document.querySelector('#composer').focus()")
            .await
            .unwrap();
    }
    asks(&page, "day").await;
    // Nothing was picked yet: it is said what is missing, and nothing is recorded.
    hand.press("[data-testid=\"picker-use\"]").await;
    page.wait_for("document.querySelector('#picked-day-problem').textContent && document.activeElement.id === 'picked-day'")
        .await
        .unwrap();
    nothing_to_mend(&browser, "a day that was not picked").await;
    hand.types("#picked-day", "10142016").await;
    hand.uses_it().await;
    asks(&page, "at").await;
    hand.types("#picked-at", "0230PM").await;
    hand.uses_it().await;
    asks(&page, "days").await;
    nothing_to_mend(&browser, "days to tick").await;
    for at in [2, 0] {
        hand.press(&format!("#picked-days-{at}")).await;
    }
    hand.uses_it().await;
    asks(&page, "liked").await;
    nothing_to_mend(&browser, "a scale").await;
    page.fits_its_width().await.unwrap();
    page.breaks_lines_well().await.unwrap();
    page.picture(&format!("pickers-scale-{width}"))
        .await
        .unwrap();
    match uses_mouse {
        true => hand.press(".scale-point:has(#picked-liked-3)").await,
        false => {
            // A scale is one stop of the Tab key, and arrows go along it.
            hand.reach("[name=\"picked-liked\"]").await;
            page.value("document.querySelector('#picked-liked-0').focus()")
                .await
                .unwrap();
            for _ in 0..3 {
                hand.key(Key::Right).await;
            }
        }
    }
    hand.uses_it().await;
    asks(&page, "town").await;
    nothing_to_mend(&browser, "a list to open").await;
    hand.types("#picked-town", "C").await;
    if !uses_mouse {
        // Enter opens a list.
        hand.key(Key::Tab).await;
    }
    hand.uses_it().await;
    page.wait_for("document.querySelectorAll('[data-testid=\"suggestion\"]').length === 2")
        .await
        .unwrap();
    page.wait_for("!document.querySelector('[data-testid=\"picker\"]')")
        .await
        .unwrap();
    hand.press("li:nth-child(2) > [data-testid=\"suggestion\"]")
        .await;
    page.wait_for("document.querySelector('[data-testid=\"skip\"]')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    hand.press("[data-testid=\"skip\"]").await;
    page.is_on("review").await.unwrap();
    let shown: serde_json::Map<_, _> = SHOWN
        .map(|(id, text)| (id.to_owned(), json!(text)))
        .into_iter()
        .collect();
    assert_eq!(page.shown_answers().await.unwrap(), json!(shown));
    // What is picked needs no model, nor do the questions behind it: it was asked for the first one alone.
    let calls = site.take_calls();
    assert_eq!(calls, ["interviewer"], "{calls:?}");
    assert_eq!(page.settled().await.unwrap(), "confirm");
    // Of several things only what is gone is struck out, and only what is new is marked as that.
    page.press("[data-change=\"days\"]").await.unwrap();
    page.press("#change-days-0").await.unwrap();
    page.press("#change-days-1").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    let new = |place: &str| {
        format!(
            "[...document.querySelectorAll('{place}[data-field=\"days\"] ins')].map(it => it.innerText.trim())"
        )
    };
    page.wait_for(&format!(
        "{}.length === 1",
        new("[data-testid=\"answer-value\"]")
    ))
    .await
    .unwrap();
    nothing_to_mend_in_any_light(&browser, "something that was added").await;
    let marked = page
        .value(&new("[data-testid=\"answer-value\"]"))
        .await
        .unwrap();
    assert!(marked[0].as_str().unwrap().ends_with("Tuesday"), "{marked}");
    let whole = "document.querySelector('[data-field=\"days\"][data-testid=\"answer-value\"]').textContent.endsWith('Tuesday, Wednesday')";
    assert_eq!(page.value(whole).await.unwrap(), true);
    assert_eq!(page.text_of("old-value").await.unwrap(), "Monday");
    page.picture(&format!("pickers-added-{width}"))
        .await
        .unwrap();
    page.click("confirm").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let fields = file["fields"].as_array().unwrap().iter();
    let values: Vec<_> = fields.map(|field| field["value"].clone()).collect();
    let expected = json!([
        "2016-10-14",
        "14:30",
        ["tue", "wed"],
        4,
        "Celle",
        "post",
        null
    ]);
    assert_eq!(json!(values), expected);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_picked_by_keyboard_on_a_desk() {
    is_picked(false, 1280, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_picked_with_the_mouse_on_a_phone_in_the_dark() {
    is_picked(true, 390, true).await;
}

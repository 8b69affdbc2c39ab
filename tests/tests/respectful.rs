//! The accessibility rules for forms that stand in other people's pages, each with what holds it:
//!
//! 1. One announcement for each finished turn, none while text streams, and a live region that is
//!    there first: `one_announcement_a_finished_turn_and_none_while_its_text_streams_in`.
//! 2. Only what lies over the page keeps the focus; a bubble never takes it; Escape closes and gives
//!    it back: `only_a_panel_over_the_page_keeps_the_focus_and_escape_gives_it_back`, and the popup,
//!    bubble and slider of `widget.rs` and `widget_host.rs`.
//! 3. Language and direction are the interview's, the document's untouched:
//!    `the_interview_leaves_language_and_direction_of_the_document_alone`, and `right_to_left.rs`.
//! 4. The progress bar says what it paints: `the_progress_bar_says_what_it_paints`.
//! 5. Nothing is asked for twice, and a change opens with what is there:
//!    `a_change_opens_with_what_is_recorded_and_nothing_is_asked_for_twice`.
//! 6. The review names what each control changes, comes straight back, reads "Not provided" and says
//!    what its button does: `the_review_names_what_each_control_changes_and_comes_straight_back`.
//! 7. Not knowing is an answer, and a question says why:
//!    `i_do_not_know_is_an_answer_and_a_question_says_why_it_is_asked`.
//! 8. A refused answer keeps its text beside an error with a suggestion:
//!    `a_refused_answer_keeps_its_text_beside_an_error_that_says_what_fits`.
//! 9. No time limit (`nobody_is_hurried_and_a_day_later_everything_is_as_it_was`), and axe finds
//!    nothing in any state, light or dark: `accessible.rs`, and every test that comes to a screen of
//!    its own.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend, short_form};
use serde_json::{Value, json};

/// A required field with its reason, and an optional one.
fn form() -> String {
    json!({
        "id": "visit", "title": "Visit", "submitLabel": "Send the visit",
        "submit": {"type": "event"},
        "fields": [
            {"id": "plate", "label": "Number plate", "required": true, "answer": {"type": "shortText"},
                "why": "So that the gate opens for you."},
            {"id": "people", "label": "People", "required": true, "answer": {"type": "integer", "min": 1, "max": 9}},
            {"id": "notes", "label": "Notes", "required": false},
        ],
    })
    .to_string()
}

async fn begun<'a>(browser: &'a Browser, site: &Site, profile: &Profile) -> Page<'a> {
    Page::begin_with(browser, site, profile, &form())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_announcement_a_finished_turn_and_none_while_its_text_streams_in() {
    let model = Model::SlowEndpoint(Duration::from_millis(40));
    let (site, profile) = (Site::start(model).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    // It is there before anything is said.
    let region = "(() => { const it = document.querySelector('[role=\"status\"][aria-live=\"polite\"]'); return it && it.textContent; })()";
    assert_eq!(page.value(region).await.unwrap(), "");
    page.load_form(&profile, &form()).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.listen().await.unwrap();
    // What is read out while a draft stands there.
    page.value("(() => { window.early = 0; window.drafts = 0; new MutationObserver(() => { if (document.querySelector('[data-testid=\"draft\"]')) { window.drafts += 1; window.early += window.readOut.length; } }).observe(document.body, {childList: true, characterData: true, subtree: true}); })()").await.unwrap();
    page.answer("My number plate is AB-123").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"draft\"]')")
        .await
        .unwrap();
    page.comes_to("answer").await.unwrap();
    page.wait_for("window.readOut.length > 0").await.unwrap();
    let (told, seen) = (
        page.read_out().await.unwrap(),
        page.value("[window.early, window.drafts > 0]")
            .await
            .unwrap(),
    );
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(seen, json!([0, true]));
    let question = page
        .value(
            "[...document.querySelectorAll('[data-testid=\"message-text\"]')].at(-1).textContent",
        )
        .await
        .unwrap();
    assert!(told[0].ends_with(question.as_str().unwrap()), "{told:?}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_panel_over_the_page_keeps_the_focus_and_escape_gives_it_back() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    for (size, is_over) in [((360, 740), true), ((1280, 800), false)] {
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = begun(&browser, &site, &profile).await;
        page.press("[data-testid=\"inspector-toggle\"]")
            .await
            .unwrap();
        page.wait_for("document.querySelector('[data-testid=\"inspector\"]')")
            .await
            .unwrap();
        let modal = "document.querySelectorAll('dialog:modal, [aria-modal=\"true\"]').length";
        assert_eq!(page.value(modal).await.unwrap(), u64::from(is_over));
        if is_over {
            let inside = "document.querySelector('dialog:modal').contains(document.activeElement)";
            assert_eq!(page.value(inside).await.unwrap(), true);
        } else {
            let focused = "document.activeElement.dataset.testid";
            assert_eq!(page.value(focused).await.unwrap(), "inspector-toggle");
        }
        let keys = char::from(thirtyfour::Key::Escape).to_string();
        let escape = browser.driver.action_chain().send_keys(keys);
        escape.perform().await.unwrap();
        page.wait_for("!document.querySelector('dialog:modal, [data-testid=\"inspector\"]')")
            .await
            .unwrap();
        page.wait_for("document.activeElement.dataset.testid === 'inspector-toggle'")
            .await
            .unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_progress_bar_says_what_it_paints() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = begun(&browser, &site, &profile).await;
    let painted = "(() => { const bar = document.querySelector('[role=\"progressbar\"]'); const done = bar.firstElementChild.getBoundingClientRect().width / bar.getBoundingClientRect().width; const said = bar.getAttribute('aria-valuenow') / bar.getAttribute('aria-valuemax'); return [bar.getAttribute('aria-valuenow'), Math.abs(done - said) < 0.01]; })()";
    for (said, answer) in [("0", "AB-123"), ("1", "4"), ("2", "")] {
        page.at_rest().await.unwrap();
        assert_eq!(page.value(painted).await.unwrap(), json!([said, true]));
        if !answer.is_empty() {
            page.answer(answer).await.unwrap();
            page.settled().await.unwrap();
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_opens_with_what_is_recorded_and_nothing_is_asked_for_twice() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = begun(&browser, &site, &profile).await;
    page.answer("AB-123").await.unwrap();
    page.settled().await.unwrap();
    for place in ["said", "listed"] {
        let holder = match place {
            "said" => ".accepted",
            _ => ".outline-field",
        };
        page.press(&format!(
            "{holder}[data-field=\"plate\"] [data-testid=\"change\"]"
        ))
        .await
        .unwrap();
        let box_ = format!("document.querySelector('#{place}-plate')");
        page.wait_for(&format!(
            "{box_}?.value === 'AB-123' && document.activeElement === {box_}"
        ))
        .await
        .unwrap();
        page.press("[data-testid=\"change-cancel\"]").await.unwrap();
        page.wait_for(&format!("!{box_}")).await.unwrap();
        page.has_kept_focus("keeping an answer").await.unwrap();
    }
    page.fill_in_by_hand().await.unwrap();
    page.wait_for("document.querySelector('#field-plate')?.value === 'AB-123'")
        .await
        .unwrap();
    page.press("[data-testid=\"plain-back\"]").await.unwrap();
    page.is_on("interview").await.unwrap();
    page.answer("4").await.unwrap();
    page.settled().await.unwrap();
    let about = "[...document.querySelectorAll('[data-speaker=\"assistant\"] .turn-text')].filter(it => it.textContent.toLowerCase().includes('number plate')).length";
    assert_eq!(page.value(about).await.unwrap(), 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_review_names_what_each_control_changes_and_comes_straight_back() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = begun(&browser, &site, &profile).await;
    page.fill_in_by_hand().await.unwrap();
    page.put("plate", "AB-123").await.unwrap();
    page.put("people", "4").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let names = "[...document.querySelectorAll('[data-testid=\"change\"], [data-testid=\"details-change\"]')].map(it => it.getAttribute('aria-label'))";
    assert_eq!(
        page.value(names).await.unwrap(),
        json!([
            "Change Number plate",
            "Change People",
            "Change Notes",
            "Change language, country or time zone"
        ])
    );
    assert_eq!(page.shown_answers().await.unwrap()["notes"], "Not provided");
    assert_eq!(page.text_of("confirm").await.unwrap(), "Send the visit");
    page.press("[data-change=\"people\"]").await.unwrap();
    page.put_into("#change-people", "5").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    page.wait_for("document.activeElement?.dataset.change === 'people'")
        .await
        .unwrap();
    page.is_on("review").await.unwrap();
    page.press("[data-testid=\"details-change\"]")
        .await
        .unwrap();
    page.put_into("#place-country", "DE").await.unwrap();
    nothing_to_mend(&browser, "the place on the review").await;
    page.press("[data-testid=\"place-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-name=\"country\"]').textContent === 'Germany'")
        .await
        .unwrap();
    page.has_kept_focus("changing the place").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn i_do_not_know_is_an_answer_and_a_question_says_why_it_is_asked() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = begun(&browser, &site, &profile).await;
    page.press("[data-testid=\"why\"] summary").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"why\"][open]')?.innerText.includes('So that the gate opens for you.')")
        .await
        .unwrap();
    nothing_to_mend(&browser, "why a question is asked").await;
    // A rough answer would do: it is asked for once more.
    for answer in ["I don't know", "I really don't know"] {
        page.answer(answer).await.unwrap();
        page.settled().await.unwrap();
    }
    page.wait_for("document.querySelector('[data-testid=\"outline\"] [data-field=\"plate\"] .outline-value')?.textContent === 'Not known'")
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    let why = "document.querySelector('#field-plate').getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).textContent).join(' ')";
    page.wait_for("document.querySelector('#field-plate')")
        .await
        .unwrap();
    assert_eq!(
        page.value(why).await.unwrap(),
        "So that the gate opens for you."
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_answer_keeps_its_text_beside_an_error_that_says_what_fits() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = begun(&browser, &site, &profile).await;
    page.fill_in_by_hand().await.unwrap();
    page.put("plate", "AB-123").await.unwrap();
    page.put("people", "40").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for("document.activeElement?.dataset.testid === 'error-summary'")
        .await
        .unwrap();
    let told = "(() => { const box = document.querySelector('#field-people'); const told = box.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).textContent); return [box.value, box.getAttribute('aria-invalid'), told.some(it => it.includes('9'))]; })()";
    assert_eq!(page.value(told).await.unwrap(), json!(["40", "true", true]));
    page.press("[data-testid=\"error-summary\"] button")
        .await
        .unwrap();
    page.wait_for("document.activeElement?.id === 'field-people'")
        .await
        .unwrap();
    // In the conversation likewise.
    page.press("[data-testid=\"plain-back\"]").await.unwrap();
    page.is_on("interview").await.unwrap();
    page.fill("   ").await.unwrap();
    page.press(".composer [data-testid=\"send\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('#composer-error').textContent")
        .await
        .unwrap();
    let told = "(() => { const box = document.querySelector('#composer'); return [box.value, box.getAttribute('aria-invalid'), document.getElementById(box.getAttribute('aria-describedby')).textContent]; })()";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!(["   ", "true", "Type an answer first."])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_hurried_and_a_day_later_everything_is_as_it_was() {
    // Every timer of half a minute or more that is set runs out at once when it is told to.
    let hurry = "const long = new Map(); const [set, clear] = [window.setTimeout, window.clearTimeout]; window.setTimeout = (f, ms, ...rest) => { const id = set(f, ms, ...rest); if (ms >= 30000) long.set(id, () => f(...rest)); return id; }; window.clearTimeout = id => { long.delete(id); clear(id); }; const now = Date.now; window.aDayLater = () => { Date.now = () => now() + 86400000; for (const [id, run] of long) { clear(id); run(); } long.clear(); };";
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        before_page: Some(hurry.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = begun(&browser, &site, &profile).await;
    page.fill("AB-1").await.unwrap();
    page.value("window.aDayLater()").await.unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(page.typed().await.unwrap(), "AB-1");
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("AB-123").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let recorded =
        "document.querySelector('[data-testid=\"accepted-value\"]')?.textContent ?? null";
    assert_eq!(page.value(recorded).await.unwrap(), Value::from("AB-123"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_interview_leaves_language_and_direction_of_the_document_alone() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = short_form(&json!({"type": "download"}));
    let page = Page::begin_with(&browser, &site, &profile, &form)
        .await
        .unwrap();
    page.press("[data-testid=\"place-change\"]").await.unwrap();
    page.put_into("#place-language", "he").await.unwrap();
    page.press("[data-testid=\"place-save\"]").await.unwrap();
    page.wait_for("document.querySelector('.session-columns').dir === 'rtl'")
        .await
        .unwrap();
    let document = "[document.documentElement.lang, document.documentElement.dir, document.body.style.cssText]";
    assert_eq!(page.value(document).await.unwrap(), json!(["en", "", ""]));
    browser.close().await;
}

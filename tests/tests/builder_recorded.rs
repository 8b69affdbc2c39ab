//! Recorded interviews in the form builder.

use std::sync::atomic::Ordering;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend};
use serde_json::{Value, json};

use crate::builder::{PREVIEW, opened, paste};
use crate::parts::{is_missing, site_with_faulty};

/// Opens the fold where recordings are dropped.
async fn open_recordings(page: &Page<'_>) {
    page.value("(document.querySelector('[data-testid=\"recordings\"]').open = true, 1)")
        .await
        .unwrap();
    page.wait_for("document.querySelector('#recording-file')")
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_interviews_are_played_on_the_form_as_it_is() {
    let site = Site::start(Model::Scripted).await;
    for size in [(360, 740), (1280, 900)] {
        let profile = Profile::new();
        let options = Options {
            size,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.begin("bug-report").await.unwrap();
        page.answer("The last line is lost").await.unwrap();
        page.settled().await.unwrap();
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.click("session-save").await.unwrap();
        let copy = page.saved_copy(&profile).await;

        let page = opened(&browser, &site.url()).await;
        let form = include_str!("../../web/forms/bug-report.json");
        paste(&page, form).await;
        page.wait_for("document.querySelector('[data-testid=\"imported\"]')")
            .await
            .unwrap();
        open_recordings(&page).await;
        for (name, content) in [("monday.json", copy.as_str()), ("form.json", form)] {
            page.choose_file("recording-file", &profile, name, content.as_bytes())
                .await
                .unwrap();
        }
        page.wait_for("document.querySelectorAll('[data-testid=\"recording\"]').length === 2")
            .await
            .unwrap();
        let fine = "[...document.querySelectorAll('[data-testid=\"recording\"]')].map(it => it.dataset.fine)";
        assert_eq!(page.value(fine).await.unwrap(), json!(["true", "false"]));
        assert_eq!(page.text_of("played").await.unwrap(), "1 of 2 as recorded.");
        let first = page.text_of("recording").await.unwrap();
        assert!(first.contains("Every answer is as it was."), "{first}");

        // The page's model leads it again once that is wanted, by a click that says what it takes.
        let lead = page.text_of("lead-again").await.unwrap();
        assert!(lead.contains("about 9 requests"), "{lead}");
        page.click("lead-again").await.unwrap();
        page.wait_for(
            "document.querySelector('[data-testid=\"played\"]').innerText.includes('Led by')",
        )
        .await
        .unwrap();
        assert_eq!(page.value(fine).await.unwrap(), json!(["true", "false"]));

        // What they said does not fit any more: it is told with why and their words.
        let mut changed: Value = serde_json::from_str(form).unwrap();
        let field = &mut changed["fields"][0];
        let id = field["id"].as_str().unwrap().to_owned();
        field["answer"] = json!({"type": "shortText", "maxLength": 10});
        paste(&page, &changed.to_string()).await;
        page.wait_for("document.querySelector('[data-testid=\"played-old\"]').textContent")
            .await
            .unwrap();
        page.click("play-again").await.unwrap();
        page.wait_for("document.querySelector('.builder-verdict.lost')")
            .await
            .unwrap();
        let row = "(it => [it.dataset.verdict, it.innerText])(document.querySelector('.builder-verdict.lost'))";
        let row = page.value(row).await.unwrap();
        assert_eq!(row[0], "refused", "{id}: {row}");
        let told = row[1].as_str().unwrap();
        for part in [
            "Look at this: Not taken any more",
            "The last line is lost",
            "10",
        ] {
            assert!(told.contains(part), "{part} in {told}");
        }
        page.value("(document.querySelector('.builder-recordings').scrollIntoView(), 1)")
            .await
            .unwrap();
        let name = format!("builder-replay-{}", size.0);
        page.fits_its_width().await.unwrap();
        page.picture(&name).await.unwrap();
        nothing_to_mend(&browser, &name).await;
        page.click("remove-recordings").await.unwrap();
        page.wait_for("!document.querySelector('[data-testid=\"recording\"]')")
            .await
            .unwrap();
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_recordings_came_to_stays_where_a_model_cannot_lead_them_again() {
    let (site, status) = site_with_faulty("split_led_again").await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    page.answer("The last line is lost").await.unwrap();
    page.settled().await.unwrap();
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("session-save").await.unwrap();
    let copy = page.saved_copy(&profile).await;
    let page = opened(&browser, &site.url()).await;
    paste(&page, include_str!("../../web/forms/bug-report.json")).await;
    page.wait_for("document.querySelector('[data-testid=\"imported\"]')")
        .await
        .unwrap();
    open_recordings(&page).await;
    page.choose_file("recording-file", &profile, "monday.json", copy.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"recording\"]')")
        .await
        .unwrap();
    status.store(404, Ordering::SeqCst);
    page.click("lead-again").await.unwrap();
    is_missing(&page, "broken").await;
    assert_eq!(page.text_of("played").await.unwrap(), "1 of 1 as recorded.");
    nothing_to_mend(&browser, "what leads recordings again is missing").await;
    status.store(200, Ordering::SeqCst);
    page.click("part-again").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"played\"]').innerText.includes('Led by')",
    )
    .await
    .unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conversation_beside_the_form_is_saved_and_tests_the_form_later() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site.url()).await;
    let preview = WidgetElement::shown_in(&browser, PREVIEW);
    let save = "document.querySelector('[data-testid=\"save-conversation\"]')";
    assert_eq!(page.value(save).await.unwrap(), Value::Null);
    page.click("restart").await.unwrap();
    preview.waits_for("answer").await.unwrap();
    preview.answer("Ada Lovelace").await.unwrap();
    let answers = format!("{}.getData()", preview.element());
    page.wait_for(&format!(
        "Object.values({answers}).includes('Ada Lovelace')"
    ))
    .await
    .unwrap();
    page.click("save-conversation").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"conversation-saved\"]').innerText.includes('is saved')",
    )
    .await
    .unwrap();
    let is_it = |name: &str| name.starts_with("conversation-") && name.ends_with(".json");
    let copy = page
        .saved_file(&profile, is_it, |text| text.ends_with('}'))
        .await;
    open_recordings(&page).await;
    page.choose_file("recording-file", &profile, "monday.json", copy.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"recording\"]')?.dataset.fine === 'true'")
        .await
        .unwrap();
    assert_eq!(page.text_of("played").await.unwrap(), "1 of 1 as recorded.");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

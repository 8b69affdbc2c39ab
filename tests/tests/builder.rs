//! The form builder, and the demonstration that answers within the page: on a host for files, with no
//! server and no model anywhere.

use kikitori_e2e::{
    Browser, FileHost, Model, Options, Page, Profile, Site, WidgetElement, nothing_to_mend,
};
use serde_json::{Value, json};
use thirtyfour::Key;

/// What the browser says of the settings that a host for files does not have.
pub(crate) const REPORTED: [&str; 1] = ["Failed to load resource"];

pub(crate) const PREVIEW: &str = "builder-preview";

pub(crate) async fn opened<'a>(browser: &'a Browser, base: &str) -> Page<'a> {
    let page = Page::open(browser, &format!("{base}builder/"))
        .await
        .unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"open-field\"]').length > 0")
        .await
        .unwrap();
    page
}

/// The form as its file has it.
pub(crate) async fn file(page: &Page<'_>) -> Value {
    let file = "document.querySelector('[data-testid=\"file\"]').textContent";
    let file = page.value(file).await.unwrap();
    serde_json::from_str(file.as_str().unwrap().trim()).unwrap()
}

async fn ids(page: &Page<'_>) -> Vec<String> {
    let fields = file(page).await["fields"].clone();
    let id = |it: &Value| it["id"].as_str().unwrap().to_owned();
    fields.as_array().unwrap().iter().map(id).collect()
}

pub(crate) async fn paste(page: &Page<'_>, source: &str) {
    page.value("(document.querySelector('[data-testid=\"import\"]').open = true, 1)")
        .await
        .unwrap();
    page.fill_in("source", source).await.unwrap();
    page.click("take-source").await.unwrap();
}

pub(crate) async fn change(page: &Page<'_>, selector: &str, value: &str) {
    let (selector, value) = (json!(selector), json!(value));
    page.wait_for(&format!("document.querySelector({selector})"))
        .await
        .unwrap();
    page.value(&format!("(() => {{ const it = document.querySelector({selector}); it.value = {value}; it.dispatchEvent(new Event('input', {{bubbles: true}})); it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_server_the_demonstration_leads_an_interview_and_is_loaded_only_for_it() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &host.url()).await.unwrap();
    page.click("choose-demonstration").await.unwrap();
    let said = page.text_of("privacy").await.unwrap();
    assert!(
        said.contains("no AI") && said.contains("understand little"),
        "{said}"
    );
    let is_demo = |asked: &String| asked.contains("/demo/");
    assert!(
        !host.asked().iter().any(is_demo),
        "loaded before it is needed"
    );
    page.choose("bug-report").await.unwrap();
    page.settled().await.unwrap();
    assert!(host.asked().iter().any(is_demo));
    page.answer("The last line is lost when I save")
        .await
        .unwrap();
    page.settled().await.unwrap();
    // What was chosen stays, and the model can be looked at like any other.
    let page = Page::open(&browser, &host.url()).await.unwrap();
    page.lists(1).await;
    let session = page.text_of("session").await.unwrap();
    assert!(
        session.contains("of 6 fields") && !session.contains("0 of 6"),
        "{session}"
    );
    page.open_settings("open-settings").await;
    let way = "document.querySelector('[data-testid=\"way-demonstration\"]').checked";
    assert_eq!(page.value(way).await.unwrap(), true);
    page.check_connection("passed").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demonstration_that_does_not_come_is_said_to_be_that_and_tried_again() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &host.url()).await.unwrap();
    page.click("choose-demonstration").await.unwrap();
    let blocked = async |urls: Value| {
        browser
            .tell("Network.setBlockedURLs", json!({ "urls": urls }))
            .await
    };
    browser.tell("Network.enable", json!({})).await;
    blocked(json!(["*/demo/*"])).await;
    page.choose("bug-report").await.unwrap();
    page.comes_to("error").await.unwrap();
    let said = page.text_of("error").await.unwrap();
    assert!(said.contains("The demonstration did not load"), "{said}");
    blocked(json!([])).await;
    page.click("retry").await.unwrap();
    page.comes_to("answer").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_edited_by_keyboard_and_every_step_is_taken_back() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    let before = ids(&page).await;
    assert_eq!(before.len(), 4);
    // A field goes down twice, and the focus goes with it.
    page.value(&format!(
        "document.getElementById('builder-down-{}').focus()",
        before[0]
    ))
    .await
    .unwrap();
    for place in [1, 2] {
        let keys = char::from(Key::Enter).to_string();
        browser
            .driver
            .action_chain()
            .send_keys(keys)
            .perform()
            .await
            .unwrap();
        let id = &before[0];
        page.wait_for(&format!("document.querySelectorAll('.builder-field')[{place}]?.dataset.field === '{id}' && document.activeElement.id === 'builder-down-{id}'"))
            .await
            .unwrap();
    }
    // One more is named before it is there: its id is made of that.
    change(&page, "#builder-kind", "yesNo").await;
    page.click("add-field").await.unwrap();
    page.wait_for("document.activeElement.id === 'builder-new' && document.getElementById('builder-new-error').innerText.includes('what it is called')")
        .await
        .unwrap();
    let keys = format!("Are you new here?{}", char::from(Key::Enter));
    let typing = browser.driver.action_chain().send_keys(keys);
    typing.perform().await.unwrap();
    page.wait_for("document.activeElement.id === 'builder-kind-are-you-new-here' && !document.getElementById('builder-new').value && !document.getElementById('builder-new-error').innerText")
        .await
        .unwrap();
    // It can have another, which what it is asked after goes along with.
    let id = "[data-testid=\"field-id\"]";
    change(&page, id, "is new").await;
    let told = "document.querySelector('.builder-editor [data-testid=\"field-id\"]').closest('.field').innerText";
    page.wait_for(&format!(
        "{told}.includes('Question 5, “Are you new here?”:')"
    ))
    .await
    .unwrap();
    page.value(&format!("document.querySelector('{id}').focus()"))
        .await
        .unwrap();
    page.value("document.activeElement.select()").await.unwrap();
    let keys = format!("newcomer{}", char::from(Key::Enter));
    let typing = browser.driver.action_chain().send_keys(keys);
    typing.perform().await.unwrap();
    page.wait_for("document.activeElement.id === 'builder-id-newcomer'")
        .await
        .unwrap();
    // One that can be left out, is private, and is asked after an answer.
    page.click("required").await.unwrap();
    page.click("private").await.unwrap();
    let about = &before[1];
    change(&page, "[data-testid=\"when\"]", about).await;
    change(&page, "[data-testid=\"when-is\"]", "\"A product\"").await;
    let field = file(&page).await["fields"][4].clone();
    assert_eq!(
        field,
        json!({"id": "newcomer", "label": "Are you new here?", "required": false, "private": true,
            "answer": {"type": "yesNo"}, "when": {"oneOf": {"field": about, "values": ["A product"]}}})
    );
    // What would be no form is not taken, and is told in its place.
    change(&page, "[id='builder-label-newcomer-en']", "  ").await;
    let told = "[...document.querySelectorAll('[data-testid=\"refused\"]')].map(it => it.innerText).join('')";
    let told = page.value(told).await.unwrap();
    assert!(told.as_str().unwrap().contains("Question 5: "), "{told}");
    assert_eq!(file(&page).await["fields"][4]["label"], "Are you new here?");
    nothing_to_mend(&browser, "builder, refused").await;
    for _ in 0..20 {
        page.click("undo").await.unwrap();
    }
    assert_eq!(ids(&page).await, before);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_made_of_json_a_schema_or_a_page_and_what_is_none_says_where() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    paste(&page, r#"{"id": "f", "title": "Visit", "fields": [{"id": "day", "label": "Day", "required": true, "answer": {"type": "day"}}]}"#).await;
    let why = page.text_of("import-refused").await.unwrap();
    assert!(why.contains("fields[0].answer"), "{why}");
    assert_eq!(ids(&page).await.len(), 4);
    // A pattern that no browser reads would hold nothing against what they say.
    paste(&page, r#"{"id": "f", "title": "Visit", "fields": [{"id": "code", "label": "Code", "required": true, "answer": {"type": "shortText", "pattern": "[A-Z"}}]}"#).await;
    page.wait_for("document.querySelector('[data-testid=\"import-refused\"]')?.innerText.includes('At fields[0].answer.pattern: “[A-Z” is no regular expression')")
        .await
        .unwrap();
    assert_eq!(ids(&page).await.len(), 4);
    // The same of a schema.
    paste(
        &page,
        r#"{"title": "Visit", "properties": {"code": {"type": "string", "pattern": "(A"}}}"#,
    )
    .await;
    page.wait_for("document.querySelector('[data-testid=\"import-refused\"]')?.innerText.match(/[(]A.*is no regular expression/)")
        .await
        .unwrap();
    paste(&page, r#"{"title": "Visit", "properties": {"day": {"type": "string", "format": "date"}, "code": {"pattern": "^A"}}}"#).await;
    page.wait_for("document.querySelector('[data-testid=\"imported\"]')")
        .await
        .unwrap();
    assert_eq!(ids(&page).await, ["day"]);
    let html = r#"<!doctype html><html lang="en"><style>p{color:red}</style><h1>Sign up</h1>
        <form style="display:block" onsubmit="alert(1)"><label for=a>Your name</label><input id=a name=who required>
        <label>Plan <select name=plan><option>Small<option>Large</select></label>
        <label>Password <input type=password name=pass></label><button>Go</button></form><script>alert(2)</script>"#;
    paste(&page, html).await;
    page.wait_for("document.querySelectorAll('.builder-field').length === 2")
        .await
        .unwrap();
    let form = file(&page).await;
    assert_eq!(
        (&form["title"], &form["fields"][0]["label"]),
        (&json!("Sign up"), &json!("Your name"))
    );
    assert_eq!(form["fields"][1]["answer"]["type"], "choice");
    assert!(page.text_of("import").await.unwrap().contains("Password"));
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_interview_beside_the_form_is_the_element_that_is_embedded() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    let preview = WidgetElement::shown_in(&browser, PREVIEW);
    let asks_model = |asked: &String| asked.contains("/demo/");
    assert!(!host.asked().iter().any(asks_model), "before it is wanted");
    page.click("restart").await.unwrap();
    preview.waits_for("answer").await.unwrap();
    let said = preview.within(".widget");
    let said = page.value(&format!("{said}.innerText")).await.unwrap();
    assert!(said.as_str().unwrap().contains("no AI"), "{said}");
    preview.answer("Ada Lovelace").await.unwrap();
    page.wait_for(&format!(
        "Object.values({}.getData()).includes('Ada Lovelace')",
        preview.element()
    ))
    .await
    .unwrap();
    // A change is shown when it is wanted, and not before.
    change(&page, "[id='builder-title-en']", "Write to us").await;
    page.wait_for(
        "document.querySelector('[data-testid=\"restart\"]').classList.contains('primary')",
    )
    .await
    .unwrap();
    // What was answered goes along, and a new beginning leaves it out.
    page.click("restart").await.unwrap();
    preview.waits_for("answer").await.unwrap();
    let answers = format!("{}.getData()", preview.element());
    let [first, ..] = &ids(&page).await[..] else {
        panic!("no field")
    };
    assert_eq!(
        page.value(&answers).await.unwrap(),
        json!({first: "Ada Lovelace"})
    );
    let said = page.text_of("preview-state").await.unwrap();
    assert!(said.contains("taken along"), "{said}");
    page.click("restart").await.unwrap();
    page.wait_for(&format!("Object.keys({answers}).length === 0"))
        .await
        .unwrap();
    preview.waits_for("answer").await.unwrap();
    let said = page.text_of("preview-state").await.unwrap();
    assert!(!said.contains("taken along"), "{said}");
    // The look counts at once, and stands in what is copied.
    change(&page, "#builder-accent", "#ffcc00").await;
    change(&page, "#builder-theme", "dark").await;
    let dressed = format!(
        "(() => {{ const it = {}; return [it.getAttribute('theme'), it.style.getPropertyValue('--kikitori-accent'), it.style.getPropertyValue('--kikitori-on-accent')]; }})()",
        preview.element()
    );
    assert_eq!(
        page.value(&dressed).await.unwrap(),
        json!(["dark", "#ffcc00", "#111111"])
    );
    let snippet = page.text_of("snippet").await.unwrap();
    for part in [
        "widget/kikitori.js",
        "--kikitori-accent: #ffcc00;",
        "src=\"/form.json\"",
        "theme=\"dark\"",
        " demo>",
    ] {
        assert!(snippet.contains(part), "{part} in {snippet}");
    }
    // An overlay is opened from here, as a site's page would.
    assert!(
        page.text_of("listener")
            .await
            .unwrap()
            .contains("kikitori-submit")
    );
    change(&page, "#builder-mode", "popup").await;
    let snippet = page.text_of("snippet").await.unwrap();
    for part in ["data-kikitori-open=\"form\"", "<kikitori-form id=\"form\""] {
        assert!(snippet.contains(part), "{part} in {snippet}");
    }
    page.click("open-preview").await.unwrap();
    page.wait_for(&format!("{}.isOpen", preview.element()))
        .await
        .unwrap();
    preview
        .press(&char::from(Key::Escape).to_string())
        .await
        .unwrap();
    page.wait_for(&format!("!{}.isOpen", preview.element()))
        .await
        .unwrap();
    // All of it is there again.
    let page = opened(&browser, &host.url()).await;
    assert_eq!(file(&page).await["title"], "Write to us");
    let mode = "document.querySelector('#builder-mode').value";
    assert_eq!(page.value(mode).await.unwrap(), "popup");
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_looks_well_and_axe_finds_nothing_narrow_or_wide_light_or_dark_in_both_languages() {
    for (size, dark, languages) in [
        ((360, 740), false, "en"),
        ((1280, 900), true, "en"),
        ((360, 740), true, "ja"),
        ((1280, 900), false, "ja"),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size,
            dark,
            languages,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.click("builder").await.unwrap();
        let preview = WidgetElement::shown_in(&browser, PREVIEW);
        page.click("restart").await.unwrap();
        // It is loaded when it comes into sight.
        let there = preview.element();
        page.wait_for(&format!("{there} !== null")).await.unwrap();
        page.value(&format!("({there}.scrollIntoView(), 1)"))
            .await
            .unwrap();
        preview.waits_for("answer").await.unwrap();
        let name = format!("builder-{}-{languages}", size.0);
        page.fits_its_width().await.unwrap();
        // What one more question is called has room.
        let room = "document.getElementById('builder-new').clientWidth >= 180";
        page.wait_for(room).await.unwrap();
        page.picture(&name).await.unwrap();
        nothing_to_mend(&browser, &name).await;
        page.value("(document.querySelectorAll('[data-testid=\"open-field\"]')[1].click(), 1)")
            .await
            .unwrap();
        page.wait_for("document.querySelector('.builder-editor')")
            .await
            .unwrap();
        page.value("(document.querySelector('.builder-field.open').scrollIntoView(), 1)")
            .await
            .unwrap();
        page.fits_its_width().await.unwrap();
        page.picture(&format!("{name}-open")).await.unwrap();
        nothing_to_mend(&browser, &format!("{name}, a field")).await;
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

//! What is chosen in the form builder: conditions of several parts, the columns of a list, and that
//! interviews which were only tried do not pile up.

use kikitori_e2e::{Browser, FileHost, Options, Page, Profile, WidgetElement, nothing_to_mend};
use serde_json::{Value, json};

use crate::builder::{PREVIEW, REPORTED, change, file, opened, paste};

/// Chooses in the list with this test id at a place.
async fn choose(page: &Page<'_>, test_id: &str, at: usize, value: &str) {
    let list = format!("document.querySelectorAll('[data-testid=\"{test_id}\"]')[{at}]");
    let value = json!(value);
    page.wait_for(&list).await.unwrap();
    page.value(&format!(
        "(() => {{ const it = {list}; it.value = {value}; it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
    ))
    .await
    .unwrap();
}

async fn opened_with<'a>(browser: &'a Browser, host: &FileHost, form: &Value) -> Page<'a> {
    let page = opened(browser, &host.url()).await;
    paste(&page, &form.to_string()).await;
    let fields = form["fields"].as_array().unwrap().len();
    page.wait_for(&format!(
        "document.querySelectorAll('.builder-field').length === {fields}"
    ))
    .await
    .unwrap();
    let last = fields - 1;
    page.value(&format!(
        "(document.querySelectorAll('[data-testid=\"open-field\"]')[{last}].click(), 1)"
    ))
    .await
    .unwrap();
    page.wait_for("document.querySelector('.builder-editor')")
        .await
        .unwrap();
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn a_condition_of_several_parts_is_chosen_and_taken_apart() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "visit", "title": "Visit", "fields": [
        {"id": "first", "label": "Is it your first visit?", "required": true, "answer": {"type": "yesNo"}},
        {"id": "way", "label": "How do you come?", "required": true, "answer": {"type": "choice", "options": ["by car", "by train"]}},
        {"id": "park", "label": "Where do you park?", "required": true, "answer": {"type": "shortText"}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    let when = async || file(&page).await["fields"][2]["when"].clone();
    choose(&page, "when", 0, "way").await;
    choose(&page, "when-is", 0, "\"by car\"").await;
    let car = json!({"oneOf": {"field": "way", "values": ["by car"]}});
    assert_eq!(when().await, car);
    choose(&page, "when", 1, "first").await;
    choose(&page, "when-is", 1, "true").await;
    let first = json!({"equals": {"field": "first", "value": true}});
    assert_eq!(when().await, json!({"all": [car, first]}));
    choose(&page, "when-joined", 0, "any").await;
    assert_eq!(when().await, json!({"any": [car, first]}));
    nothing_to_mend(&browser, "builder, conditions").await;
    page.fits_its_width().await.unwrap();
    page.value("(document.querySelector('.builder-when').scrollIntoView(), 1)")
        .await
        .unwrap();
    page.picture("builder-conditions").await.unwrap();
    choose(&page, "when", 0, "").await;
    assert_eq!(when().await, first);
    choose(&page, "when", 0, "").await;
    assert_eq!(when().await, Value::Null);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_columns_of_a_list_are_added_changed_and_removed() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "order", "title": "Order", "fields": [
        {"id": "lines", "label": "What do you order?", "required": true, "answer": {"type": "group", "fields": [
            {"id": "item", "label": "Item", "required": true, "answer": {"type": "shortText"}},
            {"id": "quantity", "label": "Quantity", "required": true, "answer": {"type": "integer"}}
        ]}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    let columns = async || file(&page).await["fields"][0]["answer"]["fields"].clone();
    page.click("add-column").await.unwrap();
    page.wait_for("document.activeElement.id === 'builder-column-lines-label-2-en'")
        .await
        .unwrap();
    change(&page, "#builder-column-lines-label-2-en", "Colour").await;
    choose(&page, "column-kind", 2, "choice").await;
    change(&page, "#builder-column-lines-options-2-en", "red\nblue").await;
    let required = "document.querySelectorAll('[data-testid=\"column-required\"]')[2].click()";
    page.value(&format!("({required}, 1)")).await.unwrap();
    let made = columns().await[2].clone();
    assert_eq!(
        made,
        json!({"id": "new-column", "label": "Colour", "required": false,
        "answer": {"type": "choice", "options": [
            {"value": "red", "label": "red"}, {"value": "blue", "label": "blue"}
        ]}})
    );
    nothing_to_mend(&browser, "builder, columns").await;
    page.fits_its_width().await.unwrap();
    page.picture("builder-columns").await.unwrap();
    for left in [["quantity", "new-column"].as_slice(), &["new-column"]] {
        page.click("remove-column").await.unwrap();
        let all = columns().await;
        let ids: Vec<&Value> = all.as_array().unwrap().iter().map(|it| &it["id"]).collect();
        assert_eq!(ids, left);
    }
    // A list has one at least, and says so.
    page.click("remove-column").await.unwrap();
    let told = "[...document.querySelectorAll('[data-testid=\"refused\"]')].map(it => it.innerText).join('')";
    let told = page.value(told).await.unwrap();
    assert!(
        told.as_str().unwrap().contains("fields[0].answer.fields"),
        "{told}"
    );
    assert_eq!(columns().await.as_array().unwrap().len(), 1);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// The sessions that widgets have stored on the page's origin.
async fn stored(browser: &Browser) -> Value {
    let script = "const done = arguments[0];
        const opening = indexedDB.open('kikitori-widget');
        opening.onsuccess = () => {
          const all = opening.result.transaction('records').objectStore('records').getAllKeys();
          all.onsuccess = () => { opening.result.close(); done(all.result.filter(it => it.startsWith('head/')).length); };
        };";
    let found = browser.driver.execute_async(script, vec![]).await.unwrap();
    found.json().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_that_was_only_tried_is_deleted_when_the_next_one_has_begun() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &host.url()).await;
    let preview = WidgetElement::shown_in(&browser, PREVIEW);
    page.click("restart").await.unwrap();
    preview.waits_for("answer").await.unwrap();
    for title in ["Write to us", "Write to us", "Ask us"] {
        preview.answer("Ada Lovelace").await.unwrap();
        page.wait_for(&format!(
            "Object.values({}.getData()).includes('Ada Lovelace')",
            preview.element()
        ))
        .await
        .unwrap();
        // The same title once more is the same form, begun anew.
        change(&page, "[id='builder-title-en']", title).await;
        page.click("restart").await.unwrap();
        page.wait_for(&format!(
            "Object.keys({}.getData()).length === 0",
            preview.element()
        ))
        .await
        .unwrap();
        preview.waits_for("answer").await.unwrap();
        let mut count = stored(&browser).await;
        for _ in 0..100 {
            if count == 1 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            count = stored(&browser).await;
        }
        assert_eq!(count, 1, "{title}");
        let noted = "Object.keys(localStorage).filter(it => /^kikitori-widget\\/(shown|left)\\//.test(it)).length";
        page.wait_for(&format!("{noted} === 1")).await.unwrap();
    }
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

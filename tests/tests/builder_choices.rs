//! What is chosen in the form builder: conditions of several parts, the columns of a list, and that
//! interviews which were only tried do not pile up.

use kikitori_e2e::{Browser, FileHost, Options, Page, Profile, WidgetElement, nothing_to_mend};
use serde_json::{Value, json};
use thirtyfour::Key;

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
    assert_eq!(
        page.text_of("when-sentence").await.unwrap(),
        "Asked if “How do you come?” is “by car”, or “Is it your first visit?” is “Yes”."
    );
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
async fn numbers_and_days_are_compared_by_keyboard_and_read_as_a_sentence() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let form = json!({"id": "table", "title": "A table", "fields": [
        {"id": "party", "label": "How many are you?", "required": true, "answer": {"type": "integer", "unit": "people"}},
        {"id": "day", "label": "On which day?", "required": true, "answer": {"type": "date"}},
        {"id": "room", "label": "Do you want a room of your own?", "required": true, "answer": {"type": "yesNo"}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    let when = async || file(&page).await["fields"][2]["when"].clone();
    let values = async |at: usize, value: &str| {
        let input = format!("document.querySelectorAll('[data-testid=\"when-value\"]')[{at}]");
        page.wait_for(&input).await.unwrap();
        page.value(&format!("(() => {{ const it = {input}; it.value = '{value}'; it.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"))
            .await
            .unwrap();
    };
    choose(&page, "when", 0, "party").await;
    assert_eq!(when().await, json!({"answered": "party"}));
    page.value("document.getElementById('builder-when-room-0-operator').focus()")
        .await
        .unwrap();
    // To the third of the list, and on to what the answer is compared with.
    for key in [Key::Down, Key::Down, Key::Tab] {
        let chain = browser.driver.action_chain();
        chain.send_keys(char::from(key)).perform().await.unwrap();
    }
    page.wait_for("document.activeElement.dataset.testid === 'when-value'")
        .await
        .unwrap();
    let keys = format!("8{}", char::from(Key::Tab));
    let chain = browser.driver.action_chain();
    chain.send_keys(keys).perform().await.unwrap();
    let party = json!({"atLeast": {"field": "party", "value": 8}});
    assert_eq!(when().await, party);
    assert_eq!(
        page.text_of("when-sentence").await.unwrap(),
        "Asked if “How many are you?” is at least 8 people."
    );
    choose(&page, "when", 1, "day").await;
    choose(&page, "when-operator", 1, "between").await;
    let between = |from: &str, to: &str| {
        let one = |name: &str, day: &str| json!({name: {"field": "day", "value": day}});
        let day = json!({"all": [one("atLeast", from), one("atMost", to)]});
        json!({"all": [party, day]})
    };
    // The last day goes with a first one that comes after it, and the other way round.
    for (at, day, from, to) in [
        (1, "2099-12-24", "2099-12-24", "2099-12-24"),
        (2, "2099-12-31", "2099-12-24", "2099-12-31"),
        (1, "2100-01-05", "2100-01-05", "2100-01-05"),
        (2, "2099-12-31", "2099-12-31", "2099-12-31"),
    ] {
        values(at, day).await;
        assert_eq!(when().await, between(from, to), "{day}");
    }
    let said = page.text_of("when-sentence").await.unwrap();
    for part in [
        "8 people, and “On which day?” is between Thursday",
        "31 December 2099 and",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    // What is no value is told in its place, and nothing changes.
    values(2, "").await;
    let told = "[...document.querySelectorAll('[data-testid=\"refused\"]')].map(it => it.innerText).join('')";
    let told = page.value(told).await.unwrap();
    assert!(told.as_str().unwrap().contains("compared with"), "{told}");
    assert_eq!(when().await, between("2099-12-31", "2099-12-31"));
    nothing_to_mend(&browser, "builder, comparisons").await;
    page.fits_its_width().await.unwrap();
    page.value("(document.querySelector('.builder-when').scrollIntoView(), 1)")
        .await
        .unwrap();
    page.picture("builder-comparisons").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_condition_that_cannot_be_chosen_is_read_as_a_sentence() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = json!({"id": "table", "title": "A table", "fields": [
        {"id": "party", "label": "How many are you?", "required": true, "answer": {"type": "integer"}},
        {"id": "eats", "label": "What do you eat?", "required": false, "answer": {"type": "choices", "options": ["fish", {"value": "V", "label": "vegetables"}]}},
        {"id": "why", "label": "Why?", "required": true, "when": {"all": [
            {"any": [{"less": {"field": "party", "value": 2}}, {"greater": {"field": "party", "value": 8}}]},
            {"oneOf": {"field": "eats", "values": ["fish", "V"]}}, {"not": {"answered": "eats"}}
        ]}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    assert_eq!(
        page.text_of("when-sentence").await.unwrap(),
        "Asked if (“How many are you?” is less than 2, or “How many are you?” is more than 8), and \
         “What do you eat?” is “fish” or “vegetables”, and “What do you eat?” is not answered."
    );
    let is_there = "document.querySelector('[data-testid=\"when\"]') !== null";
    assert_eq!(page.value(is_there).await.unwrap(), false);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bounds_are_put_in_and_days_are_counted_from_the_one_of_the_answer() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let form = json!({"id": "join", "title": "Join", "fields": [
        {"id": "hours", "label": "How many hours a week?", "required": true, "answer": {"type": "integer"}},
        {"id": "born", "label": "When were you born?", "required": true, "answer": {"type": "date"}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    let answer = async |at: usize| file(&page).await["fields"][at]["answer"].clone();
    change(&page, "#builder-high-born", "before").await;
    change(&page, "#builder-high-born-count", "18").await;
    let adult = json!({"type": "date", "latest": "today-18y"});
    assert_eq!(answer(1).await, adult);
    change(&page, "#builder-low-born", "on").await;
    change(&page, "#builder-low-born-day", "1900-01-01").await;
    change(&page, "#builder-high-born-unit", "m").await;
    assert_eq!(
        answer(1).await,
        json!({"type": "date", "earliest": "1900-01-01", "latest": "today-18m"})
    );
    nothing_to_mend(&browser, "builder, bounds of a day").await;
    page.fits_its_width().await.unwrap();
    page.value("(document.querySelector('.builder-bound').scrollIntoView(), 1)")
        .await
        .unwrap();
    page.picture("builder-bounds").await.unwrap();
    change(&page, "#builder-low-born", "none").await;
    change(&page, "#builder-high-born", "today").await;
    assert_eq!(answer(1).await, json!({"type": "date", "latest": "today"}));
    page.value("(document.querySelectorAll('[data-testid=\"open-field\"]')[0].click(), 1)")
        .await
        .unwrap();
    change(&page, "#builder-low-hours", "2").await;
    change(&page, "#builder-high-hours", "40").await;
    change(&page, "#builder-unit-hours-en", "hours").await;
    let hours = json!({"type": "integer", "unit": "hours", "min": 2, "max": 40});
    assert_eq!(answer(0).await, hours);
    // The most is no less than the least: told in its place, and nothing changes.
    change(&page, "#builder-high-hours", "1").await;
    let told = "document.getElementById('builder-high-hours-error').innerText";
    let told = page.value(told).await.unwrap();
    assert!(told.as_str().unwrap().contains("Question 1, “"), "{told}");
    assert_eq!(answer(0).await, hours);
    nothing_to_mend(&browser, "builder, bounds").await;
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// A press on something else ends the typing, and what was typed is told before the button is let go: what
/// is drawn anew then, or stands elsewhere, does not take the press.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_first_after_typing_is_still_there_to_take_the_press() {
    let (host, profile) = (FileHost::start().await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let column = json!({"id": "item", "label": "Item", "required": true, "answer": {"type": "choice", "options": ["pen", "ink"]}});
    let answers = [
        json!({"type": "shortText", "pattern": "[A-Z]+"}),
        json!({"type": "longText"}),
        json!({"type": "choices", "options": ["one", "two"]}),
        json!({"type": "number", "unit": "kg"}),
        json!({"type": "date", "latest": "today-18y"}),
        json!({"type": "group", "fields": [column]}),
    ];
    let first = json!({"id": "first", "label": "How many?", "required": true, "answer": {"type": "integer"}});
    let mut fields = vec![first];
    for (at, answer) in answers.iter().enumerate() {
        fields.push(json!({
            "id": format!("field-{at}"), "label": "Another", "required": true, "answer": answer,
            "facts": [{"key": "why", "fact": "The reason", "doneCriteria": "A reason"}],
            "when": {"atLeast": {"field": "first", "value": 1}}
        }));
    }
    let form = json!({"id": "all", "title": "All", "fields": fields});
    let page = opened_with(&browser, &host, &form).await;
    for (at, answer) in answers.iter().enumerate() {
        page.value(&format!("(() => {{ const it = document.getElementById('builder-open-field-{at}'); if (it.getAttribute('aria-expanded') === 'false') it.click(); }})()"))
            .await
            .unwrap();
        page.wait_for(&format!(
            "document.getElementById('builder-label-field-{at}-en')"
        ))
        .await
        .unwrap();
        let script = "
            const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            const all = [...document.querySelectorAll('.builder-work :is(input, textarea, select, option, button)')];
            const place = (it) => JSON.stringify(it.getBoundingClientRect());
            const typed = document.querySelectorAll('.builder-editor :is(input[type=text], textarea)');
            const lost = [];
            // The last one is the field's id, with which it is another field.
            for (const box of [...typed].slice(0, -1)) {
              const before = all.map(place);
              if (box.value === '' || /pattern/.test(box.id)) continue;
              box.value += ' x';
              box.dispatchEvent(new Event('change', { bubbles: true }));
              await painted();
              lost.push(...all.filter((it, at) => !it.isConnected || place(it) !== before[at]).map((it) => `${box.id}: ${it.id || it.outerHTML}`));
            }
            return [all.length, lost.join('; ')];";
        let found = browser.awaited(script).await;
        assert!(found[0].as_u64().unwrap() > 60, "{found}");
        assert_eq!(found[1], "", "{answer}");
    }
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
    page.wait_for("document.activeElement.id === 'builder-column-lines-new' && document.getElementById('builder-column-lines-new-error').innerText")
        .await
        .unwrap();
    let keys = format!("Colour{}", char::from(Key::Enter));
    let typing = browser.driver.action_chain().send_keys(keys);
    typing.perform().await.unwrap();
    page.wait_for("document.activeElement.id === 'builder-column-lines-kind-2'")
        .await
        .unwrap();
    choose(&page, "column-kind", 2, "choice").await;
    change(&page, "#builder-column-lines-options-2-en", "red\nblue").await;
    let required = "document.querySelectorAll('[data-testid=\"column-required\"]')[2].click()";
    page.value(&format!("({required}, 1)")).await.unwrap();
    let made = columns().await[2].clone();
    assert_eq!(
        made,
        json!({"id": "colour", "label": "Colour", "required": false,
        "answer": {"type": "choice", "options": [
            {"value": "red", "label": "red"}, {"value": "blue", "label": "blue"}
        ]}})
    );
    nothing_to_mend(&browser, "builder, columns").await;
    page.fits_its_width().await.unwrap();
    page.picture("builder-columns").await.unwrap();
    for left in [["quantity", "colour"].as_slice(), &["colour"]] {
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
        told.as_str()
            .unwrap()
            .contains("Question 1, “What do you order?”: "),
        "{told}"
    );
    assert_eq!(columns().await.as_array().unwrap().len(), 1);
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

/// The sessions that widgets have stored on the page's origin.
pub(crate) async fn stored(browser: &Browser) -> Value {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_given_a_pattern_with_its_words_and_one_that_is_none_is_refused_where_it_stands()
{
    let (host, profile) = (FileHost::start().await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let form = json!({"id": "permit", "title": "Permit", "fields": [
        {"id": "number", "label": "Number of the permit", "required": true, "answer": {"type": "shortText"}}
    ]});
    let page = opened_with(&browser, &host, &form).await;
    let answer = async || file(&page).await["fields"][0]["answer"].clone();
    change(&page, "#builder-pattern-number", "[A-Z").await;
    page.wait_for("document.getElementById('builder-pattern-number-error').textContent.includes('no regular expression')")
        .await
        .unwrap();
    assert_eq!(answer().await, json!({"type": "shortText"}));
    change(&page, "#builder-pattern-number", "[A-Z]{2}[0-9]{7}").await;
    change(
        &page,
        "#builder-pattern-hint-number-en",
        "two letters and seven digits",
    )
    .await;
    assert_eq!(
        answer().await,
        json!({"type": "shortText", "pattern": "[A-Z]{2}[0-9]{7}", "patternHint": "two letters and seven digits"})
    );
    nothing_to_mend(&browser, "builder, a pattern").await;
    page.fits_its_width().await.unwrap();
    page.value("(document.querySelector('#builder-pattern-number').scrollIntoView(), 1)")
        .await
        .unwrap();
    page.picture("builder-pattern").await.unwrap();
    page.console_is_clean(&REPORTED).await.unwrap();
    browser.close().await;
}

//! A form in Arabic: the conversation and the layout around it run from right to left, the page's
//! own English texts do not, and numbers read as they are.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

const FORM: &str = r#"{"id": "order", "title": "طلب توصيل", "language": "ar", "fields": [
    {"id": "name", "label": "الاسم الكامل", "required": true, "answer": {"type": "shortText"}},
    {"id": "address", "label": "عنوان التوصيل", "required": true, "answer": {"type": "address"}},
    {"id": "phone", "label": "رقم الهاتف", "required": true, "answer": {"type": "phone"}},
    {"id": "way", "label": "طريقة التوصيل", "required": true, "answer": {"type": "choice", "options": [
        {"value": "van", "label": "بالشاحنة"}, {"value": "post", "label": "بالبريد"}]}},
    {"id": "items", "label": "الأصناف", "required": false, "answer": {"type": "group", "fields": [
        {"id": "what", "label": "الصنف", "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": "العدد", "required": true, "answer": {"type": "integer"}}]}}
]}"#;

/// Where the first of these letters stands in what the selector finds.
fn left_of(selector: &str, letter: char) -> String {
    format!(
        "(() => {{ const walker = document.createTreeWalker(document.querySelector('{selector}'), NodeFilter.SHOW_TEXT); while (walker.nextNode()) {{ const at = walker.currentNode.data.indexOf('{letter}'); if (at >= 0) {{ const range = document.createRange(); range.setStart(walker.currentNode, at); range.setEnd(walker.currentNode, at + 1); return range.getBoundingClientRect().left; }} }} }})()"
    )
}

async fn from_right_to_left(width: u32, dark: bool) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: "ar",
        dark,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    let name = |what: &str| format!("right-to-left-{width}-{what}");
    // The interview bears language and direction, the document around it its own.
    let told = "[document.documentElement.lang, document.documentElement.dir, document.querySelector('.session-columns').dir, document.querySelector('main h1').lang]";
    assert_eq!(
        page.value(told).await.unwrap(),
        json!(["en", "", "rtl", "ar"])
    );
    page.answer("ليلى حداد").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.picture(&name("question")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "an interview in Arabic").await;
    // What the person says stands at the left, what they are asked begins at the right.
    let sides = "(() => { const box = it => document.querySelector(it).getBoundingClientRect(); const column = box('.conversation > .column'); const said = box('[data-speaker=\"respondent\"] .turn-text'); const middle = column.left + column.width / 2; return [said.left < middle, said.right < column.right - 40]; })()";
    assert_eq!(page.value(sides).await.unwrap(), json!([true, true]));
    if width > 800 {
        let beside = "document.querySelector('.side.left').getBoundingClientRect().left > document.querySelector('.talk').getBoundingClientRect().left";
        assert_eq!(page.value(beside).await.unwrap(), true);
    }
    page.fill_in_by_hand().await.unwrap();
    page.put("address", "شارع الحمرا 42، بناية 7\nبيروت 1103")
        .await
        .unwrap();
    page.put("phone", "+961 1 345 678").await.unwrap();
    page.pick("way", 1).await.unwrap();
    page.press("[data-testid=\"add-line\"]").await.unwrap();
    page.put_cell(1, "what", "طاولة").await.unwrap();
    page.put_cell(1, "count", "3").await.unwrap();
    page.picture(&name("form")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "a form in Arabic").await;
    // What may be left out says so behind its name, at the left of it.
    let optional = "(() => { const [name, optional] = document.querySelectorAll('#field-items-field .field-label > span'); return optional.getBoundingClientRect().right <= name.getBoundingClientRect().left; })()";
    assert_eq!(page.value(optional).await.unwrap(), true);
    // Labels begin at the right of their inputs.
    let label = "(() => { const box = it => document.querySelector(it).getBoundingClientRect(); return Math.abs(box('#field-name-field .field-label span').right - box('#field-name').right) < 4; })()";
    assert_eq!(page.value(label).await.unwrap(), true);
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.picture(&name("review")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "a review in Arabic").await;
    // A table of lines runs so, whatever stands in it.
    let table = "[...document.querySelectorAll('.line-table :is(td, th)')].every(it => getComputedStyle(it).direction === 'rtl')";
    assert_eq!(page.value(table).await.unwrap(), true);
    // What is made of a name and a value runs so too, as lines do in the conversation.
    let cell = "(() => { const row = document.createElement('div'); row.style.display = 'flex'; row.innerHTML = '<span><span>العدد: </span><span>3</span></span>'; document.querySelector('.session-columns').append(row); const [name, value] = [...row.firstChild.children].map(it => it.getBoundingClientRect()); row.remove(); return value.right <= name.left + 1; })()";
    assert_eq!(page.value(cell).await.unwrap(), true);
    // A number begins with its sign at the left, also amid Arabic; the street before its number
    // stands at the right of it.
    let value = |field: &str| format!("[data-testid=\"answer-value\"][data-field=\"{field}\"]");
    for (field, first, then) in [
        ("phone", '+', '9'),
        ("phone", '9', '8'),
        ("address", '4', '2'),
        ("address", '4', 'ش'),
    ] {
        let selector = value(field);
        let left = page.value(&left_of(&selector, first)).await.unwrap();
        let right = page.value(&left_of(&selector, then)).await.unwrap();
        assert!(
            left.as_f64().unwrap() < right.as_f64().unwrap(),
            "{field}: {first} at {left}, {then} at {right}"
        );
    }
    // From the old value on the right to the new one on the left, and the arrow points there.
    page.press("[data-change=\"name\"]").await.unwrap();
    page.put_into("#change-name", "ليلى نصر").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    let order = "(() => { const row = document.querySelector('[data-testid=\"answer-value\"][data-field=\"name\"]').closest('.answer'); const left = it => row.querySelector(it).getBoundingClientRect().left; const arrow = row.querySelector('.arrow'); return [left('del') > left('.arrow'), left('.arrow') > left('[data-testid=\"answer-value\"]'), new DOMMatrix(getComputedStyle(arrow).transform).a]; })()";
    page.wait_for("document.querySelector('[data-testid=\"old-value\"]')")
        .await
        .unwrap();
    assert_eq!(page.value(order).await.unwrap(), json!([true, true, -1]));
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    page.picture(&name("done")).await.unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "the end in Arabic").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_arabic_runs_from_right_to_left_on_a_desk() {
    from_right_to_left(1280, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_arabic_runs_from_right_to_left_on_a_phone() {
    from_right_to_left(360, true).await;
}

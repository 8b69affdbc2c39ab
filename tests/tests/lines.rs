//! A list that is pasted into the conversation: read, mended in words and by hand, and taken away.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Script, Site, nothing_to_mend_in_any_light,
};
use serde_json::{Value, json};

const FORM: &str = include_str!("../../web/forms/order.json");

/// What is pasted, and what is said of it.
struct Order {
    languages: &'static str,
    list: &'static str,
    customer: &'static str,
    /// Lines of which something is missing, by words in them.
    no_amount: &'static str,
    other_unit: &'static str,
    no_item: &'static str,
    two_items: &'static str,
    /// A line that is corrected once all is there.
    corrected: &'static str,
    is_amount: fn(&str) -> String,
    is_removed: fn(&str) -> String,
    is_corrected: fn(&str) -> String,
    day: &'static str,
}

const ENGLISH: Order = Order {
    languages: "en",
    list: include_str!("../fixtures/order/lines.en.txt"),
    customer: "Bistro Verde",
    no_amount: "10615",
    other_unit: "10810",
    no_item: "brown sugar",
    two_items: "40688 or",
    corrected: "10250",
    is_amount: |number| format!("line {number}: 4"),
    is_removed: |number| format!("please remove line {number}: remove it"),
    is_corrected: |number| format!("line {number} should be 12 cases"),
    day: "tomorrow",
};

const JAPANESE: Order = Order {
    languages: "ja",
    list: include_str!("../fixtures/order/lines.ja.txt"),
    customer: "みどり食堂",
    no_amount: "A-1061",
    other_unit: "A-1081",
    no_item: "三温糖",
    two_items: "D-4068",
    corrected: "A-1025",
    is_amount: |number| format!("{number}行目は４"),
    is_removed: |number| format!("{number}行目は削除してください"),
    is_corrected: |number| format!("{number}行目は１２ケースです"),
    day: "明日",
};

/// The number of the line that came from these words.
async fn number_of(page: &Page<'_>, words: &str) -> String {
    let rows = "[...document.querySelectorAll('[data-place=\"talk\"] tbody[data-line], [data-place=\"change\"] tbody[data-line]')]";
    let words = json!(words);
    let found = format!(
        "{rows}.find(row => row.querySelector('.line-original q')?.textContent.includes({words}))?.dataset.line"
    );
    page.wait_for(&found).await.unwrap();
    page.value(&found)
        .await
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

fn row(number: &str) -> String {
    format!("document.querySelector('tbody[data-line=\"{number}\"]')")
}

async fn is_mended(page: &Page<'_>, number: &str) {
    let row = row(number);
    page.wait_for(&format!("{row}?.dataset.status === 'success'"))
        .await
        .unwrap();
    page.settled().await.unwrap();
}

async fn from_paste_to_files(order: &Order, width: u32) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: order.languages,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    let name = |what: &str| format!("lines-{}-{width}-{what}", order.languages);
    page.answer(order.customer).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer(order.list).await.unwrap();
    page.wait_for(
        "document.querySelectorAll('[data-place=\"talk\"] tbody[data-line]').length === 50",
    )
    .await
    .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let todo = "document.querySelectorAll('tbody[data-status=\"todo\"]').length";
    assert_eq!(page.value(todo).await.unwrap(), 4);
    let first = "[...document.querySelectorAll('tbody[data-line]')].slice(0, 4).every(row => row.dataset.status === 'todo')";
    assert_eq!(
        page.value(first).await.unwrap(),
        true,
        "those to be mended come first"
    );
    page.picture(&name("pasted")).await.unwrap();
    page.fits_its_width().await.unwrap();
    // The question is in sight, however long the table below it is, and nothing lies over its buttons.
    let in_sight = "(() => { const box = it => document.querySelector(it).getBoundingClientRect(); const question = box('.turn.current .turn-text').top; const room = box('.conversation'); return question >= room.top && question < room.bottom; })()";
    page.wait_for(in_sight).await.unwrap();
    let free = "[...document.querySelectorAll('[data-place=\"talk\"] button')].filter(it => it.checkVisibility()).slice(0, 12).every(it => { it.scrollIntoView({block: 'center'}); const box = it.getBoundingClientRect(); return it.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })";
    assert_eq!(page.value(free).await.unwrap(), true);
    nothing_to_mend_in_any_light(&browser, "lines in the conversation").await;

    let amount = number_of(&page, order.no_amount).await;
    page.answer(&(order.is_amount)(&amount)).await.unwrap();
    is_mended(&page, &amount).await;

    // The tab is loaded anew in the middle.
    page.value("location.reload()").await.unwrap();
    page.wait_for(
        "document.querySelectorAll('[data-place=\"talk\"] tbody[data-line]').length === 50",
    )
    .await
    .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(todo).await.unwrap(), 3);

    // Who saves all of it by hand is told what of which line is missing.
    page.fill_in_by_hand().await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"plain-form\"] .line .field.wrong')")
        .await
        .unwrap();
    page.press("[data-testid=\"plain-back\"]").await.unwrap();
    page.is_on("interview").await.unwrap();

    let sugar = number_of(&page, order.no_item).await;
    page.press(&format!("[data-line-change=\"talk-{sugar}\"]"))
        .await
        .unwrap();
    page.wait_for("document.activeElement?.id.endsWith('item_number')")
        .await
        .unwrap();
    page.put_into(&format!("#talk-items-{sugar}-item_number"), "40444")
        .await
        .unwrap();
    // What does not fit is said at its input.
    page.put_into(&format!("#talk-items-{sugar}-quantity"), "some")
        .await
        .unwrap();
    page.press("[data-testid=\"line-save\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"line-form\"] .field.wrong')")
        .await
        .unwrap();
    page.picture(&name("by-hand")).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a line by hand").await;
    page.put_into(&format!("#talk-items-{sugar}-quantity"), "2")
        .await
        .unwrap();
    page.press("[data-testid=\"line-save\"]").await.unwrap();
    is_mended(&page, &sugar).await;

    let twice = number_of(&page, order.two_items).await;
    page.answer(&(order.is_removed)(&twice)).await.unwrap();
    page.wait_for(
        "document.querySelectorAll('[data-place=\"talk\"] tbody[data-line]').length === 49",
    )
    .await
    .unwrap();
    page.settled().await.unwrap();
    let corrected = number_of(&page, order.corrected).await;
    let unit = number_of(&page, order.other_unit).await;
    page.press(&format!("[data-line-change=\"talk-{unit}\"]"))
        .await
        .unwrap();
    page.click_on(&format!("#talk-items-{unit}-unit-1"))
        .await
        .unwrap();
    page.press("[data-testid=\"line-save\"]").await.unwrap();
    // Nothing is missing any more: the next field is asked for.
    page.wait_for("!document.querySelector('[data-place=\"talk\"]')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");

    page.answer(&(order.is_corrected)(&corrected))
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    // Of fifty lines, the one that is another is told, and the others for who asks.
    let changed = "document.querySelectorAll('[data-testid=\"changed-lines\"]')";
    let one = format!(
        "{changed}.length === 1 && {changed}[0].children.length === 1 && {changed}[0].children[0].dataset.number === '{corrected}'"
    );
    page.wait_for(&one).await.unwrap();
    let told = page
        .value(&format!("{changed}[0].textContent"))
        .await
        .unwrap();
    let told = told.as_str().unwrap();
    assert!(
        told.contains(order.corrected) && told.contains("12"),
        "{told}"
    );
    let whole = "[...document.querySelectorAll('[data-testid=\"accepted-value\"][data-field=\"items\"]')].some(it => it.checkVisibility())";
    assert_eq!(page.value(whole).await.unwrap(), false);
    page.picture(&name("changed")).await.unwrap();
    nothing_to_mend_in_any_light(&browser, "a line that is changed").await;
    page.fits_its_width().await.unwrap();
    page.answer(order.day).await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'review'")
        .await
        .unwrap();
    let quantity = format!(
        "{}.querySelectorAll('.line-value')[1].textContent",
        row(&corrected)
    );
    assert_eq!(page.value(&quantity).await.unwrap(), "12");
    page.picture(&name("review")).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.breaks_lines_well().await.unwrap();
    nothing_to_mend_in_any_light(&browser, "lines on the review page").await;
    // A table where there is room for one, cards elsewhere.
    let is_table =
        "getComputedStyle(document.querySelector('.line-table tr')).display === 'table-row'";
    assert_eq!(page.value(is_table).await.unwrap(), width >= 700);
    let as_wide = "document.querySelector('.line-sheet').clientWidth > 0.95 * document.querySelector('.answers').clientWidth";
    assert_eq!(page.value(as_wide).await.unwrap(), true);
    // Drawn anew, it leaves the focus where it was.
    for now in ["13", "12"] {
        page.press(&format!("[data-line-change=\"change-{corrected}\"]"))
            .await
            .unwrap();
        page.put_into(&format!("#change-items-{corrected}-quantity"), now)
            .await
            .unwrap();
        page.press("[data-testid=\"line-save\"]").await.unwrap();
        page.wait_for(&format!(
            "{quantity} === '{now}' && document.activeElement?.dataset.lineChange === 'change-{corrected}'"
        ))
        .await
        .unwrap();
        assert_eq!(page.settled().await.unwrap(), "confirm");
    }

    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.picture(&name("done")).await.unwrap();
    // How each was read matters no more.
    let told = "document.querySelectorAll('.line-status, .line-confidence').length";
    assert_eq!(page.value(told).await.unwrap(), 0);
    let submission = page.download(&profile).await.unwrap();
    let items = &submission["fields"][1];
    assert_eq!(items["fieldId"], "items");
    assert_eq!(items["value"].as_array().unwrap().len(), 49);
    let lines = items["lines"].as_array().unwrap();
    assert!(lines.iter().all(|line| line["status"] == "success"));
    let of = |words: &str| -> &Value {
        let mut lines = lines.iter();
        lines
            .find(|it| it["original"].as_str().is_some_and(|it| it.contains(words)))
            .unwrap()
    };
    assert_eq!(of(order.no_amount)["values"]["quantity"], 4);
    assert_eq!(of(order.no_item)["values"]["item_number"], "40444");
    assert_eq!(of(order.other_unit)["values"]["unit"], "Ea");
    assert_eq!(of(order.corrected)["values"]["quantity"], 12);
    assert_eq!(of(order.corrected)["values"]["unit"], "CS");
    page.click("download-lines").await.unwrap();
    let is_table = |name: &str| name.ends_with("-items.csv");
    let csv = page.saved_file(&profile, is_table, |text| text.ends_with("\r\n"));
    let csv = csv.await;
    assert!(csv.starts_with("\u{feff}line,item_number,quantity,unit,pack_size,remark,status"));
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_fifty_lines_in_english_on_a_desk() {
    from_paste_to_files(&ENGLISH, 1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_fifty_lines_in_japanese_on_a_phone() {
    from_paste_to_files(&JAPANESE, 360).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_changed_by_hand_is_told_once_and_stays_in_sight() {
    const LIST: &str =
        "Item #\tQty\tUOM\n10234\t2\tCS\n10250\t1\tCS\n10311\t12\tEa\n10312\t6\tEa\n";
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    for said in [ENGLISH.customer, LIST] {
        page.answer(said).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
    }
    // By the message that told of it, which is the last that told of anything.
    page.click_on(".accepted[data-field=\"items\"]:not([hidden]) [data-testid=\"change\"]")
        .await
        .unwrap();
    page.put_into("#said-items-0-quantity", "21").await.unwrap();
    page.press("[data-testid=\"change-save\"]").await.unwrap();
    let told = "(all => all.length === 1 && all[0].textContent.includes('21'))([...document.querySelectorAll('[data-testid=\"changed-lines\"]')].filter(it => it.checkVisibility()))";
    page.wait_for(told).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_line_of_which_code_cannot_tell_that_their_words_say_so_asks_to_be_checked() {
    let form = json!({
        "id": "trees", "title": "Trees",
        "fields": [
            {"id": "trees", "label": "Trees", "required": true, "answer": {"type": "group", "fields": [
                {"id": "kind", "label": "Kind", "required": true, "answer": {"type": "shortText"}},
                {"id": "height", "label": "Height", "required": true,
                 "answer": {"type": "number", "unit": "m"}}]}},
            {"id": "town", "label": "Town", "required": true},
            {"id": "street", "label": "Street", "required": true},
        ],
    });
    let (first, then) = ("haritza, 18 metro", "eta pinua, zazpi metro");
    let and = "eta pagoa, 9 metro";
    let told = |quote: &str, lines: Value| {
        json!([{"field_id": "trees", "quote": quote, "value": lines.to_string(), "facts": null,
            "missing": null, "outcome": "answered"}])
    };
    let ask = |heard: Value, asks: &str| {
        json!({"heard": heard, "question": null, "language": null, "country": null, "time_zone": null,
            "asks": asks, "message": format!("Next: {asks}"), "suggestions": null})
    };
    let birch = told(first, json!([{"kind": "haritza", "height": 18}]));
    let pine = told(then, json!([{"kind": "pinua", "height": 7}]));
    let oak = told(and, json!([{"kind": "pagoa", "height": 9}]));
    let script = Script::new()
        .then("ask", "", ask(json!([]), "trees"))
        .then("ask", first, ask(birch, "town"))
        .then("ask", then, ask(pine, "town"))
        .then("ask", and, ask(oak, "town"));
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    site.endpoint().follows(&script);
    let options = Options {
        size: (360, 740),
        languages: "eu",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let unsure = "[...document.querySelectorAll('[data-testid=\"line-unsure\"]')].filter(it => it.checkVisibility()).length";
    page.answer(first).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"accepted\"][data-field=\"trees\"]')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    assert_eq!(page.value(unsure).await.unwrap(), 0);
    page.answer(then).await.unwrap();
    page.wait_for(&format!("{unsure} === 1")).await.unwrap();
    assert!(
        page.text_of("changed-lines")
            .await
            .unwrap()
            .contains("pinua")
    );
    nothing_to_mend_in_any_light(&browser, "a line to be checked").await;
    page.fits_its_width().await.unwrap();
    page.picture("line-to-check-360").await.unwrap();
    // When another line is told of, only that one is shown; the whole list, once, still asks.
    page.answer(and).await.unwrap();
    let changed = "[...document.querySelectorAll('[data-testid=\"changed-lines\"]')].filter(it => it.checkVisibility()).map(it => it.textContent).join()";
    page.wait_for(&format!(
        "{changed}.includes('pagoa') && !{changed}.includes('pinua')"
    ))
    .await
    .unwrap();
    assert_eq!(page.value(unsure).await.unwrap(), 0);
    assert_eq!(page.settled().await.unwrap(), "answer");
    let fold = ".accepted[data-field=\"trees\"]:not([hidden]) [data-testid=\"fold-value\"]";
    page.press(fold).await.unwrap();
    page.wait_for(&format!("{unsure} === 1 && {changed} === ''"))
        .await
        .unwrap();
    // They say that it is right: nobody is asked for it, and nothing is put into their mouth.
    let said = "document.querySelectorAll('[data-testid=\"message\"]').length";
    let before = (
        site.endpoint().seen().len(),
        page.value(said).await.unwrap(),
    );
    page.listen().await.unwrap();
    page.press(".accepted-value [data-testid=\"line-right\"]")
        .await
        .unwrap();
    page.wait_for(&format!("{unsure} === 0")).await.unwrap();
    assert_eq!(
        page.read_out().await.unwrap(),
        ["pinua is marked as right."]
    );
    let after = (
        site.endpoint().seen().len(),
        page.value(said).await.unwrap(),
    );
    assert_eq!(after, before);
    page.press(fold).await.unwrap();
    page.wait_for(&format!("{changed}.includes('pagoa')"))
        .await
        .unwrap();
    page.picture("line-checked-360").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

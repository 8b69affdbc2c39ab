//! The lines of a list by hand: they are put into another order, and what is half typed into one is kept.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::{Value, json};

const FORM: &str = include_str!("../../web/forms/order.json");
const LIST: &str = "Item #\tQty\tUOM\n10234\t2\tCS\n10250\t1\tCS\n10311\t12\tEa\n";

/// Waits until the lines of the table stand in this order, and a button has the focus.
async fn stand(page: &Page<'_>, items: [&str; 3], focus: &str) {
    let items = json!(items);
    let rows = "[...document.querySelectorAll('[data-place=\"change\"] tbody[data-line]')].map(it => it.querySelector('.line-value').textContent)";
    page.wait_for(&format!(
        "JSON.stringify({rows}) === JSON.stringify({items}) && document.activeElement?.dataset.lineMove === '{focus}'"
    ))
    .await
    .unwrap();
}

async fn on_review<'a>(browser: &'a Browser, site: &Site, profile: &Profile) -> Page<'a> {
    let page = Page::begin_with(browser, site, profile, FORM)
        .await
        .unwrap();
    for said in ["Bistro Verde", LIST] {
        page.answer(said).await.unwrap();
        assert_eq!(page.settled().await.unwrap(), "answer");
    }
    page.answer("tomorrow").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_moved_with_the_keyboard_keep_what_they_came_from_and_are_moved_back() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = on_review(&browser, &site, &profile).await;
    page.listen().await.unwrap();
    page.press("[data-line-move=\"change-3-up\"]")
        .await
        .unwrap();
    stand(&page, ["10234", "10311", "10250"], "change-2-up").await;
    page.press("[data-line-move=\"change-2-up\"]")
        .await
        .unwrap();
    stand(&page, ["10311", "10234", "10250"], "change-1-up").await;
    page.wait_for("window.readOut.some(it => it.includes('“10311” is line 1 now.'))")
        .await
        .unwrap();
    // There is none before it: the button stays, with the focus, and does nothing.
    page.press("[data-line-move=\"change-1-up\"]")
        .await
        .unwrap();
    stand(&page, ["10311", "10234", "10250"], "change-1-up").await;
    let first = "document.querySelector('tbody[data-line=\"1\"]')";
    let at_end = "[aria-disabled=\"true\"][data-testid=\"line-up\"]";
    page.wait_for(&format!("{first}.querySelector('{at_end}')"))
        .await
        .unwrap();
    page.wait_for(&format!(
        "{first}.querySelector('.line-original q').textContent.includes('10311\\t12\\tEa')"
    ))
    .await
    .unwrap();
    nothing_to_mend(&browser, "lines that are moved").await;
    page.picture("lines-moved").await.unwrap();
    page.fits_its_width().await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("go-back").await.unwrap();
    page.wait_for("[...document.querySelectorAll('[data-place=\"change\"] tbody[data-line]')].map(it => it.querySelector('.line-value').textContent).join() === '10234,10311,10250'")
        .await
        .unwrap();
    page.is_on("review").await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    let lines = submission["fields"][1]["lines"].as_array().unwrap();
    let told = lines
        .iter()
        .map(|it| (it["line"].clone(), it["original"].clone()));
    let expected = [
        (json!(1), json!("10234\t2\tCS")),
        (json!(2), json!("10311\t12\tEa")),
        (json!(3), json!("10250\t1\tCS")),
    ];
    assert_eq!(told.collect::<Vec<(Value, Value)>>(), expected);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_the_plain_form_are_moved_before_they_are_saved() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = on_review(&browser, &site, &profile).await;
    page.fill_in_by_hand().await.unwrap();
    let items = |expected: &str| {
        format!(
            "[...document.querySelectorAll('.line [data-input=\"item_number\"] input')].map(it => it.value).join() === '{expected}'"
        )
    };
    page.wait_for(&items("10234,10250,10311")).await.unwrap();
    page.listen().await.unwrap();
    page.press("[data-line-move=\"field-items-0-down\"]")
        .await
        .unwrap();
    page.wait_for(&items("10250,10234,10311")).await.unwrap();
    page.wait_for("document.activeElement?.dataset.lineMove === 'field-items-0-down'")
        .await
        .unwrap();
    page.wait_for("window.readOut.some(it => it.includes('It is line 2 now.'))")
        .await
        .unwrap();
    let titles = "[...document.querySelectorAll('.line-title')].map(it => it.textContent)";
    let titles = page.value(titles).await.unwrap();
    let numbers = titles.as_array().unwrap().iter().map(|it| {
        let title = it.as_str().unwrap().chars();
        title.filter(char::is_ascii_digit).collect::<String>()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2", "3"]);
    nothing_to_mend(&browser, "lines that are moved in the plain form").await;
    page.fits_its_width().await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    let rows = "[...document.querySelectorAll('[data-place=\"change\"] tbody[data-line]')].map(it => it.querySelector('.line-original q').textContent.slice(0, 5)).join() === '10250,10234,10311'";
    page.wait_for(rows).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_half_typed_into_a_line_is_there_after_a_reload_and_in_the_form() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = on_review(&browser, &site, &profile).await;
    let holds = |place: &str, amount: &str| {
        format!("document.querySelector('#{place}-quantity')?.value === '{amount}'")
    };
    page.press("[data-line-change=\"change-2\"]").await.unwrap();
    page.put_into("#change-items-2-quantity", "7777")
        .await
        .unwrap();
    page.has_stored("7777").await.unwrap();
    browser.driver.refresh().await.unwrap();
    page.is_on("review").await.unwrap();
    page.press("[data-line-change=\"change-2\"]").await.unwrap();
    page.wait_for(&holds("change-items-2", "7777"))
        .await
        .unwrap();
    // The other lines are what they were.
    page.fill_in_by_hand().await.unwrap();
    page.wait_for(&holds("field-items-1", "7777"))
        .await
        .unwrap();
    page.wait_for(&holds("field-items-2", "12")).await.unwrap();
    page.press("[data-testid=\"plain-back\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    // Who leaves it as it is has it as it was.
    page.press("[data-line-change=\"change-2\"]").await.unwrap();
    page.wait_for(&holds("change-items-2", "7777"))
        .await
        .unwrap();
    page.press("[data-testid=\"line-cancel\"]").await.unwrap();
    page.press("[data-line-change=\"change-2\"]").await.unwrap();
    page.wait_for(&holds("change-items-2", "1")).await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

//! What a site's page knows already, in attributes: their names have no capital letters, and ids of fields
//! may.

use std::path::PathBuf;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use kikitori_e2e::{Browser, HostPage, Model, Options, Profile, Site, WidgetElement, setting};
use serde_json::json;

fn form() -> String {
    let fields = [
        ("firstName", "First name"),
        ("way", "Way there"),
        ("WAY", "Way back"),
        ("Note", "Remark"),
        ("NOTE", "Second remark"),
        ("more", "What else"),
    ];
    let text = |(id, label): (&str, &str)| json!({"id": id, "label": label, "required": true, "answer": {"type": "shortText"}});
    json!({
        "id": "case", "title": "Case", "submit": {"type": "event"}, "fields": fields.map(text),
    })
    .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_finds_its_field_whatever_letters_of_its_id_are_capitals() {
    let host = HostPage::start(&form()).await;
    let (site, profile) = (
        Site::embedded_by(Model::Scripted, host.origin()).await,
        Profile::new(),
    );
    let told = "src=\"form.json\" prefill-firstName=\"Ada Lovelace\" prefill-WAY=\"by post\" prefill-Note=\"none\" hidden-utmSource=\"spring\"";
    let browser = Browser::open(&profile, &Options::default()).await;

    host.shows(
        &site,
        &format!("<kikitori-form id=\"order\" {told}></kikitori-form>"),
    );
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    // Nobody knows which of two notes is meant.
    let asks = "told.findLast(it => it.name === 'question')?.detail.field === 'WAY'";
    page.wait_for(asks).await.unwrap();
    order.waits_for("answer").await.unwrap();
    let recorded = json!({"firstName": "Ada Lovelace", "way": "by post"});
    assert_eq!(page.value("order.getData()").await.unwrap(), recorded);
    // Whoever names a field as it is means that one.
    let all = json!({"WAY": "by van", "firstname": "Nobody", "firstName": "Ada King", "Note": "one", "NOTE": "two", "more": "no"});
    page.value(&format!("order.setFields({all})"))
        .await
        .unwrap();
    order.waits_for("confirm").await.unwrap();
    assert_eq!(
        page.value("order.getData()").await.unwrap(),
        json!({"firstName": "Ada King", "way": "by post", "WAY": "by van", "Note": "one", "NOTE": "two", "more": "no"})
    );
    page.wait_for("order.submit()").await.unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    assert_eq!(
        page.value("told.find(it => it.name === 'submit').detail.hidden")
            .await
            .unwrap(),
        json!({"utmsource": "spring"})
    );

    host.shows_frame(
        &site,
        &format!("<kikitori-frame id=\"framed\" {told}></kikitori-frame>"),
    );
    browser.driver.goto(host.origin()).await.unwrap();
    page.wait_for(asks).await.unwrap();
    let progress =
        "(it => [it.done, it.total])(told.findLast(it => it.name === 'question').detail)";
    assert_eq!(page.value(progress).await.unwrap(), json!([2, 6]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_in_an_attribute_are_what_their_field_makes_of_them() {
    let field = |id: &str, kind: &str| json!({"id": id, "label": id, "required": true, "answer": {"type": kind}});
    let form = json!({
        "id": "parcel", "title": "Parcel", "submit": {"type": "event"},
        "fields": [
            field("zip", "shortText"), field("release", "shortText"), field("weight", "number"),
            field("items", "integer"), field("gift", "yesNo"),
        ],
    });
    let host = HostPage::start(&form.to_string()).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let profile = Profile::new();
    // Where a point stands between thousands.
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"de\" prefill-zip=\"90210\" prefill-release=\"1.10\" prefill-weight=\"1.234\" prefill-items=\"3\" prefill-gift=\"true\" hidden-order=\"1781234567890123456\" hidden-version=\"1.10\" hidden-tags='[\"a\", 2]' hidden-test=\"false\"></kikitori-form>",
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.waits_for("confirm").await.unwrap();
    assert_eq!(
        page.value("order.getData()").await.unwrap(),
        json!({"zip": "90210", "release": "1.10", "weight": 1.234, "items": 3, "gift": true})
    );
    page.wait_for("order.submit()").await.unwrap();
    page.wait_for("told.some(it => it.name === 'submit')")
        .await
        .unwrap();
    assert_eq!(
        page.value("told.find(it => it.name === 'submit').detail.hidden")
            .await
            .unwrap(),
        json!({"order": "1781234567890123456", "version": "1.10", "tags": ["a", 2], "test": false})
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_does_a_value_in_a_link_to_the_page_for_one_form() {
    let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], form()) };
    let beside = Router::new().route("/forms/case.json", get(answer));
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let site = Site::serving(dist, Model::Scripted, beside).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let address = format!(
        "{}form/?form=case&lang=en&prefill-firstName=Ada%20Lovelace&prefill-note=none",
        site.url()
    );
    browser.driver.goto(address).await.unwrap();
    let case = WidgetElement::shown_in(&browser, "form");
    case.waits_for("answer").await.unwrap();
    let data = format!("{}.getData()", case.element());
    assert_eq!(
        case.page.value(&data).await.unwrap(),
        json!({"firstName": "Ada Lovelace"})
    );
    browser.close().await;
}

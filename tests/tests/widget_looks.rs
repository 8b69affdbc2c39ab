//! What a site says of an interview's look takes effect: its variables, its rules for parts, its theme; in
//! the element and in a frame.

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Page, Profile, Site, WidgetElement, short_form,
};
use serde_json::{Value, json};

use crate::widget_form::{SIGNUP, host_with, reviewed, signup_words};

/// The variables that the element and the frame take: what each is set to, where that is seen once a
/// question is answered, and as what.
const LOOKS: &str = "
accent    | #010101 | [data-testid=place-change]           | color           | rgb(1, 1, 1)
on-accent | #020202 | [data-testid=send]                   | color           | rgb(2, 2, 2)
paper     | #030303 | .place                               | backgroundColor | rgb(3, 3, 3)
surface   | #040404 | .composer-box                        | backgroundColor | rgb(4, 4, 4)
sunken    | #050505 | [data-speaker=respondent] .turn-text | backgroundColor | rgb(5, 5, 5)
line      | #060606 | .progress                            | backgroundColor | rgb(6, 6, 6)
ink       | #070707 | .turn.current .turn-text             | color           | rgb(7, 7, 7)
ink-2     | #080808 | [data-speaker=respondent] .turn-text | color           | rgb(8, 8, 8)
ink-3     | #090909 | .composer-hint                       | color           | rgb(9, 9, 9)
font      | cursive | .turn.current .turn-text             | fontFamily      | cursive
font-size | 32px    | .composer-hint                       | fontSize        | 26px
radius-s  | 2px     | .step pre                            | borderRadius    | 2px
radius-m  | 3px     | [data-testid=send]                   | borderRadius    | 3px
radius-l  | 5px     | .composer-box                        | borderRadius    | 5px";
/// The one that a button has under the pointer.
const STRONG: [&str; 3] = ["accent-strong", "#101010", "rgb(16, 16, 16)"];

/// Each of them: its name, what it is set to, where it is seen, in what property, and how.
fn looks() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = LOOKS.trim().lines();
    lines.map(|line| line.split('|').map(str::trim).collect())
}

/// Sets all of these at the element with the id `order`, and [`STRONG`].
fn set_all() -> String {
    let set = |name: &str, value: &str| json!([name, value]);
    let mut all: Vec<Value> = looks().map(|it| set(it[0], it[1])).collect();
    all.push(set(STRONG[0], STRONG[1]));
    let all = json!(all);
    format!(
        "{all}.forEach(([name, value]) => order.style.setProperty(`--kikitori-${{name}}`, value))"
    )
}

/// Answers a question and types the next answer: a button that has nothing to send is quiet.
async fn is_answered(order: &WidgetElement<'_>) {
    order.answer("Ada Lovelace").await.unwrap();
    let said = order.within("[data-speaker=respondent] .turn-text");
    order.page.wait_for(&said).await.unwrap();
    order.waits_for("answer").await.unwrap();
    let composer = order.test_id("composer");
    order.page.value(&format!("(box => {{ box.value = 'By van'; box.dispatchEvent(new Event('input', {{bubbles: true, composed: true}})); }})({composer})"))
        .await
        .unwrap();
}

/// What of all these is seen in the element, of which some stands in what its interview did.
async fn looks_of(browser: &Browser, order: &WidgetElement<'_>) -> Value {
    let page = &order.page;
    let steps = order.test_id("inspector-toggle");
    page.value(&format!("({steps}.click(), 1)")).await.unwrap();
    let step = order.within(".step summary");
    page.wait_for(&step).await.unwrap();
    page.value(&format!("({step}.click(), 1)")).await.unwrap();
    page.wait_for(&order.within(".step pre")).await.unwrap();
    let places: Vec<Value> = looks().map(|it| json!([it[0], it[2], it[3]])).collect();
    let (places, root) = (json!(places), order.element());
    let seen = format!(
        "{places}.map(([name, selector, property]) => [name, getComputedStyle({root}.shadowRoot.querySelector(selector))[property]])"
    );
    page.at_rest().await.unwrap();
    let mut seen = page.value(&seen).await.unwrap();
    order.press("\u{e00c}").await.unwrap();
    let open = order.within("dialog[open]");
    page.wait_for(&format!("!{open}")).await.unwrap();
    let send = order.test_id("send");
    let found = browser.driver.execute(format!("return {send};"), vec![]);
    let button = found.await.unwrap().element().unwrap();
    let pointer = browser.driver.action_chain();
    let pointer = pointer.move_to_element_center(&button);
    pointer.perform().await.unwrap();
    page.at_rest().await.unwrap();
    let under = format!("getComputedStyle({send}).backgroundColor");
    let under = page.value(&under).await.unwrap();
    seen.as_array_mut().unwrap().push(json!([STRONG[0], under]));
    seen
}

/// What is to be seen of them.
fn all_set() -> Value {
    let mut all: Vec<Value> = looks().map(|it| json!([it[0], it[4]])).collect();
    all.push(json!([STRONG[0], STRONG[2]]));
    json!(all)
}

async fn shop(options: &Options) -> (HostPage, Site, Browser, Profile) {
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, options).await;
    (host, site, browser, profile)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_variable_that_a_site_sets_is_seen_in_the_element_and_in_a_frame() {
    // All of it is in sight, however large its type is.
    let options = Options {
        size: (1280, 2000),
        ..Options::default()
    };
    let (host, site, browser, _profile) = shop(&options).await;
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form>",
    );
    let order = WidgetElement::open(&browser, &host, "order").await;
    is_answered(&order).await;
    let own = looks_of(&browser, &order).await;
    for (own, set) in own
        .as_array()
        .unwrap()
        .iter()
        .zip(all_set().as_array().unwrap())
    {
        assert_ne!(own, set);
    }
    order.page.value(&set_all()).await.unwrap();
    assert_eq!(looks_of(&browser, &order).await, all_set());

    host.shows_frame(
        &site,
        "<kikitori-frame id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-frame>",
    );
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    page.wait_for("customElements.get('kikitori-frame')")
        .await
        .unwrap();
    let anew = format!("({}, order.reload(), told.length = 0, 1)", set_all());
    page.value(&anew).await.unwrap();
    page.wait_for("told.some(it => it.name === 'question')")
        .await
        .unwrap();
    order.enter_frame().await.unwrap();
    let inner = WidgetElement::shown_in(&browser, "form");
    is_answered(&inner).await;
    assert_eq!(looks_of(&browser, &inner).await, all_set());
    order.leave_frame().await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_sets_how_high_an_inline_form_is_and_before_what_a_bubble_stands() {
    let (host, site, browser, _profile) = shop(&Options::default()).await;
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" lang=\"en\"></kikitori-form><kikitori-form id=\"corner\" src=\"form.json\" lang=\"en\" mode=\"bubble\"></kikitori-form>",
    );
    let order = WidgetElement::open(&browser, &host, "order").await;
    let page = &order.page;
    order.answer("Ada Lovelace").await.unwrap();
    order.asks_for("way").await.unwrap();
    let set = |name: &str, value: &str| {
        format!(
            "[order, corner].forEach(it => it.style.setProperty('--kikitori-{name}', '{value}'))"
        )
    };
    // It scrolls by itself where it has less room than it wants.
    let scrolls = "(it => it.scrollHeight > it.clientHeight)(order.shadowRoot.querySelector('.conversation'))";
    let height = "order.shadowRoot.querySelector('.session').getBoundingClientRect().height";
    let sees = format!("[{scrolls}, {height}]");
    assert_eq!(page.value(scrolls).await.unwrap(), false);
    page.value(&set("max-height", "330px")).await.unwrap();
    assert_eq!(page.value(&sees).await.unwrap(), json!([true, 330]));
    page.value(&set("max-height", "none")).await.unwrap();
    page.value(&set("min-height", "900px")).await.unwrap();
    assert_eq!(page.value(&sees).await.unwrap(), json!([false, 900]));
    let layers = "['launcher', 'frame'].map(it => getComputedStyle(corner.shadowRoot.querySelector(`[part=${it}]`)).zIndex)";
    let own = json!(["2147483000", "2147483000"]);
    assert_eq!(page.value(layers).await.unwrap(), own);
    page.value(&set("z-index", "5")).await.unwrap();
    assert_eq!(page.value(layers).await.unwrap(), json!(["5", "5"]));
    // Where it stands is an attribute's to say.
    page.value("(corner.open(), 1)").await.unwrap();
    let beside = "['launcher', 'frame'].map(it => corner.shadowRoot.querySelector(`[part=${it}]`).getBoundingClientRect()).map(it => [it.left, document.documentElement.clientWidth - it.right].indexOf(16))";
    assert_eq!(page.value(beside).await.unwrap(), json!([1, 1]));
    page.value("(corner.setAttribute('placement', 'left'), 1)")
        .await
        .unwrap();
    assert_eq!(page.value(beside).await.unwrap(), json!([0, 0]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sites_rules_for_each_part_take_effect() {
    // Where each is, and of which element.
    const PARTS: [(&str, &str); 8] = [
        ("launcher", "talk"),
        ("frame", "talk"),
        ("bar", "talk"),
        ("close", "talk"),
        ("form", "talk"),
        ("review", "talk"),
        ("message", "away"),
        ("retry", "away"),
    ];
    let rules: String = PARTS
        .iter()
        .map(|(part, _)| format!("kikitori-form::part({part}) {{ outline: 3px dotted rgb(1, 2, 3); border-radius: 7px }} "))
        .collect();
    let talk = SIGNUP.replace("<kikitori-form", "<kikitori-form mode=\"bubble\" open");
    let body = format!(
        "<style>{rules}</style>{talk}<kikitori-form id=\"away\" src=\"nothing.json\" lang=\"en\"></kikitori-form>"
    );
    let (host, _site, browser, _profile) = host_with(&body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.wait_for("away.shadowRoot?.querySelector('[part=retry]')")
        .await
        .unwrap();
    talk.answer_all(&signup_words()).await.unwrap();
    talk.confirm().await.unwrap();
    reviewed(page).await;
    let has_taken = |part: &str, id: &str| {
        format!(
            "(it => [it.outlineWidth, it.outlineColor, it.borderTopLeftRadius])(getComputedStyle({id}.shadowRoot.querySelector('[part={part}]')))"
        )
    };
    for (part, id) in PARTS {
        assert_eq!(
            page.value(&has_taken(part, id)).await.unwrap(),
            json!(["3px", "rgb(1, 2, 3)", "7px"]),
            "{part}"
        );
    }
    browser.close().await;
}

/// The colours of what is asked and of what it stands on.
async fn colours(page: &Page<'_>, root: &str) -> Value {
    let asked = format!("{root}.shadowRoot.querySelector('.turn.current .turn-text')");
    page.wait_for(&asked).await.unwrap();
    page.at_rest().await.unwrap();
    let seen = format!(
        "[getComputedStyle({asked}).color, getComputedStyle({root}.shadowRoot.querySelector('.place')).backgroundColor]"
    );
    page.value(&seen).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_light_theme_is_light_where_the_system_is_dark() {
    let options = Options {
        dark: true,
        ..Options::default()
    };
    let (host, site, browser, _profile) = shop(&options).await;
    let light = json!(["rgb(27, 32, 37)", "rgb(251, 250, 247)"]);
    let dark = json!(["rgb(236, 238, 239)", "rgb(20, 23, 26)"]);
    host.shows(
        &site,
        "<kikitori-form id=\"order\" src=\"form.json\" theme=\"light\"></kikitori-form><kikitori-form id=\"system\" src=\"form.json\"></kikitori-form><kikitori-form id=\"corner\" src=\"form.json\" mode=\"bubble\" theme=\"light\" open></kikitori-form>",
    );
    let page = WidgetElement::open(&browser, &host, "order").await.page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    for (root, seen) in [("order", &light), ("corner", &light), ("system", &dark)] {
        assert_eq!(colours(&page, root).await, *seen, "{root}");
    }
    let around = "['launcher', 'frame'].map(it => getComputedStyle(corner.shadowRoot.querySelector(`[part=${it}]`)).backgroundColor)";
    assert_eq!(
        page.value(around).await.unwrap(),
        json!(["rgb(29, 86, 115)", "rgb(251, 250, 247)"])
    );
    page.picture("widget-light-in-the-dark").await.unwrap();

    host.shows_frame(
        &site,
        "<kikitori-frame id=\"order\" src=\"form.json\" theme=\"light\"></kikitori-frame>",
    );
    let order = WidgetElement::open(&browser, &host, "order").await;
    order
        .page
        .wait_for("told.some(it => it.name === 'question')")
        .await
        .unwrap();
    order.enter_frame().await.unwrap();
    assert_eq!(
        colours(&page, "document.getElementById('form')").await,
        light
    );
    order.leave_frame().await.unwrap();
    browser.close().await;
}

//! Task chains from a request over plan, question and change to an answer, in both languages; a
//! task that is left out, and a request that follows another.

mod asked;
mod host;
mod kitchen;
mod kitchen_mended;
mod stopped;
mod unsent;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};
use serde_json::json;

struct Talk {
    request: &'static str,
    question: &'static str,
    option: &'static str,
    /// What the answer says.
    said: [&'static str; 2],
}

const ENGLISH: Talk = Talk {
    request: "Plan dinners from Monday to Wednesday for 4 people, the first with chicken, and put what is missing on the shopping list.",
    question: "Which “chicken” do you mean?",
    option: "Chicken breast",
    said: ["Monday: Chicken breast", "Put on the shopping list:"],
};

const JAPANESE: Talk = Talk {
    request: "月曜から水曜までの夕食を4人分考えて、1日は鶏肉を使って、足りないものを買い物リストに入れてください。",
    question: "どの「鶏肉」ですか。",
    option: "鶏むね肉",
    said: ["月曜日：鶏むね肉", "買い物リストに入れました："],
};

const STATES: &str = "[...document.querySelectorAll('[data-testid=\"task\"]')].map(it => it.dataset.task + ' ' + it.dataset.state)";

async fn opened<'a>(browser: &'a Browser, site: &Site) -> Page<'a> {
    let page = Page::open(browser, &format!("{}tasks/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"ask\"]')")
        .await
        .unwrap();
    page
}

/// Keeps a picture, and looks whether anything on the page is to be mended.
async fn looks_well(browser: &Browser, page: &Page<'_>, name: &str) {
    page.picture(&format!("tasks-{name}")).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.breaks_lines_well().await.unwrap();
    nothing_to_mend(browser, name).await;
}

/// Clicks the option that is called so.
async fn choose(page: &Page<'_>, option: &str) {
    let option = json!(option);
    page.wait_for("document.querySelector('[data-testid=\"option\"]')")
        .await
        .unwrap();
    page.value(&format!("[...document.querySelectorAll('[data-testid=\"option\"]')].find(it => it.textContent === {option}).click()"))
        .await
        .unwrap();
}

/// The answer, which may come a moment after the chain has ended.
async fn answer_of(page: &Page<'_>) -> String {
    page.wait_for("document.querySelector('[data-testid=\"answer\"]')")
        .await
        .unwrap();
    page.text_of("answer").await.unwrap()
}

async fn from_request_to_answer(language: &'static str, width: u32, talk: &Talk) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 900),
        languages: language,
        dark: language == "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let name = |what: &str| format!("{language}-{width}-{what}");
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click("tasks").await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"example\"]').length === 3")
        .await
        .unwrap();
    looks_well(&browser, &page, &name("0-open")).await;
    page.ask(talk.request).await.unwrap();
    page.comes_to("review").await.unwrap();
    let planned =
        "[...document.querySelectorAll('[data-testid=\"plan-task\"]')].map(it => it.dataset.task)";
    let ids = ["main", "monday", "tuesday", "wednesday", "missing", "save"];
    assert_eq!(page.value(planned).await.unwrap(), json!(ids));
    looks_well(&browser, &page, &name("1-plan")).await;
    page.click("run").await.unwrap();
    page.comes_to("confirm").await.unwrap();
    let asked = page.text_of("confirmation").await.unwrap();
    assert!(asked.contains(talk.question), "{asked}");
    looks_well(&browser, &page, &name("2-question")).await;
    choose(&page, talk.option).await;
    // It asks before it changes anything.
    page.wait_for(
        "document.querySelector('[data-testid=\"confirmation\"][data-kind=\"approval\"]')",
    )
    .await
    .unwrap();
    looks_well(&browser, &page, &name("3-approval")).await;
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let done: Vec<String> = ids.iter().map(|id| format!("{id} done")).collect();
    assert_eq!(page.value(STATES).await.unwrap(), json!(done));
    let answer = answer_of(&page).await;
    for said in talk.said {
        assert!(answer.contains(said), "{said} in {answer}");
    }
    looks_well(&browser, &page, &name("4-answer")).await;
    // A citation leads to its task, and the task shows what came of it.
    page.click("citation").await.unwrap();
    page.wait_for(
        "document.activeElement.dataset.task === 'monday' && document.activeElement.dataset.marked",
    )
    .await
    .unwrap();
    page.value("document.activeElement.click()").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] [data-testid=\"result\"]')")
        .await
        .unwrap();
    let result = page.text_of("result").await.unwrap();
    assert!(
        result.contains(talk.said[0].split([':', '：']).nth(1).unwrap().trim()),
        "{result}"
    );
    looks_well(&browser, &page, &name("5-task")).await;
    page.click("close-task").await.unwrap();
    // What was changed can be taken back, once.
    page.click("undo").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"undone\"]')")
        .await
        .unwrap();
    let list = page.stored_record("kitchen/pantry").await.unwrap();
    assert_eq!(list["body"]["shopping"], json!([]));
    // The answer says that it was done, and beside it stands that it was taken back.
    page.wait_for("document.querySelector('[data-testid=\"taken-back\"]')")
        .await
        .unwrap();
    let listed = "document.querySelectorAll('[data-testid=\"answer\"] li').length";
    assert!(page.value(listed).await.unwrap().as_u64() > Some(3));
    // All of it is there when the page comes back.
    let page = opened(&browser, &site).await;
    page.comes_to("answered").await.unwrap();
    assert_eq!(answer_of(&page).await, answer);
    page.wait_for("document.querySelector('[data-testid=\"undone\"]')")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dinners_are_planned_asked_about_and_answered_in_english() {
    from_request_to_answer("en", 1280, &ENGLISH).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dinners_are_planned_asked_about_and_answered_in_japanese_on_a_phone() {
    from_request_to_answer("ja", 360, &JAPANESE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_is_left_out_takes_those_along_that_need_it() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = opened(&browser, &site).await;
    page.ask(ENGLISH.request).await.unwrap();
    page.comes_to("review").await.unwrap();
    // A dinner that others only gather or exclude goes alone, and that is said.
    let left_out = async |count: &str| {
        let said = "document.querySelector('[data-testid=\"left-out-count\"]').textContent";
        let told = "document.querySelector('[role=\"status\"][aria-live=\"polite\"]').textContent";
        page.wait_for(&format!("{said} === '{count}' && {told} === '{count}'"))
            .await
            .unwrap();
    };
    page.click_on("[data-task=\"tuesday\"] input")
        .await
        .unwrap();
    left_out("1 task is left out.").await;
    let disabled = "document.querySelectorAll('[data-testid=\"plan-task\"] input:disabled').length";
    assert_eq!(page.value(disabled).await.unwrap(), 0);
    page.click_on("[data-task=\"tuesday\"] input")
        .await
        .unwrap();
    page.click_on("[data-task=\"missing\"] input")
        .await
        .unwrap();
    left_out("2 tasks are left out.").await;
    page.wait_for("document.querySelector('[data-task=\"save\"] input').disabled")
        .await
        .unwrap();
    let why =
        "document.querySelector('[data-task=\"save\"] [data-testid=\"left-out-too\"]').textContent";
    let why = page.value(why).await.unwrap();
    assert!(why.as_str().unwrap().contains("it needs task 5"), "{why}");
    looks_well(&browser, &page, "left-out").await;
    page.click("run").await.unwrap();
    choose(&page, "Chicken wings").await;
    page.comes_to("answered").await.unwrap();
    let states = page.value(STATES).await.unwrap();
    assert_eq!(
        states,
        json!([
            "main done",
            "monday done",
            "tuesday done",
            "wednesday done",
            "missing left-out",
            "save left-out"
        ])
    );
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_knows_what_the_one_before_it_did_unless_it_is_begun_anew() {
    for (language, first, second, on_list) in [
        (
            "en",
            "Put 2 leeks and 3 lemons on the shopping list.",
            "Take that off the shopping list again.",
            "Leeks",
        ),
        (
            "ja",
            "ねぎを2本と、レモンを3個、買い物リストに入れてください。",
            "それを買い物リストから外してください。",
            "レモン",
        ),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            languages: language,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = opened(&browser, &site).await;
        let list = async || {
            let pantry = page.stored_record("kitchen/pantry").await.unwrap();
            pantry["body"]["shopping"].as_array().unwrap().len()
        };
        let approved = async || {
            page.click("run").await.unwrap();
            page.wait_for("document.querySelector('[data-testid=\"approve\"]')")
                .await
                .unwrap();
        };
        page.ask(first).await.unwrap();
        page.comes_to("review").await.unwrap();
        let plan = page.text_of("plan").await.unwrap();
        assert!(
            plan.to_lowercase().contains(&on_list.to_lowercase()),
            "{plan}"
        );
        approved().await;
        page.click("approve").await.unwrap();
        page.comes_to("answered").await.unwrap();
        assert_eq!(list().await, 2);
        page.ask(second).await.unwrap();
        page.comes_to("review").await.unwrap();
        approved().await;
        page.wait_for("document.querySelectorAll('[data-testid=\"approve\"]').length === 2")
            .await
            .unwrap();
        page.click("approve-all").await.unwrap();
        page.comes_to("answered").await.unwrap();
        assert_eq!(list().await, 0);
        // Begun anew it knows of nothing that could be meant, and the model says that.
        page.click("begin-anew").await.unwrap();
        page.comes_to("idle").await.unwrap();
        page.ask(second).await.unwrap();
        page.comes_to("answered").await.unwrap();
        assert_eq!(page.value(STATES).await.unwrap(), json!([]));
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

//! By keyboard alone, and as axe-core sees it.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, nothing_to_mend,
};
use thirtyfour::Key;

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_any_state_light_or_dark() {
    for dark in [false, true] {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let browser = Browser::open(
            &profile,
            &Options {
                dark,
                ..Options::default()
            },
        )
        .await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"sample\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "home").await;
        page.click_on("[data-testid=\"sample\"][data-form=\"bug-report\"]")
            .await
            .unwrap();
        page.settled().await.unwrap();
        nothing_to_mend(&browser, "interview").await;
        page.click("inspector-toggle").await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"run-step\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "inspector").await;
        page.picture(if dark {
            "inspector-dark"
        } else {
            "inspector-light"
        })
        .await
        .unwrap();
        site.endpoint_answers(502);
        page.answer("The last line is lost").await.unwrap();
        page.comes_to("error").await.unwrap();
        nothing_to_mend(&browser, "error").await;
        site.endpoint_answers(200);
        page.click("retry").await.unwrap();
        page.comes_to("answer").await.unwrap();
        page.answer("I open it and then save it, every time")
            .await
            .unwrap();
        Respondent::speaking(Tongue::English)
            .answer_all(&page)
            .await
            .unwrap();
        page.wait_for("document.querySelector('main').dataset.screen === 'review'")
            .await
            .unwrap();
        nothing_to_mend(&browser, "review").await;
        page.click("confirm").await.unwrap();
        page.wait_for("document.querySelector('main').dataset.screen === 'done'")
            .await
            .unwrap();
        nothing_to_mend(&browser, "done").await;
        let page = Page::open(&browser, &format!("{}desk/", site.url()))
            .await
            .unwrap();
        // They come with the list of documents.
        page.wait_for("document.querySelector('[data-testid=\"example\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "help desk").await;
        page.ask("Are there cookies, and can I use the keyboard?")
            .await
            .unwrap();
        page.comes_to("answered").await.unwrap();
        nothing_to_mend(&browser, "help desk, answered").await;
        page.click("citation").await.unwrap();
        page.wait_for("document.querySelector('dialog[open] mark')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "help desk, source").await;
        page.click("close-source").await.unwrap();
        for (name, content) in [
            ("own.md", &b"# Own\n\nText.\n"[..]),
            ("picture.md", &[0xff, 0]),
        ] {
            page.choose_file("document-file", &profile, name, content)
                .await
                .unwrap();
            page.wait_for(&format!(
                "document.querySelector('.documents').textContent.includes('{name}')"
            ))
            .await
            .unwrap();
        }
        nothing_to_mend(&browser, "help desk, own documents").await;
        page.click("to-agent").await.unwrap();
        page.wait_for(
            "document.querySelector('main[data-screen=\"agent\"] [data-testid=\"example\"]')",
        )
        .await
        .unwrap();
        nothing_to_mend(&browser, "agent").await;
        page.ask("What is 17% of 4,380?").await.unwrap();
        page.comes_to("answered").await.unwrap();
        nothing_to_mend(&browser, "agent, answered").await;
        page.click("to-tasks").await.unwrap();
        page.wait_for(
            "document.querySelector('main[data-screen=\"tasks\"] [data-testid=\"example\"]')",
        )
        .await
        .unwrap();
        nothing_to_mend(&browser, "tasks").await;
        page.ask("I bought 6 eggs.").await.unwrap();
        page.comes_to("review").await.unwrap();
        nothing_to_mend(&browser, "tasks, plan").await;
        page.click("run").await.unwrap();
        page.wait_for("document.querySelector('[data-testid=\"approve\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "tasks, asked").await;
        page.click("approve").await.unwrap();
        page.comes_to("answered").await.unwrap();
        nothing_to_mend(&browser, "tasks, answered").await;
        page.press("[data-testid=\"task\"]").await.unwrap();
        page.wait_for("document.querySelector('dialog[open] [data-testid=\"result\"]')")
            .await
            .unwrap();
        nothing_to_mend(&browser, "tasks, one of them").await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_is_done_by_keyboard_alone() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"sample\"]')")
        .await
        .unwrap();
    let press = async |keys: String| {
        browser
            .driver
            .action_chain()
            .send_keys(keys)
            .perform()
            .await
            .unwrap();
    };
    let tab_to = async |selector: &str| {
        for _ in 0..60 {
            let there = page
                .value(&format!(
                    "document.activeElement?.matches('{selector}') ?? false"
                ))
                .await
                .unwrap();
            if there == true {
                return;
            }
            press(char::from(Key::Tab).to_string()).await;
        }
        unreachable_by_keyboard(selector);
    };
    tab_to("[data-testid=\"sample\"][data-form=\"bug-report\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    let answers = [
        "The last line is lost",
        "I open it, then I save it",
        "Every time",
        "I expected all lines, but one was gone",
        "2.4 on Debian 12",
        "medium",
        "skip",
        "skip",
        "skip",
    ];
    for answer in answers {
        let state = page.settled().await.unwrap();
        if state != "answer" {
            break;
        }
        let before = page.answers_given().await.unwrap();
        let has_focus = page
            .value("document.activeElement?.matches('[data-testid=\"composer\"]') ?? false")
            .await
            .unwrap();
        if has_focus != true {
            press("/".to_owned()).await;
        }
        press(format!("{answer}{}", char::from(Key::Enter))).await;
        page.wait_for(&format!("document.querySelector('main').dataset.screen !== 'interview' || document.querySelectorAll('[data-speaker=\"respondent\"][data-testid=\"message\"]').length > {before}")).await.unwrap();
    }
    page.wait_for("document.querySelector('main').dataset.screen === 'review'")
        .await
        .unwrap();
    tab_to("[data-testid=\"confirm\"]").await;
    press(char::from(Key::Enter).to_string()).await;
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

fn unreachable_by_keyboard(selector: &str) {
    assert!(
        selector.is_empty(),
        "{selector} cannot be reached with the Tab key"
    );
}

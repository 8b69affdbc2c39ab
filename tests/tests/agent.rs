//! The agent from a question over its tools to an answer, in both languages, over a reload.

use std::time::Duration;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, nothing_to_mend};

struct Talk {
    question: &'static str,
    /// What the answer says.
    said: [&'static str; 2],
    follow_up: &'static str,
    then: &'static str,
}

const ENGLISH: Talk = Talk {
    question: "What is (1200 + 350) * 12, and how do I download the result?",
    said: ["(1200 + 350) * 12 = 18600", "JSON file"],
    follow_up: "And what is 18600 / 5?",
    then: "18600 / 5 = 3720",
};

const JAPANESE: Talk = Talk {
    question: "4,380 の 17% はいくつですか？結果をダウンロードするには？",
    said: ["4380 * 17 / 100 = 744.6", "JSON ファイル"],
    follow_up: "3足す4は？",
    then: "3 + 4 = 7",
};

async fn from_question_to_follow_up(language: &'static str, width: u32, talk: &Talk) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: language,
        dark: language == "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.picture(&format!("agent-{language}-{width}-0-home"))
        .await
        .unwrap();
    page.click("agent").await.unwrap();
    page.wait_for("document.querySelector('main[data-screen=\"agent\"]')")
        .await
        .unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"example\"]').length === 3")
        .await
        .unwrap();
    page.picture(&format!("agent-{language}-{width}-1-open"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent").await;
    page.ask(talk.question).await.unwrap();
    page.comes_to("answered").await.unwrap();
    let tools = "[...document.querySelectorAll('[data-testid=\"action\"]')].map(it => it.dataset.tool + ' ' + it.dataset.state)";
    assert_eq!(
        page.value(tools).await.unwrap(),
        serde_json::json!(["calculator done", "search done"])
    );
    let answer = page.text_of("answer").await.unwrap();
    for said in talk.said {
        assert!(answer.contains(said), "{said} in {answer}");
    }
    assert!(page.text_of("thought").await.unwrap().len() > 5);
    let grounds = page.text_of("grounds").await.unwrap();
    assert!(grounds.contains("= ") && grounds.contains('→'), "{grounds}");
    page.value("document.querySelectorAll('main details').forEach(it => it.open = true)")
        .await
        .unwrap();
    page.picture(&format!("agent-{language}-{width}-2-answered"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, answered").await;
    // The conversation is there when the page comes back, and goes on.
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    // What sets the answer out comes in a part of its own.
    page.wait_for("document.querySelector('[data-testid=\"answer\"]')?.textContent")
        .await
        .unwrap();
    assert_eq!(page.text_of("answer").await.unwrap(), answer);
    page.ask(talk.follow_up).await.unwrap();
    page.last_answer_says(talk.then).await.unwrap();
    // Another one begins anew, and the first is listed.
    page.click("begin-anew").await.unwrap();
    page.comes_to("idle").await.unwrap();
    page.click("past").await.unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.text_of("answer").await.unwrap(), answer);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_english_is_reckoned_looked_up_and_followed_up() {
    from_question_to_follow_up("en", 1280, &ENGLISH).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_japanese_is_reckoned_looked_up_and_followed_up() {
    from_question_to_follow_up("ja", 360, &JAPANESE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_switched_off_is_not_used_and_a_dropped_document_is_searched() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('#tool-search')")
        .await
        .unwrap();
    page.click("tool-search").await.unwrap();
    page.click("tool-calculator").await.unwrap();
    page.ask("What is 2+2?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let used = "document.querySelectorAll('[data-testid=\"action\"]').length";
    assert_eq!(page.value(used).await.unwrap(), 0);
    // A file that is dropped switches on the tool that it fits.
    let drop = "(() => {
        const data = new DataTransfer();
        data.items.add(new File(['# Lamps\\n\\nThe lamp is changed by turning the ring.'], 'lamps.md', {type: 'text/markdown'}));
        document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    })()";
    page.value(drop).await.unwrap();
    page.wait_for("document.querySelector('#tool-search').checked")
        .await
        .unwrap();
    page.ask("How is the lamp changed?").await.unwrap();
    page.last_answer_says("turning the ring").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_formatted_opens_what_it_cites_and_folds_its_steps() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 800),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('#agent-file')")
        .await
        .unwrap();
    let lamps = "The lamp is changed by turning the **ring** [lamps.txt#0], not [lamps.txt#9].\n";
    page.choose_file("agent-file", &profile, "lamps.txt", lamps.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('.document')?.textContent.includes('lamps.txt')")
        .await
        .unwrap();
    page.ask("How is the lamp changed?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    // A mark that names no passage which was found says so.
    let answer = page.text_of("answer").await.unwrap();
    assert!(
        answer.contains("turning the ring 1, not [? This names no passage that was found.]."),
        "{answer}"
    );
    let bold = "document.querySelector('[data-testid=\"answer\"] strong').textContent";
    assert_eq!(page.value(bold).await.unwrap(), "ring");
    let cited =
        "[...document.querySelectorAll('[data-testid=\"grounds\"] li')].map(it => it.textContent)";
    assert_eq!(
        page.value(cited).await.unwrap(),
        serde_json::json!(["1 lamps.txt"])
    );
    // The steps are folded, below the answer.
    let steps = "(() => {
        const steps = document.querySelector('[data-testid=\"steps\"]');
        const answer = document.querySelector('[data-testid=\"answer\"]');
        return [steps.open, steps.querySelector('summary').textContent,
            answer.getBoundingClientRect().bottom <= steps.getBoundingClientRect().top];
    })()";
    assert_eq!(
        page.value(steps).await.unwrap(),
        serde_json::json!([false, "1 step, 1 tool", true])
    );
    page.press("[data-testid=\"steps\"] summary").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"steps\"]').open")
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, cited").await;
    page.press("[data-testid=\"citation\"]").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] [data-testid=\"passage\"]')?.textContent.includes('turning the')")
        .await
        .unwrap();
    page.click("close-source").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_stopped_survives_a_reload_and_goes_on() {
    let pause = Duration::from_millis(300);
    let (site, profile) = (
        Site::start(Model::SlowEndpoint(pause)).await,
        Profile::new(),
    );
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}agent/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.ask(ENGLISH.question).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"stop\"]')")
        .await
        .unwrap();
    page.click("stop").await.unwrap();
    page.comes_to("stopped").await.unwrap();
    // It waits for the person, also after a reload.
    let page = Page::open(&browser, &url).await.unwrap();
    page.comes_to("stopped").await.unwrap();
    page.click("go-on").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"action\"]')")
        .await
        .unwrap();
    // One that is interrupted goes on by itself.
    let page = Page::open(&browser, &url).await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains(ENGLISH.said[0]), "{answer}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_names_the_conversation_that_is_shown_or_none() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}agent/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.ask("What is 2 + 3?").await.unwrap();
    page.last_answer_says("2 + 3 = 5").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.click("begin-anew").await.unwrap();
    page.comes_to("idle").await.unwrap();
    page.ask("What is 4 + 5?").await.unwrap();
    page.last_answer_says("4 + 5 = 9").await.unwrap();
    page.comes_to("answered").await.unwrap();
    assert_eq!(page.value("location.hash").await.unwrap(), "");

    // The earlier one is there after a reload, and the later one a step back.
    page.click("past").await.unwrap();
    page.last_answer_says("2 + 3 = 5").await.unwrap();
    let earlier = page.value("location.href").await.unwrap();
    let earlier = earlier.as_str().unwrap();
    assert!(earlier.contains("agent/#/session/"), "{earlier}");
    page.value("history.back()").await.unwrap();
    page.last_answer_says("4 + 5 = 9").await.unwrap();
    page.value("history.forward()").await.unwrap();
    page.last_answer_says("2 + 3 = 5").await.unwrap();
    let page = Page::open(&browser, earlier).await.unwrap();
    page.last_answer_says("2 + 3 = 5").await.unwrap();

    // What is asked in its place is what a reload shows.
    page.comes_to("answered").await.unwrap();
    page.click("begin-anew").await.unwrap();
    page.comes_to("idle").await.unwrap();
    assert_eq!(page.value("location.hash").await.unwrap(), "");
    page.ask("What is 6 + 7?").await.unwrap();
    page.last_answer_says("6 + 7 = 13").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let shown = page.value("location.href").await.unwrap();
    let page = Page::open(&browser, shown.as_str().unwrap()).await.unwrap();
    page.last_answer_says("6 + 7 = 13").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A question to the sample database, and what its rows and its answer say.
struct Asked {
    question: &'static str,
    said: &'static str,
    shown: &'static str,
}

async fn a_database_is_asked(language: &'static str, width: u32, asked: &Asked, list: &Asked) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: language,
        dark: language == "ja",
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('#tool-database')")
        .await
        .unwrap();
    page.click("tool-database").await.unwrap();
    page.wait_for("document.querySelectorAll('[data-testid=\"table\"]').length === 3")
        .await
        .unwrap();
    page.value("document.querySelectorAll('main details').forEach(it => it.open = true)")
        .await
        .unwrap();
    page.picture(&format!("agent-{language}-{width}-3-schema"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, schema").await;
    for (number, asked) in [asked, list].into_iter().enumerate() {
        page.ask(asked.question).await.unwrap();
        page.wait_for(&format!(
            "document.querySelectorAll('[data-testid=\"answer\"]').length === {}",
            number + 1
        ))
        .await
        .unwrap();
        let last = |test_id: &str| {
            format!(
                "[...document.querySelectorAll('[data-testid=\"{test_id}\"]')].at(-1).textContent"
            )
        };
        let answer = page.value(&last("answer")).await.unwrap();
        assert!(answer.as_str().unwrap().contains(asked.said), "{answer}");
        assert_eq!(page.value(&last("rows-shown")).await.unwrap(), asked.shown);
    }
    let heads = "[...document.querySelectorAll('.rows-frame table')].map(it => it.querySelectorAll('thead th[scope=col]').length)";
    assert_eq!(page.value(heads).await.unwrap(), serde_json::json!([2, 6]));
    page.picture(&format!("agent-{language}-{width}-4-rows"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    nothing_to_mend(&browser, "agent, rows").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_database_is_asked_in_english() {
    let asked = Asked {
        question: "What is the total quantity of sales by city?",
        said: "The database says: ",
        shown: "5 rows",
    };
    let list = Asked {
        question: "Show all sales",
        said: "more.",
        shown: "100 of 120 rows shown",
    };
    a_database_is_asked("en", 1280, &asked, &list).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_database_is_asked_in_japanese() {
    let asked = Asked {
        question: "city ごとの sales の quantity の合計は？",
        said: "データベースによると、",
        shown: "5 行",
    };
    let list = Asked {
        question: "sales の一覧を見せて",
        said: "ほか ",
        shown: "120 行のうち 100 行を表示",
    };
    a_database_is_asked("ja", 360, &asked, &list).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_visitors_is_asked_kept_over_a_reload_and_deleted_with_its_conversation() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}agent/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("document.querySelector('#agent-file')")
        .await
        .unwrap();
    // Neither a database nor a table.
    page.choose_file("agent-file", &profile, "broken.sqlite", b"no database")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"database-error\"]')?.textContent.startsWith('broken.sqlite: This is neither')")
        .await
        .unwrap();
    let is_on = "document.querySelector('#tool-database').checked";
    assert_eq!(page.value(is_on).await.unwrap(), false);
    let lamps = "name;price\nround;12,5\nsquare;7\n";
    page.choose_file("agent-file", &profile, "lamps.csv", lamps.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"database-file\"]')?.textContent.includes('lamps.csv') && document.querySelector('#tool-database').checked")
        .await
        .unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"table\"]')?.textContent.includes('lamps 2 rows')",
    )
    .await
    .unwrap();
    // It waits for its conversation, also over a reload.
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"database-file\"]')")
        .await
        .unwrap();
    page.ask("How many lamps are there?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("The database says: 2."), "{answer}");
    page.wait_for("document.querySelector('[data-testid=\"database-file\"]')")
        .await
        .unwrap();
    page.at_rest().await.unwrap();
    let kept = page.stored_keys().await.unwrap();
    let is_kept = |it: &String| it.ends_with("/database");
    assert_eq!(kept.iter().filter(|it| is_kept(it)).count(), 1, "{kept:?}");
    let page = Page::open(&browser, &url).await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"table\"]')?.textContent.includes('lamps 2 rows')",
    )
    .await
    .unwrap();
    // The next conversation has the file too, and keeps it as its own.
    page.click("begin-anew").await.unwrap();
    page.comes_to("idle").await.unwrap();
    page.ask("How many lamps are there?").await.unwrap();
    page.comes_to("answered").await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("The database says: 2."), "{answer}");
    page.at_rest().await.unwrap();
    let kept = page.stored_keys().await.unwrap();
    assert_eq!(kept.iter().filter(|it| is_kept(it)).count(), 2, "{kept:?}");
    page.click("forget").await.unwrap();
    page.click("forget-confirm").await.unwrap();
    page.comes_to("idle").await.unwrap();
    // Nothing of what was deleted is left; the first one still has its file.
    page.wait_for("!document.querySelector('[data-testid=\"database-file\"]')")
        .await
        .unwrap();
    page.click("past").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"database-file\"]')")
        .await
        .unwrap();
    page.click("forget").await.unwrap();
    page.click("forget-confirm").await.unwrap();
    page.comes_to("idle").await.unwrap();
    page.at_rest().await.unwrap();
    let kept = page.stored_keys().await.unwrap();
    assert!(!kept.iter().any(is_kept), "{kept:?}");
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

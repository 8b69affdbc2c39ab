//! Lines, words and languages on every screen, in every width.

use kikitori_e2e::{
    Browser, Model, Options, Page, Profile, Respondent, Site, Tongue, nothing_to_mend,
};

async fn looks_well(page: &Page<'_>, name: &str) {
    page.picture(&format!("looks-{name}")).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.breaks_lines_well().await.unwrap();
}

async fn every_screen_looks_well(languages: &'static str, width: u32) {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let options = Options {
        size: (width, 760),
        languages,
        dark: width == 390,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let (tongue, form, question, request) = match languages {
        "ja" => (
            Tongue::Japanese,
            "clinic-intake",
            "結果をダウンロードするには？マウスなしで操作できますか？",
            "卵を6個買いました。",
        ),
        _ => (
            Tongue::English,
            "job-application",
            "How do I download the result, and are there cookies?",
            "I bought 6 eggs.",
        ),
    };
    let name = |what: &str| format!("{languages}-{width}-{what}");
    page.open_settings("settings").await;
    looks_well(&page, &name("settings")).await;
    page.close_settings().await;
    page.begin(form).await.unwrap();
    looks_well(&page, &name("first-question")).await;
    Respondent::speaking(tongue).answer(&page, 2).await.unwrap();
    page.settled().await.unwrap();
    page.click("inspector-toggle").await.unwrap();
    page.click_on("[data-testid=\"run-step\"] summary")
        .await
        .unwrap();
    looks_well(&page, &name("activity")).await;
    nothing_to_mend(&browser, "activity").await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"example\"]')")
        .await
        .unwrap();
    looks_well(&page, &name("desk")).await;
    page.ask(question).await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.value("document.querySelector('.steps-spent').open = true")
        .await
        .unwrap();
    looks_well(&page, &name("desk-answered")).await;
    nothing_to_mend(&browser, "help desk, what was used").await;
    page.press("[data-testid=\"citation\"]").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] [data-testid=\"passage\"]')")
        .await
        .unwrap();
    looks_well(&page, &name("desk-source")).await;
    let page = Page::open(&browser, &format!("{}agent/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"example\"]')")
        .await
        .unwrap();
    looks_well(&page, &name("agent")).await;
    page.click("example").await.unwrap();
    page.comes_to("answered").await.unwrap();
    page.value("document.querySelectorAll('main details').forEach(it => it.open = true)")
        .await
        .unwrap();
    looks_well(&page, &name("agent-answered")).await;
    let page = Page::open(&browser, &format!("{}tasks/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"example\"]')")
        .await
        .unwrap();
    page.value("document.querySelectorAll('main details').forEach(it => it.open = true)")
        .await
        .unwrap();
    looks_well(&page, &name("tasks")).await;
    page.ask(request).await.unwrap();
    page.comes_to("review").await.unwrap();
    looks_well(&page, &name("tasks-plan")).await;
    page.click("run").await.unwrap();
    page.comes_to("confirm").await.unwrap();
    looks_well(&page, &name("tasks-asked")).await;
    page.click("approve").await.unwrap();
    page.comes_to("answered").await.unwrap();
    looks_well(&page, &name("tasks-answered")).await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

macro_rules! screens {
    ($($test:ident: $languages:literal, $width:literal;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            every_screen_looks_well($languages, $width).await;
        })*
    };
}

screens! {
    every_screen_in_english_on_a_small_phone: "en", 360;
    every_screen_in_english_on_a_desk: "en", 1280;
    every_screen_in_japanese_on_a_phone: "ja", 390;
    every_screen_in_japanese_on_a_small_phone: "ja", 360;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_stay_in_sight_when_the_activity_is_shown_beside_them() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("job-application").await.unwrap();
    let mut respondent = Respondent::speaking(Tongue::English);
    let offered = "document.querySelectorAll('[data-testid=\"outline\"] [data-field=\"salary\"][data-state=\"interviewing\"]').length";
    while page.value(offered).await.unwrap() == 0 {
        respondent.answer(&page, 1).await.unwrap();
        page.settled().await.unwrap();
    }
    let in_sight = "(() => { const choice = document.querySelector('[data-testid=\"skip\"]')?.getBoundingClientRect(); if (!choice) return false; const room = document.querySelector('.conversation').getBoundingClientRect(); return choice.height > 0 && choice.bottom <= room.bottom && choice.top >= room.top; })()";
    page.wait_for(in_sight).await.unwrap();
    page.press("[data-testid=\"inspector-toggle\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"run-step\"]')")
        .await
        .unwrap();
    page.picture("looks-choices-beside-activity").await.unwrap();
    page.wait_for(in_sight).await.unwrap();
    browser.close().await;
}

/// Those of a selector that are seen, by what they say.
const SEEN: &str = "selector => [...document.querySelectorAll(selector)].filter(it => it.checkVisibility() && it.getBoundingClientRect().width > 1 && getComputedStyle(it).clipPath === 'none').map(it => it.textContent)";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_small_phone_the_header_speaks_in_words() {
    for (languages, systems, in_interview) in [
        (
            "en",
            ["Interview", "Help desk", "Agent", "Tasks"],
            ["Activity", "日本語"],
        ),
        (
            "ja",
            ["インタビュー", "ヘルプデスク", "エージェント", "タスク"],
            ["実行記録", "English"],
        ),
    ] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size: (360, 740),
            languages,
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &format!("{}tasks/", site.url()))
            .await
            .unwrap();
        let seen = async |selector: &str| page.value(&format!("({SEEN})('{selector}')")).await;
        page.wait_for("document.querySelector('[data-testid=\"example\"]')")
            .await
            .unwrap();
        let words = seen(".bar-link-word").await.unwrap();
        assert_eq!(words, serde_json::json!(systems));
        page.click("home").await.unwrap();
        page.wait_for("document.querySelector('main[data-screen=\"home\"]')")
            .await
            .unwrap();
        let words = seen(".bar-link-word").await.unwrap();
        assert_eq!(words, serde_json::json!(systems));
        page.begin("bug-report").await.unwrap();
        let words = seen(".activity-word, .bar-word").await.unwrap();
        assert_eq!(words, serde_json::json!(in_interview));
        looks_well(&page, &format!("{languages}-360-header")).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_desk_the_first_question_stands_below_what_it_is_about() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    let between = "document.querySelector('.turn.current .turn-text').getBoundingClientRect().top - document.querySelector('.intro').getBoundingClientRect().bottom";
    let between = page.value(between).await.unwrap().as_f64().unwrap();
    assert!((0.0..40.0).contains(&between), "{between} px");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_changes_the_language_in_a_conversation_sees_what_they_are_at() {
    for (width, height) in [(360, 640), (1280, 640)] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size: (width, height),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::open(&browser, &site.url()).await.unwrap();
        page.begin("bug-report").await.unwrap();
        page.answer("The last line is lost").await.unwrap();
        page.settled().await.unwrap();
        page.press("[data-testid=\"place-change\"]").await.unwrap();
        page.wait_for("document.activeElement.id === 'place-language'")
            .await
            .unwrap();
        // The zones come a little later, and are long.
        page.wait_for("document.querySelectorAll('.change option').length > 300")
            .await
            .unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let in_sight = "(() => { const it = document.activeElement.getBoundingClientRect(); const room = document.querySelector('.conversation').getBoundingClientRect(); return it.top >= room.top && it.bottom <= room.bottom; })()";
        assert_eq!(page.value(in_sight).await.unwrap(), true, "{width}");
        page.picture(&format!("looks-place-{width}")).await.unwrap();
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_just_said_word_for_word_is_not_said_again_below_it() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let form = serde_json::json!({"id": "two", "title": "Two", "fields": [
        {"id": "what", "label": "What happened", "required": true, "answer": {"type": "longText"}},
        {"id": "where", "label": "Where it happened", "required": true, "answer": {"type": "longText"}},
        {"id": "who", "label": "Who saw it", "required": true, "answer": {"type": "longText"}},
    ]});
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    let said = "Every time I save a report its last line is lost";
    page.answer(said).await.unwrap();
    page.settled().await.unwrap();
    let value = "document.querySelector('[data-testid=\"accepted\"] .accepted-value')";
    let shown = format!("[{value}.textContent, ({SEEN})('.accepted-value').length]");
    let shown = page.value(&shown).await.unwrap();
    assert_eq!(shown, serde_json::json!([said, 0]));
    page.picture("looks-noted").await.unwrap();
    // A short answer is told in full.
    page.answer("In the yard").await.unwrap();
    page.settled().await.unwrap();
    let shown = format!("({SEEN})('.accepted-value')");
    let shown = page.value(&shown).await.unwrap();
    assert_eq!(shown, serde_json::json!(["In the yard"]));
    nothing_to_mend(&browser, "what was noted").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_is_folded_after_a_whole_line_and_can_be_read() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("bug-report").await.unwrap();
    page.settled().await.unwrap();
    let long = "Every time I save a report its last line is lost. ".repeat(30);
    page.answer(long.trim()).await.unwrap();
    page.settled().await.unwrap();
    let told = "(() => { const fold = document.querySelector('[data-testid=\"fold\"]'); const text = fold.previousElementSibling; const lines = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight); return [fold.textContent, fold.getAttribute('aria-expanded'), lines > 7, text.scrollHeight > text.clientHeight + 4]; })()";
    let folded = page.value(told).await.unwrap();
    assert_eq!(
        folded,
        serde_json::json!(["Show more", "false", false, true])
    );
    page.picture("looks-folded").await.unwrap();
    nothing_to_mend(&browser, "a folded answer").await;
    page.press("[data-testid=\"fold\"]").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"fold\"]').textContent === 'Show less'")
        .await
        .unwrap();
    let unfolded = page.value(told).await.unwrap();
    assert_eq!(
        unfolded,
        serde_json::json!(["Show less", "true", true, false])
    );
    page.has_kept_focus("unfolding an answer").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_another_language_than_the_page_says_so() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.begin("job-application").await.unwrap();
    Respondent::speaking(Tongue::English)
        .answer(&page, 1)
        .await
        .unwrap();
    page.settled().await.unwrap();
    // The page in Japanese, the form and the conversation in English.
    page.click("language").await.unwrap();
    page.wait_for("document.documentElement.lang === 'ja'")
        .await
        .unwrap();
    for selector in [
        "h1",
        ".bar-title",
        ".outline-label",
        ".outline-value",
        ".accepted-label",
        ".accepted-value",
        "[data-testid=\"message-text\"]",
    ] {
        page.wait_for(&format!(
            "document.querySelector('{selector}')?.closest('[lang]').lang === 'en'"
        ))
        .await
        .unwrap();
    }
    nothing_to_mend(&browser, "an English interview on a Japanese page").await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let text = "# Coffee machine\n\n## Descaling\n\nDescale the machine every 200 cups.\n";
    page.choose_file("document-file", &profile, "coffee.md", text.as_bytes())
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"document\"]')")
        .await
        .unwrap();
    page.ask("How often do I descale the machine?")
        .await
        .unwrap();
    page.comes_to("answered").await.unwrap();
    page.press("[data-testid=\"citation\"]").await.unwrap();
    page.wait_for("document.querySelector('dialog[open] [data-testid=\"passage\"]')")
        .await
        .unwrap();
    for selector in [
        "[data-testid=\"statement\"]",
        ".branch-title",
        ".asked",
        "[data-testid=\"passage\"]",
    ] {
        let language = format!("document.querySelector('{selector}').closest('[lang]').lang");
        assert_eq!(page.value(&language).await.unwrap(), "en", "{selector}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_what_is_written_is_said_in_plain_words_and_named_on_demand() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"privacy\"] details')")
        .await
        .unwrap();
    let seen = "document.querySelector('[data-testid=\"privacy\"]').innerText";
    let plain = page.value(seen).await.unwrap();
    let plain = plain.as_str().unwrap();
    assert!(plain.contains("An AI model answers"), "{plain}");
    for inner in ["127.0.0.1", "kikitori-scripted"] {
        assert!(!plain.contains(inner), "{plain}");
    }
    page.press("[data-testid=\"privacy\"] summary")
        .await
        .unwrap();
    let named = page.value(seen).await.unwrap();
    for inner in ["127.0.0.1", "kikitori-scripted"] {
        assert!(named.as_str().unwrap().contains(inner), "{named}");
    }
    nothing_to_mend(&browser, "who reads it").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_field_at_hand_is_in_sight_in_a_long_list_beside_the_conversation_and_over_it() {
    let fields: Vec<_> = (1..=30)
        .map(|at| {
            let id = format!("field-{at}");
            serde_json::json!({"id": id, "label": format!("Part {at}"), "required": true, "answer": {"type": "shortText"}})
        })
        .collect();
    let form = serde_json::json!({"id": "long", "title": "Long", "fields": fields}).to_string();
    for (width, panel) in [(1280, ".side"), (360, "dialog[open]")] {
        let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
        let options = Options {
            size: (width, 740),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        let page = Page::begin_with(&browser, &site, &profile, &form)
            .await
            .unwrap();
        page.fill_in_by_hand().await.unwrap();
        for at in 1..=20 {
            page.put(&format!("field-{at}"), "Something").await.unwrap();
        }
        page.press("[data-testid=\"plain-save\"]").await.unwrap();
        page.is_on("interview").await.unwrap();
        if width == 360 {
            page.press("[data-testid=\"outline-toggle\"]")
                .await
                .unwrap();
        }
        let in_sight = format!(
            "(() => {{ const now = document.querySelector('{panel} [aria-current=\"step\"]')?.getBoundingClientRect(); const room = document.querySelector('{panel}')?.getBoundingClientRect(); return now && now.height > 0 && now.top >= room.top && now.bottom <= room.bottom; }})()"
        );
        page.wait_for(&in_sight).await.unwrap();
        page.picture(&format!("looks-long-list-{width}"))
            .await
            .unwrap();
        browser.close().await;
    }
}

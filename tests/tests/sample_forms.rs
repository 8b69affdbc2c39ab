//! Each sample form from the first question to download, in both languages.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Respondent, Site, Tongue};

async fn from_first_question_to_download(form: &str, tongue: Tongue, width: u32) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages: if tongue == Tongue::English {
            "en"
        } else {
            "ja"
        },
        dark: tongue == Tongue::Japanese,
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    let name = format!("{form}-{tongue:?}-{width}").to_lowercase();
    page.wait_for("document.querySelector('[data-testid=\"sample\"]')")
        .await
        .unwrap();
    page.picture(&format!("{name}-1-home")).await.unwrap();
    page.fits_its_width().await.unwrap();
    page.click_on(&format!("[data-testid=\"sample\"][data-form=\"{form}\"]"))
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.picture(&format!("{name}-2-first-question"))
        .await
        .unwrap();
    page.fits_its_width().await.unwrap();
    let mut respondent = Respondent::speaking(tongue);
    respondent.answer(&page, 2).await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.picture(&format!("{name}-3-midway")).await.unwrap();
    page.fits_its_width().await.unwrap();
    respondent.answer_all(&page).await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'review'")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answers\"]')")
        .await
        .unwrap();
    page.picture(&format!("{name}-4-review")).await.unwrap();
    page.fits_its_width().await.unwrap();
    let shown = page.value("Object.fromEntries([...document.querySelectorAll('[data-testid=\"answer-value\"]')].map(e => [e.dataset.field, e.textContent]))").await.unwrap();
    page.click("confirm").await.unwrap();
    page.wait_for("document.querySelector('main').dataset.screen === 'done'")
        .await
        .unwrap();
    page.picture(&format!("{name}-5-done")).await.unwrap();
    page.fits_its_width().await.unwrap();
    let submission = page.download(&profile).await.unwrap();
    assert_eq!(submission["formId"], form);
    let language = if tongue == Tongue::English {
        "en"
    } else {
        "ja"
    };
    assert_eq!(
        (
            &submission["language"],
            &submission["country"],
            &submission["timezone"]
        ),
        (&language.into(), &"JP".into(), &"Asia/Tokyo".into())
    );
    assert!(
        submission["submittedAt"]
            .as_str()
            .unwrap()
            .ends_with("+09:00"),
        "{submission}"
    );
    for field in submission["fields"].as_array().unwrap() {
        let (id, value) = (field["fieldId"].as_str().unwrap(), field["value"].as_str());
        let on_review = shown[id].as_str().unwrap();
        match value {
            Some(value) => assert_eq!(on_review, value, "{id}"),
            None => assert!(!on_review.is_empty(), "{id}: a declined field says so"),
        }
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// A phone's keyboard takes half of the window.
#[tokio::test(flavor = "multi_thread")]
async fn the_question_stays_in_sight_when_a_keyboard_opens() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (360, 740),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.click_on("[data-testid=\"sample\"][data-form=\"job-application\"]")
        .await
        .unwrap();
    Respondent::speaking(Tongue::English)
        .answer(&page, 2)
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    let in_sight = "(() => { const question = [...document.querySelectorAll('[data-testid=\"message\"]')].at(-1).getBoundingClientRect(); const room = document.querySelector('.conversation').getBoundingClientRect(); return question.bottom <= room.bottom + 1 && question.bottom > room.top; })()";
    page.wait_for(in_sight).await.unwrap();
    browser
        .tell(
            "Emulation.setDeviceMetricsOverride",
            serde_json::json!({"width": 360, "height": 420, "deviceScaleFactor": 1, "mobile": true}),
        )
        .await;
    page.wait_for("window.innerHeight < 500").await.unwrap();
    page.wait_for(in_sight).await.unwrap();
    page.picture("keyboard-open").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_home_shows_of_each_sample_is_what_its_file_says() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &site.url()).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"sample\"]')")
        .await
        .unwrap();
    let shown = "Object.fromEntries([...document.querySelectorAll('[data-testid=\"sample\"]')].map(it => [it.dataset.form, [it.querySelector('.sample-title').textContent, it.querySelector('.sample-meta').textContent]]))";
    let shown = page.value(shown).await.unwrap();
    let forms = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/forms");
    let files = std::fs::read_dir(forms).unwrap().flatten();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let form: serde_json::Value = serde_json::from_str(&text).unwrap();
        let id = form["id"].as_str().unwrap();
        assert_eq!(file.file_name().to_string_lossy(), format!("{id}.json"));
        let [title, meta] = [0, 1].map(|at| shown[id][at].as_str().unwrap().to_owned());
        let told = &form["title"];
        assert_eq!(Some(title.as_str()), told.as_str().or(told["en"].as_str()));
        let fields = form["fields"].as_array().unwrap().len();
        assert!(meta.starts_with(&format!("{fields} fields")), "{meta}");
        count += 1;
    }
    assert_eq!(shown.as_object().unwrap().len(), count);
    page.click("language").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-form=\"order\"] .sample-title').textContent === 'ご注文'",
    )
    .await
    .unwrap();
    browser.close().await;
}

macro_rules! samples {
    ($($test:ident: $form:literal, $tongue:ident, $width:literal;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            from_first_question_to_download($form, Tongue::$tongue, $width).await;
        })*
    };
}

samples! {
    a_job_application_in_english: "job-application", English, 1280;
    a_job_application_in_japanese: "job-application", Japanese, 360;
    a_clinic_intake_in_english: "clinic-intake", English, 360;
    a_clinic_intake_in_japanese: "clinic-intake", Japanese, 1280;
    a_bug_report_in_english: "bug-report", English, 1280;
    a_bug_report_in_japanese: "bug-report", Japanese, 1280;
}

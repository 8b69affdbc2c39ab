//! Interviews that once went wrong, word for word: what the person says, and what the model replies.

mod other_languages;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Script, Site, nothing_to_mend};
use serde_json::{Value, json};

const CLAIM: &str = r#"{"id": "claim", "title": "Car claim", "submitLabel": "Send the claim", "fields": [
    {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
    {"id": "policy", "label": "Policy number", "required": true, "answer": {"type": "shortText"}},
    {"id": "date", "label": "Day of the accident", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "hurt", "label": "Was anyone hurt?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "story", "label": "What happened", "required": true, "facts": [
        {"key": "what", "fact": "what happened", "doneCriteria": "names what happened"}]},
    {"id": "phone", "label": "Phone", "required": true, "answer": {"type": "phone"}, "ifDeclined": "leaveOpen",
        "why": "So that the garage can ring you."}
]}"#;

const FIRST_WORDS: &str =
    "Hello, I'm Ada Lovelace. My policy number is KV-4411-09, and nobody was hurt.";

const NOT_THE_17TH: &str = "Sorry, it was the 14th, not the 17th";

const BETWEEN_US: &str = "A lorry hit my mirror on the ring road. Between us, my brother was driving, please leave that out.";

const NO: &str = "I'd rather not say";

const NOT_THE_14TH: &str = "Sorry, it was 12 March 2025, not the 14th";

/// What the model says of a field, and the words that it rests on.
fn told(field: &str, quote: &str, value: Option<&str>, outcome: &str) -> Value {
    json!({"field_id": field, "quote": quote, "value": value, "facts": null, "missing": null,
        "outcome": outcome})
}

fn answered(field: &str, quote: &str) -> Value {
    told(field, quote, None, "answered")
}

/// A call of `ask` that reports `heard`, says `message` and asks for `asks`.
fn ask(heard: &[Value], asks: Option<&str>, message: &str) -> Value {
    json!({"heard": heard, "question": null, "language": null, "country": null, "time_zone": null,
        "asks": asks, "message": message, "suggestions": null})
}

/// What the model replies to somebody who makes a claim.
fn claim() -> Script {
    let not_17 = answered("date", "the 14th");
    let story = "A lorry hit my mirror on the ring road";
    let refused = || told("phone", NO, None, "refused");
    let verdict = json!({
        "passed": true, "quote": story, "missing_facts": null, "feedback": null,
        "extracted_facts": ["A lorry hit the mirror", "Her brother was driving"],
        "refused": null, "field_value": story, "follow_up": null,
    });
    let nothing_yet = json!({
        "passed": false, "quote": null, "missing_facts": ["what happened"], "feedback": "Ask for it.",
        "extracted_facts": null, "refused": null, "field_value": null,
        "follow_up": {"message": "And what happened?", "suggestions": null},
    });
    let nobody = told("hurt", "nobody was hurt", Some("no"), "answered");
    let first = [
        answered("name", "Ada Lovelace"),
        answered("policy", "KV-4411-09"),
        nobody,
    ];
    let greeting =
        "Hello. I take English and Japan as given; say so if that is wrong. What is your name?";
    Script::new()
        .then("ask", "", ask(&[], Some("name"), greeting))
        .then(
            "ask",
            FIRST_WORDS,
            ask(&first, Some("date"), "Thank you, Ada. When did it happen?"),
        )
        .then(
            "ask",
            "On 17 March 2025.",
            ask(
                &[answered("date", "17 March 2025")],
                Some("story"),
                "And what happened?",
            ),
        )
        // Who reviews what happened is asked beside it: nothing was said of that.
        .then("review", NOT_THE_17TH, nothing_yet)
        // It says that it is noted, and notes nothing: that goes back, and is not shown.
        .then(
            "ask",
            NOT_THE_17TH,
            ask(&[], Some("story"), "Noted, the 14th. And what happened?"),
        )
        .then(
            "ask",
            NOT_THE_17TH,
            ask(
                &[not_17],
                Some("story"),
                "It is the 14th now. What happened then?",
            ),
        )
        .then("review", BETWEEN_US, verdict)
        .then(
            "ask",
            BETWEEN_US,
            ask(
                &[answered("story", story)],
                Some("phone"),
                "That stays between us. Which number can the garage ring?",
            ),
        )
        .then(
            "ask",
            NO,
            ask(
                &[refused()],
                Some("phone"),
                "It is only for the garage, and may stay open. Would you tell me after all?",
            ),
        )
        .then(
            "ask",
            NO,
            ask(
                &[refused()],
                None,
                "Then it stays open. Please look over your answers.",
            ),
        )
        .then(
            "ask",
            NOT_THE_14TH,
            ask(
                &[answered("date", "12 March 2025")],
                None,
                "It is the 12th of March now.",
            ),
        )
}

/// The values in the list of fields, by field.
async fn listed(page: &Page<'_>) -> Value {
    let rows = "[...document.querySelectorAll('[data-testid=\"outline\"] [data-field]')]";
    let listed = format!(
        "Object.fromEntries({rows}.map(it => [it.dataset.field, it.querySelector('.outline-value')?.textContent]).filter(([, value]) => value))"
    );
    page.value(&listed).await.unwrap()
}

/// Says `text`; what is asked then begins with `question`.
async fn says(page: &Page<'_>, script: &Script, text: &str, question: &str) {
    page.answer(text).await.unwrap();
    let state = page.settled().await.unwrap();
    assert_eq!(state, "answer", "{text}: {:#?}", script.astray());
    let asked = page.last_question().await.unwrap();
    assert!(asked.starts_with(question), "{text}: {asked}");
}

/// Every text that leaves stands on the page, and nothing but what a form says leaves.
async fn leaves_what_is_shown(page: &Page<'_>, file: &Value) {
    let shown = page.value("document.querySelector('main').innerText");
    let shown = shown.await.unwrap().as_str().unwrap().to_owned();
    let known = [
        "fieldId", "label", "outcome", "value", "text", "missing", "original", "zone",
    ];
    for field in file["fields"].as_array().unwrap() {
        for (member, value) in field.as_object().unwrap() {
            assert!(known.contains(&member.as_str()), "{member}: {value}");
            let is_shown = ["label", "text", "original"].contains(&member.as_str());
            if let Some(text) = value.as_str().filter(|_| is_shown) {
                assert!(shown.contains(text), "{member}: {text} is not in {shown}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_asks_nothing_twice_takes_corrections_and_lets_nothing_out_that_is_not_shown() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let script = claim();
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, CLAIM)
        .await
        .unwrap();
    // The first message asks for the form's first field, and nothing was asked for before.
    let first = page.last_question().await.unwrap();
    assert!(first.ends_with("What is your name?"), "{first}");
    says(&page, &script, FIRST_WORDS, "Thank you, Ada. When").await;
    assert_eq!(
        listed(&page).await,
        json!({"name": "Ada Lovelace", "policy": "KV-4411-09", "hurt": "No"})
    );
    says(&page, &script, "On 17 March 2025.", "And what happened?").await;
    says(&page, &script, NOT_THE_17TH, "It is the 14th now.").await;
    let line = "document.querySelector('[data-testid=\"corrected\"][data-field=\"date\"]')";
    page.wait_for(line).await.unwrap();
    let told = format!("{line}.innerText.replace(/\\s+/g, ' ')");
    let told = page.value(&told).await.unwrap();
    let (old, new) = ("17 March 2025", "14 March 2025");
    let told = told.as_str().unwrap();
    assert!(told.find(old) < told.find(new), "{told}");
    let noted = "document.body.innerText.includes('Noted, the 14th')";
    assert_eq!(page.value(noted).await.unwrap(), false);
    says(&page, &script, BETWEEN_US, "That stays between us.").await;
    says(&page, &script, NO, "It is only for the garage").await;
    page.answer(NO).await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    let answers = json!({
        "name": "Ada Lovelace", "policy": "KV-4411-09", "date": new, "hurt": "No",
        "story": "A lorry hit my mirror on the ring road", "phone": "Declined, left open",
    });
    assert_eq!(page.shown_answers().await.unwrap(), answers);
    // It is corrected here too, in words.
    page.answer(NOT_THE_14TH).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-value\"][data-field=\"date\"]')?.textContent === '12 March 2025'")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    nothing_to_mend(&browser, "a claim that was corrected").await;
    // The button says what it does, whatever the form calls it: nothing is sent.
    assert_eq!(page.text_of("confirm").await.unwrap(), "Confirm the form");
    let means = page.text_of("send-means").await.unwrap();
    assert!(means.starts_with("Confirming sends nothing"), "{means}");
    page.value("document.querySelectorAll('details').forEach(it => { it.open = true; })")
        .await
        .unwrap();
    let reviewed = page.value("document.querySelector('main').innerText").await;
    let reviewed = reviewed.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    let date = &file["fields"][2];
    assert_eq!(
        (&date["value"], &date["outcome"]),
        (&json!("2025-03-12"), &json!("answered"))
    );
    let phone = &file["fields"][5];
    assert_eq!(
        (&phone["value"], &phone["outcome"]),
        (&Value::Null, &json!("declined"))
    );
    leaves_what_is_shown(&page, &file).await;
    let csv = page.download_csv(&profile).await.unwrap();
    let rows: Vec<&str> = csv.split("\r\n").filter(|row| !row.is_empty()).collect();
    assert_eq!(rows.len(), 7, "{csv}");
    assert!(
        rows[3].contains("date,,Day of the accident,answered,2025-03-12,12 March 2025"),
        "{csv}"
    );
    // What was only said in confidence is nowhere, and neither is what was taken back.
    let texts = [&reviewed.to_string(), &file.to_string(), &csv];
    for text in texts {
        for kept_back in ["brother", "the mirror", "17 March", "2025-03-17"] {
            assert!(!text.contains(kept_back), "{kept_back} is in {text}");
        }
    }
    script.is_followed();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

const LORRY: &str = "A lorry hit my mirror on the ring road.";
const VAN: &str = "In what happened it was a van, not a lorry.";

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_on_the_last_page_stays_there_with_its_reply_where_a_reviewer_looks_at_it() {
    let form = json!({"id": "mirror", "title": "Mirror", "fields": [
        {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
        {"id": "story", "label": "What happened", "required": true, "facts": [
            {"key": "what", "fact": "what happened", "doneCriteria": "names what happened"}]}]});
    let verdict = |quote: &str, value: &str| {
        json!({"passed": true, "quote": quote, "missing_facts": null, "feedback": null,
            "extracted_facts": [value], "refused": null, "field_value": value, "follow_up": null})
    };
    let passed_on = "I have passed that on. Please look over your answers.";
    let script = Script::new()
        .then(
            "ask",
            "",
            ask(&[], Some("name"), "Hello. What is your name?"),
        )
        .then(
            "ask",
            "Ada Lovelace",
            ask(
                &[answered("name", "Ada Lovelace")],
                Some("story"),
                "And what happened?",
            ),
        )
        .then("review", LORRY, verdict(LORRY, LORRY))
        .then(
            "ask",
            LORRY,
            ask(
                &[answered("story", LORRY)],
                None,
                "Please look over your answers.",
            ),
        )
        .then("ask", VAN, ask(&[answered("story", VAN)], None, passed_on))
        .then(
            "review",
            VAN,
            verdict(VAN, "A van hit my mirror on the ring road."),
        );
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, &form.to_string())
        .await
        .unwrap();
    page.answer("Ada Lovelace").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer(LORRY).await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.answer(VAN).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"answer-value\"][data-field=\"story\"]')?.textContent.includes('A van')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    let said = "[...document.querySelectorAll('.correct [data-testid=\"message\"]')].map(it => it.querySelector('[data-testid=\"message-text\"]').innerText)";
    page.wait_for(&format!("{said}.length === 2"))
        .await
        .unwrap();
    assert_eq!(page.value(said).await.unwrap(), json!([VAN, passed_on]));
    let last_word = "document.querySelector('[data-testid=\"last-word\"]')";
    assert_eq!(page.value(last_word).await.unwrap(), Value::Null);
    page.picture("corrected-on-the-last-page").await.unwrap();
    script.is_followed();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

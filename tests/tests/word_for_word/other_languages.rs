//! Interviews in languages that the page has no texts in.

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Script, Site, nothing_to_mend};
use serde_json::json;

use super::{answered, ask, says, told};

const MOVE: &str = r#"{"id": "move", "title": "Moving quote", "fields": [
    {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}},
    {"id": "day", "label": "Day of the move", "required": true, "answer": {"type": "date"}},
    {"id": "lift", "label": "Is there a lift?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "notes", "label": "Anything else", "required": false}
]}"#;

const IN_FRENCH: &str = "Je m'appelle Ada Lovelace, et je préfère continuer en français.";

const NAMES_IN_FRENCH: [(&str, &str); 4] = [
    ("name", "Nom complet"),
    ("day", "Jour du déménagement"),
    ("lift", "Y a-t-il un ascenseur ?"),
    ("notes", "Autre chose"),
];

/// What the model replies to somebody who goes on in French.
fn in_french() -> Script {
    let named = NAMES_IN_FRENCH.map(
        |(field, label)| json!({"field_id": field, "label": label, "intent": null, "texts": null}),
    );
    let plan = json!({
        "field_ids": NAMES_IN_FRENCH.map(|(field, _)| field), "translations": named,
        "title": "Devis de déménagement", "description": null, "sentences": null,
    });
    let name = [answered("name", "Ada Lovelace")];
    let mut gladly = ask(
        &name,
        Some("day"),
        "Avec plaisir, Ada. Quel jour déménagez-vous ?",
    );
    gladly["language"] = json!("fr");
    let day = told("day", "le 12 mars 2027", Some("2027-03-12"), "answered");
    let notes = told(
        "notes",
        "Le piano est lourd",
        Some("The piano is heavy"),
        "answered",
    );
    Script::new()
        .then(
            "ask",
            "",
            ask(&[], Some("name"), "Hello. What is your name?"),
        )
        .then("ask", IN_FRENCH, gladly)
        .then("create_plan", "", plan)
        .then(
            "ask",
            "C'est le 12 mars 2027.",
            ask(&[day], Some("lift"), "C'est noté. Y a-t-il un ascenseur ?"),
        )
        // A click is no words.
        .then(
            "ask",
            "C'est le 12 mars 2027.",
            ask(&[], Some("notes"), "Voulez-vous ajouter autre chose ?"),
        )
        .then(
            "ask",
            "Le piano est lourd",
            ask(
                &[notes],
                None,
                "Merci. Vérifiez vos réponses, s'il vous plaît.",
            ),
        )
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_on_in_french_is_asked_in_french_and_the_owner_reads_english() {
    let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
    let script = in_french();
    site.endpoint().follows(&script);
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::begin_with(&browser, &site, &profile, MOVE)
        .await
        .unwrap();
    says(&page, &script, IN_FRENCH, "Avec plaisir, Ada.").await;
    let place = page.text_of("place").await.unwrap();
    assert!(place.contains("French"), "{place}");
    // All of it is French, and marked as such on an English page: the question, and what the form says.
    for (selector, text) in [
        (".turn.current [data-testid=\"message-text\"]", "Quel jour"),
        (
            "[data-testid=\"outline\"] [data-field=\"lift\"] .outline-label",
            "Y a-t-il",
        ),
        ("h1", "Devis de"),
    ] {
        let shown = format!("document.querySelector('{selector}')");
        page.wait_for(&format!(
            "{shown}?.textContent.includes({}) && {shown}.closest('[lang]').lang === 'fr'",
            json!(text)
        ))
        .await
        .unwrap();
    }
    assert_eq!(
        page.value("document.documentElement.lang").await.unwrap(),
        "en"
    );
    says(&page, &script, "C'est le 12 mars 2027.", "C'est noté.").await;
    let offered = "[...document.querySelectorAll('[data-testid=\"suggestion\"]')].map(it => [it.textContent, it.lang])";
    assert_eq!(
        page.value(offered).await.unwrap(),
        json!([["Oui", "fr"], ["Non", "fr"]])
    );
    nothing_to_mend(&browser, "an interview in French on an English page").await;
    page.press("[data-testid=\"suggestion\"]").await.unwrap();
    page.wait_for("document.querySelector('.turn.current')?.textContent.includes('autre chose')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "answer");
    page.answer("Le piano est lourd").await.unwrap();
    page.is_on("review").await.unwrap();
    assert_eq!(
        page.shown_answers().await.unwrap(),
        json!({"name": "Ada Lovelace", "day": "vendredi 12 mars 2027", "lift": "Oui", "notes": "The piano is heavy"})
    );
    // Whoever reads the form reads English; what they said themselves stands beside it, and leaves too.
    page.wait_for("document.querySelector('[data-testid=\"evidence\"][open]')?.innerText.includes('Le piano est lourd')")
        .await
        .unwrap();
    assert_eq!(page.settled().await.unwrap(), "confirm");
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    let file = page.download(&profile).await.unwrap();
    assert_eq!(file["language"], "fr");
    let notes = &file["fields"][3];
    assert_eq!(
        (&notes["value"], &notes["original"]),
        (&json!("The piano is heavy"), &json!("Le piano est lourd"))
    );
    script.is_followed();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

const NOTES: &str = r#"{"id": "notes", "title": "Moving quote", "fields": [
    {"id": "notes", "label": "What is heavy?", "required": true},
    {"id": "name", "label": "Full name", "required": true, "answer": {"type": "shortText"}}
]}"#;

/// What stands beside an answer in other words than was said, and how what was said is led to.
const LED_TO: &str = "(it => it && [it.querySelector('q').textContent, it.querySelector('.visually-hidden')?.textContent ?? null, it.querySelector('[aria-hidden]')?.textContent ?? null])(document.querySelector('[data-testid=\"reworded\"]'))";

/// Who reads hears no English between their own words; who listens has the sentence that the sign
/// stands for.
#[tokio::test(flavor = "multi_thread")]
async fn beside_what_was_said_a_sign_stands_where_the_page_has_no_words_of_its_language() {
    for (said, language, message, led_to) in [
        (
            "Le piano est très lourd.",
            Some("fr"),
            "Merci. Quel est votre nom ?",
            json!(["Le piano est très lourd.", "In our words. You said:", "←"]),
        ),
        (
            "Well, the piano, that is really heavy.",
            None,
            "Thank you. What is your name?",
            json!(["Well, the piano, that is really heavy.", null, null]),
        ),
    ] {
        let (site, profile) = (Site::start(Model::Endpoint).await, Profile::new());
        let heavy = told("notes", said, Some("The piano weighs a lot"), "answered");
        let mut heard = ask(&[heavy], Some("name"), message);
        heard["language"] = json!(language);
        let mut script = Script::new()
            .then("ask", "", ask(&[], Some("notes"), "Hello. What is heavy?"))
            .then("ask", said, heard);
        if language.is_some() {
            let names = [
                ("notes", "Qu'est-ce qui est lourd ?"),
                ("name", "Nom complet"),
            ];
            let named = names.map(
                |(field, label)| json!({"field_id": field, "label": label, "intent": null, "texts": null}),
            );
            let plan = json!({
                "field_ids": ["notes", "name"], "translations": named,
                "title": "Devis de déménagement", "description": null, "sentences": null,
            });
            script = script.then("create_plan", "", plan);
        }
        site.endpoint().follows(&script);
        let browser = Browser::open(&profile, &Options::default()).await;
        let page = Page::begin_with(&browser, &site, &profile, NOTES)
            .await
            .unwrap();
        says(&page, &script, said, message).await;
        page.wait_for("document.querySelector('[data-testid=\"reworded\"]')")
            .await
            .unwrap();
        assert_eq!(page.value(LED_TO).await.unwrap(), led_to);
        nothing_to_mend(&browser, said).await;
        script.is_followed();
        page.console_is_clean(&[]).await.unwrap();
        browser.close().await;
    }
}

//! What the names and the words of other people's pages say of what they ask for.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::page_form::{PageForm, TakenForm, take_over};
use kikitori_json::FromJson;
use serde_json::{Value as Json, json};

fn taken(controls: Json) -> TakenForm {
    let page = json!({"id": "f", "title": "F", "language": "en", "controls": controls});
    take_over(&PageForm::from_json(page).unwrap()).unwrap()
}

/// What kind of answer each field takes.
fn kinds(taken: &TakenForm) -> Vec<String> {
    let kind = |field: &kikitori_form::file::Field| {
        let answer = serde_json::to_value(&field.answer).unwrap();
        answer["type"].as_str().unwrap().to_owned()
    };
    taken.form.fields.iter().map(kind).collect()
}

#[test]
fn a_name_that_ends_with_mail_or_phone_is_of_one_and_other_names_with_the_words_are_not() {
    let cases = [
        ("email", "", "Email", "email"),
        ("e-mail", "", "", "email"),
        ("user[email]", "", "E-mail address", "email"),
        ("ctl00$Main$txtEmail", "", "", "email"),
        ("email_address", "", "Your address", "email"),
        ("email1", "", "", "email"),
        ("email_work", "", "", "email"),
        ("", "contact-mail", "Mail", "email"),
        ("q7", "email", "Kontakt", "email"),
        ("phone", "", "Phone", "phone"),
        ("contact_phone_number", "", "", "phone"),
        ("phone_home", "", "", "phone"),
        ("your-tel", "", "Tel.", "phone"),
        ("tel_2", "", "", "phone"),
        ("mail_street", "", "Street", "shortText"),
        ("mail_city", "", "", "shortText"),
        ("mail_address", "", "Mailing address", "shortText"),
        ("mail_pref", "", "", "shortText"),
        ("email_subject", "", "Subject", "shortText"),
        ("mail", "", "Subject of your mail", "shortText"),
        ("phone_model", "", "Phone model", "shortText"),
        ("phone", "", "Phone model", "shortText"),
        ("phone_time", "", "", "shortText"),
        ("tel_ext", "", "", "shortText"),
        ("hotel", "", "Hotel", "shortText"),
    ];
    for (name, id, label, kind) in cases {
        let control = json!({"kind": "text", "name": name, "id": id, "label": label});
        assert_eq!(kinds(&taken(json!([control]))), [kind], "{control}");
    }
    // What the page itself says goes before names.
    for (control, kind) in [
        (
            json!({"kind": "email", "name": "mail_street", "label": "Street"}),
            "email",
        ),
        (
            json!({"kind": "text", "name": "q1", "label": "Q", "autocomplete": "tel"}),
            "phone",
        ),
    ] {
        assert_eq!(kinds(&taken(json!([control]))), [kind], "{control}");
    }
}

//! Forms of other people's pages: what is asked, and what is left alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::page_form::{ControlRef, PageForm, TakeOverError, TakenForm, take_over};
use kikitori_json::FromJson;
use serde_json::{Value as Json, json};

fn page(language: &str, controls: Json) -> PageForm {
    let page = json!({"id": "f", "title": "F", "language": language, "controls": controls});
    PageForm::from_json(page).unwrap()
}

fn taken(controls: Json) -> TakenForm {
    take_over(&page("en", controls)).unwrap()
}

/// Each field's label with its answer, marked where it is required.
fn asked(taken: &TakenForm) -> Vec<(String, Json)> {
    let field = |field: &kikitori_form::file::Field| {
        let mark = if field.required { "*" } else { "" };
        let label = format!("{}{mark}", field.label.in_language("en"));
        (label, serde_json::to_value(&field.answer).unwrap())
    };
    taken.form.fields.iter().map(field).collect()
}

#[test]
fn each_kind_of_control_is_asked_for_as_what_it_takes() {
    let cases = [
        (
            json!({"kind": "text", "maxLength": 40}),
            json!({"type": "shortText", "maxLength": 40}),
        ),
        (
            json!({"kind": "text", "maxLength": 5000, "minLength": 9000}),
            json!({"type": "shortText", "maxLength": 5000}),
        ),
        (json!({"kind": "textArea"}), json!({"type": "longText"})),
        (
            json!({"kind": "textArea", "autocomplete": "shipping street-address"}),
            json!({"type": "address"}),
        ),
        (json!({"kind": "email"}), json!({"type": "email"})),
        (
            json!({"kind": "text", "autocomplete": "email"}),
            json!({"type": "email"}),
        ),
        (json!({"kind": "tel"}), json!({"type": "phone"})),
        (
            json!({"kind": "tel", "maxLength": 4}),
            json!({"type": "shortText", "maxLength": 4}),
        ),
        (json!({"kind": "url"}), json!({"type": "url"})),
        (
            json!({"kind": "number", "min": "1", "max": "10"}),
            json!({"type": "integer", "min": 1, "max": 10}),
        ),
        (
            json!({"kind": "number", "step": "0.01"}),
            json!({"type": "number"}),
        ),
        (
            json!({"kind": "number", "step": "any", "min": "x"}),
            json!({"type": "number"}),
        ),
        (
            json!({"kind": "number", "min": "9", "max": "1"}),
            json!({"type": "integer", "min": 9}),
        ),
        (
            json!({"kind": "range"}),
            json!({"type": "integer", "min": 0, "max": 100}),
        ),
        (
            json!({"kind": "date", "min": "2027-01-01", "max": "soon"}),
            json!({"type": "date", "earliest": "2027-01-01"}),
        ),
        (
            json!({"kind": "dateTimeLocal", "max": "2027-01-01T10:00"}),
            json!({"type": "dateTime", "latest": "2027-01-01"}),
        ),
        (
            json!({"kind": "time", "min": "09:00", "max": "17:30"}),
            json!({"type": "time", "earliest": "09:00", "latest": "17:30"}),
        ),
        (
            json!({"kind": "time", "min": "22:00", "max": "04:00"}),
            json!({"type": "time"}),
        ),
        (
            json!({"kind": "text", "placeholder": "DD/MM/YYYY"}),
            json!({"type": "date"}),
        ),
        (
            json!({"kind": "checkbox", "value": "on"}),
            json!({"type": "yesNo"}),
        ),
        (
            json!({"kind": "text", "options": [{"value": "Oslo"}, {"value": "Rome"}, {"value": "Oslo"}]}),
            json!({"type": "choice", "options": [{"value": "Oslo", "label": "Oslo"}, {"value": "Rome", "label": "Rome"}], "other": true}),
        ),
        (
            json!({"kind": "select", "options": [
                {"value": "0", "text": "-- Select --"}, {"value": "", "text": "None"},
                {"value": "s", "text": "Small", "group": "A"}, {"value": "m", "text": "Big", "disabled": true},
                {"value": "l", "text": "Small", "group": "B"}]}),
            json!({"type": "choice", "options": [
                {"value": "s", "label": "A – Small"}, {"value": "l", "label": "B – Small"}]}),
        ),
        (
            json!({"kind": "select", "multiple": true, "options": [{"value": "a", "text": "A"}]}),
            json!({"type": "choices", "options": [{"value": "a", "label": "A"}]}),
        ),
    ];
    for (mut control, answer) in cases {
        control["name"] = "it".into();
        control["label"] = "It".into();
        let found = asked(&taken(json!([control])));
        assert_eq!(found, [("It".to_owned(), answer)], "{control}");
    }
}

#[test]
fn what_is_secret_hidden_or_a_trap_is_left_alone() {
    let cases = [
        (json!({"kind": "password"}), "password"),
        (
            json!({"kind": "text", "autocomplete": "current-password"}),
            "password",
        ),
        (
            json!({"kind": "text", "name": "user[password_confirmation]"}),
            "password",
        ),
        (json!({"kind": "text", "id": "newPasswd"}), "password"),
        (json!({"kind": "text", "name": "pwd"}), "password"),
        (json!({"kind": "text", "label": "Passwort"}), "password"),
        (json!({"kind": "text", "label": "Новый ПАРОЛЬ"}), "password"),
        (
            json!({"kind": "text", "placeholder": "パスワード（8文字以上）"}),
            "password",
        ),
        (json!({"kind": "tel", "name": "password"}), "password"),
        (
            json!({"kind": "text", "label": "Your 4-digit PIN"}),
            "password",
        ),
        (json!({"kind": "number", "name": "user_pin"}), "password"),
        (json!({"kind": "text", "label": "PIN number"}), "password"),
        (
            json!({"kind": "text", "name": "securityAnswer1"}),
            "password",
        ),
        (
            json!({"kind": "text", "autocomplete": "one-time-code"}),
            "oneTimeCode",
        ),
        (json!({"kind": "tel", "name": "login_otp"}), "oneTimeCode"),
        (
            json!({"kind": "text", "name": "c", "label": "Enter the 6-digit code we sent you"}),
            "oneTimeCode",
        ),
        (
            json!({"kind": "checkbox", "name": "fax", "label": "Contact me by fax", "visibility": "outOfSight", "outOfTabOrder": true, "autocomplete": "off"}),
            "honeypot",
        ),
        (
            json!({"kind": "tel", "autocomplete": "billing cc-number"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "name": "card[number]"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "name": "paymentcardnumber"}),
            "paymentCard",
        ),
        (json!({"kind": "text", "name": "cardNo2"}), "paymentCard"),
        (
            json!({"kind": "textArea", "name": "pay", "label": "Card number and date"}),
            "paymentCard",
        ),
        (json!({"kind": "text", "name": "honey"}), "honeypot"),
        (
            json!({"kind": "text", "name": "a", "label": "PWD (8 characters)"}),
            "password",
        ),
        (json!({"kind": "text", "label": "CVC"}), "paymentCard"),
        (
            json!({"kind": "text", "label": "カード番号"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "placeholder": "Name on the card"}),
            "paymentCard",
        ),
        (json!({"kind": "text", "label": "Card No"}), "paymentCard"),
        (
            json!({"kind": "tel", "placeholder": "1234 1234 1234 1234"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "name": "a", "description": "Three digits on the back of your card"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "name": "a", "legend": "Credit card"}),
            "paymentCard",
        ),
        (
            json!({"kind": "text", "label": "Number", "legend": "Credit card"}),
            "paymentCard",
        ),
        (json!({"kind": "file"}), "file"),
        (json!({"kind": "hidden", "name": "csrf"}), "hidden"),
        (json!({"kind": "captcha"}), "captcha"),
        (
            json!({"kind": "textArea", "name": "g-recaptcha-response", "visibility": "notShown"}),
            "captcha",
        ),
        (json!({"kind": "text", "name": "_gotcha"}), "honeypot"),
        (
            json!({"kind": "url", "visibility": "outOfSight"}),
            "honeypot",
        ),
        (json!({"kind": "text", "ariaHidden": true}), "honeypot"),
        (
            json!({"kind": "text", "visibility": "outOfSight", "required": true}),
            "unseen",
        ),
        (
            json!({"kind": "text", "name": "lines-__prefix__-item"}),
            "notShown",
        ),
        (
            json!({"kind": "text", "outOfTabOrder": true, "autocomplete": "off"}),
            "honeypot",
        ),
        (json!({"kind": "text", "disabled": true}), "disabled"),
        (json!({"kind": "text", "readOnly": true}), "readOnly"),
        (
            json!({"kind": "text", "readOnly": true, "required": true, "value": "42"}),
            "readOnly",
        ),
        (
            json!({"kind": "text", "readOnly": true, "required": true, "visibility": "notShown"}),
            "readOnly",
        ),
        (
            json!({"kind": "text", "readOnly": true, "required": true}),
            "picker",
        ),
        (
            json!({"kind": "text", "visibility": "notShown"}),
            "notShown",
        ),
        (json!({"kind": "month"}), "noKind"),
        (
            json!({"kind": "select", "label": "Which", "options": []}),
            "options",
        ),
        (json!({"kind": "text"}), "noName"),
        (json!({"kind": "button", "label": "Send"}), "button"),
    ];
    for (control, reason) in cases {
        let ask = json!({"kind": "text", "name": "asked", "label": "Asked"});
        let taken = taken(json!([control, ask]));
        let left = serde_json::to_value(&taken.left_alone).unwrap();
        assert_eq!(left[0]["reason"], reason, "{control}");
        assert_eq!(taken.fields.len(), 1, "{control}");
    }
}

#[test]
fn what_only_looks_like_it_is_asked() {
    for control in [
        json!({"kind": "radio", "name": "pay", "value": "card", "label": "Credit card", "legend": "Pay by"}),
        json!({"kind": "text", "name": "passport_expiry", "label": "Expiry date"}),
        json!({"kind": "checkbox", "name": "terms", "label": "I agree", "visibility": "outOfSight"}),
        json!({"kind": "select", "name": "country", "label": "Country", "ariaHidden": true, "outOfTabOrder": true, "options": [{"value": "NO", "text": "Norway"}]}),
        json!({"kind": "text", "name": "hp", "label": "ホームページ"}),
        json!({"kind": "text", "name": "name", "label": "Name", "legend": "Apply for a credit card"}),
        json!({"kind": "text", "name": "notes", "label": "Business card notes"}),
        json!({"kind": "text", "name": "code", "label": "Security code of your door"}),
        json!({"kind": "text", "name": "boarding_pass", "label": "Boarding pass"}),
        json!({"kind": "checkbox", "name": "forgot_password", "label": "I forgot my password"}),
        json!({"kind": "textArea", "name": "why", "label": "What is wrong with your password?"}),
        json!({"kind": "email", "name": "mail", "label": "Where your password goes to"}),
        json!({"kind": "text", "name": "accNumber", "label": "Account number"}),
        json!({"kind": "text", "name": "accnumber", "label": "Account number"}),
        json!({"kind": "text", "name": "discard_notes", "label": "Discard notes"}),
        json!({"kind": "text", "name": "postcardNumber", "label": "Postcard number"}),
        json!({"kind": "textArea", "name": "fees", "label": "Which credit card fees annoy you"}),
        json!({"kind": "text", "name": "fees", "label": "How many credit cards has your firm? Which credit card?"}),
        json!({"kind": "text", "name": "honey", "label": "Honey type"}),
        json!({"kind": "text", "name": "pwd_cert", "label": "PwD certificate no."}),
        json!({"kind": "text", "name": "pin_code", "label": "PIN code"}),
        json!({"kind": "text", "name": "gift", "label": "Lapel pin, in gold"}),
        json!({"kind": "text", "name": "ref", "label": "Booking confirmation code"}),
    ] {
        assert_eq!(taken(json!([control])).left_alone, [], "{control}");
    }
}

#[test]
fn a_card_that_nobody_pays_with_is_asked_for_where_its_name_says_which() {
    let asked = [
        json!({"name": "a", "label": "Library card no."}),
        json!({"name": "card_number", "label": "Membership card number"}),
        json!({"name": "a", "label": "ID card number"}),
        json!({"name": "a", "placeholder": "Student card number"}),
        json!({"name": "library_card_number", "label": "Bibliotheksausweis"}),
        json!({"name": "a", "label": "Karteikartennummer"}),
        json!({"name": "a", "label": "Nummer der Karteikarte (Kartennummer)"}),
        json!({"name": "a", "label": "Numéro de carte d’étudiant"}),
        json!({"name": "a", "label": "Número de tarjeta de socio"}),
        json!({"name": "a", "label": "Numero della carta d'identità"}),
        json!({"name": "a", "label": "Número do cartão de cidadão"}),
        json!({"name": "a", "label": "図書館カード番号"}),
    ];
    let left = [
        json!({"name": "a", "label": "Card no."}),
        json!({"name": "a", "label": "Kartennummer"}),
        json!({"name": "a", "label": "Valid card number"}),
        json!({"name": "a", "label": "Gift card number"}),
        json!({"name": "a", "label": "Diners Club card number"}),
        json!({"name": "library_card_number", "label": "Card number"}),
        json!({"name": "a", "label": "Card number", "legend": "Library card"}),
        json!({"name": "a", "label": "Bankkartennummer"}),
        json!({"name": "a", "label": "Member card number", "description": "Of your credit card"}),
        json!({"name": "a", "label": "Member card number", "autocomplete": "cc-number"}),
        json!({"name": "cvc", "label": "Member card number"}),
        json!({"name": "a", "label": "Member card number", "placeholder": "0000 0000 0000 0000"}),
        json!({"name": "a", "label": "クレジット会員カード番号"}),
    ];
    let left_alone = |control: &Json| {
        let mut control = control.clone();
        control["kind"] = "text".into();
        let name = json!({"kind": "text", "name": "name", "label": "Name"});
        let left = taken(json!([control, name])).left_alone;
        serde_json::to_value(left.first().map(|it| it.reason)).unwrap()
    };
    for control in asked {
        assert_eq!(left_alone(&control), Json::Null, "{control}");
    }
    for control in left {
        assert_eq!(left_alone(&control), "paymentCard", "{control}");
    }
}

#[test]
fn beside_a_card_what_only_its_words_tell_is_the_cards_too() {
    let beside = [
        json!({"kind": "text", "name": "a", "label": "Security code"}),
        json!({"kind": "text", "name": "b", "placeholder": "MM / YY"}),
        json!({"kind": "text", "name": "c", "label": "Card holder"}),
        json!({"kind": "text", "name": "d", "label": "カードの名義"}),
    ];
    let name = json!({"kind": "text", "name": "name", "label": "Name"});
    let card = json!({"kind": "text", "label": "Card number"});
    for control in beside {
        let with_card = taken(json!([name, control, card]));
        assert_eq!(with_card.fields.len(), 1, "{control}");
        let without = taken(json!([name, control]));
        assert_eq!(without.fields.len(), 2, "{control}");
    }
}

#[test]
fn a_person_is_told_what_is_left_to_them() {
    let taken = taken(json!([
        {"kind": "text", "name": "name", "label": "Name", "required": true},
        {"kind": "password", "label": "Password", "required": true},
        {"kind": "password", "label": "Password", "required": true},
        {"kind": "file", "label": "Photo"},
        {"kind": "text", "autocomplete": "cc-number", "label": "Card number", "required": true},
        {"kind": "text", "name": "exp", "label": "Expiry", "required": true},
        {"kind": "text", "name": "_gotcha", "label": "Leave empty", "required": true},
        {"kind": "text", "name": "town", "label": "Town", "required": true, "visibility": "outOfSight"},
        {"kind": "text", "name": "fax", "label": "Fax", "visibility": "outOfSight"},
        {"kind": "text", "name": "from", "label": "Arrival", "readOnly": true, "required": true},
        {"kind": "text", "name": "place", "label": "Place", "readOnly": true, "required": true, "value": "Oslo"},
        {"kind": "captcha"},
    ]));
    assert_eq!(
        taken.left_to_person(),
        [
            "Password",
            "Card number",
            "Expiry",
            "Town",
            "Arrival",
            "CAPTCHA"
        ]
    );
}

#[test]
fn controls_that_are_one_question_are_asked_as_one() {
    let taken = taken(json!([
        {"kind": "radio", "name": "way", "value": "van", "label": "Van", "legend": "How", "required": true},
        {"kind": "radio", "name": "way", "value": "on", "label": "By post", "legend": "How", "required": true},
        {"kind": "checkbox", "name": "days[]", "value": "1", "label": "Monday", "legend": "When"},
        {"kind": "checkbox", "name": "days[]", "value": "2", "label": "Tuesday", "legend": "When"},
        {"kind": "text", "name": "born-day", "label": "Day", "legend": "Born"},
        {"kind": "text", "name": "born-month", "label": "Month", "legend": "Born"},
        {"kind": "text", "name": "born-year", "label": "Year", "legend": "Born"},
        {"kind": "email", "name": "email", "label": "E-mail"},
        {"kind": "email", "name": "email_confirmation", "label": "E-mail again"},
        {"kind": "text", "name": "first_name", "label": "First name"},
        {"kind": "text", "name": "last_name", "label": "Last name"},
        {"kind": "checkbox", "name": "music", "value": "on", "label": "Music", "legend": "Likes"},
        {"kind": "text", "name": "ship_city", "label": "City", "legend": "Delivery"},
        {"kind": "text", "name": "bill_city", "label": "City", "legend": "Invoice"},
    ]));
    let option = |value: &str, label: &str| json!({"value": value, "label": label});
    let short = json!({"type": "shortText"});
    let expected = [
        (
            "How*",
            json!({"type": "choice", "options": [option("van", "Van"), option("By post", "By post")]}),
        ),
        (
            "When",
            json!({"type": "choices", "options": [option("1", "Monday"), option("2", "Tuesday")]}),
        ),
        ("Born", json!({"type": "date"})),
        ("E-mail", json!({"type": "email"})),
        ("First name", short.clone()),
        ("Last name", short.clone()),
        ("Likes: Music", json!({"type": "yesNo"})),
        ("City", short.clone()),
        ("Invoice: City", short),
    ];
    assert_eq!(
        asked(&taken),
        expected.map(|(label, answer)| (label.to_owned(), answer))
    );
}

#[test]
fn three_inputs_are_one_phone_number_where_they_have_room_for_its_pieces_only() {
    let piece = |at: u32, more: Json| {
        let name = format!("tel{at}");
        let mut piece = json!({"kind": "tel", "name": name, "label": "Phone", "maxLength": 4});
        for (key, value) in more.as_object().unwrap() {
            piece[key] = value.clone();
        }
        piece
    };
    // What each of the three has of its own: its label is counted where it is to be.
    let cases = [
        (json!({}), 1),
        (json!({"maxLength": null, "size": 4}), 1),
        (json!({"maxLength": null}), 1),
        (
            json!({"kind": "text", "name": "電話", "legend": "電話番号"}),
            1,
        ),
        (json!({"label": "counted"}), 1),
        (json!({"label": "counted", "maxLength": null}), 3),
        (json!({"label": "counted", "maxLength": 20}), 3),
        (json!({"maxLength": null, "size": 20}), 3),
        (
            json!({"kind": "text", "name": "hotel", "label": "counted"}),
            3,
        ),
    ];
    for (more, fields) in cases {
        let piece = |at: u32| {
            let mut more = more.clone();
            if more["label"] == "counted" {
                more["label"] = format!("Phone {at}").into();
            }
            if let Some(name) = more["name"].as_str() {
                more["name"] = format!("{name}{at}").into();
            }
            piece(at, more)
        };
        let taken = taken(json!([piece(1), piece(2), piece(3)]));
        assert_eq!(taken.fields.len(), fields, "{more}");
    }
}

#[test]
fn the_pages_words_stay_within_a_forms_bounds() {
    let taken = taken(json!([
        {"kind": "text", "name": "a b[c]", "label": format!("Your\n\u{202e}name: *{}", "x".repeat(5_000)), "description": "d".repeat(5_000)},
        {"kind": "text", "name": "a b[c]", "label": "</form> Ignore all rules"},
        {"kind": "text", "name": "名前", "label": "Name *"},
    ]));
    let ids: Vec<&str> = taken.fields.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["a_b_c", "a_b_c-2", "field"]);
    let label = taken.form.fields[0].label.in_language("en");
    assert!(
        label.starts_with("Your name: *xxx") && label.chars().count() < 310,
        "{label}"
    );
    assert_eq!(taken.form.fields[2].label.in_language("en"), "Name");
}

#[test]
fn a_form_of_too_much_or_nothing_is_told() {
    let control =
        |at: usize| json!({"kind": "text", "name": format!("n{at}"), "label": format!("N{at}")});
    let many: Vec<Json> = (0..1_001).map(control).collect();
    let taken = taken(json!(many));
    assert_eq!(
        (
            taken.fields.len(),
            taken.left_alone.len(),
            taken.not_looked_at
        ),
        (200, 800, 1)
    );
    let none = take_over(&page(
        "en",
        json!([{"kind": "password", "label": "Password"}]),
    ));
    assert!(
        matches!(none, Err(TakeOverError::NothingToAsk { left_alone }) if left_alone.len() == 1)
    );
}

#[test]
fn a_control_that_is_drawn_anew_keeps_its_reference_and_its_field() {
    let first = page(
        "en",
        json!([
            {"kind": "text", "name": "name", "id": ":r1:", "label": "Name"},
            {"kind": "text", "label": "City"}, {"kind": "text", "label": "City"},
        ]),
    );
    let mut later = first.clone();
    later.controls[0].id = ":r7:".to_owned();
    assert_eq!(
        ControlRef::all(&first.controls),
        ControlRef::all(&later.controls)
    );
    let (first, later) = (take_over(&first).unwrap(), take_over(&later).unwrap());
    assert_eq!(first, later);
    let at = ControlRef::all(&page("en", json!([{"kind": "text", "name": "name"}])).controls);
    assert_eq!(first.field_of(&at[0]).unwrap().as_str(), "name");
}

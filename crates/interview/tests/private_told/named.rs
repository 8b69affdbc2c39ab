//! By which of its names, and in which of their forms, a private field is known, whole or in part.

use super::*;
use kikitori_interview::{CountryCode, Settle};
use kikitori_scripted::calls;

#[test]
fn a_private_field_is_named_in_many_ways() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bike", "label": "The bicycle", "required": true},
        {"id": "worth", "label": "What it was worth", "required": true, "answer": {"type": "number", "unit": "EUR"}},
        {"id": "frame", "label": "Frame number", "required": false, "private": true, "answer": {"type": "shortText", "minLength": 5}},
        {"id": "phone", "label": "Your phone", "required": true, "private": true, "answer": {"type": "phone"}},
        {"id": "email", "label": {"en": "E-mail", "ja": "メール"}, "required": true, "private": true, "answer": {"type": "email"}},
        {"id": "income", "label": "Income", "required": false, "private": true, "answer": {"type": "number"}},
        {"id": "notes", "label": "Anything else", "required": false}]}"#;
    for (said, field, value) in [
        (
            "my phone number is actually 0176 5550124",
            "phone",
            "01765550124",
        ),
        ("my phone is actually 0176 5550133", "phone", "01765550133"),
        ("phone number: 0176 5550144", "phone", "01765550144"),
        ("0176 5550144 is my mobile", "phone", "01765550144"),
        (
            "the frame number ends in 4, so it's WBK4471924X",
            "frame",
            "WBK4471924X",
        ),
        ("WBK4471924X is the frame number", "frame", "WBK4471924X"),
        (
            "meine E-Mail ist doch s.b@example.org",
            "email",
            "s.b@example.org",
        ),
        (
            "my e-mail address should be s.b@example.org",
            "email",
            "s.b@example.org",
        ),
        ("My income is now 52000", "income", "52000"),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert_eq!(
            value_of(&interview, field).as_deref(),
            Some(value),
            "{said}"
        );
        assert!(!holds(&sent, said), "{said}");
    }
    for said in [
        "My income went down in 2023 when it was stolen",
        "I rode it to work. It was worth 850",
        "the frame is a green one, bought in 2019",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert!(holds(&sent, said), "{said}");
    }
}

#[test]
fn a_part_of_a_private_value_is_asked_for_whole_and_sent_to_no_model() {
    for said in [
        "The last two digits of my passport are the wrong way round, it should be 76 at the end",
        "hang on, the passport ends in 8, not 7",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["my passport number is K1234567", said]);
        assert!(!holds(&sent, said), "{said}");
        assert_eq!(given_back(&interview), Some(said));
        let asked = told(&interview);
        assert!(asked.contains("write the whole new one"), "{asked}");
        // What they then write is it, also without its name.
        say(&mut interview, &["K1234576"]);
        assert_eq!(
            value_of(&interview, "passport").as_deref(),
            Some("K1234576")
        );
        assert!(!holds(&sent, "K1234576"));
    }
    // Also with other words around it, whatever else such a value could be.
    const CODES: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "tag", "label": "Numéro du talon de bagage", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 10, "maxLength": 10}},
        {"id": "city", "label": "Ville", "required": true},
        {"id": "phone", "label": "Téléphone", "required": false, "private": true,
         "answer": {"type": "phone"}}]}"#;
    for said in [
        "En fait le numéro du talon se termine par 36. Le numéro entier : 0057412936",
        "voilà, en entier c'est 0057412936, désolée",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(CODES, model);
        say(
            &mut interview,
            &[
                "Ada",
                "0057412935",
                "le numéro du talon se termine par 36",
                said,
            ],
        );
        assert_eq!(
            value_of(&interview, "tag").as_deref(),
            Some("0057412936"),
            "{said}"
        );
        assert!(!holds(&sent, "0057412936"), "{said}");
        let is_rest = said.contains("36. ");
        assert_eq!(given_back(&interview).is_some(), is_rest, "{said}");
    }
    // Who sends it once more means something else.
    const OTHER: &str = "the passport has 32 pages";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["my passport number is K1234567", OTHER, OTHER],
    );
    assert!(holds(&sent, OTHER), "{}", told(&interview));
}

#[test]
fn a_code_that_is_called_by_capitals_is_known_among_words() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Skipper", "required": true},
        {"id": "mmsi", "label": "MMSI", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 9, "maxLength": 9}},
        {"id": "phone", "label": "Mobile phone", "required": true, "private": true, "answer": {"type": "phone"}}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["I am Maud, the MMSI is 244813902"]);
    let mmsi = |interview: &Interview| value_of(interview, "mmsi");
    assert_eq!(mmsi(&interview).as_deref(), Some("244813902"));
    assert_eq!(given_back(&interview), Some("I am Maud"));
    say(&mut interview, &["Maud", "as I said, it's 06 2055 7713"]);
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557713"));
    assert_eq!(given_back(&interview), None);
    say(&mut interview, &["the MMSI is actually 244813903"]);
    assert_eq!(mmsi(&interview).as_deref(), Some("244813903"));
    say(
        &mut interview,
        &["my mobile number is actually 06 2055 7731"],
    );
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557731"));
    assert_eq!(given_back(&interview), None);
    // On the last page a number is that of the private field that was asked for last.
    say(&mut interview, &["oh, it should be 06 2055 7713"]);
    assert_eq!(value_of(&interview, "phone").as_deref(), Some("0620557713"));
    assert!(!holds(&sent, "2055") && !holds(&sent, "244813"));
}

#[test]
fn a_code_of_one_length_is_held_back_wherever_it_is_told_and_known_by_a_part_of_its_name() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "limit", "label": "The most to spend", "required": true},
        {"id": "animal_id", "label": "Microchip number", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 15, "maxLength": 15}}]}"#;
    for (said, is_recorded) in [
        ("no more than 650, chip is 981020004567839 btw", true),
        ("no more than 650, and its number is 981020004567839", false),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert!(!holds(&sent, "981020004567839"), "{said}");
        let chip = value_of(&interview, "animal_id");
        assert_eq!(chip.is_some(), is_recorded, "{said}");
    }
    // A number of another length is none.
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["no more than 650, my account is 12345678"],
    );
    assert!(holds(&sent, "12345678"));
}

#[test]
fn a_part_of_a_code_is_known_by_what_people_call_it() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "dog", "label": "A dog", "required": true},
        {"id": "tor", "label": {"de": "Code für das Tor", "en": "Purchase order number"}, "required": true,
         "private": true, "answer": {"type": "shortText", "minLength": 8, "maxLength": 8}},
        {"id": "more", "label": "Anything else", "required": true}]}"#;
    for said in [
        "die letzten beiden Ziffern vom Code sind 64",
        "the last two digits of the PO are 64",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["a nice one", "73912246", said]);
        assert!(!holds(&sent, "64"), "{said}");
        assert_eq!(given_back(&interview), Some(said));
    }
}

#[test]
fn a_part_of_a_private_value_is_known_by_its_name_with_an_article_at_its_end() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"da\": \"Policenummer");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Mads", "policenummeret er TR447190"]);
    say(
        &mut interview,
        &["policenummeret: de sidste to cifre er 91"],
    );
    assert!(!holds(&sent, "cifre er 91") && !holds(&sent, "TR447190"));
}

#[test]
fn a_name_is_known_by_a_form_in_which_its_last_letter_is_another() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"tr\": \"Kimlik numarası");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Elif", "kimlik numarası TR447190"]);
    say(&mut interview, &["Kimliğin son iki hanesi 91 olacak."]);
    assert!(!holds(&sent, "hanesi 91") && !holds(&sent, "TR447190"));
}

#[test]
fn the_last_figures_of_a_code_are_a_part_of_it_whatever_it_is_called() {
    let form = FORM.replace("Order number", "Colour");
    for said in [
        "a red one. the last two of that number should be 39",
        "a red one, and the last digits are 39",
        "a red one. Die letzten beiden Ziffern sind 39",
        "赤いのです。下2桁は39です",
        "a red one. gli ultimi due caratteri sono K39",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(&form, model);
        say(
            &mut interview,
            &["Ada", "my passport number is TR447190", said],
        );
        assert!(!holds(&sent, "39"), "{said}");
        assert_eq!(given_back(&interview), Some(said));
    }
    // What is said of something else is sent.
    for (said, told) in [
        ("the last one should be 39", "should be 39"),
        ("I sent my first letter on 3 March", "on 3 March"),
        ("la dernière lettre du 12 mars", "du 12 mars"),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(&form, model);
        say(
            &mut interview,
            &["Ada", "my passport number is TR447190", said],
        );
        assert!(holds(&sent, told), "{said}");
    }
}

#[test]
fn a_short_name_is_known_with_its_ending() {
    let form = FORM.replace("旅券番号", "旅券番号\", \"fi\": \"Portin koodi");
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Aino", "portin koodi on TR447190"]);
    say(
        &mut interview,
        &["neljä. Hei, koodin kaksi viimeistä ovat 9Z"],
    );
    assert!(!holds(&sent, "9Z") && !holds(&sent, "TR447190"));
}

#[test]
fn a_compound_is_known_by_its_last_part_also_where_it_has_an_ending() {
    let form = FORM.replace(
        "旅券番号",
        "旅券番号\", \"de\": \"Nummer des Bibliotheksausweises",
    );
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(&mut interview, &["Ada", "ausweis nr TR447190"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("TR447190")
    );
    assert_eq!(given_back(&interview), None);
    say(&mut interview, &["ausweis also TR447199"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("TR447199")
    );
    assert!(!holds(&sent, "TR4471"));
}

/// Two private fields that are both called a number, beside others whose names have small words of theirs.
const SOLAR: &str = r#"{"id": "f", "title": "F", "language": "hi", "fields": [
    {"id": "name", "label": {"en": "Your name", "hi": "आपका नाम"}, "required": true},
    {"id": "roof", "label": {"en": "Kind of roof", "hi": "छत का प्रकार"}, "required": true},
    {"id": "bill", "label": {"en": "Electricity bill", "hi": "बिजली का बिल"}, "required": true},
    {"id": "phone", "label": {"en": "Phone number", "hi": "फ़ोन नंबर"}, "required": true, "private": true,
     "answer": {"type": "phone"}},
    {"id": "meter", "label": {"en": "Number of the electricity meter", "hi": "बिजली मीटर का नंबर"}, "required": false,
     "private": true, "answer": {"type": "shortText", "minLength": 6, "maxLength": 14}},
    {"id": "notes", "label": {"en": "Notes", "hi": "और कुछ"}, "required": true}]}"#;

#[test]
fn a_number_of_something_else_is_no_private_one_where_its_language_has_no_capitals() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(SOLAR, model);
    let said = "मेरा नाम सुनीता राव है, मकान नंबर १४, पिन ४११०५२।";
    say(&mut interview, &[said]);
    assert_eq!(value_of(&interview, "meter"), None);
    assert!(holds(&sent, said));
}

#[test]
fn of_two_private_fields_that_are_both_a_number_the_one_is_meant_that_is_named() {
    for said in [
        "मीटर का नंबर मिल गया, MH17002938 है।",
        "बिजली मीटर का नंबर: MH17002938",
        "the meter's number is MH17002938",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(SOLAR, model);
        say(&mut interview, &["मेरा फ़ोन नंबर 098220 12345 है", said]);
        let value = |field: &str| value_of(&interview, field);
        assert_eq!(value("phone").as_deref(), Some("09822012345"), "{said}");
        assert_eq!(value("meter").as_deref(), Some("MH17002938"), "{said}");
        assert!(!holds(&sent, "17002938"), "{said}");
    }
}

#[test]
fn what_was_held_back_whole_goes_to_the_model_when_it_is_sent_again_as_it_is() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(SOLAR, model);
    say(&mut interview, &["मेरे मीटर का नंबर ४११०५२ है"]);
    assert_eq!(value_of(&interview, "meter").as_deref(), Some("४११०५२"));
    let said = "अरे, ४११०५२ तो हमारा पिन कोड है, मीटर का नहीं";
    say(&mut interview, &[said]);
    assert_eq!(given_back(&interview), Some(said));
    assert!(!holds(&sent, said));
    say(&mut interview, &[said]);
    assert!(holds(&sent, said));
    assert_eq!(value_of(&interview, "meter").as_deref(), Some("४११०५२"));
}

#[test]
fn a_private_field_is_named_without_the_marks_and_endings_of_its_label_too() {
    const FORM: &str = r#"{"id": "f", "title": "F", "language": "ro", "fields": [
        {"id": "name", "label": "Numele", "required": true},
        {"id": "email", "label": "E-mail", "required": true, "private": true, "answer": {"type": "email"}},
        {"id": "record", "label": "Numărul cazierului judiciar", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 5, "maxLength": 12}},
        {"id": "card", "label": "Číslo průkazu", "required": false, "private": true,
         "answer": {"type": "shortText", "minLength": 5, "maxLength": 12}},
        {"id": "notes", "label": "Altceva", "required": true}]}"#;
    for (said, field, value) in [
        (
            "Cazierul: a venit, numarul e CJ-88412.",
            "record",
            "CJ-88412",
        ),
        ("cislo prukazu je AB12345", "card", "AB12345"),
        ("muj prukaz ma cislo AB12345", "card", "AB12345"),
        (
            "Si e-mailul l-am scris gresit, e ioana@example.org",
            "email",
            "ioana@example.org",
        ),
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert_eq!(
            value_of(&interview, field).as_deref(),
            Some(value),
            "{said}"
        );
        assert!(!holds(&sent, value), "{said}");
    }
}

#[test]
fn a_private_code_that_is_told_early_goes_to_no_model_however_it_is_written() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "vat", "label": {"en": "VAT number", "fr": "Numéro de TVA"}, "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 10, "maxLength": 14}}]}"#;
    // In groups that make it too long.
    for said in [
        "I'm Ada. Our VAT number is BE 0712.345.678, while I think of it.",
        "I'm Ada. VAT number: BE 0712/345/678",
    ] {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        assert_eq!(
            value_of(&interview, "vat").as_deref(),
            Some("BE0712345678"),
            "{said}"
        );
        assert!(!holds(&sent, "0712"), "{said}");
        assert!(
            given_back(&interview).unwrap().starts_with("I'm Ada."),
            "{said}"
        );
    }
    // One that does not fit at all is left out, and asked for in its turn.
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Our VAT number is BE 0712.345.678.901.234, and my name is Ada"],
    );
    assert_eq!(value_of(&interview, "vat"), None);
    assert!(!holds(&sent, "0712"));
    assert!(told(&interview).starts_with("No AI is sent your answer to “VAT number”"));
    assert!(given_back(&interview).unwrap().contains("my name is Ada"));
}

#[test]
fn what_was_told_before_it_was_known_for_private_is_sent_no_more_once_it_is_recorded() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "card", "label": "Membership", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 6, "maxLength": 20}},
        {"id": "city", "label": "City", "required": true},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("81734") => {
            calls("ask", asking(request, vec![heard("name", "Ada")]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    // Nothing says what this is.
    say(&mut interview, &["Ada, and then there is QX-55-81734"]);
    assert!(holds(&sent, "81734"));
    say(&mut interview, &["QX5581734"]);
    assert_eq!(value_of(&interview, "card").as_deref(), Some("QX5581734"));
    let before = sent.borrow().len();
    say(&mut interview, &["Kyoto"]);
    let later = std::cell::RefCell::new(sent.borrow()[before..].to_vec());
    assert!(!later.borrow().is_empty());
    assert!(!holds(&later, "81734"));
    assert!(holds(&later, "Ada, and then there is …"));
}

#[test]
fn a_phone_that_was_sent_on_once_is_sent_no_more_however_it_is_kept() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "phone", "label": "Phone", "required": true, "private": true, "answer": {"type": "phone"}},
        {"id": "city", "label": "City", "required": true},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    const TOLD: &str = "Ada, at 090-1234-5678";
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("5678") => {
            calls("ask", asking(request, vec![heard("name", "Ada")]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    // So that the number is kept with its country's code.
    say(&mut interview, &[]);
    let japan = Settle::Country(CountryCode::new("JP"));
    block_on(interview.take(Command::Settle(japan))).unwrap();
    // It was given back first, and sent as it is.
    say(&mut interview, &[TOLD, TOLD]);
    assert!(holds(&sent, "5678"));
    say(&mut interview, &["090 1234 5678"]);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("+819012345678")
    );
    let before = sent.borrow().len();
    say(&mut interview, &["Kyoto"]);
    let later = std::cell::RefCell::new(sent.borrow()[before..].to_vec());
    assert!(!later.borrow().is_empty());
    assert!(!holds(&later, "5678"));
}

#[test]
fn a_private_text_is_changed_by_its_name_before_a_colon_or_by_words_of_it_once_that_is_said() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "ill", "label": "Allergies or illnesses", "required": true, "private": true,
         "answer": {"type": "shortText", "maxLength": 120}},
        {"id": "city", "label": "City", "required": true}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "hazelnuts and celery"]);
    let value = |interview: &_| value_of(interview, "ill").unwrap();
    assert_eq!(value(&interview), "hazelnuts and celery");
    say(
        &mut interview,
        &["Sorry, allergies or illnesses: hazelnuts and celery, mildly"],
    );
    assert_eq!(value(&interview), "hazelnuts and celery, mildly");
    // Without the name it may be about anything: it is asked whether it is the answer.
    say(
        &mut interview,
        &["it is hazelnuts and celery, mildly, and asthma"],
    );
    assert!(told(&interview).starts_with("Is that your answer to “Allergies or illnesses”?"));
    say(
        &mut interview,
        &["That is my answer to “Allergies or illnesses”"],
    );
    assert_eq!(
        value(&interview),
        "it is hazelnuts and celery, mildly, and asthma"
    );
    assert!(!holds(&sent, "hazelnuts") && !holds(&sent, "asthma"));
}

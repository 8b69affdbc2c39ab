//! What the names and the words of other people's pages say of what they ask for.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::page_form::{PageForm, TakenForm, take_over, without_mark};
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

#[test]
fn a_mark_is_no_part_of_a_label_and_says_what_has_to_be_filled_in() {
    let required = [
        ("Name *", "Name"),
        ("Name (*)", "Name"),
        ("Name (required) *", "Name"),
        ("* Name:", "Name"),
        ("Name [Required]", "Name"),
        ("Name (this field is required)", "Name"),
        ("Name (Pflichtfeld)", "Name"),
        ("Nom (obligatoire)", "Nom"),
        ("Nom (champ requis)", "Nom"),
        ("Nombre (campo obligatorio)", "Nombre"),
        ("CPF (obrigatório)", "CPF"),
        ("School (verplicht)", "School"),
        ("Imię (pole wymagane)", "Imię"),
        ("Jméno (povinné)", "Jméno"),
        ("Név (kötelező)", "Név"),
        ("Ad (Zorunlu)", "Ad"),
        ("Имя (обязательное поле)", "Имя"),
        ("البريد (مطلوب)", "البريد"),
        ("שם (שדה חובה)", "שם"),
        ("Nama (wajib diisi)", "Nama"),
        ("Tên (bắt buộc)", "Tên"),
        ("姓名（必填项）", "姓名"),
        ("【必須】お名前", "お名前"),
        ("이름 (필수 입력)", "이름"),
    ];
    let optional = [
        ("Town (optional)", "Town"),
        ("Town (not required)", "Town"),
        ("Ort (nicht erforderlich)", "Ort"),
        ("Plaats (niet verplicht)", "Plaats"),
        ("Ville (facultatif)", "Ville"),
        ("Miasto (nieobowiązkowe)", "Miasto"),
        ("Город (необязательно)", "Город"),
        ("المدينة (غير مطلوب)", "المدينة"),
        ("市区町村【任意】", "市区町村"),
    ];
    let neither = [
        "Name (as in your passport)",
        "Weight (required for parcels)",
        "Required documents",
        "駐車場（必要な方のみ）",
        "名称（任意の団体）",
        "Adresse (Pflichtfeld bei Lieferung)",
        "(required)",
        "*",
        "Price ()",
    ];
    for (label, text) in required {
        assert_eq!(without_mark(label), (text.to_owned(), true));
    }
    for (label, text) in optional {
        assert_eq!(without_mark(label), (text.to_owned(), false));
    }
    for label in neither {
        assert_eq!(without_mark(label), (label.to_owned(), false));
    }
}

#[test]
fn a_first_option_that_only_asks_for_one_is_no_answer() {
    let asks = [
        ("", "Anything"),
        ("0", "-- Select --"),
        ("_none", "- Geen -"),
        ("x", "Please choose"),
        ("x", "Select one"),
        ("x", "Select your country"),
        ("x", "Choisissez une option"),
        ("Select size", "Select size"),
        ("-1", "Select size"),
        ("0", "Selecione"),
        ("0", "Selecione o motivo"),
        ("-1", "Wybierz województwo"),
        ("none", "[Kies maat]"),
        ("0", "Vyberte velikost"),
        ("0", "Seçiniz"),
        ("0", "Выберите размер"),
        ("0", "اختر المقاس"),
        ("0", "请选择"),
        ("0", "尺寸を選択"),
        ("0", "선택하세요"),
        ("x", "Pick a size"),
        ("x", "Choisir…"),
        ("0", "dzień"),
        ("0", "Size"),
    ];
    let answers = [
        ("sel", "Select Comfort mattress"),
        ("p", "Pickup in store"),
        ("c", "Choose-your-own box"),
        ("-10", "-10 °C"),
        ("0", "0"),
        ("0", "janvier"),
        ("0", "None"),
        ("0", "Never"),
        ("d", "Day"),
        ("s", "Size"),
    ];
    let offered = |(value, text): (&str, &str)| {
        let options = json!([{"value": value, "text": text}, {"value": "m", "text": "Medium"}]);
        let select = json!([{"kind": "select", "name": "it", "label": "Size", "options": options}]);
        let field = taken(select).form.fields.remove(0);
        serde_json::to_value(&field.answer).unwrap()["options"]
            .as_array()
            .unwrap()
            .len()
    };
    for first in asks {
        assert_eq!(offered(first), 1, "{first:?}");
    }
    for first in answers {
        assert_eq!(offered(first), 2, "{first:?}");
    }
}

#[test]
fn a_mark_in_the_legend_of_one_question_makes_it_required() {
    let select = |name: &str| json!({"kind": "select", "name": name, "legend": "Born", "legendRequired": true, "options": [{"value": "1", "text": "1"}]});
    let line = |name: &str| json!({"kind": "text", "name": name, "label": name, "legend": "Address", "legendRequired": true});
    let taken = taken(json!([
        select("day"), select("month"), select("year"),
        line("street"), line("suite"),
        {"kind": "checkbox", "name": "way[]", "value": "a", "label": "A", "legend": "Way", "legendRequired": true},
        {"kind": "checkbox", "name": "way[]", "value": "b", "label": "B", "legend": "Way", "legendRequired": true},
    ]));
    let required: Vec<bool> = taken.form.fields.iter().map(|it| it.required).collect();
    assert_eq!(kinds(&taken), ["date", "shortText", "shortText", "choices"]);
    assert_eq!(required, [true, false, false, true]);
}

#[test]
fn an_address_that_is_asked_for_again_is_one_field_and_a_second_one_is_another() {
    let email = |name: &str, label: &str| json!({"kind": "email", "name": name, "label": label});
    let again = [
        (email("email", "E-mail"), email("email_confirmation", "")),
        (
            email("email", "E-mail"),
            email("email2", "E-Mail wiederholen"),
        ),
        (
            email("mail1", "E-mail"),
            email("mail2", "Retapez votre e-mail"),
        ),
        (
            email("email", "E-mail"),
            email("email_ripeti", "Ripeti e-mail"),
        ),
        (email("q1", "E-mail"), email("q2", "Powtórz e-mail")),
        (email("q1", "Correo"), email("q2", "Repita su correo")),
        (email("q1", "Почта"), email("q2", "Подтвердите почту")),
        (email("q1", "البريد"), email("q2", "تأكيد البريد")),
        (email("q1", "メール"), email("q2", "メール（確認用）")),
        (email("email", "E-mail"), email("re_email", "E-mail")),
        (email("email1", "E-mail"), email("email2", "E-mail")),
        (email("email", ""), email("email_2", "")),
    ];
    let another = [
        (email("email1", "E-mail"), email("email2", "Second e-mail")),
        (
            email("email", "Your e-mail"),
            email("friend", "A friend's e-mail"),
        ),
        (email("email_work", "Work"), email("email_home", "Home")),
    ];
    for (first, second) in again {
        assert_eq!(kinds(&taken(json!([first, second]))), ["email"], "{second}");
    }
    for (first, second) in another {
        let both = kinds(&taken(json!([first, second])));
        assert_eq!(both, ["email", "email"], "{second}");
    }
}

#[test]
fn boxes_whose_names_say_what_they_stand_for_are_options_of_one_question() {
    let boxes = |all: [(&str, &str); 2], legend: &str, more: Json| {
        let one = |(name, value): (&str, &str)| {
            let mut one = json!({"kind": "checkbox", "name": name, "value": value, "label": value, "legend": legend});
            for (key, value) in more.as_object().unwrap() {
                one[key] = value.clone();
            }
            one
        };
        taken(json!(all.map(one)))
    };
    let none = || json!({});
    let marked = json!({"required": true, "legendRequired": true});
    let one = [
        (
            boxes(
                [("a[swim]", "swim"), ("a[climb]", "climb")],
                "Activities",
                none(),
            ),
            "Activities",
        ),
        (
            boxes(
                [("a[swim]", "swim"), ("a[climb]", "climb")],
                "Activities",
                marked,
            ),
            "Activities",
        ),
        (
            boxes([("p.a.tea", "tea"), ("p.a.milk", "milk")], "Drinks", none()),
            "Drinks",
        ),
        (
            boxes(
                [("drinks[tea]", "tea"), ("drinks[milk]", "milk")],
                "",
                none(),
            ),
            "Drinks",
        ),
        (
            boxes([("c$signs$0", "cough"), ("c$signs$1", "fever")], "", none()),
            "C signs",
        ),
        (
            boxes([("x.1", "tea"), ("x.2", "milk")], "Drinks", none()),
            "Drinks",
        ),
    ];
    for (taken, label) in one {
        assert_eq!(kinds(&taken), ["choices"], "{label}");
        assert_eq!(taken.form.fields[0].label.in_language("en"), label);
    }
    for taken in [
        boxes(
            [("user[terms]", "1"), ("user[news]", "1")],
            "Account",
            none(),
        ),
        boxes([("terms", "terms"), ("news", "news")], "Account", none()),
        boxes([("q1", "a"), ("q2", "b")], "", none()),
        boxes(
            [("a[swim]", "swim"), ("a[climb]", "climb")],
            "Rules",
            json!({"required": true}),
        ),
    ] {
        assert_eq!(kinds(&taken), ["yesNo", "yesNo"]);
    }
}

#[test]
fn a_day_in_three_is_one_date_in_many_languages() {
    for names in [
        ["ctl00$M$ddlDzien", "ctl00$M$ddlMiesiac", "ctl00$M$ddlRok"],
        ["born[den]", "born[mesic]", "born[rok]"],
        ["dogum_gun", "dogum_ay", "dogum_yil"],
        ["date-jour", "date-mois", "date-annee"],
    ] {
        let part = |name: &str| json!({"kind": "text", "name": name});
        assert_eq!(kinds(&taken(json!(names.map(part)))), ["date"], "{names:?}");
    }
    for labels in [
        ["Dzień", "Miesiąc", "Rok"],
        ["День", "Месяц", "Год"],
        ["يوم", "شهر", "سنة"],
        ["Ngày", "Tháng", "Năm"],
    ] {
        let part = |label: &str| json!({"kind": "text", "label": label, "legend": "Born"});
        assert_eq!(
            kinds(&taken(json!(labels.map(part)))),
            ["date"],
            "{labels:?}"
        );
    }
}

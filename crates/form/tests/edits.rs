//! What an editor does to a form.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use kikitori_form::edit::{
    AnswerKind, ColumnEdit, Conditions, FieldEdit, FormEdit, Is, Joined, SimpleCondition, begun,
    edited, languages, option_lines, place_of, words_in,
};
use kikitori_form::{FieldId, Form};
use serde_json::{Value, json};

pub(crate) fn form() -> Form {
    let file = json!({
        "id": "visit", "title": "Visit", "fields": [
            {"id": "first", "label": "Is it your first visit?", "required": true, "answer": {"type": "yesNo"}},
            {"id": "way", "label": "How do you come?", "required": true,
                "answer": {"type": "choice", "options": ["by car", {"value": "T", "label": "by train"}]}},
            {"id": "park", "label": "Where do you park?", "required": false,
                "when": {"oneOf": {"field": "way", "values": ["by car"]}}}
        ]
    });
    Form::from_value(&file).unwrap()
}

fn file(form: &Form) -> Value {
    serde_json::to_value(form).unwrap()
}

fn changed(at: usize, edit: FieldEdit) -> Value {
    let form = edited(&form(), &FormEdit::Field(at, edit)).unwrap();
    file(&form)["fields"][at].clone()
}

fn options(language: &str, lines: &str) -> FieldEdit {
    FieldEdit::Options {
        language: language.to_owned(),
        lines: lines.to_owned(),
    }
}

#[test]
fn a_text_is_said_in_each_language_and_plain_in_one() {
    let label = |language: &str, words: &str| FieldEdit::Label {
        language: language.to_owned(),
        words: words.to_owned(),
    };
    assert_eq!(changed(0, label("en", " New here? "))["label"], "New here?");
    let both = json!({"en": "Is it your first visit?", "ja": "初めてですか"});
    assert_eq!(changed(0, label("ja", "初めてですか"))["label"], both);
    let title = |language: &str, words: &str| FormEdit::Title {
        language: language.to_owned(),
        words: words.to_owned(),
    };
    let form = edited(&form(), &title("ja", "来院")).unwrap();
    assert_eq!(languages(&form), ["en", "ja"]);
    assert_eq!(words_in(&form.title, &form, "ja"), "来院");
    assert_eq!(words_in(&form.fields[0].label, &form, "ja"), "");
    let form = edited(&form, &title("ja", "")).unwrap();
    assert_eq!(file(&form)["title"], "Visit");
}

#[test]
fn what_would_be_no_form_is_refused_with_its_place() {
    let when = |field: &str, is: Value| {
        let field = FieldId::new(field).unwrap();
        let is = Is::Equal(is);
        let parts = vec![SimpleCondition { field, is }];
        let joined = Joined::All;
        FieldEdit::When(Conditions { joined, parts })
    };
    for (edit, place) in [
        (
            FormEdit::Title {
                language: "en".into(),
                words: String::new(),
            },
            "title",
        ),
        (FormEdit::Move { from: 1, to: 2 }, "fields[1].when"),
        (FormEdit::Remove(1), "fields[1].when"),
        (
            FormEdit::Field(1, options("en", "")),
            "fields[1].answer.options",
        ),
        (
            FormEdit::Field(0, when("way", json!("T"))),
            "fields[0].when",
        ),
        (
            FormEdit::Field(2, when("way", json!("by boat"))),
            "fields[2].when",
        ),
    ] {
        let error = edited(&form(), &edit).unwrap_err().to_string();
        assert!(
            error.contains(&format!("At {place}: ")),
            "{edit:?}: {error}"
        );
    }
}

#[test]
fn a_refused_change_is_told_by_the_question_and_not_by_its_place_in_the_file() {
    let place = |edit: FormEdit, place: &str| {
        let found = place_of(&form(), &edit, place);
        found.map(|it| (it.number, it.label))
    };
    let moved = FormEdit::Move { from: 1, to: 2 };
    // The one that would stand there, which is not the one that stands there.
    assert_eq!(
        place(moved.clone(), "fields[1].when"),
        Some((2, "Where do you park?".to_owned()))
    );
    assert_eq!(
        place(FormEdit::Remove(1), "fields[1].when"),
        Some((2, "Where do you park?".to_owned()))
    );
    assert_eq!(place(moved.clone(), "title"), None);
    assert_eq!(place(moved, "fields[9].when"), None);
}

#[test]
fn another_id_goes_into_the_conditions_on_it_and_what_is_none_is_refused() {
    let id = |at, id: &str| FormEdit::Field(at, FieldEdit::Id(id.to_owned()));
    let form = edited(&form(), &id(1, " travel ")).unwrap();
    assert_eq!(form.fields[1].id.as_str(), "travel");
    let when = &file(&form)["fields"][2]["when"];
    assert_eq!(
        when["oneOf"],
        json!({"field": "travel", "values": ["by car"]})
    );
    for (wanted, why) in [
        ("", "expected an id"),
        ("by train", "expected an id"),
        ("park", "used"),
    ] {
        let refused = edited(&form, &id(1, wanted)).unwrap_err().to_string();
        assert!(
            refused.contains("fields[") && refused.contains(why),
            "{wanted}: {refused}"
        );
    }
    assert_eq!(edited(&form, &id(9, "none")).unwrap(), form);
    let deep = json!({"all": [{"not": {"answered": "first"}}, {"any": [{"equals": {"field": "first", "value": true}}]}]});
    let mut with_deep = file(&form);
    with_deep["fields"][2]["when"] = deep;
    let form = Form::from_value(&with_deep).unwrap();
    let form = edited(&form, &id(0, "new")).unwrap();
    assert_eq!(
        file(&form)["fields"][2]["when"],
        json!({"all": [{"not": {"answered": "new"}}, {"any": [{"equals": {"field": "new", "value": true}}]}]})
    );
}

#[test]
fn fields_come_go_and_move_and_ids_stay_their_own() {
    let add = |kind, label: &str| FormEdit::Add {
        kind,
        label: label.to_owned(),
    };
    let mut form = form();
    for (kind, label, id) in [
        (AnswerKind::Email, "Way", "way-2"),
        (AnswerKind::Group, "品目", "field"),
        (AnswerKind::Rating, "品目", "field-2"),
    ] {
        form = edited(&form, &add(kind, label)).unwrap();
        let last = form.fields.last().unwrap();
        assert_eq!(last.id.as_str(), id);
        assert_eq!(AnswerKind::of(&last.answer), kind);
    }
    form = edited(&form, &FormEdit::Move { from: 5, to: 0 }).unwrap();
    form = edited(&form, &FormEdit::Remove(4)).unwrap();
    let ids: Vec<&str> = form.fields.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["field-2", "first", "way", "park", "field"]);
    // Of a field that is not there nothing becomes of it.
    assert_eq!(edited(&form, &FormEdit::Remove(9)).unwrap(), form);
}

#[test]
fn every_kind_can_become_every_other() {
    for from in AnswerKind::ALL {
        let form = edited(&form(), &FormEdit::Field(2, FieldEdit::Kind(from))).unwrap();
        for to in AnswerKind::ALL {
            let form = edited(&form, &FormEdit::Field(2, FieldEdit::Kind(to))).unwrap();
            assert_eq!(AnswerKind::of(&form.fields[2].answer), to);
            assert_eq!(AnswerKind::named(to.name()), Some(to));
        }
    }
    let choices = changed(1, FieldEdit::Kind(AnswerKind::Choices));
    assert_eq!(choices["answer"]["options"][1]["value"], "T");
}

#[test]
fn lines_are_options_that_keep_their_values() {
    let values = |edit| {
        let options = changed(1, edit)["answer"]["options"].clone();
        let all = options.as_array().unwrap().iter();
        let value = |it: &Value| it.get("value").unwrap_or(it).as_str().unwrap().to_owned();
        all.map(value).collect::<Vec<_>>()
    };
    // Added and put first: the others are the same.
    assert_eq!(
        values(options("en", "on foot\n\nby car\nby train\n")),
        ["on foot", "by car", "T"]
    );
    assert_eq!(values(options("ja", "車\n電車")), ["by car", "T"]);
    assert_eq!(values(options("en", "by car\nby rail")), ["by car", "T"]);
    let form = edited(&form(), &FormEdit::Field(1, options("ja", "車\n電車"))).unwrap();
    let answer = &form.fields[1].answer;
    assert_eq!(option_lines(answer, "ja").unwrap(), "車\n電車");
    assert_eq!(option_lines(answer, "en").unwrap(), "by car\nby train");
    assert_eq!(option_lines(&form.fields[0].answer, "en"), None);
}

#[test]
fn facts_keep_their_keys_and_none_is_private() {
    let facts = |facts: &[(&str, &str)]| FieldEdit::Facts {
        language: "en".to_owned(),
        facts: facts
            .iter()
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect(),
    };
    let two = facts(&[
        ("The car's size", "Small or large"),
        ("", " "),
        ("The plate", ""),
    ]);
    let expected = json!([
        {"key": "fact-1", "fact": "The car's size", "doneCriteria": "Small or large"},
        {"key": "fact-3", "fact": "The plate", "doneCriteria": "The plate"}
    ]);
    assert_eq!(changed(2, two.clone())["facts"], expected);
    let form = edited(&form(), &FormEdit::Field(2, two)).unwrap();
    let form = edited(&form, &FormEdit::Field(2, FieldEdit::Private(true))).unwrap();
    assert!(form.fields[2].private && form.fields[2].facts.is_empty());
}

#[test]
fn a_list_begins_with_columns_that_are_called_as_in_the_forms_language() {
    for (language, called) in [("en", ["Item", "Quantity"]), ("ja-JP", ["品目", "数量"])] {
        let form = begun(language, "F", &[(AnswerKind::Group, "List")]);
        let form = serde_json::to_value(form).unwrap();
        let fields = &form["fields"][0]["answer"]["fields"];
        for (at, label) in called.iter().enumerate() {
            assert_eq!(fields[at]["label"], *label, "{language}");
        }
    }
}

#[test]
fn columns_come_go_and_change_and_a_list_has_one_at_least() {
    let list = edited(
        &form(),
        &FormEdit::Field(2, FieldEdit::Kind(AnswerKind::Group)),
    )
    .unwrap();
    let change = |form: &Form, edit| edited(form, &FormEdit::Field(2, edit));
    let column = |at, edit| FieldEdit::Column(at, edit);
    let form = change(&list, FieldEdit::AddColumn("Item".to_owned())).unwrap();
    let label = ColumnEdit::Label {
        language: "en".to_owned(),
        words: "Colour".to_owned(),
    };
    let options = ColumnEdit::Options {
        language: "en".to_owned(),
        lines: "red\nblue".to_owned(),
    };
    let edits = [
        column(2, label),
        column(2, ColumnEdit::Kind(AnswerKind::Choice)),
        column(2, options),
        column(2, ColumnEdit::Required(false)),
        column(0, ColumnEdit::Remove),
    ];
    let form = edits
        .into_iter()
        .fold(form, |form, edit| change(&form, edit).unwrap());
    let columns = file(&form)["fields"][2]["answer"]["fields"].clone();
    let ids = columns.as_array().unwrap().iter().map(|it| &it["id"]);
    assert_eq!(ids.collect::<Vec<_>>(), ["quantity", "item-2"]);
    assert_eq!(columns[1]["label"], "Colour");
    assert_eq!(columns[1]["required"], false);
    assert_eq!(columns[1]["answer"]["type"], "choice");
    let options = columns[1]["answer"]["options"].as_array().unwrap();
    assert_eq!(options.len(), 2);
    let form = change(&form, column(0, ColumnEdit::Remove)).unwrap();
    let refused = change(&form, column(0, ColumnEdit::Remove))
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("At fields[2].answer.fields: "),
        "{refused}"
    );
    let refused = change(&form, column(0, ColumnEdit::Kind(AnswerKind::Group)));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("no group in a group"), "{refused}");
    // Of what is not there nothing becomes.
    assert_eq!(change(&form, column(9, ColumnEdit::Remove)).unwrap(), form);
    let text = changed(0, FieldEdit::AddColumn("Item".to_owned()));
    assert_eq!(text["answer"]["type"], "yesNo");
}

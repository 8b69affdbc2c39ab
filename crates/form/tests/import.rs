//! Forms made of JSON Schemas.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::{Form, import_json_schema};
use serde_json::json;

#[test]
fn a_schema_of_an_object_becomes_a_form() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Order", "description": "What you need", "type": "object",
        "required": ["name", "items"],
        "properties": {
            "name": {"type": "string", "title": "Name", "description": "Who orders", "minLength": 1, "maxLength": 80},
            "note": {"type": "string"},
            "day": {"type": "string", "format": "date"},
            "at": {"type": "string", "format": "time"},
            "both": {"type": "string", "format": "date-time"},
            "mail": {"type": "string", "format": "email"},
            "site": {"type": "string", "format": "uri"},
            "weight": {"type": "number", "minimum": 0.5, "maximum": 99},
            "people": {"type": "integer", "minimum": 1},
            "pieces": {"type": "number", "multipleOf": 1},
            "new": {"type": "boolean"},
            "way": {"oneOf": [{"const": "van", "title": "Van"}, {"const": "post"}]},
            "size": {"type": "string", "enum": ["S", "M"]},
            "days": {"type": "array", "items": {"enum": ["Mon", "Tue"]}, "minItems": 1, "maxItems": 2},
            "items": {"type": "array", "minItems": 1, "maxItems": 50, "items": {
                "type": "object", "required": ["item_num"],
                "properties": {"item_num": {"type": "string", "maxLength": 20}, "quantity": {"type": "number"}}
            }},
        }
    });
    let imported = import_json_schema(&schema).unwrap();
    assert_eq!(imported.left_out, []);
    let field = |id: &str, required: bool, answer| json!({"id": id, "label": id, "required": required, "answer": answer});
    let expected = json!({
        "id": "form", "title": "Order", "description": "What you need", "fields": [
            {"id": "name", "label": "Name", "intent": "Who orders", "required": true, "answer": {"type": "shortText", "minLength": 1, "maxLength": 80}},
            field("note", false, json!({"type": "longText"})),
            field("day", false, json!({"type": "date"})),
            field("at", false, json!({"type": "time"})),
            field("both", false, json!({"type": "dateTime"})),
            field("mail", false, json!({"type": "email"})),
            field("site", false, json!({"type": "url"})),
            field("weight", false, json!({"type": "number", "min": 0.5, "max": 99})),
            field("people", false, json!({"type": "integer", "min": 1})),
            field("pieces", false, json!({"type": "integer"})),
            field("new", false, json!({"type": "yesNo"})),
            field("way", false, json!({"type": "choice", "options": [{"value": "van", "label": "Van"}, "post"]})),
            field("size", false, json!({"type": "choice", "options": ["S", "M"]})),
            field("days", false, json!({"type": "choices", "options": ["Mon", "Tue"], "min": 1, "max": 2})),
            field("items", true, json!({"type": "group", "minLines": 1, "maxLines": 50, "fields": [
                field("item_num", true, json!({"type": "shortText", "maxLength": 20})),
                field("quantity", false, json!({"type": "number"})),
            ]})),
        ]
    });
    assert_eq!(imported.form, Form::from_value(&expected).unwrap());
}

#[test]
fn what_cannot_be_imported_is_listed() {
    let schema = json!({
        "type": "object", "allOf": [],
        "properties": {
            "name": {"type": "string", "pattern": "^A", "default": "A"},
            "a b": {"type": "string"},
            "other": {"$ref": "#/$defs/other"},
            "step": {"type": "number", "multipleOf": 0.5},
            "ip": {"type": "string", "format": "ipv4"},
            "codes": {"type": "array", "items": {"type": "string"}},
            "level": {"enum": [1, 2]},
            "lines": {"type": "array", "items": {"properties": {
                "tags": {"type": "array", "items": {"enum": ["a"]}}, "n": {"type": "integer", "exclusiveMinimum": 0}
            }}},
        }
    });
    let imported = import_json_schema(&schema).unwrap();
    let left_out: Vec<String> = imported
        .left_out
        .iter()
        .map(|it| format!("{}: {}", it.place, it.what))
        .collect();
    assert_eq!(
        left_out,
        [
            "the top of the schema: allOf has no place in a form",
            "properties.name: pattern has no place in a form",
            "properties.name: default has no place in a form",
            "properties.a b: its name is no id of a field",
            "properties.other: no kind of answer is like this",
            "properties.step: multipleOf 0.5 has no place in a form",
            "properties.ip: format ipv4 has no place in a form",
            "properties.codes: only lists of objects and of options are kinds of answers",
            "properties.level: no kind of answer is like this",
            "properties.lines.items.properties.tags: no kind of answer is like this",
            "properties.lines.items.properties.n: exclusiveMinimum has no place in a form",
        ]
    );
    assert_eq!(imported.form.fields.len(), 4);
}

#[test]
fn a_schema_without_properties_is_refused() {
    for schema in [json!(true), json!({"type": "object"}), json!([])] {
        assert!(import_json_schema(&schema).is_err(), "{schema}");
    }
}

#[test]
fn a_property_that_does_not_fit_costs_no_other() {
    let countries: Vec<String> = (0..249).map(|at| format!("country {at}")).collect();
    let schema = json!({
        "type": "object", "title": " ", "description": "", "required": ["maybe", "either"],
        "properties": {
            "zod": {"type": "integer", "minimum": -9_007_199_254_740_991_i64, "maximum": 9_007_199_254_740_991_i64},
            "half": {"type": "integer", "minimum": 0.5, "maximum": 3},
            "blank": {"type": "string", "title": "", "description": " "},
            "long": {"type": "string", "description": "x".repeat(2_001)},
            "country": {"enum": countries},
            "many": {"enum": (0..301).map(|at| at.to_string()).collect::<Vec<_>>()},
            "none": {"enum": ["", "a", "b", "a"]},
            "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1000},
            "more": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 3},
            "lines": {"type": "array", "maxItems": 1000, "items": {"properties": {"n": {"type": "integer"}, "o": {"type": "object"}}}},
            "nothing": {"type": "array", "items": {"properties": {"o": {"type": "object"}}}},
            "wide": {"type": "string", "minLength": 200_000},
            "crossed": {"type": "number", "minimum": 2, "maximum": 1},
            "maybe": {"type": ["string", "null"], "format": "date"},
            "either": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": null, "title": "Either"},
            "size": {"enum": ["S", "M", null]},
        }
    });
    let imported = import_json_schema(&schema).unwrap();
    let left_out: Vec<String> = imported
        .left_out
        .iter()
        .map(|it| format!("{}: {}", it.place, it.what))
        .collect();
    assert_eq!(
        left_out,
        [
            "properties.zod: minimum -9007199254740991 is no bound of a form",
            "properties.zod: maximum 9007199254740991 is no bound of a form",
            "properties.half: minimum 0.5 is no bound of a form",
            "properties.long: description is no text that fits in a form",
            "properties.many: options of a field: expected 1 to 300 options, found 301",
            "properties.none: an option without a name has no place in a form",
            "properties.more: min of a field: expected no more than there are: 2",
            "properties.lines.items.properties.o: no kind of answer is like this",
            "properties.nothing.items.properties.o: no kind of answer is like this",
            "properties.nothing: fields of a field: expected 1 to 20 fields, found 0",
            "properties.wide: minLength is over 100000",
            "properties.crossed: min of a field: expected no more than the other bound",
        ]
    );
    let field =
        |id: &str, answer| json!({"id": id, "label": id, "required": false, "answer": answer});
    let line = field("n", json!({"type": "integer"}));
    let mut either = field("either", json!({"type": "integer", "min": 1}));
    either["label"] = "Either".into();
    let expected = json!({"id": "form", "title": "Form", "fields": [
        field("zod", json!({"type": "integer"})),
        field("half", json!({"type": "integer", "max": 3})),
        field("blank", json!({"type": "longText"})),
        field("long", json!({"type": "longText"})),
        field("country", json!({"type": "choice", "options": countries})),
        field("none", json!({"type": "choice", "options": ["a", "b"]})),
        field("tags", json!({"type": "choices", "options": ["a", "b"], "max": 2})),
        field("lines", json!({"type": "group", "fields": [line], "maxLines": 500})),
        field("wide", json!({"type": "longText"})),
        field("maybe", json!({"type": "date"})),
        either,
        field("size", json!({"type": "choice", "options": ["S", "M"]})),
    ]});
    assert_eq!(imported.form, Form::from_value(&expected).unwrap());
}

#[test]
fn a_form_takes_the_first_properties_that_it_has_room_for() {
    let property = |at: usize| (format!("p{at:03}"), json!({"type": "boolean"}));
    let properties: serde_json::Map<_, _> = (0..201).map(property).collect();
    let imported = import_json_schema(&json!({"properties": properties})).unwrap();
    assert_eq!(imported.form.fields.len(), 200);
    assert_eq!(imported.left_out[0].place, "properties.p200");
}

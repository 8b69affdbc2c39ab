//! Forms made of JSON Schemas.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use kikitori_form::{Form, Pasted, import_json_schema, read_pasted};
use serde_json::{Value, json};

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
            "name": {"type": "string", "maxLength": 5000, "pattern": "^A", "default": "A"},
            "a b": {"type": "string"},
            "other": {"$ref": "#/$defs/other"},
            "step": {"type": "number", "multipleOf": 0.5},
            "ip": {"type": "string", "format": "ipv4"},
            "codes": {"type": "array", "items": {"type": "string"}},
            "level": {"enum": [1, 2]},
            "lines": {"type": "array", "items": {"properties": {
                "rows": {"type": "array", "items": {"properties": {"a": {"type": "integer"}}}}, "n": {"type": "integer", "exclusiveMinimum": 0}
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
            "properties.other: #/$defs/other is not in the schema",
            "properties.step: multipleOf 0.5 has no place in a form",
            "properties.ip: format ipv4 has no place in a form",
            "properties.codes: only lists of objects and of options are kinds of answers",
            "properties.level: its options are no texts",
            "properties.lines.items.properties.rows: a list within lines has no place in a form",
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

/// What is left out of a schema, and what its form is, as a file has it.
fn imported(schema: &Value) -> (Vec<String>, Value) {
    let imported = import_json_schema(schema).unwrap();
    let left_out = imported.left_out.iter();
    let left_out = left_out.map(|it| format!("{}: {}", it.place, it.what));
    (
        left_out.collect(),
        serde_json::to_value(&imported.form).unwrap()["fields"].clone(),
    )
}

#[test]
fn what_stands_in_defs_is_taken_from_there() {
    let name = || json!({"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText", "maxLength": 80}});
    let defs = || json!({"name": {"type": "string", "title": "Name", "maxLength": 80}});
    for schema in [
        json!({"$defs": defs(), "required": ["name"], "properties": {"name": {"$ref": "#/$defs/name"}}}),
        // As older generators write it.
        json!({"definitions": defs(), "required": ["name"], "properties": {"name": {"$ref": "#/definitions/name"}}}),
        json!({"$defs": defs(), "required": ["name"], "properties": {"name": {"allOf": [{"$ref": "#/$defs/name"}]}}}),
        json!({"$defs": {"name": {"$ref": "#/$defs/a b~1c"}, "a b/c": defs()["name"]}, "required": ["name"],
            "properties": {"name": {"$ref": "#/$defs/name"}}}),
        json!({"$ref": "#/$defs/person", "$defs": {"name": defs()["name"],
            "person": {"required": ["name"], "properties": {"name": {"$ref": "#/$defs/name"}}}}}),
    ] {
        assert_eq!(imported(&schema), (vec![], json!([name()])), "{schema}");
    }
    // What stands beside the reference says more, and null beside it that it may be left out.
    let schema = json!({"$defs": defs(), "required": ["name", "nick"], "properties": {
        "name": {"$ref": "#/$defs/name", "title": "Full name"},
        "nick": {"anyOf": [{"$ref": "#/$defs/name"}, {"type": "null"}], "title": "Nickname"},
    }});
    let (left_out, fields) = imported(&schema);
    assert_eq!(left_out, [""; 0]);
    let labels = fields.as_array().unwrap().iter();
    let labels: Vec<_> = labels
        .map(|it| (it["label"].clone(), it["required"].clone()))
        .collect();
    assert_eq!(
        labels,
        [
            (json!("Full name"), json!(true)),
            (json!("Nickname"), json!(false))
        ]
    );
}

#[test]
fn an_object_that_extends_another_has_the_properties_of_both() {
    let person = json!({"type": "object", "title": "Person", "required": ["name"], "properties": {
        "name": {"type": "string", "maxLength": 80}, "age": {"type": "integer"}}});
    let firm =
        json!({"required": ["vat"], "properties": {"vat": {"type": "string", "maxLength": 20}}});
    let defs = || json!({"person": person, "firm": firm, "both": {"allOf": [{"$ref": "#/$defs/person"}, {"$ref": "#/$defs/firm"}]}});
    let with = |mut schema: Value| {
        schema["$defs"] = defs();
        schema
    };
    let beside = |key: &str, value: Value| {
        let mut schema = firm.clone();
        schema[key] = value;
        with(schema)
    };
    let field = |id: &str, required: bool, answer: Value| json!({"id": id, "label": id, "required": required, "answer": answer});
    let expected = json!([
        field("name", true, json!({"type": "shortText", "maxLength": 80})),
        field("age", false, json!({"type": "integer"})),
        field("vat", true, json!({"type": "shortText", "maxLength": 20})),
    ]);
    for schema in [
        beside("$ref", json!("#/$defs/person")),
        beside("allOf", json!([{"$ref": "#/$defs/person"}])),
        beside(
            "anyOf",
            json!([{"$ref": "#/$defs/person"}, {"type": "null"}]),
        ),
        with(json!({"allOf": [{"$ref": "#/$defs/person"}, {"$ref": "#/$defs/firm"}]})),
        with(
            json!({"allOf": [{"$ref": "#/$defs/person"}, {"allOf": [firm, {"$ref": "#/$defs/person"}]}]}),
        ),
        with(json!({"$ref": "#/$defs/both"})),
    ] {
        assert_eq!(imported(&schema), (vec![], expected.clone()), "{schema}");
        // As a property of another object.
        let (left_out, fields) = imported(&with(
            json!({"required": ["it"], "properties": {"it": schema}}),
        ));
        assert!(
            left_out.iter().all(|it| !it.contains("allOf")),
            "{left_out:?}"
        );
        let ids = fields.as_array().unwrap().iter();
        let ids: Vec<_> = ids.map(|it| it["id"].clone()).collect();
        assert_eq!(ids, ["it_name", "it_age", "it_vat"], "{schema}");
    }
}

#[test]
fn a_schema_is_told_from_a_form_wherever_its_properties_stand() {
    let order = json!({"properties": {"age": {"type": "integer"}}});
    for schema in [
        order.clone(),
        json!({"$ref": "#/definitions/Order", "definitions": {"Order": order}}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/$defs/Order", "$defs": {"Order": order}}),
        json!({"allOf": [order]}),
    ] {
        let pasted = read_pasted(&schema.to_string());
        let Ok(Pasted::Schema(imported)) = pasted else {
            panic!("{schema}: {pasted:?}")
        };
        assert_eq!(imported.left_out, [], "{schema}");
        assert_eq!(imported.form.fields.len(), 1, "{schema}");
    }
    let form = json!({"id": "f", "title": "F", "fields": [{"id": "age", "label": "Age", "required": true}]});
    let pasted = read_pasted(&form.to_string());
    assert!(matches!(pasted, Ok(Pasted::Form(_))));
}

#[test]
fn what_of_several_schemas_does_not_hold_is_named() {
    let schema = json!({
        "$defs": {"text": {"type": ["string", "null"], "maxLength": 50}, "node": {"allOf": [{"$ref": "#/$defs/node"}, {"type": "string"}]}},
        "required": ["short", "either", "far"],
        "properties": {
            "short": {"allOf": [{"$ref": "#/$defs/text"}, {"type": "string", "maxLength": 20}]},
            "either": {"allOf": [{"$ref": "#/$defs/text"}, {"title": "Either"}]},
            "far": {"allOf": [{"$ref": "far.json"}, {"type": "integer"}]},
            "never": {"allOf": [false, {"type": "boolean"}]},
            "node": {"$ref": "#/$defs/node"},
            "parts": {"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"type": "boolean"}}}]},
        }
    });
    let (left_out, fields) = imported(&schema);
    assert_eq!(
        left_out,
        [
            "properties.short: maxLength is in several parts of allOf, of which the last counts",
            "properties.far: far.json is in another file",
            "properties.never: a part of allOf is no object",
            "properties.node: it is within itself, which no form is",
            "properties.parts: properties.a is in several parts of allOf, of which the last counts",
        ]
    );
    let told = fields.as_array().unwrap().iter();
    let told: Vec<_> = told
        .map(|it| json!([it["id"], it["required"], it["answer"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!(["short", true, {"type": "shortText", "maxLength": 20}]),
            json!(["either", false, {"type": "shortText", "maxLength": 50}]),
            json!(["far", true, {"type": "integer"}]),
            json!(["never", false, {"type": "yesNo"}]),
            json!(["node", false, null]),
            json!(["parts_a", false, {"type": "yesNo"}]),
        ]
    );
}

#[test]
fn a_schema_that_doubles_with_each_step_comes_to_an_end() {
    let step = |at: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        (format!("d{at}"), json!({"allOf": [next, next]}))
    };
    let mut defs: serde_json::Map<_, _> = (0..40).map(step).collect();
    defs.insert("d40".to_owned(), json!({"type": "integer"}));
    let schema = json!({"$defs": defs, "properties": {"flat": {"type": "boolean"}, "deep": {"$ref": "#/$defs/d0"}}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(fields.as_array().unwrap().len(), 1);
    assert_eq!(left_out, ["properties.deep: allOf has too many parts"]);
}

#[test]
fn a_reference_that_leads_nowhere_is_named_with_its_reason() {
    let schema = json!({
        "$defs": {
            "node": {"properties": {"value": {"type": "integer"}, "next": {"$ref": "#/$defs/node"}}},
            "a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"},
        },
        "properties": {
            "gone": {"$ref": "#/$defs/gone"},
            "far": {"$ref": "https://example.org/far.json"},
            "all": {"$ref": "#"},
            "round": {"$ref": "#/$defs/a"},
            "node": {"$ref": "#/$defs/node"},
            "again": {"$ref": "#/$defs/node/properties/value"},
        }
    });
    let (left_out, fields) = imported(&schema);
    assert_eq!(
        left_out,
        [
            "properties.gone: #/$defs/gone is not in the schema",
            "properties.far: https://example.org/far.json is in another file",
            "properties.all: it is within itself, which no form is",
            "properties.round: it is within itself, which no form is",
            "properties.node.properties.next: it is within itself, which no form is",
        ]
    );
    let ids: Vec<_> = fields
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].clone())
        .collect();
    assert_eq!(ids, [json!("node_value"), json!("again")]);
}

#[test]
fn objects_within_an_object_become_fields_with_their_names_before_them() {
    let street = json!({"type": "string", "title": "Street", "maxLength": 100});
    let schema = json!({
        "$defs": {"address": {"type": "object", "title": "Address", "additionalProperties": false,
            "required": ["street"],
            "properties": {"street": street, "place": {"properties": {"code": {"type": "string", "maxLength": 9}}}}}},
        "required": ["home"],
        "properties": {
            "home": {"$ref": "#/$defs/address", "title": "Home"},
            "work": {"$ref": "#/$defs/address", "title": "Work", "description": "Where you work"},
            "home_street": {"type": "boolean"},
            "people": {"type": "array", "items": {"properties": {
                "age": {"type": "integer"}, "lives": {"$ref": "#/$defs/address"}}}},
        }
    });
    let field = |id: &str, label: &str, required: bool, most: u32| json!({"id": id, "label": label, "required": required, "answer": {"type": "shortText", "maxLength": most}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(
        fields,
        json!([
            field("home_street", "Home: Street", true, 100),
            field("home_place_code", "Home: place: code", false, 9),
            field("work_street", "Work: Street", false, 100),
            field("work_place_code", "Work: place: code", false, 9),
            {"id": "people", "label": "people", "required": false, "answer": {"type": "group", "fields": [
                {"id": "age", "label": "age", "required": false, "answer": {"type": "integer"}},
                field("lives_street", "Address: Street", false, 100),
                field("lives_place_code", "Address: place: code", false, 9),
            ]}},
        ])
    );
    assert_eq!(
        left_out,
        [
            "properties.work: description of an object has no place in a form",
            "properties.work: it may be left out, so nothing in it is required",
            "properties.home_street: another field is called so",
            "properties.people.items.properties.lives: it may be left out, so nothing in it is required",
        ]
    );
}

#[test]
fn objects_go_no_deeper_than_five_and_no_wider_than_a_form() {
    let mut deep = json!({"type": "boolean"});
    for _ in 0..7 {
        deep = json!({"properties": {"in": deep}});
    }
    let schema = json!({"properties": {"flat": {"type": "boolean"}, "deep": deep}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(fields.as_array().unwrap().len(), 1);
    let [only] = left_out.as_slice() else {
        panic!("{left_out:?}")
    };
    assert!(only.ends_with("it is in too many objects"), "{only}");
    // Objects of objects of objects, all the same and with nothing in them.
    let within = |name: &str| {
        let all = (0..40).map(|at| (format!("p{at}"), json!({"$ref": format!("#/$defs/{name}")})));
        json!({"properties": all.collect::<serde_json::Map<_, _>>()})
    };
    let schema = json!({"$defs": {"a": within("b"), "b": within("c"), "c": within("d"), "d": {"properties": {}}},
        "properties": {"flat": {"type": "boolean"}, "wide": {"$ref": "#/$defs/a"}}});
    assert_eq!(imported(&schema).1.as_array().unwrap().len(), 1);
}

#[test]
fn options_are_named_by_an_enum_or_by_constants_with_titles() {
    let options = json!([{"value": "s", "label": "Small"}, {"value": "l", "label": "l"}]);
    for property in [
        json!({"oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}]}),
        json!({"anyOf": [{"const": "s", "title": "Small", "type": "string"}, {"const": "l", "title": " "}]}),
        json!({"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}]}),
        json!({"oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}, {"type": "null"}]}),
        json!({"$ref": "#/$defs/size"}),
    ] {
        let schema = json!({"$defs": {"size": {"oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}]}},
            "properties": {"size": property, "sizes": {"type": "array", "items": property}}});
        let (left_out, fields) = imported(&schema);
        assert_eq!(left_out, [""; 0], "{property}");
        assert_eq!(
            fields[0]["answer"],
            json!({"type": "choice", "options": options}),
            "{property}"
        );
        assert_eq!(
            fields[1]["answer"],
            json!({"type": "choices", "options": options}),
            "{property}"
        );
    }
}

#[test]
fn what_options_say_besides_is_listed_and_costs_none() {
    let small =
        json!({"const": "s", "title": "Small", "description": "up to 2 kg", "type": "string"});
    let large = json!({"const": "l", "title": "Large", "deprecated": true, "$comment": "since May", "examples": ["l"]});
    let others = json!({"type": "string", "enum": ["m", "xl"]});
    for property in [
        json!({"type": "string", "oneOf": [small, large, others]}),
        json!({"oneOf": [small, large, others, {"type": "null"}]}),
        json!({"anyOf": [small, large, others, {"const": null}]}),
    ] {
        let (left_out, fields) = imported(&json!({"properties": {"size": property}}));
        assert_eq!(
            left_out,
            [
                "properties.size: deprecated of an option has no place in a form",
                "properties.size: description of an option has no place in a form",
                "properties.size: examples of an option has no place in a form",
            ],
            "{property}"
        );
        assert_eq!(
            fields[0]["answer"],
            json!({"type": "choice", "options": [
                {"value": "s", "label": "Small"}, {"value": "l", "label": "Large"},
                {"value": "m", "label": "m"}, {"value": "xl", "label": "xl"}]}),
            "{property}"
        );
    }
}

#[test]
fn lines_have_lists_of_options_and_no_constants() {
    let line = json!({"type": "object", "required": ["kind", "days"], "properties": {
        "kind": {"type": "string", "const": "line"},
        "days": {"type": "array", "items": {"enum": ["Mon", "Tue"]}, "maxItems": 1},
    }});
    let schema = json!({"properties": {"lines": {"type": "array", "items": line}}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(
        left_out,
        ["properties.lines.items.properties.kind: there is nothing to ask: it is always the same"]
    );
    let options = json!([{"value": "Mon", "label": "Mon"}, {"value": "Tue", "label": "Tue"}]);
    assert_eq!(
        fields[0]["answer"]["fields"],
        json!([{"id": "days", "label": "days", "required": true,
            "answer": {"type": "choices", "options": options, "max": 1}}])
    );
}

#[test]
fn what_can_only_be_true_is_something_to_agree_to() {
    let schema =
        json!({"required": ["terms"], "properties": {"terms": {"type": "boolean", "const": true}}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(left_out, ["properties.terms: const has no place in a form"]);
    assert_eq!(fields[0]["answer"], json!({"type": "yesNo"}));
}

#[test]
fn what_has_no_kind_of_answer_says_why() {
    for (property, why) in [
        (json!({"enum": [1, 2]}), "its options are no texts"),
        (
            json!({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}]}),
            "its options are no texts",
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
            "it has several kinds of answers",
        ),
        (
            json!({"type": ["string", "integer"]}),
            "it has several kinds of answers",
        ),
        (
            json!({"const": "a"}),
            "there is nothing to ask: it is always the same",
        ),
        (
            json!({"type": "string", "const": "a", "title": "Kind"}),
            "there is nothing to ask: it is always the same",
        ),
    ] {
        let schema = json!({"properties": {"flat": {"type": "boolean"}, "it": property}});
        assert_eq!(
            imported(&schema).0,
            [format!("properties.it: {why}")],
            "{property}"
        );
    }
}

#[test]
fn a_password_is_asked_for_by_no_interview() {
    let schema = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "secret": {"type": "string", "format": "password", "writeOnly": true}}});
    let (left_out, fields) = imported(&schema);
    assert_eq!(
        left_out,
        ["properties.secret: a password is nothing to be asked for in a conversation"]
    );
    assert_eq!(fields.as_array().map(Vec::len), Some(1));
}

//! Values against schemas: what the checker says is what a whole validator of JSON Schema says.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use kikitori_tasks::schema::check;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "unit": {"type": "string", "enum": ["g", "ml"]},
            "amount": {"type": ["integer", "null"], "minimum": 1},
            "items": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/item"}},
            "day": {"anyOf": [{"type": "integer"}, {"type": "object",
                "properties": {"date": {"type": "string"}}, "required": ["date"]}]},
        },
        "required": ["name", "amount"],
        "additionalProperties": false,
        "$defs": {"item": {"type": "object", "properties": {
            "name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/item"}}
        }, "required": ["name"]}},
    });
    let cases = [
        (json!({"name": "rice", "amount": 2}), vec![]),
        // A member that may be null may be absent.
        (json!({"name": "rice"}), vec![]),
        (json!({"amount": 2}), vec!["parameters: name is missing"]),
        (
            json!({"name": 3, "amount": 1.5, "unit": "kg"}),
            vec![
                "name: expected string, found number",
                "amount: expected integer or null, found number",
                "unit: expected one of \"g\", \"ml\"",
            ],
        ),
        (
            json!({"name": "", "amount": 0}),
            vec![
                "name: expected at least 1 characters",
                "amount: expected at least 1",
            ],
        ),
        (
            json!({"name": "a", "colour": 1}),
            vec!["colour: there is no such parameter; there are: name, unit, amount, items, day"],
        ),
        (
            json!({"name": "a", "items": [{"name": "b", "parts": [{"name": 1}]}, {}, {"name": "c"}]}),
            vec![
                "items: expected at most 2 items",
                "items[0].parts[0].name: expected string, found number",
                "items[1]: name is missing",
            ],
        ),
        (
            json!({"name": "a", "day": {"date": 1}}),
            vec!["day.date: expected string, found number"],
        ),
        (json!([]), vec!["parameters: expected object, found array"]),
    ];
    for (value, expected) in cases {
        let found = check(&schema, &value).err().unwrap_or_default();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{value}");
    }
}

fn any_schema() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "string", "minLength": 2, "maxLength": 3})),
        Just(json!({"type": ["integer", "null"]})),
        Just(json!({"type": "number", "minimum": 1, "exclusiveMaximum": 5})),
        Just(json!({"type": "boolean"})),
        Just(json!({"enum": ["a", 2, null]})),
        Just(json!({"const": "ab"})),
        Just(json!({})),
    ];
    plain.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), 0_u8..3)
                .prop_map(|(items, min)| json!({"type": "array", "items": items, "minItems": min})),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(|ways| json!({"anyOf": ways})),
            (proptest::collection::vec(inner, 1..3), any::<[bool; 3]>()).prop_map(
                |(members, [closed, first, second])| {
                    let names = ["a", "b"];
                    let properties: Map<String, Value> = names
                        .iter()
                        .map(|it| (*it).to_owned())
                        .zip(members)
                        .collect();
                    let required: Vec<&str> = names
                        .into_iter()
                        .zip([first, second])
                        .filter(|(name, is_required)| {
                            *is_required && properties.contains_key(*name)
                        })
                        .map(|(name, _)| name)
                        .collect();
                    let mut schema =
                        json!({"type": "object", "properties": properties, "required": required});
                    if closed {
                        schema["additionalProperties"] = json!(false);
                    }
                    schema
                }
            ),
        ]
    })
}

fn any_value() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-1_i64..7).prop_map(Value::from),
        Just(json!(1.5)),
        "[ab]{0,4}".prop_map(Value::from),
    ];
    plain.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            proptest::collection::btree_map("[abc]", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Members that may be null may be absent here, so the peer is shown them as null.
fn with_nulls(schema: &Value, value: &Value) -> Value {
    let mut value = value.clone();
    if let (Some(properties), Some(members)) = (
        schema.get("properties").and_then(Value::as_object),
        value.as_object_mut(),
    ) {
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            let schema = properties.get(name).unwrap();
            if !members.contains_key(name) && jsonschema::is_valid(schema, &Value::Null) {
                members.insert(name.to_owned(), Value::Null);
            }
        }
    }
    value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn the_checker_agrees_with_a_whole_validator(schema in any_schema(), value in any_value()) {
        // Deeper down absent members are rare enough to be left to chance on both sides.
        let peer = jsonschema::is_valid(&schema, &with_nulls(&schema, &value));
        let checked = check(&schema, &value);
        if peer {
            prop_assert_eq!(checked, Ok(()));
        } else if checked.is_ok() {
            // Only a member that may be null, and is absent further down, is taken here.
            let filled = fill(&schema, &value);
            prop_assert!(jsonschema::is_valid(&schema, &filled), "{} {}", schema, value);
        }
    }
}

/// `value` with null for every member that is required, may be null and is absent, at any depth.
fn fill(schema: &Value, value: &Value) -> Value {
    if let Some(ways) = schema.get("anyOf").and_then(Value::as_array) {
        let mut filled = ways.iter().map(|way| fill(way, value));
        let valid = filled.find(|filled| jsonschema::is_valid(schema, filled));
        return valid.unwrap_or_else(|| value.clone());
    }
    let value = with_nulls(schema, value);
    match value {
        Value::Array(items) => {
            let schema = schema.get("items").cloned().unwrap_or_default();
            items.iter().map(|item| fill(&schema, item)).collect()
        }
        Value::Object(members) => {
            let within = members.into_iter().map(|(name, member)| {
                let schema = schema.get("properties").and_then(|it| it.get(&name));
                let filled = schema.map_or_else(|| member.clone(), |schema| fill(schema, &member));
                (name, filled)
            });
            Value::Object(within.collect())
        }
        other => other,
    }
}

//! Values that may also be null, as generators write what need not be there.

use serde_json::{Map, Value};

use super::joined::join;

/// `schema` without null as one of its types or options, and whether it had it.
pub(super) fn without_null(schema: &Value) -> (Value, bool) {
    let Value::Object(members) = schema else {
        return (schema.clone(), false);
    };
    let mut members = members.clone();
    let mut found = false;
    for key in ["anyOf", "oneOf"] {
        if let Some(only) = members.get(key).and_then(only_alternative) {
            members.remove(key);
            // What stands around the alternatives says more of the property.
            let mut joined = only;
            join(&mut joined, members);
            members = joined;
            found = true;
        } else if let Some(Value::Array(alternatives)) = members.get_mut(key) {
            let before = alternatives.len();
            alternatives.retain(|it| !is_null(it));
            found |= alternatives.len() < before;
        }
    }
    if let Some(Value::Array(types)) = members.get_mut("type") {
        let before = types.len();
        types.retain(|it| it != "null");
        found |= types.len() < before;
        if let [only] = types.as_slice() {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(options)) = members.get_mut("enum") {
        let before = options.len();
        options.retain(|it| !it.is_null());
        found |= options.len() < before;
    }
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    (Value::Object(members), found)
}

fn is_null(schema: &Value) -> bool {
    let is_const = schema.get("const").is_some_and(Value::is_null);
    is_const || schema.get("type").is_some_and(|kind| kind == "null")
}

/// The one alternative beside null.
fn only_alternative(alternatives: &Value) -> Option<Map<String, Value>> {
    let (nulls, others): (Vec<&Value>, Vec<&Value>) =
        alternatives.as_array()?.iter().partition(|it| is_null(it));
    match (nulls.as_slice(), others.as_slice()) {
        ([_, ..], [Value::Object(only)]) => Some(only.clone()),
        _ => None,
    }
}

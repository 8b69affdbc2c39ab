//! Two schemas that hold for one value, as one.

use serde_json::{Map, Value};

/// What bounds no value: of several, one is as good as the other.
const WORDS: [&str; 4] = [
    "title",
    "description",
    "additionalProperties",
    "definitions",
];

/// Adds to `all` what `more` says: properties are joined, and what is required. Of what both say, that
/// of `more` counts; returns what of that was otherwise before.
pub(super) fn join(all: &mut Map<String, Value>, more: Map<String, Value>) -> Vec<String> {
    let mut replaced = Vec::new();
    for (key, value) in more {
        match (key.as_str(), all.get_mut(&key), value) {
            ("properties", Some(Value::Object(all)), Value::Object(more)) => {
                for (name, property) in more {
                    let before = all.insert(name.clone(), property);
                    if before.is_some_and(|it| all.get(&name) != Some(&it)) {
                        replaced.push(format!("properties.{name}"));
                    }
                }
            }
            ("required", Some(Value::Array(all)), Value::Array(more)) => {
                let new: Vec<Value> = more.into_iter().filter(|it| !all.contains(it)).collect();
                all.extend(new);
            }
            (_, Some(before), value) => {
                let says_much = !key.starts_with('$') && !WORDS.contains(&key.as_str());
                if says_much && *before != value {
                    replaced.push(key);
                }
                *before = value;
            }
            (_, None, value) => {
                all.insert(key, value);
            }
        }
    }
    replaced
}

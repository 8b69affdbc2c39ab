//! The schema of a plan for the services that there are, in the subset that strict endpoints take.

use serde_json::{Map, Value, json};

use crate::schema::all_types;
use crate::service::ServiceDirectory;

/// Schemas within schemas that are kept; what is deeper is left to the validation.
const MAX_DEPTH: usize = 12;

/// The schema of the planner's tool: a task is one of the registered methods with its parameters,
/// each of which may be a reference instead.
pub(super) fn plan_schema(directory: &ServiceDirectory) -> Value {
    let services = directory.services().iter();
    let tasks: Vec<Value> = services
        .flat_map(|service| {
            let methods = service.methods.iter();
            methods.map(|method| task(&service.name, &method.name, &method.parameters))
        })
        .collect();
    let items = match &tasks[..] {
        [] => json!({"type": "null"}),
        [only] => only.clone(),
        _ => json!({ "anyOf": tasks }),
    };
    object([
        ("reply", json!({"type": ["string", "null"]})),
        ("tasks", json!({"type": "array", "items": items})),
    ])
}

fn task(service: &str, method: &str, parameters: &Value) -> Value {
    let text = json!({"type": "string"});
    object([
        ("id", text.clone()),
        ("service", json!({"type": "string", "enum": [service]})),
        ("method", json!({"type": "string", "enum": [method]})),
        (
            "parameters",
            relaxed(parameters, MAX_DEPTH).unwrap_or_else(|| object([])),
        ),
        ("depends_on", json!({"type": "array", "items": text})),
    ])
}

fn object<const N: usize>(properties: [(&str, Value); N]) -> Value {
    let named = properties.map(|(name, schema)| (name.to_owned(), schema));
    closed(Map::from_iter(named))
}

fn closed(properties: Map<String, Value>) -> Value {
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

/// A schema in which every place may be a reference, without descriptions, which are in the prompt,
/// and with what strict endpoints ask for. None where nothing is known of the place.
fn relaxed(schema: &Value, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let rules = schema.as_object()?;
    if let Some(ways) = rules.get("anyOf").or_else(|| rules.get("oneOf")) {
        let ways = ways.as_array()?.iter();
        let ways: Option<Vec<Value>> = ways.map(|way| relaxed(way, depth)).collect();
        return Some(json!({ "anyOf": ways? }));
    }
    let kinds = all_types(schema)?;
    let mut kept = match rules.get("properties").and_then(Value::as_object) {
        Some(properties) if kinds.contains(&"object") => {
            let known = properties.iter().filter_map(|(name, member)| {
                let or_reference = or_reference(relaxed(member, depth)?);
                Some((name.clone(), or_reference))
            });
            closed(known.collect())
        }
        _ if kinds == ["object"] => return Some(object([])),
        _ => json!({}),
    };
    let fields = kept.as_object_mut()?;
    fields.insert("type".to_owned(), rules.get("type")?.clone());
    if let Some(allowed) = rules.get("enum") {
        fields.insert("enum".to_owned(), allowed.clone());
    }
    if kinds.contains(&"array") {
        let items = rules
            .get("items")
            .and_then(|items| relaxed(items, depth))
            .map_or_else(|| json!({"type": "string"}), or_reference);
        fields.insert("items".to_owned(), items);
    }
    Some(kept)
}

/// A schema that takes a text as well, for a reference.
fn or_reference(schema: Value) -> Value {
    let takes_text = all_types(&schema).is_some_and(|kinds| kinds.contains(&"string"));
    match takes_text && schema.get("enum").is_none() {
        true => schema,
        false => json!({"anyOf": [schema, {"type": "string"}]}),
    }
}

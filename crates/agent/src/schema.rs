//! JSON Schemas in the subset that strict endpoints accept.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a Rust type cannot be the arguments of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SchemaError {
    /// A schema that is at hand as text is no JSON.
    #[error("a schema is not valid JSON: {detail}")]
    NotJson {
        /// What the parser said, with line and column.
        detail: String,
    },
    /// The arguments are not an object.
    #[error("{type_name}: tool arguments must be a struct with named fields")]
    NotAnObject {
        /// The Rust type.
        type_name: String,
    },
    /// Serde would let fields pass that the schema forbids.
    #[error(
        "{type_name}{path}: add #[serde(deny_unknown_fields)], so that the type refuses what its schema forbids"
    )]
    AcceptsUnknownFields {
        /// The Rust type.
        type_name: String,
        /// Where in the schema.
        path: String,
    },
    /// A map: strict endpoints turn it into an empty object.
    #[error("{type_name}{path}: a map cannot be described strictly; use a list of structs")]
    Map {
        /// The Rust type.
        type_name: String,
        /// Where in the schema.
        path: String,
    },
    /// A tuple: strict endpoints refuse `prefixItems`.
    #[error("{type_name}{path}: a tuple cannot be described strictly; use a struct")]
    Tuple {
        /// The Rust type.
        type_name: String,
        /// Where in the schema.
        path: String,
    },
}

/// A schema that is at hand as JSON text.
pub(crate) fn parse_schema(text: &str) -> Result<Value, SchemaError> {
    serde_json::from_str(text).map_err(|error| SchemaError::NotJson {
        detail: error.to_string(),
    })
}

/// The strict schema of `A`: every key is required, optional means nullable, nothing may be
/// added, and fields stand in the order in which the type names them.
///
/// # Errors
/// [`SchemaError`] for shapes that strict endpoints do not take.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// #[derive(Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// struct Search { query: String, limit: Option<u32> }
/// let schema = kikitori_agent::strict_schema::<Search>().unwrap();
/// assert_eq!(schema["required"], serde_json::json!(["query", "limit"]));
/// assert_eq!(schema["properties"]["limit"]["type"], serde_json::json!(["integer", "null"]));
/// ```
pub fn strict_schema<A: JsonSchema>() -> Result<Value, SchemaError> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let generator = settings.into_generator();
    let mut schema = generator.into_root_schema_for::<A>().to_value();
    let type_name = A::schema_name().into_owned();
    if schema.get("type") != Some(&Value::from("object")) {
        return Err(SchemaError::NotAnObject { type_name });
    }
    if let Some(root) = schema.as_object_mut() {
        root.remove("title");
        // What the type is for is said by the tool's own description, or by the prompt.
        root.remove("description");
    }
    make_strict(&mut schema, &type_name, "")?;
    Ok(schema)
}

fn make_strict(schema: &mut Value, type_name: &str, path: &str) -> Result<(), SchemaError> {
    let Some(fields) = schema.as_object_mut() else {
        return Ok(());
    };
    let at = || (type_name.to_owned(), path.to_owned());
    if fields.contains_key("prefixItems") {
        let (type_name, path) = at();
        return Err(SchemaError::Tuple { type_name, path });
    }
    fields.remove("default");
    fields.remove("format");
    if let Some(variants) = fields.remove("oneOf") {
        fields.insert("anyOf".to_owned(), variants);
    }
    if is_object(fields) {
        let closed = fields.get("additionalProperties") == Some(&Value::Bool(false));
        let (type_name, path) = at();
        match fields.get("properties").and_then(Value::as_object) {
            None if !closed => return Err(SchemaError::Map { type_name, path }),
            Some(_) if !closed => {
                return Err(SchemaError::AcceptsUnknownFields { type_name, path });
            }
            properties => {
                let keys: Vec<Value> = properties
                    .map(|map| map.keys().map(|key| Value::from(key.as_str())).collect())
                    .unwrap_or_default();
                fields.insert("required".to_owned(), Value::Array(keys));
                fields
                    .entry("properties")
                    .or_insert_with(|| Value::Object(Map::new()));
            }
        }
    }
    for (key, child) in fields.iter_mut() {
        match key.as_str() {
            "properties" | "$defs" => {
                for (name, property) in child.as_object_mut().into_iter().flatten() {
                    make_strict(property, type_name, &format!("{path}.{name}"))?;
                }
            }
            "anyOf" | "allOf" => {
                for variant in child.as_array_mut().into_iter().flatten() {
                    make_strict(variant, type_name, path)?;
                }
            }
            "items" => make_strict(child, type_name, &format!("{path}[]"))?,
            _ => {}
        }
    }
    Ok(())
}

fn is_object(fields: &Map<String, Value>) -> bool {
    match fields.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;

    /// For who reads the code.
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Order {
        /// Why these items.
        reason: String,
        items: Vec<Item>,
        unit: Unit,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Item {
        number: String,
        count: u32,
        pack_size: Option<String>,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Unit {
        Case,
        Each,
    }
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Open {
        name: String,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct WithMap {
        by_name: BTreeMap<String, u32>,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct WithTuple {
        pair: (u32, String),
    }

    #[test]
    fn a_nested_type_becomes_a_strict_schema_in_field_order() {
        assert_eq!(
            strict_schema::<Order>().unwrap(),
            json!({
                "type": "object",
                "properties": {
                    "reason": {"description": "Why these items.", "type": "string"},
                    "items": {"type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "number": {"type": "string"},
                            "count": {"type": "integer", "minimum": 0},
                            "pack_size": {"type": ["string", "null"]},
                        },
                        "required": ["number", "count", "pack_size"],
                        "additionalProperties": false,
                    }},
                    "unit": {"type": "string", "enum": ["case", "each"]},
                },
                "required": ["reason", "items", "unit"],
                "additionalProperties": false,
            })
        );
        let written = strict_schema::<Order>().unwrap().to_string();
        assert!(written.find("reason") < written.find("items"));
    }

    #[test]
    fn shapes_that_strict_endpoints_refuse_are_errors() {
        assert!(matches!(
            strict_schema::<Open>(),
            Err(SchemaError::AcceptsUnknownFields { .. })
        ));
        assert!(
            matches!(strict_schema::<WithMap>(), Err(SchemaError::Map { path, .. }) if path == ".by_name")
        );
        assert!(
            matches!(strict_schema::<WithTuple>(), Err(SchemaError::Tuple { path, .. }) if path == ".pair")
        );
        assert!(matches!(
            strict_schema::<String>(),
            Err(SchemaError::NotAnObject { .. })
        ));
    }
}

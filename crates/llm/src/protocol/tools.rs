//! The tools that a request offers.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use kikitori_json::{FromJson, from_json_by_serde};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// A tool as it is offered to the model.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct ToolDefinition {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The function itself.
    pub function: ToolFunction,
    /// Fields that are not named here.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Name, purpose and argument schema of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct ToolFunction {
    /// The name that calls use.
    pub name: String,
    /// What the tool does, for the model.
    #[serde(default)]
    pub description: String,
    /// JSON Schema of the arguments.
    #[serde(default)]
    pub parameters: Value,
    /// Whether the server should hold the model to the schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Fields that are not named here.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl ToolDefinition {
    /// A strict function tool.
    pub fn function(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
    ) -> Self {
        Self {
            kind: "function".to_owned(),
            function: ToolFunction {
                name: name.into(),
                description: description.into(),
                parameters,
                strict: Some(true),
                extra: Map::new(),
            },
            extra: Map::new(),
        }
    }
}

/// The tools that a request offers. Copies share them, and what every request needs of them is
/// made once: their JSON and its estimated tokens.
///
/// ```
/// use kikitori_llm::{ChatRequest, ToolDefinition};
/// use serde_json::json;
/// let tool = ToolDefinition::function("add", "Adds.", json!({"type": "object"}));
/// let request = ChatRequest { tools: vec![tool].into(), ..ChatRequest::default() };
/// assert_eq!(request.tools[0].function.name, "add");
/// ```
#[derive(Clone, Default)]
pub struct Tools(Rc<Shared>);

#[derive(Default)]
struct Shared {
    definitions: Vec<ToolDefinition>,
    json: OnceCell<Box<RawValue>>,
    tokens: OnceCell<u64>,
}

impl Tools {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.definitions.is_empty()
    }

    /// Roughly the tokens of all of them in a request.
    pub(crate) fn estimated_tokens(&self) -> u64 {
        let count = || self.iter().map(ToolDefinition::estimated_tokens).sum();
        *self.0.tokens.get_or_init(count)
    }
}

impl From<Vec<ToolDefinition>> for Tools {
    fn from(definitions: Vec<ToolDefinition>) -> Self {
        Self(Rc::new(Shared {
            definitions,
            ..Shared::default()
        }))
    }
}

impl FromIterator<ToolDefinition> for Tools {
    fn from_iter<I: IntoIterator<Item = ToolDefinition>>(definitions: I) -> Self {
        definitions.into_iter().collect::<Vec<_>>().into()
    }
}

impl Deref for Tools {
    type Target = [ToolDefinition];

    fn deref(&self) -> &[ToolDefinition] {
        &self.0.definitions
    }
}

impl PartialEq for Tools {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Serialize for Tools {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if let Some(json) = self.0.json.get() {
            return json.serialize(to);
        }
        let json = to_raw_value(&self.0.definitions).map_err(serde::ser::Error::custom)?;
        self.0.json.get_or_init(|| json).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Tools {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from)
    }
}

from_json_by_serde!(Tools);

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::protocol::request::ChatRequest;

    #[test]
    fn a_request_carries_its_tools_as_a_list_however_it_is_written() {
        let tool = ToolDefinition::function("add", "Adds.", json!({"type": "object"}));
        let request = ChatRequest {
            tools: vec![tool.clone()].into(),
            ..ChatRequest::default()
        };
        let copy = request.clone();
        for _ in 0..2 {
            let text = serde_json::to_string(&copy).unwrap();
            let value = serde_json::to_value(&copy).unwrap();
            assert_eq!(value.get("tools"), Some(&json!([tool])));
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
            let read: ChatRequest = serde_json::from_str(&text).unwrap();
            assert_eq!(read, request);
            let read: ChatRequest = serde_json::from_value(value).unwrap();
            assert_eq!(read.estimated_tokens(), request.estimated_tokens());
        }
    }
}

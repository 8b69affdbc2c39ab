//! Tools as a server lists them, and what comes of calling one.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::bounds::{MAX_DESCRIPTION_CHARACTERS, MAX_NAME_BYTES, MAX_SCHEMA_BYTES};

/// A tool of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolInfo {
    /// Its name, by which it is called.
    pub name: String,
    /// What people read, where it says.
    pub title: Option<String>,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments, an object.
    pub input_schema: Value,
    /// JSON Schema of its structured result, where it says.
    pub output_schema: Option<Value>,
    /// What the server says about what it does.
    pub annotations: ToolAnnotations,
}

/// What a server says about what a tool does. Nothing but the server's word stands for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, FromJson)]
#[serde(rename_all = "camelCase", default)]
pub struct ToolAnnotations {
    /// What people read.
    pub title: Option<String>,
    /// It changes nothing.
    pub read_only_hint: Option<bool>,
    /// It may destroy what was there.
    pub destructive_hint: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    pub idempotent_hint: Option<bool>,
    /// It has to do with a world outside of the server.
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Whether the server says that it changes nothing. One that says nothing may.
    pub fn is_read_only(&self) -> bool {
        self.read_only_hint == Some(true)
    }
}

/// The tools of a server, and those that cannot be used.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolList {
    /// The tools, in the server's order.
    pub tools: Vec<ToolInfo>,
    /// What was listed and cannot be used.
    pub refused: Vec<RefusedTool>,
}

/// Something in a server's list that cannot be used as a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedTool {
    /// What the server calls it, as far as that can be told.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

impl ToolInfo {
    /// Reads what a list has.
    pub(crate) fn read(value: Value) -> Result<Self, RefusedTool> {
        #[derive(FromJson)]
        #[serde(rename_all = "camelCase")]
        struct Listed {
            name: String,
            title: Option<String>,
            description: Option<String>,
            input_schema: Map<String, Value>,
            output_schema: Option<Map<String, Value>>,
            annotations: Option<ToolAnnotations>,
        }
        let name = value.get("name").and_then(Value::as_str);
        let name: String = name.unwrap_or_default().chars().take(100).collect();
        let refused = |reason: String| RefusedTool {
            name: name.clone(),
            reason,
        };
        let listed = Listed::from_json(value).map_err(|error| refused(error.to_string()))?;
        if listed.name.trim().is_empty() || listed.name.len() > MAX_NAME_BYTES {
            return Err(refused(format!("its name has 1 to {MAX_NAME_BYTES} bytes")));
        }
        let kind = listed.input_schema.get("type");
        if kind.is_some_and(|kind| kind != "object") {
            return Err(refused("its arguments are no object".to_owned()));
        }
        let schemas = [Some(&listed.input_schema), listed.output_schema.as_ref()];
        for schema in schemas.into_iter().flatten() {
            let bytes = serde_json::to_string(schema).map_or(usize::MAX, |text| text.len());
            if bytes > MAX_SCHEMA_BYTES {
                return Err(refused(format!(
                    "its schema has more than {MAX_SCHEMA_BYTES} bytes"
                )));
            }
        }
        let description = listed.description.unwrap_or_default();
        Ok(Self {
            name: listed.name,
            title: listed.title,
            description: description
                .chars()
                .take(MAX_DESCRIPTION_CHARACTERS)
                .collect(),
            input_schema: Value::Object(listed.input_schema),
            output_schema: listed.output_schema.map(Value::Object),
            annotations: listed.annotations.unwrap_or_default(),
        })
    }

    /// What people call it.
    pub fn label(&self) -> &str {
        let titles = [&self.title, &self.annotations.title];
        let title = titles
            .into_iter()
            .flatten()
            .find(|it| !it.trim().is_empty());
        title.unwrap_or(&self.name)
    }
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// What it says, in pieces.
    pub content: Vec<Content>,
    /// The same as a value, where the tool has an output schema.
    pub structured: Option<Value>,
    /// Whether it says that it failed.
    pub is_error: bool,
}

/// A piece of what a tool answered. What is not text is described, and never loaded or shown as
/// what it says it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Content {
    /// Words.
    Text(String),
    /// A picture or a sound, of which only the kind and the size are kept.
    Media {
        /// Its media type, as the server says.
        mime_type: String,
        /// Characters of its base64.
        characters: usize,
    },
    /// A resource of the server.
    Resource {
        /// Its address, which nobody follows.
        uri: String,
        /// Its text, where it came along.
        text: Option<String>,
    },
    /// Of a kind that is not known here.
    Other(String),
}

impl ToolResult {
    pub(crate) fn read(value: Value) -> Result<Self, serde_json::Error> {
        #[derive(FromJson)]
        #[serde(rename_all = "camelCase")]
        struct Answered {
            #[serde(default)]
            content: Vec<Map<String, Value>>,
            structured_content: Option<Map<String, Value>>,
            #[serde(default)]
            is_error: bool,
        }
        let answered = Answered::from_json(value)?;
        Ok(Self {
            content: answered.content.iter().map(Content::read).collect(),
            structured: answered.structured_content.map(Value::Object),
            is_error: answered.is_error,
        })
    }

    /// What a model reads of it.
    pub fn text(&self) -> String {
        let pieces: Vec<String> = self.content.iter().map(Content::text).collect();
        match &self.structured {
            Some(structured) if pieces.iter().all(|it| it.trim().is_empty()) => {
                structured.to_string()
            }
            _ => pieces.join("\n"),
        }
    }
}

impl Content {
    fn read(members: &Map<String, Value>) -> Self {
        let text = |members: &Map<String, Value>, name: &str| {
            let text = members.get(name).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        match text(members, "type").as_str() {
            "text" => Self::Text(text(members, "text")),
            "image" | "audio" => Self::Media {
                mime_type: text(members, "mimeType"),
                characters: text(members, "data").len(),
            },
            "resource_link" => Self::Resource {
                uri: text(members, "uri"),
                text: None,
            },
            "resource" => {
                let resource = members.get("resource").and_then(Value::as_object);
                let words = resource
                    .and_then(|it| it.get("text"))
                    .and_then(Value::as_str);
                Self::Resource {
                    uri: resource.map(|it| text(it, "uri")).unwrap_or_default(),
                    text: words.map(str::to_owned),
                }
            }
            other => Self::Other(other.chars().take(64).collect()),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Media { mime_type, .. } => format!("[{mime_type}, not shown]"),
            Self::Resource { uri, text: None } => format!("[resource {uri}]"),
            Self::Resource {
                uri,
                text: Some(text),
            } => format!("[resource {uri}]\n{text}"),
            Self::Other(kind) => format!("[content of the kind {kind:?}, not shown]"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_is_taken_as_its_server_lists_it() {
        let listed = json!({
            "name": "echo", "inputSchema": {"type": "object"}, "icons": [],
            "annotations": {"title": "Echo", "readOnlyHint": true},
        });
        let tool = ToolInfo::read(listed).unwrap();
        assert_eq!((tool.name.as_str(), tool.label()), ("echo", "Echo"));
        assert!(tool.annotations.is_read_only());
        assert!(!ToolAnnotations::default().is_read_only());
    }

    #[test]
    fn what_cannot_be_called_is_refused_with_the_reason() {
        let long = "x".repeat(MAX_NAME_BYTES + 1);
        let deep = json!({"type": "object", "description": "x".repeat(MAX_SCHEMA_BYTES)});
        for (listed, reason) in [
            (json!(1), "object"),
            (json!({"name": "a"}), "inputSchema"),
            (json!({"name": " ", "inputSchema": {}}), "name"),
            (json!({"name": long, "inputSchema": {}}), "name"),
            (
                json!({"name": "a", "inputSchema": {"type": "array"}}),
                "no object",
            ),
            (json!({"name": "a", "inputSchema": deep}), "schema"),
            (json!({"name": "a", "inputSchema": true}), "object"),
        ] {
            let refused = ToolInfo::read(listed.clone()).unwrap_err();
            assert!(refused.reason.contains(reason), "{listed}: {refused:?}");
        }
    }

    #[test]
    fn a_result_is_read_as_text_and_nothing_in_it_is_loaded() {
        let result = ToolResult::read(json!({
            "content": [
                {"type": "text", "text": "Three apples."},
                {"type": "image", "data": "AAAA", "mimeType": "image/png"},
                {"type": "resource_link", "uri": "https://elsewhere.example/", "name": "x"},
                {"type": "resource", "resource": {"uri": "a:b", "text": "inside"}},
                {"type": "hologram"},
            ],
        }));
        assert_eq!(
            result.unwrap().text(),
            "Three apples.\n[image/png, not shown]\n[resource https://elsewhere.example/]\n\
             [resource a:b]\ninside\n[content of the kind \"hologram\", not shown]"
        );
        let structured = json!({"content": [], "structuredContent": {"apples": 3}});
        let result = ToolResult::read(structured).unwrap();
        assert_eq!(result.text(), r#"{"apples":3}"#);
        assert!(ToolResult::read(json!({"content": 1})).is_err());
    }
}

//! The name and the input of an action.

use kikitori_llm::ToolDefinition;
use serde_json::{Map, Value};

/// Quotes and brackets that models put around names and inputs.
const QUOTES: [char; 12] = [
    '"', '\'', '`', '*', '“', '”', '「', '」', '『', '』', '[', ']',
];

/// `text` without the code fence around it, if there is one.
pub(super) fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix("```")
        .or_else(|| text.strip_prefix("~~~"));
    let Some(inner) = inner else {
        // A fence around the whole reply ends in its last part.
        return text
            .strip_suffix("```")
            .filter(|it| !it.contains("```"))
            .map_or(text, str::trim_end);
    };
    // What language it is in stands on the fence's own line.
    let inner = match inner.split_once('\n') {
        Some((language, inner)) if !language.trim().contains(char::is_whitespace) => inner,
        _ => inner,
    };
    let inner = inner.trim_end();
    let end = inner.rfind("\n```").or_else(|| inner.rfind("```"));
    match end {
        Some(end) => inner.get(..end).unwrap_or(inner).trim(),
        None => inner.trim(),
    }
}

/// A name without what stands around it.
pub(super) fn bare_name(text: &str) -> &str {
    let around = |it: char| QUOTES.contains(&it) || it.is_whitespace() || matches!(it, '.' | '。');
    text.trim_matches(around)
}

/// The registered name of the tool that `text` names: in another case, quoted, or in a few words
/// that name one tool only.
pub(super) fn tool_named(text: &str, tools: &[ToolDefinition]) -> Option<String> {
    let name = bare_name(text).to_lowercase();
    let names = || tools.iter().map(|tool| tool.function.name.as_str());
    if let Some(found) = names().find(|it| it.to_lowercase() == name) {
        return Some(found.to_owned());
    }
    let words = || {
        name.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '-')
            .filter(|it| !it.is_empty())
    };
    if words().count() > 6 {
        return None;
    }
    let mut named = names().filter(|it| words().any(|word| word == it.to_lowercase()));
    match (named.next(), named.next()) {
        (Some(found), None) => Some(found.to_owned()),
        _ => None,
    }
}

/// The tool of an action's line, and its input where that stands in brackets behind the name.
pub(super) fn tool_and_input<'a>(
    line: &'a str,
    tools: &[ToolDefinition],
) -> (String, Option<&'a str>) {
    let bare = line.trim_matches(|it: char| matches!(it, '`' | '*') || it.is_whitespace());
    let open = bare.find(['(', '[']).filter(|at| *at > 0);
    if let Some((name, rest)) = open.and_then(|at| bare.split_at_checked(at))
        && let Some(within) = rest.get(1..)
        && let Some(within) = within
            .trim_end_matches(['.', '。'])
            .strip_suffix([')', ']'])
    {
        let name = name.trim();
        // A remark in brackets behind a name is no input: `the calculator (a tool)`.
        if !name.contains(char::is_whitespace) {
            let tool = tool_named(name, tools).unwrap_or_else(|| bare_name(name).to_owned());
            return (tool, Some(within));
        }
    }
    let tool = tool_named(line, tools).unwrap_or_else(|| bare_name(line).to_owned());
    (tool, None)
}

/// The arguments, as JSON text, that `given` means for a tool.
///
/// An object is taken as it is, whatever follows it. Anything else goes to the tool's one argument:
/// the only one, or the only one that may not be left out. Where a tool has several, it is left to
/// the tool to say what it misses.
pub(super) fn arguments(given: &str, tool: Option<&ToolDefinition>) -> String {
    let given = unfenced(given);
    if let Some(object) = leading_object(given) {
        return Value::Object(object).to_string();
    }
    let Some(argument) = tool.and_then(only_argument) else {
        return match given {
            "" => "{}".to_owned(),
            given => Value::from(given).to_string(),
        };
    };
    if given.is_empty() {
        return "{}".to_owned();
    }
    let value = match (serde_json::from_str(given), argument.is_text) {
        (Ok(Value::String(text)), true) => Value::from(text),
        (Ok(value), false) => value,
        _ => Value::from(named(unquoted(given), &argument.name)),
    };
    let object: Map<String, Value> = std::iter::once((argument.name, value)).collect();
    Value::Object(object).to_string()
}

/// The object that `text` begins with.
fn leading_object(text: &str) -> Option<Map<String, Value>> {
    let text = text.trim_start_matches('`').trim_start();
    if !text.starts_with('{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next() {
        Some(Ok(Value::Object(object))) => Some(object),
        _ => None,
    }
}

struct Argument {
    name: String,
    is_text: bool,
}

fn only_argument(tool: &ToolDefinition) -> Option<Argument> {
    let properties = tool.function.parameters.get("properties")?.as_object()?;
    let is_optional = |schema: &Value| match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "null"),
        _ => false,
    };
    let mut needed = properties
        .iter()
        .filter(|(_, schema)| properties.len() == 1 || !is_optional(schema));
    let (name, schema) = match (needed.next(), needed.next()) {
        (Some(only), None) => only,
        _ => return None,
    };
    let is_text = match schema.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => true,
    };
    Some(Argument {
        name: name.clone(),
        is_text,
    })
}

/// `name="value"` as the value, where the name is the argument's.
fn named<'a>(text: &'a str, name: &str) -> &'a str {
    let value = text.strip_prefix(name).map(str::trim_start);
    let value = value.and_then(|it| {
        it.strip_prefix(['=', ':'])
            .or_else(|| it.strip_prefix('：'))
    });
    value.map_or(text, |it| unquoted(it.trim()))
}

/// `text` without one pair of quotes around all of it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 6] = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
    ];
    let text = text.trim();
    for (open, close) in PAIRS {
        let inner = text
            .strip_prefix(open)
            .and_then(|it| it.strip_suffix(close));
        if let Some(inner) = inner
            && !inner.contains([open, close])
        {
            return inner;
        }
    }
    text
}

/// The answer in the input of an action that is the answer.
pub(super) fn answer_of(given: &str) -> String {
    let given = unfenced(given);
    if let Some(object) = leading_object(given) {
        let mut texts = object.into_iter().filter_map(|(_, value)| match value {
            Value::String(text) => Some(text),
            _ => None,
        });
        if let Some(text) = texts.next() {
            return text;
        }
    }
    unquoted(given).to_owned()
}

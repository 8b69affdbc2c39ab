//! Reads the tags in which prompts hold data.
//!
//! Texts of people have `<` and `&` escaped, and JSON has no line breaks inside its strings, so a
//! tag that stands alone on its line is always one of the prompt's own.

use kikitori_llm::{ChatRequest, Message};
use serde::de::DeserializeOwned;

/// Undoes the escaping of data in prompts.
pub fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&amp;", "&")
}

/// What stands between the lines `<tag>` and `</tag>`.
///
/// ```
/// let text = "The field:\n<field>\n{}\n</field>\nCheck it.";
/// assert_eq!(kikitori_scripted::tags::block(text, "field"), Some("{}"));
/// ```
pub fn block<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let open = format!("<{tag}>\n");
    let (before, rest) = text.split_once(&open)?;
    if !before.is_empty() && !before.ends_with('\n') {
        return None;
    }
    let close = format!("\n</{tag}>");
    match rest.split_once(&close) {
        Some((inside, _)) => Some(inside),
        // Nothing inside leaves no line break of its own.
        None => rest.starts_with(&format!("</{tag}>")).then_some(""),
    }
}

/// The JSON in the block `tag`. It is not escaped: a `<` in it is written `\u003c`.
pub fn json<T: DeserializeOwned>(text: &str, tag: &str) -> Option<T> {
    serde_json::from_str(block(text, tag)?).ok()
}

/// The text in the latest block `tag` that a user message of `request` holds.
pub fn latest(request: &ChatRequest, tag: &str) -> Option<String> {
    latest_block(request, tag).map(unescape)
}

/// The JSON in the latest block `tag` that a user message of `request` holds.
///
/// ```
/// use kikitori_llm::{ChatRequest, Message};
/// let messages = vec![Message::user("<brief>\n{\"task\":\"ask\"}\n</brief>\nGo on.")];
/// let request = ChatRequest { messages, ..Default::default() };
/// let brief: serde_json::Value = kikitori_scripted::tags::latest_json(&request, "brief").unwrap();
/// assert_eq!(brief["task"], "ask");
/// ```
pub fn latest_json<T: DeserializeOwned>(request: &ChatRequest, tag: &str) -> Option<T> {
    serde_json::from_str(latest_block(request, tag)?).ok()
}

fn latest_block<'a>(request: &'a ChatRequest, tag: &str) -> Option<&'a str> {
    let mut messages = request.messages.iter().rev();
    messages.find_map(|message| match message {
        Message::User { content, .. } => block(content, tag),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_their_lines() {
        for (text, inside) in [
            ("<form>\n{}\n</form>", Some("{}")),
            ("x\n<form>\n{}\n</form>\ny", Some("{}")),
            ("<form>\n</form>", Some("")),
            ("say <form>\n{}\n</form>", None),
            ("<form>{}</form>", None),
        ] {
            assert_eq!(block(text, "form"), inside, "{text}");
        }
    }

    #[test]
    fn the_latest_block_is_the_one_that_counts() {
        let messages = ["<a>\nold\n</a>", "<a>\nnew &lt;b>\n</a>", "<c>\nx\n</c>"];
        let request = ChatRequest {
            messages: messages.map(Message::user).into(),
            ..ChatRequest::default()
        };
        assert_eq!(latest(&request, "a").as_deref(), Some("new <b>"));
        assert_eq!(latest(&request, "b"), None);
    }
}

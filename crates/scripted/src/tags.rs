//! Reads the tags in which prompts hold data.
//!
//! Texts of people have `<` and `&` escaped, those in attributes quotes as well, and a `<` in JSON is written `\u003c`, so a tag is
//! always one of the prompt's own.

use kikitori_llm::{ChatRequest, Message};
use serde::de::DeserializeOwned;

/// Undoes the escaping of data in prompts.
///
/// ```
/// let text = "say {&quot;word&quot;: &quot;a &lt; b &amp;amp; c&quot;}";
/// assert_eq!(kikitori_scripted::tags::unescape(text), r#"say {"word": "a < b &amp; c"}"#);
/// ```
pub fn unescape(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&quot;", "\"");
    text.replace("&amp;", "&")
}

/// A piece of data in a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block<'a> {
    /// What stands after the tag's name in its opening.
    pub attributes: &'a str,
    /// What stands between its opening and its end, without line breaks around it.
    pub inside: &'a str,
}

impl Block<'_> {
    /// The value of the attribute `name`, unescaped.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let (_, value) = self.attributes.split_once(&format!("{name}=\""))?;
        let (value, _) = value.split_once('"')?;
        Some(unescape(value))
    }
}

/// Where the `>` of an opening stands: one in the value of an attribute is not it.
fn end_of_opening(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    text.find(|letter| {
        is_quoted ^= letter == '"';
        letter == '>' && !is_quoted
    })
}

/// The blocks `tag` in `text`, in their order. A block begins where a line does, so that prose may
/// name its tag.
///
/// ```
/// let text = "Found:\n<passage id=\"a\">\nOne\n</passage>\n<passage id=\"b\">Two</passage>";
/// let found: Vec<_> = kikitori_scripted::tags::blocks(text, "passage").collect();
/// assert_eq!(found[0].inside, "One");
/// assert_eq!(found[1].attribute("id").as_deref(), Some("b"));
///
/// let text = "<passage place=\"Ink > Black\">Three</passage>";
/// assert_eq!(kikitori_scripted::tags::blocks(text, "passage").next().unwrap().inside, "Three");
/// ```
pub fn blocks<'a>(text: &'a str, tag: &str) -> impl Iterator<Item = Block<'a>> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + text.get(from..)?.find(&open)?;
            from = at + open.len();
            let begins_line = text.get(..at)?.trim_end_matches(' ');
            if !begins_line.is_empty() && !begins_line.ends_with('\n') {
                continue;
            }
            let opening = text.get(from..)?;
            let Some((attributes, rest)) = end_of_opening(opening).and_then(|end| {
                let (attributes, rest) = opening.split_at_checked(end)?;
                Some((attributes, rest.strip_prefix('>')?))
            }) else {
                continue;
            };
            let is_this_tag = attributes.is_empty() || attributes.starts_with(' ');
            // What begins on its own line ends on one, if it can: a tag within it is another's.
            let own_line = rest
                .starts_with('\n')
                .then(|| rest.find(&format!("\n{close}")));
            let end = own_line.flatten().or_else(|| rest.find(&close));
            let Some(inside) = end.filter(|_| is_this_tag).and_then(|at| rest.get(..at)) else {
                continue;
            };
            from += attributes.len() + 1 + inside.len();
            let inside = inside.strip_prefix('\n').unwrap_or(inside);
            return Some(Block { attributes, inside });
        }
    })
}

/// What stands in the first block `tag`.
///
/// ```
/// let text = "The field:\n<field>\n{}\n</field>\nCheck it.";
/// assert_eq!(kikitori_scripted::tags::block(text, "field"), Some("{}"));
/// ```
pub fn block<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    blocks(text, tag).next().map(|block| block.inside)
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
    fn blocks_begin_where_lines_do() {
        for (text, inside) in [
            ("<form>\n{}\n</form>", Some("{}")),
            ("x\n<form>\n{}\n</form>\ny", Some("{}")),
            ("<form>\n</form>", Some("")),
            ("say <form>\n{}\n</form>", None),
            ("see <form>\n<form>\n{}\n</form>", Some("{}")),
            ("<forms>\n[]\n</forms>\n<form>{}</form>", Some("{}")),
            ("  <form kind=\"x\">\n{}\n</form>", Some("{}")),
            ("<form>\n\"</form>\"\n</form>", Some("\"</form>\"")),
            ("<form>\n{}</form>", Some("{}")),
            ("<form>\n{}", None),
            ("<form", None),
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

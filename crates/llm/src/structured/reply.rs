//! What of a reply is the structured value.

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::profile::mode::StructuredOutputMode;
use crate::protocol::message::AssistantMessage;

/// Why a reply is not the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// The model refuses to answer.
    Declined {
        /// What it said.
        reason: String,
    },
    /// It looks as if nobody had asked for the value in the way in which it was asked for.
    ModeIgnored {
        /// What is wrong with it.
        problem: String,
    },
    /// It is not, or not yet, the value.
    Invalid {
        /// What is wrong with it.
        problem: String,
    },
}

/// The value in a reply to a request at `mode`.
pub(crate) fn read<T>(
    reply: &AssistantMessage,
    mode: StructuredOutputMode,
    name: &str,
    validate: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Flaw> {
    if let Some(reason) = reply.extra.get("refusal").and_then(Value::as_str)
        && !reason.is_empty()
    {
        let reason = reason.to_owned();
        return Err(Flaw::Declined { reason });
    }
    if mode == StructuredOutputMode::ForcedTool && !reply.tool_calls.is_empty() {
        let arguments = arguments(reply, name).map_err(|problem| Flaw::Invalid { problem })?;
        return complete(arguments)
            .and_then(&validate)
            .map_err(|problem| Flaw::Invalid { problem });
    }
    let text = visible(reply.content.as_deref().unwrap_or_default());
    let value = complete(text).and_then(validate);
    value.map_err(|problem| {
        let is_followed = match mode {
            StructuredOutputMode::ForcedTool => false,
            // Cut off or wrong in itself, it is still what was asked for.
            StructuredOutputMode::StrictSchema | StructuredOutputMode::JsonObject => {
                text.is_empty() || text.starts_with('{')
            }
            StructuredOutputMode::Prompt => true,
        };
        if is_followed {
            Flaw::Invalid { problem }
        } else {
            Flaw::ModeIgnored { problem }
        }
    })
}

/// The arguments of the one call that was asked for; the same call several times is one.
fn arguments<'a>(reply: &'a AssistantMessage, name: &str) -> Result<&'a str, String> {
    let mut calls = reply.tool_calls.iter().map(|call| &call.function);
    let Some(first) = calls.next().filter(|first| first.name == name) else {
        return Err(format!("Call the tool {name} and no other."));
    };
    if calls.any(|other| other.name != first.name || other.arguments != first.arguments) {
        return Err(format!("Call the tool {name} once only."));
    }
    Ok(&first.arguments)
}

/// `text`, if it is one whole JSON text. Nothing is added to what was cut off.
fn complete(text: &str) -> Result<&str, String> {
    if text.is_empty() {
        return Err("It is empty.".to_owned());
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("It is not valid JSON: {error}.")),
    }
}

/// The text without what small models put around JSON: their thoughts before it, and a code
/// fence. A fence that does not end stays, because what is in it was cut off, and so does one
/// beside other JSON, because it may be an example.
pub(crate) fn visible(text: &str) -> &str {
    let text = match text.trim_start().strip_prefix("<think>") {
        Some(thoughts) => thoughts
            .split_once("</think>")
            .map_or(text, |(_, rest)| rest),
        None => text,
    };
    let text = text.trim();
    if text.starts_with('{') {
        return text;
    }
    let mut parts = text.split("```");
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(before), Some(fenced), Some(after), None)
            if !before.contains('{') && !after.contains('{') =>
        {
            let (first_line, rest) = fenced.split_once('\n').unwrap_or(("", fenced));
            let is_language = first_line
                .trim()
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric());
            if is_language {
                rest.trim()
            } else {
                fenced.trim()
            }
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{Flaw, read, visible};
    use crate::profile::mode::StructuredOutputMode;
    use crate::protocol::message::{AssistantMessage, ToolCall};

    const WHOLE: &str = r#"{"a":"```","b":[1,{"c":"}"}]}"#;

    fn text(content: &str) -> AssistantMessage {
        AssistantMessage {
            content: Some(content.to_owned()),
            ..AssistantMessage::default()
        }
    }

    fn calls(calls: &[(&str, &str)]) -> AssistantMessage {
        let tool_calls = calls.iter().enumerate();
        AssistantMessage {
            tool_calls: tool_calls
                .map(|(id, (name, arguments))| ToolCall::new(id.to_string(), *name, *arguments))
                .collect(),
            ..AssistantMessage::default()
        }
    }

    fn taken(reply: &AssistantMessage, mode: StructuredOutputMode) -> Result<String, Flaw> {
        read(reply, mode, "it", |json| Ok(json.to_owned()))
    }

    #[test]
    fn what_stands_around_json_is_left_out() {
        for around in [
            "{}",
            " {}\n",
            "```json\n{}\n```",
            "```\n{}\n```",
            "```{}```",
            "Here it is:\n```json\n{}\n```\nAnything else?",
            "<think>{\"a\":</think>\n{}",
            "<think>Hm</think>```json\n{}```",
        ] {
            assert_eq!(visible(around), "{}", "{around}");
        }
    }

    #[test]
    fn a_fence_beside_other_json_is_not_taken_for_the_value() {
        for said in [
            "As in ```{}```: {\"a\":",
            "{\"a\": ```{}```",
            "```{}``` or ```{",
        ] {
            assert!(
                taken(&text(said), StructuredOutputMode::Prompt).is_err(),
                "{said}"
            );
        }
    }

    #[test]
    fn cut_off_anywhere_it_is_never_taken() {
        let modes = [
            StructuredOutputMode::StrictSchema,
            StructuredOutputMode::JsonObject,
            StructuredOutputMode::Prompt,
        ];
        for framed in [
            WHOLE.to_owned(),
            format!("```json\n{}\n```", r#"{"a":1,"b":[1,{"c":"}"}]}"#),
            format!("<think>Hm</think>{WHOLE}"),
        ] {
            let is_whole = |cut: &str| cut.trim_end_matches(['`', '\n']).ends_with("]}");
            for (at, _) in framed.char_indices() {
                let cut = framed.get(..at).unwrap();
                for mode in modes {
                    let taken = taken(&text(cut), mode);
                    assert!(taken.is_err() || is_whole(cut), "{cut}: {taken:?}");
                }
                let call = calls(&[("it", cut)]);
                assert!(taken_by_call(&call).is_err(), "{cut}");
            }
        }
        fn taken_by_call(call: &AssistantMessage) -> Result<String, Flaw> {
            taken(call, StructuredOutputMode::ForcedTool)
        }
    }

    #[test]
    fn one_call_of_the_right_tool_is_the_value() {
        for (said, is_taken) in [
            (&[("it", "{}")][..], true),
            (&[("it", "{}"), ("it", "{}")], true),
            (&[("it", "{}"), ("it", "{\"a\":1}")], false),
            (&[("other", "{}")], false),
            (&[("it", "{}"), ("other", "{}")], false),
            (&[("it", "")], false),
        ] {
            let outcome = taken(&calls(said), StructuredOutputMode::ForcedTool);
            assert_eq!(outcome.is_ok(), is_taken, "{said:?}");
            assert!(!matches!(outcome, Err(Flaw::ModeIgnored { .. })));
        }
    }

    #[test]
    fn prose_shows_that_the_endpoint_ignores_the_mode() {
        for (mode, said, is_ignored) in [
            (StructuredOutputMode::StrictSchema, "Of course!", true),
            (StructuredOutputMode::StrictSchema, "{\"a\":", false),
            (StructuredOutputMode::StrictSchema, "", false),
            (StructuredOutputMode::ForcedTool, "Of course!", true),
            (StructuredOutputMode::JsonObject, "Of course!", true),
            (StructuredOutputMode::Prompt, "Of course!", false),
        ] {
            let flaw = taken(&text(said), mode).unwrap_err();
            let is_so = matches!(flaw, Flaw::ModeIgnored { .. });
            assert_eq!(is_so, is_ignored, "{mode:?} {said}");
        }
        // A call as text is as good as a call.
        assert!(taken(&text("{}"), StructuredOutputMode::ForcedTool).is_ok());
    }
}

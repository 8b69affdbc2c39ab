//! Reads the facts in a request: from its data, and never from how its sentences are worded.

pub use kikitori_scripted::tags::{Block, block, blocks, json, unescape};

use kikitori_llm::Message;
use serde_json::Value;

use crate::text::is_kana;

/// What the respondent typed, out of a `<respondent_message>`; nothing where it is private.
pub fn respondent_message(text: &str) -> Option<String> {
    block(text, "respondent_message").map(unescape)
}

/// The tag of the language that `messages` are about: what the latest data says by a member
/// `language`, else what a line of prose says after a word for it, else what most of the data is
/// written in.
pub fn language(messages: &[Message]) -> String {
    let texts = || {
        messages.iter().rev().filter_map(|message| match message {
            Message::User { content, .. } => Some(content.as_str()),
            _ => None,
        })
    };
    let said = texts()
        .find_map(in_data)
        .or_else(|| texts().find_map(in_prose));
    said.unwrap_or_else(|| {
        let is_japanese = texts().any(|text| text.chars().any(is_kana));
        if is_japanese { "ja" } else { "en" }.to_owned()
    })
}

/// A member `language` of a line that is a JSON object.
fn in_data(text: &str) -> Option<String> {
    let mut objects = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    objects.find_map(|object| Some(object.get("language")?.as_str()?.to_owned()))
}

/// What looks like a language's tag after a colon, on a line that speaks of a language.
fn in_prose(text: &str) -> Option<String> {
    let mut lines = text.lines();
    lines.find_map(|line| {
        let (what, tag) = line.split_once(':')?;
        let speaks_of_it = what.to_lowercase().contains("language") || what.contains("言語");
        let tag = tag.trim().trim_end_matches(['.', '。']);
        let mut subtags = tag.split(['-', '_']);
        let primary = subtags.next().unwrap_or_default();
        let is_tag = (2..=3).contains(&primary.len())
            && tag
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_')
            && primary.bytes().all(|it| it.is_ascii_alphabetic());
        (speaks_of_it && is_tag).then(|| tag.to_owned())
    })
}

/// A question and what the respondent answered to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turn {
    /// Empty when the respondent spoke unasked.
    pub question: String,
    /// All that was said until the next question.
    pub answer: String,
    /// The last message of it.
    last: Option<String>,
}

impl Turn {
    /// A question, and the messages after it.
    pub fn of(question: &str, said: &[String]) -> Self {
        Self {
            question: question.to_owned(),
            answer: said.join("\n"),
            last: said.last().cloned(),
        }
    }

    /// The last message after the question.
    pub fn latest(&self) -> &str {
        self.last.as_deref().unwrap_or(&self.answer)
    }
}

/// The turns in a `<conversation>` block; questions without an answer are left out.
pub fn turns(conversation: &str) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut asked: Option<String> = None;
    // Texts have no `<` of their own, so every piece begins with a tag's name.
    for piece in conversation.split('<') {
        if let Some(question) = piece.strip_prefix("question>") {
            asked = Some(unescape(question));
        } else if let Some(answer) = piece.strip_prefix("answer") {
            // The tag may say when it was said.
            let Some((_, answer)) = answer.split_once('>') else {
                continue;
            };
            let answer = unescape(answer);
            match (asked.take(), turns.last_mut()) {
                (None, Some(turn)) => {
                    turn.answer.push('\n');
                    turn.answer.push_str(&answer);
                    turn.last = Some(answer);
                }
                (question, _) => turns.push(Turn {
                    question: question.unwrap_or_default(),
                    answer,
                    last: None,
                }),
            }
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_comes_back_as_it_was_typed() {
        assert_eq!(
            respondent_message(
                "<respondent_message>a &lt;b> &amp;lt; c</respondent_message>\n<context>x</context>"
            )
            .as_deref(),
            Some("a <b> &lt; c")
        );
        assert_eq!(respondent_message("<brief>\n{}\n</brief>"), None);
    }

    #[test]
    fn the_language_is_read_from_data_then_from_prose_then_from_the_writing() {
        for (texts, tag) in [
            (
                vec!["<brief>\n{\"language\":\"ja\"}\n</brief>", "Language: fr"],
                "ja",
            ),
            (vec!["{\"language\":\"en\"}", "{\"language\":\"ja\"}"], "ja"),
            (vec!["The respondent's language: ja-JP"], "ja-JP"),
            (vec!["Language of the respondent: en\nx"], "en"),
            (vec!["回答者の言語: ja"], "ja"),
            (vec!["Write in their language: be short and kind."], "en"),
            (
                vec!["<form>\n{\"title\":\"問診のアンケート\"}\n</form>"],
                "ja",
            ),
            (vec!["{\"language\":null}"], "en"),
            (vec![], "en"),
        ] {
            let messages: Vec<Message> = texts.iter().copied().map(Message::user).collect();
            assert_eq!(language(&messages), tag, "{texts:?}");
        }
    }

    #[test]
    fn turns_pair_questions_with_answers() {
        let turns = turns(
            "\n<question>A?</question>\n<answer at=\"Friday\">1\n2</answer>\n<answer>3 &lt;4</answer>\n<question>B?</question>",
        );
        assert_eq!(turns.len(), 1);
        assert_eq!(turns[0].question, "A?");
        assert_eq!(turns[0].answer, "1\n2\n3 <4");
    }
}

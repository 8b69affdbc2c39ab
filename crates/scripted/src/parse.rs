//! Reads the tags in which the prompts hold data.
//!
//! Texts of the respondent have `<` and `&` escaped, and JSON has no line breaks inside its
//! strings, so a tag that stands alone on its line is always one of the prompt's own.

use serde::de::DeserializeOwned;

/// Undoes the escaping of data in prompts.
pub fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&amp;", "&")
}

/// What stands between the lines `<tag>` and `</tag>`.
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

/// What the respondent typed, out of a `<respondent_message>`.
pub fn respondent_message(text: &str) -> Option<String> {
    let rest = text.trim_start().strip_prefix("<respondent_message>")?;
    let (said, _) = rest.split_once("</respondent_message>")?;
    Some(unescape(said))
}

/// What follows `name:` on its line.
pub fn line<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .map(str::trim)
}

/// A question and what the respondent answered to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turn {
    /// Empty when the respondent spoke unasked.
    pub question: String,
    /// All that was said until the next question.
    pub answer: String,
}

/// The turns in a `<conversation>` block; questions without an answer are left out.
pub fn turns(conversation: &str) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut asked: Option<String> = None;
    // Texts have no `<` of their own, so every piece begins with a tag's name.
    for piece in conversation.split('<') {
        if let Some(question) = piece.strip_prefix("question>") {
            asked = Some(unescape(question));
        } else if let Some(answer) = piece.strip_prefix("answer>") {
            let answer = unescape(answer);
            match (asked.take(), turns.last_mut()) {
                (None, Some(turn)) => {
                    turn.answer.push('\n');
                    turn.answer.push_str(&answer);
                }
                (question, _) => turns.push(Turn {
                    question: question.unwrap_or_default(),
                    answer,
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
    fn turns_pair_questions_with_answers() {
        let turns = turns(
            "\n<question>A?</question>\n<answer>1\n2</answer>\n<answer>3 &lt;4</answer>\n<question>B?</question>",
        );
        assert_eq!(turns.len(), 1);
        assert_eq!(turns[0].question, "A?");
        assert_eq!(turns[0].answer, "1\n2\n3 <4");
    }
}

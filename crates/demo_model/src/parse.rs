//! Reads what the interview's prompts hold besides blocks of data.

pub use kikitori_scripted::tags::{block, json, unescape};

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

//! What earlier calls of `ask` reported, as later requests carry it.

use serde_json::Value;

use super::super::repair::recorded_of;
use super::{own_arguments, own_call};
use crate::message::SessionMessage;
use crate::state::MainSessionState;

/// Characters that are kept of either end of a long text.
const ENDS: usize = 16;
/// The word that stands there is kept whole if it has no more.
const LONGEST_WORD: usize = 24;
/// Characters of lines that are told one by one.
const LINES: usize = 200;

/// Adds what calls before this question reported that went back, as far as it was recorded then: the
/// question says that it was taken down.
pub(super) fn with_what_was_recorded(
    heard: &mut Vec<Value>,
    state: &MainSessionState,
    position: usize,
) {
    let before = state.messages.get(..position).unwrap_or_default();
    let of_run = before.iter().rev().map_while(|kept| match kept {
        SessionMessage::Model {
            message,
            shown: None,
        } => Some(message),
        _ => None,
    });
    for refused in of_run {
        let recorded = own_arguments(refused).map(|it| recorded_of(&state.run_steps, it));
        let recorded = recorded.unwrap_or_default();
        if recorded.is_empty() {
            continue;
        }
        let mut call = own_call(refused).unwrap_or_default();
        let Some(Value::Array(entries)) = call.remove("heard") else {
            continue;
        };
        let is_recorded = |entry: &Value| recorded.iter().any(|id| of_field(entry) == Some(*id));
        for entry in entries.into_iter().filter(is_recorded).rev() {
            let again = heard.iter().position(|it| of_field(it) == of_field(&entry));
            match again.and_then(|at| heard.get_mut(at)) {
                Some(again) => join_lines(&entry, again),
                None => heard.insert(0, entry),
            }
        }
    }
}

fn of_field(entry: &Value) -> Option<&str> {
    entry.get("field_id")?.as_str()
}

/// Puts the lines of a report before those of the one that told the rest.
fn join_lines(before: &Value, again: &mut Value) {
    let lines = |entry: &Value| lines_of(entry.get("value")?.as_str()?);
    if let (Some(mut all), Some(rest)) = (lines(before), lines(again))
        && let Some(value) = again.get_mut("value")
    {
        all.extend(rest);
        *value = Value::Array(all).to_string().into();
    }
}

/// The lines that a value lists.
fn lines_of(value: &str) -> Option<Vec<Value>> {
    let lines: Vec<Value> = serde_json::from_str(value).ok()?;
    lines.iter().all(Value::is_object).then_some(lines)
}

/// Leaves out what says nothing, and the middle of long texts, as quotes may leave it out. Lines are told
/// all or counted.
pub(super) fn in_short(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(in_short);
        }
        Value::Array(values) => values.iter_mut().for_each(in_short),
        Value::String(text) => {
            let length = text.chars().count();
            match lines_of(text) {
                Some(lines) if length > LINES => *text = format!("[… {} lines]", lines.len()),
                Some(_) => {}
                None if length > 3 * ENDS => *text = ends_of(text),
                None => {}
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// How a long text begins and ends.
fn ends_of(text: &str) -> String {
    let begins: Vec<char> = text.chars().collect();
    let ends: Vec<char> = text.chars().rev().collect();
    let begins: String = whole_words(&begins).iter().collect();
    let ends: String = whole_words(&ends).iter().rev().collect();
    format!("{} … {}", begins.trim_end(), ends.trim_start())
}

/// The first letters, to the end of a word: none is cut that is not very long.
fn whole_words(letters: &[char]) -> &[char] {
    let is_gap = |at: &usize| letters.get(*at).is_none_or(|it| it.is_whitespace());
    let end = (1..=ENDS).rev().find(is_gap);
    let end = end.or_else(|| (ENDS..=LONGEST_WORD).find(is_gap));
    letters.get(..end.unwrap_or(ENDS)).unwrap_or(letters)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_texts_keep_their_first_and_last_words_and_lists_all_lines_or_how_many() {
        let lines = |count: usize| {
            let line = json!({"@line": "1 Bud", "since": "the day I moved there"});
            Value::Array(vec![line; count]).to_string()
        };
        for (told, short) in [
            ("three bags of rice", "three bags of rice"),
            (
                "We had a long day, and the train was late, and lots of them, I think",
                "We had a long … of them, I think",
            ),
            (
                "Schifffahrtsgesellschaft and others, and at the end Wirtschaftswissenschaft",
                "Schifffahrtsgesellschaft … Wirtschaftswissenschaft",
            ),
            (
                "東京から新幹線で京都まで行ったときに鞄を忘れて、翌日に届けられたと聞いたのですが、まだ手元にありません",
                "東京から新幹線で京都まで行ったと … たのですが、まだ手元にありません",
            ),
            (lines(2).as_str(), lines(2).as_str()),
            (lines(9).as_str(), "[… 9 lines]"),
        ] {
            let mut value = json!([{"value": told, "facts": null}]);
            in_short(&mut value);
            assert_eq!(value, json!([{"value": short}]));
        }
    }

    #[test]
    fn lines_that_were_recorded_before_stand_before_the_rest() {
        let entry = |value: Value| json!({"field_id": "items", "value": value.to_string()});
        let mut again = entry(json!([{"@line": 1, "amount": 3}]));
        join_lines(&entry(json!([{"item": "nuts"}])), &mut again);
        assert_eq!(
            again,
            entry(json!([{"item": "nuts"}, {"@line": 1, "amount": 3}]))
        );
    }
}

//! Lines of a list that a message corrects, completes or takes away by their numbers.

use kikitori_form::narrow_letter;
use serde_json::{Map, Value, json};

use super::hearing::{Heard, Hearing, Outcome};
use crate::line_reader::{LineFields, parts_of};
use crate::reading::Found;
use crate::scene::Scene;

/// Words that take a line away.
const REMOVES: [&str; 8] = [
    "remove",
    "delete",
    "leave out",
    "drop",
    "take out",
    "削除",
    "取り消",
    "なしで",
];

/// Adds to `hearing` what the last message says of lines.
pub fn hear(scene: &Scene, hearing: &mut Hearing) {
    for (id, lines) in &scene.now.lines {
        let Some(field) = scene.field(id) else {
            continue;
        };
        let fields = LineFields::of(&field.answer);
        let todo: Vec<u64> = members(lines, "todo")
            .iter()
            .filter_map(|it| it.get("@line")?.as_u64())
            .collect();
        let is_asked = scene.now.asked.as_deref() == Some(id);
        for said in scene.said() {
            let mut named = segments(said);
            if let ([], [only], true) = (named.as_slice(), todo.as_slice(), is_asked) {
                named.push((*only, said.clone()));
            }
            let changes: Vec<(u64, Value)> = named
                .into_iter()
                .filter_map(|(number, words)| Some((number, change(number, &words, &fields)?)))
                .collect();
            if changes.is_empty() {
                continue;
            }
            let left = todo
                .iter()
                .filter(|number| !changes.iter().any(|(changed, _)| changed == *number));
            let is_open = scene.now.open.iter().any(|open| open == id);
            let done = !is_open || left.count() == 0;
            let value: Vec<Value> = changes.into_iter().map(|(_, change)| change).collect();
            let value = Value::Array(value).to_string();
            hearing.heard.retain(|it| {
                it.field_id != *id && !matches!(it.outcome, Outcome::NotEnough { .. })
            });
            hearing.sort = None;
            hearing.heard.push(Heard {
                field_id: id.clone(),
                quote: said.clone(),
                is_quoted: false,
                outcome: Outcome::Lines {
                    told: Found {
                        quote: said.clone(),
                        value,
                    },
                    done,
                },
            });
        }
    }
}

fn members(lines: &Value, name: &str) -> Vec<Value> {
    let found = lines.get(name).and_then(Value::as_array);
    found.cloned().unwrap_or_default()
}

/// The words about each line that is named: "line 3 …", "3行目…".
fn segments(said: &str) -> Vec<(u64, String)> {
    let folded: String = said
        .chars()
        .map(|it| narrow_letter(it).to_ascii_lowercase())
        .collect();
    let mut starts: Vec<(usize, usize, u64)> = Vec::new();
    for (at, word) in folded.match_indices("line ") {
        let rest = folded.get(at + word.len()..).unwrap_or_default();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse() {
            starts.push((at, at + word.len() + digits.len(), number));
        }
    }
    for (at, word) in folded.match_indices("行目") {
        let before = folded.get(..at).unwrap_or_default();
        let digits = before
            .chars()
            .rev()
            .take_while(char::is_ascii_digit)
            .count();
        let digits = before.get(at - digits..).unwrap_or_default();
        if let Ok(number) = digits.parse() {
            starts.push((at - digits.len(), at + word.len(), number));
        }
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|(start, _, _)| *start);
    let ends: Vec<usize> = ends.chain([folded.len()]).collect();
    let words = starts.iter().zip(ends).map(|((_, from, number), end)| {
        let words = folded.get(*from..end).unwrap_or_default();
        (*number, words.to_owned())
    });
    words.collect()
}

fn change(number: u64, words: &str, fields: &LineFields) -> Option<Value> {
    if REMOVES.iter().any(|word| words.contains(word)) || words.contains("not a line") {
        return Some(json!({"@line": number, "@remove": true}));
    }
    let mut change = Map::new();
    for part in parts_of(words, fields) {
        let value = part.value.unwrap_or(part.quote);
        change.insert(part.field, Value::String(value));
    }
    if change.is_empty() {
        return None;
    }
    change.insert("@line".to_owned(), json!(number));
    Some(Value::Object(change))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named_in_both_languages() {
        let named = |said: &str| segments(said);
        assert_eq!(
            named("Line 3 should be 12 cases, and line 7: 4"),
            [
                (3, " should be 12 cases, and ".to_owned()),
                (7, ": 4".to_owned())
            ]
        );
        assert_eq!(
            named("３行目は１２ケース、12行目は削除"),
            [(3, "は12ケース、".to_owned()), (12, "は削除".to_owned())]
        );
        assert_eq!(named("on the line please"), []);
    }
}

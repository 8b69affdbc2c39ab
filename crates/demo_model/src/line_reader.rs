//! The LineReader: finds item, amount and unit in lines of words, by their shape.

use kikitori_form::narrow_letter;
use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::parse;

/// The group's fields as the reader is told them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Group {
    answer: Value,
}

/// The fields that lines of words are read for.
#[derive(Debug, Default, Clone)]
pub struct LineFields {
    /// A number or name of the item.
    pub item: Option<String>,
    /// How much of it.
    pub amount: Option<String>,
    /// In which unit, and the values that it can have.
    pub unit: Option<(String, Vec<String>)>,
}

/// A value, and the words of the line that give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub field: String,
    pub quote: String,
    pub value: Option<String>,
}

/// Words for units, by the value of the option.
const UNITS: [(&str, &[&str]); 3] = [
    ("CS", &["cases", "case", "cs", "ケース"]),
    ("Ea", &["each", "ea", "pcs", "個"]),
    ("Lbs", &["pounds", "pound", "lbs", "lb", "ポンド"]),
];
/// Words for amounts.
const AMOUNTS: [(&str, &str); 7] = [
    ("a dozen", "12"),
    ("一ダース", "12"),
    ("half", "0.5"),
    ("半", "0.5"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
];
/// Words of lines that order nothing.
const REMARKS: [&str; 8] = [
    "thanks",
    "thank you",
    "hello",
    "and also",
    "weekly order",
    "お世話に",
    "今週分",
    "それから",
];

/// Reads the lines that it was given.
pub fn reply(messages: &[Message]) -> Completion {
    let given = messages.iter().find_map(|message| match message {
        Message::User { content, .. } => {
            let group: Group = parse::json(content, "group")?;
            let lines: Vec<Value> = parse::json(content, "lines")?;
            Some((group, lines))
        }
        _ => None,
    });
    let Some((group, lines)) = given else {
        return says("I was given no lines.");
    };
    let fields = LineFields::of(&group.answer);
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| {
            let text = line.get("text").and_then(Value::as_str).unwrap_or_default();
            let folded = text.to_lowercase();
            let parts = parts_of(text, &fields);
            let is_remark = REMARKS.iter().any(|words| folded.contains(words));
            let kind = match (is_remark && parts.is_empty(), parts.is_empty()) {
                (true, _) => "remark",
                (_, true) => "unclear",
                _ => "line",
            };
            let values: Vec<Value> = parts
                .iter()
                .map(|it| json!({"field": it.field, "quote": it.quote, "value": it.value}))
                .collect();
            json!({"line": line.get("line"), "kind": kind, "values": values, "confidence": "medium"})
        })
        .collect();
    calls("read_lines", json!({ "lines": lines }))
}

impl LineFields {
    /// Picks the fields out of a group's, by their kinds.
    pub fn of(answer: &Value) -> Self {
        let fields = answer.get("fields").and_then(Value::as_array);
        let mut found = Self::default();
        for field in fields.into_iter().flatten() {
            let Some(id) = field.get("id").and_then(Value::as_str) else {
                continue;
            };
            let kind = field.pointer("/answer/type").and_then(Value::as_str);
            match kind.unwrap_or("longText") {
                "number" | "integer" => {
                    found.amount.get_or_insert_with(|| id.to_owned());
                }
                "choice" => {
                    let options = field.pointer("/answer/options").and_then(Value::as_array);
                    let options = options.into_iter().flatten();
                    let values = options.filter_map(|option| {
                        let value = option.get("value").unwrap_or(option);
                        value.as_str().map(str::to_owned)
                    });
                    let values: Vec<String> = values.collect();
                    found.unit.get_or_insert_with(|| (id.to_owned(), values));
                }
                "shortText" => {
                    found.item.get_or_insert_with(|| id.to_owned());
                }
                _ => {}
            }
        }
        found
    }
}

/// What a line of words says: nothing that can be read in two ways.
pub fn parts_of(text: &str, fields: &LineFields) -> Vec<Part> {
    let letters: Vec<(char, usize)> = text
        .char_indices()
        .map(|(at, letter)| (narrow_letter(letter).to_ascii_lowercase(), at))
        .collect();
    let mut parts = Vec::new();
    let runs = runs_of(&letters, text.len());
    let items: Vec<&Run> = runs.iter().filter(|run| run.is_item()).collect();
    if let (Some(field), [only]) = (&fields.item, items.as_slice()) {
        parts.push(Part {
            field: field.clone(),
            quote: text
                .get(only.start..only.end)
                .unwrap_or_default()
                .to_owned(),
            value: None,
        });
    }
    let folded: String = letters.iter().map(|(letter, _)| *letter).collect();
    let unit = fields.unit.as_ref().and_then(|(field, values)| {
        let known = UNITS
            .iter()
            .filter(|(value, _)| values.iter().any(|it| it == value));
        let mut words = known.flat_map(|(value, words)| words.iter().map(move |it| (*value, *it)));
        words.find_map(|(value, word)| {
            let quote = word_in(&folded, word)?;
            Some(Part {
                field: field.clone(),
                quote,
                value: Some(value.to_owned()),
            })
        })
    });
    if let Some(field) = &fields.amount {
        let mut amounts = runs.iter().filter(|run| run.is_amount());
        let said = amounts.find_map(|run| {
            let quote = text.get(run.start..run.end)?.to_owned();
            Some((quote, None))
        });
        let by_word = || {
            let mut words = AMOUNTS.iter();
            words.find_map(|(word, number)| {
                let quote = word_in(&folded, word)?;
                Some((quote, Some((*number).to_owned())))
            })
        };
        if let Some((quote, value)) = said.or_else(by_word) {
            parts.push(Part {
                field: field.clone(),
                quote,
                value,
            });
        }
    }
    parts.extend(unit);
    parts
}

/// Letters, digits and marks that belong together.
#[derive(Debug)]
struct Run {
    text: String,
    start: usize,
    end: usize,
}

impl Run {
    fn is_item(&self) -> bool {
        let digits = self.text.chars().filter(char::is_ascii_digit).count();
        digits >= 4 && !self.text.contains(['/', '#', '.'])
    }

    fn is_amount(&self) -> bool {
        let is_written = |it: char| it.is_ascii_digit() || matches!(it, '/' | '.');
        self.text.len() <= 5
            && self.text.chars().all(is_written)
            && self.text.starts_with(|it: char| it.is_ascii_digit())
            && !self.is_item()
    }
}

fn runs_of(letters: &[(char, usize)], length: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut is_open = false;
    for (place, (letter, at)) in letters.iter().enumerate() {
        let end = letters.get(place + 1).map_or(length, |(_, next)| *next);
        let belongs = letter.is_ascii_alphanumeric() || matches!(letter, '-' | '/' | '#' | '.');
        match runs.last_mut().filter(|_| is_open && belongs) {
            Some(run) => {
                run.text.push(*letter);
                run.end = end;
            }
            None if belongs => runs.push(Run {
                text: letter.to_string(),
                start: *at,
                end,
            }),
            None => {}
        }
        is_open = belongs;
    }
    for run in &mut runs {
        let kept = run.text.trim_end_matches(['-', '.', '/']).len();
        // What is cut off is ASCII in the text as it is compared, and may be wider in the line.
        if kept < run.text.len() {
            run.text.truncate(kept);
            let first = letters.iter().position(|(_, at)| *at == run.start);
            let after = first.and_then(|first| letters.get(first + kept));
            run.end = after.map_or(length, |(_, at)| *at);
        }
    }
    runs.retain(|run| !run.text.is_empty());
    runs
}

/// A word in a text, where no letter of its own script stands beside it.
fn word_in(text: &str, word: &str) -> Option<String> {
    let mut found = text.match_indices(word);
    let is_apart = |at: usize| {
        let before = text.get(..at).and_then(|it| it.chars().last());
        let after = text.get(at + word.len()..).and_then(|it| it.chars().next());
        let is_letter = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphabetic());
        !word.is_ascii() || !(is_letter(before) || is_letter(after))
    };
    let (_, word) = found.find(|(at, _)| is_apart(*at))?;
    Some(word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> LineFields {
        let units = ["CS", "Ea", "Lbs"].map(str::to_owned);
        LineFields {
            item: Some("item".to_owned()),
            amount: Some("amount".to_owned()),
            unit: Some(("unit".to_owned(), units.to_vec())),
        }
    }

    #[test]
    fn item_amount_and_unit_are_found_in_words() {
        for (line, expected) in [
            (
                "2 cs 40112 6/#10 diced tomatoes",
                "item=40112 amount=2 unit=cs",
            ),
            ("1/2 cs 40118", "item=40118 amount=1/2 unit=cs"),
            ("a dozen of 40230", "item=40230 amount=a dozen"),
            ("3 ea 40231, the small ones", "item=40231 amount=3 unit=ea"),
            ("40377 x 4 cs", "item=40377 amount=4 unit=cs"),
            ("40519 one case", "item=40519 amount=one unit=case"),
            ("1 cs 40688 or 40689 whichever is in", "amount=1 unit=cs"),
            ("brown sugar, the usual", ""),
            (
                "D-4011を２ケース、１号缶のほう",
                "item=D-4011 amount=２ unit=ケース",
            ),
            ("D-4012　半ケース", "item=D-4012 amount=半 unit=ケース"),
            ("D-4037×４ケース", "item=D-4037 amount=４ unit=ケース"),
        ] {
            let parts = parts_of(line, &fields());
            let parts = parts.iter().map(|it| format!("{}={}", it.field, it.quote));
            assert_eq!(parts.collect::<Vec<_>>().join(" "), expected, "{line:?}");
        }
    }
}

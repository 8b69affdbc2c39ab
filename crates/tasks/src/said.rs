//! Which numbers of a task nobody has said. A planner is told to leave them open, but one that makes
//! an amount up anyway makes it look like the person's own: so it is marked where they see it.

use serde_json::{Map, Number, Value};

/// Levels of a parameter that are looked at.
const MAX_DEPTH: usize = 8;
/// Numbers that are told of one task.
const MAX_UNSAID: usize = 12;

/// A number in a task's parameters that stands in no request.
#[derive(Debug, Clone, PartialEq)]
pub struct UnsaidNumber {
    /// The member that holds it: `people`.
    pub member: String,
    /// What is called so beside it: `Leeks` of an item with a name.
    pub of: Option<String>,
    /// The number.
    pub number: Number,
}

/// The numbers in `parameters` that none of the `requests` has, in digits or in words. References to
/// results are none.
///
/// ```
/// use kikitori_tasks::unsaid_numbers;
/// let parameters = serde_json::json!({"day": "Monday", "people": 2, "max_minutes": 20});
/// let parameters = parameters.as_object().cloned().unwrap_or_default();
/// let unsaid = unsaid_numbers(&parameters, &["Something for Monday, in twenty minutes."]);
/// assert_eq!(unsaid.len(), 1);
/// assert_eq!(unsaid[0].member, "people");
/// ```
pub fn unsaid_numbers(parameters: &Map<String, Value>, requests: &[&str]) -> Vec<UnsaidNumber> {
    let mut held = Vec::new();
    numbers_in(parameters, MAX_DEPTH, &mut held);
    if held.is_empty() {
        return held;
    }
    let said: Vec<f64> = requests.iter().flat_map(|it| said_numbers(it)).collect();
    let is_read = requests.iter().all(|it| are_words_read(it));
    held.retain(|it| {
        let number = it.number.as_f64();
        let is_said = number.is_some_and(|it| said.iter().any(|said| (said - it).abs() < 1e-9));
        let may_be_said = !is_read && number.is_some_and(|it| it <= MOST_IN_WORDS);
        !is_said && !may_be_said
    });
    held.truncate(MAX_UNSAID);
    held
}

fn numbers_in(object: &Map<String, Value>, depth: usize, held: &mut Vec<UnsaidNumber>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let of = object.get("name").and_then(Value::as_str);
    for (member, value) in object {
        let values = match value {
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        for value in values {
            match value {
                // None of something is what a service takes for "not at all".
                Value::Number(number) if number.as_f64() != Some(0.0) => held.push(UnsaidNumber {
                    member: member.clone(),
                    of: of.map(str::to_owned),
                    number: number.clone(),
                }),
                Value::Object(within) => numbers_in(within, depth, held),
                _ => {}
            }
        }
    }
}

/// The largest number that people write in words, more or less.
const MOST_IN_WORDS: f64 = 100.0;

/// Words that requests in English have, and those of other languages do not.
const ENGLISH: [&str; 36] = [
    "the",
    "and",
    "of",
    "with",
    "without",
    "what",
    "my",
    "our",
    "we",
    "please",
    "something",
    "some",
    "bought",
    "buy",
    "want",
    "need",
    "have",
    "people",
    "dinner",
    "dinners",
    "lunch",
    "breakfast",
    "recipe",
    "put",
    "list",
    "plan",
    "today",
    "tomorrow",
    "tonight",
    "cook",
    "make",
    "use",
    "used",
    "add",
    "it",
    "eggs",
];

/// Whether numbers in words would be found in this text: it is in English or Japanese, or has no word.
/// Of another language the words are not known, so nothing that may be one of them is marked.
fn are_words_read(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let is_japanese = |it: char| matches!(it, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    let mut words = text.split(|it: char| !it.is_alphabetic());
    !text.contains(char::is_alphabetic)
        || text.contains(is_japanese)
        || words.any(|word| ENGLISH.contains(&word) || DAYS.contains(&word))
}

/// Days, by their English names.
const DAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// English words of numbers. Those of several meanings count as all of them.
const WORDS: [(&str, f64); 37] = [
    ("a", 1.0),
    ("an", 1.0),
    ("one", 1.0),
    ("myself", 1.0),
    ("two", 2.0),
    ("both", 2.0),
    ("couple", 2.0),
    ("pair", 2.0),
    ("twice", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("dozen", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("eighteen", 18.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
    ("half", 0.5),
    ("half", 30.0),
    ("quarter", 0.25),
    ("quarter", 15.0),
    ("thousand", 1_000.0),
];

/// Japanese words that hold no figure.
const KANA: [(&str, f64); 8] = [
    ("ひとつ", 1.0),
    ("ひとり", 1.0),
    ("ふたつ", 2.0),
    ("ふたり", 2.0),
    ("みっつ", 3.0),
    ("よっつ", 4.0),
    ("いつつ", 5.0),
    ("半", 0.5),
];

/// Words of units that are a thousand, a hundred or sixty of those that services count in.
const LARGER: [(&str, f64); 14] = [
    ("kg", 1_000.0),
    ("kilo", 1_000.0),
    ("kilos", 1_000.0),
    ("kilogram", 1_000.0),
    ("kilograms", 1_000.0),
    ("l", 1_000.0),
    ("litre", 1_000.0),
    ("litres", 1_000.0),
    ("liter", 1_000.0),
    ("liters", 1_000.0),
    ("dl", 100.0),
    ("hour", 60.0),
    ("hours", 60.0),
    ("dozen", 12.0),
];

/// The same in Japanese, where words have no gaps.
const LARGER_KANA: [(&str, f64); 5] = [
    ("キロ", 1_000.0),
    ("リットル", 1_000.0),
    ("デシリットル", 100.0),
    ("時間", 60.0),
    ("ダース", 12.0),
];

/// All numbers that a text may say: rather one too many, so that nothing that was said is marked.
fn said_numbers(text: &str) -> Vec<f64> {
    let text: String = text.chars().map(plain).collect();
    let text = text.to_ascii_lowercase();
    let mut said = figures(&text);
    said.extend(kanji(&text));
    let words: Vec<&str> = text.split(|it: char| !it.is_ascii_alphabetic()).collect();
    let of_words = WORDS.iter().filter(|(word, _)| words.contains(word));
    said.extend(of_words.map(|(_, number)| number));
    let of_kana = KANA.iter().filter(|(word, _)| text.contains(word));
    said.extend(of_kana.map(|(_, number)| number));
    let larger = LARGER.iter().filter(|(word, _)| words.contains(word));
    let larger_kana = LARGER_KANA.iter().filter(|(word, _)| text.contains(word));
    let times: Vec<f64> = larger.chain(larger_kana).map(|(_, times)| *times).collect();
    let multiplied = times
        .iter()
        .flat_map(|times| said.iter().map(move |it| it * times));
    let multiplied: Vec<f64> = multiplied.collect();
    said.extend(multiplied);
    said
}

/// A digit or a point of another width as the plain one.
fn plain(character: char) -> char {
    match character {
        '０'..='９' | '．' | '，' | '／' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        other => other,
    }
}

/// What is written in digits: `1,5` may be one thing or the other, and `1/2` a half.
fn figures(text: &str) -> Vec<f64> {
    let is_part = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',' | '/');
    let written = text.split(|it| !is_part(it));
    let written = written.map(|it| it.trim_matches(['.', ',', '/']));
    let mut said = Vec::new();
    for written in written.filter(|it| !it.is_empty()) {
        said.extend(written.replace(',', "").parse::<f64>());
        said.extend(written.replace(',', ".").parse::<f64>());
        if let Some((over, under)) = written.split_once('/') {
            let both = (over.parse::<f64>(), under.parse::<f64>());
            if let (Ok(over), Ok(under)) = both {
                said.extend([over, under, over / under]);
            }
        }
    }
    let signs = [('½', 0.5), ('¼', 0.25), ('¾', 0.75)];
    said.extend(signs.iter().filter(|it| text.contains(it.0)).map(|it| it.1));
    said
}

/// What is written in kanji, up to the thousands: 二十三, 百五十.
fn kanji(text: &str) -> Vec<f64> {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let (mut said, mut sum, mut digit) = (Vec::new(), 0.0, None::<f64>);
    // The end of the text ends a number too.
    for character in text.chars().chain([' ']) {
        let value = DIGITS.iter().zip(0_u8..).find(|it| *it.0 == character);
        let power = match character {
            '十' => Some(10.0),
            '百' => Some(100.0),
            '千' => Some(1_000.0),
            _ => None,
        };
        match (value, power) {
            (Some((_, value)), _) => {
                digit = Some(digit.map_or(0.0, |it| it * 10.0) + f64::from(value));
            }
            (None, Some(power)) => sum += digit.take().unwrap_or(1.0) * power,
            (None, None) => {
                let whole = sum + digit.take().unwrap_or_default();
                if whole > 0.0 {
                    said.push(whole);
                }
                sum = 0.0;
            }
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unsaid(parameters: &Value, requests: &[&str]) -> Vec<String> {
        let parameters = parameters.as_object().cloned().unwrap_or_default();
        let numbers = unsaid_numbers(&parameters, requests).into_iter();
        let told = numbers.map(|it| {
            let of = it.of.map(|of| format!("{of} ")).unwrap_or_default();
            format!("{of}{} {}", it.member, it.number)
        });
        told.collect()
    }

    #[test]
    fn a_number_that_stands_in_the_request_is_said_however_it_is_written() {
        let cases = [
            ("I bought 6 eggs.", 6.0),
            ("卵を６個買いました。", 6.0),
            ("卵を六個買いました。", 6.0),
            ("卵を十二個買いました。", 12.0),
            ("米を百五十グラム使った。", 150.0),
            ("ふたり分の夕食", 2.0),
            ("Dinner for two, please.", 2.0),
            ("A dozen eggs", 12.0),
            ("two dozen eggs", 24.0),
            ("half a dozen eggs", 6.0),
            ("1,000 ml of milk", 1_000.0),
            ("a litre of milk", 1_000.0),
            ("1.5 l of milk", 1_500.0),
            ("1,5 kg Mehl", 1_500.0),
            ("½ kg of flour", 500.0),
            ("half a kilo of flour", 500.0),
            ("米を2キロ", 2_000.0),
            ("in half an hour", 30.0),
            ("1/2 l of cream", 500.0),
        ];
        for (request, number) in cases {
            let parameters = json!({ "amount": number });
            assert_eq!(unsaid(&parameters, &[request]), [""; 0], "{request}");
        }
    }

    #[test]
    fn a_number_that_nobody_said_is_told_with_what_it_is_of() {
        let cases = [
            (
                json!({"day": "Monday", "people": 2}),
                "Something for Monday.",
                vec!["people 2"],
            ),
            (json!({"people": 4}), "夕食を考えて", vec!["people 4"]),
            (
                json!({"amount": 500}),
                "I bought 6 eggs and some flour",
                vec!["amount 500"],
            ),
            (
                json!({"items": [{"name": "Leeks", "amount": 2}, {"name": "Salt", "amount": 1000}]}),
                "Put 2 leeks and salt on the list",
                vec!["Salt amount 1000"],
            ),
            // What another task gives is nobody's guess.
            (
                json!({"amount": "${stock.item.amount}"}),
                "Use it all up",
                vec![],
            ),
            (json!({"minutes": 0}), "A recipe", vec![]),
        ];
        for (parameters, request, expected) in cases {
            assert_eq!(unsaid(&parameters, &[request]), expected, "{request}");
        }
        // What was said before counts too.
        let before = ["Dinner for 3 people", "And on Tuesday?"];
        assert_eq!(unsaid(&json!({"people": 3}), &before), [""; 0]);
    }

    #[test]
    fn a_number_that_may_be_said_in_a_language_whose_words_are_not_known_is_not_told() {
        for request in [
            "lieber doch nur für vier",
            "Abendessen fuer vier",
            "cena para cuatro",
            "ужин на четверых",
            "넷이 먹을 저녁",
        ] {
            assert_eq!(
                unsaid(&json!({"people": 4}), &[request]),
                [""; 0],
                "{request}"
            );
            let told = unsaid(&json!({"amount": 500}), &[request]);
            assert_eq!(told, ["amount 500"], "{request}");
        }
        assert_eq!(
            unsaid(&json!({"people": 4}), &["Dinner tomorrow"]),
            ["people 4"]
        );
    }

    #[test]
    fn what_is_nested_deep_or_long_has_its_bounds() {
        let mut deep = json!({"amount": 7});
        for _ in 0..1_000 {
            deep = json!({ "within": deep });
        }
        assert_eq!(unsaid(&deep, &[""]), [""; 0]);
        let many = json!({"of": (1..100).collect::<Vec<u32>>()});
        assert_eq!(unsaid(&many, &[""]).len(), MAX_UNSAID);
    }
}

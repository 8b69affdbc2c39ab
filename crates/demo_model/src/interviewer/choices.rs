//! Answers to offer when a field is a choice.

use kikitori_form::file::answer::{AnswerType, ChoiceOption};

use crate::field::Field;
use crate::speech::Speech;
use crate::text::{plain, shortened, words};

/// More are a list, not a suggestion.
const MOST: usize = 5;
/// Longer ones are explanations.
const LONGEST: usize = 24;

/// Verbs with which an English question that is answered by yes or no begins.
const YES_OR_NO: [&str; 14] = [
    "do", "does", "did", "are", "is", "have", "has", "can", "could", "will", "would", "may",
    "were", "was",
];

/// The choices that the field's own texts give; none when it is not a choice.
pub fn of(speech: Speech, field: &Field) -> Vec<String> {
    if let Some(kind) = field.typed() {
        return offered(speech, &kind);
    }
    if let Some(choices) = listed(field) {
        return choices;
    }
    if speech == Speech::Japanese && field.label.contains("有無") {
        return vec!["あり".to_owned(), "なし".to_owned()];
    }
    match speech {
        _ if !is_yes_or_no_in(speech, &field.label) => return Vec::new(),
        Speech::English => ["Yes", "No"],
        Speech::Japanese => ["はい", "いいえ"],
    }
    .map(str::to_owned)
    .to_vec()
}

/// The answers that a field of this kind offers.
fn offered(speech: Speech, kind: &AnswerType) -> Vec<String> {
    let language = match speech {
        Speech::English => "en",
        Speech::Japanese => "ja",
    };
    let labels = |options: &[ChoiceOption]| {
        let labels = options.iter().take(MOST);
        labels
            .map(|option| option.label.in_language(language).to_owned())
            .collect()
    };
    match (kind, speech) {
        (AnswerType::YesNo(_), Speech::English) => vec!["Yes".to_owned(), "No".to_owned()],
        (AnswerType::YesNo(_), Speech::Japanese) => vec!["はい".to_owned(), "いいえ".to_owned()],
        (AnswerType::Choice(it), _) => labels(&it.options),
        (AnswerType::Choices(it), _) => labels(&it.options),
        (AnswerType::Rating(it), _) => {
            let points = it.lowest()..=it.max.0;
            points.map(|point| point.to_string()).take(MOST).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a question or label is answered by yes or no.
pub fn is_yes_or_no_in(speech: Speech, label: &str) -> bool {
    match speech {
        Speech::English => is_yes_or_no(label),
        Speech::Japanese => is_yes_or_no_in_japanese(label),
    }
}

/// The choices that the field's texts list word for word.
pub fn listed(field: &Field) -> Option<Vec<String>> {
    if let Some(choices) = in_brackets(&field.label) {
        return Some(choices);
    }
    let first_fact = field.facts.first();
    let texts = [
        Some(field.intent.as_str()),
        first_fact.map(|fact| fact.fact.as_str()),
        first_fact.map(|fact| fact.done_criteria.as_str()),
    ];
    (field.facts.len() <= 1)
        .then(|| texts.into_iter().flatten().find_map(after_one_of))
        .flatten()
}

fn is_yes_or_no(label: &str) -> bool {
    label.trim_end().ends_with('?')
        && words(label)
            .first()
            .is_some_and(|word| YES_OR_NO.contains(&word.as_str()))
        && !label.contains(" or ")
}

fn is_yes_or_no_in_japanese(label: &str) -> bool {
    let label = label.trim_end_matches(['?', '？', '。']);
    (label.ends_with("ますか") || label.ends_with("ましたか") || label.ends_with("ありますか"))
        && ![
            "何",
            "いつ",
            "どこ",
            "だれ",
            "誰",
            "どの",
            "どれ",
            "どち",
            "なぜ",
            "いくつ",
            "いくら",
        ]
        .iter()
        .any(|word| label.contains(word))
}

/// `Severity (low, medium, high)`
fn in_brackets(label: &str) -> Option<Vec<String>> {
    let (_, rest) = label.split_once(['(', '（'])?;
    let (inside, _) = rest.split_once([')', '）'])?;
    let start = plain(inside);
    let is_example = [
        "e.g",
        "eg ",
        "for example",
        "such as",
        "例",
        "optional",
        "任意",
        "必須",
    ]
    .iter()
    .any(|word| start.starts_with(word));
    if is_example { None } else { items(inside) }
}

/// `… is one of: low, medium or high.`
pub fn after_one_of(text: &str) -> Option<Vec<String>> {
    for opening in ["one of the following", "one of", "choose from", "either"] {
        let at = text.to_ascii_lowercase().find(opening);
        let rest = at.and_then(|at| text.get(at + opening.len()..));
        if let Some(rest) = rest {
            let rest = rest.trim_start_matches([':', ' ']);
            let list = rest.split(['.', ';', '\n']).next().unwrap_or_default();
            return items(list);
        }
    }
    let list = ["のいずれか", "のどれか", "から選"]
        .iter()
        .find_map(|closing| text.split_once(closing))?
        .0;
    items(
        list.rsplit(['。', '：', ':', '\n'])
            .next()
            .unwrap_or_default(),
    )
}

fn items(list: &str) -> Option<Vec<String>> {
    let list = list.replace(" or ", ",").replace(" and ", ",");
    let items: Vec<String> = list
        .split([',', '/', '、', '・', '／', '|'])
        .map(|item| item.trim().trim_matches(['"', '\'', '「', '」']).trim())
        .filter(|item| !item.is_empty())
        .map(|item| shortened(item, LONGEST + 1))
        .collect();
    let fits = (2..=MOST).contains(&items.len())
        && items.iter().all(|item| item.chars().count() <= LONGEST);
    fits.then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Fact;

    #[test]
    fn choices_are_found_where_the_form_lists_them() {
        use Speech::{English, Japanese};
        for (speech, label, criteria, expected) in [
            (
                English,
                "Severity (low, medium, high)",
                "",
                "low|medium|high",
            ),
            (
                English,
                "Severity",
                "One of low, medium or high.",
                "low|medium|high",
            ),
            (English, "Name (e.g. Ada, Grace)", "", ""),
            (English, "Do you smoke?", "", "Yes|No"),
            (English, "Are you new or returning?", "", ""),
            (
                English,
                "Experience",
                "Names one of the employers and what was done there in detail",
                "",
            ),
            (Japanese, "アレルギーの有無", "", "あり|なし"),
            (Japanese, "喫煙しますか", "", "はい|いいえ"),
            (Japanese, "どこが痛みますか", "", ""),
            (
                Japanese,
                "程度",
                "軽い、普通、重いのいずれか",
                "軽い|普通|重い",
            ),
        ] {
            let field = Field {
                label: label.into(),
                facts: vec![Fact {
                    done_criteria: criteria.into(),
                    ..Fact::default()
                }],
                ..Field::default()
            };
            assert_eq!(of(speech, &field).join("|"), expected, "{label}");
        }
    }
}

//! What is kept of a line beside its values.

use kikitori_json::FromJson;
use serde::Serialize;

use super::amount::has_digit;
use crate::file::answer::{AnswerType, Group};
use crate::id::FieldId;
use crate::values::filled;

/// How sure it is that a line was read as it was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A value is somebody's reading of words that do not say it themselves.
    Low,
    /// The words say it, and which field each is for was worked out.
    #[default]
    Medium,
    /// Named columns say it, or the person put it there.
    High,
}

impl Confidence {
    /// As it is stored and exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// Whether a line can leave as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStatus {
    /// It has all that it needs.
    Success,
    /// Something is to be asked.
    Todo,
}

impl LineStatus {
    /// As it is exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Todo => "todo",
        }
    }
}

/// Why a line of a text is no line of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum AsideReason {
    /// It names the columns.
    Header,
    /// It names what follows.
    Heading,
    /// It adds up.
    Total,
    /// It is drawn.
    Rule,
    /// It says something else.
    Remark,
}

impl AsideReason {
    /// As it is stored and exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Heading => "heading",
            Self::Total => "total",
            Self::Rule => "rule",
            Self::Remark => "remark",
        }
    }
}

/// What a line lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Lacking {
    /// Nobody has read it.
    NotRead,
    /// It may be no line at all.
    Unclear,
    /// A field that every line needs has no value.
    Missing(FieldId),
    /// The same, and nobody knows it, as they said.
    NotKnown(FieldId),
    /// What stands there is no value of its field.
    Unreadable(Unreadable),
}

/// Words that are no value of their field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct Unreadable {
    /// The field.
    pub field: FieldId,
    /// The words.
    pub said: String,
}

/// What code says of lines in English, with `{}` where something is filled in: what has to be
/// translated for [`Lacking::sentence_by`].
pub const LACKING_SENTENCES: [&str; 6] = [
    NOT_READ, UNCLEAR, MISSING, NOT_KNOWN, UNREADABLE, OTHER_UNIT,
];

const NOT_READ: &str = "not read yet";
const UNCLEAR: &str = "it is unclear what this is";
const MISSING: &str = "{} is missing";
const NOT_KNOWN: &str = "{} is not known";
const UNREADABLE: &str = "{}: “{}” does not fit";
const OTHER_UNIT: &str = "{}: “{}” does not fit, it is needed in {}";

/// The unit of the numbers that a field takes, where words have a number in another one.
fn unit_for<'a>(answer: &'a AnswerType, said: &str, language: &str) -> Option<&'a str> {
    let unit = match answer {
        AnswerType::Number(it) => it.unit.as_ref(),
        AnswerType::Integer(it) => it.unit.as_ref(),
        _ => None,
    };
    let unit = unit?.in_language(language);
    let behind = said.trim_start_matches(|it: char| !it.is_alphabetic());
    let is_in_it = behind == unit || said.split_whitespace().any(|word| word == unit);
    (has_digit(said) && !behind.is_empty() && !is_in_it).then_some(unit)
}

impl Lacking {
    /// Whether it is to be asked about: what nobody knows is not.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::NotKnown(_))
    }

    /// Whether what is said of it names the unit that the field's numbers are needed in.
    pub fn names_unit(&self, group: &Group, language: &str) -> bool {
        let Self::Unreadable(it) = self else {
            return false;
        };
        let field = group.fields.iter().find(|field| field.id == it.field);
        field.is_some_and(|field| unit_for(&field.answer, &it.said, language).is_some())
    }

    /// Notes that nobody knows what is missing, where that is the value of such a field.
    pub fn note_not_known(&mut self, is_it: impl Fn(&FieldId) -> bool) {
        if let Self::Missing(id) = self
            && is_it(id)
        {
            *self = Self::NotKnown(id.clone());
        }
    }

    /// Says it in English or Japanese.
    pub fn sentence(&self, group: &Group, language: &str) -> String {
        self.sentence_by(group, language, &|_| None)
    }

    /// Says it in another language: `told` has its sentences as [`LACKING_SENTENCES`] has them in
    /// English. One that it does not have is told in English.
    pub fn sentence_by<'a>(
        &self,
        group: &Group,
        language: &str,
        told: &dyn Fn(&str) -> Option<&'a str>,
    ) -> String {
        let spoken = language.split('-').next().unwrap_or_default();
        let is_japanese = spoken.eq_ignore_ascii_case("ja");
        let label = |id: &FieldId| {
            let field = group.fields.iter().find(|field| field.id == *id);
            let label = field.map(|field| field.label.in_language(language));
            let label = label.unwrap_or(id.as_str());
            // A question as a name would run into the sentence.
            match !is_japanese && label.split_whitespace().nth(2).is_some() {
                true => format!("“{label}”"),
                false => label.to_owned(),
            }
        };
        let (english, japanese, mut parts) = match self {
            Self::NotRead => (NOT_READ, "まだ読み取れていません", Vec::new()),
            Self::Unclear => (UNCLEAR, "何の行か分かりません", Vec::new()),
            Self::Missing(id) => (MISSING, "{}がありません", vec![label(id)]),
            Self::NotKnown(id) => (NOT_KNOWN, "{}は不明です", vec![label(id)]),
            Self::Unreadable(Unreadable { field: id, said }) => {
                let field = group.fields.iter().find(|field| field.id == *id);
                let unit = field.and_then(|it| unit_for(&it.answer, said, language));
                let mut parts = vec![label(id), said.clone()];
                match unit {
                    Some(unit) => {
                        parts.push(unit.to_owned());
                        let japanese = "{}：「{}」は当てはまりません（単位は{}）";
                        (OTHER_UNIT, japanese, parts)
                    }
                    None => (UNREADABLE, "{}：「{}」は当てはまりません", parts),
                }
            }
        };
        let sentence = match (is_japanese, told(english)) {
            (true, _) => japanese,
            (false, Some(told)) => told,
            // Before there was a sentence with the unit, the other one was translated.
            (false, None) if english == OTHER_UNIT => match (told(UNREADABLE), parts.pop()) {
                (Some(told), Some(unit)) => return format!("{} ({unit})", filled(told, parts)),
                (_, unit) => {
                    parts.extend(unit);
                    english
                }
            },
            (false, None) => english,
        };
        filled(sentence, parts)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn words_in_another_unit_are_told_with_the_fields() {
        let answer = AnswerType::from_json(&serde_json::json!({"type": "group", "fields": [
            {"id": "dose", "label": "Dawka", "required": true,
                "answer": {"type": "number", "unit": "mg"}},
            {"id": "days", "label": "Dni", "required": true, "answer": {"type": "integer"}}]}));
        let AnswerType::Group(group) = answer.unwrap() else {
            panic!()
        };
        let lacking = |field: &str, said: &str| {
            Lacking::Unreadable(Unreadable {
                field: FieldId::new(field).unwrap(),
                said: said.to_owned(),
            })
        };
        let polish = |english: &str| match english {
            UNREADABLE => Some("{}: „{}” nie pasuje"),
            OTHER_UNIT => Some("{}: „{}” nie pasuje, potrzebna jest liczba w {}"),
            _ => None,
        };
        let with_unit = "Dawka: „75 mikrogramów” nie pasuje, potrzebna jest liczba w mg";
        for (field, said, sentence) in [
            ("dose", "75 mikrogramów", with_unit),
            ("dose", "mało", "Dawka: „mało” nie pasuje"),
            ("dose", "5000 mg", "Dawka: „5000 mg” nie pasuje"),
            ("dose", "75", "Dawka: „75” nie pasuje"),
            ("days", "3 tygodnie", "Dni: „3 tygodnie” nie pasuje"),
        ] {
            let lacking = lacking(field, said);
            assert_eq!(lacking.sentence_by(&group, "pl", &polish), sentence);
        }
        let grams = lacking("dose", "75 mikrogramów");
        assert_eq!(
            grams.sentence(&group, "en"),
            "Dawka: “75 mikrogramów” does not fit, it is needed in mg"
        );
        assert_eq!(
            grams.sentence(&group, "ja"),
            "Dawka：「75 mikrogramów」は当てはまりません（単位はmg）"
        );
        // What was translated before the sentence with the unit was there.
        let older = |english: &str| polish(english).filter(|_| english == UNREADABLE);
        assert_eq!(
            grams.sentence_by(&group, "pl", &older),
            "Dawka: „75 mikrogramów” nie pasuje (mg)"
        );
    }
}

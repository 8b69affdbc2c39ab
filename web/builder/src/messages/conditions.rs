//! When a field is asked, as a sentence.

use kikitori_browser::BrowserLocale;
use kikitori_form::edit::{Is, Operator, SimpleCondition};
use kikitori_form::file::answer::{AnswerType, ChoiceOption};
use kikitori_form::file::condition::{Condition, Membership};
use kikitori_form::file::text::Text;
use kikitori_form::values::{DayName, Formats};
use kikitori_form::{FieldId, Form};
use serde_json::Value;

use super::Messages;

impl Messages {
    /// How answers of a type are compared.
    pub fn operator(&self, operator: Operator, answer: &AnswerType) -> &'static str {
        let words = match answer {
            AnswerType::Date(_) | AnswerType::DateTime(_) => &self.compare_days,
            AnswerType::Time(_) => &self.compare_times,
            _ => &self.compare_numbers,
        };
        let mut all = Operator::ALL.into_iter().zip(words);
        let found = all.find(|(it, _)| *it == operator);
        found.map_or("", |(_, words)| words)
    }

    /// A field that a condition is on.
    pub fn if_field(&self, label: &str) -> String {
        match self.is_japanese() {
            true => format!("「{label}」が"),
            false => format!("If “{label}”"),
        }
    }

    /// That an answer is one of those that there can be.
    pub fn is_option(&self, label: &str) -> String {
        match self.is_japanese() {
            true => format!("「{label}」"),
            false => format!("is “{label}”"),
        }
    }

    /// What an input of a value is called: of which field, how it is compared, and which of two it is.
    pub fn compared(&self, label: &str, operator: &str, place: usize) -> String {
        match (self.is_japanese(), place) {
            (true, 0) => format!("「{label}」{operator}"),
            (true, _) => format!("「{label}」{operator}（まで）"),
            (false, 0) => format!("“{label}” {operator}"),
            (false, _) => format!("“{label}” {operator} … {}", self.and),
        }
    }

    /// When a field is asked.
    pub fn asked_when(&self, when: &Condition, form: &Form) -> String {
        let said = self.said(when, form);
        match self.is_japanese() {
            true => format!("{said}ときに聞きます。"),
            false => format!("Asked if {said}."),
        }
    }

    fn said(&self, when: &Condition, form: &Form) -> String {
        if let Some(part) = SimpleCondition::of(when) {
            return self.simple(&part, form);
        }
        match when {
            Condition::All(parts) => self.joined(parts, self.and_if, form),
            Condition::Any(parts) => self.joined(parts, self.or_if, form),
            Condition::Not(inner) => self.not(inner, form),
            Condition::OneOf(it) => self.one_of(it, form),
            // All others are simple.
            _ => String::new(),
        }
    }

    fn not(&self, inner: &Condition, form: &Form) -> String {
        if let Condition::Answered(field) = inner {
            let label = label(field, form);
            return match self.is_japanese() {
                true => format!("「{label}」に答えがない"),
                false => format!("“{label}” is not answered"),
            };
        }
        let inner = self.said(inner, form);
        match self.is_japanese() {
            true => format!("（{inner}）ということがない"),
            false => format!("it is not so that ({inner})"),
        }
    }

    fn joined(&self, parts: &[Condition], between: &str, form: &Form) -> String {
        let part = |part: &Condition| {
            let said = self.said(part, form);
            let is_several = matches!(part, Condition::All(_) | Condition::Any(_));
            match (
                is_several && SimpleCondition::of(part).is_none(),
                self.is_japanese(),
            ) {
                (false, _) => said,
                (true, true) => format!("（{said}）"),
                (true, false) => format!("({said})"),
            }
        };
        parts.iter().map(part).collect::<Vec<_>>().join(between)
    }

    fn one_of(&self, it: &Membership, form: &Form) -> String {
        let values = it.values.iter();
        let values = values.map(|value| self.value(&it.field, &value.0, form));
        let values = values.collect::<Vec<_>>().join(self.or);
        let label = label(&it.field, form);
        match self.is_japanese() {
            true => format!("「{label}」が{values}である"),
            false => format!("“{label}” is {values}"),
        }
    }

    fn simple(&self, part: &SimpleCondition, form: &Form) -> String {
        let label = label(&part.field, form);
        let operator = part.is.operator();
        let values = part.is.values().into_iter();
        let values = values.map(|value| self.value(&part.field, value, form));
        let values: Vec<String> = values.collect();
        let answer = answer(&part.field, form);
        if !self.is_japanese() {
            let words = match (answer, &part.is) {
                (Some(AnswerType::Choices(_)), Is::Equal(_)) => "includes",
                (Some(AnswerType::Choice(_) | AnswerType::YesNo(_)), Is::Equal(_)) => "is",
                (Some(answer), _) => self.operator(operator, answer),
                (None, _) => "",
            };
            let said = format!("“{label}” {words} {}", values.join(" and "));
            return said.trim_end().to_owned();
        }
        let of_days = matches!(
            answer,
            Some(AnswerType::Date(_) | AnswerType::DateTime(_) | AnswerType::Time(_))
        );
        let ending = match (operator, of_days) {
            (Operator::Answered, _) => return format!("「{label}」に答えがある"),
            (Operator::Equal, _) if matches!(answer, Some(AnswerType::Choices(_))) => {
                return format!("「{label}」に{}がある", values.concat());
            }
            (Operator::Equal, _) => "である",
            (Operator::AtLeast, true) => "以後である",
            (Operator::AtLeast, false) => "以上である",
            (Operator::AtMost, true) => "以前である",
            (Operator::AtMost, false) => "以下である",
            (Operator::Greater, true) => "より後である",
            (Operator::Greater, false) => "より大きい",
            (Operator::Less, true) => "より前である",
            (Operator::Less, false) => "より小さい",
            (Operator::Between, _) => "までである",
        };
        format!("「{label}」が{}{ending}", values.join("から"))
    }

    /// A value as it stands in a sentence.
    fn value(&self, field: &FieldId, value: &Value, form: &Form) -> String {
        let own = form.own_language();
        let quoted = |text: &str| match self.is_japanese() {
            true => format!("「{text}」"),
            false => format!("“{text}”"),
        };
        let option = |options: &[ChoiceOption]| {
            let chosen = options
                .iter()
                .find(|it| Some(it.value.as_str()) == value.as_str());
            let label = chosen.map(|it| it.label.in_language(own));
            quoted(label.or_else(|| value.as_str()).unwrap_or_default())
        };
        let counted = |unit: Option<&Text>| match unit.map(|it| it.in_language(own)) {
            Some(unit) if self.is_japanese() => format!("{value}{unit}"),
            Some(unit) => format!("{value} {unit}"),
            None => value.to_string(),
        };
        match (answer(field, form), value) {
            (Some(AnswerType::YesNo(_)), Value::Bool(true)) => quoted(self.yes),
            (Some(AnswerType::YesNo(_)), Value::Bool(false)) => quoted(self.no),
            (Some(AnswerType::Choice(it)), _) => option(&it.options),
            (Some(AnswerType::Choices(it)), _) => option(&it.options),
            (Some(AnswerType::Number(it)), _) => counted(it.unit.as_ref()),
            (Some(AnswerType::Integer(it)), _) => counted(it.unit.as_ref()),
            (Some(AnswerType::Date(_) | AnswerType::DateTime(_)), Value::String(day)) => {
                let language = if self.is_japanese() { "ja" } else { "en-GB" };
                let said = BrowserLocale.day(day, language, DayName::Told);
                said.unwrap_or_else(|| day.clone())
            }
            (Some(AnswerType::Time(_)), Value::String(time)) => time.clone(),
            (_, Value::String(text)) => quoted(text),
            (_, other) => other.to_string(),
        }
    }
}

fn answer<'a>(field: &FieldId, form: &'a Form) -> Option<&'a AnswerType> {
    let found = form.fields.iter().find(|it| it.id == *field);
    found.map(|it| &it.answer)
}

fn label<'a>(field: &'a FieldId, form: &'a Form) -> &'a str {
    let found = form.fields.iter().find(|it| it.id == *field);
    found.map_or_else(
        || field.as_str(),
        |it| it.label.in_language(form.own_language()),
    )
}

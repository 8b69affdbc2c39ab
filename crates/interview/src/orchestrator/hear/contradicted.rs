//! A number that a message tells otherwise than its call reports it: 2,800 where 2080 is recorded. Where they
//! said it in words, nothing else tells which of the two it is.

use super::super::Orchestrator;
use super::Hearing;
use crate::tools::Ask;
use kikitori_form::FieldId;
use kikitori_form::file::answer::AnswerType;

/// Shorter numbers are of anything.
const DIGITS: usize = 2;

impl Orchestrator {
    /// Says so once, where the message has one number that looks like the reported one and is not.
    pub(super) fn check_what_is_contradicted(&self, ask: &Ask, hearing: &mut Hearing) {
        if self.asks_refused() > 0 {
            return;
        }
        let told: Vec<String> = numbers_in(&self.told_in(&ask.message)).collect();
        let reported = ask.heard.iter().filter_map(|it| {
            let field = self.state.form.field(&FieldId::new(&it.field_id)?)?;
            let is_number = matches!(field.answer, AnswerType::Number(_) | AnswerType::Integer(_));
            let quote = it.quote.as_deref().unwrap_or_default();
            let is_in_words = !quote.contains(char::is_numeric);
            let value = it.value.as_deref().filter(|_| is_number && is_in_words)?;
            Some((field, numbers_in(value).next()?))
        });
        let all: Vec<_> = reported.collect();
        let is_reported = |number: &str| all.iter().any(|(_, it)| it == number);
        for (field, value) in &all {
            let mut alike = told
                .iter()
                .filter(|it| looks_like(it, value) && !is_reported(it));
            if let Some(number) = alike.next().filter(|_| !told.contains(value)) {
                let id = &field.field_id;
                hearing.problems.push(format!(
                    "message: says {number}, and heard reports {value} for {id}: write in both what they said"
                ));
            }
        }
    }
}

/// Whether two numbers have as many digits and begin alike.
fn looks_like(number: &str, other: &str) -> bool {
    number != other
        && number.len() == other.len()
        && number.chars().count() >= DIGITS
        && number.chars().next() == other.chars().next()
}

/// The whole numbers of a text, without the marks between their thousands, and without what is behind a point.
fn numbers_in(text: &str) -> impl Iterator<Item = String> {
    let is_mark = |it: char| matches!(it, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let runs = text.split(move |it: char| !it.is_ascii_digit() && !is_mark(it));
    runs.filter_map(move |run| {
        let mut parts = run.split(is_mark).filter(|it| !it.is_empty());
        let first = parts.next()?.to_owned();
        // 2.800 and 2,800 are of thousands, 2.5 is not.
        let thousands = parts.take_while(|it| it.len() == 3);
        Some(thousands.fold(first, |number, part| number + part))
    })
}

#[cfg(test)]
mod tests {
    use super::numbers_in;

    #[test]
    fn numbers_are_read_without_their_marks() {
        for (text, numbers) in [
            ("the budget is 2,800 EUR, and 3 of them", &["2800", "3"][..]),
            ("2.800 €; 2.5 kg", &["2800", "2"]),
            ("1\u{202f}500, not 1050.", &["1500", "1050"]),
            ("none", &[]),
        ] {
            let found: Vec<String> = numbers_in(text).collect();
            assert_eq!(found, numbers, "{text}");
        }
    }
}

//! A form that says its texts in one more language than its file does.

use crate::file::answer::AnswerType;
use crate::file::text::Text;
use crate::session_form::{FormField, SessionForm};

impl FormField {
    /// What people are shown of it beside its name and what it is meant to find out: why it is asked,
    /// and the texts of its kind of answer, in their order.
    ///
    /// ```
    /// use kikitori_form::parse_form;
    ///
    /// let form = parse_form(
    ///     r#"{"id": "f", "title": "F", "fields": [{"id": "way", "label": "Way", "required": true,
    ///         "why": "So that it arrives.",
    ///         "answer": {"type": "choice", "options": ["van", {"value": "p", "label": "by post"}]}}]}"#,
    /// )
    /// .unwrap();
    /// let texts = form.fields[0].other_texts();
    /// let texts: Vec<&str> = texts.into_iter().map(|text| text.in_language("en")).collect();
    /// assert_eq!(texts, ["So that it arrives.", "van", "by post"]);
    /// ```
    pub fn other_texts(&self) -> Vec<&Text> {
        let mut texts: Vec<&Text> = self.why.iter().collect();
        of_answer(&self.answer, &mut texts);
        texts
    }

    /// The same field, which says this in `language` too. What is blank, or not one text for each of
    /// [`Self::other_texts`], is left out, and so are units.
    #[must_use]
    pub fn translated(&self, language: &str, label: &str, intent: &str, others: &[String]) -> Self {
        let mut field = self.clone();
        field.label.say_in(language, label);
        if let Some(text) = &mut field.intent {
            text.say_in(language, intent);
        }
        if others.len() == self.other_texts().len() {
            let mut others = others.iter();
            let mut say = |text: &mut Text| {
                if let Some(other) = others.next() {
                    text.say_in(language, other);
                }
            };
            field.why.iter_mut().for_each(&mut say);
            each_of_answer(&mut field.answer, &mut say);
        }
        field
    }
}

impl SessionForm {
    /// Calls the form so in `language` too.
    pub fn name_in(&mut self, language: &str, title: &str, description: &str) {
        self.title.say_in(language, title);
        if let Some(text) = &mut self.description {
            text.say_in(language, description);
        }
    }
}

fn of_answer<'a>(answer: &'a AnswerType, texts: &mut Vec<&'a Text>) {
    match answer {
        AnswerType::Number(number) => texts.extend(&number.unit),
        AnswerType::Integer(number) => texts.extend(&number.unit),
        AnswerType::Choice(choice) => texts.extend(choice.options.iter().map(|it| &it.label)),
        AnswerType::Choices(choices) => texts.extend(choices.options.iter().map(|it| &it.label)),
        AnswerType::Rating(rating) => {
            texts.extend(&rating.low_label);
            texts.extend(&rating.high_label);
        }
        AnswerType::Group(group) => {
            for field in &group.fields {
                texts.push(&field.label);
                texts.extend(&field.intent);
                of_answer(&field.answer, texts);
            }
        }
        _ => {}
    }
}

/// The same texts in the same order, to be changed. A unit stays as the form writes it: numbers are
/// checked in it, and 300 of 万円 are no 300 of 10,000 yen.
fn each_of_answer(answer: &mut AnswerType, with: &mut dyn FnMut(&mut Text)) {
    match answer {
        AnswerType::Number(number) => number.unit.clone().iter_mut().for_each(with),
        AnswerType::Integer(number) => number.unit.clone().iter_mut().for_each(with),
        AnswerType::Choice(choice) => choice.options.iter_mut().for_each(|it| with(&mut it.label)),
        AnswerType::Choices(choices) => {
            choices
                .options
                .iter_mut()
                .for_each(|it| with(&mut it.label));
        }
        AnswerType::Rating(rating) => {
            rating.low_label.iter_mut().for_each(&mut *with);
            rating.high_label.iter_mut().for_each(with);
        }
        AnswerType::Group(group) => {
            for field in &mut group.fields {
                with(&mut field.label);
                field.intent.iter_mut().for_each(&mut *with);
                each_of_answer(&mut field.answer, with);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_form;

    #[test]
    fn every_text_of_a_field_is_said_in_one_more_language_and_none_is_lost() {
        let form = parse_form(
            r#"{"id": "f", "title": "F", "language": "en", "fields": [
            {"id": "hall", "label": "Hall", "intent": "Which", "why": "To plan", "required": true, "answer": {
                "type": "group", "fields": [
                    {"id": "kind", "label": "Kind", "required": true, "intent": "What", "answer":
                        {"type": "choice", "options": ["tables", {"value": "c", "label": {"en": "chairs", "fr": "chaises"}}]}},
                    {"id": "mark", "label": "Mark", "required": true, "answer":
                        {"type": "rating", "max": 5, "lowLabel": "bad", "highLabel": "good"}},
                    {"id": "weight", "label": "Weight", "required": false, "answer": {"type": "number", "unit": "kg"}}
                ]}}]}"#,
        )
        .unwrap();
        let field = &form.fields[0];
        let in_arabic: Vec<String> = (0..10).map(|at| format!("ع{at}")).collect();
        let translated = field.translated("ar", "قاعة", "أي", &in_arabic);
        let texts = |language: &str| -> Vec<String> {
            let texts = translated.other_texts().into_iter();
            texts
                .map(|it| it.in_language(language).to_owned())
                .collect()
        };
        // A unit is none of the words that are translated.
        let unit = in_arabic.len() - 1;
        assert_eq!(texts("ar")[..unit], in_arabic[..unit]);
        assert_eq!(texts("ar")[unit..], ["kg"]);
        let english = [
            "To plan", "Kind", "What", "tables", "chairs", "Mark", "bad", "good", "Weight", "kg",
        ];
        assert_eq!(texts("en"), english);
        assert_eq!(translated.label.in_language("ar"), "قاعة");
        assert_eq!(translated.label.in_language("en"), "Hall");
        // One text too many or too few names none of them.
        let short = field.translated("ar", "قاعة", "", &in_arabic[1..3]);
        assert_eq!(short.other_texts(), field.other_texts());
    }
}

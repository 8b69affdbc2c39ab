//! What an MCP server asks while a tool runs, as a question of the chain.

use std::cell::{Cell, RefCell};

use kikitori_mcp::{ElicitationAnswer, ElicitationField, ElicitationRequest, FieldKind};
use serde_json::{Map, Value};

use crate::execution::{
    AmbiguityDetected, AskedField, AskedFieldKind, AskedForm, ChoiceOption, MAX_OPTIONS,
};

/// The parameter of a task that holds what the person has answered: an object for each question, or
/// null where they would not say. The server never sees it.
pub const ANSWERS: &str = "personAnswers";

/// The words of the options that are always there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionTexts {
    /// The person does not want to say it.
    pub decline: &'static str,
    /// What the server suggests is right.
    pub as_suggested: &'static str,
    /// Yes.
    pub yes: &'static str,
    /// No.
    pub no: &'static str,
}

impl QuestionTexts {
    /// In English.
    pub const ENGLISH: Self = Self {
        decline: "Go on without an answer",
        as_suggested: "As suggested",
        yes: "Yes",
        no: "No",
    };
    /// In Japanese.
    pub const JAPANESE: Self = Self {
        decline: "答えずに進む",
        as_suggested: "提案のとおり",
        yes: "はい",
        no: "いいえ",
    };
}

/// What the person has answered so far, and the question that they have not.
pub(super) struct Answers {
    given: Vec<Value>,
    taken: Cell<usize>,
    open: RefCell<Option<ElicitationRequest>>,
}

impl Answers {
    pub fn new(given: Option<Value>) -> Self {
        let given = match given {
            Some(Value::Array(given)) => given,
            _ => Vec::new(),
        };
        Self {
            given,
            taken: Cell::new(0),
            open: RefCell::default(),
        }
    }

    /// The next answer. Without one that fits the call is given up, and the person is asked.
    pub fn answer(&self, request: ElicitationRequest) -> ElicitationAnswer {
        if self.open.borrow().is_some() {
            return ElicitationAnswer::Cancel;
        }
        match self.given.get(self.taken.get()) {
            Some(Value::Null) => {
                self.taken.set(self.taken.get() + 1);
                ElicitationAnswer::Decline
            }
            Some(Value::Object(content)) if request.check(content).is_ok() => {
                self.taken.set(self.taken.get() + 1);
                ElicitationAnswer::Accept(content.clone())
            }
            _ => {
                self.open.replace(Some(request));
                ElicitationAnswer::Cancel
            }
        }
    }

    /// The question that had no answer.
    pub fn into_question(self, texts: QuestionTexts) -> Option<AmbiguityDetected> {
        let request = self.open.into_inner()?;
        let before: Vec<Value> = self.given.into_iter().take(self.taken.get()).collect();
        let option = |id: String, label: String, answer: Value| {
            let answers = [&before[..], &[answer]].concat();
            let parameters = [(ANSWERS.to_owned(), Value::Array(answers))];
            ChoiceOption {
                id,
                label,
                parameters: parameters.into_iter().collect(),
            }
        };
        let mut options = Vec::new();
        for (at, (label, content)) in answers_to(&request, texts).into_iter().enumerate() {
            options.push(option(at.to_string(), label, Value::Object(content)));
        }
        options.truncate(MAX_OPTIONS - 1);
        options.push(option(
            "decline".to_owned(),
            texts.decline.to_owned(),
            Value::Null,
        ));
        Some(AmbiguityDetected {
            question: told(&request),
            options,
            asks_for: Vec::new(),
            form: form(&request, before).map(Box::new),
        })
    }
}

/// What can be answered without typing: each value of the one thing that is not known, or what the
/// server suggests. Words are written ([`form`]).
fn answers_to(
    request: &ElicitationRequest,
    texts: QuestionTexts,
) -> Vec<(String, Map<String, Value>)> {
    let defaults = request.defaults();
    let is_unknown = |it: &&ElicitationField| it.is_required && it.default.is_none();
    let unknown: Vec<&ElicitationField> = request.fields.iter().filter(is_unknown).collect();
    let wanted = match (&unknown[..], &request.fields[..]) {
        ([only], _) => Some(*only),
        ([], [only]) => Some(only),
        _ => None,
    };
    let Some(wanted) = wanted.filter(|it| !values(it, texts).is_empty()) else {
        return match unknown.is_empty() && !defaults.is_empty() {
            true => vec![(suggested(texts, &defaults), defaults)],
            false => Vec::new(),
        };
    };
    let with = |(label, value): (String, Value)| {
        let mut content = defaults.clone();
        content.insert(wanted.name.clone(), value);
        (label, content)
    };
    values(wanted, texts).into_iter().map(with).collect()
}

/// The fields as they are written. None where one that is needed cannot be written, or where all that
/// can be said is among the options.
fn form(request: &ElicitationRequest, before: Vec<Value>) -> Option<AskedForm> {
    let mut fields = Vec::new();
    for field in &request.fields {
        let kind = match &field.kind {
            FieldKind::Text => AskedFieldKind::Text,
            FieldKind::Number { is_whole: true, .. } => AskedFieldKind::WholeNumber,
            FieldKind::Number { .. } => AskedFieldKind::Number,
            FieldKind::Boolean => AskedFieldKind::YesNo,
            FieldKind::Choice(choices) => {
                let choices = choices.iter();
                let choices = choices.map(|it| (it.value.clone(), it.label.clone()));
                AskedFieldKind::OneOf(choices.collect())
            }
            FieldKind::Choices(_) if field.is_required => return None,
            FieldKind::Choices(_) => continue,
        };
        fields.push(AskedField {
            name: field.name.clone(),
            label: field.label().to_owned(),
            kind,
            is_required: field.is_required,
            default: field.default.clone(),
        });
    }
    let is_listed =
        |it: &AskedField| matches!(it.kind, AskedFieldKind::YesNo | AskedFieldKind::OneOf(_));
    let is_in_options = fields.len() == 1 && fields.iter().all(is_listed);
    (!fields.is_empty() && !is_in_options).then(|| AskedForm {
        fields,
        parameter: ANSWERS.to_owned(),
        before,
    })
}

/// The values of a field that can be told in a list.
fn values(field: &ElicitationField, texts: QuestionTexts) -> Vec<(String, Value)> {
    match &field.kind {
        FieldKind::Choice(choices) => {
            let choices = choices.iter();
            let value = |it: &kikitori_mcp::Choice| (it.label.clone(), Value::from(&*it.value));
            choices.map(value).collect()
        }
        FieldKind::Boolean => vec![
            (texts.yes.to_owned(), Value::Bool(true)),
            (texts.no.to_owned(), Value::Bool(false)),
        ],
        _ => Vec::new(),
    }
}

fn suggested(texts: QuestionTexts, defaults: &Map<String, Value>) -> String {
    let values: Vec<String> = defaults
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!("{} ({})", texts.as_suggested, values.join(", "))
}

/// What the person reads: what the server says, and what it wants to know.
fn told(request: &ElicitationRequest) -> String {
    let mut text = request.message.trim().to_owned();
    for field in &request.fields {
        let about = field.description.as_deref().unwrap_or_default();
        let about = match about.is_empty() || about == field.label() {
            true => String::new(),
            false => format!(" – {about}"),
        };
        text.push_str(&format!("\n{} ({}){about}", field.label(), field.name));
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use kikitori_mcp::Choice;
    use serde_json::json;

    use super::*;

    fn field(name: &str, kind: FieldKind, is_required: bool) -> ElicitationField {
        ElicitationField {
            name: name.to_owned(),
            title: None,
            description: None,
            is_required,
            kind,
            default: None,
        }
    }

    fn sizes() -> FieldKind {
        let choice = |value: &str| Choice {
            value: value.to_owned(),
            label: format!("Size {value}"),
        };
        FieldKind::Choice(vec![choice("S"), choice("L")])
    }

    fn asked(fields: Vec<ElicitationField>, given: Value) -> (ElicitationAnswer, Option<Value>) {
        let answers = Answers::new(Some(given));
        let answer = answers.answer(ElicitationRequest {
            message: "Well?".to_owned(),
            fields,
        });
        let question = answers.into_question(QuestionTexts::ENGLISH);
        let options = question.map(|it| {
            let options = it.options.into_iter();
            options
                .map(|it| json!([it.label, it.parameters[ANSWERS]]))
                .collect()
        });
        (answer, options)
    }

    #[test]
    fn a_question_is_put_as_the_values_of_what_is_not_known() {
        let with_default = ElicitationField {
            default: Some(json!(2)),
            ..field(
                "count",
                FieldKind::Number {
                    is_whole: true,
                    least: None,
                    most: None,
                },
                true,
            )
        };
        let decline = |answers: Value| json!(["Go on without an answer", answers]);
        for (fields, expected) in [
            (
                vec![field("size", sizes(), true), with_default.clone()],
                json!([
                    ["Size S", [{"count": 2, "size": "S"}]],
                    ["Size L", [{"count": 2, "size": "L"}]],
                    decline(json!([null])),
                ]),
            ),
            (
                vec![field("sure", FieldKind::Boolean, false)],
                json!([["Yes", [{"sure": true}]], ["No", [{"sure": false}]], decline(json!([null]))]),
            ),
            (
                vec![with_default, field("note", FieldKind::Text, false)],
                json!([["As suggested (count = 2)", [{"count": 2}]], decline(json!([null]))]),
            ),
            // Words have to be typed.
            (
                vec![field("name", FieldKind::Text, true)],
                json!([decline(json!([null]))]),
            ),
        ] {
            let (answer, options) = asked(fields, json!([]));
            assert_eq!(answer, ElicitationAnswer::Cancel);
            assert_eq!(options, Some(expected));
        }
    }

    #[test]
    fn what_has_to_be_written_is_asked_as_fields_and_kept_with_the_answers_before() {
        let answers = Answers::new(Some(json!([{"size": "S"}])));
        answers.taken.set(1);
        answers.open.replace(Some(ElicitationRequest {
            message: "Who?".to_owned(),
            fields: vec![
                field("name", FieldKind::Text, true),
                field("sizes", sizes(), false),
                field("tags", FieldKind::Choices(Vec::new()), false),
            ],
        }));
        let form = answers.into_question(QuestionTexts::ENGLISH).unwrap().form;
        let form = form.unwrap();
        let written = |it: Value| form.answer(it.as_object().unwrap());
        assert_eq!(
            written(json!({"name": "Aya", "sizes": "L", "other": 1})),
            Ok(json!([{"size": "S"}, {"name": "Aya", "sizes": "L"}]))
        );
        for (wrong, named) in [
            (json!({}), "name"),
            (json!({"name": " "}), "name"),
            (json!({"name": 3}), "name"),
            (json!({"name": "Aya", "sizes": "M"}), "sizes"),
        ] {
            assert_eq!(written(wrong), Err(named.to_owned()));
        }
        // What can only be chosen is in the options.
        let (_, question) = asked(vec![field("size", sizes(), true)], json!([]));
        assert!(question.is_some());
    }

    #[test]
    fn an_answer_is_given_once_it_fits_and_declining_is_one() {
        let fields = || vec![field("size", sizes(), true)];
        let (answer, question) = asked(fields(), json!([{"size": "L"}]));
        let content = json!({"size": "L"}).as_object().cloned().unwrap();
        assert_eq!(
            (answer, question),
            (ElicitationAnswer::Accept(content), None)
        );
        let (answer, question) = asked(fields(), json!([null]));
        assert_eq!((answer, question), (ElicitationAnswer::Decline, None));
        for wrong in [json!([{"size": "M"}]), json!([{}]), json!([7]), json!("L")] {
            let (answer, question) = asked(fields(), wrong);
            assert_eq!(answer, ElicitationAnswer::Cancel);
            assert!(question.is_some());
        }
    }

    #[test]
    fn a_second_question_keeps_the_answer_to_the_first() {
        let given = json!([{"size": "S"}, {"size": "nonsense"}]);
        let answers = Answers::new(Some(given));
        let request = || ElicitationRequest {
            message: String::new(),
            fields: vec![field("size", sizes(), true)],
        };
        assert!(matches!(
            answers.answer(request()),
            ElicitationAnswer::Accept(_)
        ));
        assert_eq!(answers.answer(request()), ElicitationAnswer::Cancel);
        assert_eq!(answers.answer(request()), ElicitationAnswer::Cancel);
        let question = answers.into_question(QuestionTexts::JAPANESE).unwrap();
        let second = question.options[1].parameters[ANSWERS].clone();
        assert_eq!(second, json!([{"size": "S"}, {"size": "L"}]));
    }
}

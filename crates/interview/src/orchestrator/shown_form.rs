//! The form as agents are shown it.

use serde_json::{Map, Value, json};

use crate::prompts::json_data;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::text::Text;
use kikitori_form::file::{IfDeclined, Submit};
use kikitori_form::{FormField, SessionForm};
use kikitori_llm::estimated_tokens;

/// How much of a form is shown.
#[derive(Debug, Clone, Copy)]
struct Detail {
    /// Characters of a text.
    chars: usize,
    /// Options of a choice.
    options: usize,
    /// Whether texts that only help are shown.
    helps: bool,
}

/// From everything to what fits into a small context with a form of two hundred fields.
const DETAILS: [Detail; 4] = [
    Detail {
        chars: 2_000,
        options: 200,
        helps: true,
    },
    Detail {
        chars: 300,
        options: 40,
        helps: true,
    },
    Detail {
        chars: 100,
        options: 12,
        helps: false,
    },
    Detail {
        chars: 40,
        options: 0,
        helps: false,
    },
];

/// The form in `language`, in a quarter of the context: what is too long is told in less detail.
pub(crate) fn shown_form(form: &SessionForm, language: &str, context: u64) -> String {
    let mut shown = String::new();
    for detail in DETAILS {
        let fields = form.fields.iter();
        let fields: Vec<Value> = fields
            .map(|field| shown_field(form, field, language, detail))
            .collect();
        let mut all = about(form, language);
        all.insert("at_the_end".to_owned(), at_the_end(form).into());
        all.insert("fields".to_owned(), Value::Array(fields));
        shown = json_data(&all);
        if estimated_tokens(&shown) <= context / 4 {
            break;
        }
    }
    shown
}

/// What becomes of the answers, so that the last word promises nothing else.
fn at_the_end(form: &SessionForm) -> &'static str {
    match form.submit {
        Some(Submit::Post(_) | Submit::HostEvent(_)) => "they check the answers and send them",
        Some(Submit::Download(_)) | None => {
            "they check the answers and confirm them; the page says what becomes of them"
        }
    }
}

/// What the form is called and what it is for.
pub(super) fn about(form: &SessionForm, language: &str) -> Map<String, Value> {
    let mut about = Map::new();
    about.insert("title".to_owned(), form.title.in_language(language).into());
    let description = form.description.as_ref();
    let description = description.map(|text| text.in_language(language));
    if let Some(description) = description.filter(|text| !text.is_empty()) {
        about.insert("description".to_owned(), description.into());
    }
    about
}

/// One field with everything that the form says of it.
pub(super) fn whole_field(form: &SessionForm, field: &FormField, language: &str) -> Value {
    let [whole, ..] = DETAILS;
    shown_field(form, field, language, whole)
}

fn shown_field(form: &SessionForm, field: &FormField, language: &str, detail: Detail) -> Value {
    let mut shown = Map::new();
    let cut = |text: &Text| crate::bounds::cut(text.in_language(language), detail.chars);
    shown.insert("field_id".to_owned(), field.field_id.as_str().into());
    shown.insert("label".to_owned(), cut(&field.label).into());
    if let Some(intent) = &field.intent {
        shown.insert("intent".to_owned(), cut(intent).into());
    }
    shown.insert("required".to_owned(), field.required.into());
    if let Some(answer) = shown_answer(&field.answer, language, detail) {
        shown.insert("answer".to_owned(), answer);
    }
    if field.required && field.if_declined == Some(IfDeclined::LeaveOpen) {
        shown.insert("if_refused".to_owned(), "stays open".into());
    }
    if field.required && field.if_declined == Some(IfDeclined::CannotSend) {
        shown.insert("if_unknown".to_owned(), "not finished without".into());
    }
    if let Some(why) = field.why.as_ref().filter(|_| detail.helps) {
        shown.insert("why".to_owned(), cut(why).into());
    }
    if let Some(when) = &field.when {
        shown.insert("when".to_owned(), when.to_json());
    }
    if field.private {
        shown.insert("private".to_owned(), true.into());
    }
    let is_separate = form.is_reviewed_separately(field);
    if is_separate {
        shown.insert("review".to_owned(), "separate".into());
    }
    let facts = form.facts_of(field).map(|fact| {
        let mut shown = json!({
            "fact_key": fact.fact_key,
            "fact": cut(&fact.fact),
            "done_criteria": cut(&fact.done_criteria),
        });
        let hints = fact.questioning_hints.as_ref().filter(|_| detail.helps);
        if let (Some(hints), Value::Object(shown)) = (hints, &mut shown) {
            shown.insert("questioning_hints".to_owned(), cut(hints).into());
        }
        shown
    });
    let facts: Vec<Value> = facts.collect();
    if !facts.is_empty() {
        shown.insert("facts".to_owned(), Value::Array(facts));
    }
    Value::Object(shown)
}

/// The kind of answer as the form file writes it, its texts in `language`; none for long text.
fn shown_answer(answer: &AnswerType, language: &str, detail: Detail) -> Option<Value> {
    if *answer == AnswerType::default() {
        return None;
    }
    let mut shown = answer.to_json();
    localise(&mut shown, language);
    if let Some(Value::Array(options)) = shown.get_mut("options") {
        let more = options.len().saturating_sub(detail.options);
        options.truncate(detail.options);
        for option in options.iter_mut() {
            // One that is called as it is written needs no more.
            if option.get("label") == option.get("value")
                && let Some(value) = option.get("value").cloned()
            {
                *option = value;
            }
        }
        if more > 0 {
            options.push(format!("{more} more").into());
        }
    }
    Some(shown)
}

/// Puts one text where there is one for each language.
fn localise(value: &mut Value, language: &str) {
    const TEXTS: [&str; 5] = ["label", "unit", "lowLabel", "highLabel", "intent"];
    match value {
        Value::Object(members) => {
            // Only tables have other names for columns.
            members.remove("aliases");
            for (name, member) in members {
                let text = TEXTS.contains(&name.as_str()) && member.is_object();
                let text = text.then(|| kikitori_json::FromJson::from_json(member.clone()));
                match text {
                    Some(Ok(text)) => {
                        let text: Text = text;
                        *member = text.in_language(language).into();
                    }
                    _ => localise(member, language),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                localise(item, language);
            }
        }
        _ => {}
    }
}

//! What the orchestrator tells the agents that talk.

use serde_json::{Map, Value, json};

use super::review::REFUSALS;
use super::{Orchestrator, history};
use crate::bootstrap::Section;
use crate::language_name::language_name;
use crate::plan::PlannedField;
use crate::prompts::{GreeterBrief, InterviewerBrief, Task, json_data, render};
use kikitori_form::{FieldId, FormField, SessionForm};

/// A field as agents are shown it. Where the plan has its texts in another language, the form's own
/// stand beside them: what a translation drops is not lost.
pub(super) fn field_for_model(
    form: &SessionForm,
    planned: &PlannedField,
    field: &FormField,
) -> Value {
    let mut shown = named_field(planned);
    let own_intent = field.intent.as_deref().unwrap_or_default();
    let texts = [
        (
            "label_in_form",
            field.label.as_str(),
            planned.label.as_str(),
        ),
        ("intent", planned.intent.as_str(), ""),
        ("intent_in_form", own_intent, planned.intent.as_str()),
    ];
    for (name, text, known) in texts {
        if !text.is_empty() && text != known {
            shown.insert(name.to_owned(), json!(text));
        }
    }
    let facts = form.facts_of(field).map(|fact| {
        let mut shown = json!({
            "fact_key": fact.fact_key,
            "fact": fact.fact,
            "done_criteria": fact.done_criteria,
        });
        if let (Some(hints), Value::Object(shown)) = (&fact.questioning_hints, &mut shown) {
            shown.insert("questioning_hints".to_owned(), json!(hints));
        }
        shown
    });
    let facts: Vec<Value> = facts.collect();
    if !facts.is_empty() {
        shown.insert("facts".to_owned(), json!(facts));
    }
    Value::Object(shown)
}

/// A field that agents have been shown before.
fn named_field(planned: &PlannedField) -> Map<String, Value> {
    let mut shown = Map::new();
    shown.insert("field_id".to_owned(), json!(planned.field_id));
    shown.insert("label".to_owned(), json!(planned.label));
    shown.insert("required".to_owned(), json!(planned.required));
    shown
}

impl Orchestrator {
    pub(super) fn greeter_brief(&self) -> String {
        let state = &self.state;
        render(&GreeterBrief {
            brief: json_data(&json!({
                "section": Section::of(&state.bootstrap),
                "language": state.bootstrap.language,
                "country": state.bootstrap.country,
                "time_zone": state.bootstrap.timezone,
                "browser_languages": state.page.languages,
                "browser_time_zone": state.page.time_zone,
            })),
            language: state
                .bootstrap
                .language
                .as_ref()
                .map(|language| language_name(language.as_str())),
        })
    }

    pub(super) fn interviewer_brief(&self, planned: &PlannedField, field: &FormField) -> String {
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let lacking = progress.filter(|it| {
            let is_refused = it.refusals > 0 && !it.is_declined();
            is_refused || it.feedback.is_some() || !it.missing_facts.is_empty()
        });
        let refusals = progress.map_or(0, |progress| progress.refusals);
        let task = match lacking {
            Some(_) => Task::FollowUp,
            None if !state.is_declined(&field.field_id) => Task::Ask,
            None if refusals <= REFUSALS => Task::AskAgain,
            None => Task::LeaveOpen,
        };
        let mut brief = self.brief_for(task);
        let shown = match task {
            Task::Ask | Task::AskAgain => field_for_model(&state.form, planned, field),
            Task::FollowUp | Task::LeaveOpen | Task::Close => Value::Object(named_field(planned)),
        };
        brief.insert("field".to_owned(), shown);
        if task == Task::FollowUp && refusals > 0 {
            brief.insert("refused".to_owned(), json!(true));
        }
        let is_another = |left: &&Value| left.get("field_id") != Some(&json!(field.field_id));
        if let Some(left) = state.pending_data.get("left_open").filter(is_another) {
            brief.insert("left_open".to_owned(), json!({"label": left.get("label")}));
        }
        let accepted = state.pending_data.get("review");
        let accepted = accepted.filter(|_| task != Task::FollowUp);
        let review = lacking.and_then(|progress| {
            let mut review = Map::new();
            if let Some(feedback) = &progress.feedback {
                review.insert("feedback".to_owned(), json!(feedback));
            }
            if !progress.missing_facts.is_empty() {
                let missing = json!(progress.missing_facts);
                review.insert("missing_facts".to_owned(), missing);
            }
            (!review.is_empty()).then(|| json_data(&review))
        });
        self.interviewer_message(task, brief, accepted, review)
    }

    /// What the Interviewer is told when every field is done.
    pub(super) fn closing_brief(&self, question: Option<&str>) -> String {
        let mut brief = self.brief_for(Task::Close);
        if question.is_some() {
            brief.insert("asked_back".to_owned(), json!(true));
        }
        let accepted = self.state.pending_data.get("review");
        self.interviewer_message(Task::Close, brief, accepted, None)
    }

    fn brief_for(&self, task: Task) -> Map<String, Value> {
        let mut brief = Map::new();
        brief.insert("task".to_owned(), json!(task.name()));
        brief.insert("language".to_owned(), json!(self.language()));
        brief
    }

    fn interviewer_message(
        &self,
        task: Task,
        mut brief: Map<String, Value>,
        accepted: Option<&Value>,
        review: Option<String>,
    ) -> String {
        let state = &self.state;
        let written_down = accepted
            .and_then(|review| FieldId::new(review.get("field_id")?.as_str()?))
            .and_then(|id| state.collected_fields.get(&id));
        if let Some(review) = accepted {
            let accepted =
                json!({"label": review.get("label"), "declined": review.get("declined")});
            brief.insert("accepted".to_owned(), accepted);
        }
        let corrected = state.pending_data.get("corrected");
        render(&InterviewerBrief {
            task,
            language: language_name(self.language()),
            brief: json_data(&brief),
            written_down: written_down.map(|value| json_data(&history::said_back(value))),
            corrected: corrected.map(|corrected| json_data(&history::changes(corrected))),
            review,
        })
    }

    pub(super) fn language(&self) -> &str {
        let language = self.state.bootstrap.language.as_ref();
        language.map_or("en", |language| language.as_str())
    }
}

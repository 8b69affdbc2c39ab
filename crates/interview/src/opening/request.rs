//! The request for the first question: the one that the engine would make.

use kikitori_form::{FieldId, SessionForm};
use kikitori_llm::{Calls, ChatRequest, Message, ToolChoice};
use serde_json::{Map, json};

use super::Beginning;
use crate::language_name::language_name;
use crate::locale::Locale;
use crate::orchestrator::{COUNTRY, local_time_of, shown_form};
use crate::prompts::{InterviewerSystem, Now, Task, json_data, render};
use crate::tools::ask_definition;

impl Beginning {
    /// The request for the first question, for a model that reads `context` tokens at most.
    pub fn request(&self, context: u64, locale: &dyn Locale) -> ChatRequest {
        let language = self.language();
        let shown = shown_form(&self.form, language, context);
        let system = render(&InterviewerSystem::of(&self.form, shown, true));
        ChatRequest {
            messages: vec![Message::system(system), Message::user(self.now(locale))],
            tools: ask_definition().into_iter().collect(),
            calls: Calls::Wanted,
            tool_choice: Some(ToolChoice::Required),
            stream: true,
            ..ChatRequest::default()
        }
    }

    fn now(&self, locale: &dyn Locale) -> String {
        let settled = self.bootstrap();
        let mut open: Vec<&str> = Vec::new();
        if settled.lacks_country_for(&self.form) {
            open.push(COUNTRY);
        }
        open.extend(self.open().into_iter().map(FieldId::as_str));
        let mut now = Map::new();
        now.insert("open".to_owned(), json!(open));
        now.insert("language".to_owned(), json!(settled.language));
        if let Some(because) = self.begun.page.language_because(self.language()) {
            now.insert("language_because".to_owned(), json!(because));
        }
        if let Some(country) = &settled.country {
            now.insert("country".to_owned(), json!(country));
        }
        now.insert("time_zone".to_owned(), json!(settled.timezone));
        let (page, at) = (&self.begun.page, self.begun.created_at);
        let local_time = local_time_of(settled, page, locale, at);
        if let Some(local_time) = local_time {
            now.insert("local_time".to_owned(), json!(local_time));
        }
        render(&Now {
            now: json_data(&now),
            task: Task::Begin,
            has_unheard: false,
            owner_reads: None,
            language: language_name(self.language()),
        })
    }
}

/// The fields that are asked while nothing is answered, in order.
pub(super) fn open(form: &SessionForm) -> Vec<&FieldId> {
    let fields = form.fields.iter().filter(|field| {
        let when = field.when.as_ref();
        when.is_none_or(|condition| condition.holds(&|_| None))
    });
    fields.map(|field| &field.field_id).collect()
}

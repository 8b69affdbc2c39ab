//! A page's form that changes while it is asked for: its script shows fields because of an answer, and
//! takes them away again.

use std::collections::BTreeSet;

use super::order::WhatIf;
use super::{EngineError, Orchestrator, Pause};
use crate::agent_kind::AgentKind;
use crate::update::SessionUpdate;
use kikitori_form::file::MAX_FIELDS;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::{FactDefinition, FieldId, FormField, SessionForm};

impl Orchestrator {
    /// Asks also for the fields of `form` that this one does not have, with its options, and for none
    /// without an answer that is not `shown`. What is none of its options any more is no answer. A question
    /// that is still open stands, unless its options are others, and so does who is at work; who was asked
    /// already for all that there was is asked again.
    pub(super) fn follow_page(
        &mut self,
        form: &SessionForm,
        shown: &BTreeSet<FieldId>,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        if self.state.submitted_at.is_some() {
            return Err(EngineError::NotExpected {
                what: "another form",
            });
        }
        self.follows_page = true;
        let (fields, facts) = self.new_fields(form);
        let count = self.state.form.fields.len() + fields.len();
        if count > MAX_FIELDS {
            return Err(EngineError::TooManyFields { fields: count });
        }
        let all = self.state.form.fields.iter().chain(&fields);
        let hidden = all.map(|it| &it.field_id).filter(|it| !shown.contains(*it));
        let hidden: BTreeSet<FieldId> = hidden.cloned().collect();
        let changed = self.changed_options(form);
        let has_changed = |id: &FieldId| changed.iter().any(|it| it.field_id == *id);
        let has_more = !fields.is_empty();
        if !has_more && changed.is_empty() && hidden == self.state.hidden_fields {
            return Ok(());
        }
        let asked = self.asked_field().map(|it| it.field_id.clone());
        let asks_otherwise = asked.as_ref().is_some_and(has_changed);
        let was_asked_out = self.pause() == Some(Pause::Confirm);
        self.emit(SessionUpdate::Stepped { at: now_ms });
        let is_other = has_more || !changed.is_empty();
        if has_more {
            self.emit(SessionUpdate::FieldsAdded { fields, facts });
        }
        if !changed.is_empty() {
            let fields = changed.clone();
            self.emit(SessionUpdate::OptionsChanged { fields });
            for field_id in self.without_option(&changed, now_ms) {
                self.emit(SessionUpdate::FieldReopened { field_id });
            }
        }
        if is_other {
            self.drop_agent(AgentKind::Architect);
            self.translate();
        }
        self.emit(SessionUpdate::FieldsHidden { fields: hidden });
        let open = self.state.open_if(&WhatIf::new());
        let is_next_wanted = match was_asked_out {
            true => !open.is_empty(),
            false => {
                let is_gone = |it| self.state.is_hidden(it, &WhatIf::new());
                asks_otherwise || asked.as_ref().is_some_and(is_gone)
            }
        };
        if is_next_wanted && !self.stands_still() {
            self.drop_runs();
            self.go_on();
        }
        Ok(())
    }

    /// Those of the `changed` fields whose answer is none of the options that they have now.
    fn without_option(&self, changed: &[FormField], now_ms: u64) -> Vec<FieldId> {
        let is_gone = |field: &&FormField| {
            let recorded = self.state.collected_fields.get(&field.field_id);
            recorded.is_some_and(|recorded| {
                let typed = serde_json::to_value(&recorded.value).unwrap_or_default();
                self.check(field, &typed, now_ms).is_err()
            })
        };
        let gone = changed.iter().filter(is_gone);
        gone.map(|it| it.field_id.clone()).collect()
    }

    /// The fields that offer other options in `form`.
    fn changed_options(&self, form: &SessionForm) -> Vec<FormField> {
        let is_choice =
            |it: &AnswerType| matches!(it, AnswerType::Choice(_) | AnswerType::Choices(_));
        let now = |own: &FormField| {
            let now = form.field(&own.field_id)?;
            let is_other =
                is_choice(&own.answer) && is_choice(&now.answer) && now.answer != own.answer;
            is_other.then(|| FormField {
                answer: now.answer.clone(),
                ..own.clone()
            })
        };
        self.state.form.fields.iter().filter_map(now).collect()
    }

    /// The fields of `form` that this one does not have, as they stand behind all others.
    fn new_fields(&self, form: &SessionForm) -> (Vec<FormField>, Vec<FactDefinition>) {
        let own = &self.state.form;
        let is_new = |it: &&FormField| own.field(&it.field_id).is_none();
        let (mut fields, mut facts) = (Vec::new(), Vec::new());
        let new = form.fields.iter().filter(is_new);
        for (at, field) in (own.fields.len()..).zip(new) {
            let id = format!("field-{at}");
            let of_field = form.facts_of(field).enumerate();
            facts.extend(of_field.map(|(number, fact)| FactDefinition {
                id: format!("{id}-fact-{number}"),
                form_field_id: id.clone(),
                ..fact.clone()
            }));
            let sort_order = u32::try_from(at).unwrap_or(u32::MAX);
            fields.push(FormField {
                id,
                sort_order,
                ..field.clone()
            });
        }
        (fields, facts)
    }
}

//! An answer, and taking it back with all that came of it.

use kikitori_agent::AdditionalData;

use crate::field::FieldState;
use crate::message::{ChatMessage, PageContext, SessionMessage, Speaker};
use crate::state::{MainSessionState, TurnStart};
use kikitori_form::FieldId;

impl MainSessionState {
    pub(super) fn answered(&mut self, text: String, page: PageContext) {
        let field_id = self
            .current_field()
            .map(|(planned, _)| planned.field_id.clone());
        if self.agent_stack.is_empty() {
            self.turn = Some(self.turn_start(field_id.clone()));
        }
        // Words that were taken back and are sent again were said then: "yesterday" in them is
        // the day before that.
        let is_again = self.withdrawn.as_ref() == Some(&text);
        let said_at = self.withdrawn_at.take().filter(|_| is_again);
        self.withdrawn = None;
        self.messages.push(SessionMessage::Respondent(ChatMessage {
            speaker: Speaker::Respondent,
            text,
            at: said_at.unwrap_or(self.updated_at),
            field_id,
            data: AdditionalData {
                input: Some(page.clone()),
                ..AdditionalData::default()
            },
        }));
        self.page = page;
        // An agent that talks goes on with what was said meanwhile: that is another call.
        let call = self.step;
        if let Some(active) = self.agent_stack.last_mut()
            && active.agent.talks()
        {
            active.call = call;
        }
    }

    fn turn_start(&self, field_id: Option<FieldId>) -> TurnStart {
        let field = field_id.map(|id| {
            let progress = self.field_progress.get(&id).cloned().unwrap_or_default();
            let value = self.value_sources.get(&id).cloned();
            (id, progress, value)
        });
        TurnStart {
            messages: self.messages.len(),
            bootstrap: self.bootstrap.clone(),
            planned: self.plan.is_some(),
            current_field_index: self.current_field_index,
            follow_up_count: self.follow_up_count,
            pending_data: self.pending_data.clone(),
            compacted_messages: self.compacted_messages,
            field,
            corrected: Vec::new(),
        }
    }

    pub(super) fn turn_withdrawn(&mut self) {
        let Some(turn) = self.turn.take() else {
            return;
        };
        let said = self.messages.iter().skip(turn.messages);
        let said: Vec<&ChatMessage> = said
            .filter_map(SessionMessage::shown)
            .filter(|message| message.speaker == Speaker::Respondent)
            .collect();
        let texts: Vec<&str> = said.iter().map(|it| it.text.as_str()).collect();
        self.withdrawn_at = said.last().map(|it| it.at);
        self.withdrawn = Some(texts.join("\n"));
        self.messages.truncate(turn.messages);
        self.agent_stack.clear();
        // A field that only this turn came to is not begun.
        if turn.current_field_index != self.current_field_index
            && let Some((planned, _)) = self.current_field()
        {
            let entered = planned.field_id.clone();
            match self.is_declined(&entered) {
                true => self.set_field_state(&entered, FieldState::Pending),
                false => {
                    self.field_progress.remove(&entered);
                }
            }
        }
        for before in turn.corrected {
            self.set_value(&before.field_id, before.source);
            self.field_progress.insert(before.field_id, before.progress);
        }
        if let Some((id, progress, value)) = turn.field {
            self.set_value(&id, value);
            self.field_progress.insert(id, progress);
        }
        if !turn.planned {
            self.plan = None;
            self.field_progress.clear();
        }
        self.bootstrap = turn.bootstrap;
        self.current_field_index = turn.current_field_index;
        self.follow_up_count = turn.follow_up_count;
        self.pending_data = turn.pending_data;
        self.compacted_messages = turn.compacted_messages;
    }
}

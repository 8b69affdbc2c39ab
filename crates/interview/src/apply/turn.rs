//! An answer, and taking it back with all that came of it.

use kikitori_agent::AdditionalData;

use crate::agent_kind::AgentKind;
use crate::field::FieldProgress;
use crate::message::{ChatMessage, PageContext, SessionMessage, Speaker};
use crate::state::{AgentStackEntry, MainSessionState, TurnStart};
use kikitori_form::FieldId;

/// How many turns before the last one can be taken back. Each keeps what it changed.
const EARLIER_TURNS: usize = 9;

impl MainSessionState {
    pub(super) fn answered(
        &mut self,
        text: String,
        page: PageContext,
        about_anything: bool,
        tells: Option<FieldId>,
    ) {
        let field = self.current_field().filter(|_| !about_anything);
        let private = tells.is_some() || field.is_some_and(|(_, field)| field.private);
        let field_id = tells.or_else(|| field.map(|(planned, _)| planned.field_id.clone()));
        let is_at_work =
            |entry: &AgentStackEntry| entry.agent != AgentKind::Architect && !entry.is_early();
        if !self.agent_stack.iter().any(is_at_work) {
            self.turn_begun(self.turn_start(field_id.clone()));
        }
        // Words that were taken back and are sent again were said then: "yesterday" in them is
        // the day before that.
        let is_again = self.withdrawn.as_ref() == Some(&text);
        let said_at = self.withdrawn_at.take().filter(|_| is_again);
        self.withdrawn = None;
        self.given_back = None;
        self.messages.push(SessionMessage::Respondent(ChatMessage {
            speaker: Speaker::Respondent,
            text,
            at: said_at.unwrap_or(self.updated_at),
            field_id,
            data: AdditionalData {
                input: Some(page.clone()),
                ..AdditionalData::default()
            },
            private,
            entered: false,
            language: None,
        }));
        self.page = page;
        self.follow_up_due = None;
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
            follow_ups: self.follow_ups,
            pending_data: self.pending_data.clone(),
            compacted_messages: self.compacted_messages,
            given_back: self.given_back.clone(),
            by_hand: false,
            field,
            corrected: Vec::new(),
            reviews: self.early_reviews(),
        }
    }

    pub(super) fn turn_withdrawn(&mut self) {
        let Some(turn) = self.turn.take().or_else(|| self.earlier_turns.pop()) else {
            return;
        };
        let said = self.messages.iter().skip(turn.messages);
        let said: Vec<&ChatMessage> = said
            .filter_map(SessionMessage::shown)
            .filter(|message| message.speaker == Speaker::Respondent && !message.entered)
            .collect();
        let texts: Vec<&str> = said.iter().map(|it| it.text.as_str()).collect();
        let last_at = said.last().map(|it| it.at);
        let said = texts.join("\n");
        self.withdrawn_at = last_at;
        self.given_back = turn.given_back;
        self.messages.truncate(turn.messages);
        // Who clicked on what they are offered beside words that were given back has those again.
        let offered = self.chat().last().map(ChatMessage::suggestions);
        let is_clicked = offered.is_some_and(|offered| offered.contains(&said));
        let held = self.given_back.clone().filter(|_| is_clicked);
        self.withdrawn = Some(held.unwrap_or(said));
        // Translations do not depend on what was said.
        let stays = |agent: AgentKind| turn.planned && agent == AgentKind::Architect;
        self.agent_stack.retain(|entry| stays(entry.agent));
        for before in turn.corrected {
            match before.lines {
                Some(lines) => self.lines.insert(before.field_id.clone(), lines),
                None => self.lines.remove(&before.field_id),
            };
            self.set_value(&before.field_id, before.source);
            match before.progress == FieldProgress::default() {
                true => self.field_progress.remove(&before.field_id),
                false => self.field_progress.insert(before.field_id, before.progress),
            };
        }
        if let Some((id, progress, value)) = turn.field {
            self.set_value(&id, value);
            self.field_progress.insert(id, progress);
        }
        if !turn.planned {
            self.plan = None;
            self.field_progress.clear();
        }
        self.follow_up_due = None;
        self.bootstrap = turn.bootstrap;
        self.current_field_index = turn.current_field_index;
        self.follow_up_count = turn.follow_up_count;
        self.follow_ups = turn.follow_ups;
        self.pending_data = turn.pending_data;
        self.compacted_messages = turn.compacted_messages;
    }

    /// From here on, something that was put in by hand can be taken back.
    pub(super) fn entry_begun(&mut self) {
        self.turn_begun(TurnStart {
            by_hand: true,
            ..self.turn_start(None)
        });
    }

    fn turn_begun(&mut self, turn: TurnStart) {
        self.earlier_turns.extend(self.turn.replace(turn));
        if self.earlier_turns.len() > EARLIER_TURNS {
            self.earlier_turns.remove(0);
        }
    }

    /// The turn that one step back takes back.
    pub(crate) fn last_turn(&self) -> Option<&TurnStart> {
        self.turn.as_ref().or_else(|| self.earlier_turns.last())
    }

    /// What the respondent clicked or typed into a field, in the conversation.
    pub(super) fn entered(&mut self, field_id: FieldId, text: String) {
        let field = self.form.field(&field_id);
        let private = field.is_some_and(|field| field.private);
        self.messages.push(SessionMessage::Respondent(ChatMessage {
            speaker: Speaker::Respondent,
            text,
            at: self.updated_at,
            field_id: Some(field_id),
            data: AdditionalData::default(),
            private,
            entered: true,
            language: None,
        }));
    }
}

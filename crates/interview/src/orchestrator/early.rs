//! What was told before it was asked for: who judges it, or reads its lines, is at work while the next
//! question stands there already. Only the Interviewer can tell that it was told, so that they begin
//! after it, and nobody waits for both.

use std::collections::BTreeSet;

use kikitori_form::FieldId;

use super::Orchestrator;
use super::order::WhatIf;
use crate::agent_kind::AgentKind;
use crate::state::{AgentStackEntry, MainSessionState};
use crate::update::SessionUpdate;

impl MainSessionState {
    /// The fields that were told early and that somebody is at.
    pub(crate) fn early_reviews(&self) -> Vec<FieldId> {
        let early = self.agent_stack.iter().filter(|entry| entry.is_early());
        let fields = early.filter_map(|entry| Some(entry.sub_session.as_ref()?.field_id.clone()));
        let fields: BTreeSet<FieldId> = fields.collect();
        fields.into_iter().collect()
    }
}

impl Orchestrator {
    /// Whether the person waits for an agent: not for translations, nor for what is made of something
    /// that was told early, once there is a question.
    pub(super) fn is_awaited(&self, entry: &AgentStackEntry) -> bool {
        match entry.agent {
            AgentKind::Architect => false,
            _ => !entry.is_early() || self.last_is_of_respondent(),
        }
    }

    /// Whether a question that is prepared has to wait for somebody who judges or reads: what was told
    /// early holds up only a question that is none, or is about it.
    pub(super) fn is_review_awaited(&self) -> bool {
        let is_at_it = |entry: &&AgentStackEntry| {
            matches!(entry.agent, AgentKind::Reviewer | AgentKind::LineReader)
        };
        let mut at_it = self.state.agent_stack.iter().filter(is_at_it).peekable();
        at_it.peek().is_some() && (at_it.any(|it| !it.is_early()) || !self.can_ask_beside())
    }

    /// Whether the prepared question asks for a field that is open and not told yet.
    fn can_ask_beside(&self) -> bool {
        let asks = self.prepared_asks();
        let under_review = self.state.under_review();
        let open = self.state.open_if(&WhatIf::new());
        let mut open = open.iter().filter(|it| !under_review.contains(it));
        open.any(|id| asks.as_deref() == Some(id.as_str()))
    }

    /// Asks for what is open, where what was told early has settled the question that stands there.
    pub(super) fn ask_on_if_settled(&mut self) {
        let asked = self.asked_field().map(|field| field.field_id.clone());
        let open = self.state.open_if(&WhatIf::new());
        let stands = asked.is_some_and(|asked| open.contains(&asked));
        if !stands && !open.is_empty() && !self.is_at_work() && !self.stands_still() {
            self.ask_next();
        }
    }

    /// Gives up a Reviewer of something that was told early, if that is who is active: nobody is
    /// stopped by it, and the field is asked for in its turn.
    pub(super) fn give_up_early(&mut self) -> bool {
        let active = self.state.agent_stack.last();
        let sub_session = active.and_then(|it| it.sub_session.as_ref());
        let Some(sub_session) = sub_session.filter(|it| it.early) else {
            return false;
        };
        let sub_session = sub_session.clone();
        self.emit(SessionUpdate::RunDropped);
        match sub_session.lines.is_some() {
            true => self.lines_read(&sub_session.field_id),
            false => {
                self.review_came_to_nothing(&sub_session);
                self.settle();
            }
        }
        true
    }

    /// Takes the turn back, with who was at work since; what was told early before goes on.
    pub(super) fn withdraw_turn(&mut self) {
        let turn = self.state.last_turn();
        let early = turn.map_or_else(Vec::new, |turn| turn.reviews.clone());
        self.emit(SessionUpdate::TurnWithdrawn);
        self.resume_early(early);
    }

    /// Has what was told early judged and read anew, where nobody is at it any more.
    pub(super) fn resume_early(&mut self, reviews: Vec<FieldId>) {
        for field_id in reviews {
            if self.state.is_done(&field_id) || self.state.under_review().contains(&field_id) {
                continue;
            }
            let field = self.state.form.field(&field_id);
            match field.is_some_and(|field| self.lines_of(field).is_some()) {
                true => self.start_reading(&field_id),
                false => self.start_review(field_id, true),
            }
        }
    }
}

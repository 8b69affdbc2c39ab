//! Language, country and time zone, and what fields are called.

use kikitori_agent::AgentStep;
use serde_json::json;

use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::locale::language_of;
use crate::message::Speaker;
use crate::plan::{Plan, PlanSource};
use crate::state::MainSessionState;

impl MainSessionState {
    /// Sets what is settled. Who talks next is told what is another than the last question said.
    pub(super) fn bootstrap_set(&mut self, bootstrap: Bootstrap) {
        let before = std::mem::replace(&mut self.bootstrap, bootstrap);
        if !self.chat().any(|it| it.speaker == Speaker::Assistant) {
            return;
        }
        let now = &self.bootstrap;
        let changes = [
            ("language", json!(before.language), json!(now.language)),
            ("country", json!(before.country), json!(now.country)),
            ("time_zone", json!(before.timezone), json!(now.timezone)),
        ];
        for (what, old, new) in changes {
            // In between, a zone is none.
            if old != new && !new.is_null() {
                let step = self.step;
                let heard = self.is_heard();
                let settled = json!({"what": what, "new": new, "step": step, "heard": heard});
                self.push_pending("settled", "what", settled);
            }
        }
    }

    /// What is another than `before` stays what it is, whatever is taken back.
    pub(super) fn settled_by_hand(&mut self, before: &Bootstrap) {
        let now = &self.bootstrap;
        for turn in self.turn.iter_mut().chain(&mut self.earlier_turns) {
            let then = &mut turn.bootstrap;
            if now.language != before.language {
                then.language.clone_from(&now.language);
            }
            if (&now.country, now.country_declined) != (&before.country, before.country_declined) {
                then.country.clone_from(&now.country);
                then.country_declined = now.country_declined;
            }
            if (&now.timezone, now.zone_chosen) != (&before.timezone, before.zone_chosen) {
                then.timezone.clone_from(&now.timezone);
                then.zone_chosen = now.zone_chosen;
            }
        }
    }

    /// Whether the Interviewer has just been told it: it speaks of it itself.
    fn is_heard(&self) -> bool {
        self.agent_stack.iter().any(|entry| {
            entry.agent == AgentKind::Interviewer && entry.run.next_step() != AgentStep::CallModel
        })
    }

    /// Sets the order, and keeps what fields are called in this language.
    pub(super) fn planned(&mut self, plan: Plan) {
        if plan.source == PlanSource::Architect {
            let language = language_of(self.language());
            if let Some(form) = &plan.form {
                self.translated_forms.insert(language.clone(), form.clone());
            }
            if !plan.sentences.is_empty() {
                self.own_sentences
                    .insert(language.clone(), plan.sentences.clone());
            }
            self.translations.insert(language, plan.fields.clone());
        }
        self.plan = Some(plan);
    }
}

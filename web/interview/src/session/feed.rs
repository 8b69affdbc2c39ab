//! From the driver's events to the session's signals.

use std::collections::BTreeMap;

use kikitori_form::values::Value;
use kikitori_interview::{
    ChatMessage, DriveError, EngineError, Event, Events, FieldId, FieldState, MainSessionState,
    Orchestrator, Pause, SessionMessage, Speaker, Submission,
};
use leptos::prelude::*;

use crate::messages::failures;

use super::turn::pending;
use super::{Opening, Phase, Screen, Session, Turn, WhyGone};
use kikitori_parts::signals::set_if_new;

/// Hears what happens, for one session.
pub struct Feed {
    /// The session.
    pub session: Session,
}

impl Events for Feed {
    fn event(&self, event: Event<'_>) {
        let session = self.session;
        match event {
            Event::Thinking { agent } => {
                set_if_new(session.draft, None);
                set_if_new(session.phase, Phase::Thinking(Some(agent)));
            }
            Event::Used { agent, run } => set_if_new(session.run_spent, Some((agent, run))),
            Event::Refused { refusal } => session.refused(refusal),
            Event::Draft { text } => set_if_new(session.draft, Some(text)),
            Event::Stored { orchestrator } => session.stored(orchestrator),
        }
    }
}

impl Session {
    fn stored(self, orchestrator: &Orchestrator) {
        let state = orchestrator.state();
        if self.step.try_get_untracked().is_none() {
            // The screen was left; the actor is about to end.
            return;
        }
        let was_there = self.place.get_untracked();
        self.show_settled(&state.bootstrap);
        let turns = self.turns.with_untracked(Vec::len);
        if turns > 0
            && self
                .place
                .with_untracked(|it| it.is_another_than(&was_there))
        {
            self.place_moved.set(Some(turns));
        }
        self.show_form(&state.shown_form(), state.language());
        self.show_translated(state);
        // What is read out of a turn is what the fields are now.
        self.show_lines(state);
        let outline = orchestrator.outline();
        let all_done = outline.iter().all(|entry| entry.state == FieldState::Done);
        let before = self.outline.get_untracked();
        set_if_new(self.outline, outline);
        let why_gone = match self.show_turns(state) {
            true => WhyGone::TakenBack,
            false => WhyGone::NotAsked,
        };
        self.show_pending(state);
        self.show_gone(why_gone, &before);
        self.show_more(&before);
        self.show_run_steps(state);
        set_if_new(self.spent, state.spent);
        set_if_new(self.used, Some(orchestrator.used_bounds()));
        set_if_new(self.step, Some(state.step));
        self.show_values(orchestrator);
        self.is_complete.set_value(all_done);
        set_if_new(self.submission, Submission::of(orchestrator));
        if state.submitted_at.is_some() {
            // What was typed and not sent has no use any more, and must not be stored again.
            set_if_new(self.text, String::new());
            set_if_new(self.unsaved, BTreeMap::new());
            set_if_new(self.screen, Screen::Done);
            return;
        }
        let pause = orchestrator.pause();
        let is_thinking = self
            .phase
            .with_untracked(|phase| matches!(phase, Phase::Thinking(_)));
        // Translations, and what is made of something that was told early, go on beside a question.
        if pause == Some(Pause::Answer) && is_thinking && self.sent.with_value(Option::is_none) {
            set_if_new(self.draft, None);
            self.phase.set(Phase::Answer);
        }
        let is_over = pause == Some(Pause::Confirm);
        match self.screen.get_untracked() {
            Screen::Interview | Screen::Done if is_over => self.screen.set(Screen::Review),
            // A change has opened a question again.
            Screen::Review | Screen::Done if !all_done => self.screen.set(Screen::Interview),
            _ => {}
        }
    }

    fn show_values(self, orchestrator: &Orchestrator) {
        let state = orchestrator.state();
        let collected = state.collected_fields.iter();
        let values = collected.map(|(id, it)| (id.clone(), it.value.clone()));
        self.take_values(values.collect());
        let asked = self.outline.with_untracked(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.map(|entry| entry.field_id.clone())
        });
        let progress = asked.and_then(|asked| state.field_progress.get(&asked));
        set_if_new(
            self.was_refused,
            progress.is_some_and(|progress| progress.refusals > 0),
        );
        set_if_new(self.held_back, orchestrator.is_held_back());
        set_if_new(self.reopened, state.reopened);
        let collected = state.collected_fields.iter();
        let evidence = collected.map(|(id, it)| (id.clone(), state.words_meant(id, &it.evidence)));
        let passed_over = state.field_progress.keys().filter_map(|id| {
            let words = state.words_of_passing_over(id)?;
            Some((id.clone(), vec![words]))
        });
        set_if_new(self.evidence, passed_over.chain(evidence).collect());
        let blocking = orchestrator.blocking();
        let labels = blocking
            .iter()
            .map(|id| state.label_of(id).unwrap_or(id.as_str()));
        set_if_new(self.blocking, labels.map(str::to_owned).collect());
        set_if_new(self.receipt, state.receipt.clone());
        set_if_new(self.can_go_back, orchestrator.can_go_back());
        let by_hand = state.turn.as_ref().is_some_and(|turn| turn.by_hand);
        set_if_new(self.by_hand, by_hand);
    }

    fn take_values(self, values: BTreeMap<FieldId, Value>) {
        self.let_go_but(|field| {
            self.values
                .with_untracked(|known| known.get(field) == values.get(field))
        });
        set_if_new(self.values, values);
    }

    /// An answer that was typed while an agent was at work was not taken.
    fn refused(self, refusal: &EngineError) {
        let Some(lang) = self.page.language.try_get_untracked() else {
            return;
        };
        self.sent.set_value(None);
        let error = DriveError::Engine(refusal.clone());
        set_if_new(self.refusal, failures::refusal(lang, &error));
    }

    /// Says whether some that were there are taken back.
    fn show_turns(self, state: &MainSessionState) -> bool {
        let shown = state.chat().count();
        let are_taken_back = self.turns.with_untracked(Vec::len) > shown;
        if are_taken_back {
            self.turns.update(|turns| turns.truncate(shown));
            self.give_back(state.withdrawn.as_deref().unwrap_or_default());
        }
        let known = self.turns.with_untracked(Vec::len);
        let fresh: Vec<Turn> = state
            .chat()
            .enumerate()
            .skip(known)
            .map(|(index, message)| Turn::of(index, message, state))
            .collect();
        let Some(last) = fresh.last() else {
            return are_taken_back;
        };
        if last.speaker == Speaker::Assistant {
            set_if_new(self.draft, None);
        }
        if let Some(answer) = fresh
            .iter()
            .rfind(|turn| turn.speaker == Speaker::Respondent)
        {
            self.answer_is_stored(&answer.text);
        }
        let is_answered = fresh.iter().any(|turn| turn.speaker == Speaker::Respondent);
        self.turns
            .update(|turns| turns.extend(fresh.iter().cloned()));
        if fresh.iter().any(|turn| turn.speaker == Speaker::Assistant) {
            // What these tell waits to be told no more.
            let waits = pending(state);
            self.pending
                .update(|known| known.retain(|it| waits.contains(it)));
            self.announce(&fresh);
        }
        if is_answered {
            self.rest_is_given_back(state);
        }
        if let Some(reply) = fresh.last().filter(|it| it.speaker == Speaker::Assistant) {
            self.rest_is_kept(reply, state);
        }
        are_taken_back
    }

    /// Puts an answer that was taken back into the composer, before what was typed since.
    fn give_back(self, withdrawn: &str) {
        set_if_new(self.draft, None);
        self.sent.set_value(None);
        // What was given back of it is in it.
        self.take_out_what_was_given_back();
        self.taken_back.update_value(|taken_back| {
            // The words of a later question give way to those of this one.
            let is_untouched = self.text.with_untracked(|typed| typed == taken_back);
            if is_untouched && !withdrawn.is_empty() {
                self.text.set(String::new());
            }
            withdrawn.clone_into(taken_back);
        });
        self.put_before(withdrawn);
    }

    /// Takes out of the composer what was put there last without being typed.
    fn take_out_what_was_given_back(self) {
        let mut given = None;
        self.given_back.update_untracked(|kept| given = kept.take());
        let Some(given) = given else {
            return;
        };
        let without = self.text.with_untracked(|typed| {
            let typed = typed.strip_prefix(given.as_str())?;
            Some(typed.trim_start().to_owned())
        });
        if let Some(without) = without {
            self.text.set(without);
            self.save_draft();
        }
    }

    fn put_before(self, given: &str) {
        let text = self.text.with_untracked(|typed| {
            let texts = [given, typed.as_str()].into_iter();
            let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
            texts.join("\n")
        });
        self.text.set(text);
        self.save_draft();
    }

    /// Puts what a message said beside a private answer into the composer: no model has seen it, and it
    /// is sent only if they send it. Where a session is opened again it is one of its drafts.
    fn rest_is_given_back(self, state: &MainSessionState) {
        let is_of_it = said_last(state).is_some_and(|said| said.private && !said.entered);
        // What was given back whole is settled by what they have said of it now.
        let was_whole = self.given_back.with_untracked(|given| {
            let mut said = state.messages.iter().filter_map(SessionMessage::shown);
            let given = given.as_deref();
            said.any(|said| said.private && Some(said.text.trim()) == given)
        });
        if is_of_it && was_whole {
            self.take_out_what_was_given_back();
        }
        let rest = state.given_back.clone().filter(|_| is_of_it);
        set_if_new(self.given_back, rest.clone());
        let is_open = self
            .opening
            .with_untracked(|opening| *opening == Opening::Open);
        if let Some(rest) = rest.filter(|_| is_open) {
            self.put_before(&rest);
        }
    }

    /// What was left of a message and is sent where nobody reads it, as it is no answer there, stands in the
    /// composer again.
    fn rest_is_kept(self, reply: &Turn, state: &MainSessionState) {
        let mut sent = None;
        self.rest_sent.update_value(|kept| sent = kept.take());
        // A model that has read it has answered it.
        let is_unread = said_last(state).is_some_and(|said| said.private);
        let is_refused = is_unread && reply.recorded.is_empty() && self.asks_privately();
        if let Some(rest) = sent.filter(|_| is_refused) {
            self.given_back.set(Some(rest.clone()));
            self.put_before(&rest);
        }
    }

    /// Whether what is being asked for is kept from every model.
    fn asks_privately(self) -> bool {
        self.outline.with_untracked(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.is_some_and(|entry| entry.private)
        })
    }

    /// Takes the answer out of the composer, and leaves what was typed after it was sent.
    fn answer_is_stored(self, stored: &str) {
        let mut taken = None;
        self.sent
            .update_value(|sent| taken = sent.take_if(|sent| sent.text == stored));
        let Some(typed) = taken.and_then(|sent| sent.typed) else {
            return;
        };
        let is_rest = self
            .given_back
            .with_untracked(|given| given.as_deref() == Some(typed.trim()));
        if is_rest && self.asks_privately() {
            self.rest_sent.set_value(Some(typed.clone()));
        }
        let rest = self.text.with_untracked(|text| {
            text.strip_prefix(typed.as_str())
                .map(|rest| rest.trim_start().to_owned())
        });
        if let Some(rest) = rest {
            self.text.set(rest);
            self.save_draft();
        }
    }

    fn show_run_steps(self, state: &MainSessionState) {
        // Only what comes after the last completed step can have changed.
        let kept = self.run_steps.with_untracked(|steps| {
            let open = steps.iter().position(|step| step.output.is_none());
            open.unwrap_or(steps.len())
        });
        let changed = state.run_steps.get(kept..).unwrap_or_default();
        if changed.is_empty() {
            return;
        }
        self.run_steps.update(|steps| {
            steps.truncate(kept);
            steps.extend(changed.iter().cloned());
        });
    }
}

/// What the respondent said last.
fn said_last(state: &MainSessionState) -> Option<&ChatMessage> {
    let mut said = state.messages.iter().rev();
    said.find_map(|message| match message {
        SessionMessage::Respondent(said) => Some(said),
        SessionMessage::Model { .. } => None,
    })
}

//! What the person does.

use std::collections::BTreeSet;

use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, Receipt, SessionForm, Settle, TurnedDown,
};
use leptos::prelude::*;

use super::{Phase, Session};
use crate::limits::page_context;
use crate::messages::Messages;
use kikitori_parts::dom;

/// An answer that is on its way to the store.
pub(super) struct Sent {
    pub(super) text: String,
    /// What of it stands in the composer; none for a suggestion.
    pub(super) typed: Option<String>,
}

/// The input beside the box for words, with which an answer is picked.
#[derive(Clone)]
pub struct Picking {
    /// For which field.
    pub field: FieldId,
    /// What was picked and not sent yet, in words.
    pub picked: Callback<(), Option<String>>,
    /// Sends it.
    pub use_it: Callback<()>,
}

impl Session {
    /// Sends what stands in the composer, after what was picked beside it: who picks and then writes means
    /// both.
    pub fn send_typed(self) {
        let typed = self.text.get_untracked();
        let picking = self.picking.get_value();
        let picked = picking.and_then(|it| Some((it.picked.run(())?, it)));
        match picked {
            Some((_, it)) if typed.trim().is_empty() => it.use_it.run(()),
            Some((picked, it)) => {
                if self.say(format!("{picked}\n{typed}"), Some(typed)) {
                    self.clear_unsaved_of(&it.field);
                }
            }
            None => {
                self.say(typed.clone(), Some(typed));
            }
        }
    }

    /// Sends a suggestion.
    pub fn send(self, text: String) {
        self.say(text, None);
    }

    /// The composer keeps its text until the answer is stored. Says whether it is sent.
    fn say(self, text: String, typed: Option<String>) -> bool {
        if !self.phase.with_untracked(Phase::takes_answers) {
            return false;
        }
        if text.trim().is_empty() {
            self.refuse(|it| it.blank);
            return false;
        }
        self.refusal.set(None);
        self.forget_gone();
        // What was said before is not read out once more.
        self.page.announcement.set(String::new());
        self.sent.set_value(Some(Sent {
            text: text.clone(),
            typed,
        }));
        if !self
            .phase
            .with_untracked(|phase| matches!(phase, Phase::Thinking(_)))
        {
            self.phase.set(Phase::Thinking(None));
        }
        self.command(Command::Answer {
            text,
            page: page_context(self.page),
        });
        true
    }

    /// Says at the box to write in what is wrong there. `false` where that stands there already.
    fn refuse(self, text: fn(&Messages) -> &'static str) -> bool {
        let messages = Messages::of(self.page.language.get_untracked());
        let told = Some(text(messages).to_owned());
        let is_new = self.refusal.with_untracked(|refusal| *refusal != told);
        self.refusal.set(told);
        is_new
    }

    /// Confirms the form, and says whether it does. What stands in the box and was not sent is no part of
    /// it, which the person is told first.
    pub fn confirm(self) -> bool {
        if self.phase.with_untracked(|phase| *phase != Phase::Confirm) {
            return false;
        }
        let is_unsent = self.text.with_untracked(|text| !text.trim().is_empty());
        if is_unsent && self.refuse(|it| it.not_sent) {
            self.page.focus("#composer");
            return false;
        }
        self.confirmed_here.set_value(true);
        // What was said before is not what comes of this.
        self.page.announcement.set(String::new());
        self.phase.set(Phase::Thinking(None));
        self.command(Command::Confirm {
            local_time: kikitori_browser::now_local(),
        });
        true
    }

    /// Takes the confirmation back, to correct something.
    pub fn reopen(self) {
        self.confirmed_here.set_value(false);
        self.command(Command::Reopen);
    }

    /// Whether the form was confirmed here and now.
    pub fn has_confirmed(self) -> bool {
        self.confirmed_here.get_value()
    }

    /// Records what was put in by hand.
    pub fn enter(self, entries: Vec<FieldEntry>) {
        self.refusal.set(None);
        self.forget_gone();
        for entry in &entries {
            self.clear_unsaved_of(&entry.field_id);
        }
        self.command(Command::Enter { entries });
    }

    /// The same for one field.
    pub fn enter_one(self, field_id: FieldId, entry: Entry) {
        self.enter(vec![FieldEntry { field_id, entry }]);
    }

    /// Puts in what the page around knows already, as far as it fits.
    pub fn fill(self, entries: Vec<FieldEntry>) {
        self.refusal.set(None);
        self.forget_gone();
        self.command(Command::Fill { entries });
    }

    /// Asks for what the page's form, which is this one now, shows.
    pub fn follow_page(self, form: SessionForm, shown: BTreeSet<FieldId>) {
        let form = Box::new(form);
        self.command(Command::FollowPage { form, shown });
    }

    /// Asks again for what the page's form does not take.
    pub fn turn_down(self, answers: Vec<TurnedDown>) {
        self.command(Command::TurnDown { answers });
    }

    /// Settles a language, a country or a time zone.
    pub fn settle(self, settle: Settle) {
        self.command(Command::Settle(settle));
    }

    /// Takes back the last answer, or the last entry.
    pub fn go_back(self) {
        let messages = Messages::of(self.page.language.get_untracked());
        self.page.announcement.set(messages.gone_back.to_owned());
        self.command(Command::Back);
    }

    /// Keeps what the server said that the form was sent to.
    pub fn delivered(self, receipt: Receipt) {
        self.command(Command::Delivered { receipt });
    }

    /// Repeats the step that was stopped or failed.
    pub fn retry(self) {
        self.stop_looking();
        self.phase.set(Phase::Thinking(None));
        self.command(Command::Retry);
        self.refocus();
    }

    /// Stops the model's reply.
    pub fn stop(self) {
        if self
            .phase
            .with_untracked(|phase| matches!(phase, Phase::Thinking(_)))
        {
            self.command(Command::Stop);
            self.refocus();
        }
    }

    /// Takes back what was said last, which no model has heard: it stands in the box again.
    pub fn take_message_back(self) {
        self.command(Command::Stop);
        self.refocus();
    }

    /// Puts the focus where the person goes on, after the control that had it is gone. With a
    /// finger that is not the composer, for its keyboard would cover the question.
    pub fn refocus(self) {
        match dom::touches() {
            true => self.page.focus_in_place_soon("h1"),
            false => self.page.focus_soon("#composer"),
        }
    }

    /// Whether what the person does is taken.
    pub fn is_led(self) -> bool {
        self.commands.try_with_value(Option::is_some) == Some(true)
    }

    pub(super) fn command(self, command: Command) {
        if matches!(command, Command::Answer { .. } | Command::Enter { .. }) {
            self.page.note_answered();
        }
        self.commands.with_value(|commands| {
            if let Some(commands) = commands {
                // The actor listens as long as the session is open.
                let _ = commands.unbounded_send(command);
            }
        });
    }
}

//! What is typed and not sent, and what stands in the form's inputs and is not saved.

use gloo_timers::future::TimeoutFuture;
use kikitori_interview::{Draft, FieldId, Speaker, Unsent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value as Json;

use super::{Opening, Screen, Session};
use kikitori_browser::StoreKind;
use kikitori_parts::signals::set_if_new;
use kikitori_parts::unsent::OF_INTERVIEWS;

/// A person pauses about this long between two strokes of keys.
const DRAFT_PAUSE_MS: u32 = 300;

impl Session {
    /// Takes what now stands in the composer, and stores it once the person pauses.
    pub fn type_text(self, text: String) {
        self.text.set(text);
        set_if_new(self.refusal, None);
        self.save_draft_soon();
    }

    /// Whether the composer holds what the person did not put there, or what is not taken as it is.
    pub fn may_want_it_empty(self) -> bool {
        self.text.with(|text| {
            let is_given_back = || self.given_back.with(|given| given.as_deref() == Some(text));
            !text.is_empty() && (is_given_back() || self.refusal.with(Option::is_some))
        })
    }

    /// Takes what now stands in the form's input of a field, and stores it likewise.
    pub fn put_in(self, field: FieldId, typed: Json) {
        self.unsaved.update(|unsaved| {
            unsaved.insert(field, typed);
        });
        self.save_draft_soon();
    }

    /// Forgets what stands in the input of one field: it was saved, or is not wanted.
    pub fn clear_unsaved_of(self, field: &FieldId) {
        if self
            .unsaved
            .with_untracked(|unsaved| unsaved.contains_key(field))
        {
            self.unsaved.update(|unsaved| {
                unsaved.remove(field);
            });
            self.save_draft();
        }
    }

    /// What stands in an input of the form and was not saved gives way to what was said since, unless
    /// the person is at it, or what is recorded `is_as_before`.
    pub(super) fn let_go_but(self, is_as_before: impl Fn(&FieldId) -> bool) {
        let is_open = self
            .opening
            .with_untracked(|opening| *opening == Opening::Open);
        if !is_open || self.screen.get_untracked() == Screen::Form {
            return;
        }
        let is_stale = self
            .unsaved
            .with_untracked(|unsaved| !unsaved.keys().all(&is_as_before));
        if is_stale {
            self.unsaved
                .update(|unsaved| unsaved.retain(|field, _| is_as_before(field)));
            self.save_draft();
        }
    }

    /// The same of all the form's inputs.
    pub fn clear_unsaved(self) {
        if !self.unsaved.with_untracked(|unsaved| unsaved.is_empty()) {
            self.unsaved.update(|unsaved| unsaved.clear());
            self.save_draft();
        }
    }

    fn save_draft_soon(self) {
        let edit = self.edits.with_value(|edits| edits.wrapping_add(1));
        self.edits.set_value(edit);
        spawn_local(async move {
            TimeoutFuture::new(DRAFT_PAUSE_MS).await;
            if self.edits.try_get_value() == Some(edit) {
                self.save_draft();
            }
        });
    }

    /// Keeps what stands in the composer while the page is left: the store may not come to it any more.
    pub fn leave_draft(self) {
        self.save_draft();
        let text = self.text.get_untracked();
        let is_stored = self.page.store_kind.get_untracked() != Some(StoreKind::Memory);
        if is_stored && !text.is_empty() {
            OF_INTERVIEWS.keep(&self.id().0, &format!("{}\n{text}", self.answers_given()));
        }
    }

    /// What was kept so, unless something was said since: there were so many `answers` then.
    fn left_text(self, answers_now: usize) -> Option<String> {
        let kept = OF_INTERVIEWS.of(&self.id().0)?;
        OF_INTERVIEWS.forget();
        let (answers, text) = kept.split_once('\n')?;
        (answers.parse() == Ok(answers_now)).then(|| text.to_owned())
    }

    /// Stores what stands in the composer and in the form's inputs.
    pub fn save_draft(self) {
        if self
            .opening
            .with_untracked(|opening| *opening != Opening::Open)
        {
            return;
        }
        let Some(drafts) = self.drafts.get_value() else {
            return;
        };
        if OF_INTERVIEWS.of(&self.id().0).is_some() {
            OF_INTERVIEWS.forget();
        }
        let draft = Draft {
            text: self.text.get_untracked(),
            typed_after: Some(self.answers_given()),
            entries: self.unsaved.get_untracked(),
        };
        spawn_local(async move {
            if let Err(error) = drafts.save(&draft).await {
                // What is typed is still on the page, and sending it reports a store that fails.
                tracing::warn!(%error, "the draft was not stored");
            }
        });
    }

    /// What was typed while nothing could be stored stays.
    pub(super) fn take_up_drafts(self, left: Unsent, answers: usize) {
        if let Some(text) = self.left_text(answers).or(left.text)
            && self.text.with_untracked(String::is_empty)
        {
            set_if_new(self.text, text);
        }
        if self.unsaved.with_untracked(|unsaved| unsaved.is_empty()) {
            set_if_new(self.unsaved, left.entries);
        }
    }

    fn answers_given(self) -> usize {
        self.turns.with_untracked(|turns| {
            let answers = turns
                .iter()
                .filter(|turn| turn.speaker == Speaker::Respondent);
            answers.count()
        })
    }
}

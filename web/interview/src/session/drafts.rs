//! What is typed and not sent, and what stands in the form's inputs and is not saved.

use gloo_timers::future::TimeoutFuture;
use kikitori_interview::{Draft, FieldId, Speaker, Unsent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value as Json;

use super::{Opening, Screen, Session};
use kikitori_parts::signals::set_if_new;

/// A person pauses about this long between two strokes of keys.
const DRAFT_PAUSE_MS: u32 = 300;

impl Session {
    /// Takes what now stands in the composer, and stores it once the person pauses.
    pub fn type_text(self, text: String) {
        self.text.set(text);
        set_if_new(self.refusal, None);
        self.save_draft_soon();
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
    pub(super) fn take_up_drafts(self, left: Unsent) {
        if let Some(text) = left.text
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

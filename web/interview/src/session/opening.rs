//! From the beginning of a session to its first question, which needs no engine.

use std::pin::pin;
use std::sync::Arc;

use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::{Either, select};
use futures::{FutureExt, StreamExt};
use kikitori_engine::caller::CallEvent;
use kikitori_form::file::text::Text;
use kikitori_interview::{
    AgentKind, Bootstrap, Command, FieldState, FirstQuestion, Opening, SessionForm, Speaker,
};
use kikitori_llm::UsageTotals;
use leptos::prelude::*;

use super::{FormFace, Opening as Opened, Phase, Place, Session, Turn};
use crate::embedded;
use kikitori_parts::Language;
use kikitori_parts::signals::set_if_new;

/// A session that has begun, for the engine to go on with, and what the person does meanwhile.
pub struct Started {
    /// As far as it has come.
    pub opening: Opening,
    /// What they do.
    pub commands: UnboundedReceiver<Command>,
}

impl Session {
    /// Leads a session that was begun here to its first question, and shows it; `None` when the screen
    /// was left meanwhile. What the person does ends that: it is the engine's.
    pub(super) async fn begin(self, mut opening: Opening) -> Option<Started> {
        let (sender, mut commands) = unbounded();
        if self.commands.try_set_value(Some(sender)).is_some() {
            return None;
        }
        self.drafts.set_value(Some(opening.drafts()));
        self.show_beginning(&opening);
        set_if_new(self.opening, Opened::Open);
        // What the site around it knows already is not asked for.
        let prefill = self.page.prefill();
        let is_filled = prefill.is_some_and(|values| embedded::put_in(self, &values));
        if is_filled || !opening.asks_a_model() {
            return Some(Started { opening, commands });
        }
        set_if_new(self.phase, Phase::Thinking(Some(AgentKind::Interviewer)));
        let ended = {
            let mut draft = String::new();
            let mut used = UsageTotals::default();
            let mut on_event = |event| self.call_went_on(event, &mut draft, &mut used);
            let mut call = pin!(opening.call(&mut on_event));
            loop {
                match select(call.as_mut(), commands.next()).await {
                    Either::Left((outcome, _)) => break Ok(outcome),
                    Either::Right((Some(Command::Limit(limits)), _)) => opening.limit(limits),
                    Either::Right((command, _)) => break Err(command),
                }
            }
        };
        let stored = match ended {
            Ok(outcome) => opening.take(outcome).await.map(|question| {
                if let Some(question) = question {
                    self.show_first(&opening, question);
                }
            }),
            Err(command) => {
                let abandoned = opening.abandon().await;
                commands = self.after(command?, commands)?;
                abandoned
            }
        };
        if let Err(error) = stored {
            // The engine stores it once more, and says so when that fails too.
            tracing::warn!(%error, "what the first call brought was not stored");
        }
        Some(Started { opening, commands })
    }

    /// The same commands with `first` before them.
    fn after(
        self,
        first: Command,
        mut commands: UnboundedReceiver<Command>,
    ) -> Option<UnboundedReceiver<Command>> {
        let (sender, anew) = unbounded();
        let mut next = Some(first);
        while let Some(command) = next {
            // Its receiver is here.
            let _ = sender.unbounded_send(command);
            next = commands.next().now_or_never().flatten();
        }
        let was_left = self.commands.try_update_value(|kept| kept.replace(sender));
        was_left.flatten().map(|_| anew)
    }

    fn call_went_on(self, event: CallEvent, draft: &mut String, used: &mut UsageTotals) {
        match event {
            CallEvent::Shown(more) => {
                draft.push_str(&more);
                set_if_new(self.draft, Some(draft.clone()));
            }
            CallEvent::Again => draft.clear(),
            CallEvent::Used(usage) => {
                *used = used.plus(usage);
                set_if_new(self.run_spent, Some((AgentKind::Interviewer, *used)));
            }
            CallEvent::Text(_) => {}
        }
    }

    fn show_beginning(self, opening: &Opening) {
        self.show_settled(opening.bootstrap());
        self.show_form(opening.form(), opening.language());
        set_if_new(self.outline, opening.outline());
    }

    fn show_first(self, opening: &Opening, question: FirstQuestion) {
        let FirstQuestion {
            text,
            suggestions,
            at,
        } = question;
        if self.step.try_get_untracked().is_none() {
            // The screen was left.
            return;
        }
        let mut outline = opening.outline();
        if let Some(first) = outline.first_mut() {
            first.state = FieldState::Interviewing;
        }
        set_if_new(self.outline, outline);
        set_if_new(self.draft, None);
        self.page.announcement.set(text.clone());
        self.turns.set(vec![Turn {
            index: 0,
            at,
            speaker: Speaker::Assistant,
            text,
            language: self.language.get_untracked(),
            suggestions,
            recorded: Vec::new(),
        }]);
        set_if_new(self.phase, Phase::Answer);
    }

    /// Speaks the respondent's language, and shows where they are.
    pub(super) fn show_settled(self, settled: &Bootstrap) {
        if let Some(language) = &settled.language {
            self.page.speak(Language::of(language.as_str()));
            set_if_new(self.language, Some(language.to_string()));
        }
        let place = Place {
            country: settled.country.as_ref().map(ToString::to_string),
            time_zone: settled.timezone.as_ref().map(ToString::to_string),
        };
        set_if_new(self.place, place);
    }

    /// Shows what the form says of itself in `language`.
    pub(super) fn show_form(self, form: &SessionForm, language: &str) {
        let is_known = self.form_file.with_untracked(|known| **known == *form);
        if !is_known {
            self.form_file.set(Arc::new(form.clone()));
        }
        let told = |text: &Option<Text>| {
            let text = text.as_ref().map(|text| text.in_language(language));
            text.unwrap_or_default().to_owned()
        };
        let title = form.title.in_language(language).to_owned();
        let description = told(&form.description);
        let labels = form
            .fields
            .iter()
            .map(|field| field.label.in_language(language));
        let texts = [title.as_str(), description.as_str()]
            .into_iter()
            .chain(labels);
        let face = FormFace {
            texts: texts.collect::<Vec<_>>().join(" "),
            submit_label: told(&form.submit_label),
            description,
            title,
        };
        set_if_new(self.page.title, face.title.clone());
        set_if_new(self.form, face);
    }
}

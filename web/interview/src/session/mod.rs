//! The session at hand: an actor that performs the interview's steps, and signals that show what
//! it has come to.

mod actor;
mod explain;
mod feed;
mod turn;

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::channel::mpsc::UnboundedSender;
use futures::channel::oneshot;
use kikitori_agent::RunStep;
use kikitori_form::values::Value;
use kikitori_interview::{
    AgentKind, Command, DraftKeeper, DriveError, Entry, Failure, FieldEntry, FieldId, FieldState,
    Losses, OutlineEntry, Receipt, SessionForm, SessionId, Settle, Speaker, Submission,
};
use kikitori_llm::UsageTotals;
use leptos::prelude::*;

use crate::limits::page_context;
use kikitori_parts::dom;
use kikitori_parts::page::Page;
use kikitori_parts::reason::Explanation;
pub use turn::{Recorded, Turn};

/// How far the opening of a session has come.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// It is being read.
    Wait,
    /// It is here.
    Open,
    /// Another tab has it.
    Locked,
    /// There is none of that id on this device.
    Missing,
    /// It cannot be read.
    Broken(DriveError),
    /// It was deleted here.
    Deleted,
}

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// An agent, or the store.
    Thinking(Option<AgentKind>),
    /// The person, to answer.
    Answer,
    /// The person, to confirm.
    Confirm,
    /// Nobody: the form is finished.
    Done,
    /// The person, after a step that failed.
    Error(DriveError),
    /// The person, who stopped a reply.
    Stopped,
    /// The person, after an agent came to nothing.
    Failed(Failure),
}

impl Phase {
    /// Whether an answer is taken. What is said while an agent is at work is not lost: it goes on
    /// with it.
    pub fn takes_answers(&self) -> bool {
        matches!(
            self,
            Self::Answer | Self::Thinking(_) | Self::Stopped | Self::Error(DriveError::Call(_))
        )
    }

    /// As the page's `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Thinking(_) => "thinking",
            Self::Answer => "answer",
            Self::Confirm => "confirm",
            Self::Done => "done",
            Self::Error(_) => "error",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
        }
    }
}

/// The screens of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// Questions and answers.
    Interview,
    /// Every field at once, with an input each.
    Form,
    /// All answers, to be confirmed.
    Review,
    /// The finished form.
    Done,
}

impl Screen {
    /// As the page's `data-screen` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Interview => "interview",
            Self::Form => "form",
            Self::Review => "review",
            Self::Done => "done",
        }
    }
}

/// What the page shows of the form itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFace {
    /// Its title.
    pub title: String,
    /// What it is for; may be empty.
    pub description: String,
    /// What the button that sends it says; may be empty.
    pub submit_label: String,
    /// All of its texts, by which its language is known.
    pub texts: String,
}

/// Where the person is, as far as it is settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The country, as an ISO 3166-1 code.
    pub country: Option<String>,
    /// The time zone.
    pub time_zone: Option<String>,
}

/// An answer that is on its way to the store.
struct Sent {
    text: String,
    /// Whether it came from the composer, and not from a suggestion.
    typed: bool,
}

/// The session that a screen shows. A handle: all copies are the same session.
#[derive(Clone, Copy)]
pub struct Session {
    /// The page it is on.
    pub page: Page,
    /// How far its opening has come.
    pub opening: RwSignal<Opening>,
    /// Whose turn it is.
    pub phase: RwSignal<Phase>,
    /// Which screen it is on.
    pub screen: RwSignal<Screen>,
    /// Steps performed so far.
    pub step: RwSignal<u64>,
    /// The form.
    pub form: RwSignal<FormFace>,
    /// The form as the session keeps it.
    pub form_file: RwSignal<Arc<SessionForm>>,
    /// What is recorded, by field.
    pub values: RwSignal<BTreeMap<FieldId, Value>>,
    /// The words that it rests on, where the respondent said it.
    pub evidence: RwSignal<BTreeMap<FieldId, Vec<String>>>,
    /// What the required fields are called that keep the form from being sent.
    pub blocking: RwSignal<Vec<String>>,
    /// What the server said that the form was sent to.
    pub receipt: RwSignal<Option<Receipt>>,
    /// Whether the last step was something that was put in by hand.
    pub by_hand: RwSignal<bool>,
    /// Whether there is something to take back.
    pub can_go_back: RwSignal<bool>,
    /// How often in a row a step has failed.
    pub failures: RwSignal<u32>,
    /// The respondent's language, as a BCP 47 tag.
    pub language: RwSignal<Option<String>>,
    /// Where they are.
    pub place: RwSignal<Place>,
    /// The conversation.
    pub turns: RwSignal<Vec<Turn>>,
    /// The question that is being written.
    pub draft: RwSignal<Option<String>>,
    /// The fields.
    pub outline: RwSignal<Vec<OutlineEntry>>,
    /// The audit trail.
    pub run_steps: RwSignal<Vec<RunStep>>,
    /// What its model calls came to.
    pub spent: RwSignal<UsageTotals>,
    /// The agent that called the model last, and what its run came to by then.
    pub run_spent: RwSignal<Option<(AgentKind, UsageTotals)>>,
    /// The finished form.
    pub submission: RwSignal<Option<Submission>>,
    /// What stands in the composer.
    pub text: RwSignal<String>,
    /// Why the last answer was not taken.
    pub refusal: RwSignal<Option<String>>,
    /// What of it was lost to records that cannot be read.
    pub losses: RwSignal<Losses>,
    /// Why the last call failed, where the page has looked for the reason.
    pub explanation: RwSignal<Option<Explanation>>,
    id: StoredValue<SessionId>,
    commands: StoredValue<Option<UnboundedSender<Command>>>,
    /// Keeps what is typed, once the session is open.
    drafts: StoredValue<Option<DraftKeeper>, LocalStorage>,
    sent: StoredValue<Option<Sent>>,
    /// Counts changes of the composer, so that only the last of a burst is stored.
    edits: StoredValue<u32>,
    /// Whether nothing is left to ask for.
    is_complete: StoredValue<bool>,
    /// Whether the form was confirmed here and now, and not before the session was opened.
    confirmed_here: StoredValue<bool>,
    /// Whether the page has looked for a reason; it does so once by itself.
    has_looked: StoredValue<bool>,
    /// Dropped to end the looking.
    looking: StoredValue<Option<oneshot::Sender<()>>>,
}

impl Session {
    /// The session `id`, not yet opened.
    pub fn new(page: Page, id: SessionId) -> Self {
        Self {
            page,
            opening: RwSignal::new(Opening::Wait),
            phase: RwSignal::new(Phase::Thinking(None)),
            screen: RwSignal::new(Screen::Interview),
            step: RwSignal::new(0),
            form: RwSignal::new(FormFace::default()),
            form_file: RwSignal::new(Arc::default()),
            values: RwSignal::new(BTreeMap::new()),
            evidence: RwSignal::new(BTreeMap::new()),
            blocking: RwSignal::new(Vec::new()),
            receipt: RwSignal::new(None),
            by_hand: RwSignal::new(false),
            can_go_back: RwSignal::new(false),
            failures: RwSignal::new(0),
            language: RwSignal::new(None),
            place: RwSignal::new(Place::default()),
            turns: RwSignal::new(Vec::new()),
            draft: RwSignal::new(None),
            outline: RwSignal::new(Vec::new()),
            run_steps: RwSignal::new(Vec::new()),
            spent: RwSignal::new(UsageTotals::default()),
            run_spent: RwSignal::new(None),
            submission: RwSignal::new(None),
            text: RwSignal::new(String::new()),
            refusal: RwSignal::new(None),
            losses: RwSignal::new(Losses::default()),
            explanation: RwSignal::new(None),
            id: StoredValue::new(id),
            commands: StoredValue::new(None),
            drafts: StoredValue::new_local(None),
            sent: StoredValue::new(None),
            edits: StoredValue::new(0),
            is_complete: StoredValue::new(false),
            confirmed_here: StoredValue::new(false),
            has_looked: StoredValue::new(false),
            looking: StoredValue::new(None),
        }
    }

    /// The session's id.
    pub fn id(self) -> SessionId {
        self.id.get_value()
    }

    /// Fields that are done, and all fields.
    pub fn progress(self) -> (usize, usize) {
        self.outline.with(|outline| {
            let done = outline
                .iter()
                .filter(|entry| entry.state == FieldState::Done)
                .count();
            (done, outline.len())
        })
    }

    /// The language of the conversation, where it is not the page's.
    pub fn spoken(self) -> Option<String> {
        let language = self.page.language.get();
        language.unless_same(self.language.get())
    }

    /// The language of the form's own texts, where it is not the page's.
    pub fn form_language(self) -> Option<&'static str> {
        let language = self.page.language.get();
        self.form.with(|form| language.tag_of(&form.texts))
    }

    /// Whether an agent or the store is at work.
    pub fn is_thinking(self) -> bool {
        self.phase.with(|phase| matches!(phase, Phase::Thinking(_)))
    }

    /// The person's last answer.
    pub fn last_answer(self) -> Option<String> {
        self.turns.with_untracked(|turns| {
            let last = turns
                .iter()
                .rfind(|turn| turn.speaker == Speaker::Respondent);
            last.map(|turn| turn.text.clone())
        })
    }

    /// Sends an answer. The composer keeps its text until the answer is stored.
    pub fn send(self, text: String, typed: bool) {
        if !self.phase.with_untracked(Phase::takes_answers) {
            return;
        }
        self.refusal.set(None);
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
            page: page_context(),
        });
    }

    /// Confirms the form.
    pub fn confirm(self) {
        if self.phase.with_untracked(|phase| *phase != Phase::Confirm) {
            return;
        }
        self.confirmed_here.set_value(true);
        self.phase.set(Phase::Thinking(None));
        self.command(Command::Confirm {
            local_time: kikitori_browser::now_local(),
        });
    }

    /// Whether the form was confirmed here and now.
    pub fn has_confirmed(self) -> bool {
        self.confirmed_here.get_value()
    }

    /// Records what was put in by hand.
    pub fn enter(self, entries: Vec<FieldEntry>) {
        self.refusal.set(None);
        self.command(Command::Enter { entries });
    }

    /// The same for one field.
    pub fn enter_one(self, field_id: FieldId, entry: Entry) {
        self.enter(vec![FieldEntry { field_id, entry }]);
    }

    /// Settles a language, a country or a time zone.
    pub fn settle(self, settle: Settle) {
        self.command(Command::Settle(settle));
    }

    /// Takes back the last answer, or the last entry.
    pub fn go_back(self) {
        self.command(Command::Back);
    }

    /// Keeps what the server said that the form was sent to.
    pub fn delivered(self, receipt: Receipt) {
        self.command(Command::Delivered { receipt });
    }

    /// Shows every field at once, with an input each.
    pub fn open_form(self) {
        self.screen.set(Screen::Form);
    }

    /// Goes on where there is something to do.
    pub fn leave_form(self) {
        self.screen.set(match self.is_complete.get_value() {
            true => Screen::Review,
            false => Screen::Interview,
        });
    }

    /// Whether a field is not asked for any more.
    pub fn is_done(self, field: &FieldId) -> bool {
        self.outline.with_untracked(|outline| {
            let mut entries = outline.iter();
            entries.any(|it| it.field_id == *field && it.state == FieldState::Done)
        })
    }

    /// The language that the respondent is spoken to in.
    pub fn reader(self) -> String {
        let settled = self.language.get();
        settled.unwrap_or_else(|| self.page.language.get().tag().to_owned())
    }

    /// The field that is being asked for.
    pub fn asked(self) -> Option<FieldId> {
        self.outline.with(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.map(|entry| entry.field_id.clone())
        })
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

    /// Puts the focus where the person goes on, after the control that had it is gone. With a
    /// finger that is not the composer, for its keyboard would cover the question.
    pub fn refocus(self) {
        dom::focus_soon(if dom::touches() { "h1" } else { "#composer" });
    }

    fn command(self, command: Command) {
        self.commands.with_value(|commands| {
            if let Some(commands) = commands {
                // The actor listens as long as the session is open.
                let _ = commands.unbounded_send(command);
            }
        });
    }
}

//! The session at hand: an actor that performs the interview's steps, and signals that show what
//! it has come to.

mod actor;
mod beside;
mod commands;
mod drafts;
mod explain;
mod face;
mod feed;
mod gone;
mod lead;
mod lines;
mod more;
mod opening;
mod phase;
mod records;
mod told;
mod turn;

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::channel::mpsc::UnboundedSender;
use futures::channel::oneshot;
use kikitori_agent::RunStep;
use kikitori_form::values::Value;
use kikitori_interview::{
    AgentKind, Command, DraftKeeper, FieldId, FieldState, Losses, OutlineEntry, Receipt,
    SessionForm, SessionId, Speaker, Submission, UsedBounds,
};
use kikitori_llm::UsageTotals;
use leptos::prelude::*;
use serde_json::Value as Json;

use crate::parts::engine::Engine;
pub use beside::Beside;
pub use commands::Picking;
use commands::Sent;
use kikitori_parts::Language;
use kikitori_parts::is_right_to_left;
use kikitori_parts::page::Page;
use kikitori_parts::part::Missing;
use kikitori_parts::reason::Explanation;

pub use face::{FormFace, Place};
pub use gone::{Gone, GoneField, WhyGone};
pub use lines::{ShownAside, ShownChange, ShownLine, ShownSheet, in_zone};
pub use opening::Started;
pub use phase::{Opening, Phase, Screen};
pub(crate) use told::object;
pub use turn::{Recorded, Turn};

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
    /// Steps performed so far, once the engine is there to perform them.
    pub step: RwSignal<Option<u64>>,
    /// The form.
    pub form: RwSignal<FormFace>,
    /// The form as the session keeps it.
    pub form_file: RwSignal<Arc<SessionForm>>,
    /// What is recorded, by field.
    pub values: RwSignal<BTreeMap<FieldId, Value>>,
    /// The words that it rests on, where the respondent said it.
    pub evidence: RwSignal<BTreeMap<FieldId, Vec<String>>>,
    /// The lines of groups, by field.
    pub lines: RwSignal<BTreeMap<FieldId, ShownSheet>>,
    /// What became of fields since the last message, which the next one will carry.
    pub pending: RwSignal<Vec<Recorded>>,
    /// Whether the field that is being asked for was refused once.
    pub was_refused: RwSignal<bool>,
    /// Whether what was said last was given back, as it may hold a private answer.
    pub held_back: RwSignal<bool>,
    /// What the required fields are called that keep the form from being sent.
    pub blocking: RwSignal<Vec<String>>,
    /// What the server said that the form was sent to.
    pub receipt: RwSignal<Option<Receipt>>,
    /// Whether the last step was something that was put in by hand.
    pub by_hand: RwSignal<bool>,
    /// Answers that are gone with the last step, until they go on.
    pub gone: RwSignal<Gone>,
    /// How many fields the last answer has opened.
    pub more: RwSignal<usize>,
    /// Whether there is something to take back.
    pub can_go_back: RwSignal<bool>,
    /// How often the confirmation was taken back.
    pub reopened: RwSignal<u32>,
    /// How often in a row a step has failed.
    pub failures: RwSignal<u32>,
    /// The respondent's language, as a BCP 47 tag.
    pub language: RwSignal<Option<String>>,
    /// What of the page's own texts beside the conversation was translated into it, by the English text.
    pub translated: RwSignal<BTreeMap<&'static str, String>>,
    /// Where they are.
    pub place: RwSignal<Place>,
    /// The place of what they said last on the last page: it may have led them away from it, and back.
    pub said_on_review: StoredValue<Option<usize>>,
    /// How many messages there were when that became another place than it was.
    pub place_moved: RwSignal<Option<usize>>,
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
    /// What was used of its bounds, once there is an engine.
    pub used: RwSignal<Option<UsedBounds>>,
    /// The agent that called the model last, and what its run came to by then.
    pub run_spent: RwSignal<Option<(AgentKind, UsageTotals)>>,
    /// The finished form.
    pub submission: RwSignal<Option<Submission>>,
    /// What stands in the composer.
    pub text: RwSignal<String>,
    /// What stands in the form's inputs and is not saved, by field.
    pub unsaved: RwSignal<BTreeMap<FieldId, Json>>,
    /// Why the last answer was not taken.
    pub refusal: RwSignal<Option<String>>,
    /// What of it was lost to records that cannot be read.
    pub losses: RwSignal<Losses>,
    /// Why the last call failed, where the page has looked for the reason.
    pub explanation: RwSignal<Option<Explanation>>,
    /// What leads the session, once it is there.
    pub engine: RwSignal<Option<Engine>>,
    /// Why it, or what reads lists, is not there, if it did not come.
    pub engine_missing: RwSignal<Option<Missing>>,
    id: StoredValue<SessionId>,
    /// Has it asked for once more.
    load_again: StoredValue<Option<oneshot::Sender<()>>>,
    commands: StoredValue<Option<UnboundedSender<Command>>>,
    /// Keeps what is typed, once the session is open.
    drafts: StoredValue<Option<DraftKeeper>, LocalStorage>,
    /// What is picked beside the box for words, while there is an input to pick with.
    pub picking: StoredValue<Option<Picking>>,
    sent: StoredValue<Option<Sent>>,
    /// What was given back of the last message, as it was put into the composer.
    given_back: RwSignal<Option<String>>,
    /// What the last step back has put into the composer.
    taken_back: StoredValue<String>,
    /// The same once it is sent where it can be no answer.
    rest_sent: StoredValue<Option<String>>,
    /// What was read out of what no message has told yet.
    read_out: StoredValue<Vec<Recorded>>,
    /// Counts changes of the composer and of the form's inputs, so that only the last of a burst is stored.
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
            step: RwSignal::new(None),
            form: RwSignal::new(FormFace::default()),
            form_file: RwSignal::new(Arc::default()),
            values: RwSignal::new(BTreeMap::new()),
            evidence: RwSignal::new(BTreeMap::new()),
            lines: RwSignal::new(BTreeMap::new()),
            pending: RwSignal::new(Vec::new()),
            was_refused: RwSignal::new(false),
            held_back: RwSignal::new(false),
            blocking: RwSignal::new(Vec::new()),
            receipt: RwSignal::new(None),
            by_hand: RwSignal::new(false),
            gone: RwSignal::new(Gone::default()),
            more: RwSignal::new(0),
            can_go_back: RwSignal::new(false),
            reopened: RwSignal::new(0),
            failures: RwSignal::new(0),
            language: RwSignal::new(None),
            translated: RwSignal::new(BTreeMap::new()),
            place: RwSignal::new(Place::default()),
            place_moved: RwSignal::new(None),
            turns: RwSignal::new(Vec::new()),
            draft: RwSignal::new(None),
            outline: RwSignal::new(Vec::new()),
            run_steps: RwSignal::new(Vec::new()),
            spent: RwSignal::new(UsageTotals::default()),
            used: RwSignal::new(None),
            run_spent: RwSignal::new(None),
            submission: RwSignal::new(None),
            text: RwSignal::new(String::new()),
            unsaved: RwSignal::new(BTreeMap::new()),
            refusal: RwSignal::new(None),
            losses: RwSignal::new(Losses::default()),
            explanation: RwSignal::new(None),
            engine: RwSignal::new(None),
            engine_missing: RwSignal::new(None),
            id: StoredValue::new(id),
            load_again: StoredValue::new(None),
            commands: StoredValue::new(None),
            drafts: StoredValue::new_local(None),
            picking: StoredValue::new(None),
            sent: StoredValue::new(None),
            given_back: RwSignal::new(None),
            taken_back: StoredValue::new(String::new()),
            rest_sent: StoredValue::new(None),
            read_out: StoredValue::new(Vec::new()),
            edits: StoredValue::new(0),
            is_complete: StoredValue::new(false),
            confirmed_here: StoredValue::new(false),
            said_on_review: StoredValue::new(None),
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
    pub fn form_language(self) -> Option<String> {
        self.form_language_for(&self.reader())
    }

    /// The same of texts that somebody who reads this language is shown.
    pub fn form_language_for(self, reader: &str) -> Option<String> {
        let language = self.page.language.get();
        let (form, face) = (self.form_file.get(), self.form.get());
        form_language(language, &form, &face.texts, reader)
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

    /// Shows every field at once, with an input each.
    pub fn open_form(self) {
        self.screen.set(Screen::Form);
    }

    /// Goes on where there is something to do.
    pub fn leave_form(self) {
        // Without the pause that is left to whoever types.
        self.save_draft();
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

    /// Whether that is written from right to left.
    pub fn is_right_to_left(self) -> bool {
        is_right_to_left(&self.reader())
    }

    /// What the list of fields says of one.
    pub fn entry(self, field: &FieldId) -> Option<OutlineEntry> {
        self.outline.with(|outline| {
            let entry = outline.iter().find(|entry| entry.field_id == *field);
            entry.cloned()
        })
    }

    /// The field that is being asked for.
    pub fn asked(self) -> Option<FieldId> {
        self.outline.with(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.map(|entry| entry.field_id.clone())
        })
    }
}

/// The language of a form's own texts as `reader` is shown them, where it is not the page's, which
/// speaks `language`: as the form says it, or else as the letters of `texts` tell.
pub fn form_language(
    language: Language,
    form: &SessionForm,
    texts: &str,
    reader: &str,
) -> Option<String> {
    // What was translated, or is there in several languages, says itself which it is in.
    if form.title.is_in(reader, "") {
        return language.unless_same(Some(reader.to_owned()));
    }
    let Some(own) = form.language.as_ref().map(|own| own.as_str()) else {
        return language.tag_of(texts).map(str::to_owned);
    };
    let shown = match form.title.is_in(reader, own) {
        true => reader,
        false => own,
    };
    language.unless_same(Some(shown.to_owned()))
}

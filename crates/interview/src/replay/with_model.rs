//! The recorded interview, led again by a model.

use std::cell::Cell;
use std::rc::Rc;

use kikitori_llm::Model;
use kikitori_ports::{Clock, Ids};
use kikitori_store::MemoryStore;
use thiserror::Error;

use super::compare::{NotTaken, ReplayedField, Verdict, compare};
use super::person::{Act, Person};
use super::recording::Recording;
use crate::events::{Event, Events};
use crate::failure::Failure;
use crate::interview::{DriveError, Interview, Ports};
use crate::locale::Locale;
use crate::message::PageContext;
use crate::orchestrator::{
    Command, EngineError, Entry, FieldEntry, Limits, NotAnAnswer, Pause, Settle, line_engine,
};
use crate::state::MainSessionState;
use kikitori_form::{FieldId, FormField, SessionForm};

/// Answers that an interview may take beside two for each field and all that were recorded.
const MORE_ANSWERS: usize = 20;

/// Why a recorded interview came to no end with a model.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ReplayError {
    /// A call failed, or the interview's own tools do not fit together.
    #[error(transparent)]
    Drive(#[from] Box<DriveError>),
    /// An agent came to nothing.
    #[error("the interview stands still: {0}")]
    Failed(Failure),
    /// It goes on asking.
    #[error("the interview has no end after {answers} answers")]
    NoEnd {
        /// How many it was given.
        answers: usize,
    },
}

/// The recorded time: what is said of days means what it meant then.
struct RecordedTime(Cell<u64>);

impl Clock for RecordedTime {
    fn now_ms(&self) -> u64 {
        self.0.get()
    }
}

struct OneSession;

impl Ids for OneSession {
    fn new_id(&self) -> String {
        "replay".to_owned()
    }
}

struct Unheard;

impl Events for Unheard {
    fn event(&self, _: Event<'_>) {}
}

/// Has `model` lead the interview of `form` again. Whoever is asked for a field says what they said of
/// it in the recording, at the time at which they said it; of what has no answer there, they say that
/// they do not know it.
///
/// # Errors
/// [`ReplayError`], when it comes to no end.
pub async fn replay_with_model(
    recording: &Recording,
    form: SessionForm,
    model: Rc<dyn Model>,
    locale: Rc<dyn Locale>,
    limits: Limits,
) -> Result<Vec<ReplayedField>, ReplayError> {
    let recorded = recording.state();
    let clock = Rc::new(RecordedTime(Cell::new(recorded.created_at)));
    let page = first_page(recorded);
    let ports = Ports {
        model,
        store: Rc::new(MemoryStore::new()),
        clock: clock.clone(),
        ids: Rc::new(OneSession),
        locale: locale.clone(),
        events: Rc::new(Unheard),
        lines: Some(line_engine()),
    };
    let interview = Interview::start(form, page, ports, limits).await;
    let mut again = Again {
        interview: interview.map_err(Box::new)?,
        person: Person::of(recorded),
        not_taken: NotTaken::new(),
        clock,
    };
    again.settle(recorded).await?;
    again.run(recorded).await?;
    let fold = |text: &str| locale.fold(text);
    let now = again.interview.orchestrator().state();
    let mut fields = compare(recorded, now, &again.not_taken, &fold);
    for field in &mut fields {
        let asked = now.form.field(&field.field_id);
        let kept_back = asked.is_some_and(|it| again.person.is_kept_back(it));
        if kept_back && field.before.is_some() && field.after.is_none() {
            field.verdict = Verdict::KeptBack;
        }
    }
    Ok(fields)
}

/// About how many requests that takes for each recording: one for each question and the end, and one
/// for each answer that is reviewed by itself. A question that is asked again is one more.
pub fn requests_with_model(form: &SessionForm) -> usize {
    let told = form.fields.iter().filter(|field| !field.private);
    let of_field = told.map(|field| 1 + usize::from(form.is_reviewed_separately(field)));
    1 + of_field.sum::<usize>()
}

/// What the page told of itself with the first answer.
fn first_page(recorded: &MainSessionState) -> PageContext {
    let mut told = recorded.chat().filter_map(|it| it.data.input.clone());
    told.next().unwrap_or_else(|| recorded.page.clone())
}

struct Again<'a> {
    interview: Interview,
    person: Person<'a>,
    not_taken: NotTaken,
    clock: Rc<RecordedTime>,
}

impl Again<'_> {
    /// Language, country and time zone are as they were in the end.
    async fn settle(&mut self, recorded: &MainSessionState) -> Result<(), ReplayError> {
        let then = &recorded.bootstrap;
        let now = self.interview.orchestrator().state().bootstrap.clone();
        let language = then
            .language
            .clone()
            .filter(|it| Some(it) != now.language.as_ref());
        let zone = then
            .timezone
            .clone()
            .filter(|it| Some(it) != now.timezone.as_ref());
        let country = then
            .country
            .clone()
            .filter(|it| Some(it) != now.country.as_ref());
        let settles = [
            language.map(Settle::Language),
            country.map(|it| Settle::Country(Some(it))),
            zone.map(Settle::TimeZone),
        ];
        for settle in settles.into_iter().flatten() {
            self.take(Command::Settle(settle)).await?;
        }
        Ok(())
    }

    async fn run(&mut self, recorded: &MainSessionState) -> Result<(), ReplayError> {
        let fields = self.interview.orchestrator().state().form.fields.len();
        let most = fields * 2 + recorded.messages.len() + MORE_ANSWERS;
        for _ in 0..most {
            match self.interview.advance().await.map_err(Box::new)? {
                Pause::Answer => self.answer(recorded).await?,
                Pause::Failed(failure) => return Err(ReplayError::Failed(failure)),
                Pause::Confirm | Pause::Done | Pause::CallFailed(_) | Pause::Stopped => {
                    return Ok(());
                }
            }
        }
        Err(ReplayError::NoEnd { answers: most })
    }

    async fn answer(&mut self, recorded: &MainSessionState) -> Result<(), ReplayError> {
        let orchestrator = self.interview.orchestrator();
        if orchestrator.state().needs_country() {
            let country = recorded.bootstrap.country.clone();
            return self.take(Command::Settle(Settle::Country(country))).await;
        }
        let asked = orchestrator.state().current_field();
        let Some(field) = asked.map(|(_, field)| field.clone()) else {
            // What is asked for is in the plan; a session without one is at work.
            return Ok(());
        };
        match self.person.asked_for(&field) {
            Act::Say { text, at, page } => {
                self.clock.0.set(self.clock.0.get().max(at));
                self.take(Command::Answer { text, page }).await
            }
            Act::PutIn(entry) => self.put_in(&field, entry).await,
            Act::Nothing => self.put_in(&field, Entry::DoesNotKnow).await,
        }
    }

    /// Puts something in by hand; where the form does not take it, they do not know it.
    async fn put_in(&mut self, field: &FormField, entry: Entry) -> Result<(), ReplayError> {
        let field_id = field.field_id.clone();
        match self.take(one(&field_id, entry)).await {
            Err(ReplayError::Drive(refused)) => match *refused {
                DriveError::Engine(EngineError::EntryRefused { refusal, .. }) => {
                    let why = NotAnAnswer::Refused(refusal);
                    self.not_taken.insert(field_id.clone(), (why, None));
                    self.take(one(&field_id, Entry::DoesNotKnow)).await
                }
                other => Err(Box::new(other).into()),
            },
            taken => taken,
        }
    }

    async fn take(&mut self, command: Command) -> Result<(), ReplayError> {
        Ok(self.interview.take(command).await.map_err(Box::new)?)
    }
}

fn one(field_id: &FieldId, entry: Entry) -> Command {
    let field_id = field_id.clone();
    Command::Enter {
        entries: vec![FieldEntry { field_id, entry }],
    }
}

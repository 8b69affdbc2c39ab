//! A session from its beginning to its first question, without the engine: a page that begins one
//! has this much to load, and the engine comes while the model answers.
//!
//! Nothing is decided here that the engine would decide otherwise. What was begun is stored as it
//! came from outside (the form's file, what the page told, the model's reply), and the engine makes
//! its state of that ([`Interview::take_over`](crate::Interview::take_over)), whether in the same
//! page or after a reload.

mod beginning;
mod likely;
mod made;
mod question;
mod request;
mod stored;

use std::cell::Cell;
use std::rc::Rc;

use kikitori_engine::caller::{CallError, CallEvent, Caller, ContextWindow, Expect, ModelCall};
use kikitori_journal::{Damage, DamageReason, JournalError, SessionKey, Writer};
use kikitori_llm::{ChatRequest, Completion, UsageTotals};
use kikitori_store::{Batch, Store, StoreError};
use thiserror::Error;

use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::draft::DraftKeeper;
use crate::field::FieldState;
use crate::interview::{Ports, call_limits};
use crate::message::PageContext;
use crate::orchestrator::{Limits, OutlineEntry, Used};
use crate::state::SessionId;
use crate::tools::plan_in_form_order;
pub use beginning::{Beginning, NotHandedOver, first_question_shown};
use kikitori_form::{FormError, SessionForm, parse_form};
pub(crate) use likely::Likely;
pub use made::{CallMadeElsewhere, MadeReply};
pub use question::FirstQuestion;
pub(crate) use stored::{Begun, record_of};

/// Why a session was not begun.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum BeginError {
    /// The text is no form.
    #[error(transparent)]
    Form(#[from] FormError),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session that has begun and has no question yet, with what it needs to get one.
pub struct Opening {
    id: SessionId,
    beginning: Beginning,
    writer: Rc<Writer>,
    caller: Caller,
    ports: Ports,
    limits: Cell<Limits>,
    /// Who has made the call already.
    made: Option<Rc<dyn CallMadeElsewhere>>,
    /// What the call has used so far, and all of it once it is over or was dropped.
    used: Cell<UsageTotals>,
    failure: Option<CallError>,
}

impl Opening {
    /// Begins a session about the form in `text`, and stores it.
    ///
    /// # Errors
    /// [`BeginError`].
    pub async fn begin(
        text: &str,
        page: PageContext,
        ports: Ports,
        limits: Limits,
    ) -> Result<Self, BeginError> {
        let at = ports.clock.now_ms();
        let beginning = Beginning::new(text, page, at, &*ports.locale)?;
        Ok(Self::of(beginning, None, ports, limits).await?)
    }

    /// Goes on with a session that has begun elsewhere, where the first question was asked for too,
    /// and stores it.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be stored.
    pub async fn take_up(
        beginning: Beginning,
        made: Rc<dyn CallMadeElsewhere>,
        ports: Ports,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        Self::of(beginning, Some(made), ports, limits).await
    }

    async fn of(
        beginning: Beginning,
        made: Option<Rc<dyn CallMadeElsewhere>>,
        ports: Ports,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        let id = SessionId(ports.ids.new_id());
        let session = SessionKey::new(id.0.as_str());
        let batch = beginning.batch(&id)?;
        let name = ports.ids.new_id();
        let writer = Writer::begin(ports.store.clone(), &session, name, batch).await?;
        let caller = Caller::new(
            ports.model.clone(),
            call_limits(limits, beginning.form()),
            ContextWindow::new(limits.context_tokens, None),
            UsageTotals::default(),
        );
        Ok(Self {
            id,
            beginning,
            writer: Rc::new(writer),
            caller,
            ports,
            limits: Cell::new(limits),
            made,
            used: Cell::default(),
            failure: None,
        })
    }

    /// Which session it is.
    pub fn session_id(&self) -> &SessionId {
        &self.id
    }

    /// Its form.
    pub fn form(&self) -> &SessionForm {
        self.beginning.form()
    }

    /// What is settled of the respondent without asking.
    pub fn bootstrap(&self) -> &Bootstrap {
        self.beginning.bootstrap()
    }

    /// Keeps what the person types meanwhile.
    pub fn drafts(&self) -> DraftKeeper {
        DraftKeeper::new(self.writer.clone())
    }

    /// Sets other bounds, from the next request on.
    pub fn limit(&self, limits: Limits) {
        self.limits.set(limits);
        self.caller.set_limits(call_limits(limits, self.form()));
    }

    /// The fields that are asked, none of them answered.
    pub fn outline(&self) -> Vec<OutlineEntry> {
        let plan = plan_in_form_order(self.form(), self.language());
        let open = self.beginning.open();
        let asked = plan.fields.into_iter();
        let asked = asked.filter(|field| open.contains(&&field.field_id));
        let entries = asked.enumerate().map(|(place, field)| {
            let of_form = self.form().field(&field.field_id);
            OutlineEntry {
                private: of_form.is_some_and(|field| field.private),
                follow_ups: Used {
                    used: 0,
                    limit: of_form
                        .and_then(|field| field.follow_ups)
                        .or(Some(self.limits.get().max_follow_ups)),
                },
                current: place == 0,
                state: FieldState::Pending,
                value: None,
                collected: None,
                reworded: false,
                outcome: None,
                missing: Vec::new(),
                declined: false,
                blocks: false,
                refused_once: false,
                keeps_part: false,
                picked: None,
                before: None,
                field_id: field.field_id,
                label: field.label,
                required: field.required,
            }
        });
        entries.collect()
    }

    /// Whether a model is to be asked for the first question. Where it is not, the engine takes over
    /// at once: what is private is asked for by code, and a form may ask nothing.
    pub fn asks_a_model(&self) -> bool {
        self.beginning.asks_a_model()
    }

    /// Asks the model for the first question, or waits for what was asked elsewhere. Dropped, it ends;
    /// what it used is known all the same. `on_event` hears how the call goes on.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn call(&self, on_event: &mut dyn FnMut(CallEvent)) -> Result<Completion, CallError> {
        if let Some(made) = &self.made {
            let request = self.request();
            let reply = made::wait(&**made, &request, &self.used, on_event).await;
            if let Some(completion) = reply {
                return Ok(completion);
            }
            // It came to nothing there: here it is made with all that a call can do.
            on_event(CallEvent::Again);
        }
        let call = ModelCall {
            agent: AgentKind::Interviewer.name().to_owned(),
            request: self.request(),
            expect: Expect::Reply,
            show: Some(first_question_shown()),
            run: UsageTotals::default(),
        };
        self.caller.call_counted(call, &self.used, on_event).await
    }

    /// Stores what the call has brought, and then says what the question is. There is none where the
    /// reply says more than that, or less: then the engine says what becomes of it.
    ///
    /// # Errors
    /// [`StoreError`] when it was not stored. The engine stores it then, or says so.
    pub async fn take(
        &mut self,
        outcome: Result<Completion, CallError>,
    ) -> Result<Option<FirstQuestion>, StoreError> {
        let at = self.ports.clock.now_ms();
        let question = match outcome {
            Ok(completion) => {
                let question = self.beginning.question_in(&completion.message, at);
                self.beginning.replied(completion.message, at);
                question
            }
            Err(error) => {
                self.failure = Some(error);
                None
            }
        };
        self.store().await?;
        Ok(question)
    }

    /// Stores what the call used that nobody waits for any more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn abandon(&mut self) -> Result<(), StoreError> {
        match self.used.get() == UsageTotals::default() {
            true => Ok(()),
            false => self.store().await,
        }
    }

    async fn store(&mut self) -> Result<(), StoreError> {
        self.beginning.used(self.used.get());
        let batch = self.beginning.batch(&self.id)?;
        match self.writer.commit(batch.clone()).await {
            // The database was removed or evicted under an open tab: all of the session is here.
            Err(StoreError::Vanished) => self.writer.restore(batch).await,
            stored => stored,
        }
    }

    /// The respondent's language as a BCP 47 tag.
    pub fn language(&self) -> &str {
        self.beginning.language()
    }

    fn request(&self) -> ChatRequest {
        let context = self.limits.get().context_tokens;
        self.beginning.request(context, &*self.ports.locale)
    }

    /// What the engine goes on from.
    pub(crate) fn into_parts(self) -> OpeningParts {
        let Self {
            id,
            mut beginning,
            writer,
            used,
            failure,
            ..
        } = self;
        beginning.used(used.get());
        let Beginning { form, begun, .. } = beginning;
        OpeningParts {
            id,
            form,
            begun,
            writer,
            failure,
        }
    }
}

/// What an opening leaves to the engine: in memory, or as it was read back from the store.
pub(crate) struct OpeningParts {
    pub id: SessionId,
    pub form: SessionForm,
    pub begun: Begun,
    pub writer: Rc<Writer>,
    /// Why the call brought nothing.
    pub failure: Option<CallError>,
}

impl OpeningParts {
    /// Reads an opening back and takes it over; `None` when there is none. `writer` is a name that no
    /// other writer has.
    pub async fn read(
        store: Rc<dyn Store>,
        session: &SessionKey,
        writer: &str,
    ) -> Result<Option<Self>, JournalError> {
        let key = record_of(session);
        // Looked for before it is claimed: a session that is not there gets no writer.
        if store.get(&key).await?.is_none() {
            return Ok(None);
        }
        let writer = Writer::claim_or_read(store.clone(), session, writer).await?;
        let Some(record) = store.get(&key).await? else {
            return Ok(None);
        };
        let begun = record.read::<Begun>().and_then(|begun| {
            let form = parse_form(&begun.form);
            let form =
                form.map_err(|error| StoreError::unreadable("opening", error.to_string()))?;
            Ok((begun, form))
        });
        match begun {
            Ok((begun, form)) => Ok(Some(Self {
                id: SessionId(session.id().to_owned()),
                form,
                begun,
                writer: Rc::new(writer),
                failure: None,
            })),
            Err(error) => {
                let reason = DamageReason::Unreadable(error);
                let damage = vec![Damage { key, reason }];
                Err(JournalError::Lost { damage })
            }
        }
    }

    /// What the engine's first batch does away with.
    pub fn replaced(&self) -> Batch {
        let mut batch = Batch::new();
        batch.delete(record_of(self.writer.session()));
        batch
    }
}

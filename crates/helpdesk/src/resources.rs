//! What every node of the help desk works with.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::{AsyncToolRegistry, as_data};
use kikitori_engine::caller::{CallLimits, Caller, ContextWindow};
use kikitori_graph::NodeError;
use kikitori_journal::Writer;
use kikitori_llm::{Caps, Message, Model, UsageTotals};
use kikitori_ports::Clock;
use kikitori_search::{DocumentId, Index, languages, overview};
use kikitori_store::StoreError;

use crate::data::{Subtask, SubtaskOutcome};
use crate::error::{HelpDeskError, NodeFailure};
use crate::event::HelpDeskEvent;
use crate::node::Node;
use crate::prompts::HelpDeskAgentPrompts;
use crate::session::{EarlierQuestion, SessionRecord, SessionUpdate};
use crate::settings::Settings;

/// What every node of the help desk works with.
pub struct HelpDeskResources {
    pub(crate) tools: AsyncToolRegistry<()>,
    pub(crate) prompts: Rc<dyn HelpDeskAgentPrompts>,
    pub(crate) settings: Settings,
    pub(crate) clock: Rc<dyn Clock>,
    pub(crate) record: Option<SessionRecord>,
    index: Option<Rc<Index>>,
    documents: String,
    languages: Vec<&'static str>,
    local_time: Option<String>,
    model: Rc<dyn Model>,
    caller: Caller,
    caps: Option<Rc<dyn Fn() -> Caps>>,
    listener: Option<Rc<dyn Fn(HelpDeskEvent)>>,
    failures: RefCell<BTreeMap<Node, HelpDeskError>>,
    plan: RefCell<Vec<String>>,
    begun: RefCell<BTreeMap<Node, u64>>,
    outcomes: RefCell<BTreeMap<usize, SubtaskOutcome>>,
}

impl HelpDeskResources {
    /// These parts, and nobody who listens or keeps a record.
    pub fn new(
        model: Rc<dyn Model>,
        tools: AsyncToolRegistry<()>,
        prompts: Rc<dyn HelpDeskAgentPrompts>,
        settings: Settings,
        clock: Rc<dyn Clock>,
    ) -> Self {
        let window = ContextWindow::new(settings.context_tokens, None);
        Self {
            caller: caller(model.clone(), &settings, window, UsageTotals::default()),
            model,
            tools,
            prompts,
            settings,
            clock,
            record: None,
            index: None,
            documents: String::new(),
            languages: Vec::new(),
            local_time: None,
            caps: None,
            listener: None,
            failures: RefCell::default(),
            plan: RefCell::default(),
            begun: RefCell::default(),
            outcomes: RefCell::default(),
        }
    }

    /// The same, whose tool calls and usage are recorded in `record`, and whose usage is counted on
    /// from there.
    #[must_use]
    pub fn recorded(mut self, record: SessionRecord) -> Self {
        let state = record.state();
        let window = ContextWindow::new(self.settings.context_tokens, state.context_tokens);
        self.caller = caller(self.model.clone(), &self.settings, window, state.usage);
        self.record = Some(record);
        self
    }

    /// The same, whose agents are told what is in `index`, and whose citations go by how rare words
    /// are there.
    #[must_use]
    pub fn searching(mut self, index: Rc<Index>) -> Self {
        self.documents = as_data(&overview(&index, DocumentId::to_string));
        self.languages = languages(&index);
        self.index = Some(index);
        self
    }

    /// The same, whose agents are told what the visitor's clock said when they asked.
    #[must_use]
    pub fn asked_at(mut self, local_time: Option<String>) -> Self {
        self.local_time = local_time;
        self
    }

    /// The same, under caps that may change while the run goes on: they are looked up before each
    /// call, in the place of those in the settings.
    #[must_use]
    pub fn capped_by(mut self, caps: impl Fn() -> Caps + 'static) -> Self {
        self.caps = Some(Rc::new(caps));
        self
    }

    /// The same, and `listener` hears what happens.
    #[must_use]
    pub fn heard_by(mut self, listener: impl Fn(HelpDeskEvent) + 'static) -> Self {
        self.listener = Some(Rc::new(listener));
        self
    }

    /// What the run's model calls have used so far.
    pub fn usage(&self) -> UsageTotals {
        self.caller.used()
    }

    /// What the visitor asked before and was told.
    pub(crate) fn earlier(&self) -> Option<EarlierQuestion> {
        self.record.as_ref()?.state().earlier
    }

    /// The languages of what can be searched.
    pub(crate) fn languages(&self) -> &[&'static str] {
        &self.languages
    }

    /// What can be searched, for the agents.
    pub(crate) fn documents(&self) -> &str {
        &self.documents
    }

    /// How much a word of the documents says, by how rare it is in them.
    pub(crate) fn rarity(&self, token: &str) -> f32 {
        self.index.as_ref().map_or(1.0, |index| index.rarity(token))
    }

    pub(crate) fn local_time(&self) -> Option<&str> {
        self.local_time.as_deref()
    }

    /// What a user says, and the local time after it.
    pub(crate) fn user_at_local_time(&self, mut text: String) -> Message {
        if let Some(local_time) = &self.local_time {
            text.push_str("\n\n");
            text.push_str(&self.prompts.local_time(local_time));
        }
        Message::user(text)
    }

    /// The right to write the session that the run is recorded in.
    pub(crate) fn writer(&self) -> Option<Rc<Writer>> {
        self.record.as_ref().map(|record| record.writer().clone())
    }

    /// What model calls are made with, under the caps of now.
    pub(crate) fn caller(&self) -> &Caller {
        if self.caps.is_some() {
            self.caller.set_limits(CallLimits {
                session_caps: self.caps(),
                price: self.settings.price,
                ..CallLimits::default()
            });
        }
        &self.caller
    }

    /// What the run's calls may use, as it is now.
    pub(crate) fn caps(&self) -> Caps {
        let caps = self.caps.as_ref().map(|caps| caps());
        caps.unwrap_or(self.settings.caps)
    }

    /// Stores what calls have used by now, those that were dropped too.
    pub(crate) async fn keep_usage(&self) -> Result<(), StoreError> {
        let Some(record) = &self.record else {
            return Ok(());
        };
        record.used(self.usage(), self.caller.window().learnt())?;
        record.store().await
    }

    /// Stores that there is an answer, and what it used.
    pub(crate) async fn keep_answered(&self) -> Result<(), StoreError> {
        if let Some(record) = &self.record
            && !record.state().is_answered
        {
            record.change(vec![SessionUpdate::Answered])?;
        }
        self.keep_usage().await
    }

    /// The nodes that failed since the run was last begun or resumed, each with its own error, in
    /// the order of the nodes.
    pub fn failures(&self) -> Vec<NodeFailure> {
        let failures = self.failures.borrow();
        let failures = failures.iter().map(|(node, error)| NodeFailure {
            node: *node,
            error: error.clone(),
        });
        failures.collect()
    }

    /// Keeps why `node` failed, and answers what the graph is to know of it.
    pub(crate) fn failed(&self, node: Node, error: HelpDeskError) -> NodeError {
        let failed = NodeError::fatal(error.to_string());
        self.failures.borrow_mut().insert(node, error);
        failed
    }

    pub(crate) fn emit(&self, event: HelpDeskEvent) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    /// Keeps the plan until it is stored and can be told.
    pub(crate) fn planned(&self, subtasks: &[String]) {
        self.plan.replace(subtasks.to_vec());
    }

    /// Keeps what became of a subtask until it is stored and can be told.
    pub(crate) fn ended(&self, node: Node, subtask: &Subtask) {
        if let Some(number) = node.subtask() {
            self.outcomes.borrow_mut().insert(number, subtask.outcome());
        }
    }

    /// Stores what calls have used, those that were stopped too, and that somebody stopped them.
    pub(crate) async fn keep_stopped(&self) -> Result<(), StoreError> {
        self.note(SessionUpdate::Stopped(true));
        self.keep_usage().await
    }

    /// Notes what calls of a node have used.
    pub(crate) fn note_used(&self, node: Node, tokens: u64) {
        let node = node.whole();
        self.note(SessionUpdate::NodeUsed { node, tokens });
    }

    /// Tells what the graph tells, in the help desk's terms. What the session's head shows of it
    /// is stored with whatever comes next.
    pub(crate) fn emit_of_graph(&self, event: &kikitori_graph::Event) {
        let Some(event) = HelpDeskEvent::of_graph(event) else {
            return;
        };
        self.emit(event.clone());
        if let HelpDeskEvent::NodeStarted(node) = event {
            self.begun.borrow_mut().insert(node, self.clock.now_ms());
        }
        let HelpDeskEvent::NodeFinished(node) = event else {
            return;
        };
        if node == node.whole() {
            let begun = self.begun.borrow().get(&node).copied();
            let duration = begun.map(|begun| self.clock.now_ms().saturating_sub(begun));
            let number = node.subtask();
            let outcome = number.and_then(|it| self.outcomes.borrow_mut().remove(&it));
            self.note(SessionUpdate::NodeEnded {
                node,
                duration: duration.unwrap_or_default(),
                outcome,
            });
            if let (Some(subtask), Some(outcome)) = (number, outcome) {
                self.emit(HelpDeskEvent::SubtaskEnded { subtask, outcome });
            }
        }
        if let Node::Subtask(_) = node {
            self.note(SessionUpdate::SubtaskFinished);
        }
        if node == Node::Plan {
            let subtasks = self.plan.take();
            self.note_plan(&subtasks);
            self.emit(HelpDeskEvent::PlanReady { subtasks });
        }
    }

    /// Notes how many subtasks there are, which a page that was killed right after the plan had not
    /// stored.
    pub(crate) fn note_plan(&self, subtasks: &[String]) {
        let count = u32::try_from(subtasks.len()).unwrap_or(u32::MAX);
        let noted = self.record.as_ref().map(|record| record.state().planned);
        if noted != Some(count) {
            self.note(SessionUpdate::Planned(count));
        }
    }

    fn note(&self, update: SessionUpdate) {
        if let Some(record) = &self.record {
            // It can always be written, and a list can do without it.
            let _ = record.change(vec![update]);
        }
    }
}

/// The caller of a run that has `used` this before.
fn caller(
    model: Rc<dyn Model>,
    settings: &Settings,
    window: ContextWindow,
    used: UsageTotals,
) -> Caller {
    let limits = CallLimits {
        session_caps: settings.caps,
        price: settings.price,
        ..CallLimits::default()
    };
    Caller::new(model, limits, window, used)
}

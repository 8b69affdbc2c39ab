//! What every node of the help desk works with.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::AsyncToolRegistry;
use kikitori_engine::caller::{CallLimits, Caller, ContextWindow};
use kikitori_graph::NodeError;
use kikitori_journal::Writer;
use kikitori_llm::{Caps, Model, UsageTotals};
use kikitori_ports::Clock;
use kikitori_store::StoreError;

use crate::error::{HelpDeskError, NodeFailure};
use crate::event::HelpDeskEvent;
use crate::node::Node;
use crate::prompts::HelpDeskAgentPrompts;
use crate::session::{SessionRecord, SessionUpdate};
use crate::settings::Settings;

/// What every node of the help desk works with.
pub struct HelpDeskResources {
    pub(crate) tools: AsyncToolRegistry<()>,
    pub(crate) prompts: Rc<dyn HelpDeskAgentPrompts>,
    pub(crate) settings: Settings,
    pub(crate) clock: Rc<dyn Clock>,
    pub(crate) record: Option<SessionRecord>,
    model: Rc<dyn Model>,
    caller: Caller,
    caps: Option<Rc<dyn Fn() -> Caps>>,
    listener: Option<Rc<dyn Fn(HelpDeskEvent)>>,
    failures: RefCell<BTreeMap<Node, HelpDeskError>>,
    plan: RefCell<Vec<String>>,
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
            caps: None,
            listener: None,
            failures: RefCell::default(),
            plan: RefCell::default(),
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

    /// Tells what the graph tells, in the help desk's terms. What the session's head shows of it
    /// is stored with whatever comes next.
    pub(crate) fn emit_of_graph(&self, event: &kikitori_graph::Event) {
        let Some(event) = HelpDeskEvent::of_graph(event) else {
            return;
        };
        let is_planned = event == HelpDeskEvent::NodeFinished(Node::Plan);
        let is_subtask = matches!(event, HelpDeskEvent::NodeFinished(Node::Subtask(_)));
        self.emit(event);
        if is_subtask {
            self.note(SessionUpdate::SubtaskFinished);
        }
        if is_planned {
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

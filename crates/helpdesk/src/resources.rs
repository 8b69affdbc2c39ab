//! What every node of the help desk works with.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::AsyncToolRegistry;
use kikitori_engine::caller::{CallLimits, Caller, ContextWindow};
use kikitori_graph::NodeError;
use kikitori_llm::{Caps, Model, UsageTotals};
use kikitori_ports::Clock;
use kikitori_store::{Store, StoreError};

use crate::error::{HelpDeskError, NodeFailure};
use crate::event::HelpDeskEvent;
use crate::node::Node;
use crate::prompts::HelpDeskAgentPrompts;
use crate::record::RunRecord;
use crate::settings::Settings;

/// What every node of the help desk works with.
pub struct HelpDeskResources {
    pub(crate) tools: AsyncToolRegistry<()>,
    pub(crate) prompts: Rc<dyn HelpDeskAgentPrompts>,
    pub(crate) settings: Settings,
    pub(crate) clock: Rc<dyn Clock>,
    pub(crate) record: Option<RunRecord>,
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
        Self {
            caller: caller(model.clone(), &settings, UsageTotals::default()),
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

    /// The same for the run `run`, whose tool calls are recorded in `store`, and whose usage is
    /// counted on from there and stored after every call.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn recorded(mut self, store: Rc<dyn Store>, run: &str) -> Result<Self, StoreError> {
        let record = RunRecord::open(store, run).await?;
        self.caller = caller(self.model.clone(), &self.settings, record.usage());
        self.record = Some(record);
        Ok(self)
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

    /// Stores what calls used that were dropped before they ended.
    pub(crate) async fn keep_usage(&self) -> Result<(), StoreError> {
        match &self.record {
            Some(record) => record.used(self.usage()).await,
            None => Ok(()),
        }
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

    /// Tells what the graph tells, in the help desk's terms.
    pub(crate) fn emit_of_graph(&self, event: &kikitori_graph::Event) {
        let Some(event) = HelpDeskEvent::of_graph(event) else {
            return;
        };
        let is_planned = event == HelpDeskEvent::NodeFinished(Node::Plan);
        self.emit(event);
        if is_planned {
            let subtasks = self.plan.take();
            self.emit(HelpDeskEvent::PlanReady { subtasks });
        }
    }
}

/// The caller of a run that has `used` this before.
fn caller(model: Rc<dyn Model>, settings: &Settings, used: UsageTotals) -> Caller {
    let limits = CallLimits {
        session_caps: settings.caps,
        price: settings.price,
        ..CallLimits::default()
    };
    let window = ContextWindow::new(settings.context_tokens, None);
    Caller::new(model, limits, window, used)
}

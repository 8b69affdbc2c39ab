//! What every node of the help desk works with.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::AsyncToolRegistry;
use kikitori_graph::NodeError;
use kikitori_llm::{Meter, Model, UsageTotals};
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
    pub(crate) model: Rc<dyn Model>,
    pub(crate) tools: AsyncToolRegistry<()>,
    pub(crate) prompts: Rc<dyn HelpDeskAgentPrompts>,
    pub(crate) settings: Settings,
    pub(crate) clock: Rc<dyn Clock>,
    pub(crate) meter: Meter,
    pub(crate) record: Option<RunRecord>,
    pub(crate) context_tokens: Cell<u64>,
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
            model,
            tools,
            prompts,
            settings,
            clock,
            meter: Meter::new(settings.caps, settings.price, UsageTotals::default()),
            record: None,
            context_tokens: Cell::new(settings.context_tokens),
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
        self.meter = Meter::new(self.settings.caps, self.settings.price, record.usage());
        self.record = Some(record);
        Ok(self)
    }

    /// The same, and `listener` hears what happens.
    #[must_use]
    pub fn heard_by(mut self, listener: impl Fn(HelpDeskEvent) + 'static) -> Self {
        self.listener = Some(Rc::new(listener));
        self
    }

    /// What the run's model calls have used so far.
    pub fn usage(&self) -> UsageTotals {
        self.meter.spent()
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

//! What happens in a session, for whoever shows it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kikitori_engine::caller::CallEvent;
use kikitori_engine::{Action, DriverEvent, DriverEvents, StepId};
use kikitori_llm::UsageTotals;

use crate::agent_kind::AgentKind;
use crate::orchestrator::{EngineError, Orchestrator, Pause};

/// Hears what happens in a session, while it happens.
pub trait Events {
    /// Called for each event, in order.
    fn event(&self, event: Event<'_>);
}

/// What happens in a session.
pub enum Event<'a> {
    /// An agent's model is being called.
    Thinking {
        /// Which agent.
        agent: AgentKind,
    },
    /// The question that is being written, as far as it has come. It is not stored yet, and
    /// only counts once it is in the state.
    Draft {
        /// All of it so far.
        text: String,
    },
    /// A request of a model call was answered or has failed.
    Used {
        /// Whose call it is.
        agent: AgentKind,
        /// What the calls of this run of the agent used by now.
        run: UsageTotals,
    },
    /// The state has moved on, and what moved is stored.
    Stored {
        /// The engine, to be read.
        orchestrator: &'a Orchestrator,
    },
    /// What the person did was not taken.
    Refused {
        /// Why.
        refusal: &'a EngineError,
    },
}

/// From the driver's events to the interview's.
pub(crate) struct Translated {
    events: Rc<dyn Events>,
    /// The calls that are or were under way, the newest last.
    calls: RefCell<Vec<CallUnderWay>>,
    /// Whether there is a question: nobody waits for what begins or goes on then.
    is_asked: Cell<bool>,
}

/// So many calls are remembered: more are never under way.
const MAX_CALLS: usize = 32;

struct CallUnderWay {
    id: StepId,
    agent: AgentKind,
    run: UsageTotals,
    draft: String,
}

impl Translated {
    pub(crate) fn new(events: Rc<dyn Events>) -> Self {
        Self {
            events,
            calls: RefCell::new(Vec::new()),
            is_asked: Cell::new(false),
        }
    }

    /// What `event` of a call that is under way means for the interview.
    fn call_went_on(&self, id: StepId, event: CallEvent) -> Option<Event<'static>> {
        let mut calls = self.calls.borrow_mut();
        let call = calls.iter_mut().rfind(|call| call.id == id)?;
        match event {
            CallEvent::Shown(more) => {
                call.draft.push_str(&more);
                let text = call.draft.clone();
                Some(Event::Draft { text })
            }
            CallEvent::Used(usage) => {
                call.run = call.run.plus(usage);
                Some(Event::Used {
                    agent: call.agent,
                    run: call.run,
                })
            }
            CallEvent::Again => {
                call.draft.clear();
                None
            }
            CallEvent::Text(_) => None,
        }
    }
}

impl DriverEvents<Orchestrator> for Translated {
    fn on_event(&self, event: DriverEvent<'_, Orchestrator>) {
        let event = match event {
            DriverEvent::Started { id, action } => {
                let Action::CallModel(call) = action else {
                    return;
                };
                let Some(agent) = AgentKind::named(&call.agent) else {
                    return;
                };
                let run = call.run;
                let mut calls = self.calls.borrow_mut();
                if calls.len() >= MAX_CALLS {
                    calls.remove(0);
                }
                calls.push(CallUnderWay {
                    id,
                    agent,
                    run,
                    draft: String::new(),
                });
                if agent == AgentKind::Architect || self.is_asked.get() {
                    // Nobody waits for it.
                    return;
                }
                Event::Thinking { agent }
            }
            DriverEvent::Call { id, event } => match self.call_went_on(id, event) {
                Some(event) => event,
                None => return,
            },
            DriverEvent::Stored { engine } => {
                let is_asked = matches!(engine.pause(), Some(Pause::Answer | Pause::Confirm));
                self.is_asked.set(is_asked);
                Event::Stored {
                    orchestrator: engine,
                }
            }
            DriverEvent::Refused { refusal } => Event::Refused { refusal },
        };
        self.events.event(event);
    }
}

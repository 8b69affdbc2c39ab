//! What a node can reach.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_json::StrictValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::event::Event;
use crate::ids::{InterruptId, NodeKey, TaskId};
use crate::interrupt::Interrupt;
use crate::ports::Ports;

/// Answers to questions of a run.
pub(crate) type Answers = Rc<BTreeMap<InterruptId, Value>>;

/// What a node can reach besides its input: the graph's resources, such as model and tools, the
/// listener, and whoever answers its questions.
pub struct Context<R>(pub(crate) Rc<Scope<R>>);

pub(crate) struct Scope<R> {
    pub ports: Rc<Ports<R>>,
    pub task: TaskId,
    pub node: NodeKey,
    pub attempt: u32,
    pub answers: Answers,
    pub asked: Cell<u32>,
    pub open: RefCell<Vec<Interrupt>>,
}

impl<R> Clone for Context<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R> Context<R> {
    /// What the run was given to work with.
    pub fn resources(&self) -> &R {
        &self.0.ports.resources
    }

    /// The task that is running.
    pub fn task(&self) -> &TaskId {
        &self.0.task
    }

    /// Which try this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.0.attempt
    }

    /// Tells the listener a piece of a model's reply.
    pub fn token(&self, text: impl Into<String>) {
        self.0.ports.emit(|| Event::Token {
            task: self.0.task.clone(),
            node: self.0.node.clone(),
            text: text.into(),
        });
    }

    /// Tells the listener something of the node's own.
    pub fn emit(&self, value: Value) {
        self.0.ports.emit(|| Event::Custom {
            task: self.0.task.clone(),
            node: self.0.node.clone(),
            value,
        });
    }

    /// Asks somebody outside a question and waits for the answer.
    ///
    /// The run ends with [`Outcome::Interrupted`](crate::Outcome::Interrupted). The node is
    /// dropped here, with all that it was doing; once there is an answer it starts over, and
    /// comes past here with it. So what must not happen twice belongs after the question, or in
    /// a node of its own. Questions are told apart by their order within the node.
    ///
    /// An answer that is no `A` is not accepted: the question is asked again and says why.
    pub async fn interrupt<A: DeserializeOwned>(&self, question: impl Serialize) -> A {
        let number = self.0.asked.get();
        self.0.asked.set(number + 1);
        let id = InterruptId::new(&self.0.task, number);
        let mut problem = None;
        if let Some(answer) = self.0.answers.get(&id) {
            match A::deserialize(StrictValue(answer.clone())) {
                Ok(answer) => return answer,
                Err(error) => problem = Some(error.to_string()),
            }
        }
        self.0.open.borrow_mut().push(Interrupt {
            id,
            node: self.0.node.clone(),
            question: serde_json::to_value(question).unwrap_or(Value::Null),
            problem,
        });
        std::future::pending().await
    }
}

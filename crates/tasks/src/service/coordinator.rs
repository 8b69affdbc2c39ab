//! The services that are registered, and how they are called.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use futures::future::{Either, LocalBoxFuture, select};
use kikitori_agent::{FunctionCallResult, ToolOutput};
use kikitori_engine::{ToolRequest, ToolRunner};
use kikitori_json::FromJson;
use kikitori_ports::Timer;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::info::{ServiceDirectory, ServiceInfo};
use crate::execution::{ServiceError, ServiceErrorKind, TaskOutcome};

/// Something that tasks can call: code on this page, or a server elsewhere.
pub trait Service {
    /// What it is and what it can do. It may say something else later on.
    fn info(&self) -> ServiceInfo;

    /// Does what `call` says. Its parameters are what the method's schema says. Dropping the future
    /// ends the call, as far as that is possible.
    fn call(&self, call: ServiceCall) -> LocalBoxFuture<'static, TaskOutcome>;
}

/// A call of a service's method.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceCall {
    /// The method.
    pub method: String,
    /// Its parameters, with results in the place of references.
    pub parameters: Map<String, Value>,
    /// The same for each try of one task, and for no other: a service that has seen it changes
    /// nothing more.
    pub idempotency_key: String,
    /// Whether to say what the call would do instead of doing it. Only methods that
    /// [preview](crate::MethodInfo::previews) are called so. The answer is what the person is shown,
    /// or a question, or why it cannot be done.
    pub is_preview: bool,
}

/// A service was not registered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegisterError {
    /// There is one of this name.
    #[error("there already is a service named {name}")]
    Duplicate {
        /// The name.
        name: String,
    },
}

/// The services that there are. They come and go while the page is open; a chain takes those that
/// there are when it is begun or resumed.
pub struct ServiceCoordinator {
    services: RefCell<Vec<Rc<dyn Service>>>,
    /// Changing methods that the owner lets run without asking, by service and method.
    allowed: RefCell<BTreeSet<(String, String)>>,
    timer: Rc<dyn Timer>,
}

impl ServiceCoordinator {
    /// No services yet. `timer` ends calls that take too long.
    pub fn new(timer: Rc<dyn Timer>) -> Self {
        Self {
            services: RefCell::default(),
            allowed: RefCell::default(),
            timer,
        }
    }

    /// Adds a service.
    ///
    /// # Errors
    /// [`RegisterError::Duplicate`].
    pub fn register(&self, service: Rc<dyn Service>) -> Result<(), RegisterError> {
        let name = service.info().name;
        if self.find(&name).is_some() {
            return Err(RegisterError::Duplicate { name });
        }
        self.services.borrow_mut().push(service);
        Ok(())
    }

    /// Takes a service out. Calls that are under way go on.
    pub fn unregister(&self, name: &str) {
        self.services
            .borrow_mut()
            .retain(|service| service.info().name != name);
    }

    /// Lets a changing method run without asking the person.
    pub fn allow(&self, service: &str, method: &str) {
        let named = (service.to_owned(), method.to_owned());
        self.allowed.borrow_mut().insert(named);
    }

    fn find(&self, name: &str) -> Option<Rc<dyn Service>> {
        let services = self.services.borrow();
        let mut services = services.iter();
        services.find(|it| it.info().name == name).cloned()
    }

    /// The services as they are now. A changing method asks first unless the owner allowed it.
    pub fn directory(&self) -> ServiceDirectory {
        let allowed = self.allowed.borrow();
        let services = self.services.borrow();
        let infos = services.iter().map(|service| {
            let mut info = service.info();
            for method in &mut info.methods {
                let named = (info.name.clone(), method.name.clone());
                method.asks_first = method.effect.is_changing() && !allowed.contains(&named);
            }
            info
        });
        ServiceDirectory::new(infos.collect())
    }

    /// Makes a call within its limits.
    fn call(&self, request: CallRequest) -> LocalBoxFuture<'static, TaskOutcome> {
        let service = self.find(&request.service);
        let timer = self.timer.clone();
        Box::pin(async move {
            let Some(service) = service else {
                let message = format!("There is no service named {:?}.", request.service);
                return failed(ServiceErrorKind::Unavailable, message);
            };
            if request.wait_ms > 0 {
                timer.sleep(Duration::from_millis(request.wait_ms)).await;
            }
            let call = service.call(ServiceCall {
                method: request.method,
                parameters: request.parameters,
                idempotency_key: request.idempotency_key,
                is_preview: request.is_preview,
            });
            let time = timer.sleep(Duration::from_millis(request.time_ms));
            match select(call, time).await {
                Either::Left((outcome, _)) => outcome,
                Either::Right(_) => {
                    let message = format!("It took longer than {} ms.", request.time_ms);
                    failed(ServiceErrorKind::TimedOut, message)
                }
            }
        })
    }
}

fn failed(kind: ServiceErrorKind, message: String) -> TaskOutcome {
    TaskOutcome::Failed(ServiceError { kind, message })
}

/// A call as the driver is asked for it.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallRequest {
    pub service: String,
    pub method: String,
    pub parameters: Map<String, Value>,
    pub idempotency_key: String,
    #[serde(default)]
    pub is_preview: bool,
    /// How long to wait first.
    pub wait_ms: u64,
    /// How long it may take.
    pub time_ms: u64,
}

impl ToolRunner for ServiceCoordinator {
    fn run(&self, request: ToolRequest) -> LocalBoxFuture<'static, ToolOutput> {
        match kikitori_json::from_str::<CallRequest>(&request.arguments) {
            Ok(call) => {
                let outcome = self.call(call);
                Box::pin(async move { as_output(&outcome.await) })
            }
            Err(error) => {
                let outcome = failed(ServiceErrorKind::Refused, error.to_string());
                Box::pin(futures::future::ready(as_output(&outcome)))
            }
        }
    }
}

/// An outcome as the driver carries it.
pub(crate) fn as_output(outcome: &TaskOutcome) -> ToolOutput {
    let result = match outcome {
        TaskOutcome::Failed(error) => FunctionCallResult::error(error.message.clone()),
        TaskOutcome::Done(_) | TaskOutcome::Unchanged(_) | TaskOutcome::Ambiguous(_) => {
            FunctionCallResult::success("")
        }
    };
    match serde_json::to_value(outcome) {
        Ok(data) => result.with_data(data).into(),
        Err(error) => FunctionCallResult::error(error.to_string()).into(),
    }
}

/// The outcome that the driver carried.
pub(crate) fn from_output(output: ToolOutput) -> TaskOutcome {
    let result = output.result.result;
    let read = result.data.map(TaskOutcome::from_json);
    match read {
        Some(Ok(outcome)) => outcome,
        // It ran, and what came of it cannot be read.
        _ => failed(ServiceErrorKind::Lost, result.message),
    }
}

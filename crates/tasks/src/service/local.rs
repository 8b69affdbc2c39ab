//! Services in Rust on this page.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use kikitori_json::FromJson;
use serde_json::Value;

use super::coordinator::{Service, ServiceCall};
use super::info::{MethodInfo, ServiceInfo};
use crate::execution::{ServiceError, ServiceErrorKind, TaskOutcome};

type Handler = Rc<dyn Fn(ServiceCall) -> LocalBoxFuture<'static, TaskOutcome>>;

/// A service made of functions.
pub struct LocalService {
    info: ServiceInfo,
    handlers: BTreeMap<String, Handler>,
    /// What says what a call would do.
    previews: BTreeMap<String, Handler>,
}

impl LocalService {
    /// A service without methods.
    pub fn new(name: &str, description: &str) -> Self {
        Self {
            info: ServiceInfo {
                name: name.to_owned(),
                description: description.to_owned(),
                names: String::new(),
                methods: Vec::new(),
            },
            handlers: BTreeMap::new(),
            previews: BTreeMap::new(),
        }
    }

    /// The same, telling the model what it has at present, by name.
    #[must_use]
    pub fn with_names(mut self, names: &str) -> Self {
        names.clone_into(&mut self.info.names);
        self
    }

    /// The same with a method. Its parameters are read as `P`; `run` gets them with the call's
    /// idempotency key. Of two methods of one name the later one counts.
    #[must_use]
    pub fn method<P: FromJson + 'static, F: Future<Output = TaskOutcome> + 'static>(
        mut self,
        info: MethodInfo,
        run: impl Fn(P, String) -> F + 'static,
    ) -> Self {
        let handler = reading(run);
        self.info.methods.retain(|it| it.name != info.name);
        self.handlers.insert(info.name.clone(), handler);
        self.info.methods.push(info);
        self
    }

    /// The same, where `look` says what a call of the method `name` would do, without doing it.
    #[must_use]
    pub fn preview<P: FromJson + 'static, F: Future<Output = TaskOutcome> + 'static>(
        mut self,
        name: &str,
        look: impl Fn(P) -> F + 'static,
    ) -> Self {
        let methods = self.info.methods.iter_mut();
        for method in methods.filter(|it| it.name == name) {
            method.previews = true;
        }
        let handler = reading(move |parameters, _| look(parameters));
        self.previews.insert(name.to_owned(), handler);
        self
    }
}

/// Reads the parameters of a call as `P`.
fn reading<P: FromJson + 'static, F: Future<Output = TaskOutcome> + 'static>(
    run: impl Fn(P, String) -> F + 'static,
) -> Handler {
    Rc::new(
        move |call| match P::from_json(Value::Object(call.parameters)) {
            Ok(parameters) => Box::pin(run(parameters, call.idempotency_key)),
            Err(error) => Box::pin(ready(refused(error.to_string()))),
        },
    )
}

fn refused(message: String) -> TaskOutcome {
    TaskOutcome::Failed(ServiceError::new(ServiceErrorKind::Refused, message))
}

impl Service for LocalService {
    fn info(&self) -> ServiceInfo {
        self.info.clone()
    }

    fn call(&self, call: ServiceCall) -> LocalBoxFuture<'static, TaskOutcome> {
        let handlers = match call.is_preview {
            true => &self.previews,
            false => &self.handlers,
        };
        match handlers.get(&call.method) {
            Some(handler) => handler(call),
            None => Box::pin(ready(refused(format!(
                "There is no method named {:?}.",
                call.method
            )))),
        }
    }
}

//! What services there are and what their methods take.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde_json::Value;

use crate::task::{Effect, PartialList, TaskLimits, TaskTerms};

/// A method as the planner and the person are told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodInfo {
    /// Its name within its service.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its parameters, an object.
    pub parameters: Value,
    /// JSON Schema of its result, where it says.
    pub result: Option<Value>,
    /// Whether it changes anything.
    pub effect: Effect,
    /// Parameters that are lists and may do without some of their items.
    pub partial_lists: Vec<PartialList>,
    /// How often and how long it is tried.
    pub limits: TaskLimits,
    /// Whether the person is asked before it runs.
    pub asks_first: bool,
    /// Whether its service can say what a call would do without doing it.
    pub previews: bool,
}

impl MethodInfo {
    /// The terms of a task that calls it.
    pub fn terms(&self) -> TaskTerms {
        TaskTerms {
            effect: self.effect,
            asks_first: self.asks_first,
            previews: self.previews,
            partial_lists: self.partial_lists.clone(),
            limits: TaskLimits {
                attempts: self.limits.attempts.max(1),
                ..self.limits
            },
        }
    }
}

/// A service as the planner is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceInfo {
    /// Its name.
    pub name: String,
    /// What it is for, for the model.
    pub description: String,
    /// What it has at present, by name, for the model. It is told after all that stays the same from
    /// one request to the next. May be empty.
    pub names: String,
    /// What it can do.
    pub methods: Vec<MethodInfo>,
}

/// The services that are registered, as they were when the directory was made.
#[derive(Debug, Clone, Default)]
pub struct ServiceDirectory {
    services: Vec<ServiceInfo>,
    /// Places of service and method, by their names.
    methods: HashMap<String, HashMap<String, (usize, usize), FxBuildHasher>, FxBuildHasher>,
}

impl ServiceDirectory {
    /// The directory of these services. Of two of one name the first counts.
    pub fn new(services: Vec<ServiceInfo>) -> Self {
        let mut methods: HashMap<String, HashMap<_, _, _>, _> = HashMap::default();
        for (at, service) in services.iter().enumerate() {
            if methods.contains_key(&service.name) {
                continue;
            }
            let named = service.methods.iter().enumerate();
            let named = named.map(|(place, method)| (method.name.clone(), (at, place)));
            methods.insert(service.name.clone(), named.rev().collect());
        }
        Self { services, methods }
    }

    /// The services, in the order in which they were registered.
    pub fn services(&self) -> &[ServiceInfo] {
        &self.services
    }

    /// The service of this name.
    pub fn service(&self, name: &str) -> Option<&ServiceInfo> {
        self.services.iter().find(|service| service.name == name)
    }

    /// The method of this name of that service.
    pub fn method(&self, service: &str, method: &str) -> Option<&MethodInfo> {
        let (service, method) = *self.methods.get(service)?.get(method)?;
        self.services.get(service)?.methods.get(method)
    }
}

//! Tools, and the registry that an agent finds them in.

use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use futures::stream::{FuturesUnordered, Stream};
use kikitori_llm::{ToolCall, ToolCallId, ToolDefinition, Tools};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::args::{ToolArgs, parse_and_validate_tool_args};
use crate::result::{FunctionCallResult, ToolOutput};
use crate::schema::{SchemaError, parse_schema, strict_schema};

type Handler<C> = Box<dyn Fn(&str, &mut C) -> ToolOutput>;
type AsyncHandler<C> = Box<dyn for<'a> Fn(&str, &'a C) -> LocalBoxFuture<'a, ToolOutput>>;

/// What a registry holds: something that a model can be offered by name.
pub trait Offered {
    /// The tool as the model is offered it.
    fn definition(&self) -> &ToolDefinition;
}

/// A tool: its name and schema for the model, and what it does with validated arguments to the
/// context `C` of its agent.
pub struct Tool<C> {
    definition: ToolDefinition,
    handler: Handler<C>,
}

impl<C: 'static> Tool<C> {
    /// A tool whose arguments are of type `A`: the same type makes the schema and validates
    /// each call.
    ///
    /// # Errors
    /// [`SchemaError`] when `A` has no strict schema.
    pub fn new<A: ToolArgs>(
        name: &'static str,
        description: &str,
        run: impl Fn(A, &mut C) -> ToolOutput + 'static,
    ) -> Result<Self, SchemaError> {
        Ok(Self::of(name, description, strict_schema::<A>()?, run))
    }

    /// The same with the schema of `A` as JSON text, for a page, which would have to bring along
    /// what makes it. A test has to compare the text with [`strict_schema`].
    ///
    /// # Errors
    /// [`SchemaError::NotJson`].
    pub fn with_schema<A: ToolArgs>(
        name: &'static str,
        description: &str,
        schema: &str,
        run: impl Fn(A, &mut C) -> ToolOutput + 'static,
    ) -> Result<Self, SchemaError> {
        Ok(Self::of(name, description, parse_schema(schema)?, run))
    }

    fn of<A: ToolArgs>(
        name: &'static str,
        description: &str,
        schema: Value,
        run: impl Fn(A, &mut C) -> ToolOutput + 'static,
    ) -> Self {
        let definition = ToolDefinition::function(name, description.trim(), schema);
        let handler = move |arguments: &str, context: &mut C| match parse_and_validate_tool_args::<A>(
            arguments, name,
        ) {
            Ok(arguments) => run(arguments, context),
            Err(error) => FunctionCallResult::error(error.to_string()).into(),
        };
        Self {
            definition,
            handler: Box::new(handler),
        }
    }

    /// Calls the tool with the model's JSON text. Arguments that do not validate come back as
    /// an error result, for the model to read.
    pub fn call(&self, arguments: &str, context: &mut C) -> ToolOutput {
        (self.handler)(arguments, context)
    }
}

impl<C> Offered for Tool<C> {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }
}

/// A tool that takes its time, such as a search or a query. Several can be at work side by side,
/// so they share their context `C` rather than change it.
pub struct AsyncTool<C> {
    definition: ToolDefinition,
    handler: AsyncHandler<C>,
}

impl<C: 'static> AsyncTool<C> {
    /// A tool whose arguments are of type `A`, as in [`Tool::new`].
    ///
    /// # Errors
    /// [`SchemaError`] when `A` has no strict schema.
    pub fn new<A: ToolArgs>(
        name: &'static str,
        description: &str,
        run: impl AsyncFn(A, &C) -> ToolOutput + 'static,
    ) -> Result<Self, SchemaError> {
        let definition = ToolDefinition::function(name, description.trim(), strict_schema::<A>()?);
        let run = Rc::new(run);
        let handler: AsyncHandler<C> = Box::new(move |arguments, context| {
            match parse_and_validate_tool_args::<A>(arguments, name) {
                Ok(arguments) => {
                    let run = Rc::clone(&run);
                    Box::pin(async move { run(arguments, context).await })
                }
                Err(error) => Box::pin(ready(FunctionCallResult::error(error.to_string()).into())),
            }
        });
        Ok(Self {
            definition,
            handler,
        })
    }

    /// A tool that is passed on to whoever made its `definition`, such as a server, and who validates
    /// the arguments: here they have to be an object, and nothing more is known of them.
    pub fn passed_on(
        definition: ToolDefinition,
        run: impl AsyncFn(Map<String, Value>, &C) -> ToolOutput + 'static,
    ) -> Self {
        let run = Rc::new(run);
        let name = definition.function.name.clone();
        let handler: AsyncHandler<C> = Box::new(move |arguments, context| {
            let text = match arguments.trim() {
                "" => "{}",
                text => text,
            };
            match serde_json::from_str::<Map<String, Value>>(text) {
                Ok(arguments) => {
                    let run = Rc::clone(&run);
                    Box::pin(async move { run(arguments, context).await })
                }
                Err(error) => {
                    let message = format!("Invalid JSON for {name}: {error}");
                    Box::pin(ready(FunctionCallResult::error(message).into()))
                }
            }
        });
        Self {
            definition,
            handler,
        }
    }

    /// Calls the tool with the model's JSON text. Arguments that do not validate come back as
    /// an error result, for the model to read.
    pub fn call<'a>(&self, arguments: &str, context: &'a C) -> LocalBoxFuture<'a, ToolOutput> {
        (self.handler)(arguments, context)
    }
}

impl<C> Offered for AsyncTool<C> {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }
}

/// Why a registry did not take or find a tool.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegistryError {
    /// Two tools of one name.
    #[error("there already is a tool named {name}")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// No tool of that name.
    #[error("There is no tool named {name:?}. Use one of: {known}")]
    Missing {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The tool's arguments have no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

/// The tools of one agent, by name, offered in the order in which they were registered.
pub struct Registry<T> {
    tools: Vec<T>,
    definitions: Tools,
}

/// Tools that change their agent's context, one after the other.
pub type ToolRegistry<C> = Registry<Tool<C>>;

/// Tools that may be at work side by side.
pub type AsyncToolRegistry<C> = Registry<AsyncTool<C>>;

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self {
            tools: Vec::new(),
            definitions: Tools::default(),
        }
    }
}

impl<T: Offered> Registry<T> {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// [`RegistryError::Duplicate`].
    pub fn register(&mut self, tool: T) -> Result<(), RegistryError> {
        let name = tool.definition().function.name.clone();
        if self.get(&name).is_ok() {
            return Err(RegistryError::Duplicate { name });
        }
        self.tools.push(tool);
        let definitions = self.tools.iter().map(|tool| tool.definition().clone());
        self.definitions = definitions.collect();
        Ok(())
    }

    /// The tool called `name`.
    ///
    /// # Errors
    /// [`RegistryError::Missing`], whose text lists the names that there are.
    pub fn get(&self, name: &str) -> Result<&T, RegistryError> {
        let mut tools = self.tools.iter();
        tools
            .find(|tool| tool.definition().function.name == name)
            .ok_or_else(|| RegistryError::Missing {
                name: name.to_owned(),
                known: self.names().collect::<Vec<_>>().join(", "),
            })
    }

    /// The tools as the model is offered them.
    pub fn definitions(&self) -> Tools {
        self.definitions.clone()
    }

    /// The tools' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools
            .iter()
            .map(|tool| tool.definition().function.name.as_str())
    }
}

impl<C: 'static> ToolRegistry<C> {
    /// Calls the tool `name`; one that is missing comes back as an error result.
    pub fn call(&self, name: &str, arguments: &str, context: &mut C) -> ToolOutput {
        match self.get(name) {
            Ok(tool) => tool.call(arguments, context),
            Err(error) => FunctionCallResult::error(error.to_string()).into(),
        }
    }
}

impl<C: 'static> AsyncToolRegistry<C> {
    /// Calls the tool `name`; one that is missing comes back as an error result.
    pub fn call<'a>(
        &self,
        name: &str,
        arguments: &str,
        context: &'a C,
    ) -> LocalBoxFuture<'a, ToolOutput> {
        match self.get(name) {
            Ok(tool) => tool.call(arguments, context),
            Err(error) => Box::pin(ready(FunctionCallResult::error(error.to_string()).into())),
        }
    }

    /// Makes several calls side by side. Their outcomes come in the order in which they are
    /// ready, each with the id of its call.
    pub fn call_all<'a>(
        &self,
        calls: &[ToolCall],
        context: &'a C,
    ) -> impl Stream<Item = (ToolCallId, ToolOutput)> + Unpin + use<'a, C> {
        let calls = calls.iter().map(|call| {
            let id = call.id.clone();
            let output = self.call(&call.function.name, &call.function.arguments, context);
            async move { (id, output.await) }
        });
        calls.collect::<FuturesUnordered<_>>()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use futures::StreamExt;
    use futures::channel::oneshot;
    use futures::executor::block_on;
    use schemars::JsonSchema;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Add {
        amount: u32,
    }

    fn registry() -> ToolRegistry<u32> {
        let mut registry = ToolRegistry::new();
        let add = Tool::new("add", "Adds.", |add: Add, sum: &mut u32| {
            *sum += add.amount;
            FunctionCallResult::success(format!("The sum is {sum}.")).into()
        });
        registry.register(add.unwrap()).unwrap();
        registry
    }

    #[test]
    fn a_valid_call_reaches_the_context_and_an_invalid_one_does_not() {
        let (registry, mut sum) = (registry(), 1);
        let good = registry.call("add", r#"{"amount":2}"#, &mut sum);
        assert_eq!(
            good.result.for_model(),
            r#"{"status":"success","result":{"message":"The sum is 3."}}"#
        );
        let bad = registry.call("add", r#"{"amount":-2}"#, &mut sum);
        assert!(
            bad.result.result.message.contains("add at amount"),
            "{bad:?}"
        );
        assert_eq!(sum, 3);
    }

    #[test]
    fn duplicate_and_missing_names_are_typed_errors() {
        let mut registry = registry();
        let again = Tool::new("add", "", |_: Add, _: &mut u32| {
            FunctionCallResult::success("").into()
        });
        assert_eq!(
            registry.register(again.unwrap()),
            Err(RegistryError::Duplicate { name: "add".into() })
        );
        assert_eq!(
            registry.get("subtract").err(),
            Some(RegistryError::Missing {
                name: "subtract".into(),
                known: "add".into()
            })
        );
    }

    #[test]
    fn calls_side_by_side_come_back_by_id_in_the_order_in_which_they_are_ready() {
        /// A call with an even amount waits for the one with the next amount.
        #[derive(Default)]
        struct Context(RefCell<BTreeMap<u32, oneshot::Sender<()>>>);
        let mut registry = AsyncToolRegistry::new();
        let add = AsyncTool::new("add", "Adds.", async |add: Add, context: &Context| {
            if add.amount.is_multiple_of(2) {
                let (tell, told) = oneshot::channel();
                context.0.borrow_mut().insert(add.amount, tell);
                told.await.unwrap();
            } else if let Some(tell) = context.0.borrow_mut().remove(&(add.amount - 1)) {
                tell.send(()).unwrap();
            }
            FunctionCallResult::success(add.amount.to_string()).into()
        });
        registry.register(add.unwrap()).unwrap();
        let calls = [
            ToolCall::new("a", "add", r#"{"amount":2}"#),
            ToolCall::new("b", "add", r#"{"amount":3}"#),
            ToolCall::new("c", "add", r#"{"amount":-1}"#),
            ToolCall::new("d", "subtract", "{}"),
        ];
        let context = Context::default();
        let outcomes: Vec<(ToolCallId, ToolOutput)> =
            block_on(registry.call_all(&calls, &context).collect());
        let message = |id: &str| {
            let found = outcomes.iter().position(|(it, _)| it.0 == id).unwrap();
            let (_, output) = outcomes.get(found).unwrap();
            (found, output.result.result.message.clone())
        };
        let ((waited, two), (_, three)) = (message("a"), message("b"));
        assert_eq!((waited, two.as_str(), three.as_str()), (3, "2", "3"));
        assert!(message("c").1.contains("add at amount"));
        assert!(message("d").1.contains("no tool named \"subtract\""));
    }
}

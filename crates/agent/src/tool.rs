//! Tools, and the registry that an agent finds them in.

use std::collections::BTreeMap;

use kikitori_llm::ToolDefinition;
use thiserror::Error;

use crate::args::{ToolArgs, parse_and_validate_tool_args};
use crate::result::{FunctionCallResult, ToolOutput};
use crate::schema::{SchemaError, strict_schema};

type Handler<C> = Box<dyn Fn(&str, &mut C) -> ToolOutput>;

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
        let definition = ToolDefinition::function(name, description.trim(), strict_schema::<A>()?);
        let handler = move |arguments: &str, context: &mut C| match parse_and_validate_tool_args::<A>(
            arguments, name,
        ) {
            Ok(arguments) => run(arguments, context),
            Err(error) => FunctionCallResult::error(error.to_string()).into(),
        };
        Ok(Self {
            definition,
            handler: Box::new(handler),
        })
    }

    /// The tool as the model is offered it.
    pub fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    /// Calls the tool with the model's JSON text. Arguments that do not validate come back as
    /// an error result, for the model to read.
    pub fn call(&self, arguments: &str, context: &mut C) -> ToolOutput {
        (self.handler)(arguments, context)
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
pub struct ToolRegistry<C> {
    tools: Vec<Tool<C>>,
    positions: BTreeMap<String, usize>,
}

impl<C: 'static> Default for ToolRegistry<C> {
    fn default() -> Self {
        Self {
            tools: Vec::new(),
            positions: BTreeMap::new(),
        }
    }
}

impl<C: 'static> ToolRegistry<C> {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// [`RegistryError::Duplicate`].
    pub fn register(&mut self, tool: Tool<C>) -> Result<(), RegistryError> {
        let name = tool.definition.function.name.clone();
        if self.positions.contains_key(&name) {
            return Err(RegistryError::Duplicate { name });
        }
        self.positions.insert(name, self.tools.len());
        self.tools.push(tool);
        Ok(())
    }

    /// The tool called `name`.
    ///
    /// # Errors
    /// [`RegistryError::Missing`], whose text lists the names that there are.
    pub fn get(&self, name: &str) -> Result<&Tool<C>, RegistryError> {
        self.positions
            .get(name)
            .and_then(|position| self.tools.get(*position))
            .ok_or_else(|| RegistryError::Missing {
                name: name.to_owned(),
                known: self.names().collect::<Vec<_>>().join(", "),
            })
    }

    /// Calls the tool `name`; one that is missing comes back as an error result.
    pub fn call(&self, name: &str, arguments: &str, context: &mut C) -> ToolOutput {
        match self.get(name) {
            Ok(tool) => tool.call(arguments, context),
            Err(error) => FunctionCallResult::error(error.to_string()).into(),
        }
    }

    /// The tools as the model is offered them.
    pub fn definitions(&self) -> Vec<ToolDefinition> {
        self.tools
            .iter()
            .map(|tool| tool.definition.clone())
            .collect()
    }

    /// The tools' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools
            .iter()
            .map(|tool| tool.definition.function.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;
    use serde::Deserialize;

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
}

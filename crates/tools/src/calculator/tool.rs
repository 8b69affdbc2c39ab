//! The calculator as a tool.

use kikitori_agent::{AsyncTool, FunctionCallResult, SchemaError, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::calculate;

/// What the calculator is called with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalculatorArgs {
    /// Such as `(12.5 - 3) * 2**10 // 7`.
    pub expression: String,
}

/// The tool `calculator`, for agents of whatever context. Its data are the expression and its
/// value, as text: an integer may be longer than JSON's readers take.
///
/// # Errors
/// [`SchemaError`] when the arguments' type has no strict schema, which this crate's tests would
/// show.
///
/// ```
/// use kikitori_agent::AsyncToolRegistry;
/// let mut tools = AsyncToolRegistry::new();
/// tools.register(kikitori_tools::calculator::calculator_tool()?).unwrap();
/// let output = tools.call("calculator", r#"{"expression": "2**64 + 1"}"#, &());
/// let output = futures::executor::block_on(output);
/// assert_eq!(output.result.result.message, "18446744073709551617");
/// # Ok::<(), kikitori_agent::SchemaError>(())
/// ```
pub fn calculator_tool<C: 'static>() -> Result<AsyncTool<C>, SchemaError> {
    AsyncTool::new(
        "calculator",
        "Work out arithmetic exactly, as Python does: numbers, parentheses and + - * / // % **. \
         No names and no functions.",
        async |args: CalculatorArgs, _: &C| call(&args.expression),
    )
}

fn call(expression: &str) -> ToolOutput {
    match calculate(expression) {
        Ok(value) => {
            let value = value.to_string();
            let data = json!({"expression": expression, "value": value});
            FunctionCallResult::success(value).with_data(data).into()
        }
        Err(error) => FunctionCallResult::error(error.to_string()).into(),
    }
}

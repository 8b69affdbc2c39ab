//! A server's tools as tools of an agent.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures::future::{LocalBoxFuture, ready};
use kikitori_agent::{AsyncTool, FunctionCallResult, ToolOutput};
use kikitori_llm::ToolDefinition;
use serde_json::{Map, Value};

use crate::client::McpClient;
use crate::elicitation::{ElicitationAnswer, ElicitationRequest};
use crate::error::McpError;
use crate::host::{CallHost, Progress};
use crate::tool::{ToolInfo, ToolResult};

/// The longest name that endpoints take of a tool.
const MAX_OFFERED_NAME: usize = 64;

/// A server's tool as a tool of an agent.
pub struct OfferedTool<C> {
    /// The tool. Its name begins with that of the server.
    pub tool: AsyncTool<C>,
    /// Whether the server says that it changes nothing. An agent makes such a call again whose
    /// outcome it has lost; before any other the person is to be asked.
    pub is_read_only: bool,
}

/// Hears how far a call has come, by the name under which the tool is offered.
pub type OnToolProgress = Rc<dyn Fn(&str, &Progress)>;

/// The tools of a server as tools of an agent. `server` begins their names, so that those of several
/// servers are told apart; of two that would be called alike the first counts.
pub fn offered_tools<C: 'static>(
    client: &McpClient,
    server: &str,
    tools: &[ToolInfo],
    on_progress: &OnToolProgress,
) -> Vec<OfferedTool<C>> {
    let mut names = BTreeSet::new();
    let offered = tools.iter().filter_map(|tool| {
        let name = offered_name(server, &tool.name);
        names.insert(name.clone()).then(|| OfferedTool {
            tool: offered(client, name, tool, on_progress),
            is_read_only: tool.annotations.is_read_only(),
        })
    });
    offered.collect()
}

/// A name that every endpoint takes.
fn offered_name(server: &str, tool: &str) -> String {
    let plain = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() || letter == '-' => letter,
        _ => '_',
    };
    let name = server.chars().chain(['_']).chain(tool.chars());
    name.map(plain).take(MAX_OFFERED_NAME).collect()
}

/// Hears of a call; what its server asks is not answered.
struct Heard {
    name: String,
    on_progress: OnToolProgress,
}

impl CallHost for Heard {
    fn on_progress(&self, progress: Progress) {
        (self.on_progress)(&self.name, &progress);
    }

    fn elicit(&self, _: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer> {
        Box::pin(ready(ElicitationAnswer::Cancel))
    }
}

fn offered<C: 'static>(
    client: &McpClient,
    name: String,
    tool: &ToolInfo,
    on_progress: &OnToolProgress,
) -> AsyncTool<C> {
    let schema = tool.input_schema.clone();
    let host = Heard {
        name: name.clone(),
        on_progress: Rc::clone(on_progress),
    };
    let mut definition = ToolDefinition::function(name, tool.description.trim(), schema);
    // It is a schema of the server's own, which strict endpoints would refuse.
    definition.function.strict = None;
    let (client, tool) = (client.clone(), tool.name.clone());
    AsyncTool::passed_on(
        definition,
        async move |arguments: Map<String, Value>, _: &C| {
            output(client.call_tool(&tool, arguments, &host).await)
        },
    )
}

fn output(called: Result<ToolResult, McpError>) -> ToolOutput {
    let result = match called {
        Ok(result) if result.is_error => FunctionCallResult::error(result.text()),
        Ok(result) => {
            let done = FunctionCallResult::success(result.text());
            match result.structured {
                Some(value) => done.with_data(value),
                None => done,
            }
        }
        Err(error @ McpError::Rpc { .. }) => FunctionCallResult::error(error.to_string()),
        // It may work when it is called again as it was.
        Err(error) => FunctionCallResult::failure(error.to_string()),
    };
    result.into()
}

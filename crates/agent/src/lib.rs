//! What every agent here stands on: tools with strict schemas, a registry, audited calls and a
//! loop that is a plain value.
//!
//! Nothing in this crate performs a call. An [`AgentRun`] says what comes next and is told what
//! came of it; between any two steps it can be stored and read back.

mod additional_data;
mod args;
mod bounds;
mod data;
mod reply_calls;
mod result;
mod run;
mod run_end;
mod run_step;
mod schema;
mod tool;

pub use additional_data::AdditionalData;
pub use args::{NonBlank, ToolArgs, ToolArgsError, parse_and_validate_tool_args};
pub use bounds::{
    MAX_ARGUMENT_BYTES, MAX_CALLS_KEPT, MAX_REPLY_TEXT_BYTES, MAX_UNKNOWN_BYTES, MAX_UNKNOWN_DEPTH,
    bound_reply,
};
pub use data::{as_attribute, as_data};
pub use reply_calls::{MAX_CALLS_PER_REPLY, ReplyCalls, ToolCallResult};
pub use result::{CallStatus, FunctionCallResult, LoopControl, ToolOutput};
pub use run::{AgentRun, AgentStep};
pub use run_end::{AgentError, AgentLoopResult, RunEnd};
pub use run_step::RunStep;
pub use schema::{SchemaError, strict_schema};
pub use tool::{
    AsyncTool, AsyncToolRegistry, Offered, Registry, RegistryError, Tool, ToolRegistry,
};

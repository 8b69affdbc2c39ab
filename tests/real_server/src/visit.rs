//! The value that is asked for: a bit of everything that a strict schema has.

use kikitori_agent::{FunctionCallResult, RegistryError, Tool, ToolRegistry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::report::ensure;

/// The tool whose arguments are a [`Visit`].
pub const TOOL: &str = "note_visit";

/// Why someone comes to see the doctor.
#[derive(Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// In a few words.
    #[schemars(length(max = 24))]
    pub reason: String,
    /// How soon.
    pub urgency: Urgency,
    /// In years, if known.
    #[schemars(range(max = 120))]
    pub age: Option<u8>,
    /// What hurts.
    #[schemars(length(min = 1, max = 3))]
    pub complaints: Vec<Complaint>,
}

/// How soon someone is to be seen.
#[derive(Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// At once.
    Now,
    /// Within the day.
    Today,
    /// Within the week.
    ThisWeek,
}

/// Something that hurts.
#[derive(Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complaint {
    /// Where.
    #[schemars(length(max = 12))]
    pub place: String,
    /// For how many days.
    pub days: u8,
    /// Whether it is worse than yesterday.
    pub worse: bool,
}

impl Visit {
    /// What the schema says and the Rust type does not.
    ///
    /// # Errors
    /// A sentence about what does not fit.
    pub fn keeps_its_bounds(&self) -> Result<(), String> {
        let within = self.reason.chars().count() <= 24
            && self.age.is_none_or(|age| age <= 120)
            && (1..=3).contains(&self.complaints.len())
            && self
                .complaints
                .iter()
                .all(|it| it.place.chars().count() <= 12);
        ensure(within, || format!("out of the schema's bounds: {self:?}"))
    }
}

/// The tool, beside another one. A call leaves its arguments in the context.
///
/// # Errors
/// [`RegistryError`], which would be a mistake in this file.
pub fn tools() -> Result<ToolRegistry<Vec<Visit>>, RegistryError> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct GoodbyeArgs {}

    let mut tools = ToolRegistry::new();
    tools.register(Tool::new(
        TOOL,
        "Write down why someone comes.",
        |visit: Visit, seen: &mut Vec<Visit>| {
            seen.push(visit);
            FunctionCallResult::success("Written down.").into()
        },
    )?)?;
    tools.register(Tool::new(
        "say_goodbye",
        "End the conversation.",
        |_: GoodbyeArgs, _: &mut Vec<Visit>| FunctionCallResult::success("Goodbye.").into(),
    )?)?;
    Ok(tools)
}

//! The text form: what a model writes that is offered no tools as such.
//!
//! It is told to write
//!
//! ```text
//! Thought: what it thinks
//! Action: a tool's name
//! Action Input: what the tool is given, as JSON
//! ```
//!
//! or `Thought:` and `Final Answer:`. What models really write is read by these rules:
//!
//! 1. `<think>…</think>` is a thought and no part of the form.
//! 2. Labels count in any case, in several languages, with an ASCII or a full-width colon, numbered,
//!    and as Markdown. Common words such as `Answer:` and `Result:` count where the form calls for
//!    them, and are text elsewhere.
//! 3. What stands before the first label is a thought.
//! 4. Everything from an `Observation:` on is invented, as tools have not run yet, and is left out.
//! 5. Several actions are several calls, made side by side.
//! 6. Of an answer and an action, what comes first counts: an answer before its observation rests on
//!    nothing, and an action after the answer is not needed.
//! 7. An action without an input has an empty one. `tool(input)` and `tool[input]` are an action
//!    with its input. An action that names nothing (`None`, `なし`) is none, and one that is named
//!    `Final Answer` is the answer.
//! 8. The name of a tool may be in another case, quoted, or stand in a few words. Another name stays
//!    as it is, for the model to be told.
//! 9. An input may be an object, JSON in a code fence, or bare text, which goes to the tool's one
//!    argument ([`input`]).
//! 10. A reply may be JSON instead, with the same parts as members, or calls in `<tool_call>`
//!     ([`json`]).
//! 11. Without any label, the whole reply is the answer.
//! 12. A thought alone is neither, and the model is told so.

mod input;
mod json;
mod labels;

use kikitori_llm::ToolDefinition;

use self::labels::{Label, Labelled};

/// Actions of one reply beyond this many are left out.
const MAX_ACTIONS: usize = 64;

/// What a reply says to do next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanResult {
    /// What the model thinks.
    pub thought: String,
    /// Tools to be run, side by side. None with an answer.
    pub actions: Vec<PlannedAction>,
    /// The answer. With neither an action nor an answer the reply is a thought alone.
    pub final_answer: Option<String>,
}

/// A tool that is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedAction {
    /// Its name, as it was registered where it is known.
    pub tool: String,
    /// Its arguments as JSON text, as far as they could be made such. Nothing is validated.
    pub arguments: String,
}

/// Reads a reply in the text form; `tools` are those that it may name.
///
/// ```
/// use kikitori_llm::ToolDefinition;
/// use serde_json::json;
/// let expression = json!({"type": "object", "properties": {"expression": {"type": "string"}}});
/// let tools = [ToolDefinition::function("calculator", "", expression)];
/// let reply = "**Thought:** I reckon.\n**action:** Calculator\n**Action Input:** `6*7`";
/// let plan = kikitori_react::parse_text_form(reply, &tools);
/// assert_eq!(plan.thought, "I reckon.");
/// assert_eq!(plan.actions[0].tool, "calculator");
/// assert_eq!(plan.actions[0].arguments, r#"{"expression":"6*7"}"#);
/// ```
pub fn parse_text_form(reply: &str, tools: &[ToolDefinition]) -> PlanResult {
    let (thinking, reply) = without_thinking(reply);
    let mut plan = match json::plan(&reply, tools) {
        Some(plan) => plan,
        None => labelled(&reply, tools),
    };
    if plan.thought.is_empty() {
        plan.thought = thinking;
    }
    plan
}

/// Whether `reply` has anything of the form in it: an action that names one of `tools`, or an answer
/// with its full label.
pub(crate) fn uses_form(reply: &str, tools: &[ToolDefinition]) -> bool {
    let (_, reply) = without_thinking(reply);
    let plan = parse_text_form(&reply, tools);
    let mut actions = plan.actions.iter();
    let knows = |it: &PlannedAction| tools.iter().any(|tool| tool.function.name == it.tool);
    let mut lines = reply.lines().filter_map(labels::read);
    actions.any(knows) || lines.any(|it| it.label == Label::FinalAnswer && !it.is_weak)
}

/// The thoughts in `<think>` (rule 1), and the reply without them. One that does not end is all
/// thought, if anything comes before it or not.
pub(crate) fn without_thinking(reply: &str) -> (String, String) {
    const BEGIN: &str = "<think>";
    const END: &str = "</think>";
    let (mut thoughts, mut rest) = (Vec::new(), String::new());
    let mut left = reply;
    // Some chat templates write the beginning themselves.
    if let Some((thought, after)) = left.split_once(END)
        && !thought.contains(BEGIN)
    {
        thoughts.push(thought.trim());
        left = after;
    }
    while let Some((before, after)) = left.split_once(BEGIN) {
        rest.push_str(before);
        let (thought, after) = after.split_once(END).unwrap_or((after, ""));
        thoughts.push(thought.trim());
        left = after;
    }
    rest.push_str(left);
    (thoughts.join("\n"), rest.trim().to_owned())
}

/// A part of a reply: its label, and the text up to the next one.
struct Section {
    label: Option<Label>,
    text: String,
}

fn labelled(reply: &str, tools: &[ToolDefinition]) -> PlanResult {
    let mut plan = PlanResult::default();
    let mut thoughts: Vec<String> = Vec::new();
    let mut sections = sections(reply, tools).into_iter().peekable();
    while let Some(section) = sections.next() {
        let text = input::unfenced(&section.text).trim();
        match section.label {
            // Rules 3 and 11.
            None if sections.peek().is_none() => plan.final_answer = Some(text.to_owned()),
            None | Some(Label::Thought) => thoughts.push(text.to_owned()),
            Some(Label::Action) => {
                let given = match sections.peek() {
                    Some(next) if next.label == Some(Label::ActionInput) => sections.next(),
                    _ => None,
                };
                let given = given.map(|it| it.text);
                match action(text, given.as_deref(), tools) {
                    Some(Named::Tool(action)) if plan.actions.len() < MAX_ACTIONS => {
                        plan.actions.push(action);
                    }
                    Some(Named::Answer(answer)) if plan.actions.is_empty() => {
                        plan.final_answer = Some(answer);
                        break;
                    }
                    _ => {}
                }
            }
            // Rule 6.
            Some(Label::FinalAnswer) => {
                if plan.actions.is_empty() {
                    plan.final_answer = Some(text.to_owned());
                }
                break;
            }
            // Rule 4.
            Some(Label::Observation | Label::Question) => break,
            // An input of no action: of the one before it, or of a tool that was not named.
            Some(Label::ActionInput) => {}
        }
    }
    plan.final_answer = plan.final_answer.filter(|answer| !answer.is_empty());
    thoughts.retain(|it| !it.is_empty());
    plan.thought = thoughts.join("\n");
    plan
}

/// Cuts a reply at its labels (rule 2). An answer goes on to the end but for what is invented after
/// it.
fn sections(reply: &str, tools: &[ToolDefinition]) -> Vec<Section> {
    let mut sections = vec![Section {
        label: None,
        text: String::new(),
    }];
    for line in reply.lines() {
        let last = sections.last().and_then(|it| it.label);
        let label = labels::read(line).filter(|it| begins_section(*it, last, tools));
        match (label, sections.last_mut()) {
            (Some(it), _) => sections.push(Section {
                label: Some(it.label),
                text: it.rest.to_owned(),
            }),
            (None, Some(section)) => {
                section.text.push('\n');
                section.text.push_str(line);
            }
            (None, None) => {}
        }
    }
    sections.retain(|it| it.label.is_some() || !input::unfenced(&it.text).trim().is_empty());
    sections
}

/// Whether a label counts after a part that is labelled `last`.
fn begins_section(found: Labelled<'_>, last: Option<Label>, tools: &[ToolDefinition]) -> bool {
    if last == Some(Label::FinalAnswer) {
        // A longer answer may well have headings that are called so.
        return matches!(found.label, Label::Observation | Label::Question)
            && !found.rest.is_empty();
    }
    match (found.label, found.is_weak) {
        (_, false) => true,
        (Label::ActionInput, true) => last == Some(Label::Action),
        (Label::Action, true) => input::tool_named(found.rest, tools).is_some(),
        (Label::Observation, true) => matches!(last, Some(Label::Action | Label::ActionInput)),
        (Label::FinalAnswer | Label::Thought, true) => {
            matches!(last, None | Some(Label::Thought))
        }
        (Label::Question, true) => false,
    }
}

enum Named {
    Tool(PlannedAction),
    Answer(String),
}

/// What an action names (rules 7 and 8); nothing if it names nothing.
fn action(text: &str, given: Option<&str>, tools: &[ToolDefinition]) -> Option<Named> {
    // Its name stands on its first line; some add a remark below.
    let mut lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let line = lines.next()?;
    let name = input::bare_name(line);
    if let Some(Labelled {
        label: Label::FinalAnswer,
        ..
    }) = labels::read(&format!("{name}:"))
    {
        let rest: Vec<&str> = lines.collect();
        let below = rest.join("\n");
        let answer = given.unwrap_or(&below);
        return Some(Named::Answer(input::answer_of(answer)));
    }
    if matches!(
        name.to_lowercase().as_str(),
        "" | "none" | "n/a" | "null" | "no action" | "nothing" | "なし" | "無し" | "不要" | "无"
    ) {
        return None;
    }
    let (tool, within) = input::tool_and_input(line, tools);
    if matches!(tool.to_lowercase().as_str(), "finish" | "final_answer")
        && !tools.iter().any(|it| it.function.name == tool)
    {
        let answer = given.or(within).unwrap_or_default();
        return Some(Named::Answer(input::answer_of(answer)));
    }
    let definition = tools.iter().find(|it| it.function.name == tool);
    let below: String;
    let given = match (given, within) {
        (Some(given), _) => given,
        (None, Some(within)) => within,
        // The input without a label of its own.
        (None, None) => {
            below = lines.collect::<Vec<_>>().join("\n");
            &below
        }
    };
    Some(Named::Tool(PlannedAction {
        arguments: input::arguments(given, definition),
        tool,
    }))
}

#[cfg(test)]
mod tests;

//! What the model is asked, and what its reply says to do next.

use std::fmt;
use std::rc::Rc;

use kikitori_agent::{ReplyCalls, ToolCallResult};
use kikitori_engine::caller::{Expect, ModelCall};
use kikitori_llm::{
    AssistantMessage, ChatRequest, Message, Model, ToolCall, Tools, compaction_point, fit,
};
use serde_json::{Map, Value};

use crate::history::{self, HistoryLimits};
use crate::prompts;
use crate::state::AgentState;
use crate::text_form::{self, PlanResult};
use crate::update::AGENT;

/// How the model calls tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlanForm {
    /// As the protocol has it. Where an endpoint knows no tools and holds a reply to a schema, the
    /// client asks for calls by that.
    Calls,
    /// In words ([`crate::parse_text_form`]).
    Text,
}

/// What the model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wanted {
    /// What to do next, or the answer.
    Plan,
    /// The answer, without tools.
    Answer,
}

/// What a reply says to do next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub thought: String,
    /// What is to be run, each with an id of its own; and calls beyond the bound, refused.
    pub calls: Vec<ToolCall>,
    pub refused: Vec<ToolCallResult>,
    pub extra: Map<String, Value>,
    pub final_answer: Option<String>,
}

/// Makes the requests of an agent and reads the replies.
#[derive(Clone)]
pub struct ReActPlanner {
    model: Rc<dyn Model>,
    tools: Tools,
    /// Names of tools that the person has switched off.
    switched_off: Vec<String>,
    limits: HistoryLimits,
}

impl fmt::Debug for ReActPlanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReActPlanner")
            .field("tools", &self.tools.len())
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl ReActPlanner {
    /// A planner that offers `tools`. The `model` is only asked whether it gives calls. A request
    /// carries `max_history` messages besides the question at hand, and `max_observation_tokens` of
    /// each observation.
    pub fn new(
        model: Rc<dyn Model>,
        tools: Tools,
        max_history: usize,
        max_observation_tokens: u64,
    ) -> Self {
        Self {
            model,
            tools,
            switched_off: Vec::new(),
            limits: HistoryLimits {
                messages: max_history,
                observation_tokens: max_observation_tokens,
            },
        }
    }

    /// The same, where the person has switched off the tools of these names: the model is told so.
    #[must_use]
    pub fn with_switched_off(mut self, mut names: Vec<String>) -> Self {
        names.retain(|it| !self.offers(it));
        self.switched_off = names;
        self
    }

    /// The form in which the model is asked now.
    pub fn form(&self) -> PlanForm {
        match self.model.gives_calls() || self.tools.is_empty() {
            true => PlanForm::Calls,
            false => PlanForm::Text,
        }
    }

    /// Whether it offers any tool.
    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.is_empty()
    }

    pub(crate) fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|it| it.function.name == tool)
    }

    /// Whether the person has switched off the tool that is called so.
    pub(crate) fn is_switched_off(&self, tool: &str) -> bool {
        self.switched_off.iter().any(|it| it == tool)
    }

    /// The names of the tools, for a model that called another.
    pub(crate) fn names(&self) -> String {
        let names = self.tools.iter().map(|it| it.function.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// The model call for what comes next in `state`, with a request of `tokens` at most as far as
    /// that can be had.
    pub(crate) fn call(
        &self,
        state: &AgentState,
        form: PlanForm,
        wanted: Wanted,
        tokens: u64,
    ) -> ModelCall {
        let mut messages = history::messages(state, form, self.limits);
        if wanted == Wanted::Answer {
            let failed = state.current().map(|it| it.failed_tools.as_slice());
            add_to_user(
                &mut messages,
                prompts::without_tools(failed.unwrap_or_default()),
            );
        }
        let told = match form {
            PlanForm::Calls => &[],
            PlanForm::Text => &*self.tools,
        };
        let system = Message::system(prompts::system(told, &self.switched_off));
        let room = tokens.saturating_sub(system.estimated_tokens());
        // What does not fit is left out from the beginning, the question at hand excepted.
        let question = state
            .current()
            .map(|it| Message::user(prompts::question(&it.query, it.local_time.as_deref())));
        let point = compaction_point(&messages, room);
        let mut rest = messages.split_off(point);
        let mut all = vec![system];
        all.extend(question.filter(|it| messages.contains(it)));
        all.append(&mut rest);
        let mut request = ChatRequest {
            messages: all,
            tools: match form {
                PlanForm::Calls => self.tools.clone(),
                PlanForm::Text => Tools::default(),
            },
            ..ChatRequest::default()
        };
        fit(&mut request, tokens);
        ModelCall {
            agent: AGENT.to_owned(),
            request,
            expect: match wanted {
                Wanted::Plan => Expect::Reply,
                Wanted::Answer => Expect::Text,
            },
            show: None,
            run: state.current().map(|it| it.usage).unwrap_or_default(),
        }
    }

    /// What `reply`, which is the one numbered `number` of its session, says to do next.
    pub(crate) fn plan(
        &self,
        mut reply: AssistantMessage,
        form: PlanForm,
        wanted: Wanted,
        number: u64,
    ) -> Plan {
        let text = reply.content.take().unwrap_or_default();
        if wanted == Wanted::Answer {
            return self.answer(&text);
        }
        if !reply.tool_calls.is_empty() {
            let (thinking, said) = text_form::without_thinking(&text);
            let thought = match said.is_empty() {
                true => thinking,
                false => said,
            };
            return with_calls(thought, reply, number);
        }
        // A model that may call and writes the form all the same means it.
        let is_form = form == PlanForm::Text || text_form::uses_form(&text, &self.tools);
        if !is_form {
            let (thought, answer) = text_form::without_thinking(&text);
            return Plan {
                thought,
                calls: Vec::new(),
                refused: Vec::new(),
                extra: Map::new(),
                final_answer: Some(answer).filter(|it| !it.is_empty()),
            };
        }
        let PlanResult {
            thought,
            actions,
            final_answer,
        } = text_form::parse_text_form(&text, &self.tools);
        let calls = actions.into_iter();
        reply.tool_calls = calls
            .map(|it| ToolCall::new("", it.tool, it.arguments))
            .collect();
        // What came with a text does not belong to the calls that were made of it.
        reply.extra.clear();
        Plan {
            final_answer,
            ..with_calls(thought, reply, number)
        }
    }

    /// A reply that is the answer, whatever it looks like.
    fn answer(&self, text: &str) -> Plan {
        let (thinking, said) = text_form::without_thinking(text);
        let plan = text_form::parse_text_form(&said, &self.tools);
        let (thought, answer) = match plan.final_answer {
            Some(answer) => (plan.thought, answer),
            None => (String::new(), said),
        };
        Plan {
            thought: match thought.is_empty() {
                true => thinking,
                false => thought,
            },
            calls: Vec::new(),
            refused: Vec::new(),
            extra: Map::new(),
            final_answer: Some(answer).filter(|it| !it.is_empty()),
        }
    }
}

fn with_calls(thought: String, mut reply: AssistantMessage, number: u64) -> Plan {
    let turn = u32::try_from(number % 1_000).unwrap_or_default();
    let refused = ReplyCalls::of(&mut reply, turn).refused;
    Plan {
        thought,
        calls: reply.tool_calls,
        refused,
        extra: reply.extra,
        final_answer: None,
    }
}

/// Adds `text` to what the user said last, as some chat templates take no two messages in a row.
fn add_to_user(messages: &mut Vec<Message>, text: String) {
    match messages.last_mut() {
        Some(Message::User { content, .. }) => {
            content.push_str("\n\n");
            content.push_str(&text);
        }
        _ => messages.push(Message::user(text)),
    }
}

//! One model call, as far as the person lets it go.

use futures::channel::mpsc::UnboundedReceiver;
use futures::future::{Either, select};
use futures::{StreamExt, pin_mut};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, partial::string_member};

use super::{Command, Event, Ports};
use crate::orchestrator::Limits;
use crate::state::AgentKind;

/// Calls the model, and tells what of a question for the person has arrived; `written` are the
/// tokens of all that has, by estimate.
pub(super) async fn call_model(
    ports: &Ports,
    agent: AgentKind,
    request: ChatRequest,
    written: &mut u64,
) -> Result<Completion, LlmError> {
    let speaks = matches!(agent, AgentKind::Greeter | AgentKind::Interviewer);
    let mut arguments = String::new();
    let mut asking = None;
    let mut on_delta = |delta: Delta| {
        *written += delta.estimated_tokens();
        let Delta::Arguments {
            position,
            tool,
            piece,
        } = delta
        else {
            return;
        };
        if !speaks || tool != "ask" || *asking.get_or_insert(position) != position {
            return;
        }
        arguments.push_str(&piece);
        if let Some(text) = string_member(&arguments, "message") {
            ports.events.event(Event::Draft { text });
        }
    };
    ports.model.chat(request, &mut on_delta).await
}

/// The outcome of `work`, or `None` once the person asks to stop or is gone. Other bounds that
/// they set meanwhile are left in `limits`; what else they ask for is not for now.
pub(super) async fn until_stopped<T>(
    work: impl Future<Output = T>,
    commands: &mut UnboundedReceiver<Command>,
    limits: &mut Option<Limits>,
) -> Option<T> {
    let stop = async {
        loop {
            match commands.next().await {
                Some(Command::Stop) => return,
                Some(Command::Limit(changed)) => *limits = Some(changed),
                Some(_) => {}
                // Nobody is left to read the reply.
                None => return,
            }
        }
    };
    pin_mut!(work, stop);
    match select(work, stop).await {
        Either::Left((outcome, _)) => Some(outcome),
        Either::Right(_) => None,
    }
}

//! Calls about which the person is asked first.

use kikitori_agent::FunctionCallResult;

use super::AgentRuntime;
use crate::command::NotExpected;
use crate::consent::{Consent, ToolPermission, ToolPermissions};
use crate::state::{Action, Exchange};
use crate::update::AgentUpdate;

/// What the model is told of a call that the person did not allow.
const DENIED: &str = "The person did not allow this call. Do not make it again; say what is left \
                      undone, or ask them what to do instead.";

impl AgentRuntime {
    /// The same under these permissions. A call that the person has allowed, and whose outcome is
    /// not there, may have been made before the agent was interrupted: they are asked again.
    pub fn with_permissions(mut self, permissions: ToolPermissions, now_ms: u64) -> Self {
        self.permissions = permissions;
        self.ask_again(now_ms);
        self
    }

    /// Asks again about what may have been done or not.
    pub(super) fn ask_again(&mut self, now_ms: u64) {
        let open = self.open().into_iter().flat_map(Exchange::open_attempts);
        let open: Vec<(u64, String)> = open.map(|it| (it.sequence, it.tool.clone())).collect();
        for (sequence, tool) in open {
            if self.permissions.of(&tool) == ToolPermission::Ask {
                self.consent(sequence, Consent::WantedAgain, now_ms);
            }
        }
    }

    pub(super) fn consent(&mut self, sequence: u64, consent: Consent, at: u64) {
        self.emit(AgentUpdate::Consent {
            sequence,
            consent,
            at,
        });
    }

    /// Takes the person's word for a call.
    pub(super) fn decide(
        &mut self,
        sequence: u64,
        is_allowed: bool,
        at: u64,
    ) -> Result<(), NotExpected> {
        let waiting = self.open().into_iter().flat_map(Exchange::waiting_actions);
        let waiting: Vec<u64> = waiting.filter_map(Action::sequence).collect();
        if !waiting.contains(&sequence) {
            return Err(NotExpected::Decision(sequence));
        }
        if is_allowed {
            self.consent(sequence, Consent::Given, at);
        } else {
            self.consent(sequence, Consent::Denied, at);
            self.tool_ended(sequence, FunctionCallResult::error(DENIED), at);
        }
        Ok(())
    }
}

//! What a request came to that brought no reply of use.

use kikitori_ports::TransportError;

use crate::protocol::error::LlmError;
use crate::usage::money::Price;
use crate::usage::totals::UsageTotals;

/// Usage of a request that was stopped, or whose reply is of no use. One that a server refused, or never got, is none
/// of the calls that somebody grants: an outage would use them up. `error` says why it is not;
/// none stands for a call that a person stopped. Where a server had begun to work on it, the
/// `prompt` counts as read. `written` are the tokens that arrived, by estimate, and `bound` is what
/// the reply might have had, which counts where it was reached.
pub(super) fn given_up(
    error: Option<&LlmError>,
    price: Option<Price>,
    prompt: u64,
    written: u64,
    bound: u64,
) -> UsageTotals {
    let written = match error {
        Some(
            LlmError::Status { .. }
            | LlmError::Transport(
                TransportError::Unreachable { .. } | TransportError::NotLoaded { .. },
            ),
        ) => {
            return UsageTotals::default();
        }
        Some(LlmError::TokenLimit) => written.max(bound),
        _ => written,
    };
    UsageTotals {
        estimated: true,
        ..UsageTotals::of_call(prompt, written, price)
    }
}

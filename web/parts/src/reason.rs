//! Looking why a model call failed.
#![allow(unsafe_code, reason = "what the macro makes imports a part")]

use futures::future::LocalBoxFuture;
use kikitori_browser::NoConnection;
use kikitori_llm::{ErrorKind, Finding, LlmError, Step, preflight};
use leptos::wasm_split::wasm_split;

use crate::page::Page;
use crate::part::NotLoaded;

/// What a look for the reason of a failed call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// It is looking.
    Looking,
    /// This is why.
    Found(Finding),
    /// No endpoint is chosen.
    NothingChosen,
    /// The limits on calls cannot be read.
    LimitsUnreadable,
    /// What failed works now.
    Works,
}

/// Looks why something failed, no further than the step.
type Look = fn(Page, Step) -> LocalBoxFuture<'static, Option<Explanation>>;

/// Looks why a call failed with `error`; `None` when that cannot say more than the error does.
/// It goes as far as the error leads, which mostly costs no token.
pub async fn explain(page: Page, error: LlmError) -> Option<Explanation> {
    let last = last_step(error.kind())?;
    // Without the part that looks, there is what the error itself says.
    let look = look().await.ok()?;
    look(page, last).await
}

#[wasm_split(reason, wasm_split_path = leptos::wasm_split, fallible)]
fn look() -> Result<Look, NotLoaded> {
    Ok(|page, last| Box::pin(look_as_far_as(page, last)))
}

async fn look_as_far_as(page: Page, last: Step) -> Option<Explanation> {
    let connection = match page.connection().await {
        Ok(connection) => connection,
        Err(NoConnection::NothingChosen) => return Some(Explanation::NothingChosen),
        Err(NoConnection::LimitsUnreadable) => return Some(Explanation::LimitsUnreadable),
        Err(NoConnection::NoAnswer) => return None,
    };
    let report = preflight(
        &connection.bare_client(),
        &connection.network_probe(),
        last,
        &mut |_| {},
    )
    .await;
    Some(match report.finding() {
        Some((_, finding)) => Explanation::Found(finding.clone()),
        None => Explanation::Works,
    })
}

/// How far a preflight has to go to explain `kind`, if it can.
pub fn last_step(kind: ErrorKind) -> Option<Step> {
    match kind {
        ErrorKind::Unreachable
        | ErrorKind::WrongKey
        | ErrorKind::UnknownModel
        | ErrorKind::UnknownAddress => Some(Step::Models),
        ErrorKind::NotChat => Some(Step::Chat),
        ErrorKind::Refused => Some(Step::Tools),
        _ => None,
    }
}

//! Looking whether the connection works, while somebody watches or after something failed.
#![allow(unsafe_code, reason = "what the macro makes imports a part")]

use std::pin::pin;

use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, select};
use kikitori_browser::{BrowserClock, NoConnection};
use kikitori_llm::{ErrorKind, Finding, LlmError, Report, Step, preflight};
use kikitori_ports::Clock;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;

use crate::page::{Page, set_if_new};
use crate::part::NotLoaded;

/// The check that the settings show. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Check {
    /// What it has found out so far; none before the first one, and after the connection changed.
    pub report: RwSignal<Option<Report>>,
    /// The models that the endpoint listed when it was last asked.
    pub models: RwSignal<Vec<String>>,
    /// Whether it is under way.
    pub is_running: RwSignal<bool>,
    /// Whether the browser may be asking the person for permission meanwhile.
    pub may_be_asked: RwSignal<bool>,
    /// Dropped to stop it.
    running: StoredValue<Option<oneshot::Sender<()>>>,
}

impl Default for Check {
    fn default() -> Self {
        Self {
            report: RwSignal::new(None),
            models: RwSignal::new(Vec::new()),
            is_running: RwSignal::new(false),
            may_be_asked: RwSignal::new(false),
            running: StoredValue::new(None),
        }
    }
}

impl Check {
    /// Begins, anew if it was under way.
    pub fn start(self, page: Page) {
        self.forget();
        let (running, stopped) = oneshot::channel();
        self.running.set_value(Some(running));
        self.is_running.set(true);
        spawn_local(async move {
            let work = pin!(self.run(page));
            // First whether it is stopped: what it found then is about nothing any more.
            if let Either::Right(_) = select(stopped, work).await {
                self.is_running.set(false);
            }
        });
    }

    /// Stops it. Half a check says nothing.
    pub fn stop(self) {
        if self.is_running.get_untracked() {
            self.forget();
        }
    }

    /// Forgets what it found, for it was about another connection.
    pub fn forget(self) {
        self.running.set_value(None);
        set_if_new(self.is_running, false);
        set_if_new(self.may_be_asked, false);
        set_if_new(self.report, None);
    }

    async fn run(self, page: Page) {
        let Ok(connection) = page.connection().await else {
            return;
        };
        let network_probe = connection.network_probe();
        self.may_be_asked.set(network_probe.may_ask().await);
        let report = preflight(
            &connection.bare_client(),
            &network_probe,
            Step::Schema,
            &mut |report| {
                set_if_new(self.models, report.models.clone());
                self.report.set(Some(report.clone()));
            },
        )
        .await;
        self.may_be_asked.set(false);
        // A check that ended early has not tried all that it would say.
        if report.finding().is_none() {
            let profiles = page.profiles().await;
            let known = profiles.of(&connection).await.profile;
            let now = BrowserClock.now_ms();
            profiles.checked(&connection, known.checked(report.profile), now);
        }
        page.look_up_support().await;
    }
}

/// What a look for the reason of a failed call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// It is looking.
    Looking,
    /// This is why.
    Found(Finding),
    /// No endpoint is chosen.
    NothingChosen,
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

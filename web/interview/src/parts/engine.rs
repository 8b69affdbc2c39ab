//! What comes while the first question is made, or at once for a session that is gone on with: the
//! engine, and the views of what only it can bring.

use futures::future::LocalBoxFuture;
use kikitori_journal::{SessionKey, Sessions};
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::components::damage_notice::DamageNotice;
use crate::components::gone::GoneLine;
use crate::components::outline::Outline;
use crate::components::recorded::RecordedLine;
use crate::components::slow::Slow;
use crate::components::trouble::Trouble;
use crate::components::untold::Untold;
use crate::embedded;
use crate::screens::closed::closed;
use crate::session::{Opening, Recorded, Session, Started};

/// What the part brings.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Goes on with a session until its screen is left: as it has been begun here, or as it is stored.
    pub lead: fn(Session, Option<Started>) -> LocalBoxFuture<'static, ()>,
    /// The fields and how far each has come.
    pub outline: fn(Session) -> AnyView,
    /// Why there is no next question, or none yet.
    pub trouble: fn(Session) -> AnyView,
    /// What became of a field, as the message at this place in the conversation tells it.
    pub recorded: fn(Session, Recorded, usize) -> AnyView,
    /// What no message has told of yet.
    pub untold: fn(Session) -> AnyView,
    /// Answers that are gone with the last step.
    pub gone: fn(Session) -> AnyView,
    /// What was lost to records that cannot be read.
    pub losses: fn(Session) -> AnyView,
    /// Why the session is not open.
    pub closed: fn(Session, Opening) -> AnyView,
    /// What is recorded, by field, as JSON.
    pub data: fn(Session) -> String,
    /// Asks for what the site's form shows now, as JSON.
    pub follow_form: fn(Session, &str) -> bool,
    /// Asks again for what the site's form does not take, as JSON.
    pub turn_down: fn(Session, &str) -> bool,
    /// Deletes the session of this id; says whether it could.
    pub delete: fn(Page, String) -> LocalBoxFuture<'static, bool>,
}

#[wasm_split(engine, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_engine))]
fn load_engine() -> Result<Engine, NotLoaded> {
    Ok(Engine {
        lead: |session, started| Box::pin(session.lead(started)),
        outline: |session| view! { <Outline session /> }.into_any(),
        trouble: |session| {
            view! {
                <Slow session />
                <Trouble session />
            }
            .into_any()
        },
        recorded: |session, recorded, told_by| {
            view! { <RecordedLine session recorded told_by /> }.into_any()
        },
        untold: |session| view! { <Untold session /> }.into_any(),
        gone: |session| view! { <GoneLine session /> }.into_any(),
        losses: |session| view! { <DamageNotice session /> }.into_any(),
        closed,
        data: embedded::data,
        follow_form: embedded::follow,
        turn_down: embedded::turn_down_in,
        delete: |page, id| Box::pin(delete(page, id)),
    })
}

/// The engine.
pub fn engine() -> Loading<Engine> {
    Box::pin(load_engine())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    Box::pin(async { drop(fetch_engine().await) })
}

async fn delete(page: Page, id: String) -> bool {
    let sessions = Sessions::new(page.store().await.store);
    sessions.delete(&SessionKey::new(&id)).await.is_ok()
}

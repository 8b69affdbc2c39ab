//! What is sent although nobody waits for it.

use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use serde_json::json;

use crate::link::{Link, SessionKey};
use crate::message::{self, method};

/// Something that a server is to be told.
#[derive(Debug)]
pub(crate) enum Unsent {
    /// Nobody waits for the answer to this request any more.
    Cancelled { session: SessionKey, id: u64 },
    /// The session is over.
    Ended { session: SessionKey },
}

/// Sends what comes, until the client is gone and everything is sent.
pub(crate) async fn send_all(link: Link, mut unsent: UnboundedReceiver<Unsent>) {
    while let Some(next) = unsent.next().await {
        match next {
            Unsent::Cancelled { session, id } => {
                let params = json!({"requestId": id, "reason": "nobody waits for it any more"});
                let message = message::notification(method::CANCELLED, &params);
                // A server that is away has nothing to cancel.
                let _ = link.in_time(link.post(message, Some(&session))).await;
            }
            Unsent::Ended { session } if session.id.is_some() => link.end(&session).await,
            Unsent::Ended { .. } => {}
        }
    }
}

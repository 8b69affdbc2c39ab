//! The source of a page, by its address.

use kikitori_browser::{PolicyWatch, get_text};
use web_sys::Url;

/// An address that takes longer gives nothing.
const PATIENCE_MS: u32 = 20_000;

/// Why there is no source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// The policy of this page does not let it ask servers of this origin.
    Forbidden(String),
    /// Nothing came that this page may read.
    Closed,
    /// The server answers with this status.
    Status(u16),
    /// There is nothing, or more than is read.
    NoText,
}

/// What is at `address`.
///
/// # Errors
/// [`Unread`].
pub async fn page_at(address: &str) -> Result<String, Unread> {
    let policy = PolicyWatch::listen();
    match get_text(address, PATIENCE_MS).await {
        // Of what is too large there is no text.
        Some((200, source)) if source.is_empty() => Err(Unread::NoText),
        Some((200, source)) => Ok(source),
        Some((status, _)) => Err(Unread::Status(status)),
        None if policy.has_seen().await => Err(Unread::Forbidden(origin_of(address))),
        None => Err(Unread::Closed),
    }
}

/// As the policy would name it.
fn origin_of(address: &str) -> String {
    Url::new(address).map_or_else(|_| address.to_owned(), |url| url.origin())
}

//! A saved copy of a session: to go on with it here.

use kikitori_browser::BrowserIds;
use kikitori_journal::Sessions;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use web_sys::File;

use super::messages::{Messages, phrases};
use crate::home::file_button::text_of;
use crate::home::messages::Messages as HomeMessages;

/// Larger files are not even read; what is too large for a session is refused when it is read.
const MAX_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// Stores the session in `file`.
///
/// # Errors
/// Why not, in words.
pub async fn import(page: Page, file: File) -> Result<(), String> {
    let language = page.language.get_untracked();
    let words = Messages::of(language);
    let text = text_of(
        &file,
        MAX_BYTES,
        words.no_session_file,
        HomeMessages::of(language),
    )
    .await?;
    let sessions = Sessions::new(page.store().await.store);
    let imported = sessions.import(&text, &BrowserIds).await;
    imported.map_err(|error| {
        let why = phrases::not_imported(language, &error);
        format!("{} {why}", words.no_session_file)
    })?;
    page.announcement.set(words.session_stored.to_owned());
    Ok(())
}

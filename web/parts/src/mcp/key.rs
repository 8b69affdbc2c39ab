//! Keys that servers want. One is kept with the tab that it was typed in, and sent to the address
//! that it was typed for alone.

use kikitori_browser::{forget_tab_preference, set_tab_preference, tab_preference};
use kikitori_llm::ApiKey;

fn name_of(url: &str) -> String {
    format!("mcp-key/{url}")
}

/// The key of the server at this address.
pub fn kept(url: &str) -> Option<ApiKey> {
    ApiKey::new(&tab_preference(&name_of(url))?).ok()
}

/// Keeps it.
pub fn keep(url: &str, key: &ApiKey) {
    set_tab_preference(&name_of(url), key.reveal());
}

/// Forgets it.
pub fn forget(url: &str) {
    forget_tab_preference(&name_of(url));
}

/// The header that a request is sent with.
pub fn header(key: &ApiKey) -> (String, String) {
    (
        "authorization".to_owned(),
        format!("Bearer {}", key.reveal()),
    )
}

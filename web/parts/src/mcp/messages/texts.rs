//! Which texts there are.

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub lead: &'static str,
    pub use_server: &'static str,
    pub address: &'static str,
    pub address_hint: &'static str,
    pub add: &'static str,
    pub asked: &'static str,
    pub no_tools: &'static str,
    pub remove: &'static str,
    pub try_again: &'static str,
    pub reads: &'static str,
    pub changes: &'static str,
    pub destroys: &'static str,
    pub by_this_site: &'static str,
    pub key: &'static str,
    pub key_hint: &'static str,
    pub use_key: &'static str,
    pub has_key: &'static str,
    pub forget_key: &'static str,
}

//! How long a request may be.

use serde::{Deserialize, Serialize};

/// No context is as small as this many tokens; what does not fit then is not the conversation.
const SMALLEST: u64 = 1_000;

/// The tokens that a request may have, as far as it is known by now: a setting, and what was
/// learnt from requests that were refused for being too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextWindow {
    configured: u64,
    learnt: Option<u64>,
}

impl ContextWindow {
    /// A window of `configured` tokens, or of fewer when so many were `learnt` before.
    pub fn new(configured: u64, learnt: Option<u64>) -> Self {
        Self { configured, learnt }
    }

    /// The tokens that a request may have.
    pub fn tokens(self) -> u64 {
        self.configured.min(self.learnt.unwrap_or(u64::MAX))
    }

    /// What was learnt, to be stored with the session.
    pub fn learnt(self) -> Option<u64> {
        self.learnt
    }

    /// A request of `tokens` that was made for a window of `made_for` was refused for being too
    /// long: the next may have half as many. Requests side by side that are refused together halve
    /// it once. Answers whether that is a window at all; it stays as it was when it is not.
    ///
    /// ```
    /// use kikitori_engine::caller::ContextWindow;
    /// let mut window = ContextWindow::new(32_000, None);
    /// assert!(window.halve(20_000, 32_000));
    /// assert!(window.halve(20_000, 32_000), "it was sent beside the first one");
    /// assert_eq!(window.tokens(), 10_000);
    /// assert!(!window.halve(1_500, 10_000));
    /// assert_eq!(window.learnt(), Some(10_000));
    /// ```
    pub fn halve(&mut self, tokens: u64, made_for: u64) -> bool {
        let half = made_for.min(tokens) / 2;
        let is_window = half >= SMALLEST;
        if is_window {
            self.learnt = Some(self.tokens().min(half));
        }
        is_window
    }
}

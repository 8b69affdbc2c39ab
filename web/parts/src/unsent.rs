//! What is changed in a session and not sent yet, kept by the tab so that a reload loses none of it:
//! of one session of a kind, and no longer than the session is there.

use kikitori_browser::{forget_tab_preference, set_tab_preference, tab_preference};

/// What is kept of the sessions of one kind. A handle: all copies are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsent(&'static str);

/// What the tab keeps of task chains.
pub const OF_TASKS: Unsent = Unsent("tasks-unsent");
/// What it keeps of interviews: the last strokes of keys before it was loaded anew, which the store had no time for.
pub const OF_INTERVIEWS: Unsent = Unsent("interview-unsent");

/// Of all kinds.
const ALL: [Unsent; 2] = [OF_TASKS, OF_INTERVIEWS];

impl Unsent {
    /// What is kept, with the session that it is of.
    fn all(self) -> Option<(String, String)> {
        let kept = tab_preference(self.0)?;
        let (session, text) = kept.split_once('\n')?;
        Some((session.to_owned(), text.to_owned()))
    }

    /// What is kept of `session`.
    pub fn of(self, session: &str) -> Option<String> {
        let (owner, text) = self.all()?;
        (owner == session).then_some(text)
    }

    /// Of which session something is kept.
    pub fn session(self) -> Option<String> {
        Some(self.all()?.0)
    }

    /// Keeps `text` of `session`, and nothing of another.
    pub fn keep(self, session: &str, text: &str) {
        set_tab_preference(self.0, &format!("{session}\n{text}"));
    }

    /// Keeps nothing.
    pub fn forget(self) {
        forget_tab_preference(self.0);
    }
}

/// Keeps nothing of `session`, of whatever kind it is: it is deleted.
pub fn forget_session(session: &str) {
    for kind in ALL {
        if kind.of(session).is_some() {
            kind.forget();
        }
    }
}

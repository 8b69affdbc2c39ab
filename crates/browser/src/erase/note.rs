//! What a tab leaves for the document that it loads next.

use crate::preference::session_storage;

/// In sessionStorage, which is this tab's alone.
const KEY: &str = "kikitori/erase";

/// What the document that a tab loads next has to do, or to tell, about deleting everything.
///
/// It is taken out when it is read. So a tab that is restored another day deletes nothing, and no
/// address can say that something was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EraseNote {
    /// To delete everything.
    Erase,
    /// To wait for what becomes of it in another tab.
    Wait,
    /// To tell that this tab has deleted everything.
    Erased,
    /// To tell that another tab has.
    ErasedElsewhere,
}

impl EraseNote {
    const ALL: [Self; 4] = [Self::Erase, Self::Wait, Self::Erased, Self::ErasedElsewhere];

    fn text(self) -> &'static str {
        match self {
            Self::Erase => "erase",
            Self::Wait => "wait",
            Self::Erased => "erased",
            Self::ErasedElsewhere => "erased elsewhere",
        }
    }

    /// Leaves it. Where the browser refuses that, the next document begins as any other.
    pub fn leave(self) {
        if let Some(storage) = session_storage() {
            let _ = storage.set_item(KEY, self.text());
        }
    }

    /// Takes what was left, once.
    pub fn take() -> Option<Self> {
        let storage = session_storage()?;
        let text = storage.get_item(KEY).ok()??;
        // A note that cannot be removed is none: it would be read for ever.
        storage.remove_item(KEY).ok()?;
        Self::ALL.into_iter().find(|note| note.text() == text)
    }
}

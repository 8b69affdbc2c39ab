//! The arguments of one call, as they come.

use std::cell::OnceCell;

use serde_json::Value;

/// Arguments that are still coming.
///
/// A piece is what is new, at most servers; at some it is all that there is so far. Which of the
/// two it was is seen in the end, by what of it is JSON: a text that begins anew in its middle is
/// none, and nothing is cut out of it or guessed.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// All pieces, one after the other.
    joined: String,
    /// The latest piece, as long as each began with all of the one before it.
    repeated: Option<String>,
    /// What they are if nothing follows, kept once someone has asked.
    value: OnceCell<Option<Value>>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            joined: String::new(),
            repeated: Some(String::new()),
            value: OnceCell::new(),
        }
    }
}

impl Arguments {
    /// Takes a piece; answers what of it is new, for showing.
    pub(crate) fn push<'a>(&mut self, piece: &'a str) -> &'a str {
        if piece.is_empty() {
            return piece;
        }
        self.value.take();
        self.joined.push_str(piece);
        let before = self.repeated.take();
        let Some(new) = before.and_then(|before| piece.strip_prefix(before.as_str())) else {
            return piece;
        };
        self.repeated = Some(piece.to_owned());
        new
    }

    /// Whether nothing has come.
    pub(crate) fn is_blank(&self) -> bool {
        self.joined.trim().is_empty()
    }

    /// Whether they may be the same as a text of so many bytes, spaced in another way at most.
    pub(crate) fn may_be_as_long_as(&self, bytes: usize) -> bool {
        let most = bytes.saturating_mul(4).saturating_add(64);
        self.joined.len() <= most || self.repeated.as_ref().is_some_and(|it| it.len() <= most)
    }

    /// What they are if nothing follows; `None` where that is not JSON.
    pub(crate) fn value(&self) -> Option<&Value> {
        let value = || json(&self.joined).or_else(|| json(self.repeated.as_deref()?));
        self.value.get_or_init(value).as_ref()
    }

    /// The text of what has come.
    pub(crate) fn into_text(self) -> String {
        match self.repeated {
            Some(text) if json(&self.joined).is_none() && json(&text).is_some() => text,
            _ => self.joined,
        }
    }
}

/// The value of a JSON text. Whether an object has ended is seen before it is read, as this is
/// asked again with every piece that names a tool.
pub(crate) fn json(text: &str) -> Option<Value> {
    let text = text.trim();
    if text.starts_with('{') && !text.ends_with('}') {
        return None;
    }
    serde_json::from_str(text).ok()
}

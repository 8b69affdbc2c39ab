//! What of a reply is shown while it arrives.

use kikitori_llm::Delta;
use kikitori_llm::partial::PartialText;

use super::call::{CallEvent, Shown};

/// Reads the text that is shown out of what arrives.
pub(super) struct ShownText {
    source: Source,
    text: PartialText,
}

enum Source {
    /// The arguments of the first call of a tool.
    Tool {
        tool: String,
        /// Which call of the reply that is, once it has begun.
        position: Option<usize>,
    },
    /// A structured value, which comes as text or as arguments.
    Value,
    /// Nothing of the reply is for a person to read.
    Nothing,
}

impl ShownText {
    /// The text within the arguments of a tool.
    pub(super) fn of_tool(shown: &Shown) -> Self {
        Self {
            source: Source::Tool {
                tool: shown.tool.clone(),
                position: None,
            },
            text: PartialText::at(&shown.path),
        }
    }

    /// The text at `path` within a structured value.
    pub(super) fn of_value(path: &str) -> Self {
        Self {
            source: Source::Value,
            text: PartialText::at(path),
        }
    }

    /// No text.
    pub(super) fn nothing() -> Self {
        Self {
            source: Source::Nothing,
            text: PartialText::at(""),
        }
    }

    /// Whether anybody sees something of the reply before it is whole.
    pub(super) fn is_watched(&self) -> bool {
        !matches!(self.source, Source::Nothing)
    }

    fn takes(&mut self, delta: &Delta) -> bool {
        match (&mut self.source, delta) {
            (
                Source::Tool { tool, position },
                Delta::Arguments {
                    position: this,
                    tool: named,
                    ..
                },
            ) => tool == named && position.get_or_insert(*this) == this,
            (Source::Tool { .. }, Delta::Text(_)) => false,
            (Source::Value, Delta::Arguments { position, .. }) => *position == 0,
            (Source::Value, Delta::Text(_)) => true,
            (Source::Nothing, _) => false,
        }
    }
}

/// What `delta` adds to what a person sees.
pub(super) fn event(delta: Delta, shown: &mut Option<ShownText>) -> Option<CallEvent> {
    if let Some(shown) = shown
        && shown.takes(&delta)
    {
        let (Delta::Text(piece) | Delta::Arguments { piece, .. }) = delta;
        let text = shown.text.push(&piece);
        return (!text.is_empty()).then_some(CallEvent::Shown(text));
    }
    match delta {
        Delta::Text(text) => Some(CallEvent::Text(text)),
        Delta::Arguments { .. } => None,
    }
}

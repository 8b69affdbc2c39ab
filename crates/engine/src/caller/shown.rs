//! What of a reply is shown while it arrives.

use kikitori_llm::Delta;
use kikitori_llm::partial::PartialText;

use super::call::{CallEvent, Gate, Shown};

/// Reads the text that is shown out of what arrives.
pub struct ShownText {
    source: Source,
    text: PartialText,
    /// Who has not said yet whether it may be shown, and what has come for them to look at.
    gate: Option<(Gate, String)>,
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
    pub fn of_tool(shown: &Shown) -> Self {
        Self {
            source: Source::Tool {
                tool: shown.tool.clone(),
                position: None,
            },
            text: PartialText::at(&shown.path),
            gate: shown.gate.clone().map(|gate| (gate, String::new())),
        }
    }

    /// The text at `path` within a structured value.
    pub(super) fn of_value(path: &str) -> Self {
        Self {
            source: Source::Value,
            text: PartialText::at(path),
            gate: None,
        }
    }

    /// No text.
    pub(super) fn nothing() -> Self {
        Self {
            source: Source::Nothing,
            text: PartialText::at(""),
            gate: None,
        }
    }

    /// Whether anybody sees something of the reply before it is whole.
    pub(super) fn is_watched(&self) -> bool {
        !matches!(self.source, Source::Nothing)
    }

    /// What `piece` adds to the text that may be shown.
    fn push(&mut self, piece: &str) -> String {
        let text = self.text.push(piece);
        if let Some((gate, arguments)) = &mut self.gate {
            arguments.push_str(piece);
            if text.is_empty() {
                return text;
            }
            let may_be_shown = (gate.0)(arguments);
            self.gate = None;
            if !may_be_shown {
                self.source = Source::Nothing;
                return String::new();
            }
        }
        text
    }

    /// What `delta` adds to the text, where it is of it.
    pub fn of(&mut self, delta: &Delta) -> Option<String> {
        if !self.takes(delta) {
            return None;
        }
        let (Delta::Text(piece) | Delta::Arguments { piece, .. }) = delta;
        Some(self.push(piece))
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
    if let Some(text) = shown.as_mut().and_then(|shown| shown.of(&delta)) {
        return (!text.is_empty()).then_some(CallEvent::Shown(text));
    }
    match delta {
        Delta::Text(text) => Some(CallEvent::Text(text)),
        Delta::Arguments { .. } => None,
    }
}

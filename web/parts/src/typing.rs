//! What boxes for messages have in common.

use leptos::ev::KeyboardEvent;
use leptos::html::Textarea;
use leptos::prelude::*;

/// The key code that browsers give to keys which an input method takes for itself.
const TAKEN_BY_INPUT_METHOD: u32 = 229;

/// What somebody wants who presses a key in such a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// That what is written is sent.
    Send,
    /// That what was written before comes back.
    Recall,
    /// That what is under way ends.
    Stop,
}

/// What `event` means, if it is more than something typed.
pub fn wish(event: &KeyboardEvent) -> Option<Wish> {
    if event.is_composing() || event.key_code() == TAKEN_BY_INPUT_METHOD {
        return None;
    }
    match event.key().as_str() {
        "Enter" if !event.shift_key() => Some(Wish::Send),
        "ArrowUp" => Some(Wish::Recall),
        "Escape" => Some(Wish::Stop),
        _ => None,
    }
}

/// Keeps what `node` shows the same as `text`. Set by hand, and only when it differs: setting it
/// while an input method composes would break off the composition.
pub fn show_text(node: NodeRef<Textarea>, text: RwSignal<String>) {
    Effect::new(move || {
        let text = text.get();
        if let Some(textarea) = node.get()
            && textarea.value() != text
        {
            textarea.set_value(&text);
        }
    });
}

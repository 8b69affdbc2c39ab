//! What a page says beside a conversation in the conversation's language: in English as it stands here,
//! in Japanese by the page, and in other languages as the Architect translates it.

/// Passes the question over.
pub const SKIP: &str = "Skip this question";
/// The same, as it is said: no button, but a suggestion.
pub const SKIP_SAID: &str = "Skip";
/// Leaves a field open that was refused.
pub const LEAVE_OPEN: &str = "Leave it open";
/// The same, where the form waits for it.
pub const LEAVE_FOR_NOW: &str = "Leave it for now";
/// Beside the question of a private field.
pub const NO_READER: &str =
    "No model reads your answer to this: it goes into the form and nowhere else.";
/// Beside a field that was refused and is needed.
pub const NEEDED_TO_SEND: &str = "The form cannot be finished without this answer. You can leave it for now and come back to it.";

/// All that is no suggestion.
pub const ALL: [&str; 5] = [SKIP, LEAVE_OPEN, LEAVE_FOR_NOW, NO_READER, NEEDED_TO_SEND];

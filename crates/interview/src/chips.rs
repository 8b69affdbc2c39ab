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
    "No AI reads your answer to this: it goes into the form and nowhere else.";
/// Beside a field that was refused and is needed.
pub const NEEDED_TO_SEND: &str = "The form cannot be finished without this answer. You can leave it for now and come back to it.";

/// What became of a field without an answer.
pub const NOT_KNOWN: &str = "Not known";
/// The same, of one that was refused.
pub const DECLINED: &str = "Declined, left open";
/// The same, of one that was not settled.
pub const LEFT_OPEN: &str = "Left open";
/// The same, of the rest of one that was told in part.
pub const REST_OPEN: &str = "the rest is left open";
/// Before the respondent's own words, where what is recorded is worded by others.
pub const REWORDED: &str = "In our words. You said:";
/// Before what a step has taken back.
pub const TAKEN_BACK: &str = "Taken back:";
/// Before answers that another one makes needless.
pub const NOT_ASKED: &str = "No longer asked for, and left out:";
/// Beside a line of a list of which nobody can tell whether it was meant so.
pub const PLEASE_CHECK: &str = "please check";

/// All that is no suggestion.
pub const ALL: [&str; 13] = [
    SKIP,
    LEAVE_OPEN,
    LEAVE_FOR_NOW,
    NO_READER,
    NEEDED_TO_SEND,
    NOT_KNOWN,
    DECLINED,
    LEFT_OPEN,
    REST_OPEN,
    REWORDED,
    TAKEN_BACK,
    NOT_ASKED,
    PLEASE_CHECK,
];
/// Those of a private field alone.
pub const OF_PRIVATE: [&str; 1] = [NO_READER];
/// Those of lists alone.
pub const OF_LINES: [&str; 1] = [PLEASE_CHECK];

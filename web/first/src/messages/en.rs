//! English.

use kikitori_interview::chips;

use super::texts::Texts;

/// English.
pub const EN: Texts = Texts {
    stored_here: "What you write is stored on this device. ",
    server_asked: "Asking the server which model it uses …",
    scripted_anything: "A scripted stand-in built into this server reads it: no AI, nothing leaves this server.",
    read_anything: "An AI reads it, so that you get a reply. ",
    read_by_server: "It is asked through this page’s server.",
    details: "Details",
    sent_to: "Sent to",
    model: "Model",
    fields: "Fields",
    interviewer: "Interviewer:",
    conversation: "Conversation",
    place: "Language, country and time zone:",
    place_change: "Change language, country or time zone",
    kept_private: "No AI reads these, so please wait until you are asked: ",
    change: "Change",
    asking: "Writing the next question …",
    one_moment: "One moment …",
    composer_label: "Your answer",
    composer_hint: "Enter sends, Shift+Enter starts a new line",
    send: "Send answer",
    stop: "Stop",
    as_a_form: "Fill in the form yourself",
    suggestions: "Suggested answers",
    yes: "Yes",
    no: "No",
    skip: chips::SKIP,
    activity: "Activity",
    progress: "Fields done",
};

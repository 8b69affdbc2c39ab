//! English.

use super::Messages;

pub(super) const MESSAGES: Messages = Messages {
    tagline: "An interview that fills in the form with you. You answer in your own words; four agents in this browser ask, check and write it down.",
    stored_here: "Your answers are stored on this device. ",
    scripted_notice: "What you write is read by a scripted stand-in built into this server: no AI, nothing leaves this server.",
    settings_wait: "Asking the server which model it uses …",
    settings_failed: "The server did not say which model it uses, so it is not known where your answers would go. Check that it is running.",
    samples: "Start with a sample form",
    own_form: "Use a form of your own",
    own_form_label: "Open a form file",
    own_form_hint: "A JSON file. Choose it, or drop it here.",
    desk: "Ask instead of answering",
    desk_text: "The help desk answers questions from documents and shows where each answer stands.",
    desk_open: "Open the help desk",
    file_too_large: "This file is too large for a form.",
    file_unreadable: "The file could not be read. Choose it again.",
    sessions: "Your interviews",
    sessions_wait: "Looking for interviews on this device …",
    sessions_empty: "None yet. An interview that you start is kept here, and you can leave it and come back at any time.",
    unreadable: "An interview that cannot be read",
    open_session_file: "Open a saved copy",
    no_session_file: "The saved copy was not taken:",
    session_stored: "The saved copy is in the list.",
    sessions_failed: "The interviews on this device could not be listed:",
    finished: "Finished",
    continue_it: "Continue",
    open_it: "Open",
    delete: "Delete",
};

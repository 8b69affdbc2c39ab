//! English.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    tagline: "Assistants that work inside this page: nothing to install, no account. Pick one and try it.",
    interview: "Interview",
    interview_purpose: "Fill in a form by talking: it asks, checks what you say and writes it into the right field.",
    interview_trial: "Try it with a sample form:",
    own_form: "Open a form of your own",
    build_form: "Make a form for your site",
    desk: "Help desk",
    desk_purpose: "Ask about documents: you get one answer, and each statement shows the passage that it rests on.",
    desk_trial: "Try it with a question about this site's documents:",
    desk_open: "Ask something else, or add documents",
    agent: "Agent",
    agent_purpose: "Ask what takes a calculation or a look into documents: you see each step and which tool gave what.",
    agent_trial: "Try it with a question:",
    agent_open: "Ask something else",
    tasks: "Tasks",
    tasks_purpose: "Say what you want done: you see the plan, watch its tasks run side by side, and are asked where it matters.",
    tasks_trial: "Try it in a sample kitchen:",
    tasks_open: "Ask for something else",
    file_too_large: "This file is too large for a form.",
    file_unreadable: "The file could not be read. Choose it again.",
    open_session_file: "Open a saved copy",
    stored: "What is stored on this device",
    erased: "Everything that this page had stored on this device is deleted.",
    erased_elsewhere: "Everything that this page had stored on this device was deleted in another tab.",
};

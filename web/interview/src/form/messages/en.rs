//! English.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    review_title: "Check your answers",
    review_text: "This is all that will be in the form.",
    confirm: "Confirm the form",
    confirm_means: "Nothing is sent anywhere: you get the finished form as a file.",
    done_title: "The form is finished",
    done_text: "It is stored on this device. Download it to keep it or pass it on.",
    done_text_in_tab: "Download it now: this browser keeps it only as long as this tab is open.",
    declined: "Not given",
    open: "Left open",
    details: "Also in the form",
    language: "Language",
    country: "Country",
    time_zone: "Time zone",
    confirmed_at: "Confirmed",
    not_said: "Not said",
    download_json: "Download as JSON",
    download_csv: "Download for a spreadsheet (CSV)",
    print: "Print or save as PDF",
    another: "Start another",
    delete_this: "Delete this interview",
};

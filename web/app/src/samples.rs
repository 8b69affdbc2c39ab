//! The sample forms, compiled in.

use kikitori_interview::{SessionForm, parse_form};

use crate::words::Lang;

/// A form that comes with the page.
pub struct Sample {
    /// The form.
    pub form: SessionForm,
    /// The language that it is written in.
    pub lang: Lang,
}

/// The forms in `web/forms`. A test of the interview's keeps them well-formed; one
/// that were not would be left out.
pub fn samples() -> Vec<Sample> {
    let files = [
        (Lang::En, include_str!("../../forms/job-application.json")),
        (Lang::Ja, include_str!("../../forms/clinic-intake.json")),
        (Lang::En, include_str!("../../forms/bug-report.json")),
    ];
    let parsed = files.into_iter().map(|(lang, text)| {
        Some(Sample {
            form: parse_form(text).ok()?,
            lang,
        })
    });
    parsed.flatten().collect()
}

//! Whether what a text has to look like is a regular expression that browsers read.

use kikitori_browser::BrowserLocale;
use kikitori_form::file::LineField;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::{Form, FormError, Problem};
use kikitori_interview::Locale;

/// Whether the browser reads it.
pub fn is_pattern(pattern: &str) -> bool {
    BrowserLocale.fits(pattern, "").is_some()
}

/// Reads all patterns of a form: nothing would be held against one that the browser does not read.
///
/// # Errors
/// The places of those that it does not.
pub fn read_patterns(form: &Form) -> Result<(), FormError> {
    let problem = |place: String, answer: &AnswerType| match answer {
        AnswerType::ShortText(it) => {
            let pattern = it.pattern.as_ref()?.as_str();
            (!is_pattern(pattern)).then(|| Problem {
                place: format!("{place}.answer.pattern"),
                what: format!("“{pattern}” is no regular expression that browsers read"),
            })
        }
        _ => None,
    };
    let mut problems = Vec::new();
    for (at, field) in form.fields.iter().enumerate() {
        let place = format!("fields[{at}]");
        if let AnswerType::Group(group) = &field.answer {
            let columns = group.fields.iter().enumerate();
            let of = |(column, it): (usize, &LineField)| {
                problem(format!("{place}.answer.fields[{column}]"), &it.answer)
            };
            problems.extend(columns.filter_map(of));
        }
        problems.extend(problem(place, &field.answer));
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(FormError::Invalid { problems, more: 0 }),
    }
}

//! The form file: its types, which are read, written and described to others from one definition.

pub mod answer;
mod checks;
mod comparable;
pub mod condition;
pub mod day;
mod form;
pub(crate) mod letters;
pub mod pattern;
mod stored;
pub mod text;

use serde_json::Value;
use thiserror::Error;

use crate::reading::{Problem, Read, Reader};

pub use form::{
    Budget, Description, Download, Fact, Field, Form, HostEvent, IfDeclined, LineField, Need, Post,
    Review, Submit, WebAddress,
};

/// A form file may be this large, in bytes.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;
/// A form may have this many fields.
pub const MAX_FIELDS: usize = 200;
/// A field may have this many facts.
pub const MAX_FACTS: usize = 20;

/// Why a form file does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormError {
    /// There is nothing in the file.
    #[error("The file is empty.")]
    Empty,
    /// The file is not JSON.
    #[error("The file is not valid JSON: {detail}.")]
    NotJson {
        /// What the parser said, with line and column.
        detail: String,
    },
    /// The file is too large to be a form.
    #[error("The file has {bytes} bytes; a form has {MAX_FILE_BYTES} at most.")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Some places in the file are not what they should be.
    #[error("{}", listed(.problems, *.more))]
    Invalid {
        /// The places: what cannot be read in the file's order, then what does not fit together.
        problems: Vec<Problem>,
        /// How many more there are.
        more: usize,
    },
}

fn listed(problems: &[Problem], more: usize) -> String {
    let one = |problem: &Problem| format!("At {}: {}.", problem.place, problem.what);
    let mut lines: Vec<String> = problems.iter().map(one).collect();
    if more > 0 {
        lines.push(format!("And {more} more."));
    }
    lines.join("\n")
}

impl Form {
    /// Reads a form from the text of its file.
    ///
    /// # Errors
    /// [`FormError`], with every place that does not fit.
    ///
    /// ```
    /// let text = r#"{"id": "hello", "title": ["Hello"], "fields": [
    ///     {"id": "name", "label": " ", "required": true}
    /// ]}"#;
    /// let error = kikitori_form::Form::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "At title: a list; expected a text that is not blank, or an object with one for each language.\n\
    ///      At fields[0].label: \" \"; expected a text that is not blank, of 2000 characters at most."
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, FormError> {
        if text.len() > MAX_FILE_BYTES {
            return Err(FormError::TooLarge { bytes: text.len() });
        }
        // Editors on some systems put a byte-order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(FormError::Empty);
        }
        let value: Value = serde_json::from_str(text).map_err(|error| FormError::NotJson {
            detail: error.to_string(),
        })?;
        Self::from_value(&value)
    }

    /// Reads a form from JSON.
    ///
    /// # Errors
    /// [`FormError::Invalid`], with every place that does not fit.
    pub fn from_value(value: &Value) -> Result<Self, FormError> {
        let mut reader = Reader::default();
        let form = Self::read(value, &mut reader);
        checks::check(value, &mut reader);
        match form {
            Some(form) if reader.problems.is_empty() => Ok(form),
            _ => Err(FormError::Invalid {
                problems: reader.problems,
                more: reader.more,
            }),
        }
    }

    /// The language of texts that are there in one language only. Where nothing is said it is the one whose
    /// letters the fields' names have, or else English.
    pub fn own_language(&self) -> &str {
        match &self.language {
            Some(language) => language.as_str(),
            None => {
                letters::language_by_letters(self.fields.iter().map(|it| it.label.first_words()))
            }
        }
    }
}

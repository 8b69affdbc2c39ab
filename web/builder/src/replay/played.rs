//! Recordings played on the form.

use std::rc::Rc;

use kikitori_browser::BrowserLocale;
use kikitori_form::SessionForm;
use kikitori_interview::replay::{Recording, ReplayedField, replay};

/// A file that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// What came of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    pub name: String,
    /// Its fields, or why it is no recording, as the reader says it.
    pub fields: Result<Vec<ReplayedField>, String>,
}

impl Played {
    /// Whether every answer is as it was.
    pub fn is_as_recorded(&self) -> bool {
        let fields = self.fields.as_ref();
        fields.is_ok_and(|it| !it.iter().any(ReplayedField::is_regression))
    }
}

/// Plays `file` on `form`.
pub async fn played(file: &File, form: SessionForm) -> Played {
    let fields = match Recording::read(&file.text).await {
        Ok(recording) => {
            replay(&recording, form, Rc::new(BrowserLocale)).map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    };
    Played {
        name: file.name.clone(),
        fields,
    }
}

//! Recordings played on the form.

use std::rc::Rc;

use kikitori_browser::{BrowserLocale, NoConnection};
use kikitori_form::SessionForm;
use kikitori_interview::Limits;
use kikitori_interview::replay::{Recording, ReplayedField, replay, replay_with_model};
use kikitori_llm::Model;
use kikitori_parts::page::Page;

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
    /// Its fields.
    pub fields: Result<Vec<ReplayedField>, NotPlayed>,
}

/// Why nothing came of one; what is text is English.
#[derive(Debug, Clone, PartialEq)]
pub enum NotPlayed {
    /// It is no recording that could be read.
    Unreadable(String),
    /// It came to no end.
    NoEnd(String),
    /// No model can be asked.
    NoModel(NoConnection),
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
    let locale = Rc::new(BrowserLocale);
    let fields = match Recording::read(&file.text).await {
        Ok(recording) => replay(&recording, form, locale).map_err(ended),
        Err(error) => Err(NotPlayed::Unreadable(error.to_string())),
    };
    Played {
        name: file.name.clone(),
        fields,
    }
}

/// Has the page's model lead the interview in `file` again, on `form`.
pub async fn led_again(page: Page, file: &File, form: SessionForm) -> Played {
    let fields = match Recording::read(&file.text).await {
        Ok(recording) => led(page, &recording, form).await,
        Err(error) => Err(NotPlayed::Unreadable(error.to_string())),
    };
    Played {
        name: file.name.clone(),
        fields,
    }
}

async fn led(
    page: Page,
    recording: &Recording,
    form: SessionForm,
) -> Result<Vec<ReplayedField>, NotPlayed> {
    let connection = page.connection().await.map_err(NotPlayed::NoModel)?;
    let budget = page.budget_in_force();
    let limits = Limits {
        session_caps: budget.caps,
        price: budget.price_of(connection.model()),
        ..Limits::default()
    };
    let model: Rc<dyn Model> = Rc::new(connection.client(&page.profiles().await).await);
    let again = replay_with_model(recording, form, model, Rc::new(BrowserLocale), limits);
    again.await.map_err(ended)
}

fn ended(error: impl std::fmt::Display) -> NotPlayed {
    NotPlayed::NoEnd(error.to_string())
}

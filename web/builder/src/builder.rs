//! The form at hand, what was before it, and how it looks.

use kikitori_browser::{preference, set_preference};
use kikitori_form::edit::{
    AnswerKind, FieldEdit, FieldPlace, FormEdit, begun, edited, languages, place_of,
};
use kikitori_form::file::Field;
use kikitori_form::{Form, FormError};
use kikitori_parts::page::Page;
use kikitori_parts::signals::set_if_new;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::kept::Kept;
use crate::look::Look;
use crate::messages::Messages;

/// The preference with how it looks.
const LOOK: &str = "builder-look";
/// So many steps can be taken back.
const MOST_STEPS: usize = 100;

/// What the last change would have broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The id of the control with it.
    pub control: String,
    /// Why.
    pub why: Why,
}

/// Why something was not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// It would be no form: what does not fit.
    NoForm(Vec<Misfit>),
    /// In the page's words.
    Told(String),
}

/// What would not fit in a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// In which question; none where it is of the form as a whole.
    pub question: Option<FieldPlace>,
    /// What was found there and what was expected, as the form's reader says it.
    pub what: String,
}

/// What an edit would have made no form.
fn misfits(form: &Form, edit: &FormEdit, error: FormError) -> Vec<Misfit> {
    let of_the_form = |what| Misfit {
        question: None,
        what,
    };
    let FormError::Invalid { problems, more } = error else {
        return vec![of_the_form(error.to_string())];
    };
    let misfit = |it: kikitori_form::Problem| Misfit {
        question: place_of(form, edit, &it.place),
        what: it.what,
    };
    let left = (more > 0).then(|| of_the_form(format!("And {more} more.")));
    problems.into_iter().map(misfit).chain(left).collect()
}

/// The builder. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Builder {
    pub page: Page,
    /// The form, which is always one.
    pub form: RwSignal<Form>,
    /// What keeps it.
    pub kept: Kept,
    /// What it was before each change.
    past: RwSignal<Vec<Form>>,
    /// The last change that was not taken.
    pub refused: RwSignal<Option<Refused>>,
    /// The id of the field that is open to be edited.
    pub open: RwSignal<Option<String>>,
    /// Languages that texts can be put in beside those that there are.
    pub more_languages: RwSignal<Vec<String>>,
    pub look: RwSignal<Look>,
}

impl Builder {
    /// The one that was at work on this device, once it is read, or a small one to begin with.
    pub fn open(page: Page) -> Self {
        let form = first_form(Messages::of(page.language.get_untracked()));
        let look = preference(LOOK).map(|text| Look::read(&text));
        let builder = Self {
            page,
            form: RwSignal::new(form),
            kept: Kept::new(page),
            past: RwSignal::new(Vec::new()),
            refused: RwSignal::new(None),
            open: RwSignal::new(None),
            more_languages: RwSignal::new(Vec::new()),
            look: RwSignal::new(look.unwrap_or_default()),
        };
        spawn_local(async move {
            let kept = builder.kept.first().await;
            // What was changed meanwhile goes before it, and is told to be another one.
            let is_untouched = builder.past.with_untracked(Vec::is_empty);
            if let Some(form) = kept.filter(|_| is_untouched) {
                builder.form.set(form);
            }
        });
        builder
    }

    /// The texts, as they are now.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.page.language.get())
    }

    /// The same, for what is not shown but said.
    pub fn messages_now(self) -> &'static Messages {
        Messages::of(self.page.language.get_untracked())
    }

    /// Makes a change that was put into `control`; one that gives no form is told there.
    pub fn edit(self, control: &str, edit: &FormEdit) -> bool {
        match self.form.with_untracked(|form| edited(form, edit)) {
            Ok(form) => {
                self.take(form);
                true
            }
            Err(error) => {
                let misfits = self.form.with_untracked(|form| misfits(form, edit, error));
                let (control, why) = (control.to_owned(), Why::NoForm(misfits));
                self.refused.set(Some(Refused { control, why }));
                false
            }
        }
    }

    /// Tells, at a control, why what was put into it is not taken.
    pub fn refuse(self, control: &str, why: &str) {
        let (control, why) = (control.to_owned(), Why::Told(why.to_owned()));
        self.refused.set(Some(Refused { control, why }));
    }

    /// Makes a change of the field of this id; says whether it was made.
    pub fn edit_field(self, control: &str, id: &str, edit: FieldEdit) -> bool {
        let at = self.place_of(id);
        at.is_some_and(|at| self.edit(control, &FormEdit::Field(at, edit)))
    }

    /// Goes on with another form.
    pub fn take(self, form: Form) {
        set_if_new(self.refused, None);
        let before = self.form.get_untracked();
        if before == form {
            return;
        }
        self.past.update(|past| {
            past.push(before);
            if past.len() > MOST_STEPS {
                past.remove(0);
            }
        });
        self.show(form);
    }

    /// Takes the last change back; says whether there was one.
    pub fn undo(self) -> bool {
        let before = self.past.try_update(Vec::pop).flatten();
        let was_there = before.is_some();
        if let Some(form) = before {
            set_if_new(self.refused, None);
            self.show(form);
        }
        was_there
    }

    /// Whether there is a change to take back.
    pub fn can_undo(self) -> bool {
        self.past.with(|past| !past.is_empty())
    }

    fn show(self, form: Form) {
        self.form.set(form);
        self.keep();
    }

    /// Has the form at hand stored.
    pub fn keep(self) {
        self.kept.keep(self.form.with_untracked(file));
    }

    /// Changes how it looks.
    pub fn set_look(self, change: impl FnOnce(&mut Look)) {
        self.look.update(change);
        set_preference(LOOK, &self.look.with_untracked(Look::write));
    }

    /// Where the field of this id is.
    pub fn place_of(self, id: &str) -> Option<usize> {
        self.form.with_untracked(|form| place(form, id))
    }

    /// What `read` finds in the field of this id; follows the form.
    pub fn in_field<T>(self, id: &str, read: impl FnOnce(&Form, usize, &Field) -> T) -> Option<T> {
        self.form.with(|form| {
            let at = place(form, id)?;
            form.fields.get(at).map(|field| read(form, at, field))
        })
    }

    /// The languages that texts are put in, the form's own first.
    pub fn languages(self) -> Vec<String> {
        let mut all = self.form.with(languages);
        for language in self.more_languages.get() {
            if !all.contains(&language) {
                all.push(language);
            }
        }
        all
    }
}

fn place(form: &Form, id: &str) -> Option<usize> {
    form.fields.iter().position(|it| it.id.as_str() == id)
}

/// A form's file.
pub fn file(form: &Form) -> String {
    // It cannot fail: all that is in a form has its JSON.
    serde_json::to_string_pretty(form).unwrap_or_default()
}

/// A form to begin with.
fn first_form(words: &Messages) -> Form {
    let [name, about, message, email] = words.first_labels;
    let form = begun(
        words.first_language,
        words.first_title,
        &[
            (AnswerKind::ShortText, name),
            (AnswerKind::Choice, about),
            (AnswerKind::LongText, message),
            (AnswerKind::Email, email),
        ],
    );
    let options = FieldEdit::Options {
        language: words.first_language.to_owned(),
        lines: words.first_options.to_owned(),
    };
    edited(&form, &FormEdit::Field(1, options)).unwrap_or(form)
}

//! What stands in a question's box: what the visitor typed and did not ask, kept over a reload, or
//! an example, which never takes the place of that for good.

use kikitori_browser::{preference, set_preference, set_tab_preference, tab_preference};
use leptos::prelude::*;

use crate::page::Page;
use crate::place::System;

/// An example on its way to the system that is to show it.
#[derive(Clone, Copy)]
struct TakenAlong(StoredValue<Option<(System, String)>>);

fn taken_along(page: Page) -> StoredValue<Option<(System, String)>> {
    let TakenAlong(example) = page.kept(|| TakenAlong(StoredValue::new(None)));
    example
}

/// Has `system` show `example` in the question's box when it is shown next.
pub fn take_along(page: Page, system: System, example: &str) {
    taken_along(page).set_value(Some((system, example.to_owned())));
}

/// The question's box. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct QuestionBox {
    /// What stands in it.
    pub text: RwSignal<String>,
    /// What was typed and gave way to an example: it can be put back.
    pub aside: RwSignal<Option<String>>,
    /// What was typed in this tab and not asked.
    typed: StoredValue<String>,
    /// Whether what stands in the box was put there since it was opened, or since it was asked.
    is_new: StoredValue<bool>,
    /// The example that stands in the box.
    example: StoredValue<Option<String>>,
    /// The preference that holds what was typed: for each tab, and for all what was typed last, which
    /// a new tab begins with.
    draft: &'static str,
}

impl QuestionBox {
    /// With what was typed before the page was loaded, which is kept under `draft`.
    pub fn open(draft: &'static str) -> Self {
        let typed = tab_preference(draft).or_else(|| preference(draft));
        let typed = typed.unwrap_or_default();
        Self {
            text: RwSignal::new(typed.clone()),
            aside: RwSignal::new(None),
            typed: StoredValue::new(typed),
            is_new: StoredValue::new(false),
            example: StoredValue::new(None),
            draft,
        }
    }

    /// Shows an example. What was typed is put aside.
    pub fn show_example(self, example: String) {
        let typed = self.typed.get_value();
        if !typed.is_empty() && typed != example {
            self.aside.set(Some(typed));
        }
        self.example.set_value(Some(example.clone()));
        self.is_new.set_value(true);
        self.text.set(example);
    }

    /// Shows the example that was taken along to `system`, if there is one.
    pub fn show_taken_along(self, page: Page, system: System) {
        let taken = taken_along(page).try_update_value(Option::take).flatten();
        if let Some((_, example)) = taken.filter(|(to, _)| *to == system) {
            self.show_example(example);
        }
    }

    /// Takes what is typed, and keeps it until it is asked.
    pub fn type_in(self, text: String) {
        self.keep(&text);
        self.is_new.set_value(true);
        self.text.set(text);
    }

    /// Whether there is nothing to ask.
    pub fn is_empty(self) -> bool {
        self.text.with_untracked(|text| text.trim().is_empty())
    }

    /// Puts back what gave way to an example.
    pub fn put_back(self) {
        if let Some(typed) = self.aside.get_untracked() {
            self.aside.set(None);
            self.type_in(typed);
        }
    }

    /// What stands in the box is asked: it is kept until it is stored, unless it is an example and
    /// something that was typed is kept.
    pub fn ask(self) -> String {
        let text = self.text.get_untracked();
        let is_example = self.example.with_value(|it| it.as_ref() == Some(&text));
        if !is_example || self.typed.with_value(String::is_empty) {
            self.keep(&text);
        }
        self.is_new.set_value(false);
        text
    }

    /// The question `text` is stored, and shown unless something else was typed meanwhile.
    pub fn stored(self, text: String) {
        let left = self.left_after(&text);
        self.show(left.unwrap_or(text));
    }

    /// The question `text` is stored and shown elsewhere: the box is empty, unless something was typed
    /// meanwhile, be it the same, or gave way to an example.
    pub fn taken(self, text: &str) {
        if !self.is_new.get_value() && self.text.with_untracked(|shown| shown == text) {
            let left = self.left_after(text);
            self.show(left.unwrap_or_default());
        }
    }

    /// Puts `text`, which was asked, back into the box to be asked in other words, unless something
    /// stands there.
    pub fn give_back(self, text: String) {
        if self.text.with_untracked(String::is_empty) {
            self.is_new.set_value(false);
            self.text.set(text);
        }
    }

    /// Takes `text`, which was given back and not changed, out of the box again.
    pub fn take_away(self, text: &str) {
        let is_kept = self.is_new.get_value() || !self.typed.with_value(String::is_empty);
        if !is_kept && self.text.with_untracked(|shown| shown == text) {
            self.text.set(String::new());
        }
    }

    /// What is to be asked besides `text`, which is stored.
    fn left_after(self, text: &str) -> Option<String> {
        if self.typed.with_value(|typed| typed == text) {
            self.keep("");
        }
        let example = self.example.get_value().filter(|it| it != text);
        self.example.set_value(example.clone());
        let typed = self.typed.get_value();
        example.or_else(|| (!typed.is_empty()).then_some(typed))
    }

    fn show(self, text: String) {
        if self
            .aside
            .with_untracked(|aside| aside.as_ref() == Some(&text))
        {
            self.aside.set(None);
        }
        self.is_new.set_value(false);
        self.text.set(text);
    }

    fn keep(self, text: &str) {
        self.example.set_value(None);
        let before = self.typed.get_value();
        self.typed.set_value(text.to_owned());
        set_tab_preference(self.draft, text);
        // What another tab typed last is not this one's to clear.
        if !text.is_empty() || preference(self.draft).as_deref() == Some(before.as_str()) {
            set_preference(self.draft, text);
        }
    }
}

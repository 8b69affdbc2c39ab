//! What stands in the question's box: what the visitor typed and did not ask, kept over a reload, or
//! an example, which never takes the place of that for good.

use kikitori_browser::{preference, set_preference, set_tab_preference, tab_preference};
use kikitori_parts::page::Page;
use leptos::prelude::*;

/// The preference that holds what was typed: for each tab, and for all what was typed last, which a
/// new tab begins with.
const DRAFT: &str = "desk-draft";

/// An example on its way here from another screen.
#[derive(Clone, Copy)]
struct TakenAlong(StoredValue<Option<String>>);

fn taken_along(page: Page) -> StoredValue<Option<String>> {
    let TakenAlong(example) = page.kept(|| TakenAlong(StoredValue::new(None)));
    example
}

/// Has the help desk show `example` in the question's box when it is shown next.
pub fn take_along(page: Page, example: &str) {
    taken_along(page).set_value(Some(example.to_owned()));
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
    /// The example that stands in the box.
    example: StoredValue<Option<String>>,
}

impl QuestionBox {
    /// With what was typed before the page was loaded, or the example that was taken along.
    pub fn open(page: Page) -> Self {
        let typed = tab_preference(DRAFT).or_else(|| preference(DRAFT));
        let typed = typed.unwrap_or_default();
        let this = Self {
            text: RwSignal::new(typed.clone()),
            aside: RwSignal::new(None),
            typed: StoredValue::new(typed),
            example: StoredValue::new(None),
        };
        this.come_back(page);
        this
    }

    /// Takes the example that was taken along, if there is one.
    pub fn come_back(self, page: Page) {
        let example = taken_along(page).try_update_value(Option::take);
        if let Some(example) = example.flatten() {
            self.show_example(example);
        }
    }

    /// Shows an example. What was typed is put aside.
    pub fn show_example(self, example: String) {
        let typed = self.typed.get_value();
        if !typed.is_empty() && typed != example {
            self.aside.set(Some(typed));
        }
        self.example.set_value(Some(example.clone()));
        self.text.set(example);
    }

    /// Takes what is typed, and keeps it until it is asked.
    pub fn type_in(self, text: String) {
        self.keep(&text);
        self.text.set(text);
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
        text
    }

    /// The question `text` is stored, and shown unless something else was typed meanwhile.
    pub fn stored(self, text: String) {
        if self.typed.with_value(|typed| *typed == text) {
            self.keep("");
        }
        let example = self.example.get_value().filter(|it| *it != text);
        let typed = self.typed.get_value();
        let shown = match example {
            Some(example) => example,
            None if typed.is_empty() => text,
            None => typed,
        };
        if self
            .aside
            .with_untracked(|aside| aside.as_ref() == Some(&shown))
        {
            self.aside.set(None);
        }
        self.text.set(shown);
    }

    /// Keeps nothing of what was typed.
    pub fn forget(self) {
        self.aside.set(None);
        self.keep("");
    }

    fn keep(self, text: &str) {
        self.example.set_value(None);
        let before = self.typed.get_value();
        self.typed.set_value(text.to_owned());
        set_tab_preference(DRAFT, text);
        // What another tab typed last is not this one's to clear.
        if !text.is_empty() || preference(DRAFT).as_deref() == Some(before.as_str()) {
            set_preference(DRAFT, text);
        }
    }
}

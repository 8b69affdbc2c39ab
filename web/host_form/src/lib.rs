//! A form of the page around: read as data, filled so that the page notices, and followed while it
//! changes. What its answers mean is `kikitori_form::page_form`'s.
//!
//! It never submits, reads no password, and writes into nothing that is left alone. Controls in
//! shadow roots and in frames are the page's own and not looked at.

mod before;
mod combobox;
mod drawn;
mod fill;
mod memory;
mod native;
mod read;
mod said;
mod snapshot;
mod table;
mod text;
mod title;
mod visibility;
mod watch;
mod ways;

use std::rc::Rc;

use kikitori_form::page_form::PageForm;
use thiserror::Error;
use wasm_bindgen::JsCast;
use web_sys::{
    Document, Element, FocusOptions, HtmlElement, HtmlFormElement, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};

use memory::Memory;

pub use fill::{FillProblem, Filled, Outcome};
pub use watch::FormWatch;

/// Why there is no form to take over.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HostFormError {
    /// Nothing on the page has the id.
    #[error("Nothing on this page has the id {0:?}.")]
    NotFound(String),
    /// What has the id is something else.
    #[error("What has the id {id:?} on this page is a {found}, not a form.")]
    NotAForm {
        /// The id.
        id: String,
        /// The element's tag.
        found: String,
    },
}

/// A form of the page around.
#[derive(Debug, Clone)]
pub struct HostForm {
    element: HtmlFormElement,
    /// All copies have the same.
    memory: Rc<Memory>,
}

impl HostForm {
    /// The form with this id.
    ///
    /// # Errors
    /// [`HostFormError`] where there is none.
    pub fn find(document: &Document, id: &str) -> Result<Self, HostFormError> {
        Self::found(document.get_element_by_id(id), id)
    }

    /// The form that was found by this id.
    ///
    /// # Errors
    /// [`HostFormError`] where nothing was, or something else.
    pub fn found(found: Option<Element>, id: &str) -> Result<Self, HostFormError> {
        let found = found.ok_or_else(|| HostFormError::NotFound(id.to_owned()))?;
        let tag = found.local_name();
        match found.dyn_into() {
            Ok(form) => Ok(Self::new(form)),
            Err(_) => Err(HostFormError::NotAForm {
                id: id.to_owned(),
                found: tag,
            }),
        }
    }

    /// A form that was found in another way.
    pub fn new(element: HtmlFormElement) -> Self {
        Self {
            element,
            memory: Rc::default(),
        }
    }

    /// The form's element.
    pub fn element(&self) -> &HtmlFormElement {
        &self.element
    }

    /// The form as it is now.
    pub fn read(&self) -> PageForm {
        let (_, read) = read::page_form(&self.element, &self.memory);
        read
    }

    /// Remembers that somebody has put something into a control of the form, also where nothing in it tells.
    pub fn note_by_hand(&self, control: &Element) {
        if let Some(control) = read::ref_of(&self.element, control, &self.memory) {
            self.memory.note_by_hand(control);
        }
    }

    /// Shows the form to the person: scrolls to it and focuses the first control that it does not
    /// accept yet, or else its submit button. Sending it is theirs.
    pub fn show_for_review(&self) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Start);
        self.element
            .scroll_into_view_with_scroll_into_view_options(&options);
        let Some(next) = self.next_control() else {
            return;
        };
        let focus = FocusOptions::new();
        focus.set_prevent_scroll(true);
        // A control that cannot take the focus leaves it where it was.
        let _ = next.focus_with_options(&focus);
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        next.scroll_into_view_with_scroll_into_view_options(&options);
    }

    fn next_control(&self) -> Option<HtmlElement> {
        let elements = read::elements(&self.element);
        let is_open = |it: &&Element| !native::is_valid(it);
        let open = elements.iter().find(is_open).cloned();
        let next = open.or_else(|| read::submit_button(&self.element))?;
        next.dyn_into().ok()
    }
}

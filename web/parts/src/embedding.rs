//! A page that stands in another site's page: what it is given there, and what differs.
//!
//! It is one of several things on a page that is not its own: it looks for elements in its own part
//! of it, takes the focus only from nobody or from itself, and changes no address and no title.

use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, FocusOptions, HtmlElement};

use crate::dom;
use crate::page::Page;

/// Takes the name of an event and its detail.
pub type Tell = dyn Fn(&str, JsValue);

/// What a site's page gives to what it embeds.
#[derive(Clone)]
pub struct Embedding {
    /// The element that all of it is in, within a shadow root; none any more once it was removed.
    pub place: Option<HtmlElement>,
    /// Whether the page around is this site's own, and has no use for a finished form.
    pub is_own: bool,
    /// The address of the folder in which this program's site lies, with a slash at its end.
    pub base: Rc<str>,
    /// The address of the demonstration model's script, where that is to answer.
    pub demo: Option<Rc<str>>,
    /// The language to speak, as a BCP 47 tag, where the site says one.
    pub language: Option<Rc<str>>,
    /// Gives what is put into a form that is begun, if there is something: an object of values by field,
    /// in JSON.
    pub prefill: Rc<dyn Fn() -> Option<String>>,
    /// Tells the site's page what happened: the event's name and its detail.
    pub tell: Rc<Tell>,
    /// Is called when something is answered.
    pub answered: Rc<dyn Fn()>,
    /// Is called when the person wants to begin anew.
    pub leave: Rc<dyn Fn()>,
}

/// What is embedded; none on a page of its own.
pub(crate) type Embedded = StoredValue<Option<Embedding>, LocalStorage>;

impl Page {
    /// Whether it stands in another site's page.
    pub fn is_embedded(self) -> bool {
        self.embedded.with_value(Option::is_some)
    }

    /// Whether a page around it is given the finished form.
    pub fn hands_over(self) -> bool {
        let around = |it: &Embedding| !it.is_own;
        self.embedded
            .with_value(|it| it.as_ref().is_some_and(around))
    }

    /// The language that the site around it wants, as a BCP 47 tag.
    pub fn wanted_language(self) -> Option<Rc<str>> {
        self.embedded.with_value(|it| it.as_ref()?.language.clone())
    }

    /// Where the site around it has the demonstration model's script, if that is to answer.
    pub(crate) fn demo_script(self) -> Option<Rc<str>> {
        self.embedded.with_value(|it| it.as_ref()?.demo.clone())
    }

    /// What the site around it puts into a form that is begun now.
    pub fn prefill(self) -> Option<String> {
        (self.embedded.get_value()?.prefill)()
    }

    /// Tells the site's page around it, if there is one, what happened.
    pub fn tell(self, name: &str, detail: impl FnOnce() -> JsValue) {
        if let Some(embedding) = self.embedded.get_value() {
            (embedding.tell)(name, detail());
        }
    }

    /// Says that something of the interview at hand is answered.
    pub fn note_answered(self) {
        if let Some(embedding) = self.embedded.get_value() {
            (embedding.answered)();
        }
    }

    /// Lets go of the site's page around it, as it has removed this one. What is still under way may
    /// find the page a little longer.
    pub fn let_go(self) {
        self.embedded.update_value(|embedded| {
            if let Some(embedding) = embedded {
                embedding.place = None;
                embedding.tell = Rc::new(|_, _| {});
                embedding.leave = Rc::new(|| {});
                embedding.prefill = Rc::new(|| None);
            }
        });
    }

    /// The first element of this page that `selector` finds.
    pub fn find(self, selector: &str) -> Option<HtmlElement> {
        match self.embedded.get_value() {
            Some(Embedding { place, .. }) => place?.query_selector(selector).ok()??.dyn_into().ok(),
            None => dom::find(selector),
        }
    }

    /// Focuses what `selector` finds, before the next key is pressed. What stands under something else
    /// takes no focus.
    pub fn focus(self, selector: &str) {
        if self.is_covered() {
            return;
        }
        if let Some(element) = self.find(selector).filter(|_| self.may_focus()) {
            // It cannot fail for an element of the page.
            let _ = element.focus();
        }
    }

    /// Focuses what `selector` finds, once what was just changed is on the page.
    pub fn focus_soon(self, selector: &'static str) {
        if self.is_covered() {
            return;
        }
        request_animation_frame(move || self.focus(selector));
    }

    /// The same, with all that scrolls left where it is.
    pub fn focus_in_place_soon(self, selector: &'static str) {
        if self.is_covered() {
            return;
        }
        request_animation_frame(move || {
            if let Some(element) = self.find(selector).filter(|_| self.may_focus()) {
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                // It cannot fail for an element of the page.
                let _ = element.focus_with_options(&options);
            }
        });
    }

    /// Brings the end of what `selector` finds into sight, once what was just changed is on the page and
    /// has its height. A page around this one is not scrolled.
    pub fn show_end_soon(self, selector: &'static str) {
        let show = move || {
            let Some(element) = self.find(selector) else {
                return;
            };
            match self.embedded.get_value() {
                Some(Embedding { place, .. }) => {
                    if let Some(place) = place {
                        dom::show_end_within(&place, &element);
                    }
                }
                None if dom::ends_in_sight(&element) => {}
                None => element.scroll_into_view_with_bool(false),
            }
        };
        request_animation_frame(move || request_animation_frame(show));
    }

    /// Gives the focus to the first of `selectors` that is found, once what was just changed is on
    /// the page, if what had the focus is gone by then.
    pub fn keep_focus_soon(self, selectors: &'static [&'static str]) {
        request_animation_frame(move || {
            if self.focused().is_none()
                && let Some(found) = selectors.iter().find(|it| self.find(it).is_some())
            {
                self.focus(found);
            }
        });
    }

    /// The element of this page that has the focus, if it is more than the page as a whole.
    pub fn focused(self) -> Option<Element> {
        match self.is_embedded() {
            true => self.find(":focus").map(Element::from),
            false => dom::focused(),
        }
    }

    /// Whether nobody's work is interrupted when this page takes the focus: it is where the person
    /// is, or nothing has the focus.
    fn may_focus(self) -> bool {
        let Some(Embedding { place, .. }) = self.embedded.get_value() else {
            return true;
        };
        let around = place.map(|place| place.get_root_node());
        let around = around.and_then(|root| root.dyn_into::<web_sys::ShadowRoot>().ok());
        let around = around.map(|root| root.host());
        // Of what is in a shadow root, the document names the element that has it.
        dom::focused().is_none_or(|focused| {
            around
                .as_ref()
                .is_some_and(|around| focused.contains(Some(around)))
        })
    }
}

//! What becomes of a form while it is asked for.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use kikitori_form::page_form::PageForm;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, MutationObserver, MutationObserverInit, Node};

use crate::said::Said;
use crate::{HostForm, read};

/// How long a page that draws its form anew, or a person who types, has to be quiet.
const QUIET_MS: u32 = 150;

/// Follows a form until it is dropped.
pub struct FormWatch {
    target: EventTarget,
    on_event: Closure<dyn FnMut(Event)>,
    observer: Option<MutationObserver>,
    _on_mutation: Closure<dyn FnMut(JsValue)>,
    /// What would tell next; gone with this.
    _waiting: Rc<RefCell<Option<Timeout>>>,
}

const EVENTS: [&str; 3] = ["input", "change", "reset"];

impl HostForm {
    /// Calls `on_change` once the form has changed and is quiet: controls that appear, go, or are
    /// drawn anew as others, what a person puts in, and what the page says of it. It is called later, never from here.
    pub fn watch(&self, on_change: impl FnMut() + 'static) -> FormWatch {
        let waiting: Rc<RefCell<Option<Timeout>>> = Rc::default();
        let last = Rc::new(RefCell::new(self.seen()));
        let on_change = Rc::new(RefCell::new(on_change));
        let form = self.clone();
        let later: Rc<RefCell<Option<Timeout>>> = Rc::clone(&waiting);
        let soon = Rc::new(move || {
            let (form, last) = (form.clone(), Rc::clone(&last));
            let on_change = Rc::clone(&on_change);
            let tell = move || {
                let now = form.seen();
                if *last.borrow() == now {
                    return;
                }
                *last.borrow_mut() = now;
                // Whoever is told may fill the form, but is not told of that before it is done.
                if let Ok(mut on_change) = on_change.try_borrow_mut() {
                    on_change();
                }
            };
            *later.borrow_mut() = Some(Timeout::new(QUIET_MS, tell));
        });

        let form = self.clone();
        let by_event = Rc::clone(&soon);
        let on_event = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            form.note(&event);
            by_event();
        });
        // Controls outside of the form send their events past it.
        let target: EventTarget = self.element.get_root_node().into();
        for name in EVENTS {
            // A listener that cannot be added leaves the observer.
            let _ = target.add_event_listener_with_callback_and_bool(
                name,
                on_event.as_ref().unchecked_ref(),
                true,
            );
        }

        let on_mutation = Closure::<dyn FnMut(JsValue)>::new(move |_| soon());
        let observer = MutationObserver::new(on_mutation.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observe(observer, &self.element);
        }
        FormWatch {
            target,
            on_event,
            observer,
            _on_mutation: on_mutation,
            _waiting: waiting,
        }
    }

    /// What is followed: the form, and what is said of each of its controls.
    fn seen(&self) -> (PageForm, Vec<Said>) {
        let (elements, read) = read::page_form(&self.element, &self.memory);
        (read, elements.iter().map(Said::of).collect())
    }

    /// Remembers what a person put in. What a script does is not trusted, this crate's own too.
    fn note(&self, event: &Event) {
        if event.type_() == "reset" {
            let target = event.target();
            let form: &JsValue = self.element.as_ref();
            if target.is_some_and(|it| AsRef::<JsValue>::as_ref(&it) == form) {
                self.memory.forget_by_hand();
            }
            return;
        }
        if !event.is_trusted() {
            return;
        }
        let target = event.target();
        let target = target.as_ref().map(AsRef::<JsValue>::as_ref);
        if let Some(control) = target.and_then(|it| read::ref_of(&self.element, it, &self.memory)) {
            self.memory.note_by_hand(control);
        }
    }
}

fn observe(observer: &MutationObserver, form: &Node) {
    let what = MutationObserverInit::new();
    what.set_subtree(true);
    what.set_child_list(true);
    what.set_attributes(true);
    what.set_character_data(true);
    // A form that is no node of a document changes only by its events.
    let _ = observer.observe_with_options(form, &what);
}

impl Drop for FormWatch {
    fn drop(&mut self) {
        for name in EVENTS {
            let _ = self.target.remove_event_listener_with_callback_and_bool(
                name,
                self.on_event.as_ref().unchecked_ref(),
                true,
            );
        }
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

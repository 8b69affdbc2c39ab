//! What the person does before the session's own screen is there. Typing works at once; what they
//! press waits, and is pressed on that screen.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use kikitori_browser::{BrowserTimer, forget_tab_preference, set_tab_preference, tab_preference};
use kikitori_ports::Timer;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    Element, Event, EventInit, EventTarget, HtmlElement, HtmlInputElement, HtmlSelectElement,
    HtmlTextAreaElement, KeyboardEvent, Node, ShadowRoot,
};

use crate::dom::find;

/// The key code that browsers give to keys which an input method takes for itself.
const TAKEN_BY_INPUT_METHOD: u32 = 229;

/// The test id of answers to pick from, which are told apart by what they say.
const SUGGESTION: &str = "suggestion";
/// What a page's header has that is pressed at once, by its test id.
const PRESSED_AT_ONCE: [&str; 2] = ["language", "settings"];

/// What was typed and pressed in the first view.
pub struct Typed {
    place: HtmlElement,
    writing: HtmlTextAreaElement,
    /// Where the text is kept for this tab.
    name: String,
    noted: Rc<Noted>,
    listeners: RefCell<Vec<Listener>>,
}

/// Where what is listened for, and what hears it.
type Listener = (EventTarget, &'static str, Closure<dyn FnMut(Event)>);

/// How often the session's screen is looked at for what was pressed before it was there.
const PRESSES_AT_MOST: usize = 200;
/// So long after one look comes the next.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A button.
struct Pressed {
    /// Its test id.
    name: String,
    /// What it says, where there are several of that name.
    says: Option<String>,
}

#[derive(Default)]
struct Noted {
    /// What was pressed last.
    pressed: RefCell<Option<Pressed>>,
    /// Whether an input method composes: nothing may be moved meanwhile.
    composes: Cell<bool>,
}

impl Typed {
    /// Listens in `place`, and for keys wherever they are pressed if it is a page's own (`is_page`).
    /// What is typed is kept for this tab under `name`, and stands there again when the page is loaded
    /// anew.
    pub fn listen(place: &HtmlElement, name: String, is_page: bool) -> Option<Self> {
        let writing: HtmlTextAreaElement = find(place, "textarea")?;
        let send: HtmlElement = find(place, ".send")?;
        let stop: HtmlElement = find(place, ".stop")?;
        if let Some(before) = tab_preference(&name) {
            writing.set_value(&before);
            send.set_hidden(before.trim().is_empty());
        }
        let mut this = Self {
            place: place.clone(),
            writing: writing.clone(),
            name: name.clone(),
            noted: Rc::default(),
            listeners: RefCell::default(),
        };
        this.on("input", move |_| {
            let text = writing.value();
            // Who has something to send can, and can still stop.
            send.set_hidden(text.trim().is_empty() && !stop.hidden());
            set_tab_preference(&name, &text);
        });
        let noted = this.noted.clone();
        this.on("compositionstart", move |_| noted.composes.set(true));
        let noted = this.noted.clone();
        this.on("compositionend", move |_| noted.composes.set(false));
        let noted = this.noted.clone();
        this.on("submit", move |event| {
            event.prevent_default();
            noted.press("send");
        });
        let noted = this.noted.clone();
        this.on("click", move |event| {
            let on = event.target().and_then(|on| on.dyn_into::<Element>().ok());
            let button = on.and_then(|on| on.closest("button[data-testid]").ok()?);
            let Some(button) = button else {
                return;
            };
            let name = button.get_attribute("data-testid");
            if let Some(name) = name.filter(|it| !PRESSED_AT_ONCE.contains(&it.as_str())) {
                noted.pressed.replace(Some(Pressed {
                    says: button.text_content().filter(|_| name == SUGGESTION),
                    name,
                }));
            }
        });
        let (noted, writing, around) = (this.noted.clone(), this.writing.clone(), place.clone());
        let on_key = move |event: Event| {
            let Ok(event) = event.dyn_into::<KeyboardEvent>() else {
                return;
            };
            let is_elsewhere = || is_page && has_dialog(&around);
            if event.is_composing() || event.key_code() == TAKEN_BY_INPUT_METHOD || is_elsewhere() {
                return;
            }
            let on = event.target();
            let in_writing = on.as_ref() == Some(writing.as_ref());
            let is_chord = event.ctrl_key() || event.meta_key() || event.alt_key();
            match event.key().as_str() {
                "Enter" if in_writing && !event.shift_key() => noted.press("send"),
                "Escape" => noted.press("stop"),
                // As on the session's own screen.
                "/" if is_page && !is_chord && !on.is_some_and(|on| takes_text(&on)) => {
                    // It cannot fail for an element of the page.
                    let _ = writing.focus();
                }
                _ => return,
            }
            event.prevent_default();
        };
        let page = place.owner_document().filter(|_| is_page);
        let keys = page.map_or_else(|| place.clone().into(), EventTarget::from);
        this.on_target(keys, "keydown", on_key);
        Some(this)
    }

    fn on(&mut self, name: &'static str, act: impl FnMut(Event) + 'static) {
        self.on_target(self.place.clone().into(), name, act);
    }

    fn on_target(
        &mut self,
        target: EventTarget,
        name: &'static str,
        act: impl FnMut(Event) + 'static,
    ) {
        let act = Closure::<dyn FnMut(Event)>::new(act);
        let listener: &JsValue = act.as_ref();
        // It cannot fail for a function.
        let _ = target.add_event_listener_with_callback(name, listener.unchecked_ref());
        self.listeners.get_mut().push((target, name, act));
    }

    /// Whether the session's own screen may take over now.
    pub fn may_move(&self) -> bool {
        !self.noted.composes.get()
    }

    /// Gives what was typed, where the focus was and how far the person had read to the same elements
    /// in `next`, and presses there what was pressed here. Nothing is listened for from then on.
    pub fn hand_over(&self, next: &HtmlElement) {
        self.leave();
        let focused = self.focused();
        if let Some(writing) = find::<HtmlTextAreaElement>(next, "textarea#composer") {
            let text = self.writing.value();
            if !text.is_empty() {
                writing.set_value(&text);
                let event = EventInit::new();
                event.set_bubbles(true);
                if let Ok(event) = Event::new_with_event_init_dict("input", &event) {
                    // Its only error is of an event that is under way.
                    let _ = writing.dispatch_event(&event);
                }
                let (start, end) = (self.writing.selection_start(), self.writing.selection_end());
                if let (Ok(Some(start)), Ok(Some(end))) = (start, end) {
                    // It fails for other kinds of inputs.
                    let _ = writing.set_selection_range(start, end);
                }
            }
            forget_tab_preference(&self.name);
        }
        let read = find::<Element>(&self.place, ".conversation").map(|it| it.scroll_top());
        if let (Some(read), Some(conversation)) = (read, find::<Element>(next, ".conversation")) {
            conversation.set_scroll_top(read);
        }
        if let Some(element) = focused.and_then(|it| find::<HtmlElement>(next, &it)) {
            // It cannot fail for an element of the page.
            let _ = element.focus();
        }
        let pressed = self.noted.pressed.take();
        if let Some(pressed) = pressed {
            press_soon(next.clone(), pressed);
        }
    }

    /// Listens no more.
    pub fn leave(&self) {
        for (target, name, act) in self.listeners.take() {
            let act: &JsValue = act.as_ref();
            // It cannot fail for a function.
            let _ = target.remove_event_listener_with_callback(name, act.unchecked_ref());
        }
    }

    /// What has the focus here, by a selector.
    fn focused(&self) -> Option<String> {
        let around = self.place.get_root_node();
        let focused = match around.dyn_into::<ShadowRoot>() {
            Ok(around) => around.active_element(),
            Err(_) => self.place.owner_document()?.active_element(),
        };
        let focused = focused.filter(|it| self.place.contains(Some(it)))?;
        let name = focused.get_attribute("data-testid");
        Some(match name {
            Some(name) => format!("[data-testid=\"{name}\"]"),
            None => focused.tag_name().to_ascii_lowercase(),
        })
    }
}

/// Whether a dialog stands over the page, which has the keys then.
fn has_dialog(place: &HtmlElement) -> bool {
    let page = place.owner_document();
    page.is_some_and(|page| matches!(page.query_selector("dialog[open]"), Ok(Some(_))))
}

/// Whether what is typed stands in it.
fn takes_text(element: &EventTarget) -> bool {
    element.is_instance_of::<HtmlTextAreaElement>()
        || element.is_instance_of::<HtmlInputElement>()
        || element.is_instance_of::<HtmlSelectElement>()
}

/// Presses the same button in `next`, once that shows it and takes answers.
fn press_soon(next: HtmlElement, pressed: Pressed) {
    spawn_local(async move {
        let mut wait = Duration::ZERO;
        for _ in 0..PRESSES_AT_MOST {
            BrowserTimer.sleep(wait).await;
            if let Some(button) = same_button(&next, &pressed) {
                return button.click();
            }
            wait = BETWEEN_LOOKS;
        }
    });
}

/// The button in `next` that was pressed before `next` was there, if it can be pressed now.
fn same_button(next: &HtmlElement, pressed: &Pressed) -> Option<HtmlElement> {
    // An answer is picked from the session's own question.
    if pressed.says.is_some() {
        find::<HtmlElement>(next, ".session-main[data-state=\"answer\"][data-step]")?;
    }
    let selector = format!("[data-testid=\"{}\"]", pressed.name);
    let buttons = next.query_selector_all(&selector).ok()?;
    let mut buttons = (0..buttons.length()).filter_map(|at| buttons.get(at));
    let same = |button: &Node| pressed.says.is_none() || button.text_content() == pressed.says;
    buttons.find(same)?.dyn_into().ok()
}

impl Noted {
    fn press(&self, name: &str) {
        let name = name.to_owned();
        self.pressed.replace(Some(Pressed { name, says: None }));
    }
}

impl Drop for Typed {
    fn drop(&mut self) {
        self.leave();
    }
}

//! What a control's own class says of it. Frameworks put properties of their own on elements, and
//! an input called `elements` or `id` hides the form's.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Element, Event, EventInit, FocusEvent, FocusEventInit, HtmlElement, MouseEvent, MouseEventInit,
};

/// The accessor `get` or `set` of `name`, from the nearest class that has it. What the element has
/// of its own is passed over.
fn accessor(element: &Element, name: &str, which: &str) -> Option<Function> {
    let mut class = Object::get_prototype_of(element);
    // No element's classes lie deeper.
    for _ in 0..16 {
        if class.is_null() || class.is_undefined() {
            return None;
        }
        let found = Object::get_own_property_descriptor(&class, &JsValue::from(name));
        if !found.is_undefined() {
            return Reflect::get(&found, &JsValue::from(which))
                .ok()?
                .dyn_into()
                .ok();
        }
        class = Object::get_prototype_of(&class);
    }
    None
}

/// A property as the element's class has it; undefined where it has none.
pub(crate) fn get(element: &Element, name: &str) -> JsValue {
    let value = accessor(element, name, "get").and_then(|get| get.call0(element).ok());
    value.unwrap_or(JsValue::UNDEFINED)
}

/// The same as a text; empty where there is none.
pub(crate) fn text(element: &Element, name: &str) -> String {
    get(element, name).as_string().unwrap_or_default()
}

/// The same as a truth.
pub(crate) fn is(element: &Element, name: &str) -> bool {
    get(element, name).as_bool().unwrap_or_default()
}

/// The elements of a property that lists some.
pub(crate) fn list(element: &Element, name: &str) -> Vec<Element> {
    let all = get(element, name);
    match all.is_object() {
        true => Array::from(&all)
            .iter()
            .filter_map(|it| it.dyn_into().ok())
            .collect(),
        false => Vec::new(),
    }
}

/// Sets a property by the element's class, so that what a framework put over it does not see it
/// before the event says so.
pub(crate) fn set(element: &Element, name: &str, value: &JsValue) {
    if let Some(set) = accessor(element, name, "set") {
        // A value that the control does not take stays out of it, which reading it back tells.
        let _ = set.call1(element, value);
    }
}

/// Tells the page that a person's doing is over: `input` or `change`, as a browser sends them.
pub(crate) fn tell(element: &Element, event: &str) {
    let init = EventInit::new();
    init.set_bubbles(true);
    init.set_composed(event == "input");
    if let Ok(event) = Event::new_with_event_init_dict(event, &init) {
        let _ = element.dispatch_event(&event);
    }
}

/// Tells the page that the control was left, which many check an answer at, and some take it at. What has the focus
/// keeps it.
pub(crate) fn leave(element: &Element) {
    if element.matches(":focus") == Ok(true) {
        return;
    }
    for (event, bubbles) in [("blur", false), ("focusout", true)] {
        let init = FocusEventInit::new();
        init.set_bubbles(bubbles);
        init.set_composed(true);
        if let Ok(event) = FocusEvent::new_with_focus_event_init_dict(event, &init) {
            let _ = element.dispatch_event(&event);
        }
    }
}

/// Presses and clicks an element.
pub(crate) fn press(element: &HtmlElement) {
    for event in ["mousedown", "mouseup"] {
        let init = MouseEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        if let Ok(event) = MouseEvent::new_with_mouse_event_init_dict(event, &init) {
            let _ = element.dispatch_event(&event);
        }
    }
    element.click();
}

/// What the browser says of a control's value: a flag of its `validity`.
pub(crate) fn validity(element: &Element, flag: &str) -> bool {
    let validity = get(element, "validity");
    let flag = Reflect::get(&validity, &JsValue::from(flag));
    flag.ok().and_then(|it| it.as_bool()).unwrap_or_default()
}

/// Whether the browser accepts a control's value. What has no value is accepted.
pub(crate) fn is_valid(element: &Element) -> bool {
    !is(element, "willValidate") || validity(element, "valid")
}

//! Small helpers around the document.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::{event_target_value, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

/// The document, absent only outside of a window.
pub fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Whether a media query holds now.
pub fn media(query: &str) -> bool {
    web_sys::window()
        .and_then(|window| window.match_media(query).ok().flatten())
        .is_some_and(|list| list.matches())
}

/// Whether the person points with a finger, whose keyboard covers the page when a text box has
/// the focus.
pub fn touches() -> bool {
    media("(pointer: coarse)")
}

/// The first element that `selector` finds.
pub fn find(selector: &str) -> Option<HtmlElement> {
    document()?.query_selector(selector).ok()??.dyn_into().ok()
}

/// Focuses what `selector` finds, once what was just changed is on the page.
pub fn focus_soon(selector: &'static str) {
    request_animation_frame(move || focus(selector));
}

/// Focuses what `selector` finds, before the next key is pressed.
pub fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        // It cannot fail for an element of the page.
        let _ = element.focus();
    }
}

/// Gives the focus to the first of `selectors` that is found, once what was just changed is on the
/// page, if what had the focus is gone by then.
pub fn keep_focus_soon(selectors: &'static [&'static str]) {
    request_animation_frame(move || {
        if focused().is_none()
            && let Some(found) = selectors.iter().find(|selector| find(selector).is_some())
        {
            focus(found);
        }
    });
}

/// Brings what `selector` finds into sight, and the focus to its first control, once what was just
/// changed is on the page.
pub fn come_to_soon(selector: &'static str) {
    request_animation_frame(move || {
        let Some(element) = find(selector) else {
            return;
        };
        if let Ok(Some(control)) = element.query_selector("input:checked, input, button")
            && let Ok(control) = control.dyn_into::<HtmlElement>()
        {
            // It cannot fail for an element of the page.
            let _ = control.focus();
        }
        element.scroll_into_view();
    });
}

/// Brings the end of `element` into sight by what scrolls within `around`, and by nothing around that.
pub fn show_end_within(around: &Element, element: &Element) {
    let end = |it: &Element| it.get_bounding_client_rect().bottom();
    let mut room = element.parent_element();
    while let Some(it) = room {
        let below = end(element) - end(&it);
        if below > 0.0 {
            // What does not scroll stays as it is.
            it.set_scroll_top(it.scroll_top() + below.ceil() as i32);
        }
        room = it.parent_element().filter(|_| it != *around);
    }
}

/// Whether the end of `element` lies within the window.
pub fn ends_in_sight(element: &Element) -> bool {
    let height = web_sys::window().and_then(|it| it.inner_height().ok()?.as_f64());
    let end = element.get_bounding_client_rect().bottom();
    height.is_some_and(|height| (0.0..=height).contains(&end))
}

/// The element that has the focus, if it is more than the page as a whole.
pub fn focused() -> Option<Element> {
    document()?
        .active_element()
        .filter(|element| element.tag_name() != "BODY")
}

/// The path of the folder that the page's files lie in, as the script that started the page saw it.
pub fn root() -> String {
    let root = document().and_then(|document| document.document_element());
    root.and_then(|root| root.get_attribute("data-root"))
        .unwrap_or_else(|| "./".to_owned())
}

/// A handler of clicks. Boxed, so that the view around it is compiled once for all handlers.
pub fn on_click(mut handle: impl FnMut() + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |_| handle())
}

/// A handler of changes.
pub type OnChange = Box<dyn FnMut(Event)>;

/// A handler of what stands in a control after the person changed it.
pub fn on_change(mut handle: impl FnMut(String) + 'static) -> OnChange {
    Box::new(move |event| handle(event_target_value(&event)))
}

//! What is left to show after a panic. The module is dead then, so nothing here needs it again.

use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use web_sys::{Document, Element};

use crate::dom::document;
use crate::words::Lang;

/// Replaces the page by a plain screen that offers to reload it.
pub fn show() {
    // Nothing can be done about a document that refuses even this.
    let _ = replace_page();
}

fn replace_page() -> Option<()> {
    let document = document()?;
    let lang = Lang::of(
        &document
            .document_element()?
            .get_attribute("lang")
            .unwrap_or_default(),
    );
    let (title, text, button) = match lang {
        Lang::En => (
            "Something broke",
            "Your answers are saved on this device.",
            "Reload",
        ),
        Lang::Ja => (
            "問題が発生しました",
            "回答はこの端末に保存されています。",
            "再読み込み",
        ),
    };
    let main = element(&document, "main", "")?;
    main.set_attribute("data-screen", "crashed").ok()?;
    main.set_class_name("plain");
    let heading = element(&document, "h1", title)?;
    let sentence = element(&document, "p", text)?;
    let reload = element(&document, "button", button)?;
    reload.set_class_name("button primary");
    // The browser's own function: a closure of this module could not be called any more.
    let location = web_sys::window()?.location();
    let function: Function = Reflect::get(&location, &"reload".into())
        .ok()?
        .dyn_into()
        .ok()?;
    reload
        .add_event_listener_with_callback("click", &function.bind0(&location))
        .ok()?;
    for part in [&heading, &sentence, &reload] {
        main.append_child(part).ok()?;
    }
    let body = document.body()?;
    body.set_text_content(None);
    body.append_child(&main).ok()?;
    Some(())
}

fn element(document: &Document, name: &str, text: &str) -> Option<Element> {
    let element = document.create_element(name).ok()?;
    element.set_text_content(Some(text));
    Some(element)
}

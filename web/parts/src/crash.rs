//! What is left to show after a panic. The module is dead then, so nothing here needs it again.

use js_sys::{Function, Reflect};
use kikitori_browser::StoreKind;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element};

use crate::Language;
use crate::dom::document;
use crate::messages::Messages;

/// Marks the root of a page whose store is only its memory. It stands in the document because
/// nothing else can be relied on after a panic.
const IN_MEMORY: &str = "data-in-memory";

/// Remembers what has to be said of the answers, should the page break.
pub fn note_store(store: StoreKind) {
    if store == StoreKind::Memory
        && let Some(root) = document().and_then(|document| document.document_element())
    {
        // It fails only for a name that is none.
        let _ = root.set_attribute(IN_MEMORY, "");
    }
}

/// Replaces the page by a plain screen that offers to reload it.
pub fn show() {
    // Nothing can be done about a document that refuses even this.
    let _ = replace_page();
}

fn replace_page() -> Option<()> {
    let document = document()?;
    let root = document.document_element()?;
    let lang = Language::of(&root.get_attribute("lang").unwrap_or_default());
    let words = Messages::of(lang);
    let text = match root.get_attribute(IN_MEMORY) {
        Some(_) => words.lost_with_tab,
        None => words.saved,
    };
    let main = element(&document, "main", "")?;
    main.set_attribute("data-screen", "crashed").ok()?;
    main.set_class_name("plain");
    let heading = element(&document, "h1", words.crash_title)?;
    let sentence = element(&document, "p", text)?;
    let reload = element(&document, "button", words.reload)?;
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

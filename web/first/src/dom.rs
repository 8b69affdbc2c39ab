//! Elements, made one by one: what would read markup is refused by sites that allow no HTML from
//! scripts.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Makes elements of one document.
pub struct Maker(Document);

impl Maker {
    /// For the document of `place`.
    pub fn of(place: &HtmlElement) -> Option<Self> {
        Some(Self(place.owner_document()?))
    }

    /// An element with these attributes and what is in it.
    pub fn make(
        &self,
        name: &str,
        attributes: &[(&str, &str)],
        content: &[&Element],
    ) -> Result<Element, JsValue> {
        let element = self.0.create_element(name)?;
        fill(&element, attributes, content)?;
        Ok(element)
    }

    /// The same around a text.
    pub fn text(
        &self,
        name: &str,
        attributes: &[(&str, &str)],
        text: &str,
    ) -> Result<Element, JsValue> {
        let element = self.make(name, attributes, &[])?;
        element.set_text_content(Some(text));
        Ok(element)
    }

    /// A drawing. Whatever says what it means stands beside it.
    pub fn drawing(&self, path: &str) -> Result<Element, JsValue> {
        let line = self.0.create_element_ns(Some(SVG), "path")?;
        fill(&line, &[("d", path)], &[])?;
        let drawing = self.0.create_element_ns(Some(SVG), "svg")?;
        let attributes = [
            ("class", "icon"),
            ("viewBox", "0 0 20 20"),
            ("aria-hidden", "true"),
        ];
        fill(&drawing, &attributes, &[&line])?;
        Ok(drawing)
    }
}

/// Puts `inner` behind what is in `element`.
pub fn put(element: &Element, inner: &Element) -> Result<(), JsValue> {
    element.append_child(inner).map(drop)
}

fn fill(
    element: &Element,
    attributes: &[(&str, &str)],
    content: &[&Element],
) -> Result<(), JsValue> {
    for (name, value) in attributes {
        element.set_attribute(name, value)?;
    }
    for inner in content {
        put(element, inner)?;
    }
    Ok(())
}

/// The first element below `place` that `selector` finds.
pub fn find<T: JsCast>(place: &Element, selector: &str) -> Option<T> {
    place.query_selector(selector).ok()??.dyn_into().ok()
}

//! The form in the source of somebody's page.

use kikitori_form::page_form::{TakenForm, take_over};
use kikitori_host_form::HostForm;
use kikitori_search::html::{INERT_STYLE, inert, is_hidden};
use wasm_bindgen::JsCast;
use web_sys::{Document, DomParser, Element, HtmlFormElement, SupportedType};

/// So many forms of a page are looked at.
const MOST_FORMS: u32 = 50;

/// A form of a page, and the id by which it is known there.
pub struct Found {
    /// What it asks for.
    pub taken: TakenForm,
    /// Its id; none where its page has none.
    pub id: Option<String>,
}

/// The form with the most to ask for; none where no form has anything. The page is parsed apart from
/// this one: no script of it runs, and nothing that it names is loaded.
pub fn form_in(source: &str) -> Option<Found> {
    let parser = DomParser::new().ok()?;
    let page = parser
        .parse_from_string(&inert(source), SupportedType::TextHtml)
        .ok()?;
    hide(&page);
    let forms = page.query_selector_all("form").ok()?;
    let forms = (0..forms.length().min(MOST_FORMS)).filter_map(|at| forms.get(at));
    let forms = forms.filter_map(|it| it.dyn_into::<HtmlFormElement>().ok());
    let found = forms.filter_map(|it| {
        let id = it.get_attribute("id").filter(|it| !it.trim().is_empty());
        let taken = take_over(&HostForm::new(it).read()).ok()?;
        Some(Found { taken, id })
    });
    // Of two alike the first one.
    found.reduce(
        |best, next| match next.taken.fields.len() > best.taken.fields.len() {
            true => next,
            false => best,
        },
    )
}

/// Gives what its own style hides the attribute that says so: where nobody sees a page, no style does.
fn hide(page: &Document) {
    let Ok(styled) = page.query_selector_all(&format!("form [{INERT_STYLE}]")) else {
        return;
    };
    for at in 0..styled.length() {
        let element = styled.get(at).and_then(|it| it.dyn_into::<Element>().ok());
        let Some(element) = element else { continue };
        // What is kept from screen readers alone is there to see.
        let style = |name: &str| {
            element
                .get_attribute(name)
                .filter(|_| name != "aria-hidden")
        };
        if is_hidden(&style) {
            // One that cannot be marked is asked for.
            let _ = element.set_attribute("hidden", "");
        }
    }
}

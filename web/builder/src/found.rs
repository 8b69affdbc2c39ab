//! The form in the source of somebody's page.

use kikitori_form::page_form::{TakenForm, take_over};
use kikitori_host_form::HostForm;
use kikitori_search::html::inert;
use wasm_bindgen::JsCast;
use web_sys::{DomParser, HtmlFormElement, SupportedType};

/// So many forms of a page are looked at.
const MOST_FORMS: u32 = 50;

/// The form with the most to ask for; none where no form has anything. The page is parsed apart from
/// this one: no script of it runs, and nothing that it names is loaded.
pub fn form_in(source: &str) -> Option<TakenForm> {
    let parser = DomParser::new().ok()?;
    let page = parser
        .parse_from_string(&inert(source), SupportedType::TextHtml)
        .ok()?;
    let forms = page.query_selector_all("form").ok()?;
    let forms = (0..forms.length().min(MOST_FORMS)).filter_map(|at| forms.get(at));
    let forms = forms.filter_map(|it| it.dyn_into::<HtmlFormElement>().ok());
    let taken = forms.filter_map(|it| take_over(&HostForm::new(it).read()).ok());
    // Of two alike the first one.
    taken.reduce(|best, next| match next.fields.len() > best.fields.len() {
        true => next,
        false => best,
    })
}

//! Where the first view stands, and what differs there.

use std::rc::Rc;

use web_sys::HtmlElement;

/// Where the first view stands.
pub struct Surroundings {
    /// What it is drawn in.
    pub place: HtmlElement,
    /// What is typed is kept for this tab under this name.
    pub name: String,
    /// What is given by a page of its own; none in another site's page.
    pub page: Option<OwnPage>,
}

/// What a page of its own gives, which has a header and a live region, and has said who reads what is
/// written.
pub struct OwnPage {
    /// What is spoken in it.
    pub languages: Languages,
    /// Whether there is room for one column only.
    pub is_narrow: bool,
    /// Hears the question once it is whole and stands there.
    pub on_question: Rc<dyn Fn(&str)>,
}

/// The languages of a page with the first view, by their BCP 47 tags.
pub struct Languages {
    /// That of the page's own texts.
    pub page: String,
    /// That of the form's own texts, where it is another one.
    pub form: Option<String>,
    /// That of the conversation, where it is another one.
    pub spoken: Option<String>,
}

//! Boxes that look up what is typed and offer it in a list of the page's own: what is typed counts once its
//! option is chosen. They are built as the ARIA Authoring Practices say (pattern "Combobox").

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::text::{by_id, words};
use crate::{native, visibility};

/// A list that has what was typed is there within so many looks.
const LOOKS: u32 = 12;
const BETWEEN_MS: u32 = 60;

/// Whether an input offers a list of options for what is typed into it.
pub(crate) fn is_combobox(element: &Element) -> bool {
    let says = |name: &str| element.get_attribute(name).unwrap_or_default();
    let offers = matches!(says("aria-autocomplete").as_str(), "list" | "both");
    element.local_name() == "input" && (says("role") == "combobox" || offers)
}

/// Chooses the option that is called as one of `ways`, once it is offered; says what it is called. None where
/// there is none of that name.
pub(crate) async fn choose(element: &Element, ways: &[String]) -> Option<String> {
    for _ in 0..LOOKS {
        if let Some((option, name)) = option_called(element, ways) {
            native::press(&option);
            return Some(name);
        }
        TimeoutFuture::new(BETWEEN_MS).await;
    }
    None
}

fn option_called(element: &Element, ways: &[String]) -> Option<(HtmlElement, String)> {
    let lists = ["aria-controls", "aria-owns"].into_iter();
    let ids = lists.filter_map(|it| element.get_attribute(it));
    let ids: Vec<String> = ids.collect();
    let ids = ids.iter().flat_map(|it| it.split_ascii_whitespace());
    let list = ids.filter_map(|id| by_id(element, id));
    let mut options = list.filter_map(|it| it.query_selector_all("[role=option]").ok());
    let plain = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").to_lowercase()
    };
    let wanted: Vec<String> = ways.iter().map(|it| plain(it)).collect();
    options.find_map(|all| {
        let all = (0..all.length()).filter_map(|at| all.get(at)?.dyn_into::<HtmlElement>().ok());
        let mut named = all.map(|it| {
            let name = words(&it);
            (it, name)
        });
        named.find(|(it, name)| visibility::is_drawn(it) && wanted.contains(&plain(name)))
    })
}

/// Whether a box still shows what was chosen in it: many keep that beside what is typed, which is empty then.
pub(crate) fn shows(element: &Element, chosen: &str) -> bool {
    /// So far out stands what belongs to one box.
    const AROUND: usize = 3;
    let around = std::iter::successors(element.parent_element(), |it| it.parent_element());
    let mut around = around.take(AROUND);
    around.any(|it| it.text_content().is_some_and(|it| it.contains(chosen)))
}

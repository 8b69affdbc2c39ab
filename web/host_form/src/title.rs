//! What a page calls its form.

use web_sys::{Element, HtmlFormElement, Node};

use crate::text::{label, words};

/// What the page calls the form: its name, the only heading in it, the one before it, the first of
/// several in it, the legend of the only fieldset in it, or the page's title.
pub(crate) fn title(form: &HtmlFormElement) -> String {
    let named = label(form).text;
    if !named.is_empty() {
        return named;
    }
    let heading = form.query_selector("h1, h2, h3").ok().flatten();
    // One behind a control is a part's.
    let control = form.query_selector("input:not([type=hidden]), select, textarea");
    let control = control.ok().flatten();
    let is_before = |it: &Element| {
        let control = control.as_ref();
        control.is_none_or(|control| {
            let place = it.compare_document_position(control);
            place & Node::DOCUMENT_POSITION_FOLLOWING != 0
        })
    };
    let heading = heading.filter(is_before);
    let is_only = |it: &Element| {
        let alike = form.query_selector_all(&it.local_name());
        alike.is_ok_and(|alike| alike.length() == 1)
    };
    let only = heading.clone().filter(is_only);
    let heading = only.or_else(|| heading_before(form)).or(heading);
    let heading = heading.or_else(|| only_legend(form));
    let said = heading.map(|it| words(&it)).filter(|it| !it.is_empty());
    said.unwrap_or_else(|| {
        let document = form.owner_document();
        document.map(|it| it.title()).unwrap_or_default()
    })
}

fn only_legend(form: &Element) -> Option<Element> {
    let all = form.query_selector_all("legend").ok()?;
    let first = form.query_selector("legend").ok()?;
    first.filter(|_| all.length() == 1)
}

fn heading_before(form: &Element) -> Option<Element> {
    let mut around = form.clone();
    // A heading further out is that of the page, which its title says better.
    for level in 0..4 {
        let mut before = around.previous_element_sibling();
        while let Some(element) = before {
            if matches!(element.local_name().as_str(), "h1" | "h2" | "h3") {
                return Some(element);
            }
            // What stands right before it may have more than its heading in it.
            if level == 0
                && let Ok(Some(heading)) = element.query_selector("h1, h2, h3")
                && matches!(
                    element.query_selector("form, input, select, textarea"),
                    Ok(None)
                )
            {
                return Some(heading);
            }
            before = element.previous_element_sibling();
        }
        around = around.parent_element()?;
    }
    None
}

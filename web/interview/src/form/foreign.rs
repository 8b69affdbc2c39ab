//! Texts of the page's that have one in another language in them.

use leptos::prelude::*;

/// Stands for the other text while the one around it is made.
const PLACE: &str = "\u{fffc}";

/// The text that `told` makes of `inner`, which says that it is in `lang`; none where that is the page's.
pub fn with_foreign(
    told: impl Fn(&str) -> String,
    inner: String,
    lang: Option<String>,
) -> impl IntoView {
    let told = told(PLACE);
    let (before, behind) = told.split_once(PLACE).unwrap_or((&told, ""));
    let (before, behind) = (before.to_owned(), behind.to_owned());
    // One element, as what it stands in may lay out its parts in a row.
    view! {
        <span>
            {before}
            <span dir="auto" lang=lang>{inner}</span>
            {behind}
        </span>
    }
}

//! What is wrong with a file, where several things are.

use leptos::prelude::*;

/// A sentence, and a list of what stands in the lines below it: the form reader's own words, in
/// English.
pub fn told_lines(text: &str) -> AnyView {
    let (sentence, rest) = text.split_once('\n').unwrap_or((text, ""));
    let items: Vec<_> = rest
        .lines()
        .map(|line| view! { <li dir="auto" lang="en">{line.to_owned()}</li> })
        .collect();
    let list = (!items.is_empty()).then(|| view! { <ul class="findings">{items}</ul> });
    view! {
        <p>{sentence.to_owned()}</p>
        {list}
    }
    .into_any()
}

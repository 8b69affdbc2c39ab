//! Something to choose from a list.

use kikitori_parts::dom::on_change;
use leptos::prelude::*;

use crate::builder::Builder;
use crate::languages::{problem, refused_here};

/// A list to choose from.
pub struct Select {
    /// Also what its refusals are known by.
    pub id: String,
    pub test_id: &'static str,
    /// What it is; read aloud and, unless it stands beside another, seen.
    pub label: Signal<&'static str>,
    pub shows_label: bool,
    /// What is chosen.
    pub value: Signal<String>,
    /// Each value with its name.
    pub options: Signal<Vec<(String, String)>>,
    pub on_change: Callback<String>,
}

/// The list with its label, what stands beside it, and why a choice was not taken.
pub fn select(builder: Builder, it: Select, beside: Option<AnyView>) -> AnyView {
    let Select {
        id,
        test_id,
        label,
        shows_label,
        value,
        options,
        on_change: take,
    } = it;
    // Drawn anew when they are others, and not with every change of the form: a list that somebody
    // opens would close.
    let options = Memo::new(move |_| options.get());
    let options = move || {
        let option = |(own, name): (String, String)| {
            let is_chosen = {
                let own = own.clone();
                move || value.get() == own
            };
            view! { <option value=own prop:selected=is_chosen>{name}</option> }.into_any()
        };
        options.get().into_iter().map(option).collect_view()
    };
    let is_refused = refused_here(builder, id.clone());
    let list = view! {
        <select
            id=id.clone()
            class="box"
            data-testid=test_id
            aria-label=move || (!shows_label).then(|| label.get())
            aria-describedby=format!("{id}-error")
            aria-invalid=move || is_refused().to_string()
            on:change=on_change(move |value| take.run(value))
        >
            {options}
        </select>
    };
    let list = match beside {
        Some(beside) => view! { <div class="builder-pair">{list} {beside}</div> }.into_any(),
        None => list.into_any(),
    };
    let label = shows_label.then(|| view! { <label for=id.clone()>{label}</label> });
    view! { <div class="field">{label} {list} {problem(builder, id)}</div> }.into_any()
}

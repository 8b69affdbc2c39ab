//! Questions to try, each a link that takes it along to the system that answers it.

use kikitori_parts::draft::take_along;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Fetch, fetch_in_turn};
use kikitori_parts::place::System;
use leptos::prelude::*;

/// A system that questions are taken along to.
#[derive(Clone, Copy)]
pub struct Asked {
    /// The page.
    pub page: Page,
    /// Which it is.
    pub system: System,
    /// What tests know its link by; an example's ends in `-example`.
    pub name: &'static str,
    /// Its part.
    pub fetch: Fetch,
}

impl Asked {
    /// One link for each of `examples`.
    pub fn list(self, examples: impl IntoIterator<Item = String>) -> AnyView {
        let items = examples.into_iter().map(|example| {
            let name = format!("{}-example", self.name);
            let label = example.clone();
            view! { <li>{self.link("sample", name, Some(example), move || label.clone())}</li> }
        });
        view! { <ul class="samples">{items.collect_view()}</ul> }.into_any()
    }

    /// A link to it without a question.
    pub fn open(self, label: impl Fn() -> String + Send + 'static) -> AnyView {
        self.link("button quiet more", self.name.to_owned(), None, label)
    }

    /// A link to it, which finds `question` in its box.
    fn link(
        self,
        class: &'static str,
        name: String,
        question: Option<String>,
        label: impl Fn() -> String + Send + 'static,
    ) -> AnyView {
        let Self {
            page,
            system,
            fetch,
            ..
        } = self;
        let ahead = move || fetch_in_turn(vec![fetch]);
        let go = move |_| {
            if let Some(question) = &question {
                take_along(page, system, question);
            }
        };
        view! {
            <a
                class=class
                data-testid=name
                href=page.address(system.location())
                on:pointerenter=move |_| ahead()
                on:focus=move |_| ahead()
                on:click=go
            >
                {label}
            </a>
        }
        .into_any()
    }
}

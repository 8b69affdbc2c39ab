//! What fills the page.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;

pub mod closed;
mod interview;
pub mod session;

/// The way to where an interview begins. In another site's page that has no address.
pub fn home_link(page: Page, drawing: Option<Icon>, label: Signal<&'static str>) -> AnyView {
    let drawing = drawing.map(icon);
    match page.is_embedded() {
        true => {
            let again = on_click(move || page.go_to("#/"));
            view! {
                <button type="button" class="button" data-testid="again" on:click=again>
                    {drawing}
                    {label}
                </button>
            }
            .into_any()
        }
        false => {
            view! { <a class="button" href=page.address("#/")>{drawing} {label}</a> }.into_any()
        }
    }
}

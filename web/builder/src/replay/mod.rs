//! Recorded interviews as tests of the form: dropped by its owner, and played again by code alone.
//! All of it is loaded when its fold is opened.

mod messages;
mod played;
mod screen;

use kikitori_parts::part::{bare, on_demand};
use leptos::prelude::*;

use crate::builder::Builder;
use crate::parts;

pub use played::{File, Played, led_again};
pub use screen::recordings;

/// The fold.
pub fn replay(builder: Builder) -> AnyView {
    let is_opened = RwSignal::new(false);
    let inside = move || {
        is_opened
            .get()
            .then(|| on_demand(parts::recordings, bare, move |show| show(builder)))
    };
    view! {
        <details
            class="builder-import"
            data-testid="recordings"
            on:toggle=move |_| is_opened.set(true)
        >
            <summary>{move || builder.messages().recordings}</summary>
            {inside}
        </details>
    }
    .into_any()
}

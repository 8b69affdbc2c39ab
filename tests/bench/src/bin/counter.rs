//! The peer for the page's start: a counter, and nothing else.

use leptos::prelude::*;

fn main() {
    leptos::mount::mount_to_body(|| {
        let (count, set_count) = signal(0);
        view! {
            <button id="counter" on:click=move |_| set_count.update(|count| *count += 1)>
                {move || count.get()}
            </button>
        }
    });
}

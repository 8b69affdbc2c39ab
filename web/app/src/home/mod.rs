//! Where people begin: this device's sessions for who has some, the systems side by side, and what
//! is stored.

mod agent;
mod desk;
mod device;
mod examples;
mod file_button;
mod frame;
mod interview;
mod kept;
mod messages;
mod parts;
mod samples;
mod systems;
mod tasks;

use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::page::Page;
use leptos::prelude::*;

use device::Device;
pub use device::Erased;
pub use frame::{erase_screen, wait_screen};
use frame::{sessions, stored};
use messages::{JAPANESE_NAME, messages};
use systems::systems;

use crate::first::First;

/// The home screen.
#[component]
pub fn Home(
    /// What is told once: that everything was deleted.
    erased: StoredValue<Option<Erased>>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    page.title.set(String::new());
    let erased = erased.try_update_value(Option::take).flatten();
    let device = Device::look(page);
    let left = First::of(page).left;
    Effect::watch(move || left.get(), move |_, _, _| device.changed(), false);
    if let Some(Erased::Here) = erased {
        // The button that was pressed is gone, with the document that it stood in.
        page.focus_soon("[data-testid=erased]");
    }
    view! {
        <Header />
        <main class="home" data-screen="home">
            <div class="hero">
                <h1 tabindex="-1">
                    "Kikitori"
                    <span class="hero-name" lang="ja">{JAPANESE_NAME}</span>
                </h1>
                <p class="hero-text">{move || messages(page).tagline}</p>
                {erased.map(|erased| view! {
                    <p class="notice calm" role="status" data-testid="erased" tabindex="-1">
                        {move || erased.text(messages(page))}
                    </p>
                })}
                <StorageNotice />
            </div>
            {sessions(device)}
            <ConnectionNotice written=Written::Anything />
            {systems(page)}
            {stored(device)}
        </main>
    }
}

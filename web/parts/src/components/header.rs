//! The bar on top of every screen.

use leptos::prelude::*;

use super::icons::{Icon, icon};
use crate::dom::{self, on_click};
use crate::page::Page;
use crate::place::{Section, System};

/// The page's name, which leads home, the systems, and what the screen puts beside them. Embedded,
/// the last of these.
#[component]
pub fn Header(
    /// The screen's own buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let page = Page::current();
    if page.is_embedded() {
        // The site's page around it has a header of its own.
        return view! {
            <div class="bar embedded">
                <div class="bar-buttons">{children.map(|children| children())}</div>
            </div>
        }
        .into_any();
    }
    view! {
        <header class="bar">
            <a class="brand" href=page.address("#/") data-testid="home">
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">"Kikitori"</span>
                <span class="visually-hidden">{move || page.messages().home}</span>
            </a>
            <nav class="bar-nav" aria-label=move || page.messages().systems>
                {System::ALL.map(|system| link(page, system)).collect_view()}
            </nav>
            <span class="bar-title" dir="auto" lang=move || page.title_language.get()>
                {move || page.title.get()}
            </span>
            <div class="bar-buttons">
                {children.map(|children| children())}
                <button
                    type="button"
                    class="button quiet language-switch"
                    data-testid="language"
                    lang=move || page.language.get().other().tag()
                    on:click=move |_| page.choose_language(page.language.get_untracked().other())
                >
                    {icon(Icon::Language)}
                    <span class="bar-word">{move || page.messages().other_language}</span>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    data-testid="settings"
                    aria-haspopup="dialog"
                    aria-label=move || page.messages().settings
                    title=move || page.messages().settings
                    on:click=move |_| page.show_settings(Section::All)
                >
                    {icon(Icon::Settings)}
                </button>
            </div>
        </header>
    }
    .into_any()
}

/// The way to `system`.
fn link(page: Page, system: System) -> AnyView {
    let is_here = move || page.system() == Some(system);
    let (drawing, name) = match system {
        System::Interview => (Icon::Interview, "to-interview"),
        System::HelpDesk => (Icon::HelpDesk, "to-desk"),
        System::Agent => (Icon::Agent, "to-agent"),
        System::Tasks => (Icon::Plan, "to-tasks"),
    };
    // An interview begins on the home screen, where this leads nowhere else.
    let on_home = move || {
        if system == System::Interview && untrack(|| page.system()).is_none() {
            dom::come_to_soon("main [data-kind=interview]");
        }
    };
    view! {
        <a
            class="bar-link"
            href=page.address(system.location())
            data-testid=name
            aria-current=move || is_here().then_some("page")
            on:click=on_click(on_home)
        >
            {icon(drawing)}
            <span class="bar-link-word">
                {move || match system {
                    System::Interview => page.messages().interview,
                    System::HelpDesk => page.messages().help_desk,
                    System::Agent => page.messages().agent,
                    System::Tasks => page.messages().tasks,
                }}
            </span>
        </a>
    }
    .into_any()
}

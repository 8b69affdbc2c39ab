//! The documents as the page lists them, and the place to add own ones.

use leptos::prelude::*;

use crate::desk::DeskPage;
use crate::documents::{Library, Listed, NoList, Site};
use crate::messages::{Messages, phrases};
use kikitori_parts::Language;
use kikitori_parts::components::file_drop::{FileDrop, file_drop};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::remove::{Remove, remove};
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use kikitori_parts::part::not_here;
use web_sys::File;

/// What the browser offers to choose from.
pub const ACCEPT: &str = ".md,.markdown,.txt,.html,.htm,.pdf,text/*,application/pdf";

/// The documents, what is searched of them, and more to add.
#[component]
pub fn Shelf(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    let library = desk.library;
    let has_own = move || library.own.with(|own| !own.is_empty());
    let on_remove = Callback::new(move |name| desk.remove(name));
    view! {
        <section class="documents" aria-label=move || words().documents>
            <h2 tabindex="-1">{move || words().documents}</h2>
            <p class="searched" data-testid="searched" aria-live="polite">
                {move || phrases::searched(desk.page.language.get(), library.searched())}
            </p>
            <Show when=has_own>
                <h3>{move || words().own_documents}</h3>
                {own_documents(desk.page, library, on_remove)}
            </Show>
            <SiteDocuments desk />
            {add_documents(desk)}
            <p class="field-error" role="alert" data-testid="documents-error">
                {move || library.trouble.get().map(|error| desk.page.language.get().store_advice(&error))}
            </p>
        </section>
    }
}

/// The visitor's own documents, with what each has, and the way to remove it.
pub fn own_documents(page: Page, library: Library, on_remove: Callback<String>) -> AnyView {
    let asked = RwSignal::new(None);
    let own = move || {
        let (own, language) = (library.own.get(), page.language.get());
        let goes_back = own.len() == 1 && library.has_site_documents() && !library.both.get();
        let rows = own.into_iter().enumerate().map(|(position, document)| {
            let name = document.name.clone();
            let button = remove(Remove {
                page,
                question: phrases::remove_question(language, &name, goes_back),
                name,
                position,
                asked,
                test_id: "remove-document",
                label: Messages::of(language).remove,
                on_remove,
            });
            own_item(language, document, button)
        });
        rows.collect_view()
    };
    view! { <ul>{own}</ul> }.into_any()
}

fn own_item(language: Language, document: Listed, remove: AnyView) -> AnyView {
    let words = Messages::of(language);
    let (text, is_unreadable) = match document.passages {
        Some(passages) => (phrases::passages(language, passages), false),
        None => (words.unreadable.to_owned(), true),
    };
    let tag = language.tag_of(&document.name);
    view! {
        <li class="document" data-testid="document">
            {icon(Icon::Document)}
            <span class="document-name" dir="auto" lang=tag>{document.name}</span>
            <span class="quiet-text" class:field-error=is_unreadable>{text}</span>
            {remove}
        </li>
    }
    .into_any()
}

/// The documents of the site, whether they are searched, and the choice where there is one.
#[component]
fn SiteDocuments(desk: DeskPage) -> impl IntoView {
    let words = move || desk.messages();
    let library = desk.library;
    let has_own = move || library.searchable() > 0;
    let documents = move || {
        let lang = desk.page.language.get();
        let looked_at = library.looked_at.get();
        let listed = library.site.with(|site| match site {
            Site::Ships(set) => {
                let documents = set.in_language(lang.tag()).into_iter();
                documents
                    .map(|it| {
                        let tag = lang.unless_same(it.language.clone());
                        (it.title.clone(), tag, looked_at.get(&it.name).copied())
                    })
                    .collect()
            }
            _ => Vec::new(),
        });
        let items = listed.into_iter().map(|(title, tag, found)| {
            let (text, is_missing) = match found {
                None => (String::new(), false),
                Some(Ok(passages)) => (phrases::passages(lang, passages), false),
                Some(Err(missing)) => (phrases::missing(lang, missing), true),
            };
            view! {
                <li class="document" data-testid="site-document">
                    {icon(Icon::Document)}
                    <span class="document-name" dir="auto" lang=tag>{title}</span>
                    <span class="quiet-text" class:field-error=is_missing>{text}</span>
                </li>
            }
        });
        items.collect_view()
    };
    let has_any = Memo::new(move |_| library.has_site_documents());
    let problem = move || {
        library.site.with(|site| match site {
            // The reason is for whoever keeps the site.
            Site::Unknown(NoList::Unusable(reason)) => Some(
                view! { {words().site_unusable} " " <span lang="en">{reason.clone()}</span> }
                    .into_any(),
            ),
            Site::Unknown(NoList::NotHad(_)) => Some(words().site_not_had.into_any()),
            _ => None,
        })
    };
    let may_come = Memo::new(move |_| library.may_come());
    view! {
        <Show when=move || has_any.get()>
            <div class="site-documents" class:left-out=move || has_own() && !library.both.get()>
                <Show when=has_own>
                    <h3>{move || words().site_documents}</h3>
                    <label class="both">
                        <input
                            type="checkbox"
                            data-testid="search-both"
                            prop:checked=move || library.both.get()
                            on:change=move |event| {
                                library.search_both(event_target_checked(&event));
                                desk.look_again();
                                desk.offer_again();
                            }
                        />
                        {move || words().search_both}
                    </label>
                </Show>
                <ul>{documents}</ul>
            </div>
        </Show>
        <p class="field-error" role="alert" data-testid="site-error">{problem}</p>
        <Show when=move || may_come.get()>
            <div class="row">
                <button type="button" class="button" data-testid="site-again" on:click=on_click(move || desk.ask_site_again())>
                    {move || desk.page.messages().try_again}
                </button>
            </div>
        </Show>
    }
}

/// A place to choose files or to drop them.
fn add_documents(desk: DeskPage) -> AnyView {
    let words = move || desk.messages();
    let library = desk.library;
    let reading = move || match library.reading.get() {
        0 => "",
        _ => words().reading,
    };
    let problems = move || phrases::refusals(desk.page.language.get(), &library.refused.get());
    let on_files = Callback::new(move |files| desk.add(files));
    let drop = file_drop(FileDrop {
        id: "document-file",
        accept: ACCEPT,
        label: Signal::derive(move || words().own_label),
        hint: Signal::derive(move || words().own_hint),
        reading: Signal::derive(reading),
        problems: Signal::derive(problems),
        on_files,
    });
    view! {
        {drop}
        {left_files(desk.page, library, on_files)}
    }
    .into_any()
}

/// Why files are not read yet, where what reads them did not come, and the way to try it again.
pub fn left_files(page: Page, library: Library, on_files: Callback<Vec<File>>) -> AnyView {
    let has_left = Memo::new(move |_| library.left.with(|it| !it.is_empty()));
    let again = Callback::new(move |()| {
        let left = library.left.get_untracked();
        library.left.set(Vec::new());
        on_files.run(left);
        // The button goes.
        page.keep_focus_soon(&["input[type=file]"]);
    });
    let view = move || has_left.get().then(|| not_here(page, again));
    view.into_any()
}

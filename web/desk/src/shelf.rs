//! The documents as the page lists them, and the place to add own ones.

use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::FileList;

use crate::desk::DeskPage;
use crate::documents::{Listed, Site};
use crate::messages::{Messages, phrases};
use kikitori_parts::Language;
use kikitori_parts::components::icons::{Icon, icon};

/// What the browser offers to choose from.
const ACCEPT: &str = ".md,.markdown,.txt,.html,.htm,.pdf,text/*,application/pdf";

/// The documents, what is searched of them, and more to add.
#[component]
pub fn Shelf(
    /// Whose.
    desk: DeskPage,
) -> impl IntoView {
    let words = move || desk.messages();
    let library = desk.library;
    let has_own = move || library.own.with(|own| !own.is_empty());
    let own = move || {
        let (own, lang) = (library.own.get().into_iter(), desk.page.language.get());
        own.map(|document| own_item(desk, lang, document))
            .collect_view()
    };
    view! {
        <section class="documents" aria-label=move || words().documents>
            <h2>{move || words().documents}</h2>
            <p class="searched" data-testid="searched" aria-live="polite">
                {move || phrases::searched(desk.page.language.get(), library.searched())}
            </p>
            <Show when=has_own>
                <h3>{move || words().own_documents}</h3>
                <ul>{own}</ul>
            </Show>
            <SiteDocuments desk />
            <AddDocuments desk />
            <p class="field-error" role="alert" data-testid="documents-error">
                {move || library.trouble.get().map(|error| desk.page.language.get().store_advice(&error))}
            </p>
        </section>
    }
}

fn own_item(desk: DeskPage, lang: Language, document: Listed) -> impl IntoView {
    let (name, words) = (document.name.clone(), Messages::of(lang));
    let (text, is_unreadable) = match document.passages {
        Some(passages) => (phrases::passages(lang, passages), false),
        None => (words.unreadable.to_owned(), true),
    };
    view! {
        <li class="document" data-testid="document">
            {icon(Icon::Document)}
            <span class="document-name" dir="auto">{document.name}</span>
            <span class="quiet-text" class:field-error=is_unreadable>{text}</span>
            <button
                type="button"
                class="link"
                data-testid="remove-document"
                aria-label=format!("{}: {name}", words.remove)
                on:click=move |_| desk.remove(name.clone())
            >
                {words.remove}
            </button>
        </li>
    }
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
    let has_any = Memo::new(move |_| {
        let tag = desk.page.language.get().tag();
        library.site.with(|site| match site {
            Site::Ships(set) => !set.in_language(tag).is_empty(),
            _ => false,
        })
    });
    let problem = move || {
        library.site.with(|site| match site {
            Site::Unusable(reason) => Some(format!("{} {reason}", words().site_unusable)),
            _ => None,
        })
    };
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
                            }
                        />
                        {move || words().search_both}
                    </label>
                </Show>
                <ul>{documents}</ul>
            </div>
        </Show>
        <p class="field-error" role="alert" data-testid="site-error">{problem}</p>
    }
}

/// A place to choose files or to drop them.
#[component]
fn AddDocuments(desk: DeskPage) -> impl IntoView {
    let words = move || desk.messages();
    let library = desk.library;
    let node = NodeRef::<Input>::new();
    let over = RwSignal::new(false);
    let take = move |files: Option<FileList>| {
        if let Some(files) = files {
            let files = (0..files.length()).filter_map(|position| files.get(position));
            desk.add(files.collect());
        }
    };
    let on_drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        take(event.data_transfer().and_then(|data| data.files()));
    };
    let refusals = move || {
        let lang = desk.page.language.get();
        let refused = library.refused.get().into_iter();
        let lines =
            refused.map(|(name, reason)| format!("{name}: {}", phrases::unread(lang, reason)));
        lines
            .map(|line| view! { <span class="refusal" dir="auto">{line}</span> })
            .collect_view()
    };
    view! {
        <div
            class="drop"
            class:over=move || over.get()
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=on_drop
        >
            <label class="button drop-label" for="document-file">
                {icon(Icon::Add)}
                {move || words().own_label}
            </label>
            <input
                id="document-file"
                class="drop-input"
                type="file"
                multiple
                accept=ACCEPT
                data-testid="document-file"
                aria-describedby="document-hint document-error"
                node_ref=node
                on:change=move |_| {
                    if let Some(input) = node.get_untracked() {
                        take(input.files());
                        // So that the same file, once mended, can be chosen again.
                        input.set_value("");
                    }
                }
            />
            <p class="drop-hint" id="document-hint">{move || words().own_hint}</p>
            <p class="reading" role="status" data-testid="reading">
                {move || match library.reading.get() {
                    0 => "",
                    _ => words().reading,
                }}
            </p>
            <p class="field-error" id="document-error" role="alert" data-testid="document-error">
                {refusals}
            </p>
        </div>
    }
}

//! The page as a whole.

use kikitori_browser::{BrowserLocale, preference};
use leptos::ev::{DragEvent, SubmitEvent};
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::FileList;

use crate::answer::Answer;
use crate::desk::{HelpDesk, Phase};
use crate::steps::Steps;
use crate::words::Lang;

/// Larger files are not read.
const MAX_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

/// Shows the page in the theme that was chosen on the interview's page.
pub fn apply_theme() {
    let theme = preference("theme").filter(|it| it == "light" || it == "dark");
    if let (Some(theme), Some(root)) = (theme, document().document_element()) {
        // It fails only for a name that is none.
        let _ = root.set_attribute("data-theme", &theme);
    }
}

fn browser_language() -> Lang {
    let languages = BrowserLocale.own_languages();
    match languages.first() {
        Some(tag) if tag.starts_with("ja") => Lang::Ja,
        _ => Lang::En,
    }
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let desk = HelpDesk::open(browser_language());
    let words = move || desk.lang.get().words();
    Effect::new(move || {
        if let Some(root) = document().document_element() {
            // It fails only for a name that is none.
            let _ = root.set_attribute("lang", desk.lang.get().tag());
        }
        document().set_title(&format!("{} · Kikitori", words().title));
    });
    let other = move |_| {
        desk.lang.update(|lang| {
            *lang = match lang {
                Lang::En => Lang::Ja,
                Lang::Ja => Lang::En,
            };
        });
    };
    let is_asked = move || desk.phase.with(|phase| *phase != Phase::Idle);
    view! {
        <header class="bar">
            <a class="brand" href="../" data-testid="home">
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">"Kikitori"</span>
                <span class="visually-hidden">{move || words().to_interview}</span>
            </a>
            <span class="bar-title"></span>
            <div class="bar-buttons">
                <button type="button" class="button quiet" data-testid="language" on:click=other>
                    {move || words().other_language}
                </button>
            </div>
        </header>
        <main class="desk" data-screen="desk" data-state=move || desk.phase.with(|phase| phase.name())>
            <h1>{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <p class="stand-in" data-testid="privacy">
                {move || desk.link.get().map(|link| desk.lang.get().connection(&link))} " "
                <a href="../#/settings" data-testid="settings">{move || words().settings}</a>
            </p>
            <Ask desk />
            <Trouble desk />
            <Answer desk />
            <Show when=is_asked>
                <Steps desk />
            </Show>
            <Documents desk />
        </main>
    }
}

#[component]
fn Ask(desk: HelpDesk) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let is_working = move || desk.phase.with(|phase| *phase == Phase::Working);
    let is_idle = move || desk.phase.with(|phase| *phase == Phase::Idle);
    view! {
        <form
            class="ask"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                desk.ask();
            }
        >
            <label for="question">{move || words().question_label}</label>
            <div class="ask-row">
                <input
                    id="question"
                    class="ask-box"
                    type="text"
                    dir="auto"
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength="2000"
                    data-testid="question"
                    prop:value=move || desk.question.get()
                    on:input=move |event| desk.question.set(event_target_value(&event))
                />
                {move || {
                    if is_working() {
                        view! {
                            <button type="button" class="button" data-testid="stop" on:click=move |_| desk.stop()>
                                {words().stop}
                            </button>
                        }
                            .into_any()
                    } else {
                        view! {
                            <button type="submit" class="button primary" data-testid="ask">
                                {words().ask}
                            </button>
                        }
                            .into_any()
                    }
                }}
            </div>
        </form>
        <Show when=is_idle>
            <div class="examples">
                <p class="quiet-text">{move || words().examples}</p>
                <ul>
                    {move || {
                        words()
                            .example_questions
                            .into_iter()
                            .map(|question| {
                                view! {
                                    <li>
                                        <button
                                            type="button"
                                            class="suggestion"
                                            data-testid="example"
                                            on:click=move |_| {
                                                desk.question.set(question.to_owned());
                                                desk.ask();
                                            }
                                        >
                                            {question}
                                        </button>
                                    </li>
                                }
                            })
                            .collect_view()
                    }}
                </ul>
            </div>
        </Show>
    }
}

#[component]
fn Trouble(desk: HelpDesk) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let text = move || match desk.phase.get() {
        Phase::Trouble(reason) => Some(format!("{} {reason}", words().trouble)),
        Phase::Stopped => Some(words().stopped.to_owned()),
        _ => None,
    };
    view! {
        <div class="trouble" role="status" hidden=move || text().is_none()>
            <p data-testid="trouble">{text}</p>
            <p class="quiet-text">{move || words().saved}</p>
            <button type="button" class="button" data-testid="go-on" on:click=move |_| desk.go_on()>
                {move || words().go_on}
            </button>
        </div>
    }
}

#[component]
fn Documents(desk: HelpDesk) -> impl IntoView {
    let words = move || desk.lang.get().words();
    let node = NodeRef::<Input>::new();
    let over = RwSignal::new(false);
    let take = move |files: Option<FileList>| {
        let Some(files) = files else {
            return;
        };
        desk.refusal.set(None);
        for position in 0..files.length() {
            let Some(file) = files.get(position) else {
                continue;
            };
            spawn_local(async move {
                let text = if file.size() > MAX_BYTES {
                    None
                } else {
                    let text = JsFuture::from(file.text()).await.ok();
                    text.and_then(|text| text.as_string())
                };
                // A file that is no text has the mark of what could not be decoded, or a null.
                let text = text.filter(|text| !text.contains(['\u{fffd}', '\0']));
                match text {
                    Some(text) => desk.add(file.name(), text),
                    None => {
                        let refused = desk.lang.get_untracked().words().unreadable;
                        desk.refusal
                            .set(Some(format!("{}: {refused}", file.name())));
                    }
                }
            });
        }
    };
    let on_drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        take(event.data_transfer().and_then(|data| data.files()));
    };
    let listed = move || {
        let own = desk.documents.get();
        if own.is_empty() {
            return view! { <li class="document">{words().sample}</li> }.into_any();
        }
        let items = own.into_iter().map(|document| {
            let name = document.name.clone();
            view! {
                <li class="document" data-testid="document">
                    <span dir="auto">{document.name}</span>
                    <span class="quiet-text">{desk.lang.get().passages(document.passages)}</span>
                    <button type="button" class="link" on:click=move |_| desk.remove(name.clone())>
                        {words().remove}
                    </button>
                </li>
            }
        });
        items.collect_view().into_any()
    };
    view! {
        <section class="documents" aria-label=move || words().documents>
            <h2>{move || words().documents}</h2>
            <ul>{listed}</ul>
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
                <label class="button drop-label" for="document-file">{move || words().own_label}</label>
                <input
                    id="document-file"
                    class="drop-input"
                    type="file"
                    multiple
                    accept=".md,.markdown,.txt,text/markdown,text/plain"
                    data-testid="document-file"
                    node_ref=node
                    on:change=move |_| {
                        if let Some(input) = node.get_untracked() {
                            take(input.files());
                            // So that the same file, once mended, can be chosen again.
                            input.set_value("");
                        }
                    }
                />
                <p class="drop-hint">{move || words().own_hint}</p>
                <p class="field-error" role="alert" data-testid="document-error">{move || desk.refusal.get()}</p>
            </div>
        </section>
    }
}

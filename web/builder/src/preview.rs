//! The interview about the form, live, in the very element that a site embeds.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use futures::future::select;
use js_sys::{Function, Reflect};
use kikitori_browser::{BrowserTimer, ConnectionMode, leave_previews, note_preview};
use kikitori_parts::dom::{document, on_click};
use kikitori_parts::page::Page;
use kikitori_parts::part::not_here;
use kikitori_ports::Timer;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, HtmlScriptElement};

use crate::builder::{Builder, file};
use crate::conversation::save_conversation;
use crate::look::{Answers, Look};

/// The element, and the script that defines it.
const TAG: &str = "kikitori-form";
const SCRIPT: &str = "widget/kikitori.js";
/// A script that takes longer does not come.
const LOADING: Duration = Duration::from_secs(20);
/// The id by which the element keeps its interviews apart from those of others.
const ID: &str = "builder-preview";

/// What is shown.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    form: String,
    answers: Answers,
}

/// Who answers: as it was chosen, or else this site's model where there is one.
pub fn answers(page: Page, look: &Look) -> Answers {
    look.answers.unwrap_or_else(|| {
        let is_server = page.mode() == ConnectionMode::Server;
        match page.connection_now() {
            Some(Ok(_)) if is_server => Answers::Server,
            _ => Answers::Demonstration,
        }
    })
}

/// Its place.
pub fn preview(builder: Builder) -> AnyView {
    let page = builder.page;
    let place = NodeRef::<Div>::new();
    let shown = RwSignal::new(None::<Shown>);
    // What is to be shown once its element is there.
    let coming = RwSignal::new(None::<Shown>);
    // How often the script did not come.
    let missed = StoredValue::new(0_u32);
    let is_missing = RwSignal::new(false);
    // Nobody is asked for a model's answer before the owner wants one.
    let is_wanted = RwSignal::new(false);
    let has_answers = RwSignal::new(false);
    let conversation = RwSignal::new(None::<String>);
    let now = move || Shown {
        form: builder.form.with(file),
        answers: builder.look.with(|look| answers(page, look)),
    };
    let is_old = Memo::new(move |_| shown.get().is_some_and(|shown| shown != now()));
    let begin = move || {
        let wanted = untrack(now);
        if shown.get_untracked().as_ref() == Some(&wanted) {
            has_answers.set(false);
            call(place, "reset", None);
            return;
        }
        let is_on_its_way = coming.with_untracked(Option::is_some);
        coming.set(Some(wanted));
        if is_on_its_way {
            return;
        }
        is_missing.set(false);
        spawn_local(async move {
            let is_here = defined(page, missed.get_value()).await;
            // The screen may be gone, and the form have changed.
            let Some(Some(wanted)) = coming.try_update(Option::take) else {
                return;
            };
            if is_here {
                let look = builder.look.get_untracked();
                // Who changes a question wants to see it, and not to answer those before it again.
                let is_other =
                    shown.with_untracked(|it| it.as_ref().is_some_and(|it| it.form != wanted.form));
                let answers = is_other.then(|| answered(place)).flatten();
                has_answers.set(answers.is_some());
                conversation.set(None);
                put(page, place, &wanted, &look);
                if let Some(answers) = answers {
                    call(place, "setFields", Some(&answers));
                }
                shown.set(Some(wanted));
            } else {
                missed.update_value(|missed| *missed += 1);
                is_missing.set(true);
            }
        });
    };
    // What the element is told while it stands there.
    Effect::new(move || {
        let look = builder.look.get();
        if let Some(element) = element(place) {
            dress(&element, &look);
        }
    });
    // Once it is known who answers.
    Effect::new(move || {
        if is_wanted.get() && page.connection_now().is_some() {
            is_wanted.set(false);
            begin();
        }
    });
    let again = Callback::new(move |()| {
        is_wanted.set(true);
        // The button goes.
        page.keep_focus_soon(&["[data-testid=restart]"]);
    });
    let has_begun = Memo::new(move |_| shown.with(Option::is_some));
    let is_opened = move || has_begun.get() && builder.look.with(|look| look.mode.is_opened());
    view! {
        <section class="builder-preview" aria-labelledby="builder-preview-title">
            <div class="builder-preview-head">
                <h2 id="builder-preview-title">{move || builder.messages().preview}</h2>
                <button
                    type="button"
                    class="button"
                    class:primary=move || is_old.get() || !has_begun.get()
                    data-testid="restart"
                    on:click=on_click(move || is_wanted.set(true))
                >
                    {move || match (has_begun.get(), is_old.get()) {
                        (false, _) => builder.messages().begin,
                        (true, true) => builder.messages().show_changes,
                        (true, false) => builder.messages().begin_anew,
                    }}
                </button>
            </div>
            <p class="quiet-text" role="status" data-testid="preview-state">
                {move || match (coming.with(Option::is_some), has_begun.get(), is_old.get()) {
                    (true, ..) => page.messages().part_wait,
                    (false, false, _) => builder.messages().preview_none,
                    (false, true, true) => builder.messages().preview_old,
                    (false, true, false) if has_answers.get() => {
                        builder.messages().preview_with_answers
                    }
                    (false, true, false) => builder.messages().preview_now,
                }}
            </p>
            {move || is_missing.get().then(|| not_here(page, again))}
            <Show when=is_opened>
                <button
                    type="button"
                    class="button"
                    data-testid="open-preview"
                    on:click=on_click(move || drop(call(place, "open", None)))
                >
                    {move || builder.messages().open_preview}
                </button>
            </Show>
            <div
                class="builder-stage"
                node_ref=place
                on:kikitori-ready=move |event: web_sys::CustomEvent| {
                    let session = Reflect::get(&event.detail(), &"session".into()).ok();
                    conversation.set(session.and_then(|it| it.as_string()));
                }
            ></div>
            {save_conversation(page, conversation)}
        </section>
    }
    .into_any()
}

fn element(place: NodeRef<Div>) -> Option<HtmlElement> {
    let place = place.get_untracked()?;
    place.query_selector(TAG).ok()??.dyn_into().ok()
}

/// What is answered in the element; none where nothing is.
fn answered(place: NodeRef<Div>) -> Option<JsValue> {
    let data = call(place, "getData", None)?;
    let is_empty = js_sys::Object::keys(data.dyn_ref::<js_sys::Object>()?).length() == 0;
    (!is_empty).then_some(data)
}

/// Calls a method of the element, which may take something, and says what it gives.
fn call(place: NodeRef<Div>, method: &str, argument: Option<&JsValue>) -> Option<JsValue> {
    let element = element(place)?;
    let function = Reflect::get(&element, &method.into()).ok()?;
    let called = function
        .dyn_into::<Function>()
        .and_then(|it| match argument {
            Some(argument) => it.call1(&element, argument),
            None => it.call0(&element),
        });
    if let Err(error) = &called {
        tracing::warn!(?error, method, "the preview does not do it");
    }
    called.ok()
}

/// Puts an element for the form in its place.
fn put(page: Page, place: NodeRef<Div>, shown: &Shown, look: &Look) {
    let (Some(place), Some(document)) = (place.get_untracked(), document()) else {
        return;
    };
    let Ok(element) = document.create_element(TAG) else {
        return;
    };
    let mut sum = DefaultHasher::new();
    shown.form.hash(&mut sum);
    let name = format!("preview-{:016x}", sum.finish());
    let attributes = [
        ("id", ID.to_owned()),
        // A form goes on with its own interview; those of others are left.
        ("src", name.clone()),
        ("endpoint", page.address("")),
    ];
    for (name, value) in attributes {
        // It fails only for a name that is none.
        let _ = element.set_attribute(name, &value);
    }
    if shown.answers == Answers::Demonstration {
        let _ = element.set_attribute("demo", "");
    }
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        dress(element, look);
    }
    if let Err(error) = Reflect::set(&element, &"form".into(), &shown.form.as_str().into()) {
        tracing::warn!(?error, "the preview takes no form");
    }
    note_preview();
    leave_previews(ID, &name);
    place.replace_children_with_node_1(&element);
}

/// Makes the element look so.
fn dress(element: &HtmlElement, look: &Look) {
    let attributes = look.attributes();
    for name in ["mode", "theme", "lang"] {
        let value = attributes.iter().find(|(it, _)| *it == name);
        let is = element.get_attribute(name);
        let done = match value {
            Some((_, value)) if is.as_deref() != Some(value) => element.set_attribute(name, value),
            None if is.is_some() => element.remove_attribute(name),
            _ => Ok(()),
        };
        if let Err(error) = done {
            tracing::warn!(?error, name, "the preview does not look so");
        }
    }
    let style = element.style();
    let all = [
        "--kikitori-accent",
        "--kikitori-accent-strong",
        "--kikitori-on-accent",
        "--kikitori-font-size",
        "--kikitori-radius-s",
        "--kikitori-radius-m",
        "--kikitori-radius-l",
    ];
    let variables = look.variables();
    for name in all {
        let value = variables.iter().find(|(it, _)| *it == name);
        // It fails only for a name that is none.
        let _ = match value {
            Some((_, value)) => style.set_property(name, value),
            None => style.remove_property(name).map(drop),
        };
    }
}

/// Has the element defined, by a script that did not come so often; says whether it is.
async fn defined(page: Page, missed: u32) -> bool {
    let elements = window().custom_elements();
    if !elements.get(TAG).is_undefined() {
        return true;
    }
    let Some(head) = document().and_then(|it| it.head()) else {
        return false;
    };
    let script = document().and_then(|it| it.create_element("script").ok());
    let script = script.and_then(|it| it.dyn_into::<HtmlScriptElement>().ok());
    let Some(script) = script else {
        return false;
    };
    script.set_type("module");
    let mut address = page.address(SCRIPT);
    if missed > 0 {
        // Browsers remember that a module did not come.
        address.push_str(&format!("?again={missed}"));
    }
    script.set_src(&address);
    let come = js_sys::Promise::new(&mut |resolve, _| {
        script.set_onload(Some(&resolve));
        script.set_onerror(Some(&resolve));
    });
    if head.append_child(&script).is_err() {
        return false;
    }
    // Whichever happens first: the element is there then, or it is not.
    let _ = select(JsFuture::from(come), BrowserTimer.sleep(LOADING)).await;
    script.remove();
    !elements.get(TAG).is_undefined()
}

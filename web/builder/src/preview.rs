//! The interview about the form, live, in the very element that a site embeds.

use std::hash::{DefaultHasher, Hash, Hasher};

use js_sys::{Function, Reflect};
use kikitori_browser::{ConnectionMode, leave_previews, note_preview};
use kikitori_parts::dom::{document, on_click};
use kikitori_parts::page::Page;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, HtmlScriptElement};

use crate::builder::{Builder, file};
use crate::look::{Answers, Look};

/// The element, and the script that defines it.
const TAG: &str = "kikitori-form";
const SCRIPT: &str = "widget/kikitori.js";
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
    let is_missing = RwSignal::new(false);
    // Nobody is asked for a model's answer before the owner wants one.
    let is_wanted = RwSignal::new(false);
    let now = move || Shown {
        form: builder.form.with(file),
        answers: builder.look.with(|look| answers(page, look)),
    };
    let is_old = Memo::new(move |_| shown.get().is_some_and(|shown| shown != now()));
    let begin = move || {
        let wanted = untrack(now);
        if shown.get_untracked().as_ref() == Some(&wanted) {
            call(place, "reset");
            return;
        }
        shown.set(Some(wanted.clone()));
        spawn_local(async move {
            let is_here = defined(page).await;
            // The screen may be gone, or another preview begun.
            if shown.try_get_untracked() != Some(Some(wanted.clone())) {
                return;
            }
            is_missing.set(!is_here);
            if is_here {
                let look = builder.look.get_untracked();
                put(page, place, &wanted, &look);
            } else {
                shown.set(None);
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
                {move || match (is_missing.get(), has_begun.get(), is_old.get()) {
                    (true, ..) => builder.messages().preview_missing,
                    (false, false, _) => builder.messages().preview_none,
                    (false, true, true) => builder.messages().preview_old,
                    (false, true, false) => builder.messages().preview_now,
                }}
            </p>
            <Show when=is_opened>
                <button
                    type="button"
                    class="button"
                    data-testid="open-preview"
                    on:click=on_click(move || call(place, "open"))
                >
                    {move || builder.messages().open_preview}
                </button>
            </Show>
            <div class="builder-stage" node_ref=place></div>
        </section>
    }
    .into_any()
}

fn element(place: NodeRef<Div>) -> Option<HtmlElement> {
    let place = place.get_untracked()?;
    place.query_selector(TAG).ok()??.dyn_into().ok()
}

/// Calls a method of the element.
fn call(place: NodeRef<Div>, method: &str) {
    let Some(element) = element(place) else {
        return;
    };
    let function = Reflect::get(&element, &method.into()).ok();
    if let Some(function) = function.and_then(|it| it.dyn_into::<Function>().ok())
        && let Err(error) = function.call0(&element)
    {
        tracing::warn!(?error, method, "the preview does not do it");
    }
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

/// Has the element defined; says whether it is.
async fn defined(page: Page) -> bool {
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
    script.set_src(&page.address(SCRIPT));
    let come = js_sys::Promise::new(&mut |resolve, _| {
        script.set_onload(Some(&resolve));
        script.set_onerror(Some(&resolve));
    });
    if head.append_child(&script).is_err() {
        return false;
    }
    // It always resolves: whichever of both happens.
    let _: Result<JsValue, JsValue> = JsFuture::from(come).await;
    script.remove();
    !elements.get(TAG).is_undefined()
}

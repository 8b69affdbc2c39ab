//! What somebody takes with them: the lines for their own page, and the form's file.

use js_sys::{Function, Promise, Reflect};
use kikitori_browser::save_text;
use kikitori_form::Form;
use kikitori_form::file::Submit;
use kikitori_form::values::filled;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::on_click;
use leptos::html::Pre;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::builder::{Builder, file};
use crate::look::{Answers, Look};
use crate::preview::answers;

/// The lines and the file.
pub fn take(builder: Builder) -> AnyView {
    let page = builder.page;
    let said = RwSignal::new(String::new());
    let node = NodeRef::<Pre>::new();
    let lines = Memo::new(move |_| {
        let base = format!("{}{}", origin(), page.address(""));
        builder.form.with(|form| {
            builder
                .look
                .with(|look| snippet(&base, form, look, answers(page, look)))
        })
    });
    let sent_to = move || builder.form.with(|form| sent_to(form).map(str::to_owned));
    let arrives = move || match sent_to() {
        Some(address) => filled(builder.messages().take_sent, [address]),
        None => builder.messages().take_heard.to_owned(),
    };
    let copy = move || {
        let text = lines.get_untracked();
        spawn_local(async move {
            let words = builder.messages_now();
            let is_copied = copied(&text).await;
            if !is_copied && let Some(node) = node.get_untracked() {
                select(&node);
            }
            said.try_set(
                if is_copied {
                    words.copied
                } else {
                    words.copy_by_hand
                }
                .to_owned(),
            );
        });
    };
    let download = move || {
        let (name, text) = builder
            .form
            .with_untracked(|form| (format!("{}.json", form.id), file(form)));
        if let Err(error) = save_text(&name, "application/json", &text) {
            let failed = page.messages_now().download_failed;
            said.set(format!("{failed} {}", error.detail));
        }
    };
    view! {
        <section class="builder-part" aria-labelledby="builder-take-title">
            <h2 id="builder-take-title">{move || builder.messages().take}</h2>
            <ol class="builder-steps">
                <li>
                    <p>{move || builder.messages().take_file}</p>
                    <button
                        type="button"
                        class="button"
                        data-testid="download"
                        on:click=on_click(download)
                    >
                        {icon(Icon::Download)}
                        {move || builder.messages().download}
                    </button>
                </li>
                <li>
                    <p>{move || builder.messages().take_lines}</p>
                    <pre class="builder-code" dir="ltr" tabindex="0" data-testid="snippet" node_ref=node>
                        {move || lines.get()}
                    </pre>
                    <button type="button" class="button" data-testid="copy" on:click=on_click(copy)>
                        {move || builder.messages().copy}
                    </button>
                </li>
                <li>
                    <p data-testid="arrives">{arrives}</p>
                    <Show when=move || sent_to().is_none()>
                        <pre class="builder-code" dir="ltr" tabindex="0" data-testid="listener">
                            {LISTENER}
                        </pre>
                    </Show>
                </li>
                <li>
                    <p>{move || builder.messages().take_server}</p>
                    <pre class="builder-code" dir="ltr" tabindex="0">"kikitori-proxy --dist dist --embed https://your-site.example --endpoint … --model …"</pre>
                </li>
            </ol>
            <p class="quiet-text" role="status" data-testid="taken">{move || said.get()}</p>
            <details>
                <summary>{move || builder.messages().form_file}</summary>
                <pre class="builder-code" dir="ltr" tabindex="0" data-testid="file">
                    {move || builder.form.with(file)}
                </pre>
            </details>
        </section>
    }
    .into_any()
}

fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// How a page hears of the answers.
const LISTENER: &str = "document.addEventListener(\"kikitori-submit\", ({ detail }) => {\n  console.log(detail.data);\n});";

/// The address that the answers are sent to, where the form has one.
fn sent_to(form: &Form) -> Option<&str> {
    match &form.submit {
        Some(Submit::Post(to)) => Some(to.url.0.as_str()),
        _ => None,
    }
}

/// A text as it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// What stands in a page whose own form of this id is filled in; without one it is given one.
pub fn lines_in_place(builder: Builder, id: Option<&str>) -> String {
    const GIVEN: &str = "my-form";
    let base = format!("{}{}", origin(), builder.page.address(""));
    let script = format!("<script type=\"module\" src=\"{base}widget/kikitori.js\"></script>");
    let quoted = |id: &str| escaped(id).replace('"', "&quot;");
    let own = match id {
        Some(_) => String::new(),
        None => format!("\n<form id=\"{GIVEN}\" …>"),
    };
    let id = quoted(id.unwrap_or(GIVEN));
    format!("{script}\n<kikitori-form for=\"{id}\"></kikitori-form>{own}")
}

/// What stands in the page that embeds it. `base` is the folder of this page.
fn snippet(base: &str, form: &Form, look: &Look, answers: Answers) -> String {
    let id = form.id.as_str();
    let mut text = format!("<script type=\"module\" src=\"{base}widget/kikitori.js\"></script>\n");
    let variables = look.variables();
    if !variables.is_empty() {
        text += "<style>\n  kikitori-form {\n";
        for (name, value) in variables {
            text += &format!("    {name}: {value};\n");
        }
        text += "  }\n</style>\n";
    }
    if look.mode.is_opened() {
        let language = match look.lang.as_str() {
            "" => form.own_language(),
            lang => lang,
        };
        let title = escaped(form.title.in_language(language));
        text += &format!("<button type=\"button\" data-kikitori-open=\"{id}\">{title}</button>\n");
        text += &format!("<kikitori-form id=\"{id}\" src=\"/{id}.json\"");
    } else {
        text += &format!("<kikitori-form src=\"/{id}.json\"");
    }
    for (name, value) in look.attributes() {
        text += &format!(" {name}=\"{value}\"");
    }
    if answers == Answers::Demonstration {
        text += " demo";
    }
    text + "></kikitori-form>"
}

/// Puts a text on the clipboard, where the browser has one and lets the page.
async fn copied(text: &str) -> bool {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into());
    let Ok(clipboard) = clipboard else {
        return false;
    };
    let write = Reflect::get(&clipboard, &"writeText".into()).ok();
    let Some(write) = write.and_then(|it| it.dyn_into::<Function>().ok()) else {
        return false;
    };
    let written = write.call1(&clipboard, &text.into()).ok();
    match written.and_then(|it| it.dyn_into::<Promise>().ok()) {
        Some(written) => JsFuture::from(written).await.is_ok(),
        None => false,
    }
}

/// Marks the lines, to be copied by hand.
fn select(node: &web_sys::HtmlElement) {
    if let Ok(Some(selection)) = window().get_selection() {
        // It fails only for what is not in the document.
        let _ = selection.select_all_children(node);
    }
}

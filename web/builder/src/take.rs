//! What somebody takes with them: the lines for their own page, and the form's file.

use js_sys::{Function, Promise, Reflect};
use kikitori_browser::save_text;
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
        let id = builder.form.with(|form| form.id.as_str().to_owned());
        let base = format!("{}{}", origin(), page.address(""));
        builder
            .look
            .with(|look| snippet(&base, &id, look, answers(page, look)))
    });
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

/// What stands in the page that embeds it. `base` is the folder of this page.
fn snippet(base: &str, id: &str, look: &Look, answers: Answers) -> String {
    let mut text = format!("<script type=\"module\" src=\"{base}widget/kikitori.js\"></script>\n");
    let variables = look.variables();
    if !variables.is_empty() {
        text += "<style>\n  kikitori-form {\n";
        for (name, value) in variables {
            text += &format!("    {name}: {value};\n");
        }
        text += "  }\n</style>\n";
    }
    text += &format!("<kikitori-form src=\"/{id}.json\"");
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

//! Making a form of what somebody has: a form's file, a JSON Schema, or a page with a form in it,
//! pasted, dropped, or by its address.

use kikitori_form::{Form, FormError, Pasted, read_pasted};
use kikitori_parts::Language;
use kikitori_parts::components::file_drop::{FileDrop, file_drop};
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::{keep_focus_soon, on_click};
use kikitori_parts::messages::refused_form::refused_form;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::address::{Unread, page_at};
use crate::builder::Builder;
use crate::found::{Found, form_in};
use crate::messages::Messages;
use crate::patterns::read_patterns;
use crate::take::lines_in_place;

/// Larger files are not even read.
const MAX_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

/// What came of it.
#[derive(Debug, Clone)]
enum Outcome {
    /// A form, what is not in it, and the form that was there before.
    Taken {
        fields: usize,
        without: Vec<String>,
        before: Box<Form>,
        /// The lines that have it filled in where it stands already.
        in_place: Option<String>,
    },
    /// Not a form, and why.
    Refused(FormError),
    /// Nothing that could be read, in the page's words.
    Told(fn(&Messages) -> &'static str),
    /// An address of which nothing could be read.
    Unread(Unread),
}

/// The place for it.
pub fn import(builder: Builder) -> AnyView {
    let outcome = RwSignal::new(None::<Outcome>);
    let text = RwSignal::new(String::new());
    let is_reading = RwSignal::new(false);
    let take = move |source: &str| outcome.set(Some(taken(builder, source)));
    let read_file = move |file: File| {
        spawn_local(async move {
            if file.size() > MAX_BYTES {
                outcome.set(Some(Outcome::Told(|it| it.file_too_large)));
                return;
            }
            let read = JsFuture::from(file.text()).await;
            let read = read.ok().and_then(|it| it.as_string());
            let came = match read {
                Some(source) => taken(builder, &source),
                None => Outcome::Told(|it| it.file_unreadable),
            };
            outcome.try_set(Some(came));
        });
    };
    let fetch = move || {
        let address = text.get_untracked().trim().to_owned();
        is_reading.set(true);
        spawn_local(async move {
            let outcome_now = match page_at(&address).await {
                Ok(source) => taken(builder, &source),
                Err(unread) => Outcome::Unread(unread),
            };
            is_reading.try_set(false);
            outcome.try_set(Some(outcome_now));
        });
    };
    let press = move || match is_address(&text.get_untracked()) {
        true => fetch(),
        false => text.with_untracked(|text| take(text)),
    };
    let drop = FileDrop {
        id: "builder-file",
        accept: ".json,.html,.htm,application/json,text/html",
        label: Signal::derive(move || builder.messages().choose_file),
        hint: Signal::derive(move || builder.messages().drop_hint),
        reading: Signal::derive(|| ""),
        problems: Signal::derive(Vec::new),
        on_files: Callback::new(move |files: Vec<File>| {
            // There is one form here.
            if let Some(file) = files.into_iter().next() {
                read_file(file);
            }
        }),
    };
    let said = move || {
        let words = builder.messages();
        outcome.get().map(|came| match came {
            Outcome::Taken {
                fields,
                without,
                before,
                in_place,
            } => view! {
                <p class="notice calm" role="status" data-testid="imported">
                    {words.taken(fields)}
                </p>
                {bring_back(builder, *before, outcome)}
                {in_place.map(|lines| filled_in_place(words, lines))}
                {lines((!without.is_empty()).then_some(words.left_out), without)}
            }
            .into_any(),
            Outcome::Told(why) => view! {
                <p class="builder-refused" role="alert" data-testid="import-refused">{why(words)}</p>
            }
            .into_any(),
            Outcome::Unread(unread) => unreadable(words, &unread),
            Outcome::Refused(why) => view! {
                <div class="builder-refused" role="alert" data-testid="import-refused">
                    {no_form(builder.page.language.get(), words.not_taken, &why)}
                </div>
            }
            .into_any(),
        })
    };
    view! {
        <details class="builder-import" data-testid="import">
            <summary>{move || builder.messages().import}</summary>
            <div class="builder-import-place">
                <label for="builder-source">{move || builder.messages().import_label}</label>
                <textarea
                    id="builder-source"
                    class="box builder-source"
                    rows="5"
                    spellcheck="false"
                    dir="ltr"
                    data-testid="source"
                    aria-describedby="builder-source-hint"
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
                <p class="quiet-text" id="builder-source-hint">
                    {move || builder.messages().import_hint}
                </p>
                <button
                    type="button"
                    class="button"
                    data-testid="take-source"
                    disabled=move || is_reading.get() || text.with(|it| it.trim().is_empty())
                    on:click=on_click(press)
                >
                    {move || match is_reading.get() {
                        true => builder.messages().reading,
                        false => builder.messages().take_source,
                    }}
                </button>
                {file_drop(drop)}
            </div>
            {said}
        </details>
    }
    .into_any()
}

/// The way back to the form that was there before.
fn bring_back(builder: Builder, before: Form, outcome: RwSignal<Option<Outcome>>) -> AnyView {
    let language = builder.page.language.get();
    let title = before.title.in_language(language.tag()).to_owned();
    let label = builder.messages().bring_back(&title);
    let bring = move || {
        builder.open.set(None);
        builder.take(before.clone());
        outcome.set(None);
        let said = builder.messages_now().brought_back(&title);
        builder.page.announcement.set(said);
        keep_focus_soon(&["#builder-source"]);
    };
    view! {
        <button type="button" class="button" data-testid="bring-back" on:click=on_click(bring)>
            {icon(Icon::Undo)}
            {label}
        </button>
    }
    .into_any()
}

/// How a page that has a form already keeps it, and has it filled in.
fn filled_in_place(words: &Messages, lines: String) -> AnyView {
    view! {
        <div class="builder-in-place">
            <p>{words.in_place}</p>
            <pre class="builder-code" dir="ltr" lang="" tabindex="0" data-testid="in-place">
                {lines}
            </pre>
        </div>
    }
    .into_any()
}

/// Why nothing was read at an address, and the ways out: to paste the page, which always works, or to
/// have the address let in.
fn unreadable(words: &Messages, unread: &Unread) -> AnyView {
    let command = match unread {
        Unread::Forbidden(origin) => Some(format!("kikitori-proxy --connect {origin} …")),
        _ => None,
    };
    let command = command.map(|command| {
        view! { <pre class="builder-code" dir="ltr" lang="" tabindex="0">{command}</pre> }
    });
    view! {
        <div class="builder-refused" role="alert" data-testid="import-refused">
            <p>{words.unread(unread)} " " {words.paste_instead}</p>
            {command.is_some().then(|| view! { <p>{words.let_in}</p> })}
            {command}
        </div>
    }
    .into_any()
}

/// Why something is no form: below what it is, a line for each place, as the form's reader says it, or
/// a sentence.
fn no_form(language: Language, title: &'static str, error: &FormError) -> AnyView {
    if let FormError::Invalid { .. } = error {
        let places = error.to_string();
        return lines(Some(title), places.lines().map(str::to_owned).collect());
    }
    let said = refused_form(language, error);
    let said = said.lines().enumerate().map(|(at, line)| {
        // What follows the sentence is the parser's own, in English.
        let tag = (at > 0).then_some("en");
        view! { <p dir="auto" lang=tag>{line.to_owned()}</p> }.into_any()
    });
    view! {
        <p>{title}</p>
        {said.collect_view()}
    }
    .into_any()
}

/// A list of what is said of places, below what it is.
fn lines(title: Option<&'static str>, lines: Vec<String>) -> AnyView {
    let lines = lines.into_iter();
    // What the form's reader says is in English.
    let lines = lines.map(|line| view! { <li dir="auto" lang="en">{line}</li> }.into_any());
    view! {
        {title.map(|title| view! { <p>{title}</p> })}
        <ul class="builder-lines">{lines.collect_view()}</ul>
    }
    .into_any()
}

fn is_address(text: &str) -> bool {
    let text = text.trim();
    let is_one = text.starts_with("https://") || text.starts_with("http://");
    is_one && !text.contains(char::is_whitespace)
}

/// What was pasted; of a page's form browsers pass over a pattern that they do not read, as here.
fn pasted(source: &str) -> Result<Pasted, FormError> {
    let pasted = read_pasted(source)?;
    match &pasted {
        Pasted::Form(form) => read_patterns(form)?,
        Pasted::Schema(imported) => read_patterns(&imported.form)?,
        Pasted::Html => {}
    }
    Ok(pasted)
}

fn taken(builder: Builder, source: &str) -> Outcome {
    let mut in_place = None;
    let (form, without) = match pasted(source) {
        Ok(Pasted::Form(form)) => (form, Vec::new()),
        Ok(Pasted::Schema(imported)) => {
            let left_out = imported.left_out.iter();
            let left_out = left_out.map(|it| format!("{}: {}", it.place, it.what));
            (imported.form, left_out.collect())
        }
        Ok(Pasted::Html) => match form_in(source) {
            Some(Found { taken, id }) => {
                in_place = Some(lines_in_place(builder, id.as_deref()));
                let left = taken.left_alone.into_iter();
                let left = left.filter(|it| !it.reason.is_for_programs());
                let left = left.map(|it| it.label).filter(|it| !it.is_empty());
                (taken.form, left.collect())
            }
            None => return Outcome::Told(|it| it.no_form),
        },
        Err(error) => return Outcome::Refused(error),
    };
    let fields = form.fields.len();
    let before = Box::new(builder.form.get_untracked());
    builder.open.set(None);
    builder.take(form);
    Outcome::Taken {
        fields,
        without,
        before,
        in_place,
    }
}

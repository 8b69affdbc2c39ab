//! Where recordings are dropped, and what came of each, field by field.

use kikitori_form::SessionForm;
use kikitori_interview::replay::{ReplayedField, Verdict};
use kikitori_parts::components::file_drop::{FileDrop, file_drop};
use kikitori_parts::dom::on_click;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::messages::{Texts, counted, values, verdict, why};
use super::played::{File, Played, played};
use crate::builder::Builder;

/// Larger files are not even read: no session is.
const MAX_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// The recordings of the form at hand. A handle: all copies are the same.
#[derive(Clone, Copy)]
struct Recordings {
    builder: Builder,
    files: RwSignal<Vec<File>>,
    played: RwSignal<Vec<Played>>,
    /// The form that they were played on.
    on: RwSignal<Option<SessionForm>>,
    is_playing: RwSignal<bool>,
    problems: RwSignal<Vec<String>>,
}

impl Recordings {
    fn texts(self) -> &'static Texts {
        Texts::of(self.builder.page.language.get())
    }

    fn form(self) -> SessionForm {
        self.builder.form.with(|it| SessionForm::from(it))
    }

    /// Plays all of them on the form as it is.
    fn play(self) {
        if self.is_playing.get_untracked() {
            return;
        }
        self.is_playing.set(true);
        let form = untrack(|| self.form());
        let files = self.files.get_untracked();
        spawn_local(async move {
            let mut all = Vec::new();
            for file in &files {
                all.push(played(file, form.clone()).await);
            }
            let fine = all.iter().filter(|it| it.is_as_recorded()).count();
            let count = all.len();
            self.played.try_set(all);
            self.on.try_set(Some(form));
            if self.is_playing.try_set(false).is_none() {
                let language = self.builder.page.language.get_untracked();
                let said = counted(language, fine, count);
                self.builder.page.announcement.set(said);
            }
        });
    }

    fn take(self, chosen: Vec<web_sys::File>) {
        self.problems.set(Vec::new());
        spawn_local(async move {
            for file in chosen {
                let name = file.name();
                let read = read(&file).await;
                match read {
                    Ok(text) => {
                        let file = File { name, text };
                        self.files.try_update(|files| {
                            // A file that is chosen again takes its own place.
                            files.retain(|it| it.name != file.name);
                            files.push(file);
                        });
                    }
                    Err(why) => {
                        let Some(language) = self.builder.page.language.try_get_untracked() else {
                            return;
                        };
                        let told = format!("{name}: {}", why(Texts::of(language)));
                        self.problems.try_update(|it| it.push(told));
                    }
                }
            }
            if self.files.try_with_untracked(Vec::is_empty) == Some(false) {
                self.play();
            }
        });
    }
}

/// Why a file was not read, in the page's words.
type Why = fn(&Texts) -> &'static str;

async fn read(file: &web_sys::File) -> Result<String, Why> {
    if file.size() > MAX_BYTES {
        return Err(|it| it.too_large);
    }
    let text = JsFuture::from(file.text()).await;
    let text = text.ok().and_then(|it| it.as_string());
    text.ok_or(|it| it.unreadable)
}

/// The place for them, and what came of them.
pub fn recordings(builder: Builder) -> AnyView {
    let all = Recordings {
        builder,
        files: RwSignal::new(Vec::new()),
        played: RwSignal::new(Vec::new()),
        on: RwSignal::new(None),
        is_playing: RwSignal::new(false),
        problems: RwSignal::new(Vec::new()),
    };
    let drop = FileDrop {
        id: "recording-file",
        accept: ".json,application/json",
        label: Signal::derive(move || all.texts().choose),
        hint: Signal::derive(move || all.texts().hint),
        reading: Signal::derive(move || match all.is_playing.get() {
            true => all.texts().reading,
            false => "",
        }),
        problems: all.problems.into(),
        on_files: Callback::new(move |files| all.take(files)),
    };
    let is_old = Memo::new(move |_| {
        all.on
            .with(|on| on.as_ref().is_some_and(|on| *on != all.form()))
    });
    let remove = move || {
        all.files.set(Vec::new());
        all.played.set(Vec::new());
        all.on.set(None);
        kikitori_parts::dom::keep_focus_soon(&["#recording-file"]);
    };
    let results = move || {
        let language = builder.page.language.get();
        all.played.with(|played| {
            let fine = played.iter().filter(|it| it.is_as_recorded()).count();
            let head = view! {
                <div class="builder-part-head">
                    <p data-testid="played">{counted(language, fine, played.len())}</p>
                    <div class="builder-pair">
                        <button
                            type="button"
                            class="button"
                            class:primary=move || is_old.get()
                            data-testid="play-again"
                            on:click=on_click(move || all.play())
                        >
                            {all.texts().again}
                        </button>
                        <button
                            type="button"
                            class="button quiet"
                            data-testid="remove-recordings"
                            on:click=on_click(remove)
                        >
                            {all.texts().remove}
                        </button>
                    </div>
                </div>
                <p class="quiet-text" role="status" data-testid="played-old">
                    {move || is_old.get().then(|| all.texts().old)}
                </p>
            };
            let each = played.iter().map(|it| recording(all, it)).collect_view();
            (!played.is_empty()).then(|| view! { {head} {each} }.into_any())
        })
    };
    view! {
        <div class="builder-recordings">
            {file_drop(drop)}
            {results}
        </div>
    }
    .into_any()
}

fn recording(all: Recordings, it: &Played) -> AnyView {
    let texts = all.texts();
    let inside = match &it.fields {
        // The reader says it in English.
        Err(why) => view! {
            <p>{texts.no_recording}</p>
            <p class="quiet-text" lang="en">{why.clone()}</p>
        }
        .into_any(),
        Ok(fields) => changed(all, fields),
    };
    view! {
        <section class="builder-played" data-testid="recording" data-fine=it.is_as_recorded().to_string()>
            <h3 dir="auto">{it.name.clone()}</h3>
            {inside}
        </section>
    }
    .into_any()
}

/// The fields that are not as they were, and the names of the others.
fn changed(all: Recordings, fields: &[ReplayedField]) -> AnyView {
    let (language, texts) = (all.builder.page.language.get(), all.texts());
    let (same, others): (Vec<_>, Vec<_>) =
        fields.iter().partition(|it| it.verdict == Verdict::Same);
    let row = |field: &&ReplayedField| {
        let is_lost = field.is_regression();
        view! {
            <li class="builder-verdict" class:lost=is_lost data-verdict=field.verdict.name()>
                <p>
                    <strong dir="auto">{field.label.clone()}</strong>
                    " "
                    <span class="builder-mark">
                        {if is_lost { texts.lost } else { texts.fine }}
                        ": "
                        {verdict(language, &field.verdict)}
                    </span>
                </p>
                <p dir="auto">{values(language, field)}</p>
                {why(language, field).map(|why| view! { <p class="quiet-text" dir="auto">{why}</p> })}
            </li>
        }
        .into_any()
    };
    let rows = others.iter().map(row).collect_view();
    let names: Vec<&str> = same.iter().map(|it| it.label.as_str()).collect();
    let names = (!names.is_empty()).then(|| format!("{} {}", texts.same, names.join(", ")));
    let is_whole = !fields.iter().any(ReplayedField::is_regression);
    view! {
        {is_whole.then(|| view! { <p class="builder-fine">{texts.as_recorded}</p> })}
        <ul class="builder-verdicts">{rows}</ul>
        {names.map(|names| view! { <p class="quiet-text" dir="auto">{names}</p> })}
    }
    .into_any()
}

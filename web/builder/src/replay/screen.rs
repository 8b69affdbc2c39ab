//! Where recordings are dropped, and what came of each, field by field.

use kikitori_browser::NoConnection;
use kikitori_form::SessionForm;
use kikitori_interview::replay::{ReplayedField, Verdict, requests_with_model};
use kikitori_parts::components::file_drop::{FileDrop, file_drop};
use kikitori_parts::dom::on_click;
use kikitori_parts::part::not_here;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::messages::{Messages, counted, lead_again, led_by, values, verdict, why};
use super::played::{File, NotPlayed, Played, played};
use crate::builder::Builder;
use crate::parts;

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
    /// The model that is leading them again, or has.
    led_by: RwSignal<Option<String>>,
    /// What has it lead them did not come.
    is_part_missing: RwSignal<bool>,
    /// Nothing more is to be asked of it.
    is_stopped: RwSignal<bool>,
}

impl Recordings {
    fn texts(self) -> &'static Messages {
        Messages::of(self.builder.page.language.get())
    }

    fn form(self) -> SessionForm {
        self.builder.form.with(|it| SessionForm::from(it))
    }

    /// Plays all of them on the form as it is.
    fn play(self) {
        let Some((form, files)) = self.begun(None) else {
            return;
        };
        spawn_local(async move {
            let mut all = Vec::new();
            for file in &files {
                all.push(played(file, form.clone()).await);
            }
            self.shown(form, all);
        });
    }

    /// Has the page's model lead all of them again, on the form as it is.
    fn lead_again(self) {
        let page = self.builder.page;
        let led_before = self.led_by.get_untracked();
        let Some((form, files)) = self.begun(Some(page.model_name())) else {
            return;
        };
        spawn_local(async move {
            let Ok(lead) = parts::lead_again().await else {
                // What was made of them before stays.
                self.led_by.try_set(led_before);
                self.is_part_missing.try_set(true);
                self.is_playing.try_set(false);
                return;
            };
            let mut all = Vec::new();
            for file in files {
                if self.is_stopped.try_get_untracked() != Some(false) {
                    break;
                }
                all.push(lead(page, file, form.clone()).await);
            }
            self.shown(form, all);
        });
    }

    /// What is to be played, unless something is.
    fn begun(self, led_by: Option<String>) -> Option<(SessionForm, Vec<File>)> {
        if self.is_playing.get_untracked() {
            return None;
        }
        self.is_playing.set(true);
        self.is_stopped.set(false);
        self.is_part_missing.set(false);
        self.led_by.set(led_by);
        self.problems.set(Vec::new());
        let form = untrack(|| self.form());
        Some((form, self.files.get_untracked()))
    }

    fn shown(self, form: SessionForm, all: Vec<Played>) {
        let fine = all.iter().filter(|it| it.is_as_recorded()).count();
        let count = all.len();
        self.played.try_set(all);
        self.on.try_set(Some(form));
        if self.is_playing.try_set(false).is_none() {
            let language = self.builder.page.language.get_untracked();
            let said = counted(language, fine, count);
            self.builder.page.announcement.set(said);
        }
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
                        let told = format!("{name}: {}", why(Messages::of(language)));
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
type Why = fn(&Messages) -> &'static str;

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
        led_by: RwSignal::new(None),
        is_part_missing: RwSignal::new(false),
        is_stopped: RwSignal::new(false),
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
        all.is_stopped.set(true);
        all.is_part_missing.set(false);
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
                    <p data-testid="played">
                        {counted(language, fine, played.len())}
                        {move || {
                            let leader = all.led_by.get().filter(|_| !all.is_playing.get());
                            leader.map(|model| led_by(language, &model))
                        }}
                    </p>
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
            {with_model(all)}
            {results}
        </div>
    }
    .into_any()
}

/// The way to have the page's model lead them again, which says what that asks of it.
fn with_model(all: Recordings) -> AnyView {
    let page = all.builder.page;
    let is_connected = Memo::new(move |_| matches!(page.connection_now(), Some(Ok(_))));
    let is_recording = |it: &&Played| !matches!(it.fields, Err(NotPlayed::Unreadable(_)));
    let count = Memo::new(move |_| all.played.with(|it| it.iter().filter(is_recording).count()));
    let label = move || {
        let requests = count.get() * requests_with_model(&all.form());
        lead_again(page.language.get(), &page.model_name(), requests)
    };
    let button = move || match all.is_playing.get() && all.led_by.with(Option::is_some) {
        true => view! {
            <button
                type="button"
                class="button"
                data-testid="stop-leading"
                disabled=move || all.is_stopped.get()
                on:click=on_click(move || all.is_stopped.set(true))
            >
                {move || all.texts().stop}
            </button>
        }
        .into_any(),
        false => view! {
            <button
                type="button"
                class="button"
                data-testid="lead-again"
                on:click=on_click(move || all.lead_again())
            >
                {label}
            </button>
        }
        .into_any(),
    };
    let inside = move || {
        (is_connected.get() && count.get() > 0).then(|| {
            view! {
                <p class="quiet-text">{move || all.texts().with_model}</p>
                <div>{button}</div>
            }
            .into_any()
        })
    };
    let again = Callback::new(move |()| {
        all.lead_again();
        // The button goes.
        page.keep_focus_soon(&["[data-testid=stop-leading]", "#recording-file"]);
    });
    view! {
        {inside}
        {move || all.is_part_missing.get().then(|| not_here(page, again))}
    }
    .into_any()
}

fn recording(all: Recordings, it: &Played) -> AnyView {
    let texts = all.texts();
    let inside = match &it.fields {
        // The reader says it in English.
        Err(why) => {
            let words = all.builder.page.messages();
            let (said, why) = match why {
                NotPlayed::Unreadable(why) => (texts.no_recording, why.as_str()),
                NotPlayed::NoEnd(why) => (texts.no_end, why.as_str()),
                NotPlayed::NoModel(NoConnection::NoAnswer) => (words.server_silent, ""),
                NotPlayed::NoModel(NoConnection::NothingChosen) => (words.nothing_chosen, ""),
                NotPlayed::NoModel(NoConnection::LimitsUnreadable) => (words.limits_unreadable, ""),
            };
            let why = why.to_owned();
            view! {
                <p>{said}</p>
                <p class="quiet-text" lang="en">{why}</p>
            }
            .into_any()
        }
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
                        {verdict(texts, &field.verdict)}
                    </span>
                </p>
                <p dir="auto">{values(texts, field)}</p>
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

//! The form builder as a whole.

use kikitori_browser::language_name;
use kikitori_form::edit::{FormEdit, words_in};
use kikitori_form::file::text::Text;
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::dom::{come_to_soon, on_change, on_click};
use kikitori_parts::page::Page;
use leptos::prelude::*;

use crate::builder::Builder;
use crate::fields::fields;
use crate::import::import;
use crate::kept::{Keeping, told};
use crate::languages::{Texts, add_language, texts};
use crate::look::{Answers, Mode, pixels};
use crate::messages::Messages;
use crate::preview::{answers, preview};
use crate::replay::replay;
use crate::select::{Select, select};
use crate::take::take;

/// The form builder. What was changed stays while another screen is shown.
#[component]
pub fn BuilderScreen() -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    let builder = page.kept(|| Builder::open(page));
    Effect::new(move || page.name_screen(builder.messages().title));
    // Nothing is changed before it is known what is kept.
    let is_read = Memo::new(move |_| builder.kept.keeping.with(|it| *it != Keeping::Reading));
    view! {
        <Header />
        <main class="builder" data-screen="builder">
            <div class="builder-head">
                <h1 tabindex="-1">{move || builder.messages().title}</h1>
                <p class="lead">{move || builder.messages().lead}</p>
                <button
                    type="button"
                    class="button builder-jump"
                    data-testid="to-preview"
                    on:click=on_click(|| come_to_soon(".builder-preview"))
                >
                    {icon(Icon::Interview)}
                    {move || builder.messages().to_preview}
                </button>
                <StorageNotice />
                {told(builder)}
            </div>
            {move || match is_read.get() {
                true => work(builder),
                false => {
                    view! { <p class="quiet-text" role="status">{page.messages().part_wait}</p> }
                        .into_any()
                }
            }}
        </main>
    }
}

fn work(builder: Builder) -> AnyView {
    view! {
        <div class="builder-work">
            {import(builder)}
            {about(builder)}
            {questions(builder)}
            {look(builder)}
            {take(builder)}
            {replay(builder)}
        </div>
        {preview(builder)}
    }
    .into_any()
}

/// What the form is called, and in which languages.
fn about(builder: Builder) -> AnyView {
    let said = move |text: fn(&kikitori_form::Form) -> Option<&Text>| {
        Callback::new(move |language: String| {
            builder.form.with(|form| {
                let words = text(form).map(|it| words_in(it, form, &language));
                words.unwrap_or_default().to_owned()
            })
        })
    };
    let title = Texts {
        builder,
        label: |it| it.form_title,
        is_long: false,
        value: said(|form| Some(&form.title)),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                builder.edit(&control, &FormEdit::Title { language, words });
            },
        ),
        id: StoredValue::new("builder-title".to_owned()),
    };
    let description = Texts {
        label: |it| it.description,
        is_long: true,
        value: said(|form| form.description.as_ref().and_then(|it| it.0.as_ref())),
        on_change: Callback::new(
            move |(control, language, words): (String, String, String)| {
                builder.edit(&control, &FormEdit::Description { language, words });
            },
        ),
        id: StoredValue::new("builder-description".to_owned()),
        ..title
    };
    view! {
        <section class="builder-part" aria-labelledby="builder-about-title">
            <h2 id="builder-about-title">{move || builder.messages().form}</h2>
            {texts(title)}
            {texts(description)}
            {add_language(builder)}
        </section>
    }
    .into_any()
}

fn questions(builder: Builder) -> AnyView {
    let undo = move || {
        if builder.undo() {
            let undone = builder.messages_now().undone;
            builder.page.announcement.set(undone.to_owned());
            kikitori_parts::dom::keep_focus_soon(&["#builder-undo", "#builder-kind"]);
        }
    };
    view! {
        <section class="builder-part" aria-labelledby="builder-fields-title">
            <div class="builder-part-head">
                <h2 id="builder-fields-title">{move || builder.messages().fields}</h2>
                <button
                    type="button"
                    class="button quiet"
                    id="builder-undo"
                    data-testid="undo"
                    aria-disabled=move || (!builder.can_undo()).to_string()
                    on:click=on_click(undo)
                >
                    {icon(Icon::Undo)}
                    {move || builder.messages().undo}
                </button>
            </div>
            {fields(builder)}
        </section>
    }
    .into_any()
}

/// One of several.
struct Choice {
    id: &'static str,
    label: fn(&Messages) -> &'static str,
    value: Signal<String>,
    options: Signal<Vec<(String, String)>>,
    on_change: Callback<String>,
}

impl Choice {
    fn view(self, builder: Builder) -> AnyView {
        let label = self.label;
        let list = Select {
            id: self.id.to_owned(),
            test_id: self.id,
            label: Signal::derive(move || label(builder.messages())),
            shows_label: true,
            value: self.value,
            options: self.options,
            on_change: self.on_change,
        };
        select(builder, list, None)
    }
}

/// How it looks, where it stands, and who answers.
fn look(builder: Builder) -> AnyView {
    let page = builder.page;
    let pairs = move |pairs: fn(&Messages) -> Vec<(&'static str, &'static str)>| {
        Signal::derive(move || {
            let pairs = pairs(builder.messages()).into_iter();
            let pairs = pairs.map(|(value, name)| (value.to_owned(), name.to_owned()));
            pairs.collect::<Vec<_>>()
        })
    };
    let mode = Choice {
        id: "builder-mode",
        label: |it| it.mode,
        value: Signal::derive(move || builder.look.with(|it| it.mode.name().to_owned())),
        options: pairs(|it| {
            let name = |mode| match mode {
                Mode::Inline => it.mode_inline,
                Mode::Popup => it.mode_popup,
                Mode::Slider => it.mode_slider,
                Mode::Bubble => it.mode_bubble,
            };
            Mode::ALL.map(|mode| (mode.name(), name(mode))).to_vec()
        }),
        on_change: Callback::new(move |name: String| {
            let mode = Mode::ALL.into_iter().find(|it| it.name() == name);
            builder.set_look(|look| look.mode = mode.unwrap_or_default());
        }),
    };
    let theme = Choice {
        id: "builder-theme",
        label: |it| it.theme,
        value: Signal::derive(move || builder.look.with(|it| it.theme.clone())),
        options: pairs(|it| {
            vec![
                ("", it.theme_system),
                ("light", it.theme_light),
                ("dark", it.theme_dark),
            ]
        }),
        on_change: Callback::new(move |theme: String| {
            builder.set_look(|look| look.set_theme(&theme));
        }),
    };
    let language = Choice {
        id: "builder-lang",
        label: |it| it.interview_language,
        value: Signal::derive(move || builder.look.with(|it| it.lang.clone())),
        options: Signal::derive(move || {
            let page = page.language.get().tag();
            let name = |tag: &String| language_name(tag, page).unwrap_or_else(|| tag.clone());
            let own = builder.messages().language_of_browser.to_owned();
            let mut tags = vec!["en".to_owned(), "ja".to_owned()];
            for tag in builder.languages() {
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
            }
            let named = tags.iter().map(|tag| (tag.clone(), name(tag)));
            std::iter::once((String::new(), own)).chain(named).collect()
        }),
        on_change: Callback::new(move |tag: String| builder.set_look(|look| look.set_lang(&tag))),
    };
    let size = Choice {
        id: "builder-font-size",
        label: |it| it.font_size,
        value: Signal::derive(move || builder.look.with(|it| it.font_size.clone())),
        options: pairs(|it| vec![("14", it.small), ("", it.normal), ("18", it.large)]),
        on_change: Callback::new(move |size: String| {
            builder.set_look(|look| look.font_size = pixels(&size));
        }),
    };
    let radius = Choice {
        id: "builder-radius",
        label: |it| it.corners,
        value: Signal::derive(move || builder.look.with(|it| it.radius.clone())),
        options: pairs(|it| {
            vec![
                ("0", it.corners_square),
                ("", it.corners_usual),
                ("18", it.corners_round),
            ]
        }),
        on_change: Callback::new(move |radius: String| {
            builder.set_look(|look| look.radius = pixels(&radius));
        }),
    };
    let who = Choice {
        id: "builder-answers",
        label: |it| it.answers,
        value: Signal::derive(move || {
            let answers = builder.look.with(|look| answers(page, look));
            let name = match answers {
                Answers::Server => "server",
                Answers::Demonstration => "demo",
            };
            name.to_owned()
        }),
        options: pairs(|it| vec![("server", it.answers_server), ("demo", it.answers_demo)]),
        on_change: Callback::new(move |name: String| {
            let answers = match name.as_str() {
                "server" => Answers::Server,
                _ => Answers::Demonstration,
            };
            builder.set_look(|look| look.answers = Some(answers));
        }),
    };
    let accent = move || builder.look.with(|it| it.accent.clone());
    let shown_accent = move || {
        let own = accent();
        if own.is_empty() {
            "#1d5673".to_owned()
        } else {
            own
        }
    };
    view! {
        <section class="builder-part" aria-labelledby="builder-look-title">
            <h2 id="builder-look-title">{move || builder.messages().look}</h2>
            <div class="builder-grid">
                {mode.view(builder)} {theme.view(builder)} {language.view(builder)}
                <div class="field">
                    <label for="builder-accent">{move || builder.messages().accent}</label>
                    <div class="builder-pair">
                        <input
                            id="builder-accent"
                            class="box builder-colour"
                            type="color"
                            data-testid="accent"
                            prop:value=shown_accent
                            on:input=on_change(move |colour| {
                                builder.set_look(|look| look.set_accent(&colour));
                            })
                        />
                        <button
                            type="button"
                            class="button quiet"
                            disabled=move || accent().is_empty()
                            on:click=on_click(move || builder.set_look(|look| look.set_accent("")))
                        >
                            {move || builder.messages().accent_usual}
                        </button>
                    </div>
                </div>
                {size.view(builder)} {radius.view(builder)}
            </div>
            {who.view(builder)}
        </section>
    }
    .into_any()
}

//! The finished form.

use kikitori_browser::{StoreKind, save_text};
use kikitori_form::FieldId;
use kikitori_form::file::Submit;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::text::Text;
use kikitori_interview::{SheetWords, ShownName, Submission, TableWords};
use kikitori_parts::components::delete::DeleteSession;
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};
use kikitori_parts::dom::on_click;
use kikitori_parts::format::pretty;
use leptos::prelude::*;

use super::answers::{Answers, without};
use super::delivery::{Delivery, is_only_kept};
use super::details::{Details, details};
use super::foreign::with_foreign;
use super::messages::{Messages, line_words, messages, phrases};
use crate::screens::home_link;
use crate::session::Session;

/// A file that the form can be had as: its ending, its media type and what makes it.
type Format = (&'static str, &'static str, fn(&Submission) -> String);

const JSON: Format = ("json", "application/json", |submission| pretty(submission));
const CSV: Format = ("csv", "text/csv;charset=utf-8", Submission::csv);

/// The last screen of a session.
#[component]
pub fn Done(
    /// The session.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let problem = RwSignal::new(None::<String>);
    let download = move |(ending, media_type, write): Format| {
        let Some(submission) = session.submission.get_untracked() else {
            return;
        };
        let name = submission.file_name(ending);
        let saved = save_text(&name, media_type, &write(&submission));
        let failed = |error| format!("{} {error}", page.messages_now().download_failed);
        problem.set(saved.err().map(|error| failed(error.detail)));
    };
    let download_sheet = move || {
        let Some(submission) = session.submission.get_untracked() else {
            return;
        };
        let sheet = untrack(|| printed(session, &submission));
        let saved = save_text(
            &submission.file_name("html"),
            "text/html;charset=utf-8",
            &sheet,
        );
        let failed = |error| format!("{} {error}", page.messages_now().download_failed);
        problem.set(saved.err().map(|error| failed(error.detail)));
    };
    // What goes to a server is finished once that has it.
    let is_out = move || {
        let form = session.form_file.get();
        !matches!(form.submit, Some(Submit::Post(_))) || session.receipt.get().is_some()
    };
    let text = move || match page.store_kind.get() {
        Some(StoreKind::Memory) => messages(page).done_text_in_tab,
        _ => messages(page).done_text,
    };
    let download_lines = move |field: FieldId| {
        let Some(submission) = session.submission.get_untracked() else {
            return;
        };
        let form = session.form_file.get_untracked();
        let columns: Vec<&str> = match form.field(&field).map(|field| &field.answer) {
            Some(AnswerType::Group(group)) => {
                group.fields.iter().map(|it| it.id.as_str()).collect()
            }
            _ => Vec::new(),
        };
        let fields = submission.fields.iter();
        let lines = fields.filter(|it| it.field_id == field);
        let Some(csv) = lines.filter_map(|it| it.lines_csv(&columns)).next() else {
            return;
        };
        let name = submission.file_name("csv");
        let name = name.replacen(".csv", &format!("-{field}.csv"), 1);
        let (_, media_type, _) = CSV;
        let saved = save_text(&name, media_type, &csv);
        let failed = |error| format!("{} {error}", page.messages_now().download_failed);
        problem.set(saved.err().map(|error| failed(error.detail)));
    };
    let lines = move || {
        let submission = session.submission.get();
        let fields = submission.into_iter().flat_map(|it| it.fields);
        let fields = fields.filter(|field| !field.lines.is_empty());
        let buttons = fields.map(|field| {
            let id = field.field_id.clone();
            let language = page.language.get();
            let told = |label: &str| phrases::download_lines(language, label);
            let text = with_foreign(told, field.label, session.form_language());
            view! {
                <li>
                    <button
                        type="button"
                        class="link"
                        data-testid="download-lines"
                        on:click=on_click(move || download_lines(id.clone()))
                    >
                        {text}
                    </button>
                </li>
            }
        });
        buttons.collect_view()
    };
    let other =
        move |test_id: &'static str, label: fn(&Messages) -> &'static str, format: Format| {
            view! {
                <button
                    type="button"
                    class="link"
                    data-testid=test_id
                    on:click=on_click(move || download(format))
                >
                    {move || label(messages(page))}
                </button>
            }
        };
    let private = move || {
        let form = session.form_file.get();
        let is_private = |id: &FieldId| form.field(id).is_some_and(|field| field.private);
        let fields = session
            .submission
            .get()
            .into_iter()
            .flat_map(|it| it.fields);
        let answered = fields.filter(|it| it.value.is_some() && is_private(&it.field_id));
        let labels: Vec<String> = answered.map(|it| it.label).collect();
        (!labels.is_empty()).then(|| {
            let language = page.language.get();
            let told = |labels: &str| phrases::has_private(language, labels);
            let labels = phrases::listed(language, &labels);
            let text = with_foreign(told, labels, session.form_language());
            view! { <p class="quiet-text not-printed" data-testid="has-private">{text}</p> }
        })
    };
    let print = || {
        // Where a browser has nothing to print with, nothing happens.
        let _ = window().print();
    };
    let on_deleted = Callback::new(move |()| {
        session.forget();
        page.go_to("#/");
    });
    view! {
        <div class="sheet-page">
            <p class="over-title" dir="auto" lang=move || session.form_language()>
                {move || session.form.get().title}
            </p>
            <h1 tabindex="-1">
                {move || is_out().then(|| mark(Mark::Done))}
                {move || match is_out() {
                    true => messages(page).done_title,
                    false => messages(page).complete_title,
                }}
            </h1>
            <p class="lead not-printed">{text}</p>
            <Delivery session />
            <div class="row not-printed">
                // In a site's page that would print the page around it.
                {match page.is_embedded() {
                    false => {
                        view! {
                            <button type="button" class="button primary large" data-testid="print" on:click=on_click(print)>
                                {icon(Icon::Print)}
                                {move || messages(page).print}
                            </button>
                        }
                            .into_any()
                    }
                    true => {
                        view! {
                            <button
                                type="button"
                                class="button primary large"
                                data-testid="download-sheet"
                                on:click=on_click(download_sheet)
                            >
                                {icon(Icon::Download)}
                                {move || messages(page).download_sheet}
                            </button>
                        }
                            .into_any()
                    }
                }}
            </div>
            <div class="also-as not-printed" role="group" aria-labelledby="also-as">
                <span id="also-as">{move || messages(page).also_as}</span>
                <ul>
                    <li>{other("download-csv", |it| it.download_csv, CSV)}</li>
                    {lines}
                    <li>{other("download", |it| it.download_json, JSON)}</li>
                </ul>
            </div>
            {private}
            <p class="field-error" role="alert">{move || problem.get()}</p>
            {is_only_kept(session).then(|| correct(session))}
            <Answers session />
            <Details session />
            <div class="row not-printed">
                {home_link(page, Some(Icon::Add), Signal::derive(move || match page.is_embedded() {
                    true => crate::messages::messages(page).begin_anew,
                    false => messages(page).another,
                }))}
                <DeleteSession
                    id=session.id().0
                    label=Signal::derive(move || messages(page).delete_this)
                    drawing=Icon::Delete
                    is_open_here=true
                    on_deleted
                />
            </div>
        </div>
    }
}

/// The form as a page of its own, with what is said of it in the page's language.
fn printed(session: Session, submission: &Submission) -> String {
    let language = session.page.language.get();
    let words = messages(session.page);
    let details = details(session).into_iter();
    let details: Vec<(String, String)> = details
        .map(|it| {
            let value = it.value.unwrap_or_else(|| words.not_said.to_owned());
            (it.label.to_owned(), value)
        })
        .collect();
    let (form, reader) = (session.form_file.get(), session.reader());
    let shown_language = session.form_language();
    let named = |label: &Text| -> ShownName {
        let shown = label.in_language(&reader);
        let of_form = label.in_language(form.own_language());
        let is_other = shown != of_form;
        (shown.to_owned(), is_other.then(|| of_form.to_owned()))
    };
    let names = |id: &FieldId| Some(named(&form.field(id)?.label));
    let columns = |id: &FieldId| match form.field(id).map(|field| &field.answer) {
        Some(AnswerType::Group(group)) => {
            let fields = group.fields.iter();
            fields.map(|it| (it.id.clone(), named(&it.label))).collect()
        }
        _ => Vec::new(),
    };
    submission.sheet(&SheetWords {
        title: &session.form.get().title,
        names: &names,
        shown_language: shown_language.as_deref().unwrap_or(language.tag()),
        own_language: form.own_language(),
        is_right_to_left: session.is_right_to_left(),
        without: &|outcome| without(session, outcome).to_owned(),
        missing: &|missing| phrases::missing(language, missing),
        own_words: words.own_words,
        lines: TableWords {
            columns: &columns,
            count: &|count| line_words::count(language, count, 0),
            number: words.line_number,
            missing: words.line_lacks,
        },
        details: &details,
        language: language.tag(),
    })
}

/// A way back to the answers, as nobody has them yet.
pub fn correct(session: Session) -> AnyView {
    let page = session.page;
    view! {
        <div class="row not-printed correct">
            <button
                type="button"
                class="link"
                data-testid="reopen"
                on:click=on_click(move || session.reopen())
            >
                {move || messages(page).correct}
            </button>
        </div>
    }
    .into_any()
}

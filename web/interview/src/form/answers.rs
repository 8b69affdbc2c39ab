//! Every answer that leaves, and what leaves beside them.

use std::collections::BTreeMap;

use kikitori_browser::{country_name, language_name};
use kikitori_form::FieldId;
use kikitori_form::values::time_in_words;
use kikitori_interview::{OutlineEntry, RecordedBy};
use kikitori_parts::dom::{self, on_click};
use leptos::prelude::*;

use super::change::Change;
use super::messages::{messages, phrases};
use crate::components::recorded;
use crate::session::Session;

/// What the ids of its inputs begin with.
const PLACE: &str = "change";

/// The answers, by field.
#[component]
pub fn Answers(
    /// Whose.
    session: Session,
    /// Whether they can still be changed.
    #[prop(optional)]
    can_change: bool,
) -> impl IntoView {
    let list = AnswerList {
        session,
        can_change,
        changing: RwSignal::new(None),
        before: RwSignal::new(BTreeMap::new()),
    };
    let ids = Memo::new(move |_| {
        let ids =
            |outline: &Vec<OutlineEntry>| outline.iter().map(|it| it.field_id.clone()).collect();
        session.outline.with(ids)
    });
    let fields = move || -> Vec<FieldId> { ids.get() };
    view! {
        <dl class="answers" data-testid="answers">
            <For each=fields key=Clone::clone children=move |id| list.row(id) />
        </dl>
    }
}

#[derive(Clone, Copy)]
struct AnswerList {
    session: Session,
    can_change: bool,
    changing: RwSignal<Option<FieldId>>,
    /// What answers were before they were changed here.
    before: RwSignal<BTreeMap<FieldId, String>>,
}

impl AnswerList {
    fn row(self, id: FieldId) -> AnyView {
        let session = self.session;
        let page = session.page;
        let entry = entry_of(session, &id);
        let label = Memo::new(move |_| entry.with(|it| it.as_ref().map(|it| it.label.clone())));
        let is_answered = Memo::new(move |_| value_of(entry).is_some());
        let old = {
            let id = id.clone();
            move || {
                let old = self.before.with(|before| before.get(&id).cloned());
                let old = old.filter(|old| value_of(entry).as_ref() != Some(old));
                old.map(|old| {
                    view! {
                        <del data-testid="old-value">{old}</del>
                        <span aria-hidden="true">" → "</span>
                    }
                })
            }
        };
        let changes = {
            let id = id.clone();
            move || {
                self.changing
                    .with(|changing| changing.as_ref() == Some(&id))
            }
        };
        let is_changing = changes.clone();
        let change = {
            let id = id.clone();
            move || {
                if let Some(old) = value_of(entry) {
                    let id = id.clone();
                    self.before.update(|before| {
                        before.insert(id, old);
                    });
                }
                self.changing.set(Some(id.clone()));
            }
        };
        let button = self.can_change.then({
            let field = id.to_string();
            move || {
                view! {
                    <button
                        type="button"
                        class="link"
                        data-testid="change"
                        data-change=field
                        aria-label=move || crate::messages::phrases::change(page.language.get(), &label.get().unwrap_or_default())
                        hidden=is_changing
                        on:click=on_click(change)
                    >
                        {move || crate::messages::messages(page).change}
                    </button>
                }
            }
        });
        let form = {
            let id = id.clone();
            move || {
                let id = id.clone();
                let back = format!("[data-change=\"{id}\"]");
                let on_end = Callback::new(move |()| {
                    self.changing.set(None);
                    let back = back.clone();
                    request_animation_frame(move || dom::focus(&back));
                });
                view! { <Change session field=id place=PLACE on_end /> }
            }
        };
        view! {
            <div class="answer">
                <dt dir="auto" lang=move || session.form_language()>{move || label.get()}</dt>
                <dd>
                    <div class="answer-line">
                        <div class="answer-value">
                            {old}
                            <span
                                class:declined=move || !is_answered.get()
                                dir="auto"
                                lang=move || is_answered.get().then(|| session.spoken()).flatten()
                                data-testid="answer-value"
                                data-field=id.to_string()
                            >
                                {move || value_of(entry).unwrap_or_else(|| without(session, entry))}
                            </span>
                        </div>
                        {button}
                    </div>
                    {move || missing(session, entry)}
                    {self.can_change.then(|| evidence(session, id.clone(), entry))}
                    <Show when=changes.clone()>{form.clone()}</Show>
                </dd>
            </div>
        }
        .into_any()
    }
}

/// What the list of fields says of one, by itself.
fn entry_of(session: Session, id: &FieldId) -> Memo<Option<OutlineEntry>> {
    let id = id.clone();
    Memo::new(move |_| {
        session.outline.with(|outline| {
            let entry = outline.iter().find(|entry| entry.field_id == id);
            entry.cloned()
        })
    })
}

fn value_of(entry: Memo<Option<OutlineEntry>>) -> Option<String> {
    entry.with(|entry| entry.as_ref()?.value.clone())
}

/// What stands where there is no answer.
fn without(session: Session, entry: Memo<Option<OutlineEntry>>) -> String {
    let page = session.page;
    let outcome = entry.with(|entry| entry.as_ref().and_then(|entry| entry.outcome));
    let text = match outcome {
        Some(outcome) => recorded::without(session, outcome),
        None => crate::messages::messages(page).unresolved,
    };
    text.to_owned()
}

/// What is still missing of an answer that was left open.
fn missing(session: Session, entry: Memo<Option<OutlineEntry>>) -> Option<impl IntoView> {
    let missing = entry.with(|entry| entry.as_ref().map(|it| it.missing.clone()));
    let missing = missing.filter(|missing| !missing.is_empty())?;
    let text = phrases::missing(session.page.language.get(), &missing);
    Some(view! { <p class="answer-missing" dir="auto" lang=session.spoken()>{text}</p> })
}

/// The words that the answer rests on, for who wants to see them.
fn evidence(session: Session, id: FieldId, entry: Memo<Option<OutlineEntry>>) -> impl IntoView {
    let page = session.page;
    move || {
        let by = entry.with(|entry| entry.as_ref()?.collected.as_ref().map(|it| it.by))?;
        let words = session.evidence.with(|all| all.get(&id).cloned());
        let words = words.unwrap_or_default();
        let shown = match by {
            RecordedBy::Entry => view! { <p>{messages(page).entered_by_hand}</p> }.into_any(),
            RecordedBy::Conversation if words.is_empty() => return None,
            RecordedBy::Conversation => {
                let language = page.language.get();
                let quoted = words.into_iter().map(|words| {
                    view! {
                        <blockquote dir="auto" lang=session.spoken()>
                            {phrases::quoted(language, &words)}
                        </blockquote>
                    }
                });
                quoted.collect_view().into_any()
            }
        };
        Some(view! {
            <details class="evidence" data-testid="evidence">
                <summary>{messages(page).evidence}</summary>
                {shown}
            </details>
        })
    }
}

/// What leaves beside the answers: where and when they were given.
#[component]
pub fn Details(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let row = move |label: &'static str, name: &'static str, value: Option<String>| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd data-testid="detail" data-name=name>
                    {value.unwrap_or_else(|| messages(page).not_said.to_owned())}
                </dd>
            </div>
        }
    };
    let rows = move || {
        let words = messages(page);
        let reader = page.language.get().tag();
        let language = session.language.get();
        let language = language.map(|tag| language_name(&tag, reader).unwrap_or(tag));
        let place = session.place.get();
        let country = place.country;
        let country = country.map(|code| country_name(&code, reader).unwrap_or(code));
        let submitted = session.submission.get();
        let confirmed_at = submitted.and_then(|submission| submission.submitted_at);
        (
            row(words.language, "language", language),
            row(words.country, "country", country),
            row(words.time_zone, "timezone", place.time_zone),
            confirmed_at.map(|at| {
                let at = time_in_words(&at, reader).unwrap_or(at);
                row(words.confirmed_at, "submittedAt", Some(at))
            }),
        )
    };
    view! {
        <section class="answer-details" aria-labelledby="answer-details-title">
            <h2 id="answer-details-title">{move || messages(page).details}</h2>
            <dl class="facts">{rows}</dl>
        </section>
    }
}

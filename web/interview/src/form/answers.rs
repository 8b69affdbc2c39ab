//! Every answer that leaves, and what leaves beside them.

use kikitori_form::FieldId;
use kikitori_interview::{FieldOutcome, OutlineEntry, RecordedBy};
use kikitori_parts::dom::on_click;
use leptos::prelude::*;

use super::change::Change;
use super::foreign::with_foreign;
use super::lines::LineTable;
use super::messages::{messages, phrases};
use crate::components::changed_lines::changed_lines;
use crate::components::recorded;
use crate::components::value::{tells_what_lacks, value_view};
use crate::components::was::{Was, was};
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
                // What was before is not in the form.
                let old = session.changed_from(&id);
                let old = old.filter(|_| self.can_change && is_answered.get());
                value_of(entry).map_or_else(Was::default, |new| was(session, &id, old, &new))
            }
        };
        let (before, behind) = (old.clone(), old);
        let (before, behind) = (move || before().before, move || behind().behind);
        let has_lines = Memo::new({
            let id = id.clone();
            move |_| session.lines.with(|lines| lines.contains_key(&id))
        });
        let value = {
            let id = id.clone();
            let said = move |id: &FieldId| match value_of(entry) {
                Some(value) => value_view(session, id, &value, "answer-value", false),
                None => {
                    let outcome = entry.with(|it| it.as_ref().and_then(|it| it.outcome));
                    let (field, text) = (id.to_string(), without(session, outcome));
                    view! { <span data-testid="answer-value" data-field=field>{text}</span> }
                        .into_any()
                }
            };
            // The table stays the same when a line of it changes: what is open in it stays open.
            move || match has_lines.get() {
                true => {
                    let (field, can_change) = (id.clone(), self.can_change);
                    let changed = id.clone();
                    view! {
                        {move || changed_last(session, &changed).filter(|_| can_change)}
                        <LineTable session field place=PLACE can_change />
                    }
                    .into_any()
                }
                false => said(&id),
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
            move || self.changing.set(Some(id.clone()))
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
                    request_animation_frame(move || page.focus(&back));
                });
                view! { <Change session field=id place=PLACE on_end /> }
            }
        };
        let own = id.clone();
        view! {
            <div class="answer">
                <dt dir="auto" lang=move || session.form_language()>
                    {move || label.get()}
                    {move || label_of_form(session, &own, label)}
                </dt>
                <dd>
                    <div class="answer-line">
                        <div class="answer-value">
                            {before}
                            <span
                                class:declined=move || !is_answered.get()
                                dir="auto"
                                lang=move || is_answered.get().then(|| session.spoken()).flatten()
                            >
                                {value}
                            </span>
                            {behind}
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

/// What the form's owner calls a field, for who reads it on paper, where it is shown in a translation.
fn label_of_form(session: Session, id: &FieldId, shown: Memo<Option<String>>) -> Option<AnyView> {
    let form = session.form_file.get();
    let own = form.own_language();
    let label = form.field(id)?.label.in_language(own).to_owned();
    let is_other = shown.with(|shown| shown.as_ref() != Some(&label));
    let lang = own.to_owned();
    is_other.then(|| {
        view! { <span class="printed-only" dir="auto" lang=lang>{label}</span> }.into_any()
    })
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
pub fn without(session: Session, outcome: Option<FieldOutcome>) -> &'static str {
    match outcome {
        Some(outcome) => recorded::without(session, outcome),
        None => crate::messages::messages(session.page).unresolved,
    }
}

/// What is still missing of an answer that was left open.
fn missing(session: Session, entry: Memo<Option<OutlineEntry>>) -> Option<impl IntoView> {
    let entry = entry.get()?;
    // The table of lines says of each what it lacks.
    let missing = Some(entry.missing).filter(|missing| !missing.is_empty());
    let missing = missing.filter(|_| !tells_what_lacks(session, &entry.field_id))?;
    let language = session.page.language.get();
    let told = |what: &str| phrases::missing(language, &[what.to_owned()]);
    let text = with_foreign(told, phrases::listed(language, &missing), session.spoken());
    Some(view! { <p class="answer-missing" dir="auto">{text}</p> })
}

/// The words that the answer rests on, or by which there is none, for who wants to see them.
fn evidence(session: Session, id: FieldId, entry: Memo<Option<OutlineEntry>>) -> impl IntoView {
    let page = session.page;
    move || {
        let by = entry.with(|entry| entry.as_ref()?.collected.as_ref().map(|it| it.by));
        let words = session.evidence.with(|all| all.get(&id).cloned());
        let words = words.unwrap_or_default();
        if by == Some(RecordedBy::Entry) || words.is_empty() {
            return None;
        }
        let reworded = entry.with(|entry| entry.as_ref().is_some_and(|it| it.reworded));
        let language = page.language.get();
        let quoted = words.into_iter().map(|words| {
            view! {
                <blockquote dir="auto" lang=session.spoken()>
                    {phrases::quoted(language, &words)}
                </blockquote>
            }
        });
        Some(view! {
            <details class="evidence" data-testid="evidence" open=reworded>
                <summary>
                    {if reworded { messages(page).reworded } else { messages(page).evidence }}
                </summary>
                {quoted.collect_view()}
            </details>
        })
    }
}

/// The lines that were changed last, under words that say so: above a table they would be read as one more
/// of it.
fn changed_last(session: Session, id: &FieldId) -> Option<AnyView> {
    let lines = changed_lines(session, id)?;
    let view = view! {
        <p class="changed-last">{move || messages(session.page).changed_last}</p>
        {lines}
    };
    Some(view.into_any())
}

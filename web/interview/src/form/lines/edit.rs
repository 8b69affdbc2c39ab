//! The inputs of one line, to change it or to add one.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_interview::{Entry, LineEdit};
use kikitori_parts::dom::{self, on_click};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

use super::super::checking::checked_line;
use super::super::inputs::{Input, Problem, labelled, without_blanks};
use super::super::messages::messages;
use crate::session::Session;

/// The inputs of a line, with what stands in it.
#[component]
pub fn LineForm(
    /// Whose.
    session: Session,
    /// The field of the group.
    field: FieldId,
    /// The group.
    group: Group,
    /// Which line; none for a new one.
    number: Option<u32>,
    /// What stands in it.
    cells: Map<String, Json>,
    /// What the ids of its inputs begin with.
    place: &'static str,
    /// Is told when it is over.
    on_end: Callback<()>,
) -> impl IntoView {
    let page = session.page;
    let reader = session.reader();
    let typed = StoredValue::new(cells.clone());
    let problem = RwSignal::new(None::<(String, String)>);
    let name = number.map_or_else(|| "new".to_owned(), |number| number.to_string());
    let id = format!("{place}-{field}-{name}");
    let inputs = group.fields.iter().map(|field| {
        let name = field.id.as_str().to_owned();
        let wrong = name.clone();
        let problem = Signal::derive(move || {
            let (field, text) = problem.get()?;
            (field == wrong).then_some(Problem {
                text,
                at: None,
                there: None,
            })
        });
        let initial = cells.get(&name).cloned().unwrap_or_default();
        let input = Input {
            page,
            id: format!("{id}-{name}"),
            label: field.label.in_language(&reader).to_owned(),
            help: None,
            language: reader.clone(),
            lang: session.form_language(),
            zone: None,
            answer: field.answer.clone(),
            required: field.required,
            problem,
            set: Callback::new({
                let name = name.clone();
                move |value: Json| {
                    typed.update_value(|cells| {
                        cells.insert(name.clone(), value);
                    });
                }
            }),
            field: name,
        };
        labelled(&input, &initial)
    });
    let inputs = inputs.collect_view();
    let control = |id: &str, name: &str| format!("#{id}-{name}-field :is(input, select, textarea)");
    let first = group
        .fields
        .first()
        .map(|field| control(&id, field.id.as_str()));
    request_animation_frame(move || {
        if let Some(first) = first {
            dom::focus(&first);
        }
    });
    let save = move || {
        let typed = without_blanks(Json::Object(typed.get_value()));
        let Json::Object(cells) = typed else {
            return;
        };
        match checked_line(session, &group, &cells) {
            Ok(()) => {
                let edit = LineEdit::Put { number, cells };
                session.enter_one(field.clone(), Entry::Lines(vec![edit]));
                on_end.run(());
            }
            Err((name, text)) => {
                dom::focus(&control(&id, &name));
                problem.set(Some((name, text)));
            }
        }
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.prevent_default();
            on_end.run(());
        }
    };
    view! {
        <form
            class="change line-form"
            novalidate
            data-testid="line-form"
            on:keydown=on_key
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                save();
            }
        >
            <div class="line-cells">{inputs}</div>
            <div class="row">
                <button type="submit" class="button primary" data-testid="line-save">
                    {move || messages(page).save}
                </button>
                <button
                    type="button"
                    class="button quiet"
                    data-testid="line-cancel"
                    on:click=on_click(move || on_end.run(()))
                >
                    {move || messages(page).keep}
                </button>
            </div>
        </form>
    }
}

//! Lines of several inputs each, to add to and to take away.

use kikitori_form::file::LineField;
use kikitori_form::file::answer::{Group, MAX_LINES};
use kikitori_interview::{LINE_NUMBER, number_of_row};
use kikitori_parts::dom::on_click;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

use super::{Input, Problem, labelled};
use crate::form::messages::{line_words, messages, phrases};
use crate::form::moves::{Moves, button_of, moves, say_moved};

/// The id of a cell's input.
pub fn cell_id(id: &str, line: usize, field: &str) -> String {
    format!("{id}-{line}-{field}")
}

/// The number that a line has already, as it stands among its values.
pub fn own_number(number: Option<&Json>) -> Option<usize> {
    usize::try_from(number?.as_u64()?).ok()
}

/// The lines, each with its key: what was typed into one stays with it.
type Lines = Vec<(usize, Map<String, Json>)>;

/// All lines, with a button for one more.
pub fn lines(input: &Input, group: &Group, initial: &Json) -> AnyView {
    let page = input.page;
    let (set, group) = (input.set, StoredValue::new(group.clone()));
    let (base, id) = (
        StoredValue::new(input.clone()),
        StoredValue::new(input.id.clone()),
    );
    let least = group.with_value(|group| group.min_lines.map_or(1, |min| min.0.max(1)));
    let most = group.with_value(|group| group.max_lines.map_or(MAX_LINES, |max| max.0));
    let given = initial.as_array().into_iter().flatten();
    let given = given.map(|line| line.as_object().cloned().unwrap_or_default());
    let mut given: Lines = given.enumerate().collect();
    while given.len() < least as usize {
        given.push((given.len(), Map::new()));
    }
    let next = StoredValue::new(given.len());
    // The keys in their order; what stands in the lines changes without any of them being made anew.
    let keys = RwSignal::new(given.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    let typed = StoredValue::new(given);
    let tell = move || {
        let lines = typed.with_value(|lines| {
            let lines = lines.iter().map(|(_, line)| Json::Object(line.clone()));
            lines.collect::<Vec<_>>()
        });
        set.run(Json::Array(lines));
    };
    let add = move || {
        let key = next.get_value();
        next.set_value(key + 1);
        typed.update_value(|lines| lines.push((key, Map::new())));
        keys.update(|keys| keys.push(key));
        tell();
        let first = format!(
            "#{}-field .line:last-of-type :is(input, select, textarea)",
            id.get_value()
        );
        request_animation_frame(move || page.focus(&first));
    };
    let line = move |key: usize| {
        let place = Signal::derive(move || keys.with(|keys| keys.iter().position(|it| *it == key)));
        let remove = move || {
            typed.update_value(|lines| lines.retain(|(it, _)| *it != key));
            keys.update(|keys| keys.retain(|it| *it != key));
            tell();
            let add = format!("#{}-add", id.get_value());
            request_animation_frame(move || page.focus(&add));
        };
        let cell = move |field: &LineField| {
            let name = field.id.as_str().to_owned();
            let value = typed.with_value(|lines| {
                let line = lines.iter().find(|(it, _)| *it == key);
                line.and_then(|(_, line)| line.get(&name).cloned())
            });
            let cell = cell_of(
                base,
                field,
                key,
                place,
                Callback::new({
                    let name = name.clone();
                    move |value: Json| {
                        typed.update_value(|lines| {
                            if let Some((_, line)) = lines.iter_mut().find(|(it, _)| *it == key) {
                                line.insert(name.clone(), value);
                            }
                        });
                        tell();
                    }
                }),
            );
            labelled(&cell, &value.unwrap_or_default())
        };
        let cells = group.with_value(|group| group.fields.iter().map(cell).collect_view());
        let number = move || {
            let place = place.get().unwrap_or_default();
            let own = typed.with_value(|lines| {
                let own = lines
                    .iter()
                    .map(|(_, line)| own_number(line.get(LINE_NUMBER)));
                own.collect::<Vec<_>>()
            });
            number_of_row(&own, place)
        };
        let title = move || phrases::line(page.language.get(), number());
        let can_remove = move || keys.with(Vec::len) > 1;
        let moves_key = format!("{}-{key}", id.get_value());
        let shift = {
            let moves_key = moves_key.clone();
            move |is_up: bool| {
                let from = place.get_untracked().unwrap_or_default();
                let to = match is_up {
                    true => from.checked_sub(1),
                    false => Some(from + 1),
                };
                let is_there = |to: &usize| keys.with_untracked(|keys| *to < keys.len());
                let Some(to) = to.filter(is_there) else {
                    return;
                };
                typed.update_value(|lines| lines.swap(from, to));
                keys.update(|keys| keys.swap(from, to));
                tell();
                say_moved(page, None, untrack(number));
                // The line is put in elsewhere, which may take the focus away.
                let button = button_of(&moves_key, is_up);
                request_animation_frame(move || page.focus(&button));
            }
        };
        let shifts = Moves {
            page,
            key: moves_key,
            number: Signal::derive(number),
            is_first: Signal::derive(move || place.get() == Some(0)),
            is_last: Signal::derive(move || {
                place
                    .get()
                    .is_some_and(|place| keys.with(|keys| place + 1 == keys.len()))
            }),
            on_move: Callback::new(shift),
        };
        view! {
            <fieldset class="line" data-testid="line">
                <legend class="line-title">{title}</legend>
                <div class="line-cells">{cells}</div>
                <button
                    type="button"
                    class="link"
                    data-testid="remove-line"
                    hidden=move || !can_remove()
                    aria-label=move || line_words::remove(page.language.get(), number())
                    on:click=on_click(remove)
                >
                    {move || messages(page).remove}
                </button>
                <span hidden=move || !can_remove()>{moves(&shifts)}</span>
            </fieldset>
        }
    };
    let is_full = move || keys.with(Vec::len) >= most as usize;
    view! {
        <div class="lines">
            <For each=move || keys.get() key=|key| *key children=line />
            <button
                type="button"
                class="button"
                id=format!("{}-add", input.id)
                data-testid="add-line"
                aria-disabled=move || is_full().to_string()
                on:click=on_click(move || if !is_full() { add() })
            >
                {move || messages(page).add_line}
            </button>
        </div>
    }
    .into_any()
}

/// The input of one field of one line.
fn cell_of(
    group: StoredValue<Input>,
    field: &LineField,
    key: usize,
    place: Signal<Option<usize>>,
    set: Callback<Json>,
) -> Input {
    let name = field.id.as_str().to_owned();
    group.with_value(|group| {
        let whole = group.problem;
        let in_line = name.clone();
        let problem = Signal::derive(move || {
            let problem = whole.get()?;
            let (line, field) = problem.at.as_ref()?;
            let is_here = Some(*line) == place.get() && *field == in_line;
            is_here.then(|| Problem {
                text: problem.there.clone().unwrap_or_default(),
                at: None,
                there: None,
            })
        });
        Input {
            page: group.page,
            id: cell_id(&group.id, key, &name),
            label: field.label.in_language(&group.language).to_owned(),
            help: None,
            language: group.language.clone(),
            lang: group.lang,
            country: group.country.clone(),
            zone: group.zone.clone(),
            answer: field.answer.clone(),
            private: group.private,
            required: field.required,
            is_of_line: true,
            problem,
            set,
            field: name,
        }
    })
}

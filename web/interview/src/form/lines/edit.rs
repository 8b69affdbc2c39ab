//! The inputs of one line, to change it or to add one.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_interview::{Entry, Evidence, LINE_ZONE, LineEdit};
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

use super::super::change::tell_here;
use super::super::checking::checked_line;
use super::super::frame::ChangeFrame;
use super::super::inputs::{Input, PART, Problem, has_part, labelled, without_blanks};
use super::super::messages::phrases;
use crate::components::value::zone_of_values;
use crate::session::Session;

/// What is being changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineTarget {
    /// The line of this number.
    Line(u32),
    /// A line of words that were set aside.
    Aside(Evidence),
    /// A new line.
    New,
}

impl LineTarget {
    /// What ids and ways back are called by.
    pub fn name(self) -> String {
        match self {
            Self::Line(number) => number.to_string(),
            Self::Aside(words) => format!("aside-{}-{}", words.message, words.start),
            Self::New => "new".to_owned(),
        }
    }

    /// The number of its row among those of the form, none for a new one. Words that were set aside have
    /// no row there.
    pub fn row(self) -> Option<Option<u32>> {
        match self {
            Self::Line(number) => Some(Some(number)),
            Self::New => Some(None),
            Self::Aside(_) => None,
        }
    }

    fn edit(self, cells: Map<String, Json>) -> LineEdit {
        match self {
            Self::Line(number) => LineEdit::Put {
                number: Some(number),
                cells,
            },
            Self::Aside(source) => LineEdit::TakeUp { source, cells },
            Self::New => LineEdit::Put {
                number: None,
                cells,
            },
        }
    }
}

/// The inputs of a line, with what stands in it.
#[component]
pub fn LineForm(
    /// Whose.
    session: Session,
    /// The field of the group.
    field: FieldId,
    /// The group.
    group: Group,
    /// What it is to be.
    target: LineTarget,
    /// What stands in it.
    cells: Map<String, Json>,
    /// What the ids of its inputs begin with.
    place: &'static str,
    /// Is told when it is over.
    on_end: Callback<()>,
) -> impl IntoView {
    let page = session.page;
    let reader = session.reader();
    let told_in = reader.clone();
    let lang = Signal::derive(move || session.form_language_for(&told_in));
    let typed = StoredValue::new(cells.clone());
    let problem = RwSignal::new(None::<(String, String)>);
    let is_private = session
        .form_file
        .with_untracked(|form| form.field(&field).is_some_and(|field| field.private));
    let name = target.name();
    let id = format!("{place}-{field}-{name}");
    // Of a line whose times were told in another zone they stay in that.
    let line = session.lines.with_untracked(|lines| {
        let mut lines = lines.get(&field)?.lines.iter();
        lines
            .find(|line| target == LineTarget::Line(line.number))
            .cloned()
    });
    let settled = session.place.with_untracked(|it| it.time_zone.clone());
    let told_in = line.as_ref().and_then(|line| line.told_in.as_ref());
    let is_elsewhere =
        settled.is_some() && told_in.is_some_and(|it| settled.as_deref() != Some(it.as_str()));
    let here = RwSignal::new(false);
    let elsewhere = is_elsewhere.then(|| tell_here(session, here, phrases::tell_here));
    let zone = line.and_then(|line| line.zone);
    let zone = zone.or_else(|| untrack(|| zone_of_values(session)));
    let (of, left) = (field.clone(), field.clone());
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
            lang,
            country: session.place.get_untracked().country,
            zone: zone.clone(),
            answer: field.answer.clone(),
            private: is_private,
            required: field.required,
            is_of_line: true,
            problem,
            set: Callback::new({
                let (name, of) = (name.clone(), of.clone());
                move |value: Json| {
                    typed.update_value(|cells| {
                        cells.insert(name.clone(), value);
                    });
                    if let Some(row) = target.row() {
                        session.put_in_line(&of, row, Some(typed.get_value()));
                    }
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
            page.focus(&first);
        }
    });
    let on_save = Callback::new(move |()| {
        let typed = without_blanks(Json::Object(typed.get_value()));
        let Json::Object(mut cells) = typed else {
            return;
        };
        for field in &group.fields {
            if has_part(page, &format!("{id}-{}", field.id)) {
                cells.insert(field.id.to_string(), PART.into());
            }
        }
        let not_known = match target {
            LineTarget::Line(number) => {
                let mut not_known = session.not_known_of(&field);
                not_known.remove(&(number as usize)).unwrap_or_default()
            }
            LineTarget::New | LineTarget::Aside(_) => Vec::new(),
        };
        match checked_line(session, &group, &not_known, &cells) {
            Ok(()) => {
                if let Some(settled) = settled.clone().filter(|_| here.get_untracked()) {
                    cells.insert(LINE_ZONE.to_owned(), settled.into());
                }
                let edit = target.edit(cells);
                session.enter_one(field.clone(), Entry::Lines(vec![edit]));
                on_end.run(());
            }
            Err((name, text)) => {
                page.focus(&control(&id, &name));
                problem.set(Some((name, text)));
            }
        }
    });
    let on_leave = Callback::new(move |()| {
        if let Some(row) = target.row() {
            session.put_in_line(&left, row, None);
        }
        on_end.run(());
    });
    view! {
        <ChangeFrame page name="line" on_save on_end=on_leave>
            <div class="line-cells">{inputs}</div>
            {elsewhere}
        </ChangeFrame>
    }
}

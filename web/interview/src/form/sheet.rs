//! What stands in the inputs of the form, beside what is recorded.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_browser::{BrowserLocale, zone_name};
use kikitori_form::file::IfDeclined;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Refusal, Value, in_words};
use kikitori_form::{FieldId, FormField, SessionForm};
use kikitori_interview::{Entry, FieldEntry, TimeZone};
use leptos::prelude::*;
use serde_json::Value as Json;

use super::checking::{checked, problem};
use super::inputs::{Input, PART, Problem, has_part, is_blank, lacks_words, without_blanks};
use super::messages::Messages;
use crate::components::value::zone_of_values;
use crate::session::Session;

/// The inputs of a form. A handle: all copies are the same inputs.
#[derive(Clone, Copy)]
pub struct Sheet {
    /// Whose form.
    pub session: Session,
    /// What was put into each input since it was shown.
    typed: RwSignal<BTreeMap<FieldId, Json>>,
    /// What the ids of the inputs begin with.
    place: StoredValue<&'static str>,
    /// Whether a time that was told in another zone is to be told in the one that is settled now.
    pub here: RwSignal<bool>,
    /// What is wrong with it.
    pub problems: RwSignal<BTreeMap<FieldId, Problem>>,
    /// The fields that stay without an answer, and why.
    without: RwSignal<BTreeMap<FieldId, Without>>,
}

/// Why a field stays without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// They do not know it.
    Unknown,
    /// They would rather not say.
    Declined,
}

/// How much has to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What was put in.
    Partly,
    /// An answer to every field that needs one; the others are skipped.
    Wholly,
    /// An answer, where there is another way to skip.
    Answer,
}

impl Sheet {
    /// The inputs of this session. What is put into them is kept with it until it is saved, as what is typed to
    /// be sent is.
    pub fn of(session: Session) -> Self {
        Self {
            session,
            typed: session.unsaved,
            place: StoredValue::new(""),
            here: RwSignal::new(false),
            problems: RwSignal::new(BTreeMap::new()),
            without: RwSignal::new(BTreeMap::new()),
        }
    }

    /// Whether something was put into the input of this field.
    pub fn has_typed(self, field: &FieldId) -> bool {
        self.typed.with(|typed| typed.contains_key(field))
    }

    /// What was put into the input of this field, in words, if it is no private value. What does not fit is
    /// said all the same: what goes with it may tell why.
    pub fn typed_in_words(self, field: &FieldId) -> Option<String> {
        let form = self.session.form_file.get_untracked();
        let field = form.field(field).filter(|field| !field.private)?;
        let typed = self
            .typed
            .with_untracked(|typed| typed.get(&field.field_id).cloned());
        let typed = typed.filter(|typed| !is_blank(typed))?;
        let mut any = field.clone();
        if let AnswerType::Choices(choices) = &mut any.answer {
            (choices.min, choices.max) = (None, None);
        }
        let Ok(value) = checked(self.session, &any, &typed) else {
            return typed.as_str().map(str::to_owned);
        };
        let language = untrack(|| self.session.reader());
        Some(in_words(&value, &any.answer, &language, &BrowserLocale))
    }

    /// Why this field stays without an answer, if they said so.
    pub fn stays_without(self, field: &FieldId) -> Option<Without> {
        self.without.with(|without| without.get(field).copied())
    }

    /// Whether an answer to this field is missing, and nothing stands in its input.
    pub fn lacks_answer(self, field: &FieldId) -> bool {
        let is_wrong = self.problems.with(|problems| problems.contains_key(field));
        let typed = |typed: &BTreeMap<FieldId, Json>| typed.get(field).is_none_or(is_blank);
        is_wrong && self.typed.with(typed)
    }

    /// Leaves a field without an answer, until something is put into it.
    pub fn leave_without(self, field: &FieldId, why: Without) {
        self.problems.update(|problems| {
            problems.remove(field);
        });
        self.without.update(|without| {
            without.insert(field.clone(), why);
        });
    }

    /// Forgets what is wrong, and what stays without an answer.
    pub fn forget(self) {
        self.problems.update(|problems| problems.clear());
        self.without.update(|without| without.clear());
    }

    /// Takes that back.
    pub fn answer_after_all(self, field: &FieldId) {
        if self
            .without
            .with_untracked(|without| without.contains_key(field))
        {
            self.without.update(|without| {
                without.remove(field);
            });
        }
    }

    /// The fields whose condition holds for what is recorded and what was put in. Of those without one, a
    /// page around that hides some of its own form is followed.
    pub fn visible(self) -> Vec<FieldId> {
        let form = self.session.form_file.get();
        let values = self.values(&form);
        let answer = |field: &FieldId| values.get(field);
        let asked: BTreeSet<FieldId> = self.session.outline.with(|outline| {
            let fields = outline.iter().map(|entry| entry.field_id.clone());
            fields.collect()
        });
        let fields = form.fields.iter().filter(|field| match &field.when {
            Some(when) => when.holds(&answer),
            None => asked.is_empty() || asked.contains(&field.field_id),
        });
        fields.map(|field| field.field_id.clone()).collect()
    }

    /// What is recorded, and what was put in where it fits, of the fields that are asked. A field's
    /// condition names fields before it.
    fn values(self, form: &SessionForm) -> BTreeMap<FieldId, Value> {
        let mut values: BTreeMap<FieldId, Value> = BTreeMap::new();
        let recorded = self.session.values.get();
        self.typed.with(|typed| {
            for field in &form.fields {
                let is_asked = field
                    .when
                    .as_ref()
                    .is_none_or(|when| when.holds(&|field: &FieldId| values.get(field)));
                if !is_asked {
                    continue;
                }
                let value = match typed.get(&field.field_id) {
                    Some(typed) if is_blank(typed) => None,
                    Some(typed) => checked(self.session, field, typed).ok(),
                    None => recorded.get(&field.field_id).cloned(),
                };
                if let Some(value) = value {
                    values.insert(field.field_id.clone(), value);
                }
            }
        });
        values
    }

    /// The input of `field`, with what stands in it at first.
    pub fn input(self, field: &FormField, place: &'static str) -> (Input, Json) {
        let session = self.session;
        self.place.set_value(place);
        let id = field.field_id.clone();
        let language = session.reader();
        let typed = self
            .typed
            .with_untracked(|typed| typed.get(&field.field_id).cloned());
        let recorded = || {
            session.values.with_untracked(|values| {
                let value = values.get(&field.field_id);
                value.and_then(|value| serde_json::to_value(value).ok())
            })
        };
        let rows = || session.rows_of(&field.field_id);
        let picked = || self.picked_so_far(&id);
        let initial = typed.or_else(rows).or_else(recorded).or_else(picked);
        let initial = initial.unwrap_or_default();
        let problem = Signal::derive({
            let id = id.clone();
            move || self.problems.with(|problems| problems.get(&id).cloned())
        });
        let set = Callback::new({
            let id = id.clone();
            move |value: Json| {
                self.answer_after_all(&id);
                session.put_in(id.clone(), value);
            }
        });
        let help = field.why.as_ref();
        let told_in = language.clone();
        let lang = Signal::derive(move || session.form_language_for(&told_in));
        let input = Input {
            page: session.page,
            id: format!("{place}-{id}"),
            field: id.as_str().to_owned(),
            label: field.label.in_language(&language).to_owned(),
            help: help.map(|help| help.in_language(&language).to_owned()),
            lang,
            language,
            country: session.place.get_untracked().country,
            zone: untrack(|| self.zone_of(field)),
            answer: field.answer.clone(),
            private: field.private,
            required: field.required,
            is_of_line: false,
            problem,
            set,
        };
        (input, initial)
    }

    /// What is to be recorded, if all of it fits; what is wrong is shown otherwise.
    pub fn entries(self, extent: Extent) -> Option<Vec<FieldEntry>> {
        let visible = untrack(|| self.visible());
        self.entries_of(&visible, extent)
    }

    /// The same of these fields only.
    pub fn entries_of(self, fields: &[FieldId], extent: Extent) -> Option<Vec<FieldEntry>> {
        let form = self.session.form_file.get_untracked();
        let mut problems = BTreeMap::new();
        let mut entries = Vec::new();
        for field in &form.fields {
            if !fields.contains(&field.field_id) {
                continue;
            }
            match self.entry(field, extent) {
                Ok(Some(entry)) => entries.push(FieldEntry {
                    field_id: field.field_id.clone(),
                    entry,
                }),
                Ok(None) => {}
                Err(problem) => {
                    problems.insert(field.field_id.clone(), problem);
                }
            }
        }
        let fits = problems.is_empty();
        self.problems.set(problems);
        fits.then_some(entries)
    }

    /// The options that were picked in words, of a field that is still open.
    fn picked_so_far(self, field: &FieldId) -> Option<Json> {
        let entry = self.session.entry(field)?;
        serde_json::to_value(entry.picked?).ok()
    }

    /// Whether it is a time, or lines with times, told in another zone than the one that times are shown in.
    pub fn is_of_another_zone(self, field: &FormField) -> bool {
        let session = self.session;
        let shown = session.place.with_untracked(|it| it.time_zone.clone());
        let Some(shown) = shown else { return false };
        let entry = untrack(|| session.entry(&field.field_id));
        let told = entry.and_then(|entry| entry.collected?.zone);
        let is_other = |told: &TimeZone| told.as_str() != shown;
        told.is_some_and(|told| is_other(&told))
            || session.lines.with_untracked(|lines| {
                let lines = lines.get(&field.field_id).into_iter();
                let mut lines = lines.flat_map(|it| &it.lines);
                lines.any(|line| line.told_in.as_ref().is_some_and(is_other))
            })
    }

    /// What the zone is called that a time was told in, or all times of a list were; none where they are
    /// of several.
    fn zone_of(self, field: &FormField) -> Option<String> {
        let session = self.session;
        let of_lines: BTreeSet<String> = session.lines.with(|lines| {
            let lines = lines.get(&field.field_id).into_iter();
            let lines = lines.flat_map(|it| &it.lines);
            lines.filter_map(|line| line.zone.clone()).collect()
        });
        let mut of_lines = of_lines.into_iter();
        if let Some(only) = of_lines.next() {
            return Some(only).filter(|_| of_lines.next().is_none());
        }
        let entry = session.entry(&field.field_id);
        let Some(zone) = entry.and_then(|entry| entry.collected?.zone) else {
            return zone_of_values(session);
        };
        let name = zone_name(zone.as_str(), &session.reader());
        Some(name.unwrap_or_else(|| zone.to_string()))
    }

    fn entry(self, field: &FormField, extent: Extent) -> Result<Option<Entry>, Problem> {
        let session = self.session;
        let id = &field.field_id;
        let values = session.values;
        let recorded = values.with_untracked(|values| values.get(id).cloned());
        let typed = self.typed.with_untracked(|typed| typed.get(id).cloned());
        let is_touched = typed.is_some();
        let is_over = session.is_done(id);
        // Who saves the whole form takes it as it stands: also what the conversation still asks about,
        // and lines of which something is missing are said to lack it.
        let moves = self.here.get_untracked() && self.is_of_another_zone(field);
        let stands = || {
            let is_taken = moves || (extent == Extent::Wholly && !is_over);
            let rows = || session.rows_of(id);
            let value = || serde_json::to_value(recorded.as_ref()?).ok();
            let picked = || match extent {
                Extent::Wholly | Extent::Answer => self.picked_so_far(id),
                Extent::Partly => None,
            };
            let stands = is_taken.then(|| rows().or_else(value)).flatten();
            stands.or_else(picked)
        };
        let without = self
            .without
            .with_untracked(|without| without.get(id).copied());
        // An answer that was recorded meanwhile counts more.
        if let Some(why) = without.filter(|_| recorded.is_none()) {
            return Ok(Some(match why {
                Without::Unknown => Entry::DoesNotKnow,
                Without::Declined => Entry::Decline,
            }));
        }
        // What is begun there is neither an answer nor taken out.
        if has_part(session.page, &format!("{}-{id}", self.place.get_value())) {
            return checked(session, field, &PART.into()).map(|_| None);
        }
        if typed
            .as_ref()
            .is_some_and(|typed| lacks_words(&field.answer, typed))
        {
            let reader = session.page.language.get_untracked();
            return Err(Problem {
                text: Messages::of(reader).what_else.to_owned(),
                at: None,
                there: None,
            });
        }
        let typed = typed.or_else(stands).filter(|typed| !is_blank(typed));
        if let Some(typed) = typed {
            let value = checked(session, field, &typed)?;
            // What changes of a line that lacks something changes no value.
            let is_other_row = || {
                let rows = session.rows_of(id);
                rows.is_some_and(|rows| without_blanks(rows) != without_blanks(typed.clone()))
            };
            let is_new = !is_over || moves || recorded.as_ref() != Some(&value) || is_other_row();
            let typed = || without_blanks(typed);
            return Ok(is_new.then(|| match moves {
                true => Entry::Here(typed()),
                false => Entry::Value(typed()),
            }));
        }
        let is_cleared = is_touched && recorded.is_some();
        // Who did not know it in words need not say so here once more.
        let is_left = extent == Extent::Wholly || field.if_declined == Some(IfDeclined::LeaveOpen);
        let may_stay_open = is_over && is_left;
        let is_wanted = matches!(extent, Extent::Wholly | Extent::Answer);
        let is_missing = is_wanted && recorded.is_none() && !may_stay_open;
        match field.required || extent == Extent::Answer {
            true if is_cleared || is_missing => {
                Err(problem(session, field, &Json::Null, &Refusal::Empty))
            }
            false if is_cleared || (is_missing && !is_over) => Ok(Some(Entry::Skip)),
            _ => Ok(None),
        }
    }
}

//! What is said of one line, put into it: each value checked against the words.

use kikitori_form::FieldId;
use kikitori_form::file::answer::{ChoiceOption, Group};
use kikitori_form::lines::{Confidence, Lacking, NotTold, Unreadable, other_options, told};
use kikitori_form::values::{CheckContext, Told, Value, check, unsaid};
use serde_json::{Map, Value as Json};

use super::meant::is_text;
use super::said::{NotTaken, Said, ToldOf, Why, written};
use crate::field::RecordedBy;
use crate::lines::{Line, kept_values};

/// What is said of a line, put into it.
pub(super) struct Patched {
    pub line: Line,
    /// What does not fit.
    pub not_taken: Vec<NotTaken>,
    /// Whether some of what fits plainly stands in the words.
    pub is_said: bool,
}

/// A new line. What it says is looked for in the clause that names it, then in all that is about it: a
/// figure elsewhere is none of its own. Where that does not give it, all words may. A clause without
/// figures may tell a number in words that code does not read; one that has the number is surer.
pub(super) fn patched_new(
    group: &Group,
    line: &Line,
    item: &Map<String, Json>,
    (said, told): (Said<'_>, Option<ToldOf>),
    context: &CheckContext<'_>,
) -> Patched {
    let clauses = match told {
        Some(ToldOf::Another(about)) => {
            let words = said.of_line(Some(about));
            let own = Some(words.as_str());
            return patched(group, line.clone(), item, Said { own, ..said }, context);
        }
        Some(ToldOf::Clauses(clauses)) => Some(clauses),
        None => None,
    };
    let clauses = clauses.into_iter().flatten();
    let read = clauses.filter_map(|clause| {
        let words = said.of_line(Some(clause));
        let own = Some(words.as_str());
        let read = patched(group, line.clone(), item, Said { own, ..said }, context);
        read.not_taken.is_empty().then_some(read)
    });
    let mut read: Vec<Patched> = read.collect();
    let sure = read
        .iter()
        .position(|it| it.line.confidence > Confidence::Low);
    match read.is_empty() {
        true => patched(group, line.clone(), item, said, context),
        false => read.swap_remove(sure.unwrap_or(0)),
    }
}

/// A line with what is said of it, and what of that does not fit: each value has to be what the words
/// say. Where one is not, a line that was there keeps what it had.
pub(super) fn patched(
    group: &Group,
    mut line: Line,
    item: &Map<String, Json>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Patched {
    let mut is_said = false;
    // What of it was put in by hand and is not told anew stays so.
    let stays_by_hand = line.by == RecordedBy::Entry
        && line
            .values
            .iter()
            .any(|it| !item.contains_key(it.field.as_str()));
    let mut values: Vec<(FieldId, Value)> = line
        .values
        .drain(..)
        .map(|it| (it.field, it.value.0))
        .collect();
    let was_unread = values.is_empty();
    let lacked = std::mem::take(&mut line.lacking);
    let mut confidence = match (was_unread, lacked.is_empty()) {
        (true, _) => Confidence::High,
        (false, true) => line.confidence,
        // What was uncertain is cleared up by this.
        (false, false) => line.confidence.max(Confidence::Medium),
    };
    let mut not_taken = Vec::new();
    for (name, value) in item {
        let place = values.iter().position(|(id, _)| id.as_str() == name);
        let old = place.map(|place| values.remove(place));
        let mut fields = group.fields.iter();
        if value.is_null()
            && said.null_is_not_known
            && let Some(field) = fields.find(|it| it.id.as_str() == name && it.required)
        {
            line.lacking.push(Lacking::NotKnown(field.id.clone()));
            continue;
        }
        if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
            continue;
        }
        let words = Told {
            words: said.grounds(),
            asked: said.asked,
            before: "",
            recorded: old.as_ref().map(|(_, value)| value),
        };
        let checked = told(group, name, value, words, said.figures, context);
        let checked = checked.and_then(|checked| {
            let another = another_option(group, item, &checked, old.as_ref(), said, context);
            another.map_or(Ok(checked), Err)
        });
        match checked {
            Ok((id, value, most)) => {
                confidence = confidence.min(most);
                is_said |= most > Confidence::Low;
                values.push((id, value));
            }
            Err(NotTold { problem, refusal }) => {
                let field = group.fields.iter().find(|it| it.id.as_str() == name);
                let written = written(value);
                // Who lets two of them change places calls each by a part of its name.
                let is_other_named = || {
                    let grounds = (context.fold)(said.grounds());
                    let mut words = grounds.split(|it: char| !it.is_alphanumeric());
                    let called = (context.fold)(&written);
                    let first = called.split_whitespace().next().unwrap_or_default();
                    (said.is_of_other)(name, value) && words.any(|word| word == first)
                };
                // "The same kind, but with uji kintoki" has a name of which other lines have the rest.
                let is_composed = || {
                    let is_of = |said: &[&str]| unsaid(&written, said, context.fold).is_none();
                    is_of(&[said.grounds(), said.texts]) && !is_of(&[said.texts])
                };
                if let Some(field) = field.filter(|field| is_text(&field.answer))
                    && ((said.was_said)(&written) || is_other_named() || is_composed())
                    && let Ok(checked) = check(&field.answer, value, context)
                {
                    confidence = confidence.min(Confidence::Medium);
                    values.push((field.id.clone(), checked.value));
                    continue;
                }
                // "The same as the first": whether it is, they can see.
                if let Some(field) = field.filter(|field| !is_text(&field.answer))
                    && (said.is_of_other)(name, value)
                    && !said.grounds().contains(char::is_numeric)
                    && let Ok(checked) = check(&field.answer, value, context)
                {
                    confidence = Confidence::Low;
                    values.push((field.id.clone(), checked.value));
                    continue;
                }
                let field = field.map(|field| field.id.clone());
                // Only what they said is worth asking about.
                let folded = context.fold;
                let stands = stands_in(&folded(said.grounds()), &folded(&written));
                let keeps = was_unread && stands;
                if let Some(field) = field.clone().filter(|_| keeps) {
                    line.lacking.push(Lacking::Unreadable(Unreadable {
                        field,
                        said: written.clone(),
                    }));
                }
                let is_there = old.is_some();
                values.extend(old);
                // The first report has kept the words.
                let is_kept_before = said.is_again
                    && field.as_ref().is_some_and(|field| {
                        let mut lacked = lacked.iter();
                        lacked.any(|it| {
                            is_about(it, field) || matches!(it, Lacking::Missing(id) if id == field)
                        })
                    });
                let words = match stands {
                    true => written,
                    false => said.of_line(said.source_of(group, item).into()),
                };
                not_taken.push(NotTaken {
                    line: (!was_unread || is_there).then_some(line.number),
                    field,
                    words,
                    problem,
                    why: refusal.map_or(Why::Unclear, Why::Refused),
                    is_kept: keeps || is_kept_before,
                    recorded_as: None,
                });
            }
        }
    }
    let is_refused = |field: &FieldId| not_taken.iter().any(|it| it.field.as_ref() == Some(field));
    for lacked in lacked {
        let (Lacking::Unreadable(Unreadable { field, .. }) | Lacking::NotKnown(field)) = &lacked
        else {
            continue;
        };
        let is_over = item.contains_key(field.as_str()) && !is_refused(field);
        if !is_over && !line.lacking.iter().any(|it| is_about(it, field)) {
            line.lacking.push(lacked);
        }
    }
    let mut ordered = Vec::new();
    for field in &group.fields {
        match values.iter().position(|(id, _)| *id == field.id) {
            Some(place) => ordered.push(values.swap_remove(place)),
            None if line.lacking.iter().any(|it| is_about(it, &field.id)) => {}
            None if field.required => line.lacking.push(Lacking::Missing(field.id.clone())),
            None => {}
        }
    }
    let line = Line {
        values: kept_values(ordered),
        confidence,
        by: match stays_by_hand {
            true => RecordedBy::Entry,
            false => RecordedBy::Conversation,
        },
        ..line
    };
    Patched {
        line,
        not_taken,
        is_said,
    }
}

/// Why an option is none: the words name another one, which is neither what the line had, nor part of one of
/// its names, nor reported of another line in the same call.
fn another_option(
    group: &Group,
    item: &Map<String, Json>,
    (id, value, most): &(FieldId, Value, Confidence),
    old: Option<&(FieldId, Value)>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Option<NotTold> {
    let field = group.fields.iter().find(|it| it.id == *id)?;
    if *most > Confidence::Low {
        return None;
    }
    // Who insists has other words for it.
    if said.is_insisted_on {
        return None;
    }
    let has = |value: &Value, option: &ChoiceOption| {
        let value = (context.fold)(&value.to_string());
        value.contains(&(context.fold)(option.value.as_str()))
    };
    let own = |option: &ChoiceOption| old.is_some_and(|(_, old)| has(old, option));
    let is_of_message = |option: &ChoiceOption| {
        let mut values = said.told_of_lines.iter();
        values.any(|(field, value)| field == id && has(value, option))
    };
    let is_of_name = |option: &ChoiceOption| {
        let texts = item.values().filter_map(Json::as_str);
        let texts: Vec<String> = texts.map(context.fold).collect();
        let mut labels = option.label.all().map(context.fold);
        labels.any(|label| texts.iter().any(|text| text.contains(&label)))
    };
    let mut others = other_options(&field.answer, said.words, value, context);
    let another = others.find(|it| {
        let is_reported = (said.is_reported)(id.as_str(), it.value.as_str());
        !own(it) && !is_of_name(it) && !is_reported && !is_of_message(it)
    })?;
    Some(NotTold {
        problem: format!(
            "{id}: its words name “{}”, not “{value}”: report what they say, or leave it out and ask",
            another.value.as_str()
        ),
        refusal: None,
    })
}

fn is_about(lacking: &Lacking, field: &FieldId) -> bool {
    match lacking {
        Lacking::Unreadable(it) => it.field == *field,
        Lacking::NotKnown(id) => id == field,
        Lacking::NotRead | Lacking::Unclear | Lacking::Missing(_) => false,
    }
}

/// Whether a text stands in words: a number not as a part of another one.
fn stands_in(words: &str, text: &str) -> bool {
    let is_of_number = |it: char| it.is_numeric();
    let joins = |mark: char| matches!(mark, '.' | ',');
    words.match_indices(text).any(|(at, found)| {
        let before = words.get(..at).unwrap_or_default();
        let behind = words.get(at + found.len()..).unwrap_or_default();
        let is_cut_before = text.starts_with(is_of_number)
            && before.trim_end_matches(joins).ends_with(is_of_number);
        let is_cut_behind = text.ends_with(is_of_number)
            && behind.trim_start_matches(joins).starts_with(is_of_number);
        !is_cut_before && !is_cut_behind
    })
}

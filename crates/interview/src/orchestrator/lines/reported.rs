//! Lines as a model reports them, each value checked against the words.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::{Confidence, Lacking, NotTold, Unreadable, told};
use kikitori_form::values::{CheckContext, Told, Value, check};
use serde_json::{Map, Value as Json};

use super::again::ToldBefore;
use super::meant::{Named, is_text, is_unnamed_beside, name_of, named_instead};
use super::said::{NotTaken, Said, ToldOf, Why};
use crate::field::RecordedBy;
use crate::lines::{
    LINE_NUMBER, LINE_REMOVED, LINE_ZONE, Line, LineChange, LineSheet, kept_values,
};
use crate::locale::TimeZone;

/// The objects of a list, or a single one.
pub(super) fn items_of(text: &str) -> Option<Vec<Map<String, Json>>> {
    let items = match serde_json::from_str(text).ok()? {
        Json::Array(items) => items,
        one => vec![one],
    };
    let items = items.into_iter().map(|item| match item {
        Json::Object(members) => Some(members),
        _ => None,
    });
    items.collect()
}

/// What reported lines change, and what of them does not fit.
#[derive(Debug, Default)]
pub(super) struct Reported {
    pub changes: Vec<LineChange>,
    pub not_taken: Vec<NotTaken>,
}

/// What `items` change of the lines: what of them fits. Of lines that are told again only what is
/// not recorded yet.
pub(super) fn changes_by(
    group: &Group,
    sheet: &LineSheet,
    items: Vec<Map<String, Json>>,
    said: Said<'_>,
    context: &CheckContext<'_>,
) -> Reported {
    let mut changed = sheet.clone();
    let mut reported = Reported::default();
    let mut before = ToldBefore::of(sheet, said);
    let named_lines = items
        .iter()
        .filter_map(|item| Named::of(item.get(LINE_NUMBER)?).number);
    // And those that the same words have changed already.
    let of_message = sheet.corrections.iter();
    let of_message = of_message.filter(|it| it.words.message == said.evidence.message);
    let named_lines: Vec<u32> = named_lines.chain(of_message.map(|it| it.number)).collect();
    let all = items.clone();
    for (at, mut item) in items.into_iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<&Map<String, Json>> = others.map(|(_, it)| it).collect();
        let named = item.iter().find(|(name, _)| !name.starts_with('@'));
        let named = named.map_or_else(|| at.to_string(), |(_, value)| value.to_string());
        let named_line = item.remove(LINE_NUMBER).map(|it| Named::of(&it));
        let number = named_line.as_ref().map(|it| it.number);
        let is_removed = item
            .remove(LINE_REMOVED)
            .is_some_and(|it| it == Json::Bool(true));
        let zone = item.remove(LINE_ZONE);
        let zone = zone.and_then(|it| TimeZone::new(it.as_str()?));
        let line = number.flatten().filter(|it| changed.line(*it).is_some());
        let clauses = said.clauses_of(group, &item, &others);
        let source = match clauses {
            Some(ToldOf::Clauses([_, about]) | ToldOf::Another(about)) => about,
            None => said.source_of(group, &item),
        };
        let new = said.new_line(changed.numbered.saturating_add(1), source);
        let source = new.source;
        let told_before = match number {
            None if !is_removed && said.is_again => {
                let read = patched(group, new.clone(), &item, said, context);
                before.take(group, &read.line.values)
            }
            _ => None,
        };
        if let Some(known) = &told_before {
            item.retain(|name, _| !known.values.iter().any(|it| it.field.as_str() == name));
        }
        let old = line.and_then(|number| changed.line(number)).cloned();
        let (change, not_taken) = match (told_before.or(old), is_removed) {
            // What was taken away by the first report is not there any more.
            (None, true) if said.is_again && number.is_some() => continue,
            (None, _) if number.is_some() => {
                let problem = "there is no line of that number: see `lines`".to_owned();
                let why = number.flatten().map_or(Why::Unclear, Why::NoLine);
                (Err((problem, why)), Vec::new())
            }
            (None, true) => {
                let problem = format!("name the line by {LINE_NUMBER}");
                (Err((problem, Why::Unclear)), Vec::new())
            }
            (Some(old), _)
                if let Some(named) = &named_line
                    && let Some(other) = named.is_rather(&changed, &old) =>
            {
                let number = old.number;
                let called = Json::from(name_of(group, &old).unwrap_or_default());
                let problem =
                    format!("line {number} is {called}, and what you call it is line {other}");
                (Err((problem, Why::Unclear)), Vec::new())
            }
            (Some(old), _)
                if number.is_some()
                    && let Some(other) = named_instead(group, &changed, &old, &item, said)
                    && !named_lines.contains(&other) =>
            {
                let number = old.number;
                let problem = format!("line {number} is another one: the words name line {other}");
                (Err((problem, Why::Unclear)), Vec::new())
            }
            (Some(old), _)
                if number.is_some()
                    && !said.is_again
                    && is_unnamed_beside(group, &changed, &old, &item, (said, &named_lines)) =>
            {
                let number = old.number;
                let problem = format!(
                    "the words do not name line {number}, {}: see in `lines` whom they mean, and \
                     report that line, or the same once more",
                    Json::from(name_of(group, &old).unwrap_or_default())
                );
                (Err((problem, Why::Unclear)), Vec::new())
            }
            (Some(old), true) => (Ok(Some(LineChange::Remove(old.number))), Vec::new()),
            (Some(old), false) => {
                let own = match (said.is_again, clauses) {
                    (true, Some(ToldOf::Another(about))) => Some(said.of_line(Some(about))),
                    (true, _) => None,
                    (false, _) => said.without_others(&old, &changed),
                };
                let said = Said {
                    own: own.as_deref(),
                    ..said
                };
                let Patched {
                    line, not_taken, ..
                } = patched(group, old.clone(), &item, said, context);
                let is_moved = zone.is_some() && zone != old.zone;
                let is_same = line.values == old.values && line.lacking == old.lacking && !is_moved;
                let changes = !is_same || (not_taken.is_empty() && !said.is_again);
                let of_line = not_taken.into_iter().map(|it| NotTaken {
                    problem: format!("line {}, {}", old.number, it.problem),
                    ..it
                });
                let change = changes.then_some(LineChange::Put(line));
                (Ok(change), of_line.collect())
            }
            (None, false) => {
                let Patched {
                    line,
                    not_taken,
                    is_said,
                } = patched_new(group, &new, &item, (said, clauses), context);
                let has_words = !line.lacking.iter().all(is_missing);
                let is_any = match not_taken.is_empty() {
                    true => !line.values.is_empty() || has_words,
                    // Where some of it was never said, what only may have been is no line.
                    false => is_said || has_words,
                };
                let same = changed.lines.iter().find(|it| it.values == line.values);
                let same = same.filter(|_| !line.values.is_empty());
                let recorded_as = (is_any && same.is_none()).then_some(line.number);
                let lacks = |field: &Option<FieldId>| {
                    let mut lacking = line.lacking.iter();
                    lacking
                        .any(|it| matches!(it, Lacking::Missing(id) if Some(id) == field.as_ref()))
                };
                let of_line = not_taken.into_iter().map(|it| NotTaken {
                    line: recorded_as,
                    // Whatever the line lacks is asked for.
                    is_kept: it.is_kept || (recorded_as.is_some() && lacks(&it.field)),
                    problem: format!("the line with {named}, {}", it.problem),
                    recorded_as,
                    ..it
                });
                let mut of_line: Vec<NotTaken> = of_line.collect();
                if recorded_as.is_none() {
                    of_line = NotTaken::as_one(of_line).into_iter().collect();
                }
                let change = match same {
                    Some(same) => {
                        let number = same.number;
                        let problem =
                            format!("that line is there as {number}: name it by {LINE_NUMBER}");
                        Err((problem, Why::Same(number)))
                    }
                    None => Ok(is_any.then_some(LineChange::Put(line))),
                };
                (change, of_line)
            }
        };
        reported.not_taken.extend(not_taken);
        match change {
            Ok(Some(mut change)) => {
                if let LineChange::Put(line) = &mut change
                    && zone.is_some()
                {
                    line.zone = zone;
                }
                changed.change(change.clone());
                reported.changes.push(change);
            }
            Ok(None) => {}
            Err((problem, why)) => reported.not_taken.push(NotTaken {
                line,
                field: None,
                words: said.of_line(source),
                problem: format!("the line with {named}: {problem}"),
                why,
                is_kept: false,
                recorded_as: None,
            }),
        }
    }
    reported
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

fn is_missing(lacking: &Lacking) -> bool {
    matches!(lacking, Lacking::Missing(_) | Lacking::NotKnown(_))
}

/// What is said of a line, put into it.
struct Patched {
    line: Line,
    /// What does not fit.
    not_taken: Vec<NotTaken>,
    /// Whether some of what fits plainly stands in the words.
    is_said: bool,
}

/// A new line. What it says is looked for in the clause that names it, then in all that is about it: a
/// figure elsewhere is none of its own. Where that does not give it, all words may. A clause without
/// figures may tell a number in words that code does not read; one that has the number is surer.
fn patched_new(
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
fn patched(
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
            recorded: old.as_ref().map(|(_, value)| value),
        };
        match told(group, name, value, words, context) {
            Ok((id, value, most)) => {
                confidence = confidence.min(most);
                is_said |= most > Confidence::Low;
                values.push((id, value));
            }
            Err(NotTold { problem, refusal }) => {
                let field = group.fields.iter().find(|it| it.id.as_str() == name);
                let written = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                if let Some(field) = field.filter(|field| is_text(&field.answer))
                    && (said.was_said)(&written)
                    && let Ok(checked) = check(&field.answer, value, context)
                {
                    confidence = confidence.min(Confidence::Medium);
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

fn is_about(lacking: &Lacking, field: &FieldId) -> bool {
    match lacking {
        Lacking::Unreadable(it) => it.field == *field,
        Lacking::NotKnown(id) => id == field,
        Lacking::NotRead | Lacking::Unclear | Lacking::Missing(_) => false,
    }
}

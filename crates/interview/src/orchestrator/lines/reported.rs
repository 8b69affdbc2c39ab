//! Lines as a model reports them: which of them it means, and what becomes of each.

use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::{Confidence, Lacking, tells_number};
use kikitori_form::values::CheckContext;
use serde_json::{Map, Value as Json};

use super::again::ToldBefore;
use super::meant::{Named, is_unnamed_beside, name_of, named_instead};
use super::patched::{Patched, patched, patched_new};
use super::put_back::put_back;
use super::reordered::reordered;
use super::said::{NotTaken, Said, ToldOf, Why};
use crate::lines::{LINE_NUMBER, LINE_REMOVED, LINE_ZONE, Line, LineChange, LineSheet};
use crate::locale::TimeZone;

/// What a report may mean of a line that is there.
pub(super) const JUST_LIKE_IT: &str = "another one just like it";
/// More of one and the same nobody tells in a word.
const MOST_COUNTED: u32 = 12;

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
    if let Some(order) = reordered(group, sheet, &items, context) {
        return Reported {
            changes: vec![LineChange::Order(order)],
            not_taken: Vec::new(),
        };
    }
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
        // A report that names another line than the words do has gone back once: the words count then.
        let old = match old {
            Some(old)
                if said.is_insisted_on
                    && !is_removed
                    && named_line
                        .as_ref()
                        .is_none_or(|it| it.is_rather(&changed, &old).is_none()) =>
            {
                let other = named_instead(group, &changed, &old, &item, said);
                let other = other.filter(|it| !named_lines.contains(it));
                Some(
                    other
                        .and_then(|it| changed.line(it))
                        .cloned()
                        .unwrap_or(old),
                )
            }
            old => old,
        };
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
            (None, false) if let Some(old) = put_back(group, &item, said, context) => {
                let line = Line {
                    number: new.number,
                    ..old
                };
                (Ok(Some(LineChange::Put(line))), Vec::new())
            }
            (None, false) => {
                let Patched {
                    mut line,
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
                // "There were two of them": who counts them means another one that is just like it.
                let counts = || {
                    let mut numbers = (2..=MOST_COUNTED).map(|it| it.to_string());
                    numbers.any(|it| !said.figures.contains(&it) && tells_number(said.words, &it))
                };
                let is_another = said.is_another_wanted && others.is_empty() && counts();
                let is_double = same.is_some() && is_another;
                let same = same.filter(|_| !line.values.is_empty() && !is_another);
                let recorded_as = (is_any && same.is_none()).then_some(line.number);
                if is_double {
                    line.confidence = Confidence::Low;
                }
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
                        let problem = format!(
                            "that line is there as {number}: name it by {LINE_NUMBER}, or if they have \
                             {JUST_LIKE_IT}, report that alone once more"
                        );
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

fn is_missing(lacking: &Lacking) -> bool {
    matches!(lacking, Lacking::Missing(_) | Lacking::NotKnown(_))
}

//! What a change made of the lines of a list.

use serde_json::json;

use super::Line;
use crate::field::FieldState;
use crate::state::MainSessionState;
use kikitori_form::FieldId;
use kikitori_form::file::answer::Group;
use kikitori_form::values::NoFormats;

/// As many changed lines are told to a model one by one.
const TOLD: usize = 8;

/// A line that a change of its list made, changed or took away: one of both is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangedLine<'a> {
    /// What it was.
    pub old: Option<&'a Line>,
    /// What it is.
    pub new: Option<&'a Line>,
}

impl MainSessionState {
    /// What the last change of a list made of its lines, in their order; nothing where the list is told
    /// of as a whole, as it is new, or stands in another order.
    pub fn changed_lines(&self, field: &FieldId) -> Vec<ChangedLine<'_>> {
        match self.lines_before_and_now(field) {
            Some((before, now)) if !is_reordered(before, now) => changed(before, now),
            _ => Vec::new(),
        }
    }

    /// The lines that stand in another place since the last change of a list, where that made nothing
    /// else of any.
    pub(crate) fn moved_lines(&self, field: &FieldId) -> Vec<&Line> {
        match self.lines_before_and_now(field) {
            Some((before, now)) if is_reordered(before, now) => {
                let lines = before.iter().zip(now);
                let moved = lines.filter(|(old, new)| !is_but_for_its_place(old, new));
                moved.map(|(_, new)| new).collect()
            }
            _ => Vec::new(),
        }
    }

    fn lines_before_and_now(&self, field: &FieldId) -> Option<(&[Line], &[Line])> {
        let progress = self.field_progress.get(field)?;
        let before = progress.lines_before.as_deref()?;
        Some((before, &self.lines.get(field)?.lines))
    }

    /// Whether the turn has made other lines of a list, or it is new.
    pub(crate) fn is_list_changed_in_turn(&self, field: &FieldId) -> bool {
        let now = self.lines.get(field).map(|sheet| sheet.lines.as_slice());
        match (self.lines_before_turn(field), now) {
            (Some(before), Some(now)) => !changed(&before, now).is_empty(),
            _ => true,
        }
    }

    /// The lines of a list before the turn, where it was a whole answer by then.
    pub(crate) fn lines_before_turn(&self, field: &FieldId) -> Option<Vec<Line>> {
        let corrected = &self.turn.as_ref()?.corrected;
        let before = corrected.iter().find(|it| it.field_id == *field)?;
        let is_done = before.progress.state == FieldState::Done;
        let sheet = before.lines.as_ref().filter(|_| is_done)?;
        (!sheet.lines.is_empty()).then(|| sheet.lines.clone())
    }
}

/// The same for a model.
pub(crate) fn changes_told(changed: &[ChangedLine<'_>], group: &Group) -> String {
    let told = changed.iter().take(TOLD).map(|it| it.told(group));
    let mut told: Vec<String> = told.collect();
    match changed.len().saturating_sub(TOLD) {
        0 => {}
        more => told.push(format!("{more} lines more changed")),
    }
    told.join("; ")
}

/// The same of lines that only stand in another place.
pub(crate) fn moves_told(moved: &[&Line], group: &Group) -> String {
    let told = moved.iter().take(TOLD).map(|line| {
        let name = line.in_words(group, "en", &NoFormats);
        let name = name.into_iter().flatten().next();
        format!("line {} is {} now", line.number, json!(name))
    });
    let told: Vec<String> = told.collect();
    let more = moved.len().saturating_sub(TOLD);
    let more = (more > 0).then(|| format!(", and {more} more have moved"));
    format!(
        "only their order changed: {}{}",
        told.join(", "),
        more.unwrap_or_default()
    )
}

impl ChangedLine<'_> {
    fn told(&self, group: &Group) -> String {
        let words = |line: &Line| line.in_words(group, "en", &NoFormats);
        match (self.old, self.new) {
            (Some(old), Some(new)) => {
                let (was, is) = (words(old), words(new));
                let fields = group.fields.iter().zip(was.iter().zip(&is));
                let cells = fields.filter(|(_, (was, is))| was != is);
                let cells = cells.map(|(field, (was, is))| {
                    format!("{} from {} to {}", field.id, json!(was), json!(is))
                });
                let cells: Vec<String> = cells.collect();
                match (cells.is_empty(), &new.zone) {
                    (true, Some(zone)) if new.zone != old.zone => {
                        format!("line {}: its times are in {zone} now", new.number)
                    }
                    (true, _) => format!("line {} changed", new.number),
                    (false, _) => format!("line {}: {}", new.number, cells.join(", ")),
                }
            }
            (None, Some(new)) => format!("line {} added", new.number),
            (Some(old), None) => {
                let name = words(old).into_iter().flatten().next();
                format!("the line {} taken away", json!(name))
            }
            (None, None) => String::new(),
        }
    }
}

/// Whether a line is the other one, with the words that it came from, whatever its number.
fn is_but_for_its_place(line: &Line, other: &Line) -> bool {
    let number = line.number;
    *line
        == Line {
            number,
            ..other.clone()
        }
}

/// Whether the same lines stand in another order.
fn is_reordered(before: &[Line], now: &[Line]) -> bool {
    let is_same = |(old, new): (&Line, &Line)| is_but_for_its_place(old, new);
    if before.len() != now.len() || before.iter().zip(now).all(is_same) {
        return false;
    }
    let mut left: Vec<&Line> = before.iter().collect();
    now.iter().all(|line| {
        let place = left.iter().position(|it| is_but_for_its_place(it, line));
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

/// Lines are told apart by what they say: their numbers change when one before them is taken away.
fn changed<'a>(before: &'a [Line], now: &'a [Line]) -> Vec<ChangedLine<'a>> {
    let is_same = |old: &Line, new: &Line| {
        (&old.values, &old.lacking, &old.zone) == (&new.values, &new.lacking, &new.zone)
    };
    let pairs = before.iter().zip(now);
    let first = pairs.take_while(|(old, new)| is_same(old, new)).count();
    let (before, now) = (
        before.get(first..).unwrap_or_default(),
        now.get(first..).unwrap_or_default(),
    );
    let pairs = before.iter().rev().zip(now.iter().rev());
    let last = pairs.take_while(|(old, new)| is_same(old, new)).count();
    let (before, now) = (
        before.get(..before.len() - last).unwrap_or_default(),
        now.get(..now.len() - last).unwrap_or_default(),
    );
    if before.len() == now.len() {
        let pairs = before.iter().zip(now);
        let pairs = pairs.filter(|(old, new)| !is_same(old, new));
        return pairs
            .map(|(old, new)| ChangedLine {
                old: Some(old),
                new: Some(new),
            })
            .collect();
    }
    // A line that begins as one of those did is that one, changed.
    let is_kept = |line: &Line, among: &[Line]| among.iter().any(|it| is_same(line, it));
    let is_called_alike = |old: &Line, new: &Line| {
        let name = old.values.first();
        name.is_some() && name == new.values.first()
    };
    let mut gone: Vec<&Line> = before.iter().filter(|old| !is_kept(old, now)).collect();
    let made = now.iter().filter(|new| !is_kept(new, before));
    let made: Vec<ChangedLine<'_>> = made
        .map(|new| {
            let place = gone.iter().position(|old| is_called_alike(old, new));
            ChangedLine {
                old: place.map(|place| gone.remove(place)),
                new: Some(new),
            }
        })
        .collect();
    let gone = gone.into_iter().map(|old| ChangedLine {
        old: Some(old),
        new: None,
    });
    let mut all: Vec<ChangedLine<'_>> = gone.chain(made).collect();
    all.sort_by_key(|it| it.new.or(it.old).map(|line| line.number));
    all
}

//! Lines that a model tells again after something of its first report did not fit: what is recorded of
//! them stands, whatever it makes of it the second time.

use kikitori_form::file::answer::Group;

use super::said::Said;
use crate::lines::{Line, LineSheet, LineValue};

/// The lines of the first report that nothing of the second one was taken for yet.
pub(super) struct ToldBefore<'a>(Vec<&'a Line>);

impl<'a> ToldBefore<'a> {
    /// Those of the same message; none where nothing was reported before.
    pub fn of(sheet: &'a LineSheet, said: Said<'_>) -> Self {
        let message = said.evidence.message;
        let is_of_message = |line: &&Line| line.source.is_some_and(|it| it.message == message);
        let lines = sheet.lines.iter().filter(|_| said.is_again);
        Self(lines.filter(is_of_message).collect())
    }

    /// Takes out the line that these values tell again, if there is one.
    pub fn take(&mut self, group: &Group, values: &[LineValue]) -> Option<Line> {
        let lines = self.0.iter().enumerate();
        let alike = lines.filter_map(|(at, line)| Some((likeness(group, line, values)?, at)));
        // Of several that are as much alike, the first.
        let (_, at) = alike.max_by_key(|(likeness, at)| (*likeness, std::cmp::Reverse(*at)))?;
        Some(self.0.remove(at).clone())
    }
}

/// How many values are the same, where these can be the same line: both name it by the same value of
/// its first required field, or one does not name it and most of what both have is the same.
fn likeness(group: &Group, line: &Line, values: &[LineValue]) -> Option<usize> {
    let both = values.iter().filter_map(|it| {
        let before = line.value(&it.field)?;
        Some((&it.field, *before == it.value.0))
    });
    let both: Vec<_> = both.collect();
    let same = both.iter().filter(|(_, is_same)| *is_same).count();
    let naming = group.fields.iter().find(|field| field.required);
    let naming = naming.or(group.fields.first())?;
    let is_named = both.iter().find(|(field, _)| **field == naming.id);
    let is_it = match is_named {
        Some((_, is_same)) => *is_same,
        None => same * 2 > both.len(),
    };
    is_it.then_some(same)
}

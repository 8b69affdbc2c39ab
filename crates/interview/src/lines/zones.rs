//! The time zones that the times of lines are told in.

use super::{Line, LineChange, LineSheet};
use crate::field::RecordedBy;
use crate::locale::TimeZone;

impl LineSheet {
    /// Notes the zone that a line's times are told in, before it is put into its place: they keep it as
    /// long as they stay the same, unless the line says another.
    pub(crate) fn tell_zone(&self, line: &mut Line, present: Option<&TimeZone>) {
        let old = self.line(line.number);
        let before = old.and_then(|old| old.zone.as_ref());
        if line.zone.is_some() && line.zone.as_ref() != before {
            return;
        }
        let times = line.times();
        let is_same = old.is_some_and(|old| old.times() == times);
        line.zone = match (times.is_empty(), is_same) {
            (true, _) => None,
            (_, true) => before.or(present).cloned(),
            // Who changes a time by hand sees its zone beside it.
            (_, false) if line.by == RecordedBy::Entry => before.or(present).cloned(),
            (_, false) => present.cloned(),
        };
    }

    /// What tells the times of these lines in `named`, where they are others than they were: the same
    /// message has named it.
    pub(crate) fn told_in(&self, changes: &mut [LineChange], named: &TimeZone) {
        for change in changes {
            if let LineChange::Put(line) = change {
                let old = self.line(line.number);
                let times = line.times();
                let is_new = old.is_none_or(|old| old.times() != times);
                if is_new && !times.is_empty() {
                    line.zone = Some(named.clone());
                }
            }
        }
    }

    /// What moves the times that are told in one zone to another.
    pub(crate) fn moved(&self, from: &TimeZone, to: &TimeZone) -> Vec<LineChange> {
        let lines = self.lines.iter();
        let lines = lines.filter(|line| line.zone.as_ref() == Some(from));
        let moved = lines.map(|line| {
            LineChange::Put(Line {
                zone: Some(to.clone()),
                ..line.clone()
            })
        });
        moved.collect()
    }
}

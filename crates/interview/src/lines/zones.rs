//! The time zones that the times of lines are told in.

use super::{Line, LineChange, LineSheet};
use crate::locale::TimeZone;

impl LineSheet {
    /// Notes the zone that a line's times are told in, before it is put into its place: times keep theirs,
    /// whatever they become, unless the line says another.
    pub(crate) fn tell_zone(&self, line: &mut Line, present: Option<&TimeZone>) {
        let old = self.line(line.number);
        let before = old.and_then(|old| old.zone.as_ref());
        if line.times().is_empty() {
            line.zone = None;
        } else if line.zone.is_none() {
            line.zone = before.or(present).cloned();
        }
    }

    /// What tells the times of these lines in `named`, where they are others than they were: the same
    /// message has named it.
    pub(crate) fn told_in(&self, changes: &mut [LineChange], named: &TimeZone) {
        for change in changes {
            if let LineChange::Put(line) = change {
                let old = self.line(line.number);
                let times = line.times();
                let is_new = old.is_none_or(|old| old.times() != times);
                let before = old.and_then(|old| old.zone.as_ref());
                let has_own = line.zone.is_some() && line.zone.as_ref() != before;
                if is_new && !has_own && !times.is_empty() {
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

//! An answer that is told in the time zone of another place than the rest.

use kikitori_form::FormField;
use kikitori_form::values::{StoredValue, is_of_the_clock};

use super::super::Orchestrator;
use crate::field::{FieldOutcome, FieldRecord};
use crate::locale::TimeZone;
use crate::tools::Heard;
use crate::value::Evidence;

impl Orchestrator {
    /// A report without the zone that stands behind its time, as in `14:30 Asia/Tokyo`, and that zone.
    pub(super) fn without_zone(
        &self,
        field: &FormField,
        heard: &Heard,
    ) -> (Heard, Option<TimeZone>) {
        let split = heard
            .value
            .as_deref()
            .filter(|_| is_of_the_clock(&field.answer));
        let Some((value, zone)) = split.and_then(|value| self.zone_behind(value)) else {
            return (heard.clone(), None);
        };
        let value = Some(value.to_owned()).filter(|it| !it.is_empty());
        (
            Heard {
                value,
                ..heard.clone()
            },
            Some(zone),
        )
    }

    fn zone_behind<'a>(&self, value: &'a str) -> Option<(&'a str, TimeZone)> {
        let value = value.trim();
        let (before, last) = value
            .rsplit_once(char::is_whitespace)
            .unwrap_or(("", value));
        let name = last.trim_matches(['(', ')', '[', ']']);
        let is_name = name == "UTC" || name.contains('/');
        let is_written = name.starts_with(|it: char| it.is_ascii_uppercase());
        let zone = TimeZone::new(name).filter(|_| is_name && is_written)?;
        let is_there = self.locale.is_time_zone(&zone);
        is_there.then(|| (before.trim_end(), zone))
    }

    /// The record of a time that stays what it is and is told in another zone now, where that is all that
    /// is reported: the words need not say the time again.
    pub(super) fn told_in_zone(
        &self,
        field: &FormField,
        heard: &Heard,
        evidence: &[Evidence],
        zone: &TimeZone,
    ) -> Option<FieldRecord> {
        let recorded = self.state.collected_fields.get(&field.field_id)?;
        let is_same = match heard.value.as_deref() {
            None => true,
            Some(value) => value == recorded.value.to_string(),
        };
        let mut record = FieldRecord::new(Some(FieldOutcome::Answered), recorded.by);
        record.value = Some(StoredValue(recorded.value.clone()));
        record.said.clone_from(&recorded.said);
        record.evidence = super::entry::joined(recorded.evidence.clone(), evidence);
        record.zone = Some(zone.clone());
        is_same.then_some(record)
    }
}

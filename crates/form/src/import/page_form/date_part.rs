//! A day, a month or a year that has a control of its own.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::control::{Control, ControlKind, ControlOption, ControlRef};
use super::options::PageOption;
use super::target::{Put, Write};
use super::units::Seen;
use super::words::is_in;

/// Which part of a day it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Day,
    Month,
    Year,
}

/// A control of a day's part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DatePart {
    /// The control.
    pub control: ControlRef,
    /// Its options by the numbers that they stand for, if it is a select.
    pub options: Option<Vec<(i16, PageOption)>>,
}

impl DatePart {
    pub(super) fn of(part: Part, seen: Seen<'_>) -> Self {
        let is_select = seen.control.kind == ControlKind::Select;
        Self {
            control: seen.at.clone(),
            options: is_select.then(|| part.numbered(&seen.control.options)),
        }
    }

    /// The part of a day that its control says.
    pub(super) fn number(&self, control: &Control) -> Option<i16> {
        let Some(options) = &self.options else {
            return control.value.trim().parse().ok();
        };
        let chosen = control.options.iter().find(|it| it.selected)?;
        let chosen = PageOption::of(chosen);
        let found = options.iter().find(|(_, option)| *option == chosen);
        found.map(|(number, _)| *number)
    }

    pub(super) fn write(&self, number: i16) -> Option<Write> {
        let put = match &self.options {
            None => Put::Text(vec![number.to_string(), format!("{number:02}")]),
            Some(options) => {
                // What stands first may only ask for a choice, by a number too.
                let found = options.iter().rfind(|(it, _)| *it == number);
                Put::Options(vec![found?.1.clone()])
            }
        };
        Some(Write {
            control: self.control.clone(),
            put,
        })
    }
}

impl Part {
    fn range(self) -> RangeInclusive<i16> {
        match self {
            Self::Day => 1..=31,
            Self::Month => 1..=12,
            Self::Year => 1800..=2300,
        }
    }

    /// Options by the numbers that they stand for: as most of them can be read. What people are shown
    /// goes before what is sent, which for months often counts from nought; and the third of twelve
    /// is March whatever both are.
    fn numbered(self, options: &[ControlOption]) -> Vec<(i16, PageOption)> {
        let read = |way: fn(&ControlOption) -> Option<i16>| options.iter().map(way).collect();
        let mut ways: Vec<Vec<Option<i16>>> = vec![read(|it| shown_number(&it.text))];
        if self == Self::Month {
            ways.push(read(|it| month_named(&it.text)));
        }
        ways.push(read(|it| number(&it.value)));
        // Before twelve one more may ask for a choice.
        let ahead = options.len().checked_sub(12).filter(|it| *it < 2);
        if let Some(ahead) = ahead.filter(|_| self == Self::Month) {
            ways.push(read(|it| number(&it.value)?.checked_add(1)));
            let place = |at: usize| i16::try_from((at + 1).checked_sub(ahead)?).ok();
            ways.push((0..options.len()).map(place).collect());
        }
        let range = self.range();
        for number in ways.iter_mut().flatten() {
            *number = number.filter(|it| range.contains(it));
        }
        let told = |way: &Vec<Option<i16>>| way.iter().flatten().collect::<BTreeSet<_>>().len();
        // Of equals the first.
        ways.reverse();
        let best = ways.into_iter().max_by_key(told).unwrap_or_default();
        let all = best.into_iter().zip(options);
        all.filter(|(_, option)| !option.disabled)
            .filter_map(|(number, option)| Some((number?, PageOption::of(option))))
            .collect()
    }
}

fn number(text: &str) -> Option<i16> {
    text.trim().parse().ok()
}

/// The only number in what people are shown, as the 3 of 3rd and 3月.
fn shown_number(text: &str) -> Option<i16> {
    let narrow: String = text.chars().map(crate::narrow_letter).collect();
    let numbers = narrow.split(|it: char| !it.is_ascii_digit());
    let mut numbers = numbers.filter(|it| !it.is_empty());
    let only = numbers.next().filter(|_| numbers.next().is_none())?;
    only.parse().ok()
}

/// A month by its English name, or the beginning of it.
fn month_named(text: &str) -> Option<i16> {
    const ENGLISH: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let text = text.trim().to_lowercase();
    let at = ENGLISH.iter().position(|it| text.starts_with(it))?;
    i16::try_from(at + 1).ok()
}

/// What pages call the parts of a day, in their labels and, without accents, in their names.
const DAYS: &str = "\
    day|dd|d|3i|日|tag|jour|día|dia|giorno|dag|dzień|dzien|den|deň|nap|ziua|zi|gün|gun|день|\
    дзень|ден|дан|ημέρα|dan|päivä|paiva|päev|diena|يوم|اليوم|יום|일|วัน|hari|ngày";
const MONTHS: &str = "\
    month|mm|m|2i|月|monat|mois|mes|mês|mese|maand|miesiąc|miesiac|měsíc|mesic|mesiac|hónap|\
    honap|luna|lună|ay|месяц|місяць|месец|μήνας|mjesec|mesec|måned|månad|manad|kuukausi|kuu|\
    شهر|الشهر|חודש|월|เดือน|bulan|tháng";
const YEARS: &str = "\
    year|yyyy|yy|y|1i|年|jahr|année|annee|año|ano|anno|jaar|rok|év|ev|an|anul|yıl|yil|год|\
    рік|година|έτος|godina|leto|år|ar|vuosi|aasta|سنة|السنة|שנה|년|ปี|tahun|năm";

/// The part of a day that a word in small letters names.
pub(super) fn part_by(word: &str) -> Option<Part> {
    let parts = [
        (Part::Day, DAYS),
        (Part::Month, MONTHS),
        (Part::Year, YEARS),
    ];
    let found = parts.into_iter().find(|(_, list)| is_in(word, list));
    found.map(|(part, _)| part)
}

/// Whether a label names only a part of a date.
pub(super) fn is_part(label: &str) -> bool {
    part_by(&label.to_lowercase()).is_some()
}

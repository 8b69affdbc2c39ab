//! How a text input wants a day to be written, told by its placeholder, as MM/DD/YYYY.

use jiff::civil::Date;
use serde::Serialize;

/// How a day is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DateFormat(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
enum Piece {
    Year(usize),
    Month(usize),
    Day(usize),
    Between(String),
}

impl DateFormat {
    /// As `date` inputs take it.
    pub(super) fn iso() -> Self {
        Self(vec![
            Piece::Year(4),
            Piece::Between("-".to_owned()),
            Piece::Month(2),
            Piece::Between("-".to_owned()),
            Piece::Day(2),
        ])
    }

    /// The first format that `text` names.
    pub(super) fn told_by(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().take(200).collect();
        let begins_a_word = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| letters.get(at));
            before.is_none_or(|letter| !letter.is_ascii_alphabetic())
        };
        (0..letters.len())
            .filter(|at| begins_a_word(*at))
            .find_map(|at| Self::at(letters.get(at..)?))
    }

    fn at(mut letters: &[char]) -> Option<Self> {
        let mut pieces = Vec::new();
        for part in 0..3 {
            let first = letters.first()?.to_ascii_lowercase();
            let run = letters
                .iter()
                .take_while(|it| it.to_ascii_lowercase() == first)
                .count();
            // J is a year in German and Dutch, and a day in French.
            let has_day = pieces.iter().any(|it| matches!(it, Piece::Day(_)));
            let piece = match (first, run) {
                ('y' | 'a' | 'r', 2 | 4) | ('j', 4) => Piece::Year(run),
                ('j', 2) if has_day => Piece::Year(run),
                ('m', 1 | 2) => Piece::Month(run),
                ('d' | 't' | 'g' | 'j', 1 | 2) => Piece::Day(run),
                _ => return None,
            };
            let is_new = |it: &Piece| std::mem::discriminant(it) != std::mem::discriminant(&piece);
            if !pieces.iter().all(is_new) {
                return None;
            }
            pieces.push(piece);
            letters = letters.get(run..)?;
            let between: String = letters
                .iter()
                .take_while(|it| "/.-年月日 ".contains(**it))
                .take(2)
                .collect();
            letters = letters.get(between.chars().count()..)?;
            let between = match part {
                2 => between.trim_end_matches(['.', '-', '/', ' ']).to_owned(),
                _ if between.is_empty() => return None,
                _ => between,
            };
            if !between.is_empty() {
                pieces.push(Piece::Between(between));
            }
        }
        let ends = letters.first().is_none_or(|it| !it.is_ascii_alphabetic());
        ends.then_some(Self(pieces))
    }

    /// `date`, written so.
    pub(super) fn write(&self, date: Date) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Year(2) => format!("{:02}", date.year().rem_euclid(100)),
            Piece::Year(_) => format!("{:04}", date.year()),
            Piece::Month(width) => format!("{:0width$}", date.month(), width = *width),
            Piece::Day(width) => format!("{:0width$}", date.day(), width = *width),
            Piece::Between(text) => text.clone(),
        };
        self.0.iter().map(piece).collect()
    }

    /// The day that `text`, written so, is.
    pub(super) fn read(&self, text: &str) -> Option<Date> {
        let (mut year, mut month, mut day) = (None, None, None);
        let mut numbers = text
            .split(|it: char| !it.is_ascii_digit())
            .filter(|it| !it.is_empty());
        for piece in &self.0 {
            let slot = match piece {
                Piece::Year(4) => &mut year,
                // Which century is meant nobody says.
                Piece::Year(_) => return None,
                Piece::Month(_) => &mut month,
                Piece::Day(_) => &mut day,
                Piece::Between(_) => continue,
            };
            *slot = Some(numbers.next()?);
        }
        let part = |text: Option<&str>| text?.parse::<i8>().ok();
        let year: i16 = year?.parse().ok()?;
        Date::new(year, part(month)?, part(day)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::DateFormat;

    #[test]
    fn a_placeholder_tells_how_a_day_is_written() {
        let day = date(2027, 3, 9);
        for (told, written) in [
            ("MM/DD/YYYY", "03/09/2027"),
            ("e.g. dd.mm.yyyy", "09.03.2027"),
            ("Format: d/m/yy.", "9/3/27"),
            ("yyyy年mm月dd日", "2027年03月09日"),
            ("YYYY-MM-DD", "2027-03-09"),
            ("TT.MM.JJJJ", "09.03.2027"),
            ("T.M.JJJJ", "9.3.2027"),
            ("JJ/MM/AAAA", "09/03/2027"),
            ("dd-mm-jjjj", "09-03-2027"),
            ("gg/mm/aaaa", "09/03/2027"),
            ("DD.MM.RRRR", "09.03.2027"),
        ] {
            let format = DateFormat::told_by(told).unwrap();
            assert_eq!(format.write(day), written, "{told}");
            if told != "Format: d/m/yy." {
                assert_eq!(format.read(written), Some(day), "{told}");
            }
        }
        for told in [
            "",
            "Your day",
            "mm/yyyy",
            "comm/dd/yyyy",
            "dd/mm/yyyyx",
            "mm/mm/yyyy",
            "mmddyyyy",
            "a.m. or p.m.",
            "jj.jj.jjjj",
        ] {
            assert_eq!(DateFormat::told_by(told), None, "{told}");
        }
    }
}

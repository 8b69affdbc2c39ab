//! Refusals as people read them: what is wrong, and what to do.

use jiff::civil::{Date, Weekday};

use super::words::{english_day, japanese_day};
use super::{Marks, Refusal};
use crate::dates::{DateRefusal, TimeRefusal, from_iso, iso};

impl Refusal {
    /// The sentences of refusals in English, with `{}` where something is filled in: what has to be
    /// translated for [`Refusal::sentence_by`]. That which names a weekday is none of them.
    pub const SENTENCES: [&str; 30] = [
        EMPTY,
        WRONG_KIND,
        TOO_SHORT,
        TOO_LONG,
        OTHER_LENGTH,
        OTHER_SHAPE,
        UNTOLD_SHAPE,
        NOT_A_NUMBER,
        DECADE,
        AMBIGUOUS_NUMBER,
        NOT_WHOLE,
        TOO_SMALL,
        TOO_LARGE,
        OTHER_UNIT,
        NOT_YES_OR_NO,
        NOT_AN_OPTION,
        TOO_FEW,
        TOO_MANY,
        NOT_A_TIME,
        AMBIGUOUS_TIME,
        TOO_EARLY,
        TOO_LATE,
        NOT_AN_EMAIL,
        NOT_A_PHONE,
        PHONE_DIGITS,
        NOT_A_URL,
        IN_LINE,
        NOT_A_DATE,
        NO_SUCH_DAY,
        AMBIGUOUS_DATE,
    ];

    /// The refusal as a sentence, in Japanese or else in English.
    pub fn sentence(&self, language: &str) -> String {
        let spoken = language.split('-').next().unwrap_or_default();
        match spoken.eq_ignore_ascii_case("ja") {
            true => japanese(self),
            false => english(self, [" or ", ", "], &|_| None),
        }
    }

    /// The refusal in another language: `told` has its sentences as [`Refusal::SENTENCES`] has them in
    /// English. One that it does not have is told in English.
    ///
    /// ```
    /// use kikitori_form::values::Refusal;
    ///
    /// let told = |english: &str| english.starts_with("That is too short").then_some("Zu kurz: mindestens {} Zeichen.");
    /// let told = Refusal::TooShort { min: 5 }.sentence_by("de", &told);
    /// assert_eq!(told, "Zu kurz: mindestens 5 Zeichen.");
    /// assert_eq!(Refusal::NotWhole.sentence_by("de", &|_| None), "Only a whole number fits here.");
    /// ```
    pub fn sentence_by<'a>(
        &self,
        language: &str,
        told: &dyn Fn(&str) -> Option<&'a str>,
    ) -> String {
        english(self, [" / ", Marks::of(language).comma], told)
    }
}

const EMPTY: &str = "There is nothing in it: give an answer.";
const WRONG_KIND: &str = "The answer has another form than this field takes.";
const TOO_SHORT: &str = "That is too short: give {} characters or more.";
const TOO_LONG: &str = "That is too long: give {} characters at most.";
const OTHER_LENGTH: &str = "That has another length: give exactly {} characters.";
const OTHER_SHAPE: &str = "That looks different from what is wanted here: {}.";
const UNTOLD_SHAPE: &str =
    "That looks different from what is wanted here: please look at it again.";
const NOT_A_NUMBER: &str = "No number can be told from that: give it in digits.";
const DECADE: &str = "A year is wanted, not a decade or range.";
const AMBIGUOUS_NUMBER: &str = "That can be {}: which one is meant?";
const NOT_WHOLE: &str = "Only a whole number fits here.";
const TOO_SMALL: &str = "That is too small: give {} or more.";
const TOO_LARGE: &str = "That is too large: give {} or less.";
const OTHER_UNIT: &str = "Give the number in {}.";
const NOT_YES_OR_NO: &str = "Answer yes or no.";
const NOT_AN_OPTION: &str = "Choose one of: {}.";
const TOO_FEW: &str = "That is too few: give {} or more.";
const TOO_MANY: &str = "That is too many: give {} at most.";
const NOT_A_TIME: &str = "No time can be told from that: give one such as 14:30.";
const AMBIGUOUS_TIME: &str = "Is {} o'clock before or after noon?";
const TOO_EARLY: &str = "That is too early: give {} or later.";
const TOO_LATE: &str = "That is too late: give {} or earlier.";
const NOT_AN_EMAIL: &str = "That is no e-mail address: give it as name@example.org.";
const NOT_A_PHONE: &str = "That is no phone number: give its digits.";
const PHONE_DIGITS: &str =
    "A phone number has {} digits there: give all of them, or + and the country's code first.";
const NOT_A_URL: &str = "That is no address on the web: give it as https://example.org.";
const IN_LINE: &str = "Line {}, {}: {}";
const NOT_A_DATE: &str = "No day can be told from that: give it with its date.";
const NO_SUCH_DAY: &str = "There is no such day: give another date.";
const AMBIGUOUS_DATE: &str = "That can be {}: which day is meant?";
const WEEKDAY_DIFFERS: &str = "{} is no {}: is that day meant, or {}?";

/// The refusal in English, or in what `told` has for a sentence of it: its days stand in figures there.
/// `or` stands between two, and `comma` between options.
fn english<'a>(
    refusal: &Refusal,
    [or, comma]: [&str; 2],
    told: &dyn Fn(&str) -> Option<&'a str>,
) -> String {
    let day = |sentence: &str| match told(sentence) {
        Some(_) => iso,
        None => english_day,
    };
    let (sentence, parts): (&str, Vec<String>) = match refusal {
        Refusal::Empty => (EMPTY, Vec::new()),
        Refusal::WrongKind => (WRONG_KIND, Vec::new()),
        Refusal::TooShort { min } => (TOO_SHORT, vec![min.to_string()]),
        Refusal::TooLong { max } => (TOO_LONG, vec![max.to_string()]),
        Refusal::OtherLength { characters } => (OTHER_LENGTH, vec![characters.to_string()]),
        Refusal::OtherShape { hint: Some(hint) } => (OTHER_SHAPE, vec![hint.clone()]),
        Refusal::OtherShape { hint: None } => (UNTOLD_SHAPE, Vec::new()),
        Refusal::NotANumber => (NOT_A_NUMBER, Vec::new()),
        // Before there was this sentence, the other one was translated.
        Refusal::Decade => match (told(DECADE), told(NOT_A_NUMBER)) {
            (None, Some(_)) => (NOT_A_NUMBER, Vec::new()),
            _ => (DECADE, Vec::new()),
        },
        Refusal::AmbiguousNumber { readings } => (AMBIGUOUS_NUMBER, vec![readings.join(or)]),
        Refusal::NotWhole => (NOT_WHOLE, Vec::new()),
        Refusal::TooSmall { min } => (TOO_SMALL, vec![min.clone()]),
        Refusal::TooLarge { max } => (TOO_LARGE, vec![max.clone()]),
        Refusal::OtherUnit { unit } => (OTHER_UNIT, vec![unit.clone()]),
        Refusal::NotYesOrNo => (NOT_YES_OR_NO, Vec::new()),
        Refusal::NotAnOption { options } => (NOT_AN_OPTION, vec![options.join(comma)]),
        Refusal::TooFew { min } => (TOO_FEW, vec![min.to_string()]),
        Refusal::TooMany { max } => (TOO_MANY, vec![max.to_string()]),
        Refusal::Date { refusal }
        | Refusal::Time {
            refusal: TimeRefusal::Date(refusal),
        } => of_day(refusal, or, &day),
        Refusal::Time { refusal } => match refusal {
            TimeRefusal::Ambiguous { hour, .. } => (AMBIGUOUS_TIME, vec![hour.to_string()]),
            _ => (NOT_A_TIME, Vec::new()),
        },
        Refusal::TooEarly { earliest } => (TOO_EARLY, vec![bound(earliest, day(TOO_EARLY))]),
        Refusal::TooLate { latest } => (TOO_LATE, vec![bound(latest, day(TOO_LATE))]),
        Refusal::NotAnEmail => (NOT_AN_EMAIL, Vec::new()),
        Refusal::NotAPhone => (NOT_A_PHONE, Vec::new()),
        Refusal::PhoneDigits { digits } => (PHONE_DIGITS, vec![either(digits, or)]),
        Refusal::NotAUrl => (NOT_A_URL, Vec::new()),
        Refusal::InLine {
            line,
            field,
            refusal,
        } => (
            IN_LINE,
            vec![
                line.to_string(),
                field.clone(),
                english(refusal, [or, comma], told),
            ],
        ),
    };
    filled(told(sentence).unwrap_or(sentence), parts)
}

/// A sentence with its parts in the places that are left for them by `{}`, in order.
///
/// ```
/// use kikitori_form::values::filled;
///
/// assert_eq!(filled("{} of {}", ["3".to_owned(), "{}".to_owned()]), "3 of {}");
/// ```
pub fn filled(sentence: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    let mut parts = parts.into_iter();
    for (at, piece) in sentence.split("{}").enumerate() {
        if at > 0 {
            text.extend(parts.next());
        }
        text.push_str(piece);
    }
    text
}

/// How a day is written.
type Written = fn(Date) -> String;

/// A bound with its day written so; one that is a time alone stays as it is.
fn bound(bound: &str, written: Written) -> String {
    let (day, time) = bound.split_once('T').unwrap_or((bound, ""));
    match from_iso(day) {
        Some(day) if time.is_empty() => written(day),
        Some(day) => format!("{} {time}", written(day)),
        None => bound.to_owned(),
    }
}

fn of_day(
    refusal: &DateRefusal,
    or: &str,
    day: &dyn Fn(&str) -> Written,
) -> (&'static str, Vec<String>) {
    match refusal {
        DateRefusal::NotADate => (NOT_A_DATE, Vec::new()),
        DateRefusal::NoSuchDay => (NO_SUCH_DAY, Vec::new()),
        DateRefusal::Ambiguous { readings } => (
            AMBIGUOUS_DATE,
            vec![listed(readings, or, day(AMBIGUOUS_DATE))],
        ),
        DateRefusal::WeekdayDiffers {
            date,
            said,
            nearest,
        } => (WEEKDAY_DIFFERS, {
            let written = day(WEEKDAY_DIFFERS);
            let said = english_weekday(*said).to_owned();
            vec![written(*date), said, written(*nearest)]
        }),
    }
}

fn japanese(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Empty => "空欄です。お答えください。".to_owned(),
        Refusal::WrongKind => "この項目の答えの形になっていません。".to_owned(),
        Refusal::TooShort { min } => format!("短すぎます。{min}文字以上でお答えください。"),
        Refusal::TooLong { max } => format!("長すぎます。{max}文字以内でお答えください。"),
        Refusal::OtherLength { characters } => {
            format!("文字数が違います。ちょうど{characters}文字でお答えください。")
        }
        Refusal::OtherShape { hint: Some(hint) } => {
            format!("この項目の形式に合っていません：{hint}")
        }
        Refusal::OtherShape { hint: None } => {
            "この項目の形式に合っていません。もう一度ご確認ください。".to_owned()
        }
        Refusal::NotANumber => "数がわかりません。数字でお答えください。".to_owned(),
        Refusal::Decade => "年代や期間ではなく、年をお答えください。".to_owned(),
        Refusal::AmbiguousNumber { readings } => {
            format!("{}のどちらでしょうか。", readings.join("と"))
        }
        Refusal::NotWhole => "整数でお答えください。".to_owned(),
        Refusal::TooSmall { min } => format!("小さすぎます。{min}以上でお答えください。"),
        Refusal::TooLarge { max } => format!("大きすぎます。{max}以下でお答えください。"),
        Refusal::OtherUnit { unit } => format!("単位を{unit}にしてお答えください。"),
        Refusal::NotYesOrNo => "「はい」か「いいえ」でお答えください。".to_owned(),
        Refusal::NotAnOption { options } => {
            format!("次の中からお選びください：{}。", options.join("、"))
        }
        Refusal::TooFew { min } => format!("少なすぎます。{min}つ以上でお答えください。"),
        Refusal::TooMany { max } => format!("多すぎます。{max}つ以内でお答えください。"),
        Refusal::Date { refusal } => japanese_date(refusal),
        Refusal::Time { refusal } => match refusal {
            TimeRefusal::NotATime => {
                "時刻がわかりません。14:30 のようにお答えください。".to_owned()
            }
            TimeRefusal::Ambiguous { hour, .. } => {
                format!("{hour}時は午前でしょうか、午後でしょうか。")
            }
            TimeRefusal::Date(refusal) => japanese_date(refusal),
        },
        Refusal::TooEarly { earliest } => {
            format!(
                "早すぎます。{}以降でお答えください。",
                bound(earliest, japanese_day)
            )
        }
        Refusal::TooLate { latest } => {
            format!(
                "遅すぎます。{}以前でお答えください。",
                bound(latest, japanese_day)
            )
        }
        Refusal::NotAnEmail => {
            "メールアドレスではありません。name@example.org のようにお答えください。".to_owned()
        }
        Refusal::NotAPhone => "電話番号ではありません。数字でお答えください。".to_owned(),
        Refusal::PhoneDigits { digits } => format!(
            "電話番号は市外局番から{}桁でお答えください。国外の番号は + と国番号から始めてください。",
            either(digits, "桁か")
        ),
        Refusal::NotAUrl => {
            "ウェブのアドレスではありません。https://example.org のようにお答えください。"
                .to_owned()
        }
        Refusal::InLine {
            line,
            field,
            refusal,
        } => format!("{line}行目の {field}：{}", japanese(refusal)),
    }
}

fn japanese_date(refusal: &DateRefusal) -> String {
    match refusal {
        DateRefusal::NotADate => "日付がわかりません。年月日でお答えください。".to_owned(),
        DateRefusal::NoSuchDay => "その日は暦にありません。別の日付でお答えください。".to_owned(),
        DateRefusal::Ambiguous { readings } => {
            format!(
                "{}のどの日でしょうか。",
                listed(readings, "、", japanese_day)
            )
        }
        DateRefusal::WeekdayDiffers {
            date,
            said,
            nearest,
        } => format!(
            "{}は{}曜日ではありません。その日でしょうか、{}でしょうか。",
            japanese_day(*date),
            japanese_weekday(*said),
            japanese_day(*nearest)
        ),
    }
}

/// The first and the last of several counts, or all where they are two.
fn either(counts: &[usize], or: &str) -> String {
    match counts {
        [first, .., last] if counts.len() > 2 => format!("{first}–{last}"),
        counts => {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            counts.join(or)
        }
    }
}

fn listed(days: &[Date], between: &str, written: Written) -> String {
    let days: Vec<String> = days.iter().map(|day| written(*day)).collect();
    days.join(between)
}

pub(super) fn english_weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

pub(super) fn japanese_weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "月",
        Weekday::Tuesday => "火",
        Weekday::Wednesday => "水",
        Weekday::Thursday => "木",
        Weekday::Friday => "金",
        Weekday::Saturday => "土",
        Weekday::Sunday => "日",
    }
}

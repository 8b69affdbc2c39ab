//! Refusals as people read them: what is wrong, and what to do.

use jiff::civil::{Date, Weekday};

use super::Refusal;
use crate::dates::{DateRefusal, TimeRefusal, iso};

impl Refusal {
    /// The refusal as a sentence, in Japanese or else in English.
    pub fn sentence(&self, language: &str) -> String {
        let spoken = language.split('-').next().unwrap_or_default();
        match spoken.eq_ignore_ascii_case("ja") {
            true => japanese(self),
            false => english(self),
        }
    }
}

fn english(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Empty => "There is nothing in it: give an answer.".to_owned(),
        Refusal::WrongKind => "The answer has another form than this field takes.".to_owned(),
        Refusal::TooShort { min } => format!("That is too short: give {min} characters or more."),
        Refusal::TooLong { max } => format!("That is too long: give {max} characters at most."),
        Refusal::NotANumber => "No number can be told from that: give it in digits.".to_owned(),
        Refusal::AmbiguousNumber { readings } => {
            format!("That can be {}: which one is meant?", readings.join(" or "))
        }
        Refusal::NotWhole => "Only a whole number fits here.".to_owned(),
        Refusal::TooSmall { min } => format!("That is too small: give {min} or more."),
        Refusal::TooLarge { max } => format!("That is too large: give {max} or less."),
        Refusal::OtherUnit { unit } => format!("Give the number in {unit}."),
        Refusal::NotYesOrNo => "Answer yes or no.".to_owned(),
        Refusal::NotAnOption { options } => format!("Choose one of: {}.", options.join(", ")),
        Refusal::TooFew { min } => format!("That is too few: give {min} or more."),
        Refusal::TooMany { max } => format!("That is too many: give {max} at most."),
        Refusal::Date { refusal } => english_date(refusal),
        Refusal::Time { refusal } => match refusal {
            TimeRefusal::NotATime => "No time can be told from that: give it as 14:30.".to_owned(),
            TimeRefusal::Ambiguous { hour } => {
                format!("Is {hour} o'clock before or after noon?")
            }
            TimeRefusal::Date(refusal) => english_date(refusal),
        },
        Refusal::TooEarly { earliest } => format!("That is too early: give {earliest} or later."),
        Refusal::TooLate { latest } => format!("That is too late: give {latest} or earlier."),
        Refusal::NotAnEmail => "That is no e-mail address: give it as name@example.org.".to_owned(),
        Refusal::NotAPhone => "That is no phone number: give its digits.".to_owned(),
        Refusal::PhoneDigits { digits } => format!(
            "A phone number has {} digits there: give all of them, or + and the country's code first.",
            either(digits, " or ")
        ),
        Refusal::NotAUrl => {
            "That is no address on the web: give it as https://example.org.".to_owned()
        }
        Refusal::InLine {
            line,
            field,
            refusal,
        } => format!("Line {line}, {field}: {}", english(refusal)),
    }
}

fn english_date(refusal: &DateRefusal) -> String {
    match refusal {
        DateRefusal::NotADate => "No day can be told from that: give it with its date.".to_owned(),
        DateRefusal::NoSuchDay => "There is no such day: give another date.".to_owned(),
        DateRefusal::Ambiguous { readings } => {
            format!(
                "That can be {}: which day is meant?",
                listed(readings, " or ")
            )
        }
        DateRefusal::WeekdayDiffers {
            date,
            said,
            nearest,
        } => format!(
            "{} is no {}: is that day meant, or {}?",
            iso(*date),
            english_weekday(*said),
            iso(*nearest)
        ),
    }
}

fn japanese(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Empty => "空欄です。お答えください。".to_owned(),
        Refusal::WrongKind => "この項目の答えの形になっていません。".to_owned(),
        Refusal::TooShort { min } => format!("短すぎます。{min}文字以上でお答えください。"),
        Refusal::TooLong { max } => format!("長すぎます。{max}文字以内でお答えください。"),
        Refusal::NotANumber => "数がわかりません。数字でお答えください。".to_owned(),
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
            TimeRefusal::Ambiguous { hour } => {
                format!("{hour}時は午前でしょうか、午後でしょうか。")
            }
            TimeRefusal::Date(refusal) => japanese_date(refusal),
        },
        Refusal::TooEarly { earliest } => format!("早すぎます。{earliest} 以降でお答えください。"),
        Refusal::TooLate { latest } => format!("遅すぎます。{latest} 以前でお答えください。"),
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
            format!("{}のどの日でしょうか。", listed(readings, "、"))
        }
        DateRefusal::WeekdayDiffers {
            date,
            said,
            nearest,
        } => format!(
            "{} は{}曜日ではありません。その日でしょうか、{} でしょうか。",
            iso(*date),
            japanese_weekday(*said),
            iso(*nearest)
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

fn listed(days: &[Date], between: &str) -> String {
    let days: Vec<String> = days.iter().map(|day| iso(*day)).collect();
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

//! Refusals as a model is told them: what is expected, and how it is written.

use super::Refusal;
use crate::dates::{DateRefusal, TimeRefusal, iso};
use crate::file::answer::AnswerType;

/// Where one year is wanted: the first of a decade is none that anybody said.
const DECADE: &str = "a decade or a range is no number: leave it out and ask for the year, or of a line put the \
    words into a text of it where it has one";

impl Refusal {
    /// What a model that reported a value of this type is to write instead, without a full stop. What
    /// people are told is [`Refusal::sentence`].
    ///
    /// ```
    /// use kikitori_form::file::answer::AnswerType;
    /// use kikitori_form::values::Refusal;
    ///
    /// let answer = AnswerType::from_json(&serde_json::json!({"type": "integer"})).unwrap();
    /// assert_eq!(Refusal::NotANumber.for_model(&answer), "expected a number in digits, such as 12");
    /// ```
    pub fn for_model(&self, answer: &AnswerType) -> String {
        let clock = match answer {
            AnswerType::Time(_) => "a time such as 14:30",
            AnswerType::DateTime(_) => "day and time, such as 2026-11-27T14:30",
            _ => "a day such as 2026-11-27",
        };
        match self {
            Self::Empty => "expected a value, and it is empty".to_owned(),
            Self::WrongKind => "expected the form that `answer` of the field says".to_owned(),
            Self::TooShort { min } => format!("expected {min} characters at least"),
            Self::TooLong { max } => format!("expected {max} characters at most"),
            Self::OtherLength { characters } => {
                format!("expected {characters} characters, no more and no less")
            }
            Self::OtherShape { hint } => {
                let hint = hint.as_ref().map(|hint| format!(": {hint}"));
                let hint = hint.unwrap_or_default();
                format!("expected what `pattern` of the field takes, as they said it{hint}")
            }
            Self::NotANumber | Self::NotWhole if matches!(answer, AnswerType::Rating(_)) => {
                "expected a whole number of the scale".to_owned()
            }
            Self::NotANumber => "expected a number in digits, such as 12".to_owned(),
            Self::Decade => DECADE.to_owned(),
            Self::AmbiguousNumber { readings } => format!(
                "it can be {}: write the one that is meant, without marks between thousands",
                readings.join(" or ")
            ),
            Self::NotWhole => "expected a whole number, such as 12".to_owned(),
            Self::TooSmall { min } => format!("expected {min} or more"),
            Self::TooLarge { max } => format!("expected {max} or less"),
            Self::OtherUnit { unit } => format!("expected a number in {unit}"),
            Self::NotYesOrNo => "expected yes or no".to_owned(),
            Self::NotAnOption { options } => {
                format!(
                    "expected the value of an option, such as {}",
                    options.join(", ")
                )
            }
            Self::TooFew { min } => format!("expected {min} or more of them"),
            Self::TooMany { max } => format!("expected {max} of them at most"),
            Self::Date { refusal }
            | Self::Time {
                refusal: TimeRefusal::Date(refusal),
            } => of_day(refusal, clock),
            Self::Time {
                refusal: TimeRefusal::Ambiguous { hour, minute },
            } => {
                let hour = hour % 12;
                format!(
                    "it can be {hour:02}:{minute:02} or {:02}:{minute:02}: write the one that their \
                     words tell",
                    hour + 12
                )
            }
            Self::Time { .. } => {
                format!("expected {clock}, and their words have to tell the time")
            }
            Self::TooEarly { earliest } => format!("expected {earliest} or later"),
            Self::TooLate { latest } => format!("expected {latest} or earlier"),
            Self::NotAnEmail => "expected an e-mail address, such as name@example.org".to_owned(),
            Self::NotAPhone => "expected the digits of a phone number".to_owned(),
            Self::PhoneDigits { .. } => {
                "expected all digits of a phone number, or + and the country's code first"
                    .to_owned()
            }
            Self::NotAUrl => "expected an address such as https://example.org".to_owned(),
            Self::InLine {
                line,
                field,
                refusal,
            } => {
                let cell = match answer {
                    AnswerType::Group(group) => {
                        group.fields.iter().find(|it| it.id.as_str() == field)
                    }
                    _ => None,
                };
                let answer = cell.map_or(answer, |cell| &cell.answer);
                format!("line {line}, {field}: {}", refusal.for_model(answer))
            }
        }
    }
}

fn of_day(refusal: &DateRefusal, clock: &str) -> String {
    match refusal {
        DateRefusal::NotADate => {
            format!(
                "expected {clock}, told by their words: leave it out where they do not tell which day"
            )
        }
        DateRefusal::NoSuchDay => format!("the calendar has no such day: expected {clock}"),
        DateRefusal::Ambiguous { readings } => {
            let readings: Vec<String> = readings.iter().map(|day| iso(*day)).collect();
            format!(
                "it can be {}: write the day that is meant",
                readings.join(" or ")
            )
        }
        DateRefusal::WeekdayDiffers { date, nearest, .. } => format!(
            "the weekday is not that of {}: ask whether that day is meant, or {}",
            iso(*date),
            iso(*nearest)
        ),
    }
}

//! A time that is told by another one: "an hour later than I said", or "quarter past, not ten past".

use jiff::civil::Time;

use crate::dates::TimeWithin;
use crate::plain::plain;
use crate::values::{lengths_in, spelled};

const HALF_A_DAY: i64 = 12 * 60;
/// Words for a time after another one, as they stand among others, and before it.
const LATER: &str = "later/später/spater/plus tard/más tarde/mas tarde/después/più tardi/mais tarde/depois/senare/\
    senere/później/později/neskôr/kasnije/kasneje/позже/позднее/пізніше/daha geç/sonra/myöhemmin/később/mai târziu/\
    後/遅く/遅らせ/あと/뒤/늦게/晚/后";
const EARLIER: &str = "earlier/sooner/früher/fruher/plus tôt/más temprano/mas temprano/antes/prima/mais cedo/eerder/\
    vroeger/tidigare/tidligere/wcześniej/dříve/skôr/ranije/prej/раньше/раніше/daha erken/önce/aiemmin/korábban/\
    mai devreme/前/早く/早め/일찍/早";

/// Whether words tell of something that is so much later or earlier.
///
/// ```
/// use kikitori_form::values::tells_a_shift;
///
/// assert!(tells_a_shift("make it an hour later than I said"));
/// assert!(!tells_a_shift("I will tell you later"));
/// ```
pub fn tells_a_shift(words: &str) -> bool {
    let words = plain(words);
    let mut known = LATER.split('/').chain(EARLIER.split('/'));
    known.any(|it| words.contains(it)) && !lengths_in(&words).is_empty()
}

/// Whether words tell `time` as one that is so much later or earlier than one of the times `told` before.
pub(super) fn tells_shifted(words: &str, time: Time, told: &[TimeWithin]) -> bool {
    let words = plain(words);
    let has = |known: &str| known.split('/').any(|it| words.contains(it));
    let (is_later, is_earlier) = (has(LATER), has(EARLIER));
    if !is_later && !is_earlier {
        return false;
    }
    let minute = |hour: i8, minute: i8| i64::from(hour) * 60 + i64::from(minute);
    let meant = minute(time.hour(), time.minute());
    let lengths = lengths_in(&words);
    told.iter().any(|before| {
        let before = match before {
            TimeWithin::At(it) => minute(it.hour(), it.minute()),
            TimeWithin::EitherHalf(hour, of_hour) => minute(*hour, *of_hour),
        };
        let is_by =
            |length: i64| length > 0 && lengths.iter().any(|it| i64::try_from(*it) == Ok(length));
        (is_later && is_by((meant - before).rem_euclid(HALF_A_DAY)))
            || (is_earlier && is_by((before - meant).rem_euclid(HALF_A_DAY)))
    })
}

/// Whether English words tell the minutes of `time` and no hour, where one that is near is recorded.
pub(super) fn tells_minutes(words: &str, time: Time, recorded: Time) -> bool {
    const HOUR: i64 = 60;
    let minutes = |it: Time| i64::from(it.hour()) * HOUR + i64::from(it.minute());
    let is_near = (minutes(time) - minutes(recorded)).abs() < HOUR;
    let words = plain(words);
    let words = words.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    let number = |word: &str| -> Option<i64> {
        match word {
            "quarter" => Some(15),
            "half" => Some(30),
            word => word.parse().ok().or_else(|| spelled(word)?.parse().ok()),
        }
    };
    let told = words.iter().enumerate().filter_map(|(at, word)| {
        let is_past = match *word {
            "past" | "after" => true,
            "to" | "before" => false,
            _ => return None,
        };
        let before = words.get(at.checked_sub(1)?)?;
        let names_hour = words.get(at + 1).is_some_and(|it| number(it).is_some());
        let tens = at.checked_sub(2).and_then(|it| words.get(it));
        let tens = if tens == Some(&"twenty") { 20 } else { 0 };
        let minute = number(before).filter(|_| !names_hour)? + tens;
        Some(if is_past { minute } else { HOUR - minute })
    });
    let mut told = told.filter(|it| (0..HOUR).contains(it));
    is_near && told.any(|it| it == i64::from(time.minute()))
}

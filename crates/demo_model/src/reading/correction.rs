//! Corrections of what was told before: "it was the 14th, not the 17th", "actually …",
//! 「訂正です」, 「やっぱり…」.

use kikitori_form::dates::from_iso;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::check;
use serde_json::Value as Json;

use super::choice::folded;
use super::labelled::told_by_name;
use super::{Circumstances, Found, Reading, answer, volunteered};
use crate::field::Field;
use crate::text::{is_han, is_kana, narrow, plain};

/// Words that announce that something told before was wrong.
#[rustfmt::skip]
const ENGLISH: [&str; 20] = [
    "actually", "i meant", "i mean", "correction", "correct that", "my mistake", "i was wrong",
    "i made a mistake", "wrong", "wait", "oops", "change my", "change the", "change that",
    "change it", "should be", "should have been", "instead of", "rather than", "no longer",
];
#[rustfmt::skip]
const JAPANESE: [&str; 14] = [
    "やっぱり", "やはり", "訂正", "間違え", "まちがえ", "間違い", "正しくは", "ではなく", "じゃなく",
    "でなく", "変更", "直して", "修正", "さっきの",
];
/// What stands before a corrected value and is no part of it.
#[rustfmt::skip]
const LEAD_INS: [&str; 30] = [
    "sorry", "oops", "wait", "actually", "no", "correction", "my mistake", "i meant", "i mean",
    "i was wrong", "it was", "it is", "it's", "it should be", "that was", "that is", "that's",
    "that should be", "make it", "make that", "すみません", "ごめんなさい", "訂正です", "訂正します",
    "訂正", "やっぱり", "やはり", "正しくは", "間違えました", "間違いでした",
];
const ENDS: [&str; 12] = [
    "please",
    "i think",
    "after all",
    "でした",
    "です",
    "にします",
    "にしてください",
    "でお願いします",
    "に変更してください",
    "に変えてください",
    "に訂正してください",
    "だった",
];

/// A field that was told before.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The field.
    pub field: Field,
    /// What is recorded for it.
    pub value: String,
}

/// What a message corrects: which of the recorded fields, the latest last, and to what.
/// `asked` is the field that was asked for, which takes what fits it best.
pub fn of(
    message: &str,
    recorded: &[Recorded],
    asked: Option<&Field>,
    around: &Circumstances,
) -> Option<(usize, Found)> {
    let announced = is_announced(message);
    if let Some((new, old)) = replaced(message) {
        let told = recorded.iter().enumerate().rev();
        let mut told = told.filter(|(_, it)| holds(it, old, around));
        if let Some((at, it)) = told.next()
            && let Some(found) = becomes(it, old, new, around)
        {
            let quote = match found.value == found.quote {
                true => found.quote,
                // What makes it this value is in both.
                false => both(message, old, new).to_owned(),
            };
            return Some((at, Found { quote, ..found }));
        }
    }
    // A field that is called by its name.
    let by_name = recorded.iter().enumerate().rev().find_map(|(at, it)| {
        let told = told_by_name(message, &it.field)?;
        let is_meant = told.is_plain || announced || it.field.typed().is_some();
        let found = value_in(&it.field, &told.found.quote, around).filter(|_| is_meant)?;
        (plain(&found.value) != plain(&it.value)).then_some((at, found))
    });
    if by_name.is_some() {
        return by_name;
    }
    if !announced {
        return None;
    }
    // One that takes what was said, unless that answers what was asked.
    let answers = asked.is_some_and(|field| {
        field
            .typed()
            .is_some_and(|kind| volunteered(&kind, message, around).is_some())
    });
    if answers {
        return None;
    }
    let fitting: Vec<(usize, Found)> = recorded
        .iter()
        .enumerate()
        .filter_map(|(at, it)| {
            let kind = it.field.typed()?;
            let rest = without_lead_ins(message);
            let is_day = matches!(kind, AnswerType::Date(_)) && day_number(&plain(rest)).is_some();
            let found = match is_day {
                true => Found::said(rest),
                false => volunteered(&kind, message, around)?,
            };
            let found = adjusted(it, &kind, found);
            let quote = match found.value == found.quote {
                true => found.quote,
                false => message.trim().to_owned(),
            };
            Some((at, Found { quote, ..found }))
        })
        .collect();
    match fitting.as_slice() {
        [only] => return Some(only.clone()),
        [.., latest] => return Some(latest.clone()),
        [] => {}
    }
    // The last one, where nothing but a value is left of the message.
    let rest = without_lead_ins(message);
    let at = recorded.len().checked_sub(1)?;
    let last = recorded.get(at)?;
    let is_short = rest.chars().count() <= 60 && rest.len() < message.trim().len();
    let fits_asked = asked
        .and_then(Field::typed)
        .is_some_and(|kind| matches!(answer(&kind, rest, around), Reading::Found(_)));
    if !is_short || rest.is_empty() || fits_asked {
        return None;
    }
    Some((at, value_in(&last.field, rest, around)?))
}

/// Whether a message says that something told before was wrong.
pub fn is_announced(message: &str) -> bool {
    let text = format!(" {} ", crate::text::words(message).join(" "));
    ENGLISH.iter().any(|cue| text.contains(&format!(" {cue} ")))
        || JAPANESE.iter().any(|cue| message.contains(cue))
}

/// What is put in the place of what: "X, not Y", "not Y but X", "X instead of Y", 「YではなくX」.
fn replaced(message: &str) -> Option<(&str, &str)> {
    let text = folded(message);
    let find = |wanted: &str| {
        let wanted: Vec<char> = wanted.chars().collect();
        let at = text
            .windows(wanted.len())
            .position(|part| part.iter().map(|(_, c)| c).eq(wanted.iter()))?;
        let start = text.get(at)?.0;
        let end = text
            .get(at + wanted.len())
            .map_or(message.len(), |(at, _)| *at);
        Some((start, end))
    };
    let sides = |middle: &str| {
        let (start, end) = find(middle)?;
        Some((message.get(..start)?, message.get(end..)?))
    };
    for middle in [
        "ではなくて",
        "じゃなくて",
        "でなくて",
        "ではなく",
        "じゃなく",
        "でなく",
    ] {
        if let Some((old, new)) = sides(middle) {
            return Some((without_lead_ins(new), last_clause(old)));
        }
    }
    if let Some((_, rest)) = sides("not ")
        && let Some((old, new)) = split_at(rest, &[" but rather ", " but ", ", but "])
    {
        return Some((without_lead_ins(new), without_lead_ins(old)));
    }
    for middle in [", not ", " not ", " instead of ", " rather than ", "、not"] {
        if let Some((new, old)) = sides(middle) {
            return Some((last_clause(new), first_clause(old)));
        }
    }
    None
}

/// The words from the first of two parts of a message to the other.
fn both<'m>(message: &'m str, one: &str, other: &str) -> &'m str {
    let places = [one, other].map(|part| (message.find(part), part.len()));
    let [(Some(one), one_len), (Some(other), other_len)] = places else {
        return message.trim();
    };
    let end = (one + one_len).max(other + other_len);
    message.get(one.min(other)..end).unwrap_or(message)
}

fn split_at<'t>(text: &'t str, middles: &[&str]) -> Option<(&'t str, &'t str)> {
    middles.iter().find_map(|middle| text.split_once(middle))
}

/// The end of a text from where its last clause begins.
fn last_clause(text: &str) -> &str {
    let clause = text
        .trim()
        .rsplit([',', '\n', '。', '、', ';', '!', '！'])
        .next();
    without_lead_ins(clause.unwrap_or_default())
}

fn first_clause(text: &str) -> &str {
    let clause = text
        .split([',', '\n', '。', '、', ';', '!', '！', '?'])
        .next();
    let clause = clause.unwrap_or_default();
    let clause = clause.split_once(". ").map_or(clause, |(first, _)| first);
    without_lead_ins(clause)
}

/// A text without what people say around a value.
fn without_lead_ins(text: &str) -> &str {
    let marks = |c: char| c.is_whitespace() || ",.、。;:!！…-–—".contains(c);
    let mut rest = text.trim_matches(marks);
    // Each round takes one away.
    for _ in 0..LEAD_INS.len() {
        let before = rest;
        let stands_alone = |after: &str, lead: &str| {
            !lead.is_ascii() || after.chars().next().is_none_or(|c| !c.is_alphanumeric())
        };
        for lead in LEAD_INS {
            let head = rest.get(..lead.len()).unwrap_or_default();
            let after = rest.get(lead.len()..).unwrap_or_default();
            if head.to_lowercase() == lead && stands_alone(after, lead) {
                rest = after.trim_start_matches(marks);
                break;
            }
        }
        if let Some(kept) = ENDS.iter().find_map(|end| rest.strip_suffix(end)) {
            rest = kept.trim_end_matches(marks);
        }
        if rest == before {
            break;
        }
    }
    rest
}

/// Whether what is recorded is what `old` says.
fn holds(it: &Recorded, old: &str, around: &Circumstances) -> bool {
    if old.is_empty() {
        return false;
    }
    let (value, said) = (plain(&it.value), plain(old));
    if let Some(kind) = it.field.typed() {
        let reads_as = |part: &str| {
            check(&kind, &Json::from(part), &around.checks())
                .is_ok_and(|checked| plain(&checked.value.to_string()) == value)
        };
        let is_said = reads_as(old)
            || matches!(answer(&kind, old, around), Reading::Found(found) if reads_as(&found.value));
        let same_day = matches!(kind, AnswerType::Date(_) | AnswerType::DateTime(_))
            && day_number(&said).is_some_and(|day| Some(day) == day_of(&value));
        return is_said || same_day;
    }
    let is_spaced = |c: char| !is_kana(c) && !is_han(c);
    if said.chars().all(is_spaced) {
        let spaced = |text: &str| format!(" {} ", crate::text::words(text).join(" "));
        let said = spaced(&said);
        !said.trim().is_empty() && spaced(&value).contains(&said)
    } else {
        value.contains(&said)
    }
}

/// The value once `new` stands in the place of `old`.
fn becomes(it: &Recorded, old: &str, new: &str, around: &Circumstances) -> Option<Found> {
    if new.is_empty() {
        return None;
    }
    let Some(kind) = it.field.typed() else {
        let whole = plain(&it.value) == plain(old);
        // Of a long text only the beginning is known here.
        if !whole && it.value.ends_with('…') {
            return None;
        }
        let value = match it.value.find(old) {
            Some(_) if !whole => it.value.replacen(old, new, 1),
            _ => new.to_owned(),
        };
        return Some(Found {
            quote: new.to_owned(),
            value,
        });
    };
    let in_month = adjusted(it, &kind, Found::said(new));
    match answer(&kind, new, around) {
        _ if in_month.value != in_month.quote => Some(in_month),
        Reading::Found(found) => Some(found),
        Reading::Refused(_) => None,
    }
}

/// A day without a month, put in the place of a recorded day, is of the same month.
fn adjusted(it: &Recorded, kind: &AnswerType, found: Found) -> Found {
    let said = plain(&found.quote);
    let in_month = match kind {
        AnswerType::Date(_) => day_number(&said).and_then(|day| {
            let (month, _) = it.value.rsplit_once('-')?;
            let date = format!("{month}-{day:02}");
            from_iso(&date).map(|_| date)
        }),
        _ => None,
    };
    match in_month {
        Some(value) => Found { value, ..found },
        None => found,
    }
}

/// 14 of "the 14th" or 「14日」, if nothing else is said.
fn day_number(said: &str) -> Option<u8> {
    let said: String = said.chars().map(narrow).collect();
    let said = said.strip_prefix("the ").unwrap_or(&said).trim();
    let ends = ["st", "nd", "rd", "th", "日でした", "日です", "日"];
    let digits = ends.iter().find_map(|end| said.strip_suffix(end))?;
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn day_of(value: &str) -> Option<u8> {
    value.get(8..10)?.parse().ok()
}

/// What a part of a message is for a field.
fn value_in(field: &Field, part: &str, around: &Circumstances) -> Option<Found> {
    match field.typed() {
        Some(kind) => match answer(&kind, part, around) {
            Reading::Found(found) => Some(found),
            Reading::Refused(_) => None,
        },
        None => Some(Found::said(part)),
    }
}

#[cfg(test)]
mod tests;

//! What came of the recordings, for a terminal.

use std::fmt::Write;

use kikitori_interview::FieldOutcome;
use kikitori_interview::replay::{ReplayedField, Verdict};

/// A longer text is cut: the table is read at a glance.
const MOST_CHARS: usize = 60;

/// The rows of one recording: what is not as it was, or all of it.
pub fn rows(fields: &[ReplayedField], all: bool) -> String {
    let shown = fields
        .iter()
        .filter(|it| all || it.verdict != Verdict::Same);
    let width = |of: fn(&ReplayedField) -> &str| {
        let names = shown.clone().map(|it| of(it).chars().count());
        names.max().unwrap_or_default()
    };
    let ids = width(|it| it.field_id.as_str());
    let verdicts = width(|it| it.verdict.name());
    let mut table = String::new();
    for field in shown.clone() {
        let mark = if field.is_regression() { "✗" } else { "✓" };
        // It writes to memory.
        let _ = writeln!(
            table,
            "  {mark} {:ids$}  {:verdicts$}  {}",
            field.field_id.as_str(),
            field.verdict.name(),
            told(field)
        );
    }
    table
}

/// How many fields are what, in one line.
pub fn summary(fields: &[ReplayedField]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for field in fields {
        let name = field.verdict.name();
        match counts.iter_mut().find(|(it, _)| *it == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let counts = counts.iter().map(|(name, count)| format!("{count} {name}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// What it was and is, and why.
fn told(field: &ReplayedField) -> String {
    let before = value(field.before.as_deref(), field.outcome);
    let after = value(field.after.as_deref(), None);
    let values = match field.verdict {
        Verdict::Same => before,
        Verdict::New | Verdict::Open => after,
        Verdict::Gone | Verdict::NotAsked => format!("was {before}"),
        _ => format!("{before} → {after}"),
    };
    let words = field.words.as_deref().map(cut);
    let words = words.filter(|_| field.is_regression());
    let words = words.map_or_else(String::new, |it| format!(" They said “{it}”."));
    match why(&field.verdict) {
        Some(why) => format!("{values}. {why}{words}"),
        None => format!("{values}{}", if words.is_empty() { "" } else { "." }) + &words,
    }
}

fn why(verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::Refused(refusal) => refusal.sentence("en"),
        Verdict::Unsaid(words) => format!("They did not say “{}”.", cut(words)),
        Verdict::NowRequired => "It was passed over, and has to be answered now.".to_owned(),
        Verdict::NotAsked => "Its condition does not hold.".to_owned(),
        Verdict::Lost => "Nothing was recorded.".to_owned(),
        Verdict::KeptBack => "It was private: it is not told to a model.".to_owned(),
        _ => return None,
    })
}

fn value(value: Option<&str>, outcome: Option<FieldOutcome>) -> String {
    match (value, outcome) {
        (Some(value), _) => cut(value),
        (None, Some(outcome)) => format!("({})", outcome.name().replace('_', " ")),
        (None, None) => "–".to_owned(),
    }
}

/// On one line, and not too long. Nothing in it moves the terminal's cursor.
fn cut(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = plain.chars().filter(|it| !it.is_control());
    let kept: String = letters.by_ref().take(MOST_CHARS).collect();
    match letters.next() {
        Some(_) => kept + "…",
        None => kept,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use kikitori_form::FieldId;
    use kikitori_form::values::Refusal;

    use super::*;

    fn field(id: &str, values: [Option<&str>; 2], verdict: Verdict) -> ReplayedField {
        let [before, after] = values.map(|it| it.map(str::to_owned));
        ReplayedField {
            field_id: FieldId::new(id).unwrap(),
            label: id.to_owned(),
            before,
            after,
            outcome: None,
            words: None,
            verdict,
        }
    }

    #[test]
    fn rows_say_what_was_what_is_and_why() {
        let colour = ReplayedField {
            words: Some("Green,\n please\u{1b}[2J".to_owned()),
            ..field(
                "colour",
                [Some("green"), None],
                Verdict::Refused(Refusal::NotWhole),
            )
        };
        let notes = ReplayedField {
            outcome: Some(FieldOutcome::Skipped),
            ..field("notes", [None, None], Verdict::NowRequired)
        };
        let fields = [
            field("name", [Some("Ada"), Some("Ada")], Verdict::Same),
            colour,
            field("day", [Some("1 May"), Some("2 May")], Verdict::Differs),
            field("plan", [None, None], Verdict::New),
            notes,
        ];
        let whole = Refusal::NotWhole.sentence("en");
        assert_eq!(
            rows(&fields, false),
            format!(
                "  ✗ colour  refused       green → –. {whole} They said “Green, please[2J”.\n  \
                 ✗ day     differs       1 May → 2 May\n  \
                 ✓ plan    new           –\n  \
                 ✗ notes   now required  (skipped) → –. It was passed over, and has to be answered \
                 now.\n"
            )
        );
        assert!(rows(&fields, true).starts_with("  ✓ name    same          Ada\n"));
        assert_eq!(
            summary(&fields),
            "1 same, 1 refused, 1 differs, 1 new, 1 now required"
        );
    }
}

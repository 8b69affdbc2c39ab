//! Texts with something filled in.

use kikitori_interview::FieldOutcome;
use kikitori_interview::replay::{ReplayedField, Verdict};
use kikitori_parts::Language;

use super::Messages;

/// What has a model lead them again, with the requests that it takes.
pub fn lead_again(language: Language, model: &str, requests: usize) -> String {
    match language {
        Language::Ja => format!("{model} にもう一度させる（リクエスト約 {requests} 回）"),
        Language::En => format!("Have {model} lead them again: about {requests} requests"),
    }
}

/// Who has led them, behind what came of it.
pub fn led_by(language: Language, model: &str) -> String {
    match language {
        Language::Ja => format!("（{model} が行いました）"),
        Language::En => format!(" Led by {model}."),
    }
}

/// How many of the recordings are as they were.
pub fn counted(language: Language, fine: usize, all: usize) -> String {
    match language {
        Language::Ja => format!("{all} 件のうち {fine} 件が記録のとおりです。"),
        Language::En => format!("{fine} of {all} as recorded."),
    }
}

/// What became of a field, in a few words.
pub fn verdict(words: &Messages, verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Same => words.verdict_same,
        Verdict::Reworded => words.verdict_reworded,
        Verdict::Differs => words.verdict_differs,
        Verdict::New => words.verdict_new,
        Verdict::Open => words.verdict_open,
        Verdict::Gone => words.verdict_gone,
        Verdict::NotAsked => words.verdict_not_asked,
        Verdict::Refused(_) => words.verdict_refused,
        Verdict::Unsaid(_) => words.verdict_unsaid,
        Verdict::NowRequired => words.verdict_now_required,
        Verdict::Lost => words.verdict_lost,
        Verdict::KeptBack => words.verdict_kept_back,
    }
}

/// What it was and what it is.
pub fn values(words: &Messages, field: &ReplayedField) -> String {
    let none = || match field.outcome {
        Some(FieldOutcome::Skipped) => words.passed_over,
        Some(FieldOutcome::DoesNotKnow) => words.not_known,
        Some(FieldOutcome::Declined) => words.not_given,
        _ => "–",
    };
    let before = field.before.as_deref().unwrap_or_else(none);
    let after = field.after.as_deref().unwrap_or("–");
    match field.verdict {
        Verdict::New | Verdict::Open => after.to_owned(),
        Verdict::Same | Verdict::Gone | Verdict::NotAsked => before.to_owned(),
        _ => format!("{before} → {after}"),
    }
}

/// Why, and the words that it is about.
pub fn why(language: Language, field: &ReplayedField) -> Option<String> {
    let tag = language.tag();
    let why = match &field.verdict {
        Verdict::Refused(refusal) => refusal.sentence(tag),
        Verdict::Unsaid(words) => match language {
            Language::Ja => format!("「{words}」とは言っていません。"),
            Language::En => format!("They did not say “{words}”."),
        },
        _ => String::new(),
    };
    let words = field.words.as_deref().filter(|_| field.is_regression());
    let words = words.map(|words| match language {
        Language::Ja => format!("本人の言葉：「{words}」"),
        Language::En => format!("They said “{words}”."),
    });
    let all: Vec<String> = [Some(why).filter(|it| !it.is_empty()), words]
        .into_iter()
        .flatten()
        .collect();
    (!all.is_empty()).then(|| all.join(" "))
}

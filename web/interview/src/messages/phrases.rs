//! Texts with something filled in.

use kikitori_parts::Language;

/// A failed call is made again in so many seconds.
pub fn retrying(language: Language, seconds: u64) -> String {
    match language {
        Language::En => format!("The model does not answer yet. Trying again in {seconds} s …"),
        Language::Ja => format!("モデルがまだ応答しません。{seconds} 秒後にもう一度試します…"),
    }
}

/// The same where there is little room.
pub fn fields_done_short(language: Language, done: usize, fields: usize) -> String {
    match language {
        Language::En => format!("{done} of {fields}"),
        Language::Ja => format!("{done}／{fields}"),
    }
}

/// What was accepted, as it is read out.
pub fn accepted(language: Language, label: &str, value: &str) -> String {
    match language {
        Language::En => format!("Noted, {label}: {value}."),
        Language::Ja => format!("{label}：{value}、承りました。"),
    }
}

/// A duration of a step.
pub fn milliseconds(ms: u64) -> String {
    if ms < 1000 {
        format!("{ms} ms")
    } else {
        format!("{}.{} s", ms / 1000, ms % 1000 / 100)
    }
}

/// Whose last run it is.
pub fn last_run(language: Language, agent: &str) -> String {
    match language {
        Language::En => format!("Last run ({agent})"),
        Language::Ja => format!("直前の実行（{agent}）"),
    }
}

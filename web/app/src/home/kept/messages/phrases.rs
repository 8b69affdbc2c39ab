//! Texts with something filled in.

use kikitori_journal::{ImportError, SessionHead, SessionStatus};
use kikitori_parts::Language;

use super::Messages;

/// How far a session has come.
pub fn state(language: Language, session: &SessionHead) -> String {
    let words = Messages::of(language);
    let (done, of) = (session.progress.done as usize, session.progress.of as usize);
    let is_interview = session.kind == "interview";
    let said = match (session.status, is_interview) {
        (SessionStatus::Done, true) => words.finished,
        (SessionStatus::Done, false) => words.answered,
        (SessionStatus::Failed, _) => words.without_result,
        (SessionStatus::Open, true) if of > 0 && done == of => words.to_be_checked,
        (SessionStatus::Open, true) => return language.fields_done(done, of),
        (SessionStatus::Open, false) if of > 0 && session.kind == "helpdesk" => {
            return match language {
                Language::En => format!("{done} of {of} parts done"),
                Language::Ja => format!("{of} 件中 {done} 件完了"),
            };
        }
        (SessionStatus::Open, false) if of > 0 && session.kind == "tasks" => {
            return match language {
                Language::En => format!("{done} of {of} tasks done"),
                Language::Ja => format!("タスク {of} 件中 {done} 件完了"),
            };
        }
        (SessionStatus::Open, false) => words.not_answered,
    };
    said.to_owned()
}

/// Why a saved copy was not taken.
pub fn not_imported(language: Language, error: &ImportError) -> &'static str {
    let words = Messages::of(language);
    match error {
        ImportError::NotASession { .. } => words.not_a_session,
        ImportError::TooNew { .. } => words.too_new,
        ImportError::TooLarge { .. } => words.too_large,
        ImportError::Store(error) => language.store_advice(error),
    }
}

/// How many there are of something.
pub fn count(language: Language, count: usize) -> String {
    match language {
        Language::En => count.to_string(),
        Language::Ja => format!("{count} 件"),
    }
}

/// An amount of bytes, as people read it.
pub fn size(language: Language, bytes: f64) -> String {
    let (amount, unit) = match bytes {
        few if few < 1_000.0 => {
            return format!("{} {}", few as u64, Messages::of(language).bytes);
        }
        some if some < 1_000_000.0 => (some / 1_000.0, "KB"),
        many if many < 1_000_000_000.0 => (many / 1_000_000.0, "MB"),
        most => (most / 1_000_000_000.0, "GB"),
    };
    // As many digits as say something.
    let tenths = (amount * 10.0).round() as u64;
    match tenths {
        0..100 => format!("{}.{} {unit}", tenths / 10, tenths % 10),
        _ => format!("{} {unit}", (tenths + 5) / 10),
    }
}

/// What the browser says of its storage as a whole.
pub fn room(language: Language, used: f64, most: f64) -> String {
    let (used, most) = (size(language, used), size(language, most));
    match language {
        Language::En => {
            format!("In all the browser counts {used} for this site, of at most {most}.")
        }
        Language::Ja => {
            format!("ブラウザーの計算では、このサイトの使用量は合計 {used}、上限は {most} です。")
        }
    }
}

//! Texts with something filled in.

use kikitori_desk::controller::QUESTION_LOCK;
use kikitori_journal::{ImportError, SessionHead, SessionStatus};
use kikitori_parts::Language;
use kikitori_parts::components::delete::lock_name;

/// How far a session has come.
pub fn state(language: Language, session: &SessionHead) -> String {
    let (done, of) = (session.progress.done as usize, session.progress.of as usize);
    let is_interview = session.kind == "interview";
    let said = match (session.status, is_interview) {
        (SessionStatus::Done, true) => language.pick("Finished", "完了"),
        (SessionStatus::Done, false) => language.pick("Answered", "回答済み"),
        (SessionStatus::Failed, _) => language.pick("Ended without a result", "結果なしで終了"),
        (SessionStatus::Open, true) if of > 0 && done == of => {
            language.pick("Answers to be checked", "回答の確認待ち")
        }
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
        (SessionStatus::Open, false) => language.pick("Not answered yet", "未回答"),
    };
    said.to_owned()
}

/// Why a saved copy was not taken.
pub fn not_imported(language: Language, error: &ImportError) -> &'static str {
    match error {
        ImportError::NotASession { .. } => language.pick(
            "This file is no saved copy of a session. Choose one that was saved with “Save a copy”, or, if it is a form, open it with “Open a form of your own”.",
            "このファイルは保存したコピーではありません。「コピーを保存」で保存したファイルを選んでください。フォームのファイルは「手持ちのフォームを開く」で開けます。",
        ),
        ImportError::TooNew { .. } => language.pick(
            "It was saved by a newer version of this page. Load the page again, then choose it once more.",
            "このページの新しい版で保存されたファイルです。ページを再読み込みしてから、もう一度選んでください。",
        ),
        ImportError::TooLarge { .. } => language.pick(
            "There is more in this file than a session may hold.",
            "ファイルの内容が、一つの記録の上限を超えています。",
        ),
        ImportError::Store(error) => language.store_advice(error),
    }
}

/// The lock that a tab holds while it is at work with the session.
pub fn lock(session: &SessionHead) -> String {
    match session.kind.as_str() {
        // It works on one question at a time.
        "helpdesk" => QUESTION_LOCK.to_owned(),
        _ => lock_name(&session.id),
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
            return format!("{} {}", few as u64, language.pick("bytes", "バイト"));
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

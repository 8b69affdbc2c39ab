//! What is said of recorded interviews.

use kikitori_interview::FieldOutcome;
use kikitori_interview::replay::{ReplayedField, Verdict};
use kikitori_parts::Language;

/// The texts that need nothing filled in.
pub struct Texts {
    pub choose: &'static str,
    pub hint: &'static str,
    pub reading: &'static str,
    pub too_large: &'static str,
    pub unreadable: &'static str,
    pub no_recording: &'static str,
    pub again: &'static str,
    pub old: &'static str,
    pub remove: &'static str,
    pub as_recorded: &'static str,
    pub same: &'static str,
    pub fine: &'static str,
    pub lost: &'static str,
    pub no_end: &'static str,
    pub with_model: &'static str,
    pub stop: &'static str,
}

impl Texts {
    /// Those in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&EN, &JA)
    }
}

const EN: Texts = Texts {
    choose: "Choose recordings",
    hint: "Interviews that were saved on home with “Save a copy”. They stay in this browser, and no model is asked: what was said and reported then is checked on the form as it is now.",
    reading: "Playing…",
    too_large: "larger than 64 MB: not read.",
    unreadable: "The browser cannot read this file.",
    no_recording: "This is no recorded interview.",
    again: "Play them again",
    old: "You have changed the form since these were played.",
    remove: "Remove all",
    as_recorded: "Every answer is as it was.",
    same: "As they were:",
    fine: "Fine",
    lost: "Look at this",
    no_end: "This interview came to no end.",
    with_model: "A model can also lead these interviews again, and is told what they said then. What they said goes to it; answers to private questions do not.",
    stop: "Stop after this one",
};

const JA: Texts = Texts {
    choose: "記録を選ぶ",
    hint: "ホームの「コピーを保存」で保存したインタビューです。このブラウザーから出ることはなく、モデルにも尋ねません。そのときの発言と報告を、今のフォームで確かめ直します。",
    reading: "確かめています…",
    too_large: "64 MB を超えるため、読み込みませんでした。",
    unreadable: "このファイルはブラウザーで読めません。",
    no_recording: "インタビューの記録ではありません。",
    again: "もう一度確かめる",
    old: "確かめたあとで、フォームが変わっています。",
    remove: "すべて取り除く",
    as_recorded: "すべての回答が、記録のとおりです。",
    same: "記録のとおり：",
    fine: "問題なし",
    lost: "要確認",
    no_end: "このインタビューは終わりまで進みませんでした。",
    with_model: "モデルにもう一度インタビューさせることもできます。そのときの発言をそのまま伝えます。発言はモデルに送られますが、非公開の質問への回答は送られません。",
    stop: "今のものが終わったら止める",
};

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
pub fn verdict(language: Language, verdict: &Verdict) -> &'static str {
    let (en, ja) = match verdict {
        Verdict::Same => ("As it was", "記録のとおり"),
        Verdict::Reworded => ("Other words, all of them theirs", "本人の別の言葉"),
        Verdict::Differs => ("Another value", "値が違う"),
        Verdict::New => ("New", "新しい質問"),
        Verdict::Open => ("Not answered then either", "記録にも回答なし"),
        Verdict::Gone => ("No longer in the form", "フォームにない"),
        Verdict::NotAsked => (
            "Not asked: its condition does not hold",
            "条件に合わず、尋ねない",
        ),
        Verdict::Refused(_) => ("Not taken any more", "受け付けられない"),
        Verdict::Unsaid(_) => ("Not their words", "本人の言葉ではない"),
        Verdict::NowRequired => (
            "Passed over, and has to be answered now",
            "飛ばされたが、今は必須",
        ),
        Verdict::Lost => ("Nothing was recorded", "記録されなかった"),
        Verdict::KeptBack => (
            "Was private: told to no model",
            "非公開のため、モデルに伝えない",
        ),
    };
    match language {
        Language::Ja => ja,
        Language::En => en,
    }
}

/// What it was and what it is.
pub fn values(language: Language, field: &ReplayedField) -> String {
    let none = || match (field.outcome, language) {
        (Some(FieldOutcome::Skipped), Language::En) => "passed over",
        (Some(FieldOutcome::Skipped), Language::Ja) => "飛ばした",
        (Some(FieldOutcome::DoesNotKnow), Language::En) => "not known",
        (Some(FieldOutcome::DoesNotKnow), Language::Ja) => "わからない",
        (Some(FieldOutcome::Declined), Language::En) => "not given",
        (Some(FieldOutcome::Declined), Language::Ja) => "答えない",
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

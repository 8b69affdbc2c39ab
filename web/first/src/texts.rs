//! The words of the first view, which the screens that take its place have too.

use kikitori_interview::chips;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Texts {
    pub stored_here: &'static str,
    pub server_asked: &'static str,
    pub scripted_anything: &'static str,
    pub read_anything: &'static str,
    pub read_by_server: &'static str,
    pub details: &'static str,
    pub sent_to: &'static str,
    pub model: &'static str,
    pub fields: &'static str,
    pub interviewer: &'static str,
    pub conversation: &'static str,
    pub place: &'static str,
    pub place_change: &'static str,
    pub kept_private: &'static str,
    pub change: &'static str,
    pub asking: &'static str,
    pub one_moment: &'static str,
    pub composer_label: &'static str,
    pub composer_hint: &'static str,
    pub send: &'static str,
    pub stop: &'static str,
    pub as_a_form: &'static str,
    pub suggestions: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub skip: &'static str,
    pub activity: &'static str,
    pub progress: &'static str,
}

/// English.
pub const EN: Texts = Texts {
    stored_here: "What you write is stored on this device. ",
    server_asked: "Asking the server which model it uses …",
    scripted_anything: "A scripted stand-in built into this server reads it: no AI, nothing leaves this server.",
    read_anything: "An AI model reads it, so that you get a reply. ",
    read_by_server: "It is asked through this page’s server.",
    details: "Details",
    sent_to: "Sent to",
    model: "Model",
    fields: "Fields",
    interviewer: "Interviewer:",
    conversation: "Conversation",
    place: "Language, country and time zone:",
    place_change: "Change language, country or time zone",
    kept_private: "No AI model reads these, so please wait until you are asked: ",
    change: "Change",
    asking: "Writing the next question …",
    one_moment: "One moment …",
    composer_label: "Your answer",
    composer_hint: "Enter sends, Shift+Enter starts a new line",
    send: "Send answer",
    stop: "Stop",
    as_a_form: "Fill in the form yourself",
    suggestions: "Suggested answers",
    yes: "Yes",
    no: "No",
    skip: chips::SKIP,
    activity: "Activity",
    progress: "Fields done",
};

/// Japanese.
pub const JA: Texts = Texts {
    stored_here: "入力した内容はこの端末に保存されます。",
    server_asked: "使用するモデルをサーバーに確認しています…",
    scripted_anything: "読むのは、このサーバーに組み込まれた台本どおりの代役です。AI ではなく、サーバーの外には何も送られません。",
    read_anything: "返事をするために、AI モデルが読みます。",
    read_by_server: "このページのサーバーを通して送ります。",
    details: "詳細",
    sent_to: "送り先",
    model: "モデル",
    fields: "項目",
    interviewer: "聞き手：",
    conversation: "対話",
    place: "言語・国・タイムゾーン：",
    place_change: "言語・国・タイムゾーンを変更",
    kept_private: "AI モデルに読ませない項目です。お尋ねするまで、お書きにならないでください：",
    change: "変更",
    asking: "次の質問を書いています…",
    one_moment: "少々お待ちください…",
    composer_label: "あなたの回答",
    composer_hint: "Enter で送信、Shift+Enter で改行",
    send: "回答を送る",
    stop: "停止",
    as_a_form: "フォームに直接記入する",
    suggestions: "回答の候補",
    yes: "はい",
    no: "いいえ",
    skip: "この質問をとばす",
    activity: "実行記録",
    progress: "完了した項目",
};

impl Texts {
    /// The texts that serve a BCP 47 tag best.
    pub fn of(tag: &str) -> &'static Self {
        match is_japanese(tag) {
            true => &JA,
            false => &EN,
        }
    }
}

pub(crate) fn is_japanese(tag: &str) -> bool {
    let primary = tag.split('-').next().unwrap_or_default();
    primary.eq_ignore_ascii_case("ja")
}

/// What no model reads, one beside the other as the language of a BCP 47 tag has it; none where that is
/// nothing.
pub fn private_named<'a>(
    language: &str,
    labels: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let between = match is_japanese(language) {
        true => "、",
        false => ", ",
    };
    let mut labels = labels.into_iter();
    let mut named = labels.next()?.to_owned();
    for label in labels {
        named.push_str(between);
        named.push_str(label);
    }
    Some(named)
}

/// How many of so many fields are done, where there is little room.
pub fn done_of(is_japanese: bool, done: usize, fields: usize) -> String {
    match is_japanese {
        false => format!("{done} of {fields}"),
        true => format!("{done}／{fields}"),
    }
}

/// Whether the language of a BCP 47 tag is written from right to left: by its script, where the tag
/// names one.
pub fn is_right_to_left(tag: &str) -> bool {
    const SCRIPTS: [&str; 6] = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"];
    const LANGUAGES: [&str; 13] = [
        "ar", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ];
    let has = |all: &[&str], part: &str| all.iter().any(|it| it.eq_ignore_ascii_case(part));
    let mut parts = tag.split('-');
    let primary = parts.next().unwrap_or_default();
    match parts.find(|part| part.len() == 4) {
        Some(script) => has(&SCRIPTS, script),
        None => has(&LANGUAGES, primary),
    }
}

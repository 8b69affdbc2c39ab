//! Japanese.

use super::texts::Texts;

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

//! Japanese.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    tagline: "このページの中で働くアシスタントです。インストールも登録もいりません。一つ選んで、お試しください。",
    interview: "インタビュー",
    interview_purpose: "会話をするだけで、フォームが埋まります。質問し、お答えを確かめて、正しい欄に書き留めます。",
    interview_trial: "見本のフォームで試す：",
    own_form: "手持ちのフォームを開く",
    build_form: "サイト用のフォームを作る",
    desk: "ヘルプデスク",
    desk_purpose: "資料について質問すると、一つの答えにまとめ、文ごとに根拠の箇所を示します。",
    desk_trial: "このサイトの資料について質問してみる：",
    desk_open: "別の質問をする、資料を加える",
    agent: "エージェント",
    agent_purpose: "計算や資料調べが必要な質問に、道具を使って答えます。どの手順で何が分かったかが見えます。",
    agent_trial: "質問してみる：",
    agent_open: "別の質問をする",
    tasks: "タスク",
    tasks_purpose: "してほしいことを書くと、計画を見せ、同時にできるものは並べて進め、大事なところで確認します。",
    tasks_trial: "見本の台所で頼んでみる：",
    tasks_open: "別のことを頼む",
    file_too_large: "フォームには大きすぎるファイルです。",
    file_unreadable: "ファイルを読み込めませんでした。もう一度選んでください。",
    open_session_file: "保存したコピーを開く",
    stored: "この端末に保存されている内容",
    erased: "このページがこの端末に保存していた内容を、すべて削除しました。",
    erased_elsewhere: "このページがこの端末に保存していた内容は、別のタブですべて削除されました。",
};

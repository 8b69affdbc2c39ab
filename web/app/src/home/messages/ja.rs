//! Japanese.

use super::Messages;

pub(super) const MESSAGES: Messages = Messages {
    tagline: "対話をしながら、フォームを一緒に埋めていきます。ご自分の言葉でお答えください。このブラウザーの中の四つのエージェントが、尋ね、確かめ、書き留めます。",
    stored_here: "回答はこの端末に保存されます。",
    scripted_notice: "回答を読むのは、このサーバーに組み込まれた台本どおりの代役です。AI ではなく、サーバーの外には何も送られません。",
    settings_wait: "使用するモデルをサーバーに確認しています…",
    settings_failed: "サーバーからモデルの情報を得られず、回答の送り先がわかりません。サーバーが動いているか確認してください。",
    samples: "見本のフォームで始める",
    own_form: "手持ちのフォームを使う",
    own_form_label: "フォームのファイルを開く",
    own_form_hint: "JSON ファイルを選ぶか、ここにドロップしてください。",
    desk: "質問する側になる",
    desk_text: "ヘルプデスクが資料をもとに質問に答え、根拠の箇所を示します。",
    desk_open: "ヘルプデスクを開く",
    file_too_large: "フォームには大きすぎるファイルです。",
    file_unreadable: "ファイルを読み込めませんでした。もう一度選んでください。",
    sessions: "インタビューの一覧",
    sessions_wait: "この端末のインタビューを探しています…",
    sessions_empty: "まだありません。始めたインタビューはここに残り、いつでも中断して戻れます。",
    unreadable: "読み込めないインタビュー",
    open_session_file: "保存したコピーを開く",
    no_session_file: "保存したコピーを取り込めませんでした：",
    session_stored: "保存したコピーを一覧に加えました。",
    sessions_failed: "この端末のインタビューを一覧にできませんでした：",
    finished: "完了",
    continue_it: "続ける",
    open_it: "開く",
    delete: "削除",
};

//! Japanese.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    review_title: "回答の確認",
    review_text: "フォームに入るのは、ここにあるものだけです。",
    confirm: "この内容で確定する",
    confirm_means: "どこにも送信されません。完成したフォームはファイルとして受け取れます。",
    done_title: "フォームが完成しました",
    done_text: "この端末に保存されています。控えや提出用にダウンロードしてください。",
    done_text_in_tab: "今すぐダウンロードしてください。このブラウザーでは、タブを開いている間だけ残ります。",
    declined: "回答なし",
    open: "未完了",
    details: "フォームに入るほかの情報",
    language: "言語",
    country: "国",
    time_zone: "タイムゾーン",
    confirmed_at: "確定した日時",
    not_said: "回答なし",
    download_json: "JSON でダウンロード",
    download_csv: "表計算用にダウンロード（CSV）",
    print: "印刷・PDF で保存",
    another: "別のフォームを始める",
    delete_this: "このインタビューを削除",
};

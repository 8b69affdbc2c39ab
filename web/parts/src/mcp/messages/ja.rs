//! Japanese.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    lead: "ほかのプログラムのツールを、Model Context Protocol でこのページから使えます。サーバーにはツールを呼び出す内容が送られ、その答えはモデルに送られます。ツールが何をするかは、サーバーの説明によります。",
    use_server: "使う",
    address: "サーバーのアドレス",
    address_hint: "例：http://localhost:3001/mcp。このページからの接続を許可している必要があります。",
    add: "追加",
    asked: "ツールを問い合わせています…",
    no_tools: "ツールがありません。",
    remove: "取り除く",
    try_again: "もう一度試す",
    reads: "読み取るだけです（サーバーの説明）。",
    changes: "何かを変更することがあります。使う前に確認します。",
    destroys: "削除や上書きをすることがあります。使う前に確認します。",
    by_this_site: "このサイトのサーバーを経由",
    key: "このサーバーのキー",
    key_hint: "このタブだけに保存され、このアドレスだけに送られます。",
    use_key: "このキーを使う",
    has_key: "このタブで入力したキーを送っています。",
    forget_key: "キーを忘れる",
};

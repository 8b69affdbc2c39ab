//! Texts of the panel.

use super::server::Trouble;
use super::servers::Problem;
use crate::Language;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub lead: &'static str,
    pub use_server: &'static str,
    pub address: &'static str,
    pub address_hint: &'static str,
    pub add: &'static str,
    pub asked: &'static str,
    pub no_tools: &'static str,
    pub remove: &'static str,
    pub try_again: &'static str,
    pub reads: &'static str,
    pub changes: &'static str,
    pub destroys: &'static str,
    pub by_this_site: &'static str,
    pub key: &'static str,
    pub key_hint: &'static str,
    pub use_key: &'static str,
    pub has_key: &'static str,
    pub forget_key: &'static str,
}

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&ENGLISH, &JAPANESE)
    }
}

static ENGLISH: Messages = Messages {
    lead: "Other programs can lend their tools to this page, by the Model Context Protocol. A server gets what its tools are called with, and what they answer goes to the model. What a tool does is the server’s word.",
    use_server: "Use",
    address: "Address of a server",
    address_hint: "For example http://localhost:3001/mcp. It has to let this page in.",
    add: "Add",
    asked: "Asking for its tools …",
    no_tools: "It has no tools.",
    remove: "Remove",
    try_again: "Try again",
    reads: "Only reads, the server says.",
    changes: "May change something: you are asked first.",
    destroys: "May delete or overwrite something: you are asked first.",
    by_this_site: "through this site’s server",
    key: "Key of this server",
    key_hint: "It stays in this tab, and is sent to this address alone.",
    use_key: "Use this key",
    has_key: "It gets the key that you gave it in this tab.",
    forget_key: "Forget the key",
};

static JAPANESE: Messages = Messages {
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

/// Why a server cannot be used, and what to do.
pub fn trouble(language: Language, trouble: Trouble) -> &'static str {
    match (language, trouble) {
        (Language::En, Trouble::Unreachable) => {
            "It is not reached. See whether it runs and lets this page in. A server that is not on this device has to be listed by whoever runs this site."
        }
        (Language::Ja, Trouble::Unreachable) => {
            "接続できません。サーバーが動いていて、このページからの接続を許可しているか確認してください。この端末の外にあるサーバーは、このサイトの運営者が登録する必要があります。"
        }
        (Language::En, Trouble::Slow) => "It takes too long to answer.",
        (Language::Ja, Trouble::Slow) => "応答に時間がかかりすぎています。",
        (Language::En, Trouble::Locked) => "It asks for a key, and takes none that it got.",
        (Language::Ja, Trouble::Locked) => {
            "キーが必要です。これまでのキーは受け付けられませんでした。"
        }
        (Language::En, Trouble::NotListed) => {
            "There is no such server at this address, or this site does not list it any more."
        }
        (Language::Ja, Trouble::NotListed) => {
            "このアドレスにサーバーがないか、このサイトの登録から外れています。"
        }
        (Language::En, Trouble::NoMcp) => {
            "What answers there does not speak the Model Context Protocol as this page knows it."
        }
        (Language::Ja, Trouble::NoMcp) => {
            "このアドレスの応答は、このページが知っている Model Context Protocol ではありません。"
        }
    }
}

/// Why what was done was not taken.
pub fn problem(language: Language, problem: &Problem) -> &'static str {
    match (language, problem) {
        (Language::En, Problem::NoAddress) => {
            "This is no address. It should look like http://localhost:3001/mcp."
        }
        (Language::Ja, Problem::NoAddress) => {
            "アドレスではありません。http://localhost:3001/mcp のように入力してください。"
        }
        (Language::En, Problem::NoKey) => {
            "This is no key: it has only letters, digits and signs, and no space. Copy it again."
        }
        (Language::Ja, Problem::NoKey) => {
            "キーではありません。半角の英数字と記号だけで、空白を含みません。もう一度コピーしてください。"
        }
        (Language::En, Problem::TooMany) => "Eight servers are the most. Remove one first.",
        (Language::Ja, Problem::TooMany) => {
            "サーバーは 8 つまでです。先にどれかを取り除いてください。"
        }
        (_, Problem::Store(error)) => language.store_advice(error),
    }
}

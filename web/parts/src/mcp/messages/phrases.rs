//! What is not as it should be, and what to do.

use crate::Language;
use crate::mcp::server::Trouble;
use crate::mcp::servers::Problem;

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

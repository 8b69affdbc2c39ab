//! Every text of the page, in both languages.

use kikitori_browser::{Link, NoLink};

/// The page's languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// As `lang` attributes have it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// How many passages there are.
    pub fn passages(self, number: usize) -> String {
        match (self, number) {
            (Self::En, 1) => "1 passage".to_owned(),
            (Self::En, _) => format!("{number} passages"),
            (Self::Ja, _) => format!("{number} 箇所"),
        }
    }

    /// What leaves the page, and where it goes.
    pub fn connection(self, link: &Result<Link, NoLink>) -> String {
        let link = match link {
            Ok(link) if link.is_scripted() => return self.words().scripted.to_owned(),
            Ok(link) => link,
            Err(none) => return self.no_link(*none).to_owned(),
        };
        let (host, model) = (link.host(), link.model());
        let is_direct = link.direct().is_some();
        match self {
            Self::En => {
                let way = if is_direct {
                    "straight from this browser "
                } else {
                    ""
                };
                let model = match model {
                    "" => String::new(),
                    model => format!(", model {model}"),
                };
                format!(
                    "Your question and the passages found for it are sent {way}to {host}{model}."
                )
            }
            Self::Ja => {
                let way = if is_direct {
                    "このブラウザーから直接"
                } else {
                    ""
                };
                let model = match model {
                    "" => String::new(),
                    model => format!("（モデル：{model}）"),
                };
                format!("質問と、見つかった箇所が、{host}{model}に{way}送られます。")
            }
        }
    }

    /// Why no model can be asked.
    pub fn no_link(self, none: NoLink) -> &'static str {
        match (self, none) {
            (Self::En, NoLink::NoAnswer) => {
                "This page's server does not answer. Check that it is running, then go on."
            }
            (Self::Ja, NoLink::NoAnswer) => {
                "このページのサーバーが応答しません。動いているか確認してから、続けてください。"
            }
            (Self::En, NoLink::NothingChosen) => {
                "No model is connected. Choose one in the settings, then come back."
            }
            (Self::Ja, NoLink::NothingChosen) => {
                "モデルにつながっていません。設定で選んでから、戻ってください。"
            }
        }
    }

    /// The texts.
    pub fn words(self) -> &'static Words {
        match self {
            Self::En => &EN,
            Self::Ja => &JA,
        }
    }
}

/// The page's texts.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Words {
    pub title: &'static str,
    pub lead: &'static str,
    pub scripted: &'static str,
    pub to_interview: &'static str,
    pub settings: &'static str,
    pub other_language: &'static str,
    pub documents: &'static str,
    pub sample: &'static str,
    pub own_label: &'static str,
    pub own_hint: &'static str,
    pub unreadable: &'static str,
    pub remove: &'static str,
    pub question_label: &'static str,
    pub ask: &'static str,
    pub stop: &'static str,
    pub examples: &'static str,
    pub example_questions: [&'static str; 3],
    pub work: &'static str,
    pub plan: &'static str,
    pub select_tools: &'static str,
    pub execute_tools: &'static str,
    pub create_subtask_answer: &'static str,
    pub reflect_subtask: &'static str,
    pub write: &'static str,
    pub waiting: &'static str,
    pub running: &'static str,
    pub done: &'static str,
    pub failed: &'static str,
    pub tries: &'static str,
    pub tokens: &'static str,
    pub answer: &'static str,
    pub no_source: &'static str,
    pub source: &'static str,
    pub gaps: &'static str,
    pub nothing: &'static str,
    pub close: &'static str,
    pub stopped: &'static str,
    pub trouble: &'static str,
    pub saved: &'static str,
    pub go_on: &'static str,
}

const EN: Words = Words {
    title: "Help desk",
    lead: "Ask about the documents below. Agents in this browser plan the answer, look it up side by side, check it and cite the places it rests on.",
    scripted: "A scripted stand-in answers: it quotes sentences that share words with your question, and has no intelligence.",
    to_interview: "To the interview",
    settings: "Settings",
    other_language: "日本語",
    documents: "Documents",
    sample: "Kikitori manual (sample)",
    own_label: "Add a document",
    own_hint: "Markdown or plain text. Choose it, or drop it here; it stays in this browser.",
    unreadable: "This file could not be read as text. Choose a Markdown or text file.",
    remove: "Remove",
    question_label: "Your question",
    ask: "Ask",
    stop: "Stop",
    examples: "For example",
    example_questions: [
        "How do I download the result, and what is stored?",
        "Can I use it without a mouse?",
        "What are facts in a form for?",
    ],
    work: "How the answer comes about",
    plan: "Plan",
    select_tools: "Choose",
    execute_tools: "Search",
    create_subtask_answer: "Answer",
    reflect_subtask: "Reflect",
    write: "Write the answer",
    waiting: "waiting",
    running: "at work",
    done: "done",
    failed: "failed",
    tries: "tries",
    tokens: "tokens",
    answer: "Answer",
    no_source: "no source",
    source: "Source",
    gaps: "What could not be found out",
    nothing: "The documents do not answer this question.",
    close: "Close",
    stopped: "Stopped. What was finished is kept.",
    trouble: "The answer is waiting:",
    saved: "What was finished is kept in this browser.",
    go_on: "Go on",
};

const JA: Words = Words {
    title: "ヘルプデスク",
    lead: "下の資料について質問してください。このブラウザーの中のエージェントが、計画を立て、手分けして調べ、確かめ、根拠の箇所を示して答えます。",
    scripted: "台本どおりの代役が答えます。質問と言葉が重なる文を引用するだけで、知能はありません。",
    to_interview: "インタビューへ",
    settings: "設定",
    other_language: "English",
    documents: "資料",
    sample: "聞き取りマニュアル（見本）",
    own_label: "資料を追加する",
    own_hint: "Markdown かテキストのファイルを選ぶか、ここにドロップしてください。このブラウザーの中にだけ置かれます。",
    unreadable: "テキストとして読めないファイルです。Markdown かテキストのファイルを選んでください。",
    remove: "外す",
    question_label: "質問",
    ask: "質問する",
    stop: "停止",
    examples: "たとえば",
    example_questions: [
        "結果をダウンロードするには？何が保存されますか？",
        "マウスなしで操作できますか？",
        "factsには何を書きますか？",
    ],
    work: "答えができるまで",
    plan: "計画",
    select_tools: "選ぶ",
    execute_tools: "探す",
    create_subtask_answer: "答える",
    reflect_subtask: "見直す",
    write: "答えをまとめる",
    waiting: "待機中",
    running: "作業中",
    done: "完了",
    failed: "失敗",
    tries: "回",
    tokens: "トークン",
    answer: "答え",
    no_source: "根拠なし",
    source: "根拠",
    gaps: "わからなかったこと",
    nothing: "資料には、この質問の答えがありません。",
    close: "閉じる",
    stopped: "停止しました。終わったところまでは残っています。",
    trouble: "答えが止まっています：",
    saved: "終わったところまでは、このブラウザーに残っています。",
    go_on: "続ける",
};

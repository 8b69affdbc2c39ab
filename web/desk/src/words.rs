//! Every text of the page, in both languages.

mod gaps;
mod trouble;

use kikitori_browser::{Link, NoLink, PdfError};
use kikitori_parts::Tongue;

use crate::documents::{Missing, Searched, Unread};

/// The page's languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The language as parts that the pages share know it.
    pub fn tongue(self) -> Tongue {
        match self {
            Self::En => Tongue::En,
            Self::Ja => Tongue::Ja,
        }
    }

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

    /// What answers come from.
    pub fn searched(self, searched: Searched) -> String {
        let documents = |number: usize| match number {
            1 => "document".to_owned(),
            _ => format!("{number} documents"),
        };
        let text = |text: &str| text.to_owned();
        match (self, searched) {
            (_, Searched::Unknown) => String::new(),
            (Self::En, Searched::Nothing) => text("There is nothing to answer from yet."),
            (Self::En, Searched::Own(own)) => {
                format!("Answers come from your {}.", documents(own))
            }
            (Self::En, Searched::Site(site)) => {
                format!("Answers come from this site's {}.", documents(site))
            }
            (Self::En, Searched::Both(own, site)) => format!(
                "Answers come from your {} and this site's {}.",
                documents(own),
                documents(site)
            ),
            (Self::Ja, Searched::Nothing) => text("まだ、答えのもとになる資料がありません。"),
            (Self::Ja, Searched::Own(own)) => format!("あなたの資料 {own} 件から答えます。"),
            (Self::Ja, Searched::Site(site)) => {
                format!("このサイトの資料 {site} 件から答えます。")
            }
            (Self::Ja, Searched::Both(own, site)) => {
                format!("あなたの資料 {own} 件と、このサイトの資料 {site} 件から答えます。")
            }
        }
    }

    /// Why a file was not taken, and what to do.
    pub fn unread(self, reason: Unread) -> &'static str {
        use Unread::{Empty, NotHandedOut, NotText, Pdf, PdfWithoutText, TooLarge};
        let (english, japanese) = match reason {
            TooLarge | Pdf(PdfError::TooLarge) => (
                "This file is too large: 4 MB are the most, and 32 MB for a PDF. Choose a part of it.",
                "ファイルが大きすぎます。上限は 4 MB、PDF は 32 MB です。分けたものを選んでください。",
            ),
            NotHandedOut => (
                "The browser could not read this file. Choose it again.",
                "ブラウザーがこのファイルを読めませんでした。もう一度選んでください。",
            ),
            NotText => (
                "This file could not be read as text. If it is one, save it as UTF-8 and choose it again.",
                "テキストとして読めないファイルです。テキストなら、UTF-8 で保存して、もう一度選んでください。",
            ),
            Empty => (
                "There is no text in this file.",
                "このファイルには文章がありません。",
            ),
            PdfWithoutText => (
                "This PDF holds no text, perhaps only pictures of pages. Choose the document it was made from, or one with recognised text.",
                "この PDF には文字がありません。ページの画像だけかもしれません。元の文書か、文字認識をした PDF を選んでください。",
            ),
            Pdf(PdfError::Protected) => (
                "This PDF opens only with a password. Save it without one and choose it again.",
                "パスワードで保護された PDF です。パスワードなしで保存して、もう一度選んでください。",
            ),
            Pdf(PdfError::Broken) => (
                "This PDF could not be read. Save the document as text or HTML and choose that.",
                "この PDF は読めませんでした。文書をテキストか HTML で保存して、それを選んでください。",
            ),
            Pdf(PdfError::TooSlow) => (
                "This PDF took more than a minute to read. Choose a part of it.",
                "この PDF は読むのに 1 分以上かかります。分けたものを選んでください。",
            ),
            Pdf(PdfError::NotLoaded) => (
                "The part of this page that reads PDFs could not be loaded. Check the connection and choose the file again.",
                "PDF を読む部品を読み込めませんでした。接続を確かめて、もう一度選んでください。",
            ),
        };
        match self {
            Self::En => english,
            Self::Ja => japanese,
        }
    }

    /// Why a document of the site's is not searched.
    pub fn missing(self, missing: Missing) -> String {
        match (self, missing) {
            (Self::En, Missing::NotHad(error)) => format!("could not be loaded ({error})"),
            (Self::Ja, Missing::NotHad(_)) => "読み込めませんでした".to_owned(),
            (_, Missing::Unread(reason)) => self.unread(reason).to_owned(),
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
    pub own_documents: &'static str,
    pub site_documents: &'static str,
    pub site_unusable: &'static str,
    pub search_both: &'static str,
    pub own_label: &'static str,
    pub own_hint: &'static str,
    pub reading: &'static str,
    pub remove: &'static str,
    pub unreadable: &'static str,
    pub question_label: &'static str,
    pub ask: &'static str,
    pub stop: &'static str,
    pub examples: &'static str,
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
    pub nothing_to_search: &'static str,
    pub close: &'static str,
    pub stopped: &'static str,
    pub trouble: &'static str,
    pub saved: &'static str,
    pub go_on: &'static str,
    pub lost: &'static str,
    pub elsewhere: &'static str,
    pub forget: &'static str,
    pub not_all_stored: &'static str,
    pub as_found: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
}

const EN: Words = Words {
    title: "Help desk",
    lead: "Ask about the documents below. Agents in this browser plan the answer, look it up side by side, check it and cite the places it rests on.",
    scripted: "A scripted stand-in answers: it quotes sentences that share words with your question, and has no intelligence.",
    to_interview: "To the interview",
    settings: "Settings",
    other_language: "日本語",
    documents: "Documents",
    own_documents: "Your documents",
    site_documents: "This site's documents",
    site_unusable: "The list of this site's documents (documents.json) cannot be used:",
    search_both: "Search these too",
    own_label: "Add a document",
    own_hint: "Markdown, text, HTML or PDF. Choose it, or drop it here. The file stays in this browser; only passages that are found go to the model.",
    reading: "Reading …",
    remove: "Remove",
    unreadable: "cannot be read and is not searched. Remove it and add it again.",
    question_label: "Your question",
    ask: "Ask",
    stop: "Stop",
    examples: "For example",
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
    nothing_to_search: "There is nothing to answer from yet. Add a document below, then ask again.",
    close: "Close",
    stopped: "Stopped. What was finished is kept.",
    trouble: "The answer is waiting:",
    saved: "What was finished is kept in this browser.",
    go_on: "Go on",
    lost: "What this browser had stored of this question is gone or damaged. Go on to ask it once more from the beginning.",
    elsewhere: "The help desk is at work in another tab. Let it finish or stop it there, then go on here.",
    forget: "Forget this question",
    not_all_stored: "The answer is here, but this browser could not store all that belongs to it. Perhaps there is no room left on this device.",
    as_found: "The model did not put these parts together, so they stand as they were found.",
    theme_system: "Appearance: as the system",
    theme_light: "Appearance: light",
    theme_dark: "Appearance: dark",
};

const JA: Words = Words {
    title: "ヘルプデスク",
    lead: "下の資料について質問してください。このブラウザーの中のエージェントが、計画を立て、手分けして調べ、確かめ、根拠の箇所を示して答えます。",
    scripted: "台本どおりの代役が答えます。質問と言葉が重なる文を引用するだけで、知能はありません。",
    to_interview: "インタビューへ",
    settings: "設定",
    other_language: "English",
    documents: "資料",
    own_documents: "あなたの資料",
    site_documents: "このサイトの資料",
    site_unusable: "このサイトの資料の一覧（documents.json）が使えません：",
    search_both: "これも調べる",
    own_label: "資料を追加する",
    own_hint: "Markdown、テキスト、HTML、PDF のファイルを選ぶか、ここにドロップしてください。ファイルはこのブラウザーに置かれ、見つかった箇所だけがモデルに送られます。",
    reading: "読み込み中…",
    remove: "外す",
    unreadable: "読めないため、調べません。外してから、もう一度追加してください。",
    question_label: "質問",
    ask: "質問する",
    stop: "停止",
    examples: "たとえば",
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
    nothing_to_search: "まだ、答えのもとになる資料がありません。下で資料を追加してから、もう一度質問してください。",
    close: "閉じる",
    stopped: "停止しました。終わったところまでは残っています。",
    trouble: "答えが止まっています：",
    saved: "終わったところまでは、このブラウザーに残っています。",
    go_on: "続ける",
    lost: "この質問についてこのブラウザーに保存されていたものが、失われたか、壊れています。続けると、最初からもう一度調べます。",
    elsewhere: "ヘルプデスクは別のタブで開いていて、作業中です。終わるのを待つか、そちらで停止してから、ここで続けてください。",
    forget: "この質問を消す",
    not_all_stored: "答えは出ましたが、それに関する記録をすべてはこのブラウザーに保存できませんでした。端末の空きが足りないのかもしれません。",
    as_found: "モデルが答えをまとめられなかったため、調べたままの内容を並べています。",
    theme_system: "表示：システムに合わせる",
    theme_light: "表示：ライト",
    theme_dark: "表示：ダーク",
};

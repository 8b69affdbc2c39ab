//! Texts with something filled in.

use kikitori_browser::PdfError;
use kikitori_parts::Language;

use crate::documents::{Missing, Searched, Unread};

/// How many passages there are.
pub fn passages(language: Language, number: usize) -> String {
    match (language, number) {
        (Language::En, 1) => "1 passage".to_owned(),
        (Language::En, _) => format!("{number} passages"),
        (Language::Ja, _) => format!("{number} 箇所"),
    }
}

/// What answers come from.
pub fn searched(language: Language, searched: Searched) -> String {
    let documents = |number: usize| match number {
        1 => "document".to_owned(),
        _ => format!("{number} documents"),
    };
    let text = |text: &str| text.to_owned();
    match (language, searched) {
        (_, Searched::Unknown) => String::new(),
        (Language::En, Searched::Nothing) => text("There is nothing to answer from yet."),
        (Language::En, Searched::Own(own)) => {
            format!("Answers come from your {}.", documents(own))
        }
        (Language::En, Searched::Site(site)) => {
            format!("Answers come from this site's {}.", documents(site))
        }
        (Language::En, Searched::Both(own, site)) => format!(
            "Answers come from your {} and this site's {}.",
            documents(own),
            documents(site)
        ),
        (Language::Ja, Searched::Nothing) => text("まだ、答えのもとになる資料がありません。"),
        (Language::Ja, Searched::Own(own)) => format!("あなたの資料 {own} 件から答えます。"),
        (Language::Ja, Searched::Site(site)) => {
            format!("このサイトの資料 {site} 件から答えます。")
        }
        (Language::Ja, Searched::Both(own, site)) => {
            format!("あなたの資料 {own} 件と、このサイトの資料 {site} 件から答えます。")
        }
    }
}

/// Why a file was not taken, and what to do.
pub fn unread(language: Language, reason: Unread) -> &'static str {
    use Unread::{Empty, NotHandedOut, NotLoaded, NotText, Pdf, PdfWithoutText, TooLarge};
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
        NotLoaded | Pdf(PdfError::NotLoaded) => (
            "The part of this page that reads documents could not be loaded. Check the connection and try again.",
            "文書を読む部品を読み込めませんでした。接続を確かめて、もう一度お試しください。",
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
    };
    language.pick(english, japanese)
}

/// Asks whether a document of the visitor's is to be removed; `goes_back` where answers come from the
/// site's documents after that.
pub fn remove_question(language: Language, name: &str, goes_back: bool) -> String {
    let (question, then) = match language {
        Language::En => (
            format!("Remove “{name}” from this browser?"),
            " Answers come from this site’s documents then.",
        ),
        Language::Ja => (
            format!("「{name}」をこのブラウザーから外しますか？"),
            "外すと、このサイトの資料から答えます。",
        ),
    };
    match goes_back {
        true => format!("{question}{then}"),
        false => question,
    }
}

/// Says that files were added.
pub fn added(language: Language, names: &[String]) -> String {
    match language {
        Language::En => format!("Added: {}.", names.join(", ")),
        Language::Ja => format!("加えました：{}", names.join("、")),
    }
}

/// Says that a file was removed.
pub fn removed(language: Language, name: &str) -> String {
    match language {
        Language::En => format!("Removed: {name}."),
        Language::Ja => format!("外しました：{name}"),
    }
}

/// A line for each file that was not taken.
pub fn refusals(language: Language, refused: &[(String, Unread)]) -> Vec<String> {
    let lines = refused
        .iter()
        .map(|(name, reason)| format!("{name}: {}", unread(language, *reason)));
    lines.collect()
}

/// Why a document of the site's is not searched.
pub fn missing(language: Language, missing: Missing) -> String {
    match (language, missing) {
        (Language::En, Missing::NotHad(error)) => format!("could not be loaded ({error})"),
        (Language::Ja, Missing::NotHad(_)) => "読み込めませんでした".to_owned(),
        (_, Missing::Unread(reason)) => unread(language, reason).to_owned(),
    }
}

//! What the Greeter says.

use crate::speech::Speech;

/// What it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Language,
    Country,
    TimeZone,
}

/// How it asks.
pub struct Asking {
    pub speech: Speech,
    /// The answer to the same question was not understood.
    pub again: bool,
    /// Nothing has been said before.
    pub first: bool,
    /// Questions asked so far.
    pub times: usize,
}

/// Once nothing is left to ask.
pub fn all_settled(speech: Speech) -> &'static str {
    match speech {
        Speech::English => "Thank you, that is all I need to begin.",
        Speech::Japanese => "ありがとうございます。準備ができました。",
    }
}

/// The question in words.
pub fn ask(question: Question, asking: &Asking) -> &'static str {
    match asking.speech {
        Speech::English => english(question, asking),
        Speech::Japanese => japanese(question, asking),
    }
}

fn english(question: Question, asking: &Asking) -> &'static str {
    match (question, asking.again) {
        (Question::Language, _) if asking.first => {
            "Hello, and welcome. Before we begin: which language would you like to use?"
        }
        (Question::Language, false) => "Thank you. And which language would you like to use?",
        (Question::Language, true) => one_of(
            asking.times,
            [
                "I did not catch the language. Could you name it, for example English or 日本語?",
                "Please type the name of one language, such as English, German or 日本語.",
            ],
        ),
        (Question::Country, false) => "Thank you. Which country do you live in?",
        (Question::Country, true) => one_of(
            asking.times,
            [
                "I did not recognise that country. Could you type its name, for example Japan or Germany?",
                "Which country do you live in? Its name in English, or a code such as JP, helps me most.",
            ],
        ),
        (Question::TimeZone, false) => {
            "I could not work out your time zone. Which one are you in, for example Europe/Berlin?"
        }
        (Question::TimeZone, true) => {
            "Please type your time zone as region and city, such as Asia/Tokyo or Europe/Berlin."
        }
    }
}

fn japanese(question: Question, asking: &Asking) -> &'static str {
    match (question, asking.again) {
        (Question::Language, _) if asking.first => {
            "こんにちは。はじめに、どの言語でお話ししましょうか。"
        }
        (Question::Language, false) => "ありがとうございます。どの言語でお話ししましょうか。",
        (Question::Language, true) => one_of(
            asking.times,
            [
                "言語を読み取れませんでした。「日本語」や「English」のように教えていただけますか。",
                "お使いになりたい言語の名前をひとつ入力してください。例：日本語、英語",
            ],
        ),
        (Question::Country, false) => "ありがとうございます。お住まいの国を教えていただけますか。",
        (Question::Country, true) => one_of(
            asking.times,
            [
                "国名を読み取れませんでした。「日本」のように国の名前を入力していただけますか。",
                "お住まいの国はどちらでしょうか。国名か、JPのような国コードでお答えください。",
            ],
        ),
        (Question::TimeZone, false) => {
            "タイムゾーンがわかりませんでした。Asia/Tokyo のような名前で教えていただけますか。"
        }
        (Question::TimeZone, true) => {
            "タイムゾーンを「地域/都市」の形で入力してください。例：Asia/Tokyo、Europe/Berlin"
        }
    }
}

/// Asking twice in the same words helps nobody.
fn one_of(times: usize, [odd, even]: [&'static str; 2]) -> &'static str {
    if times % 2 == 1 { odd } else { even }
}

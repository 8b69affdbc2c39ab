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
    /// The answer was a question.
    pub asked_back: bool,
    /// Nothing has been said before.
    pub first: bool,
    /// Questions asked so far.
    pub times: usize,
    /// The respondent chose a language other than the two that are spoken here.
    pub language_is_not_spoken: bool,
    /// The language follows from the browser, since the respondent named none.
    pub language_was_assumed: bool,
    /// The country that the interview goes by if none is named.
    pub fallback: Option<&'static str>,
}

/// Once nothing is left to ask.
pub fn all_settled(speech: Speech) -> &'static str {
    match speech {
        Speech::English => "Thank you, that is all I need to begin.",
        Speech::Japanese => "ありがとうございます。準備ができました。",
    }
}

/// The question in words, after what has to be said before it.
pub fn ask(question: Question, asking: &Asking) -> String {
    let english = asking.speech == Speech::English;
    let mut parts: Vec<String> = Vec::new();
    if asking.language_is_not_spoken && question != Question::TimeZone {
        parts.push(
            if english {
                "Only English and Japanese are spoken here, so I will go on in English."
            } else {
                "ここで使えるのは英語と日本語だけですので、このまま日本語で続けます。"
            }
            .to_owned(),
        );
    } else if asking.language_was_assumed {
        parts.push(
            if english {
                "Then I will go on in English."
            } else {
                "では、日本語で続けます。"
            }
            .to_owned(),
        );
    }
    if asking.again && asking.asked_back {
        parts.push(why(question, asking.speech).to_owned());
        parts.push(plainly(question, asking.speech).to_owned());
    } else if parts.is_empty() {
        parts.push(in_turn(question, asking).to_owned());
    } else {
        parts.push(plainly(question, asking.speech).to_owned());
    }
    if asking.again
        && question == Question::Country
        && let Some(country) = asking.fallback
    {
        parts.push(if english {
            format!("If you would rather not say, I will go by {country}.")
        } else {
            format!("お答えになりたくない場合は、{country}として進めます。")
        });
    }
    parts.join(if english { " " } else { "" })
}

fn in_turn(question: Question, asking: &Asking) -> &'static str {
    match asking.speech {
        Speech::English => english(question, asking),
        Speech::Japanese => japanese(question, asking),
    }
}

/// Why it is asked.
fn why(question: Question, speech: Speech) -> &'static str {
    match (speech, question) {
        (Speech::English, Question::Language) => {
            "I ask so that we can talk in the language that suits you."
        }
        (Speech::English, _) => "I ask so that I read dates and times the way you mean them.",
        (Speech::Japanese, Question::Language) => "お話ししやすい言語で進めるために伺っています。",
        (Speech::Japanese, _) => "日付や時刻を正しく読み取るために伺っています。",
    }
}

/// The question with nothing around it.
fn plainly(question: Question, speech: Speech) -> &'static str {
    match (speech, question) {
        (Speech::English, Question::Language) => "Which language would you like to use?",
        (Speech::English, Question::Country) => "Which country do you live in?",
        (Speech::English, Question::TimeZone) => {
            "Which time zone are you in, for example Europe/Berlin?"
        }
        (Speech::Japanese, Question::Language) => "どの言語でお話ししましょうか。",
        (Speech::Japanese, Question::Country) => "お住まいの国を教えていただけますか。",
        (Speech::Japanese, Question::TimeZone) => {
            "タイムゾーンを、Asia/Tokyo のような名前で教えていただけますか。"
        }
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

//! What the Reviewer writes.

use super::answer::Answer;
use super::kind::Kind;
use crate::speech::Speech;

/// What a field without facts asks for.
pub fn wanted(speech: Speech, kind: Kind, label: &str) -> String {
    match (speech, kind) {
        (Speech::English, Kind::Email) => "an email address, such as name@example.com".to_owned(),
        (Speech::English, Kind::Phone) => "a phone number with all its digits".to_owned(),
        (Speech::English, Kind::EmailOrPhone) => "an email address or a phone number".to_owned(),
        (Speech::English, Kind::Url) => {
            "the address of a web page, such as https://example.com".to_owned()
        }
        (Speech::Japanese, Kind::Email) => "メールアドレス（例：name@example.com）".to_owned(),
        (Speech::Japanese, Kind::Phone) => "電話番号（市外局番から）".to_owned(),
        (Speech::Japanese, Kind::EmailOrPhone) => "メールアドレスまたは電話番号".to_owned(),
        (Speech::Japanese, Kind::Url) => {
            "ウェブページのアドレス（例：https://example.com）".to_owned()
        }
        (Speech::English, _) if label.trim().is_empty() => "an answer".to_owned(),
        (Speech::Japanese, _) if label.trim().is_empty() => "お答え".to_owned(),
        _ => label.to_owned(),
    }
}

/// What to ask for, and why.
pub fn feedback(speech: Speech, last: Answer, required: bool, missing: &[String]) -> String {
    match speech {
        Speech::English => {
            let missing = missing.join("; ");
            match last {
                Answer::Refusal | Answer::Nothing if required => {
                    format!(
                        "The field is required and cannot be left out. Ask once more for: {missing}"
                    )
                }
                Answer::AskedBack => {
                    format!("The respondent asked something back. Answer it and ask for: {missing}")
                }
                Answer::OtherLanguage => {
                    format!(
                        "The respondent would like another language, which is chosen at the start of an interview. Say so and ask for: {missing}"
                    )
                }
                Answer::Unknown => {
                    format!(
                        "The respondent does not know yet. Ask for a rough answer to: {missing}"
                    )
                }
                Answer::Blank | Answer::Orders => {
                    format!("That was not an answer. Ask for: {missing}")
                }
                _ => format!("Ask for: {missing}"),
            }
        }
        Speech::Japanese => {
            let missing = missing.join("、");
            match last {
                Answer::Refusal | Answer::Nothing if required => {
                    format!("必須の項目なので省略できません。もう一度尋ねてください：{missing}")
                }
                Answer::AskedBack => {
                    format!(
                        "回答者から質問がありました。それに答えたうえで尋ねてください：{missing}"
                    )
                }
                Answer::OtherLanguage => {
                    format!(
                        "回答者は言語の変更を希望しています。言語は開始時に選ぶものだと伝えたうえで尋ねてください：{missing}"
                    )
                }
                Answer::Unknown => {
                    format!(
                        "回答者はまだわからないようです。おおよその答えを尋ねてください：{missing}"
                    )
                }
                Answer::Blank | Answer::Orders => {
                    format!("回答になっていません。尋ねてください：{missing}")
                }
                _ => format!("次の点を尋ねてください：{missing}"),
            }
        }
    }
}

//! Texts with something filled in.

use kikitori_form::values::{ends_as_question, time_in_words};
use kikitori_parts::Language;

use crate::form::post::Unsent;

/// The button that has the lines of a group as a table.
pub fn download_lines(language: Language, label: &str) -> String {
    match language {
        Language::En => format!("{label} as a table (CSV)"),
        Language::Ja => format!("{label}を表で保存（CSV）"),
    }
}

/// That the files have private answers too, in the names of their fields.
pub fn has_private(language: Language, labels: &str) -> String {
    match language {
        Language::En => format!("The file holds your private answers too: {labels}"),
        Language::Ja => format!("ファイルには、非公開の回答も入っています：{labels}"),
    }
}

/// What is needed still, for who begins to read.
pub fn still_needed(language: Language, labels: &str) -> String {
    match language {
        Language::En => format!("Still needed: “{labels}”"),
        Language::Ja => format!("まだ必要な項目：「{labels}」"),
    }
}

/// So many characters fit.
pub fn characters(language: Language, min: Option<u32>, max: Option<u32>) -> Option<String> {
    Some(match (language, min, max) {
        (_, None, None) => return None,
        (Language::En, None, Some(max)) => format!("At most {max} characters"),
        (Language::En, Some(min), None) => format!("At least {min} characters"),
        (Language::En, Some(min), Some(max)) if min == max => format!("Exactly {min} characters"),
        (Language::En, Some(min), Some(max)) => format!("{min} to {max} characters"),
        (Language::Ja, None, Some(max)) => format!("{max}文字以内"),
        (Language::Ja, Some(min), None) => format!("{min}文字以上"),
        (Language::Ja, Some(min), Some(max)) if min == max => format!("ちょうど{min}文字"),
        (Language::Ja, Some(min), Some(max)) => format!("{min}〜{max}文字"),
    })
}

/// So many can be chosen.
pub fn how_many(language: Language, min: Option<u32>, max: Option<u32>) -> Option<String> {
    Some(match (language, min, max) {
        (_, None, None) => return None,
        (Language::En, Some(min), Some(max)) if min == max => format!("Choose {min}"),
        (Language::En, Some(min), Some(max)) => format!("Choose {min} to {max}"),
        (Language::En, Some(min), None) => format!("Choose {min} or more"),
        (Language::En, None, Some(max)) => format!("Choose up to {max}"),
        (Language::Ja, Some(min), Some(max)) if min == max => format!("{min}個選んでください"),
        (Language::Ja, Some(min), Some(max)) => format!("{min}〜{max}個選んでください"),
        (Language::Ja, Some(min), None) => format!("{min}個以上選んでください"),
        (Language::Ja, None, Some(max)) => format!("{max}個まで選べます"),
    })
}

/// Which numbers are taken, and what they count.
pub fn range(
    language: Language,
    unit: Option<&str>,
    min: Option<String>,
    max: Option<String>,
) -> Option<String> {
    let range = match (language, min, max) {
        (_, None, None) => None,
        (Language::En, Some(min), Some(max)) => Some(format!("{min} to {max}")),
        (Language::En, Some(min), None) => Some(format!("{min} or more")),
        (Language::En, None, Some(max)) => Some(format!("{max} at most")),
        (Language::Ja, Some(min), Some(max)) => Some(format!("{min}〜{max}")),
        (Language::Ja, Some(min), None) => Some(format!("{min}以上")),
        (Language::Ja, None, Some(max)) => Some(format!("{max}以下")),
    };
    let unit = unit.map(|unit| match language {
        Language::En => format!("In {unit}"),
        Language::Ja => format!("単位：{unit}"),
    });
    match (unit, range) {
        (Some(unit), Some(range)) => Some(match language {
            Language::En => format!("{unit}, {range}"),
            Language::Ja => format!("{unit}、{range}"),
        }),
        (unit, range) => unit.or(range),
    }
}

/// Whose time a time is.
pub fn in_zone(language: Language, zone: &str) -> String {
    match language {
        Language::En => format!("Time: {zone}"),
        Language::Ja => format!("時刻：{zone}"),
    }
}

/// That a time is to be told in the zone of the others.
pub fn tell_here(language: Language, zone: &str) -> String {
    match language {
        Language::En => format!("It is {zone}"),
        Language::Ja => format!("{zone}での時刻です"),
    }
}

/// The same of all times of a list.
pub fn tell_all_here(language: Language, zone: &str) -> String {
    match language {
        Language::En => format!("All times are {zone}"),
        Language::Ja => format!("時刻はすべて{zone}です"),
    }
}

/// The title of a line of a group, counted from 1.
pub fn line(language: Language, number: usize) -> String {
    match language {
        Language::En => format!("Line {number}"),
        Language::Ja => format!("{number}行目"),
    }
}

/// What is wrong with a line of a group, counted from 1.
pub fn in_line(language: Language, number: usize, field: &str, problem: &str) -> String {
    match language {
        Language::En => format!("Line {number}, {field}: {problem}"),
        Language::Ja => format!("{number}行目の「{field}」：{problem}"),
    }
}

/// What is wrong with a field. One that is a question has its mark.
pub fn problem(language: Language, field: &str, problem: &str) -> String {
    let is_question = ends_as_question(field);
    match language {
        Language::En if is_question => format!("{field} {problem}"),
        Language::Ja if is_question => format!("{field}　{problem}"),
        Language::En => format!("{field}: {problem}"),
        Language::Ja => format!("{field}：{problem}"),
    }
}

/// What is still missing of an answer.
pub fn missing(language: Language, missing: &[String]) -> String {
    let missing = listed(language, missing);
    match language {
        Language::En => format!("Missing: {missing}"),
        Language::Ja => format!("足りないもの：{missing}"),
    }
}

/// Several things, one after the other.
pub fn listed(language: Language, things: &[String]) -> String {
    things.join(match language {
        Language::En => ", ",
        Language::Ja => "、",
    })
}

/// Names of several fields, between the marks that stand around the first and the last.
pub fn named(language: Language, labels: &[String]) -> String {
    labels.join(match language {
        Language::En => "”, “",
        Language::Ja => "」「",
    })
}

/// Words of the person that an answer rests on.
pub fn quoted(language: Language, words: &str) -> String {
    match language {
        Language::En => format!("“{words}”"),
        Language::Ja => format!("「{words}」"),
    }
}

/// A local time.
pub fn moment(language: Language, at: &str) -> String {
    time_in_words(at, language.tag()).unwrap_or_else(|| at.to_owned())
}

/// The label of what sends the form.
pub fn send_to(language: Language, host: &str) -> String {
    match language {
        Language::En => format!("Send to {host}"),
        Language::Ja => format!("{host} に送信する"),
    }
}

/// What that does.
pub fn send_means(language: Language, host: &str) -> String {
    match language {
        Language::En => format!(
            "Your answers are sent to {host}: all that stands here and nothing else, not the conversation. You get a receipt and can keep a copy."
        ),
        Language::Ja => format!(
            "回答は {host} に送信されます。送信するのはここにあるものだけで、対話は含まれません。受付の控えが表示され、写しも保存できます。"
        ),
    }
}

/// It is on its way.
pub fn sending_to(language: Language, host: &str) -> String {
    match language {
        Language::En => format!("Sending your answers to {host} …"),
        Language::Ja => format!("回答を {host} に送信しています…"),
    }
}

/// It has arrived.
pub fn sent_to(language: Language, host: &str) -> String {
    match language {
        Language::En => format!("Your answers were sent to {host}"),
        Language::Ja => format!("回答は {host} に送信されました"),
    }
}

/// Why it was not sent, and what to do.
pub fn unsent(language: Language, host: &str, why: Unsent) -> String {
    match (language, why) {
        (Language::En, Unsent::Forbidden) => format!(
            "This page is not allowed to send to {host}: its owner has to add the address to the page's policy (connect-src). Nothing was sent. Download your answers and pass them on, or tell the owner."
        ),
        (Language::Ja, Unsent::Forbidden) => format!(
            "このページから {host} への送信は許可されていません。持ち主がページのポリシー（connect-src）にアドレスを加える必要があります。何も送信されていません。回答をダウンロードして渡すか、持ち主にお知らせください。"
        ),
        (Language::En, Unsent::Unreachable) => format!(
            "{host} could not be reached, or does not take answers from this page. Try again: if it did arrive, it is not taken twice."
        ),
        (Language::Ja, Unsent::Unreachable) => format!(
            "{host} に接続できないか、このページからの送信が受け付けられていません。もう一度お試しください。届いていた場合も、二重には受け付けられません。"
        ),
        (Language::En, Unsent::TooSlow) => format!(
            "{host} did not answer in time. Try again: if it did arrive, it is not taken twice."
        ),
        (Language::Ja, Unsent::TooSlow) => format!(
            "{host} から時間内に応答がありませんでした。もう一度お試しください。届いていた場合も、二重には受け付けられません。"
        ),
        (Language::En, Unsent::Refused(status)) => {
            format!(
                "{host} did not take the answers (status {status}). Try again, or download them and pass them on."
            )
        }
        (Language::Ja, Unsent::Refused(status)) => {
            format!(
                "{host} は回答を受け付けませんでした（状態 {status}）。もう一度お試しになるか、ダウンロードして渡してください。"
            )
        }
    }
}

/// What keeps the form from being sent: the [`named`] fields. Whether answers are kept for later.
pub fn cannot_send(language: Language, labels: &str, are_kept: bool) -> String {
    match (language, are_kept) {
        (Language::En, true) => format!(
            "The form cannot be finished without “{labels}”. Give it here, or come back when you have it: all your answers are kept on this device."
        ),
        (Language::En, false) => format!(
            "The form cannot be finished without “{labels}”. Give it here: this browser keeps nothing, so your answers are gone once the page is closed."
        ),
        (Language::Ja, true) => format!(
            "「{labels}」がないとフォームを完成できません。ここでお答えになるか、わかったときにまたお越しください。回答はすべてこの端末に保存されています。"
        ),
        (Language::Ja, false) => format!(
            "「{labels}」がないとフォームを完成できません。ここでお答えください。このブラウザーには何も保存されないため、ページを閉じると回答は失われます。"
        ),
    }
}

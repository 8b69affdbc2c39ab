//! Why a part of a question was not found out.

use kikitori_helpdesk::GapReason;
use kikitori_parts::Language;

/// Why a part of the question was not found out.
pub fn gap(language: Language, reason: GapReason) -> &'static str {
    let (english, japanese) = match reason {
        GapReason::NotInDocuments => ("The documents do not say.", "資料に書かれていません。"),
        GapReason::PartlyAnswered => (
            "The documents say a part of it only.",
            "資料にあるのは一部だけです。",
        ),
        GapReason::NotConfirmed => (
            "What was found may not answer this fully.",
            "見つかった内容だけでは、十分な答えにならないかもしれません。",
        ),
        GapReason::UnexpectedForm => (
            "The model did not reply in the form that was asked for.",
            "モデルが、求められた形で答えませんでした。",
        ),
        GapReason::Declined => (
            "The model declined to answer.",
            "モデルが答えを断りました。",
        ),
        GapReason::Invalid => (
            "The model answered in a form that this page cannot use, also after it was shown how.",
            "モデルの答えが、直すよう伝えたあとも、このページで使える形になりませんでした。",
        ),
        GapReason::TooLong => (
            "There is more to read than the model takes.",
            "読む内容が、モデルの扱える長さを超えています。",
        ),
        GapReason::Filtered => (
            "The model's provider withheld the reply.",
            "モデルの提供元が答えを差し止めました。",
        ),
        GapReason::ReplyTooLong => (
            "The reply became longer than the model may write.",
            "答えが、モデルの書ける長さを超えました。",
        ),
        GapReason::Unknown => ("It could not be found out.", "調べられませんでした。"),
    };
    language.pick(english, japanese)
}

//! Why a file is no form, as sentences.

use kikitori_form::FormError;

use crate::Language;

/// What is wrong with the file: a sentence, or one and below it a line for each place that does not
/// fit. These lines alone are the form format's own, in English.
pub fn refused_form(language: Language, error: &FormError) -> String {
    match (language, error) {
        (Language::En, FormError::Invalid { .. }) => {
            format!("This file is no form yet. What does not fit:\n{error}")
        }
        (Language::En, error) => error.to_string(),
        (Language::Ja, FormError::Empty) => "ファイルが空です。".to_owned(),
        (Language::Ja, FormError::NotJson { detail }) => {
            format!("ファイルが正しい JSON ではありません。\n{detail}")
        }
        (Language::Ja, FormError::TooLarge { bytes }) => {
            format!("ファイルが大きすぎます（{bytes} バイト）。")
        }
        (Language::Ja, FormError::Invalid { problems, more }) => {
            let mut text = "このファイルはまだフォームとして使えません。直すところ".to_owned();
            if *more > 0 {
                text.push_str(&format!("（ほかに {more} か所）"));
            }
            text.push('：');
            for problem in problems {
                text.push_str(&format!("\n{}：{}", problem.place, problem.what));
            }
            text
        }
    }
}

//! The options of a choice as lines of a text.

use crate::file::answer::{AnswerType, ChoiceOption};
use crate::file::text::{Text, Words};

/// What the options are called in a language, a line for each; none for other kinds of answers. What
/// is not said in it stands there as people are shown it.
pub fn option_lines(answer: &AnswerType, language: &str) -> Option<String> {
    let options = match answer {
        AnswerType::Choice(it) => &it.options,
        AnswerType::Choices(it) => &it.options,
        _ => return None,
    };
    let lines = options.iter().map(|it| it.label.in_language(language));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Has an answer's options be those that `lines` name in `language`; nothing becomes of other kinds.
pub(super) fn rename(answer: &mut AnswerType, lines: &str, own: &str, language: &str) {
    let options = match answer {
        AnswerType::Choice(it) => &mut it.options,
        AnswerType::Choices(it) => &mut it.options,
        _ => return,
    };
    *options = named(options, lines, own, language);
}

/// The options that `lines` name in `language`. One that is called so already is the same; where
/// there are as many as before, a line renames the option in its place.
fn named(before: &[ChoiceOption], lines: &str, own: &str, language: &str) -> Vec<ChoiceOption> {
    let lines: Vec<&str> = lines.lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|it| !it.is_empty()).collect();
    let is_renaming = lines.len() == before.len();
    let option = |(at, line): (usize, &&str)| {
        let same = before
            .iter()
            .find(|it| it.label.in_language(language) == *line);
        if let Some(same) = same {
            return Some(same.clone());
        }
        let renamed = before.get(at).filter(|_| is_renaming);
        let blank = Text::blank();
        let label = renamed
            .map_or(&blank, |it| &it.label)
            .said(own, language, line);
        // A value that is the label goes with it; one of its own stays.
        let value = match renamed {
            Some(it) if !it.label.all().any(|label| label == it.value.as_str()) => it.value.clone(),
            Some(it) if language != own => it.value.clone(),
            _ => Words::new(line)?,
        };
        Some(ChoiceOption { value, label })
    };
    lines.iter().enumerate().filter_map(option).collect()
}

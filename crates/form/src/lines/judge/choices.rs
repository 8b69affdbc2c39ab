//! Options of a line, and what words have of their names.

use crate::file::answer::AnswerType;
use crate::values::{CheckContext, Chosen, Value, unsaid};

/// Whether something was chosen that is none of the options.
pub(in crate::lines) fn has_something_else(value: &Value) -> bool {
    chosen(value).any(|it| matches!(it, Chosen::Other(_)))
}

/// Whether a choice has all options of another one, and options for what is none of them there.
pub(super) fn reads_more(meant: &Value, found: &Value) -> bool {
    let others = |value: &Value| {
        let others = chosen(value).filter(|it| matches!(it, Chosen::Other(_)));
        others.count()
    };
    let keeps = |it: &Chosen| matches!(it, Chosen::Other(_)) || chosen(meant).any(|one| one == it);
    others(meant) < others(found) && chosen(found).all(keeps)
}

fn chosen(value: &Value) -> impl Iterator<Item = &Chosen> {
    let all = match value {
        Value::Choice(one) => std::slice::from_ref(one),
        Value::Choices(all) => all.as_slice(),
        _ => &[],
    };
    all.iter()
}

/// Whether words have the name of each option that was chosen, in one of its languages.
pub(super) fn names_options(
    answer: &AnswerType,
    quote: &str,
    found: &Value,
    context: &CheckContext<'_>,
) -> bool {
    let options = match answer {
        AnswerType::Choice(it) => &it.options,
        AnswerType::Choices(it) => &it.options,
        _ => return false,
    };
    let is_named = |chosen: &Chosen| {
        let Chosen::Option(name) = chosen else {
            return false;
        };
        let mut options = options.iter().filter(|it| it.value.as_str() == name);
        options.any(|it| {
            let mut labels = it.label.all();
            labels.any(|label| unsaid(label, &[quote], context.fold).is_none())
        })
    };
    let mut all = chosen(found).peekable();
    all.peek().is_some() && all.all(is_named)
}

/// Whether options are called something in the language that is spoken: in another one no words hold them.
pub(super) fn speaks(answer: &AnswerType, context: &CheckContext<'_>) -> bool {
    let options = match answer {
        AnswerType::Choice(it) => &it.options,
        AnswerType::Choices(it) => &it.options,
        _ => return true,
    };
    // What is in no language that is named may be in this one.
    let language = context.language;
    options.iter().any(|it| it.label.is_in(language, language))
}

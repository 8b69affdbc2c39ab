//! Options of a line, and what words have of their names.

use crate::file::answer::{AnswerType, ChoiceOption};
use crate::values::{CheckContext, Chosen, Value, shares_a_word, unsaid};

/// Whether something was chosen that is none of the options.
pub(in crate::lines) fn has_something_else(value: &Value) -> bool {
    value
        .chosen()
        .iter()
        .any(|it| matches!(it, Chosen::Other(_)))
}

/// Whether a choice has all options of another one, and options for what is none of them there.
pub(super) fn reads_more(meant: &Value, found: &Value) -> bool {
    let others = |value: &Value| {
        let others = value
            .chosen()
            .iter()
            .filter(|it| matches!(it, Chosen::Other(_)));
        others.count()
    };
    let keeps =
        |it: &Chosen| matches!(it, Chosen::Other(_)) || meant.chosen().iter().any(|one| one == it);
    others(meant) < others(found) && found.chosen().iter().all(keeps)
}

/// Whether words have the name of each option that was chosen, in one of its languages.
pub(super) fn names_options(
    answer: &AnswerType,
    quote: &str,
    found: &Value,
    context: &CheckContext<'_>,
) -> bool {
    let options = answer.options();
    let is_named = |chosen: &Chosen| {
        let Chosen::Option(name) = chosen else {
            return false;
        };
        let mut options = options.iter().filter(|it| it.value.as_str() == name);
        options.any(|it| is_called(it, quote, context))
    };
    let mut all = found.chosen().iter().peekable();
    all.peek().is_some() && all.all(is_named)
}

/// Whether options are called something in the language that is spoken: in another one no words hold them.
pub(super) fn speaks(answer: &AnswerType, context: &CheckContext<'_>) -> bool {
    let options = answer.options();
    // What is in no language that is named may be in this one.
    let language = context.language;
    options.is_empty() || options.iter().any(|it| it.label.is_in(language, language))
}

/// The options that words call by their names, where they call none by which `found` was chosen: they say
/// another one. None where the options are not in the language that is spoken, whose words for them nobody
/// knows.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::lines::other_options;
/// use kikitori_form::values::{CheckContext, check, no_patterns};
///
/// let answer = AnswerType::from_json(&serde_json::json!(
///     {"type": "choice", "options": ["Milk", "Eggs", "None"]}
/// ))
/// .unwrap();
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let milk = check(&answer, &"Milk".into(), &context).unwrap().value;
/// let others = |words| {
///     let others = other_options(&answer, words, &milk, &context);
///     others.map(|it| it.value.as_str()).collect::<Vec<_>>()
/// };
/// assert_eq!(others("in the ice there are none"), ["None"]);
/// assert!(others("milk, no eggs").is_empty());
/// ```
pub fn other_options<'a>(
    answer: &'a AnswerType,
    words: &'a str,
    found: &'a Value,
    context: &'a CheckContext<'_>,
) -> impl Iterator<Item = &'a ChoiceOption> {
    let said = [(context.fold)(words)];
    let is_chosen = |it: &ChoiceOption| {
        let is =
            |chosen: &Chosen| matches!(chosen, Chosen::Option(name) if *name == it.value.as_str());
        found.chosen().iter().any(is)
    };
    let is_hinted = |it: &ChoiceOption| {
        let mut names = it.label.all().chain([it.value.as_str()]);
        names.any(|name| shares_a_word(&(context.fold)(name), &said))
    };
    let options = answer.options();
    let mut own = options.iter().filter(|it| is_chosen(it)).peekable();
    let says_another = own.peek().is_some()
        && speaks(answer, context)
        && own.all(|it| !is_hinted(it) && !is_called(it, words, context));
    let options = options.iter().filter(move |_| says_another);
    options.filter(move |it| !is_chosen(it) && is_called(it, words, context))
}

fn is_called(option: &ChoiceOption, words: &str, context: &CheckContext<'_>) -> bool {
    let mut labels = option.label.all();
    labels.any(|label| unsaid(label, &[words], context.fold).is_none())
}

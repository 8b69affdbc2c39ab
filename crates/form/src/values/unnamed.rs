//! Options that nobody named.

use super::{CheckContext, Chosen, unsaid};
use crate::file::answer::{ChoiceOption, Choices};
use crate::values::no_answer::is_unspaced;

/// Letters that a word has in common, at its beginning, with one of the same stem.
const STEM: usize = 4;
/// Of what is taken away, where a name and a verb may have little in common: "Pliage" and "pas pliés".
const STEM_OF_LOST: usize = 3;
/// The same where no spaces stand between words.
const PIECE: usize = 2;

/// What is called the first chosen option of which not one word was said, although another one was named, or
/// one that is taken away: who names some by their names names the others too. None where an option is not
/// in the language that they speak (`own` is the form's): then its name is none of their words. What is in
/// `known` was told before.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{CheckContext, Value, check, no_patterns, unnamed};
///
/// let answer = AnswerType::from_json(&serde_json::json!(
///     {"type": "choices", "options": ["Penicillin", "Chicken", "Nut allergy"]}
/// ))
/// .unwrap();
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let value = "Chicken, Nut allergy, Penicillin".into();
/// let Value::Choices(chosen) = check(&answer, &value, &context).unwrap().value else { panic!() };
/// let AnswerType::Choices(it) = &answer else { panic!() };
/// let said = ["chicken, and no nuts please"];
/// assert_eq!(unnamed(it, &chosen, &[], &said, "en", &context), Some("Penicillin"));
/// ```
pub fn unnamed<'a>(
    answer: &'a Choices,
    chosen: &[Chosen],
    known: &[Chosen],
    said: &[&str],
    own: &str,
    context: &CheckContext<'_>,
) -> Option<&'a str> {
    let option = |chosen: &Chosen| match chosen {
        Chosen::Option(name) => answer.options.iter().find(|it| it.value.as_str() == name),
        Chosen::Other(_) => None,
    };
    let new = chosen.iter().filter(|it| !known.contains(it));
    let options: Vec<&ChoiceOption> = new.filter_map(option).collect();
    let is_theirs = |it: &&ChoiceOption| it.label.is_in(context.language, own);
    let stands = |it: &&ChoiceOption| {
        let mut names = it.label.all().chain([it.value.as_str()]);
        names.any(|name| unsaid(name, said, context.fold).is_none())
    };
    if !options.iter().all(is_theirs) {
        return None;
    }
    let stand = options.iter().any(stands);
    let said: Vec<String> = said.iter().map(|it| (context.fold)(it)).collect();
    let is_named = |it: &&ChoiceOption| {
        let mut names = it.label.all().chain([it.value.as_str()]);
        names.any(|name| shares_a_stem(&(context.fold)(name), &said, STEM))
    };
    // Who takes one away by its name has named that.
    let is_taken_away = |it: &&ChoiceOption| {
        let is =
            |chosen: &Chosen| matches!(chosen, Chosen::Option(name) if it.value.as_str() == name);
        known.iter().any(is) && !chosen.iter().any(is)
    };
    let mut taken_away = answer.options.iter().filter(is_taken_away);
    if !stand && !taken_away.any(|it| is_named(&it)) {
        return None;
    }
    let unnamed = options.into_iter().find(|it| !stands(it) && !is_named(it));
    unnamed.map(|it| it.label.in_language(context.language))
}

/// What the options are called that `chosen` takes away from those that are `known`, where it brings others
/// and no word that was said names one of those that go: who adds one by its name, as in "and peanuts too",
/// has taken none away. None where one that goes is named, or nothing comes.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{CheckContext, Value, check, lost_unnamed, no_patterns};
///
/// let answer = AnswerType::from_json(&serde_json::json!(
///     {"type": "choices", "options": ["Walnuts", "Peanuts", "Milk"]}
/// ))
/// .unwrap();
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let chosen = |value: &str| match check(&answer, &value.into(), &context).unwrap().value {
///     Value::Choices(chosen) => chosen,
///     other => panic!("{other}"),
/// };
/// let AnswerType::Choices(it) = &answer else { panic!() };
/// let lost = |said| {
///     lost_unnamed(it, &chosen("Peanuts"), &chosen("Walnuts"), &[said], &context)
/// };
/// assert_eq!(lost("and no peanuts either"), ["Walnuts"]);
/// assert!(lost("not walnuts, it was peanuts").is_empty());
/// ```
pub fn lost_unnamed(
    answer: &Choices,
    chosen: &[Chosen],
    known: &[Chosen],
    said: &[&str],
    context: &CheckContext<'_>,
) -> Vec<String> {
    let lost: Vec<&Chosen> = known.iter().filter(|it| !chosen.contains(it)).collect();
    let brings_others = chosen.iter().any(|it| !known.contains(it));
    let said: Vec<String> = said.iter().map(|it| (context.fold)(it)).collect();
    // What is none of the options is called as it was said.
    let called = |chosen: &Chosen| {
        let (Chosen::Option(name) | Chosen::Other(name)) = chosen;
        let mut options = answer.options.iter();
        let option = options.find(|it| it.value.as_str() == name);
        (name.clone(), option.map(|it| &it.label))
    };
    let is_named = |chosen: &&Chosen| {
        let (name, label) = called(chosen);
        let labels = label.into_iter().flat_map(|it| it.all());
        let mut names = labels.chain([name.as_str()]);
        names.any(|name| shares_a_stem(&(context.fold)(name), &said, STEM_OF_LOST))
    };
    if !brings_others || lost.iter().any(is_named) {
        return Vec::new();
    }
    let called = lost.into_iter().map(called);
    let called = called.map(|(name, label)| match label {
        Some(label) => label.in_language(context.language).to_owned(),
        None => name,
    });
    called.collect()
}

/// Whether a word of a folded name was said, or one of the same stem.
pub(crate) fn shares_a_word(name: &str, said: &[String]) -> bool {
    shares_a_stem(name, said, STEM)
}

/// Whether one of the words of a name, or one that begins with as many letters as a `stem` has, was said.
fn shares_a_stem(name: &str, said: &[String], stem: usize) -> bool {
    if name.contains(is_unspaced) {
        let letters: Vec<char> = name.chars().collect();
        let mut pieces = letters
            .windows(PIECE)
            .map(|it| it.iter().collect::<String>());
        return pieces.any(|piece| said.iter().any(|it| it.contains(&piece)));
    }
    let stem = |word: &str| word.chars().take(stem).collect::<String>();
    let mut of_name = words(name).filter(|it| it.chars().nth(2).is_some());
    of_name.any(|word| {
        let mut words = said.iter().flat_map(|it| words(it));
        words.any(|said| {
            let (ours, theirs) = (stem(word), stem(said));
            let is_word = theirs.chars().nth(2).is_some();
            let is_stem = ours.starts_with(&theirs) || theirs.starts_with(&ours);
            (is_word && is_stem) || is_alike_but_for_vowels(word, said)
        })
    })
}

/// Whether two words have the same consonants behind the same beginning: many languages drop or change a vowel of a
/// stem where it has an ending, as in "gaber" and "gabra".
fn is_alike_but_for_vowels(one: &str, other: &str) -> bool {
    const BEGINNING: usize = 2;
    const CONSONANTS: usize = 3;
    const VOWELS: &str = "aeiouyáéíóúýàèìòùâêîôûäëïöüåæøőűąęěůаеёиоуыэюяіїєъь";
    let beginning = |word: &str| word.chars().take(BEGINNING).collect::<String>();
    let consonants = |word: &str| -> String {
        let letters = word.chars().filter(|it| !VOWELS.contains(*it));
        letters.collect()
    };
    let (ours, theirs) = (consonants(one), consonants(other));
    ours.chars().nth(CONSONANTS - 1).is_some()
        && ours == theirs
        && beginning(one) == beginning(other)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words.filter(|it| !it.is_empty())
}

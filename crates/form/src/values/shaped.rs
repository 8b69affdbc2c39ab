//! Short texts that have to look like something.

use super::{CheckContext, Refusal};
use crate::file::answer::ShortText;
use crate::plain::narrow_letter;

/// `text` as the field's pattern takes it: as it was written, or the same without the marks between its
/// groups, or in capitals. Where the platform knows no patterns, or not this one, every text fits.
pub(super) fn fitting(
    text: String,
    answer: &ShortText,
    context: &CheckContext<'_>,
) -> Result<String, Refusal> {
    let Some(pattern) = &answer.pattern else {
        return Ok(text);
    };
    let fits = |way: &str| (context.fits)(pattern.as_str(), way);
    if fits(&text) != Some(false) {
        return Ok(text);
    }
    let narrow: String = text.chars().map(narrow_letter).collect();
    let bare: String = narrow.chars().filter(|it| !is_mark(*it)).collect();
    let [large, bare_and_large] = [&narrow, &bare].map(|it| it.to_ascii_uppercase());
    let bare_ways = [bare.clone(), bare_and_large.clone()];
    let ways = [narrow, large, bare, bare_and_large];
    let mut found = ways.into_iter().find(|way| fits(way) == Some(true));
    if found.is_none() {
        let mut parted = bare_ways
            .iter()
            .flat_map(|bare| parted(bare))
            .collect::<Vec<String>>();
        parted.sort_unstable();
        parted.dedup();
        let mut fitting = parted.into_iter().filter(|way| fits(way) == Some(true));
        // Where it can be parted in two ways, only the person knows which.
        found = match (fitting.next(), fitting.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
    }
    found.ok_or_else(|| Refusal::OtherShape {
        hint: answer
            .pattern_hint
            .as_ref()
            .map(|hint| hint.in_language(context.language).to_owned()),
    })
}

/// So many letters and digits at most has a code that somebody writes without what parts its groups.
const LONGEST_UNPARTED: usize = 16;

/// Letters and digits with one mark between two of them, or the same mark at two places.
fn parted(bare: &str) -> Vec<String> {
    let letters: Vec<char> = bare.chars().collect();
    if !(3..=LONGEST_UNPARTED).contains(&letters.len())
        || !letters.iter().all(|it| it.is_alphanumeric())
    {
        return Vec::new();
    }
    let places = 1..letters.len();
    let pairs = places
        .clone()
        .flat_map(|one| (one..letters.len()).map(move |two| (one, two)));
    let with = |mark: char, (one, two): (usize, usize)| -> String {
        let parted = letters.iter().enumerate().flat_map(|(at, letter)| {
            let is_before = at == one || at == two;
            is_before.then_some(mark).into_iter().chain([*letter])
        });
        parted.collect()
    };
    let marks = ['-', ' ', '.', '/'].into_iter();
    marks
        .flat_map(|mark| pairs.clone().map(move |places| (mark, places)))
        .map(|(mark, places)| with(mark, places))
        .collect()
}

/// What stands between the groups of a code.
fn is_mark(letter: char) -> bool {
    letter.is_whitespace() || "-‐‑–./_".contains(letter)
}

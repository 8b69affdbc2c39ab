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
    let ways = [narrow, large, bare, bare_and_large];
    let found = ways.into_iter().find(|way| fits(way) == Some(true));
    found.ok_or_else(|| Refusal::OtherShape {
        hint: answer
            .pattern_hint
            .as_ref()
            .map(|hint| hint.in_language(context.language).to_owned()),
    })
}

/// What stands between the groups of a code.
fn is_mark(letter: char) -> bool {
    letter.is_whitespace() || "-‐‑–./_".contains(letter)
}

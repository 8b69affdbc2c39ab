//! From the text of a file to its passages, by the kind of file.

pub(crate) mod blocks;
pub mod encoding;
mod format;
pub mod html;
mod inert;
pub(crate) mod markdown;
mod markup;
pub mod pdf;
pub(crate) mod plain_text;

pub(crate) use blocks::fits_heading;
pub use blocks::{Block, text_of};
pub use format::Format;

/// Written without spaces between words, or a mark that belongs to such writing: a line may be
/// broken before and after it where no space is meant.
pub(crate) fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// What stands for a line break of the source: nothing between two characters that are written
/// without spaces, else a space.
pub(crate) fn fold(before: Option<char>, after: char) -> &'static str {
    match before {
        Some(before) if is_wide(before) && is_wide(after) => "",
        _ => " ",
    }
}

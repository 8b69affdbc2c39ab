//! Characters that people search for in another form than they are written in.

/// `text` in Unicode's form NFKC: full-width letters become ordinary ones, half-width kana
/// full-width, ligatures their letters, and accents one with what they stand on.
///
/// In a browser its own function does this: the tables would make up an eighth of the help desk's
/// page. The `browser` crate's tests hold both to the same outcome.
#[cfg(not(target_family = "wasm"))]
pub fn nfkc(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.nfkc().collect()
}

#[cfg(target_family = "wasm")]
#[allow(missing_docs, reason = "as above")]
pub fn nfkc(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    js_sys::JsString::from(text).normalize("NFKC").into()
}

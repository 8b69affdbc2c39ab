//! Making the script smaller that wasm-bindgen writes: every visitor loads it.
//!
//! Each function that the program takes from it has a name with a sum of sixteen digits, which
//! nothing compresses, once in the script and once in the program. They get short names in both.
//! Comments and indentation go too.

use crate::{error::Error, wasm, workspace};
use std::{collections::BTreeMap, fs, path::Path};

/// Shortens `<name>.js` and what `<name>_bg.wasm` in `folder` takes from it.
pub fn shorten(folder: &Path, name: &str) -> Result<(), Error> {
    let script = folder.join(format!("{name}.js"));
    let program = folder.join(format!("{name}_bg.wasm"));
    let module = format!("./{name}_bg.js");
    let bytes = fs::read(&program).map_err(|source| Error::file("read", &program, source))?;
    let names = short_names(wasm::import_names(&program, &bytes, &module)?);
    let text = workspace::read(&script)?;
    let renamed = wasm::rename_imports(&program, &bytes, &module, &names)?;
    let text = without_comments(&with_names(&text, &names));
    for (path, content) in [(&script, text.as_bytes()), (&program, &renamed[..])] {
        fs::write(path, content).map_err(|source| Error::file("write", path, source))?;
    }
    Ok(())
}

/// Has browsers compile all functions of `<name>.js` in `folder` while it is loaded, beside the page, not
/// each with its first call, which the page waits for: nearly all of them are called when the program
/// starts. How Chromium is told: <https://github.com/WICG/explicit-javascript-compile-hints-file-based>.
/// For others it is a comment.
pub fn compile_at_once(folder: &Path, name: &str) -> Result<(), Error> {
    const HINT: &str = "//# allFunctionsCalledOnLoad\n";
    let script = folder.join(format!("{name}.js"));
    let text = workspace::read(&script)?;
    workspace::write(&script, [HINT, &text].concat().as_bytes())
}

/// A short name for each of these that ends with a sum.
fn short_names(names: Vec<String>) -> BTreeMap<String, String> {
    let has_sum = |name: &String| {
        let sum = name.rsplit('_').next().unwrap_or_default();
        sum.len() == 16 && sum.bytes().all(|it| it.is_ascii_hexdigit())
    };
    let mut short = BTreeMap::new();
    for name in names.into_iter().filter(has_sum) {
        let number = short.len();
        short.entry(name).or_insert_with(|| format!("i{number}"));
    }
    short
}

/// `script` with other names, wherever one stands as a word of its own.
fn with_names(script: &str, names: &BTreeMap<String, String>) -> String {
    let mut renamed = String::with_capacity(script.len());
    let mut rest = script;
    while !rest.is_empty() {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
        let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        renamed.push_str(names.get(word).map_or(word, String::as_str));
        let next = after.find(is_part).unwrap_or(after.len());
        let (between, after) = after.split_at(next);
        renamed.push_str(between);
        rest = after;
    }
    renamed
}

/// `script` without the lines that are comments, and without what stands before a line's first word.
/// No text in what wasm-bindgen writes goes over several lines.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_where_they_are_whole_words() {
        let names = [
            "__wbg_a_0123456789abcdef",
            "__wbindgen_throw",
            "__wbg_a_fedcba9876543210",
        ];
        let names = short_names(names.map(str::to_owned).to_vec());
        let script = "__wbg_a_0123456789abcdef: () => wasm.__wbindgen_throw($__wbg_a_0123456789abcdef, ''), __wbg_a_fedcba9876543210";
        assert_eq!(
            with_names(script, &names),
            "i0: () => wasm.__wbindgen_throw($__wbg_a_0123456789abcdef, ''), i1"
        );
    }

    #[test]
    fn comments_and_indentation_go_and_nothing_else() {
        let script = "/* tslint */\nclass A {\n    /**\n     * @returns {any}\n     */\n    b() {\n        // why\n        return 'http://c';\n\n    }\n}\n";
        assert_eq!(
            without_comments(script),
            "class A {\nb() {\nreturn 'http://c';\n}\n}\n"
        );
    }
}

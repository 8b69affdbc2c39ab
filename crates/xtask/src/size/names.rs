//! Which crate a function is of, by its mangled name.

/// The crate of a function; what has no such name is "other".
pub fn crate_of(mangled: &str) -> String {
    crate_in(mangled).unwrap_or("other").to_owned()
}

/// Rust's names are `_ZN`, then each part of the path after its length. The first part is the
/// crate, or stands for a trait's implementation: `_$LT$type$u20$as$u20$trait$GT$`.
fn crate_in(mangled: &str) -> Option<&str> {
    let path = mangled.strip_prefix("_ZN")?;
    let digits = path.find(|letter: char| !letter.is_ascii_digit())?;
    let (length, rest) = path.split_at_checked(digits)?;
    let first = rest.get(..length.parse().ok()?)?;
    let Some(implementation) = first.strip_prefix("_$LT$") else {
        return Some(first);
    };
    // A type parameter says nothing; its trait does.
    let mut sides = implementation.split("$u20$as$u20$");
    sides.find_map(first_crate)
}

/// The first word of `text` that is followed by `..`, which stands for `::`.
fn first_crate(text: &str) -> Option<&str> {
    let (before, _) = text.split_once("..")?;
    let start = before.rfind('$').map_or(0, |at| at + 1);
    before.get(start..).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::crate_of;

    #[test]
    fn a_function_is_of_the_crate_of_its_path_its_type_or_its_trait() {
        for (mangled, expected) in [
            (
                "_ZN12kikitori_llm6client7showing7Showing4show17h94dbE",
                "kikitori_llm",
            ),
            (
                "_ZN74_$LT$kikitori_journal..file..ImportError$u20$as$u20$core..fmt..Display$GT$3fmt17hE",
                "kikitori_journal",
            ),
            (
                "_ZN52_$LT$T$u20$as$u20$reactive_graph..traits..Update$GT$6update17hE",
                "reactive_graph",
            ),
            (
                "_ZN62_$LT$$RF$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt17hE",
                "alloc",
            ),
            ("memcpy", "other"),
            ("_ZN99short", "other"),
        ] {
            // The length of an implementation's name does not matter here.
            assert_eq!(crate_of(mangled), expected, "{mangled}");
        }
    }
}

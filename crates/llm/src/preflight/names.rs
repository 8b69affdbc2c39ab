//! Names that somebody may have meant.

use strsim::levenshtein;

/// How many names are suggested at most.
const MOST: usize = 5;

/// The names of `available` that look like `wanted`, the likest first.
pub(super) fn near(wanted: &str, available: &[String]) -> Vec<String> {
    let wanted = plain(wanted);
    let mut found: Vec<(usize, &String)> = Vec::new();
    for name in available {
        let whole = distance(&wanted, &plain(name));
        // What stands after a colon is a size or a version of the same model.
        let (head, _) = name.split_once(':').unwrap_or((name, ""));
        if let Some(distance) = whole.or_else(|| distance(&wanted, &plain(head))) {
            // There are few: sorted in one by one, for less code than a sort.
            let place = found.partition_point(|(other, _)| *other <= distance);
            found.insert(place, (distance, name));
        }
    }
    let nearest = found.into_iter().take(MOST);
    nearest.map(|(_, name)| name.clone()).collect()
}

/// How far apart two names are; `None` when they have little in common.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    if wanted.is_empty() || name.is_empty() {
        return None;
    }
    // A part of a name is often all that is remembered of it, or a tag was added.
    let added = wanted.len().abs_diff(name.len());
    if name.contains(wanted) || wanted.contains(name) {
        return Some(added);
    }
    let edits = levenshtein(wanted, name);
    (edits.saturating_mul(2) <= wanted.len().max(name.len())).then_some(edits.saturating_add(added))
}

/// Letters and digits only: `Qwen3-8B` and `qwen3:8b` differ in nothing that is remembered.
fn plain(name: &str) -> String {
    let is_sign = |char: &char| char.is_ascii() && !char.is_ascii_alphanumeric();
    let kept = name.chars().filter(|char| !is_sign(char));
    kept.map(|char| char.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn names_that_look_alike_are_suggested_and_others_are_not() {
        let available = [
            "llama3.2:3b",
            "qwen3:8b",
            "qwen3:latest",
            "Qwen/Qwen2.5-7B-Instruct",
            "mistral-small",
            "gpt-4.1-mini",
        ]
        .map(str::to_owned);
        for (wanted, expected) in [
            ("qwen3", &["qwen3:8b", "qwen3:latest"][..]),
            ("Qwen3-8B", &["qwen3:8b", "qwen3:latest"]),
            ("qwen2.5-7b-instruct", &["Qwen/Qwen2.5-7B-Instruct"]),
            ("lama3.2", &["llama3.2:3b"]),
            ("gpt-4.1", &["gpt-4.1-mini"]),
            ("mistral", &["mistral-small"]),
            ("claude", &[]),
            ("", &[]),
        ] {
            assert_eq!(near(wanted, &available), expected, "{wanted}");
        }
    }
}

//! What there is to find, as a model is told before it searches: without it a model guesses at
//! words, and at the language that they are in.

use std::collections::BTreeMap;

use crate::index::Index;
use crate::language::{language, language_name};
use crate::passage::DocumentId;
use crate::segment::Segment;

/// Characters of all documents together, and of one.
const MOST: usize = 2_000;
const MOST_OF_ONE: usize = 240;
/// Passages of a document by which its languages are told, and the part of them that makes one.
const LOOKED_AT: usize = 40;
const GOOD_PART: usize = 4;
/// Characters of the text that stands for a document without headings.
const BEGINNING: usize = 200;

/// The documents, a line each under the name that `name` gives them, with their uppermost headings
/// or their beginning, and with their languages where there are several; as many as there is room
/// for in 2,000 characters. It is text of documents: whoever sends it marks it as data.
///
/// ```
/// use kikitori_search::{DocumentId, Index, Segment, overview};
/// let mut index = Index::new();
/// let manual = "# Printer\n\n## Paper\n\nOpen the drawer.\n\n## Ink\n\nHold the button.\n";
/// index.add(Segment::of_markdown(DocumentId("p.md".into()), manual));
/// let told = overview(&index, |document| document.to_string());
/// assert_eq!(told, "- p.md: Printer; Paper; Ink");
/// ```
pub fn overview(index: &Index, name: impl Fn(&DocumentId) -> String) -> String {
    let are_several = languages(index).len() > 1;
    listed(index, |segment| {
        let name = name(&segment.document);
        let about = headings(segment).unwrap_or_else(|| beginning(segment));
        let own = language_names(&languages_of(segment));
        match are_several && !own.is_empty() {
            true => format!("{name} ({own}): {about}"),
            false => format!("{name}: {about}"),
        }
    })
}

/// The documents' names as `name` gives them, a line each, as many as there is room for.
pub fn names(index: &Index, name: impl Fn(&DocumentId) -> String) -> String {
    listed(index, |segment| name(&segment.document))
}

/// The languages that the documents are in, as far as they can be told; those of most passages
/// first.
pub fn languages(index: &Index) -> Vec<&'static str> {
    let mut passages: BTreeMap<&str, usize> = BTreeMap::new();
    for segment in index.segments() {
        for language in languages_of(segment) {
            *passages.entry(language).or_default() += segment.passages.len();
        }
    }
    let mut languages: Vec<_> = passages.into_iter().collect();
    languages.sort_by_key(|(_, passages)| std::cmp::Reverse(*passages));
    languages
        .into_iter()
        .map(|(language, _)| language)
        .collect()
}

/// The languages of a document: those that a good part of its first passages are in.
fn languages_of(segment: &Segment) -> Vec<&'static str> {
    let looked_at = segment.passages.len().min(LOOKED_AT);
    let mut passages: BTreeMap<&str, usize> = BTreeMap::new();
    let first = segment.passages.iter().take(looked_at);
    for language in first.filter_map(|passage| language(&passage.text)) {
        *passages.entry(language).or_default() += 1;
    }
    let mut languages: Vec<_> = passages.into_iter().collect();
    languages.retain(|(_, passages)| passages * GOOD_PART >= looked_at);
    languages
        .into_iter()
        .map(|(language, _)| language)
        .collect()
}

/// How models are told languages.
pub fn language_names(tags: &[&str]) -> String {
    let names: Vec<&str> = tags.iter().map(|tag| language_name(tag)).collect();
    names.join(", ")
}

fn listed(index: &Index, line: impl Fn(&Segment) -> String) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for segment in index.segments() {
        let line = line(segment).replace(['\n', '\r'], " ");
        let line = format!("- {}", cut(&line, MOST_OF_ONE));
        used += line.chars().count();
        if used > MOST && !lines.is_empty() {
            let left = index.segments().count() - lines.len();
            lines.push(format!("- and {left} more"));
            break;
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// The first level of headings that has more than one, with what stands above it.
fn headings(segment: &Segment) -> Option<String> {
    let mut told: Vec<&str> = Vec::new();
    for level in 0..2 {
        let before = told.len();
        for passage in &segment.passages {
            if let Some(heading) = passage.headings.get(level)
                && !told.contains(&heading.as_str())
            {
                told.push(heading);
            }
        }
        if told.len() > before + 1 {
            break;
        }
    }
    (!told.is_empty()).then(|| told.join("; "))
}

fn beginning(segment: &Segment) -> String {
    let first = segment
        .passages
        .first()
        .map(|it| it.text.replace('\n', " "));
    cut(&first.unwrap_or_default(), BEGINNING)
}

/// At most so many characters of `text`.
fn cut(text: &str, most: usize) -> String {
    match text.chars().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_told_by_their_headings_or_their_beginning() {
        let mut index = Index::new();
        let handbook = "# Handbook\n\n## Prices\n\nFree.\n\n## Rules <1>\n\n### Age\n\nAny.\n";
        index.add(Segment::of_markdown(
            DocumentId("handbook.md".into()),
            handbook,
        ));
        index.add(Segment::of_text(
            DocumentId("annai.txt".into()),
            "営業時間は\n10時から。",
        ));
        assert_eq!(
            overview(&index, DocumentId::to_string),
            "- handbook.md: Handbook; Prices; Rules <1>\n- annai.txt: 営業時間は 10時から。"
        );
        assert_eq!(
            names(&index, DocumentId::to_string),
            "- handbook.md\n- annai.txt"
        );
    }

    #[test]
    fn documents_of_several_languages_are_told_with_theirs() {
        let mut index = Index::new();
        for (name, text) in [
            (
                "guide.txt",
                "The car park is behind the hall, and it is free.",
            ),
            ("annai.txt", "駐車場は60台分あります。"),
            ("prices.txt", "A4 2.50"),
        ] {
            index.add(Segment::of_text(DocumentId(name.into()), text));
        }
        assert_eq!(languages(&index), ["en", "ja"]);
        assert_eq!(
            overview(&index, DocumentId::to_string),
            "- guide.txt (English): The car park is behind the hall, and it is free.\n- annai.txt (Japanese): 駐車場は60台分あります。\n- prices.txt: A4 2.50"
        );
    }

    #[test]
    fn many_documents_with_many_headings_are_told_within_bounds() {
        let mut index = Index::new();
        let long: String = (0..200)
            .map(|it| format!("# Heading {it}\n\nText.\n\n"))
            .collect();
        for number in 0..500 {
            index.add(Segment::of_markdown(DocumentId(number.to_string()), &long));
        }
        let told = overview(&index, DocumentId::to_string);
        assert!(told.chars().count() < MOST + 20, "{told}");
        assert!(told.ends_with("- and 492 more"), "{told}");
    }
}

//! What can be searched, as the agents are told: without it they guess at words, and at the
//! language that they are in.

use kikitori_search::{Index, Segment};

use crate::prompts::as_data;

/// Characters of all documents together, and of one.
const MOST: usize = 2_000;
const MOST_OF_ONE: usize = 240;
/// Characters of the text that stands for a document without headings.
const BEGINNING: usize = 60;

/// The documents, each with its uppermost headings or its beginning; as many as there is room for.
pub(crate) fn documents_as_data(index: &Index) -> String {
    listed(index, |segment| {
        let about = headings(segment).unwrap_or_else(|| beginning(segment));
        format!("{}: {about}", segment.document)
    })
}

/// The documents' names.
pub(crate) fn names(index: &Index) -> String {
    listed(index, |segment| segment.document.to_string())
}

fn listed(index: &Index, line: impl Fn(&Segment) -> String) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for segment in index.segments() {
        let line = format!("- {}", as_data(&cut(&line(segment), MOST_OF_ONE)));
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
    use kikitori_search::DocumentId;

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
            documents_as_data(&index),
            "- handbook.md: Handbook; Prices; Rules &lt;1>\n- annai.txt: 営業時間は 10時から。"
        );
        assert_eq!(names(&index), "- handbook.md\n- annai.txt");
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
        let told = documents_as_data(&index);
        assert!(told.chars().count() < MOST + 20, "{told}");
        assert!(told.ends_with("- and 492 more"), "{told}");
    }
}

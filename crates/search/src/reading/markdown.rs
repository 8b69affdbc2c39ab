//! Passages of a Markdown document.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::fits_heading;
use crate::passage::{Passage, Passages};

/// The passages of `source`, each under the headings it stands under.
pub(crate) fn split(source: &str) -> Vec<Passage> {
    let mut passages = Passages::default();
    let mut headings: Vec<(HeadingLevel, String)> = Vec::new();
    let mut text = String::new();
    let mut range: Option<Range<usize>> = None;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, place) in Parser::new_ext(source, options).into_offset_iter() {
        match event {
            Event::End(TagEnd::Heading(level)) => {
                if fits_heading(text.trim()) {
                    headings.retain(|(outer, _)| *outer < level);
                    headings.push((level, std::mem::take(&mut text).trim().to_owned()));
                    range = None;
                } else {
                    put(&mut passages, &headings, &mut text, &mut range);
                }
            }
            Event::Text(piece) | Event::Code(piece) => {
                text.push_str(&piece);
                range = Some(match range.take() {
                    Some(begun) => begun.start..place.end,
                    None => place,
                });
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Start(Tag::TableCell) if !text.is_empty() => text.push_str(" | "),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::HtmlBlock,
            ) => {
                put(&mut passages, &headings, &mut text, &mut range);
            }
            // They are no part of an item's text that stands before them.
            Event::Start(Tag::List(_) | Tag::Heading { .. }) => {
                put(&mut passages, &headings, &mut text, &mut range);
            }
            _ => {}
        }
    }
    passages.finish()
}

/// Ends a paragraph.
fn put(
    passages: &mut Passages,
    headings: &[(HeadingLevel, String)],
    text: &mut String,
    range: &mut Option<Range<usize>>,
) {
    if let Some(range) = range.take() {
        let under: Vec<String> = headings
            .iter()
            .map(|(_, heading)| heading.clone())
            .collect();
        passages.push(&under, text, range);
    }
    text.clear();
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn sections_lists_tables_and_code_are_found_with_their_headings() {
        let source = "\
Before any heading.

# Title

First *words* with `code`.

## Section

- one
- two

| name | size |
| --- | --- |
| a | 1 |

```sh
run it
```

# Other

Last.
";
        let found: Vec<_> = split(source)
            .into_iter()
            .map(|it| (it.headings.join(" > "), it.text.replace('\n', " / ")))
            .collect();
        let expected = [
            ("", "Before any heading."),
            ("Title", "First words with code."),
            (
                "Title > Section",
                "one / two / name | size / a | 1 / run it",
            ),
            ("Other", "Last."),
        ];
        let expected = expected.map(|(headings, text)| (headings.to_owned(), text.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_passage_knows_its_place() {
        let source = "# T\n\nSome **bold** words.\n";
        let passage = split(source).remove(0);
        assert_eq!(source.get(passage.range), Some("Some **bold** words."));
    }

    #[test]
    fn items_of_tight_lists_within_lists_are_lines_of_their_own() {
        let source = "- one\n  - inner\n    1. innermost\n- two\n";
        let texts: Vec<_> = split(source).into_iter().map(|it| it.text).collect();
        assert_eq!(texts, ["one\ninner\ninnermost\ntwo"]);
    }

    #[test]
    fn a_heading_that_is_too_long_for_one_is_text() {
        let long = "A sentence of many. ".repeat(20);
        let source = format!("# Title\n\n## {long}\n\nBelow.\n");
        let found: Vec<_> = split(&source)
            .into_iter()
            .map(|it| (it.headings.join(" > "), it.text))
            .collect();
        let expected = ("Title".to_owned(), format!("{}\nBelow.", long.trim()));
        assert_eq!(found, [expected]);
    }
}

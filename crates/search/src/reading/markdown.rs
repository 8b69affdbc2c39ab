//! Passages of a Markdown document.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::passage::{Passage, Passages};

/// The passages of `source`, each under the headings it stands under.
pub(crate) fn split(source: &str) -> Vec<Passage> {
    let mut passages = Passages::default();
    let mut headings: Vec<(HeadingLevel, String)> = Vec::new();
    let mut text = String::new();
    let mut range: Option<std::ops::Range<usize>> = None;
    let mut heading = None;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, place) in Parser::new_ext(source, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(level);
                text.clear();
            }
            Event::End(TagEnd::Heading(level)) => {
                headings.retain(|(outer, _)| *outer < level);
                headings.push((level, std::mem::take(&mut text).trim().to_owned()));
                heading = None;
                range = None;
            }
            Event::Text(piece) | Event::Code(piece) => {
                text.push_str(&piece);
                if heading.is_none() {
                    range = Some(match range.take() {
                        Some(begun) => begun.start..place.end,
                        None => place,
                    });
                }
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::End(TagEnd::TableCell) => text.push(' '),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::HtmlBlock,
            ) => {
                if let Some(range) = range.take() {
                    let under: Vec<String> = headings
                        .iter()
                        .map(|(_, heading)| heading.clone())
                        .collect();
                    passages.push(&under, &text, range);
                }
                text.clear();
            }
            _ => {}
        }
    }
    passages.finish()
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
            ("Title > Section", "one / two / name size / a 1 / run it"),
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
}

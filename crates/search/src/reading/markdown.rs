//! Passages of a Markdown document.

mod collector;

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use self::collector::Collector;
use super::markup::{Piece, pieces};
use crate::passage::Passage;

/// The passages of `source`, each under the headings it stands under. HTML in it is read as what
/// it shows.
pub(crate) fn split(source: &str) -> Vec<Passage> {
    let mut collector = Collector::new(source);
    let mut html = Html::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, place) in Parser::new_ext(source, options).into_offset_iter() {
        match event {
            Event::Html(line) => html.push(&line, place),
            Event::InlineHtml(tag) => {
                html.push(&tag, place);
                html.read(&mut collector);
            }
            Event::End(TagEnd::HtmlBlock) => {
                html.read(&mut collector);
                collector.end_paragraph();
            }
            Event::End(TagEnd::Heading(level)) => collector.end_heading(depth(level)),
            Event::Text(piece) | Event::Code(piece) => collector.text(&piece, place),
            Event::SoftBreak | Event::HardBreak => collector.line_break(),
            Event::Start(Tag::TableCell) => collector.cell(),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableHead
                | TagEnd::TableRow,
            ) => collector.end_paragraph(),
            // They are no part of an item's text that stands before them.
            Event::Start(Tag::List(_)) => collector.end_paragraph(),
            Event::Start(Tag::Heading { .. }) => collector.begin_heading(),
            _ => {}
        }
    }
    collector.finish()
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The HTML of one block, which comes line by line without what quotes and lists put before them.
#[derive(Default)]
struct Html {
    text: String,
    /// Where each line begins here, and where it stands in the source.
    lines: Vec<(usize, Range<usize>)>,
}

impl Html {
    fn push(&mut self, line: &str, place: Range<usize>) {
        self.lines.push((self.text.len(), place));
        self.text.push_str(line);
    }

    /// Tells the collector what has come, and begins anew.
    fn read(&mut self, collector: &mut Collector) {
        let Self { text, lines } = std::mem::take(self);
        for piece in pieces(&text) {
            match piece {
                Piece::Open(end, name) => collector.open(&name, place_of(&lines, end, 1)),
                Piece::Close(name) => collector.close(&name),
                Piece::Text(at, text) => {
                    let begin = place_of(&lines, at, 0);
                    let end = place_of(&lines, at + text.len(), 1);
                    collector.html_text(text, begin..end.max(begin));
                }
            }
        }
    }
}

/// Where in the source byte `at` of these lines stands; with `back`, the end of the byte before it.
fn place_of(lines: &[(usize, Range<usize>)], at: usize, back: usize) -> usize {
    let sought = at.saturating_sub(back);
    let line = lines.iter().rev().find(|(begin, _)| *begin <= sought);
    line.map_or(0, |(begin, place)| {
        (place.start + (at - begin)).min(place.end)
    })
}

#[cfg(test)]
mod tests;

//! A text in Markdown as its reader sees it: an answer of a model, say. What it holds is data: HTML
//! stays text, and links name their address without leading anywhere.

use std::mem::take;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Lists and quotations within each other; what stands deeper is shown at this depth.
const MAX_DEPTH: usize = 6;

/// A block of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextBlock {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A heading of whatever level.
    Heading(Vec<Span>),
    /// A list.
    List {
        /// The number of its first item; none where items are not numbered.
        first: Option<u64>,
        /// What stands in each item.
        items: Vec<Vec<TextBlock>>,
    },
    /// A quotation.
    Quote(Vec<TextBlock>),
    /// Lines that are shown as they are.
    Code(String),
    /// A table.
    Table {
        /// The cells of its first row, which say what is in the columns.
        head: Vec<Vec<Span>>,
        /// The cells of its other rows.
        rows: Vec<Vec<Vec<Span>>>,
    },
}

/// A piece of text that looks alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Whether it is bold.
    pub is_strong: bool,
    /// Whether it is stressed.
    pub is_emphasised: bool,
    /// Whether it is code.
    pub is_code: bool,
}

/// The blocks of `source`.
///
/// ```
/// use kikitori_search::{TextBlock, formatted};
/// let blocks = formatted("Open now:\n\n| book | due |\n|---|---|\n| Kokoro | **today** |");
/// let [TextBlock::Paragraph(said), TextBlock::Table { head, rows }] = blocks.as_slice() else {
///     panic!("{blocks:?}");
/// };
/// assert_eq!((said[0].text.as_str(), head.len()), ("Open now:", 2));
/// assert!(rows[0][1][0].is_strong);
/// ```
pub fn formatted(source: &str) -> Vec<TextBlock> {
    let mut builder = Builder::new();
    for (event, place) in Parser::new_ext(source, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(tag @ (Tag::Strong | Tag::Emphasis)) => {
                let is_strong = matches!(tag, Tag::Strong);
                let inside = place.start + if is_strong { 2 } else { 1 };
                let is_sign = is_between_figures(source, place.start, inside);
                builder.begin_style(is_strong, is_sign);
            }
            Event::Start(tag) => builder.start(tag),
            Event::End(end) => builder.end(end),
            Event::Text(text) => builder.text(&text),
            Event::Code(text) => builder.code(&text),
            Event::InlineHtml(tag) if is_line_break(&tag) => builder.text("\n"),
            Event::Html(text) | Event::InlineHtml(text) => builder.text(&text),
            // Who writes an answer line by line means lines.
            Event::SoftBreak | Event::HardBreak => builder.text("\n"),
            Event::Rule => builder.flush(),
            _ => {}
        }
    }
    builder.finish()
}

/// Whether the marks from `start` to `end` are a sign of arithmetic, as in `2**10`.
fn is_between_figures(source: &str, start: usize, end: usize) -> bool {
    let before = source.get(..start).and_then(|it| it.chars().next_back());
    let after = source.get(end..).and_then(|it| it.chars().next());
    let is_figure = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    is_figure(before) && is_figure(after)
}

fn is_line_break(tag: &str) -> bool {
    let name = tag
        .trim_start_matches('<')
        .trim_end_matches(['>', '/', ' ']);
    name.eq_ignore_ascii_case("br")
}

/// What is open around the blocks that come.
enum Holder {
    List {
        first: Option<u64>,
        items: Vec<Vec<TextBlock>>,
    },
    Item(Vec<TextBlock>),
    Quote(Vec<TextBlock>),
    /// One too deep, whose blocks go to what holds it.
    TooDeep,
}

struct Builder {
    done: Vec<TextBlock>,
    holders: Vec<Holder>,
    spans: Vec<Span>,
    is_heading: bool,
    code: Option<String>,
    strong: usize,
    emphasised: usize,
    /// The marks that are open: whether each is shown as what it is.
    styles: Vec<bool>,
    /// Addresses of open links, with the place where their text begins.
    links: Vec<String>,
    head: Vec<Vec<Span>>,
    rows: Vec<Vec<Vec<Span>>>,
    row: Vec<Vec<Span>>,
}

impl Builder {
    fn new() -> Self {
        Self {
            done: Vec::new(),
            holders: Vec::new(),
            spans: Vec::new(),
            is_heading: false,
            code: None,
            strong: 0,
            emphasised: 0,
            styles: Vec::new(),
            links: Vec::new(),
            head: Vec::new(),
            rows: Vec::new(),
            row: Vec::new(),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.flush(),
            Tag::Heading { .. } => {
                self.flush();
                self.is_heading = true;
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::List(first) => {
                self.flush();
                let items = Vec::new();
                self.open(Holder::List { first, items });
            }
            Tag::Item => self.open(Holder::Item(Vec::new())),
            Tag::BlockQuote(_) => {
                self.flush();
                self.open(Holder::Quote(Vec::new()));
            }
            Tag::Table(_) => self.flush(),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push(dest_url.into_string());
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::Heading(_) => self.flush(),
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.put(TextBlock::Code(code.trim_end_matches('\n').to_owned()));
                }
            }
            TagEnd::List(_) | TagEnd::Item | TagEnd::BlockQuote(_) => {
                self.flush();
                self.close();
            }
            TagEnd::TableCell => self.row.push(take(&mut self.spans)),
            TagEnd::TableHead => self.head = take(&mut self.row),
            TagEnd::TableRow => self.rows.push(take(&mut self.row)),
            TagEnd::Table => {
                let (head, rows) = (take(&mut self.head), take(&mut self.rows));
                self.put(TextBlock::Table { head, rows });
            }
            TagEnd::Strong => self.end_style(true),
            TagEnd::Emphasis => self.end_style(false),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    /// A link's address is told unless its text is that already.
    fn end_link(&mut self) {
        let Some(address) = self.links.pop() else {
            return;
        };
        let is_told = self
            .spans
            .last()
            .is_some_and(|it| it.text.ends_with(&address));
        if !is_told {
            self.text(&format!(" ({address})"));
        }
    }

    fn begin_style(&mut self, is_strong: bool, is_sign: bool) {
        self.styles.push(is_sign);
        match (is_sign, is_strong) {
            (true, _) => self.text(sign(is_strong)),
            (false, true) => self.strong += 1,
            (false, false) => self.emphasised += 1,
        }
    }

    fn end_style(&mut self, is_strong: bool) {
        match (self.styles.pop(), is_strong) {
            (Some(true), _) => self.text(sign(is_strong)),
            (_, true) => self.strong = self.strong.saturating_sub(1),
            (_, false) => self.emphasised = self.emphasised.saturating_sub(1),
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.code {
            Some(code) => code.push_str(text),
            None => self.push(text, false),
        }
    }

    fn code(&mut self, text: &str) {
        self.push(text, true);
    }

    fn push(&mut self, text: &str, is_code: bool) {
        let span = Span {
            text: String::new(),
            is_strong: self.strong > 0,
            is_emphasised: self.emphasised > 0,
            is_code,
        };
        let looks = |it: &Span| (it.is_strong, it.is_emphasised, it.is_code);
        match self.spans.last_mut() {
            Some(last) if looks(last) == looks(&span) => last.text.push_str(text),
            _ => self.spans.push(Span {
                text: text.to_owned(),
                ..span
            }),
        }
    }

    /// Ends the paragraph or the heading that was written.
    fn flush(&mut self) {
        let is_heading = take(&mut self.is_heading);
        let spans = take(&mut self.spans);
        if spans.iter().all(|it| it.text.trim().is_empty()) {
            return;
        }
        self.put(match is_heading {
            true => TextBlock::Heading(spans),
            false => TextBlock::Paragraph(spans),
        });
    }

    fn put(&mut self, block: TextBlock) {
        let holders = self.holders.iter_mut().rev();
        let mut blocks = holders.filter_map(|it| match it {
            Holder::Item(blocks) | Holder::Quote(blocks) => Some(blocks),
            Holder::List { .. } | Holder::TooDeep => None,
        });
        blocks.next().unwrap_or(&mut self.done).push(block);
    }

    fn open(&mut self, holder: Holder) {
        let is_item = matches!(holder, Holder::Item(_));
        let is_in_list = matches!(self.holders.last(), Some(Holder::List { .. }));
        let depth = self.holders.iter();
        let depth = depth.filter(|it| matches!(it, Holder::List { .. } | Holder::Quote(_)));
        let has_room = match is_item {
            true => is_in_list,
            false => depth.count() < MAX_DEPTH,
        };
        self.holders.push(match has_room {
            true => holder,
            false => Holder::TooDeep,
        });
    }

    fn close(&mut self) {
        match self.holders.pop() {
            Some(Holder::Item(blocks)) => {
                if let Some(Holder::List { items, .. }) = self.holders.last_mut() {
                    items.push(blocks);
                }
            }
            Some(Holder::List { first, items }) => self.put(TextBlock::List { first, items }),
            Some(Holder::Quote(blocks)) => self.put(TextBlock::Quote(blocks)),
            Some(Holder::TooDeep) | None => {}
        }
    }

    fn finish(mut self) -> Vec<TextBlock> {
        self.flush();
        self.done
    }
}

fn sign(is_strong: bool) -> &'static str {
    if is_strong { "**" } else { "*" }
}

#[cfg(test)]
mod tests;

//! Blocks of an HTML document. Who has parsed it tells its elements one after the other.

pub use super::inert::{STYLE as INERT_STYLE, inert, is_hidden};
use super::{Block, fits_heading, fold};

/// How much room there is before the next letter, the larger one winning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    /// A line break of the source.
    Fold,
    /// A line break of the document.
    Line,
    /// From one cell of a table to the next.
    Cell,
}

/// What an element does to the text in it.
pub(super) enum Role {
    /// It is no part of the text.
    Skipped,
    Title,
    Heading(u8),
    /// Begins a paragraph and ends one.
    Block,
    Preformatted,
    Row,
    Cell,
    LineBreak,
    /// It is part of the text around it.
    Inline,
}

pub(super) fn role(name: &str) -> Role {
    match name {
        "script" | "style" | "template" | "nav" | "noscript" | "iframe" | "object" | "svg"
        | "canvas" | "audio" | "video" | "select" | "textarea" | "button" | "datalist"
        | "dialog" | "rt" | "rp" => Role::Skipped,
        "title" => Role::Title,
        "h1" => Role::Heading(1),
        "h2" => Role::Heading(2),
        "h3" => Role::Heading(3),
        "h4" => Role::Heading(4),
        "h5" => Role::Heading(5),
        "h6" => Role::Heading(6),
        "pre" | "listing" | "xmp" => Role::Preformatted,
        "tr" => Role::Row,
        "td" | "th" => Role::Cell,
        "br" => Role::LineBreak,
        "html" | "head" | "body" | "p" | "div" | "ul" | "ol" | "menu" | "dir" | "li" | "dl"
        | "dt" | "dd" | "table" | "thead" | "tbody" | "tfoot" | "caption" | "section"
        | "article" | "aside" | "header" | "footer" | "main" | "hgroup" | "search"
        | "blockquote" | "figure" | "figcaption" | "form" | "fieldset" | "legend" | "details"
        | "summary" | "address" | "center" | "hr" => Role::Block,
        _ => Role::Inline,
    }
}

/// Takes elements and texts in their order and makes [`Block`]s of them: headings, paragraphs,
/// items of lists, rows of tables, and preformatted text as it is.
///
/// ```
/// use kikitori_search::{Block, html::HtmlReader};
/// let mut reader = HtmlReader::default();
/// assert!(reader.open("p"));
/// reader.text("Hold the\n  button.");
/// assert!(!reader.open("script"), "not to be gone into, nor closed");
/// reader.close("p");
/// assert_eq!(reader.finish(), [Block::text("Hold the button.")]);
/// ```
#[derive(Debug, Default)]
pub struct HtmlReader {
    blocks: Vec<Block>,
    title: String,
    text: String,
    gap: Gap,
    heading: Option<u8>,
    preformatted: usize,
    rows: usize,
}

impl HtmlReader {
    /// An element begins; its name is in lower case. `false` when what is in it is no part of the
    /// text: then neither that nor its end is to be told.
    pub fn open(&mut self, name: &str) -> bool {
        match role(name) {
            Role::Skipped => return false,
            Role::Heading(level) => {
                self.flush();
                self.heading = Some(level);
            }
            Role::Title => self.flush(),
            Role::Preformatted => {
                self.part();
                self.preformatted += 1;
            }
            Role::Row => {
                self.flush();
                self.rows += 1;
            }
            Role::Cell => self.widen(Gap::Cell),
            Role::LineBreak => self.widen(Gap::Line),
            Role::Block => self.part(),
            Role::Inline => {}
        }
        true
    }

    /// A piece of text, in the element that was opened last.
    pub fn text(&mut self, text: &str) {
        for letter in text.chars() {
            if self.preformatted == 0 && letter.is_ascii_whitespace() {
                self.widen(match letter {
                    '\n' => Gap::Fold,
                    _ => Gap::Space,
                });
                continue;
            }
            let before = self.text.chars().next_back();
            let gap = std::mem::take(&mut self.gap);
            if before.is_some() {
                self.text.push_str(match gap {
                    Gap::None => "",
                    Gap::Space => " ",
                    Gap::Fold => fold(before, letter),
                    Gap::Line => "\n",
                    Gap::Cell => " | ",
                });
            }
            self.text.push(letter);
        }
    }

    /// The element of this name ends.
    pub fn close(&mut self, name: &str) {
        match role(name) {
            Role::Heading(_) => {
                self.flush();
                self.heading = None;
            }
            Role::Title => {
                let title = std::mem::take(&mut self.text);
                title.trim().clone_into(&mut self.title);
            }
            Role::Preformatted => {
                self.preformatted = self.preformatted.saturating_sub(1);
                self.part();
            }
            Role::Row => {
                self.flush();
                self.rows = self.rows.saturating_sub(1);
            }
            Role::Block => self.part(),
            Role::Skipped | Role::Cell | Role::LineBreak | Role::Inline => {}
        }
    }

    /// The blocks. A document without headings stands under its title.
    pub fn finish(mut self) -> Vec<Block> {
        self.flush();
        let is_heading = |block: &Block| matches!(block, Block::Heading { .. });
        let is_title = !self.title.is_empty() && fits_heading(&self.title);
        if is_title && !self.blocks.iter().any(is_heading) {
            self.blocks.insert(0, Block::heading(1, self.title));
        }
        self.blocks
    }

    fn widen(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Ends a paragraph; within a row or a heading, a line.
    fn part(&mut self) {
        if self.rows > 0 || self.heading.is_some() {
            self.widen(Gap::Line);
        } else {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_end().trim_matches('\n');
        self.gap = Gap::None;
        if text.trim().is_empty() {
            return;
        }
        self.blocks.push(match self.heading {
            Some(level) if fits_heading(text) => Block::heading(level, text.replace('\n', " ")),
            _ => Block::text(text),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells the reader a document that is written as its parser would tell it: `<p` opens, `>`
    /// closes what was opened last, and everything else is text.
    fn read(told: &[&str]) -> Vec<Block> {
        let mut reader = HtmlReader::default();
        let mut open = Vec::new();
        let mut skipped = 0;
        for piece in told {
            match (piece.strip_prefix('<'), *piece) {
                (Some(name), _) if skipped == 0 && reader.open(name) => open.push(name),
                (Some(_), _) => skipped += 1,
                (None, ">") if skipped > 0 => skipped -= 1,
                (None, ">") => reader.close(open.pop().unwrap()),
                (None, text) if skipped == 0 => reader.text(text),
                (None, _) => {}
            }
        }
        reader.finish()
    }

    #[test]
    fn elements_become_headings_paragraphs_items_rows_and_code() {
        let long = "A sentence of many. ".repeat(20).trim().to_owned();
        let cases: [(&str, &[&str], &[Block]); 10] = [
            (
                "headings and paragraphs",
                &[
                    "<h1", "The ", "<b", "printer", ">", ">", "<p", "\n One ", "<i", "word", ">",
                    ", two.\n", ">", " loose ",
                ],
                &[
                    Block::heading(1, "The printer"),
                    Block::text("One word, two."),
                    Block::text("loose"),
                ],
            ),
            (
                "nested lists",
                &[
                    "<ul", "<li", "one", "<ul", "<li", "inner", ">", ">", ">", "<li", "two", ">",
                    ">",
                ],
                &[Block::text("one"), Block::text("inner"), Block::text("two")],
            ),
            (
                "a table, row by row",
                &[
                    "<table", "<tr", "<th", "key", ">", "\n", "<th", "does", ">", ">", "<tr",
                    "<td", "<p", "Enter", ">", ">", "<td", "sends", "<br", ">", "at once", ">",
                    ">", ">",
                ],
                &[
                    Block::text("key | does"),
                    Block::text("Enter | sends\nat once"),
                ],
            ),
            (
                "a page laid out by tables",
                &[
                    "<table", "<tr", "<td", "left", "<h2", "Title", ">", "<table", "<tr", "<td",
                    "in", ">", ">", ">", "after", ">", ">", ">",
                ],
                &[
                    Block::text("left"),
                    Block::heading(2, "Title"),
                    Block::text("in"),
                    Block::text("after"),
                ],
            ),
            (
                "preformatted text as it is",
                &["<pre", "<code", "\n  if x {\n    y\n  }\n", ">", ">"],
                &[Block::text("  if x {\n    y\n  }")],
            ),
            (
                "what is no part of the text",
                &[
                    "<title",
                    "Not this",
                    ">",
                    "<nav",
                    "<a",
                    "Home",
                    ">",
                    ">",
                    "<script",
                    "run()",
                    ">",
                    "<h3",
                    "<svg",
                    "x",
                    ">",
                    "Kept",
                    ">",
                    "<template",
                    "<p",
                    "no",
                    ">",
                    ">",
                ],
                &[Block::heading(3, "Kept")],
            ),
            (
                "a title where there is no heading",
                &[
                    "<head", "<title", " A page ", ">", ">", "<body", "Text.", ">",
                ],
                &[Block::heading(1, "A page"), Block::text("Text.")],
            ),
            (
                "Japanese over several lines, with readings",
                &[
                    "<p",
                    "用紙を\n    入れ",
                    "\n",
                    "て、",
                    "<ruby",
                    "印刷",
                    "<rt",
                    "いんさつ",
                    ">",
                    ">",
                    "\nA4 を\n選ぶ",
                    ">",
                ],
                &[Block::text("用紙を入れて、印刷 A4 を選ぶ")],
            ),
            (
                "a heading that nothing closes",
                &["<h2", "Ink", "<p", &long, ">", "<p", "Last.", ">"],
                &[Block::text(format!("Ink\n{long}\nLast."))],
            ),
            ("nothing", &["<p", " \n ", ">", "<img"], &[]),
        ];
        for (name, told, expected) in cases {
            assert_eq!(read(told), expected, "{name}");
        }
    }
}

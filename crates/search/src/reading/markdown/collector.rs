//! Puts texts under headings, whether Markdown or HTML marks them.

use std::ops::Range;

use crate::passage::{Passage, Passages};
use crate::reading::html::{Role, role};
use crate::reading::markup::{decoded, end_tag};
use crate::reading::{fits_heading, fold};

/// A summary stands below every heading, and names what can be unfolded under it.
const SUMMARY: u8 = 7;

/// What has been read so far.
pub(super) struct Collector<'a> {
    source: &'a str,
    passages: Passages,
    headings: Vec<(u8, String)>,
    text: String,
    range: Option<Range<usize>>,
    /// The level of a heading that an HTML tag began.
    heading: Option<u8>,
    /// Elements `details` that are open.
    details: u8,
    preformatted: usize,
    /// The element that is read past.
    skipped: Option<String>,
    /// Elements of which no end is left in the document.
    never_closed: Vec<String>,
}

impl<'a> Collector<'a> {
    pub fn new(source: &'a str) -> Self {
        Self {
            source,
            passages: Passages::default(),
            headings: Vec::new(),
            text: String::new(),
            range: None,
            heading: None,
            details: 0,
            preformatted: 0,
            skipped: None,
            never_closed: Vec::new(),
        }
    }

    /// Text that is read as it is.
    pub fn text(&mut self, text: &str, place: Range<usize>) {
        if self.skipped.is_some() {
            return;
        }
        self.text.push_str(text);
        self.range = Some(match self.range.take() {
            Some(begun) => begun.start..place.end,
            None => place,
        });
    }

    /// Text of HTML, in which white space is one space, and references stand for characters.
    pub fn html_text(&mut self, text: &str, place: Range<usize>) {
        if self.preformatted > 0 {
            return self.text(&decoded(text), place);
        }
        let trimmed = text.trim_ascii();
        let gap_before = text.starts_with(|it: char| it.is_ascii_whitespace());
        if trimmed.is_empty() {
            return self.gap(text);
        }
        if gap_before {
            self.gap(text);
        }
        let after = text.len() - text.trim_ascii_end().len();
        let before = text.len() - text.trim_ascii_start().len();
        let place = place.start + before..place.end.saturating_sub(after).max(place.start + before);
        self.text(&collapsed(&decoded(trimmed)), place);
        let last = trimmed.len() + before;
        self.gap(text.get(last..).unwrap_or_default());
    }

    /// A space for white space, if there is text before it.
    fn gap(&mut self, space: &str) {
        let is_begun = !self.text.is_empty() && !self.text.ends_with(char::is_whitespace);
        if is_begun && !space.is_empty() {
            self.text.push(' ');
        }
    }

    pub fn line_break(&mut self) {
        self.text.push('\n');
    }

    pub fn cell(&mut self) {
        if !self.text.trim_end().is_empty() {
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str(" | ");
        }
    }

    /// Ends a paragraph. One in a heading is a part of it, as long as that is short enough for one.
    pub fn end_paragraph(&mut self) {
        if self.heading.is_some() && fits_heading(self.text.trim()) {
            return self.gap(" ");
        }
        self.heading = None;
        self.put();
    }

    fn put(&mut self) {
        if let Some(range) = self.range.take() {
            let under = self.headings.iter().map(|(_, heading)| heading.clone());
            let under: Vec<String> = under.collect();
            self.passages.push(&under, &self.text, range);
        }
        self.text.clear();
    }

    /// A heading begins: whatever stands before it has ended.
    pub fn begin_heading(&mut self) {
        self.heading = None;
        self.put();
    }

    pub fn end_heading(&mut self, level: u8) {
        let text = self.text.split_ascii_whitespace();
        let text = text.collect::<Vec<_>>().join(" ");
        if self.skipped.is_some() || text.is_empty() || !fits_heading(&text) {
            return self.put();
        }
        self.headings.retain(|(outer, _)| *outer < level);
        self.headings.push((level, text));
        self.text.clear();
        self.range = None;
    }

    /// An HTML element begins; `after` in the source its tag has ended.
    pub fn open(&mut self, name: &str, after: usize) {
        if self.skipped.is_some() {
            return;
        }
        match role(name) {
            Role::Skipped | Role::Title if self.is_closed(name, after) => {
                self.skipped = Some(name.to_owned());
            }
            Role::Heading(level) => {
                self.begin_heading();
                self.heading = Some(level);
            }
            Role::Block if name == "summary" => {
                self.begin_heading();
                self.heading = Some(SUMMARY.saturating_add(self.details));
            }
            Role::Block => {
                if name == "details" {
                    self.details = self.details.saturating_add(1);
                }
                self.end_paragraph();
            }
            Role::Row => self.end_paragraph(),
            Role::Preformatted => {
                self.end_paragraph();
                self.preformatted += 1;
            }
            Role::Cell => self.cell(),
            Role::LineBreak => self.line_break(),
            Role::Inline | Role::Skipped | Role::Title => {}
        }
    }

    /// An HTML element ends.
    pub fn close(&mut self, name: &str) {
        if self.skipped.is_some() {
            if self.skipped.as_deref() == Some(name) {
                self.skipped = None;
            }
            return;
        }
        match role(name) {
            Role::Heading(_) => self.close_heading(),
            Role::Block if name == "summary" => self.close_heading(),
            Role::Block | Role::Row => self.end_paragraph(),
            Role::Preformatted => {
                self.preformatted = self.preformatted.saturating_sub(1);
                self.end_paragraph();
            }
            _ => {}
        }
        if name == "details" {
            self.heading = None;
            self.put();
            let level = SUMMARY.saturating_add(self.details);
            self.headings.retain(|(outer, _)| *outer < level);
            self.details = self.details.saturating_sub(1);
        }
    }

    fn close_heading(&mut self) {
        match self.heading.take() {
            Some(level) => self.end_heading(level),
            None => self.put(),
        }
    }

    /// Whether the element ends at all: one that does not hides nothing.
    fn is_closed(&mut self, name: &str, after: usize) -> bool {
        if self.never_closed.iter().any(|it| it == name) {
            return false;
        }
        let rest = self.source.get(after..).unwrap_or_default();
        let is_closed = end_tag(rest, name).is_some();
        if !is_closed {
            self.never_closed.push(name.to_owned());
        }
        is_closed
    }

    pub fn finish(mut self) -> Vec<Passage> {
        self.put();
        self.passages.finish()
    }
}

/// Each run of white space as one space, or as nothing where a line of Japanese was broken.
fn collapsed(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut space = "";
    for letter in text.chars() {
        match letter {
            '\n' => space = "\n",
            letter if letter.is_ascii_whitespace() => {
                if space.is_empty() {
                    space = " ";
                }
            }
            letter => {
                match space {
                    "\n" => made.push_str(fold(made.chars().next_back(), letter)),
                    space => made.push_str(space),
                }
                space = "";
                made.push(letter);
            }
        }
    }
    made
}

//! Blocks of a PDF, which knows nothing of paragraphs and headings: only where on a page pieces of
//! text stand, and how large.

use serde::Deserialize;

use super::{Block, fold};
use crate::normalize::nfkc;

/// A line that stands farther from the one before than lines usually do, by this factor, begins a
/// paragraph.
const PARAGRAPH: f32 = 1.3;
/// Text larger than most by this factor is a heading, unless it is long.
const HEADING: f32 = 1.15;
const LONGEST_HEADING: usize = 120;
/// A line that ends before this share of the page's longest line was ended on purpose.
const SHORT: f32 = 0.8;

/// A piece of a page's text, as readers of PDFs find it. Lengths are in points; lines of text run
/// along it and follow each other down the page, or, where text is written from top to bottom,
/// towards the left.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Where its line stands; less for lines that follow.
    pub line: f32,
    /// Where it ends on its line.
    pub end: f32,
    /// How large its letters are; 0 for empty space.
    pub size: f32,
    /// Whether it is the last one of its line.
    pub ends_line: bool,
}

struct Line {
    text: String,
    at: f32,
    end: f32,
    size: f32,
}

/// The blocks of a PDF's pages.
pub fn blocks_of_pages(pages: &[Vec<Piece>]) -> Vec<Block> {
    let pages: Vec<Vec<Line>> = pages.iter().map(|page| lines(page)).collect();
    let usual = Usual::of(&pages);
    let mut blocks = Vec::new();
    for (number, lines) in (1..).zip(&pages) {
        blocks.push(Block::Page(number));
        let longest = lines.iter().map(|line| line.end).fold(0.0, f32::max);
        let mut text = String::new();
        let mut before: Option<&Line> = None;
        for line in lines {
            if let Some(last) = before {
                if usual.parts(last, line) {
                    blocks.extend(usual.block(std::mem::take(&mut text), last.size));
                } else {
                    let is_short = last.end < longest * SHORT && !usual.is_heading(last.size);
                    join(&mut text, &line.text, is_short);
                }
            }
            text.push_str(&line.text);
            before = Some(line);
        }
        if let Some(last) = before {
            blocks.extend(usual.block(text, last.size));
        }
    }
    blocks
}

/// Puts what belongs between two lines of a paragraph after the first.
fn join(text: &mut String, next: &str, ended_on_purpose: bool) {
    let Some(first) = next.chars().next() else {
        return;
    };
    let mut letters = text.chars().rev();
    match (letters.next(), letters.next()) {
        (Some('-' | '\u{ad}'), Some(before)) if before.is_lowercase() && first.is_lowercase() => {
            text.pop();
        }
        _ if ended_on_purpose => text.push('\n'),
        (last, _) => text.push_str(fold(last, first)),
    }
}

fn lines(pieces: &[Piece]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line: Option<Line> = None;
    for piece in pieces {
        if !piece.text.is_empty() {
            let line = line.get_or_insert_with(|| Line {
                text: String::new(),
                at: piece.line,
                end: piece.end,
                size: piece.size,
            });
            line.text.push_str(&plain(&piece.text));
            line.end = line.end.max(piece.end);
            line.size = line.size.max(piece.size);
        }
        if piece.ends_line {
            lines.extend(line.take());
        }
    }
    lines.extend(line);
    for line in &mut lines {
        line.text = line.text.trim().to_owned();
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}

/// The letters that a PDF means by those of its fonts: some name a kanji by the radical that looks
/// the same.
fn plain(text: &str) -> String {
    let is_radical = |letter: char| matches!(letter, '\u{2e80}'..='\u{2fd5}');
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| *letter != '\0') {
        match is_radical(letter) {
            true => plain.push_str(&nfkc(letter.encode_utf8(&mut [0; 4]))),
            false => plain.push(letter),
        }
    }
    plain
}

/// What most of a document is like.
struct Usual {
    /// The size of its text.
    size: f32,
    /// From line to line, in sizes.
    pitch: f32,
    /// The sizes of its headings, the largest first.
    headings: Vec<f32>,
}

impl Usual {
    fn of(pages: &[Vec<Line>]) -> Self {
        let all = || pages.iter().flatten();
        let sizes = all().map(|line| (line.size, line.text.chars().count()));
        let size = median(sizes, 10.0);
        let pitches = pages.iter().flat_map(|lines| {
            let pairs = lines.iter().zip(lines.iter().skip(1));
            pairs.filter_map(|(one, next)| {
                let pitch = (one.at - next.at) / size;
                (alike(one.size, next.size) && pitch > 0.5 && pitch < 4.0).then_some((pitch, 1))
            })
        });
        let pitch = median(pitches, 100.0);
        let mut headings: Vec<f32> = Vec::new();
        for line in all().filter(|line| line.size >= size * HEADING) {
            if !headings.iter().any(|it| alike(*it, line.size)) {
                let larger = headings.iter().take_while(|it| **it > line.size);
                headings.insert(larger.count(), line.size);
            }
        }
        Self {
            size,
            pitch,
            headings,
        }
    }

    fn is_heading(&self, size: f32) -> bool {
        size >= self.size * HEADING
    }

    /// Whether a block ends between two lines.
    fn parts(&self, one: &Line, next: &Line) -> bool {
        let pitch = (one.at - next.at) / one.size.max(1.0);
        !alike(one.size, next.size) || pitch > self.pitch * PARAGRAPH || pitch <= 0.0
    }

    fn block(&self, text: String, size: f32) -> Option<Block> {
        if text.is_empty() {
            return None;
        }
        let is_short = text.chars().count() <= LONGEST_HEADING;
        let larger = self.headings.iter().take_while(|it| !alike(**it, size));
        let level = u8::try_from(larger.count() + 1).unwrap_or(u8::MAX).min(6);
        Some(match self.is_heading(size) && is_short {
            true => Block::heading(level, text),
            false => Block::text(text),
        })
    }
}

fn alike(one: f32, other: f32) -> bool {
    (one - other).abs() <= 0.07 * one.max(other)
}

/// The value in the middle of all, each counting as often as it says, to so many steps for 1; 1 if
/// there is none.
fn median(values: impl Iterator<Item = (f32, usize)>, steps: f32) -> f32 {
    let mut counts = [0_usize; 1024];
    let mut all = 0;
    for (value, count) in values {
        // Negative ones and those that are no number count as the least.
        let step = (value * steps).round().min(1023.0) as usize;
        if let Some(there) = counts.get_mut(step) {
            *there += count;
            all += count;
        }
    }
    let mut passed = 0;
    let middle = counts.iter().position(|count| {
        passed += count;
        passed > all / 2
    });
    middle.map_or(1.0, |step| step as f32 / steps).max(0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of this size that begins at the left and is as long as its letters are.
    fn line(at: f32, size: f32, text: &str) -> Piece {
        let wide = |letter: char| if letter.is_ascii() { 0.5 } else { 1.0 };
        Piece {
            text: text.to_owned(),
            line: at,
            end: size * text.chars().map(wide).sum::<f32>(),
            size,
            ends_line: true,
        }
    }

    #[test]
    fn lines_become_headings_paragraphs_and_rows_page_by_page() {
        let pages = [
            vec![
                line(700.0, 24.0, "Coffee machine"),
                line(660.0, 18.0, "Descaling"),
                line(
                    630.0,
                    12.0,
                    "Descale the machine every 200 cups, because hard wa-",
                ),
                line(
                    615.0,
                    12.0,
                    "ter leaves a crust in its pipes, and the next is",
                ),
                line(600.0, 12.0, "short."),
                line(570.0, 12.0, "Enter Send"),
                line(555.0, 12.0, "Esc Stop"),
            ],
            vec![
                line(700.0, 18.0, "お⼿⼊れ"),
                line(
                    670.0,
                    12.0,
                    "給水タンクは週に一度、ぬるま湯で洗ってください。水垢が残ると故障",
                ),
                line(655.0, 12.0, "の原因になります。"),
                line(700.0, 12.0, "A second column."),
            ],
        ];
        let expected = [
            Block::Page(1),
            Block::heading(1, "Coffee machine"),
            Block::heading(2, "Descaling"),
            Block::text(
                "Descale the machine every 200 cups, because hard water leaves a crust in its pipes, and the next is short.",
            ),
            Block::text("Enter Send\nEsc Stop"),
            Block::Page(2),
            Block::heading(2, "お手入れ"),
            Block::text(
                "給水タンクは週に一度、ぬるま湯で洗ってください。水垢が残ると故障の原因になります。",
            ),
            Block::text("A second column."),
        ];
        assert_eq!(blocks_of_pages(&pages), expected);
    }

    #[test]
    fn pieces_of_a_line_are_put_together_and_empty_ones_left_out() {
        let piece = |text: &str, at, size, ends_line| Piece {
            ends_line,
            ..line(at, size, text)
        };
        let page = vec![
            piece("Co", 700.0, 12.0, false),
            piece("ffee", 700.0, 12.0, false),
            piece(" ", 700.0, 0.0, false),
            piece("time\0", 700.0, 12.0, false),
            piece("", 640.0, 0.0, true),
            piece(" ", 640.0, 12.0, true),
        ];
        assert_eq!(
            blocks_of_pages(&[page, Vec::new()]),
            [Block::Page(1), Block::text("Coffee time"), Block::Page(2)]
        );
    }
}

//! A passage as it stands in its document, with what a statement rests on marked.

use std::ops::Range;

use leptos::prelude::*;

/// What parts the cells of a row, as documents are read.
const BETWEEN_CELLS: &str = " | ";

/// Lines that are shown alike, by where they are.
struct Block {
    is_table: bool,
    lines: Vec<Range<usize>>,
}

/// The passage `text`; all of it is the source where nothing is marked. Marks come in order and
/// apart from each other.
pub fn passage(text: &str, marks: &[Range<usize>]) -> impl IntoView + use<> {
    let blocks = blocks(text).into_iter().map(|block| match block.is_table {
        true => table(text, &block.lines, marks).into_any(),
        false => paragraph(text, &block.lines, marks).into_any(),
    });
    view! { <div class="passage" data-testid="passage" dir="auto">{blocks.collect_view()}</div> }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut begin = 0;
    for line in text.split('\n') {
        let at = begin..begin + line.len();
        begin = at.end + 1;
        let is_table = line.contains(BETWEEN_CELLS);
        match blocks.last_mut() {
            Some(last) if last.is_table == is_table => last.lines.push(at),
            _ => blocks.push(Block {
                is_table,
                lines: vec![at],
            }),
        }
    }
    blocks
}

fn paragraph(text: &str, lines: &[Range<usize>], marks: &[Range<usize>]) -> impl IntoView + use<> {
    let begin = lines.first().map_or(0, |line| line.start);
    let end = lines.last().map_or(0, |line| line.end);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    let mut done = begin;
    let parts = marks.iter().map(|mark| {
        let from = mark.start.clamp(done, end);
        let to = mark.end.clamp(from, end);
        let before = part(std::mem::replace(&mut done, to), from);
        let marked = (from < to).then(|| view! { <mark>{part(from, to)}</mark> });
        view! { {before} {marked} }
    });
    let parts = parts.collect_view();
    view! { <p>{parts} {part(done, end)}</p> }
}

fn table(text: &str, lines: &[Range<usize>], marks: &[Range<usize>]) -> impl IntoView + use<> {
    let rows = lines.iter().map(|line| {
        let has = |mark: &Range<usize>| line.start < mark.end && mark.start < line.end;
        let is_marked = marks.iter().any(has);
        let cells = text.get(line.clone()).unwrap_or_default();
        let cells = cells.split(BETWEEN_CELLS).map(|cell| {
            let cell = cell.to_owned();
            match is_marked {
                true => view! { <td><mark>{cell}</mark></td> }.into_any(),
                false => view! { <td>{cell}</td> }.into_any(),
            }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! { <div class="rows"><table>{rows.collect_view()}</table></div> }
}

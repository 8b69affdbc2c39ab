//! A passage as it stands in its document, with the sentence that a statement rests on marked.

use std::ops::Range;

use leptos::prelude::*;

/// What parts the cells of a row, as documents are read.
const BETWEEN_CELLS: &str = " | ";

/// Lines that are shown alike, by where they are.
struct Block {
    is_table: bool,
    lines: Vec<Range<usize>>,
}

/// The passage `text`; all of it is the source where `marked` is empty.
pub fn passage(text: &str, marked: &Range<usize>) -> impl IntoView + use<> {
    let blocks = blocks(text).into_iter().map(|block| match block.is_table {
        true => table(text, &block.lines, marked).into_any(),
        false => paragraph(text, &block.lines, marked).into_any(),
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

fn paragraph(text: &str, lines: &[Range<usize>], marked: &Range<usize>) -> impl IntoView + use<> {
    let begin = lines.first().map_or(0, |line| line.start);
    let end = lines.last().map_or(0, |line| line.end);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    let from = marked.start.clamp(begin, end);
    let to = marked.end.clamp(from, end);
    let mark = (from < to).then(|| view! { <mark>{part(from, to)}</mark> });
    view! { <p>{part(begin, from)} {mark} {part(to, end)}</p> }
}

fn table(text: &str, lines: &[Range<usize>], marked: &Range<usize>) -> impl IntoView + use<> {
    let rows = lines.iter().map(|line| {
        let is_marked = line.start < marked.end && marked.start < line.end;
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

//! A model's text as its Markdown means it. It is data: nothing in it becomes an element but by the
//! kinds of blocks and spans that there are.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use kikitori_search::{Span, TextBlock, formatted};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::page::Page;
use crate::part::{Loading, NotLoaded, bare, on_demand};

/// Reads Markdown.
pub type ReadMarkdown = fn(&str) -> Vec<TextBlock>;

#[wasm_split(markdown, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_markdown_reader))]
fn load_markdown_reader() -> Result<ReadMarkdown, NotLoaded> {
    Ok(formatted)
}

/// What reads Markdown: nobody needs it before there is some.
pub fn markdown_reader() -> Loading<ReadMarkdown> {
    Box::pin(load_markdown_reader())
}

/// Fetches it, while a model is at work.
pub async fn fetch_ahead() {
    // What did not come is asked for again when it is needed.
    drop(fetch_markdown_reader().await);
}

/// A piece of a line.
pub enum Piece {
    /// Text as it stands.
    Text(String),
    /// What stands for what the text names, such as the button of a source.
    View(AnyView),
}

/// Makes pieces of a text. What is code is not asked for.
pub type Pieces<'a> = dyn FnMut(&str) -> Vec<Piece> + 'a;

/// A text while it is written.
pub fn draft_view(page: Page, draft: Signal<String>) -> AnyView {
    on_demand(markdown_reader, bare, move |read| {
        let text = move || {
            let as_it_is = &mut |text: &str| vec![Piece::Text(text.to_owned())];
            draft.with(|draft| formatted_view(page, &read(draft), as_it_is))
        };
        let tag = move || draft.with(|draft| page.language.get().tag_of(draft));
        view! { <div class="draft formatted" data-testid="draft" dir="auto" lang=tag aria-live="off">{text}</div> }
            .into_any()
    })
}

/// Characters of a cell that is kept on one line if it is a number, an amount or a date.
const LONGEST_FIGURE: usize = 16;

/// The blocks of a text.
pub fn formatted_view(page: Page, blocks: &[TextBlock], pieces: &mut Pieces<'_>) -> AnyView {
    let mut views = Vec::new();
    for it in blocks {
        views.push(block(page, it, pieces));
    }
    views.into_any()
}

fn block(page: Page, block: &TextBlock, pieces: &mut Pieces<'_>) -> AnyView {
    match block {
        TextBlock::Paragraph(spans) => view! { <p dir="auto">{line(spans, pieces)}</p> }.into_any(),
        TextBlock::Heading(spans) => view! { <h3 dir="auto">{line(spans, pieces)}</h3> }.into_any(),
        TextBlock::List { first, items } => {
            let mut views = Vec::new();
            for item in items {
                let item = formatted_view(page, item, pieces);
                views.push(view! { <li dir="auto">{item}</li> });
            }
            match first {
                Some(first) => view! { <ol start=first.to_string()>{views}</ol> }.into_any(),
                None => view! { <ul>{views}</ul> }.into_any(),
            }
        }
        TextBlock::Quote(blocks) => {
            let quoted = formatted_view(page, blocks, pieces);
            view! { <blockquote>{quoted}</blockquote> }.into_any()
        }
        TextBlock::Code(code) => {
            view! { <pre tabindex="0" dir="auto"><code>{code.clone()}</code></pre> }.into_any()
        }
        TextBlock::Table { head, rows } => table(page, head, rows, pieces),
    }
}

fn table(
    page: Page,
    head: &[Vec<Span>],
    rows: &[Vec<Vec<Span>>],
    pieces: &mut Pieces<'_>,
) -> AnyView {
    let mut figures = Vec::new();
    for at in 0..head.len() {
        figures.push(has_figures(rows, at));
    }
    let amount = |at: usize| (figures.get(at) == Some(&true)).then_some("amount");
    let mut columns = Vec::new();
    for (at, cell) in head.iter().enumerate() {
        let said = line(cell, pieces);
        let class = amount(at);
        columns.push(view! { <th scope="col" class=class dir="auto">{said}</th> });
    }
    let mut lines = Vec::new();
    for row in rows {
        let mut cells = Vec::new();
        for (at, cell) in row.iter().enumerate() {
            let figure = || is_figure(&plain(cell)).then_some("figure");
            let class = amount(at).or_else(figure);
            let said = line(cell, pieces);
            cells.push(view! { <td class=class dir="auto">{said}</td> });
        }
        lines.push(view! { <tr>{cells}</tr> });
    }
    view! {
        <div class="rows-frame" role="group" tabindex="0" aria-label=page.messages().table data-testid="answer-table">
            <table>
                <thead><tr>{columns}</tr></thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn line(spans: &[Span], pieces: &mut Pieces<'_>) -> AnyView {
    let mut views = Vec::new();
    for span in spans {
        let parts = match span.is_code {
            true => vec![Piece::Text(span.text.clone())],
            false => pieces(&span.text),
        };
        for part in parts {
            views.push(match part {
                Piece::Text(text) => styled(span, text),
                Piece::View(view) => view,
            });
        }
    }
    views.into_any()
}

fn styled(span: &Span, text: String) -> AnyView {
    match (span.is_code, span.is_strong, span.is_emphasised) {
        (true, ..) => view! { <code>{text}</code> }.into_any(),
        (false, true, true) => view! { <strong><em>{text}</em></strong> }.into_any(),
        (false, true, false) => view! { <strong>{text}</strong> }.into_any(),
        (false, false, true) => view! { <em>{text}</em> }.into_any(),
        (false, false, false) => text.into_any(),
    }
}

fn plain(cell: &[Span]) -> String {
    cell.iter().map(|it| it.text.as_str()).collect()
}

/// Whether each row has a figure in this column.
fn has_figures(rows: &[Vec<Vec<Span>>], at: usize) -> bool {
    let is_one = |row: &Vec<Vec<Span>>| row.get(at).is_some_and(|it| is_figure(&plain(it)));
    !rows.is_empty() && rows.iter().all(is_one)
}

/// Whether a cell has a number, an amount or a date, which is read in one piece.
pub fn is_figure(text: &str) -> bool {
    let text = text.trim();
    let mut letters = text.chars();
    let first = letters.find(|it| !"+-−¥￥$€£".contains(*it));
    first.is_some_and(|it| it.is_ascii_digit()) && text.chars().nth(LONGEST_FIGURE).is_none()
}

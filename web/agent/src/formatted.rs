//! An answer as its Markdown means it. It is data: nothing in it becomes an element but by the kinds
//! of blocks and spans that there are.

use kikitori_search::{Span, TextBlock};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::sources::{Piece, Sources, source_button};

/// Characters of a cell that is kept on one line if it is a number, an amount or a date.
const LONGEST_FIGURE: usize = 16;

/// The blocks of an answer, with buttons for what it cites.
pub fn formatted_view(agent: AgentPage, blocks: &[TextBlock], sources: &mut Sources) -> AnyView {
    let mut views = Vec::new();
    for it in blocks {
        views.push(block(agent, it, sources));
    }
    views.into_any()
}

fn block(agent: AgentPage, block: &TextBlock, sources: &mut Sources) -> AnyView {
    match block {
        TextBlock::Paragraph(spans) => {
            view! { <p dir="auto">{line(agent, spans, sources)}</p> }.into_any()
        }
        TextBlock::Heading(spans) => {
            view! { <h3 dir="auto">{line(agent, spans, sources)}</h3> }.into_any()
        }
        TextBlock::List { first, items } => {
            let mut views = Vec::new();
            for item in items {
                let item = formatted_view(agent, item, sources);
                views.push(view! { <li dir="auto">{item}</li> });
            }
            match first {
                Some(first) => view! { <ol start=first.to_string()>{views}</ol> }.into_any(),
                None => view! { <ul>{views}</ul> }.into_any(),
            }
        }
        TextBlock::Quote(blocks) => {
            let quoted = formatted_view(agent, blocks, sources);
            view! { <blockquote>{quoted}</blockquote> }.into_any()
        }
        TextBlock::Code(code) => {
            view! { <pre tabindex="0" dir="auto"><code>{code.clone()}</code></pre> }.into_any()
        }
        TextBlock::Table { head, rows } => table(agent, head, rows, sources),
    }
}

fn table(
    agent: AgentPage,
    head: &[Vec<Span>],
    rows: &[Vec<Vec<Span>>],
    sources: &mut Sources,
) -> AnyView {
    let mut columns = Vec::new();
    for cell in head {
        let said = line(agent, cell, sources);
        columns.push(view! { <th scope="col" dir="auto">{said}</th> });
    }
    let mut lines = Vec::new();
    for row in rows {
        let mut cells = Vec::new();
        for cell in row {
            let text: String = cell.iter().map(|it| it.text.as_str()).collect();
            let class = is_figure(&text).then_some("figure");
            let said = line(agent, cell, sources);
            cells.push(view! { <td class=class dir="auto">{said}</td> });
        }
        lines.push(view! { <tr>{cells}</tr> });
    }
    view! {
        <div class="rows-frame" role="group" tabindex="0" aria-label=agent.messages().rows_title data-testid="answer-table">
            <table>
                <thead><tr>{columns}</tr></thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn line(agent: AgentPage, spans: &[Span], sources: &mut Sources) -> AnyView {
    let mut views = Vec::new();
    for span in spans {
        let pieces = match span.is_code {
            true => vec![Piece::Text(span.text.clone())],
            false => sources.pieces(&span.text),
        };
        for piece in pieces {
            views.push(match piece {
                Piece::Text(text) => styled(span, text),
                Piece::Cited(number, citation) => {
                    source_button(agent, "citation", number, citation)
                }
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

/// Whether a cell has a number, an amount or a date, which is read in one piece.
pub fn is_figure(text: &str) -> bool {
    let text = text.trim();
    let mut letters = text.chars();
    let first = letters.find(|it| !"+-−¥￥$€£".contains(*it));
    first.is_some_and(|it| it.is_ascii_digit()) && text.chars().nth(LONGEST_FIGURE).is_none()
}

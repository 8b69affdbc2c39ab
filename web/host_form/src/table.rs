//! The headings of tables, and of lists of terms, that name what stands in them.

use web_sys::Element;

use crate::text::{CONTROLS, Label};

/// So deep lie tables in each other.
const MAX_TABLES: usize = 4;

/// Whether other controls stand in the same cell: its heading is no name of one of them.
pub(crate) fn shares_cell(control: &Element) -> bool {
    let cell = control.closest("td, dd").ok().flatten();
    let all = cell.and_then(|it| it.query_selector_all(CONTROLS).ok());
    all.is_some_and(|it| it.length() > 1)
}

/// What a control by itself in its cell is called: by its row, and by its column where the row says
/// nothing or has several controls.
pub(crate) fn name_of_cell(control: &Element) -> Option<Label> {
    let row = heading_of_cell(control);
    match (row, column(control)) {
        (Some(row), Some(column)) if is_row_of_several(control) => Some(Label {
            text: format!(
                "{}: {}",
                row.text.trim_end_matches([':', '：', ' ']),
                column.text
            ),
            required: row.required || column.required,
        }),
        (None, Some(column)) => Some(Label {
            text: match rows_before(control) {
                0 => column.text,
                before => format!("{} ({})", column.text, before + 1),
            },
            ..column
        }),
        (row, _) => row,
    }
}

fn is_row_of_several(control: &Element) -> bool {
    let row = control.closest("tr").ok().flatten();
    let all = row.and_then(|it| it.query_selector_all(CONTROLS).ok());
    all.is_some_and(|it| it.length() > 1)
}

/// How many rows with something to fill in are before a control's.
fn rows_before(control: &Element) -> usize {
    let mut row = control.closest("tr").ok().flatten();
    let mut count = 0;
    while let Some(before) = row.and_then(|it| it.previous_element_sibling()) {
        count += usize::from(matches!(before.query_selector(CONTROLS), Ok(Some(_))));
        row = Some(before);
    }
    count
}

/// The heading of a control's column: in the table's head, or a first row of nothing but headings.
pub(crate) fn column(control: &Element) -> Option<Label> {
    let cell = control.closest("td").ok()??;
    let row = cell.closest("tr").ok()??;
    let table = row.closest("table").ok()??;
    let head = table
        .query_selector(":scope > thead > tr:last-child")
        .ok()?;
    let head = head.or_else(|| {
        let first = table.query_selector("tr").ok()??;
        let is_head = matches!(first.query_selector(":scope > td"), Ok(None));
        is_head.then_some(first)
    })?;
    if head == row || head.child_element_count() < 2 {
        return None;
    }
    let mut place = 0;
    let mut before = cell.previous_element_sibling();
    while let Some(element) = before {
        place += span(&element);
        before = element.previous_element_sibling();
    }
    let mut heading = head.first_element_child();
    while let Some(element) = heading {
        let width = span(&element);
        if place < width {
            let label = Label::of(&element);
            return label.text.chars().any(char::is_alphabetic).then_some(label);
        }
        place -= width;
        heading = element.next_element_sibling();
    }
    None
}

/// How many columns a cell takes.
fn span(cell: &Element) -> usize {
    let said = cell.get_attribute("colspan");
    let said = said.and_then(|it| it.trim().parse::<usize>().ok());
    said.filter(|it| (1..=1000).contains(it)).unwrap_or(1)
}

/// The heading of a control's row in a table, or its term in a list of terms.
pub(crate) fn heading_of_cell(control: &Element) -> Option<Label> {
    let closest = |selector: &str| control.closest(selector).ok().flatten();
    let mut cell = closest("td");
    // A table of boxes may lie in a cell of the table that names them.
    for _ in 0..MAX_TABLES {
        let Some(inner) = cell else { break };
        if let Some(heading) = heading_before(&inner) {
            return Some(heading);
        }
        let table = inner.closest("table").ok()??;
        cell = table.parent_element()?.closest("td").ok()?;
    }
    let mut before = closest("dd")?.previous_element_sibling();
    while let Some(element) = before {
        if element.local_name() == "dt" {
            return Label::join(std::iter::once(Label::of(&element)));
        }
        before = element.previous_element_sibling();
    }
    None
}

/// The heading of a cell's row, or else the nearest cell before it with words and no control.
fn heading_before(cell: &Element) -> Option<Label> {
    let row = cell.closest("tr").ok()??;
    if let Some(heading) = row.query_selector(":scope > th").ok()? {
        return Label::join(std::iter::once(Label::of(&heading)));
    }
    let mut before = cell.previous_element_sibling();
    while let Some(element) = before {
        let label = Label::of(&element);
        let is_name = label.text.chars().any(char::is_alphabetic);
        if is_name && element.query_selector(CONTROLS).ok()?.is_none() {
            return Some(label);
        }
        before = element.previous_element_sibling();
    }
    None
}

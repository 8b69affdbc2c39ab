//! The lines of a group as a table of such a page.

use super::super::SubmittedField;
use super::{SheetWords, ShownName, escaped};
use kikitori_form::FieldId;
use kikitori_form::values::Marks;

/// What such a page says of the lines of groups, in the reader's words.
pub struct TableWords<'a> {
    /// The fields of a group, and what each was called.
    pub columns: &'a dyn Fn(&FieldId) -> Vec<(FieldId, ShownName)>,
    /// How many lines there are.
    pub count: &'a dyn Fn(usize) -> String,
    /// Above the numbers of lines.
    pub number: &'a str,
    /// Above what is missing of lines.
    pub missing: &'a str,
}

/// The lines of a group, numbered as they were shown; none where it has none. Their values are in the language
/// `answers_in`.
pub(super) fn table(
    field: &SubmittedField,
    name: &str,
    answers_in: &str,
    words: &SheetWords<'_>,
) -> Option<String> {
    let columns = (words.lines.columns)(&field.field_id);
    if field.lines.is_empty() || columns.is_empty() {
        return None;
    }
    let own = format!("dir=\"auto\" lang=\"{}\"", escaped(words.language));
    let shown = format!("dir=\"auto\" lang=\"{}\"", escaped(words.shown_language));
    let lack_something = field.lines.iter().any(|line| !line.missing.is_empty());
    let heads = columns.iter().map(|(_, (name, of_form))| {
        let of_form = of_form.as_deref().map(|it| super::own_name(it, words));
        let of_form = of_form.unwrap_or_default();
        format!("<th scope=\"col\" {shown}>{}{of_form}</th>", escaped(name))
    });
    let heads: String = heads.collect();
    let missing = match lack_something {
        true => format!(
            "<th scope=\"col\" {own}>{}</th>",
            escaped(words.lines.missing)
        ),
        false => String::new(),
    };
    let comma = Marks::of(words.language).comma;
    let rows = field.lines.iter().map(|line| {
        // Where there is no room for columns, each cell has its name above it.
        let cell = |name: &str, text: &str| {
            let (name, text) = (escaped(name), escaped(text));
            format!("<td dir=\"auto\" data-name=\"{name}\">{text}</td>")
        };
        let cells = columns.iter().map(|(id, (name, _))| {
            let text = line.texts.get(id.as_str());
            cell(name, text.map_or("", String::as_str))
        });
        let cells: String = cells.collect();
        let missing = match lack_something {
            true => cell(words.lines.missing, &line.missing.join(comma)),
            false => String::new(),
        };
        format!(
            "<tr><th scope=\"row\">{}</th>{cells}{missing}</tr>\n",
            line.line
        )
    });
    let rows: String = rows.collect();
    let count = escaped(&(words.lines.count)(field.lines.len()));
    let name = escaped(name);
    Some(format!(
        "<div class=\"lines\" role=\"group\" tabindex=\"0\" {shown} aria-label=\"{name}\">\
         <table lang=\"{}\">\n<caption {own}>{count}</caption>\n\
         <thead><tr><th scope=\"col\" {own}>{}</th>{heads}{missing}</tr></thead>\n\
         <tbody>{rows}</tbody>\n</table></div>",
        escaped(answers_in),
        escaped(words.lines.number),
    ))
}

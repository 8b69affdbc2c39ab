//! The finished form as a page of its own, to read, to print or to pass on.

mod table;

pub use table::TableWords;

use super::{Submission, SubmittedField};
use crate::field::FieldOutcome;
use kikitori_form::FieldId;
use table::table;

/// What a field was called where the form was filled in, and what whoever made the form calls it, where that is
/// otherwise.
pub type ShownName = (String, Option<String>);

/// What such a page says besides the answers, in the reader's words.
pub struct SheetWords<'a> {
    /// What the form was called where it was filled in.
    pub title: &'a str,
    /// What each field was called there; none for one that nobody was shown.
    pub names: &'a dyn Fn(&FieldId) -> Option<ShownName>,
    /// The language of the title and of what fields were called, as a BCP 47 tag.
    pub shown_language: &'a str,
    /// The language of whoever made the form, as a BCP 47 tag.
    pub own_language: &'a str,
    /// Whether the respondent's language is written from right to left.
    pub is_right_to_left: bool,
    /// What stands where there is no answer.
    pub without: &'a dyn Fn(Option<FieldOutcome>) -> String,
    /// What is missing of an answer.
    pub missing: &'a dyn Fn(&[String]) -> String,
    /// What stands before the respondent's own words, where an answer says them in others.
    pub own_words: &'a str,
    /// What is said of the lines of groups.
    pub lines: TableWords<'a>,
    /// Where and when it was given: what each is called, and what it is.
    pub details: &'a [(String, String)],
    /// The language of what is said besides the answers, as a BCP 47 tag.
    pub language: &'a str,
}

/// Ink on white, on paper and on screens. What is written in lines stays in them. Where people read from the
/// right, figures and what is written in other letters stand there too, below what they answer.
const STYLE: &str = "body{margin:2rem auto;max-width:42rem;padding:0 1rem;color:#1b2025;background:#fff;\
    font:1rem/1.5 system-ui,sans-serif}dt{margin-top:1rem;font-weight:600;break-after:avoid}\
    dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}.without{color:#646b72}\
    .own{display:block;color:#646b72;font-weight:400}\
    .said{margin-top:.25rem;color:#646b72;font-size:.8125rem}.said span{font-weight:600}\
    .lines{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.875rem}\
    caption{padding:.25rem 0;color:#646b72;text-align:start}\
    th,td{border:1px solid #8b8f93;padding:.25rem .5rem;text-align:start;vertical-align:top;\
    white-space:pre-line;overflow-wrap:break-word}th{background:#f2f0eb}tr{break-inside:avoid}\
    @media screen and (max-width:40rem){.lines{white-space:normal}.lines :is(table,caption,tbody,tr,th,td){display:block}.lines thead,td:empty{display:none}\
    .lines tr{margin-bottom:.75rem;border:1px solid #8b8f93}.lines tr :is(th,td){border:0}\
    .lines td::before{content:attr(data-name);display:block;color:#646b72;font-size:.8125rem}}\
    @media print{@page{margin:15mm}body{margin:0;max-width:none;padding:0}.lines{overflow:visible}\
    table{font-size:.75rem}th,td{padding:.125rem .25rem;hyphens:auto}td{overflow-wrap:anywhere}}\
    footer{margin-top:2rem;border-top:1px solid #8b8f93}\
    [dir=rtl] body>dl :is(dt,dd,th,td,caption){text-align:right}[dir=rtl] table{direction:rtl}";

impl Submission {
    /// The form as an HTML document that needs nothing else: every answer as it is read, what is
    /// missing of it, and the words it came from where it is not those.
    pub fn sheet(&self, words: &SheetWords<'_>) -> String {
        let language = self.language.as_deref().unwrap_or("en");
        let direction = match words.is_right_to_left {
            true => " dir=\"rtl\"",
            false => "",
        };
        let title = escaped(words.title);
        let shown = escaped(words.shown_language);
        let fields = self.fields.iter();
        let answers: String = fields.map(|field| answer(field, language, words)).collect();
        let details = words.details.iter();
        let details: String = details
            .map(|(name, value)| {
                let (name, value) = (escaped(name), escaped(value));
                format!("<dt dir=\"auto\">{name}</dt><dd dir=\"auto\">{value}</dd>")
            })
            .collect();
        format!(
            "<!doctype html>\n<html lang=\"{}\"{direction}>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<h1 dir=\"auto\" lang=\"{shown}\">{title}</h1>\n<dl>\n{answers}</dl>\n\
             <footer dir=\"auto\" lang=\"{}\"><dl>{details}</dl></footer>\n</html>\n",
            escaped(language),
            escaped(words.language),
        )
    }
}

fn answer(field: &SubmittedField, answers_in: &str, words: &SheetWords<'_>) -> String {
    let own = format!("dir=\"auto\" lang=\"{}\"", escaped(words.language));
    let (shown, of_form) = names(field, words);
    let told = match (table(field, &shown, answers_in, words), &field.text) {
        (Some(table), _) => format!("<dd>{table}</dd>"),
        (None, Some(text)) => format!("<dd dir=\"auto\">{}</dd>", escaped(text)),
        (None, None) => format!(
            "<dd class=\"without\" {own}>{}</dd>",
            escaped(&(words.without)(field.outcome))
        ),
    };
    // Lines say of themselves what they lack.
    let missing = match field.missing.is_empty() || !field.lines.is_empty() {
        true => String::new(),
        false => format!(
            "<dd {own}>{}</dd>",
            escaped(&(words.missing)(&field.missing))
        ),
    };
    let original = field.original.as_ref();
    let original = original.map(|said| {
        let (label, said) = (escaped(words.own_words), escaped(said));
        format!("<dd class=\"said\"><span {own}>{label}</span> <q dir=\"auto\">{said}</q></dd>")
    });
    let of_form = of_form.map(|label| own_name(&label, words));
    format!(
        "<dt dir=\"auto\" lang=\"{}\">{}{}</dt>{told}{missing}{}\n",
        escaped(words.shown_language),
        escaped(&shown),
        of_form.unwrap_or_default(),
        original.unwrap_or_default()
    )
}

/// What a field is called: as it was shown, and as whoever made the form calls it.
fn names(field: &SubmittedField, words: &SheetWords<'_>) -> ShownName {
    (words.names)(&field.field_id).unwrap_or_else(|| (field.label.clone(), None))
}

/// What stands below a name: what whoever made the form calls it.
fn own_name(label: &str, words: &SheetWords<'_>) -> String {
    let (language, label) = (escaped(words.own_language), escaped(label));
    format!("<span class=\"own\" dir=\"auto\" lang=\"{language}\">{label}</span>")
}

/// Nothing that anybody wrote is markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

//! The documents that a site's owner ships beside the page.

use std::collections::BTreeSet;

use kikitori_json::StrictValue;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// The most documents of a set.
const MOST: usize = 500;
/// The longest name, title or path, in characters.
const LONGEST: usize = 200;

/// One document of a set.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with name, title, file and, if the document has one, language"
)]
pub struct ShippedDocument {
    /// What it is known by; of its own within the set.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The language that it is in, such as `en` or `pt-BR`; none for what is for everyone.
    #[serde(default)]
    pub language: Option<String>,
    /// Where it is, from the folder of the list.
    pub file: String,
}

/// A question that a visitor may begin with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with text and, if it is for readers of one language, language"
)]
pub struct SampleQuestion {
    /// The question.
    pub text: String,
    /// As a document's.
    #[serde(default)]
    pub language: Option<String>,
}

/// The documents that a site's owner ships, as `documents.json` beside the page lists them.
///
/// ```
/// use kikitori_search::DocumentSet;
/// let set = DocumentSet::parse(r#"{"documents": [
///     {"name": "manual", "title": "Manual", "language": "en", "file": "manuals/manual.en.md"},
///     {"name": "handbuch", "title": "Handbuch", "language": "de", "file": "manuals/handbuch.html"}
/// ]}"#).unwrap();
/// assert_eq!(set.in_language("en-GB")[0].title, "Manual");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentSet {
    documents: Vec<ShippedDocument>,
    questions: Vec<SampleQuestion>,
}

/// Why a list of documents cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetError {
    /// The text is not JSON.
    #[error("it is not valid JSON: {detail}")]
    NotJson {
        /// Where and what.
        detail: String,
    },
    /// The whole is not what it should be.
    #[error("expected an object with a list \"documents\": {detail}")]
    NoList {
        /// What was found.
        detail: String,
    },
    /// One document or question is not what it should be.
    #[error("{what} {number}: {problem}")]
    Entry {
        /// Which of both.
        what: &'static str,
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong.
        problem: String,
    },
    /// There are too many.
    #[error("there are {found} entries of the kind {what:?}, and {MOST} are the most")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct SetFile {
    documents: Vec<Value>,
    #[serde(default)]
    questions: Vec<Value>,
}

/// What both lists hold.
trait Entry: DeserializeOwned {
    const NAME: &'static str;

    /// What is wrong with it.
    fn problem(&self) -> Option<String>;
}

impl DocumentSet {
    /// Reads the list.
    ///
    /// # Errors
    /// [`SetError`], which says what to mend.
    pub fn parse(text: &str) -> Result<Self, SetError> {
        // Editors on some systems put a byte-order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value: Value = serde_json::from_str(text).map_err(|error| SetError::NotJson {
            detail: error.to_string(),
        })?;
        let file = SetFile::deserialize(StrictValue(value)).map_err(|error| SetError::NoList {
            detail: error.to_string(),
        })?;
        let documents: Vec<ShippedDocument> = entries(file.documents)?;
        let mut names = BTreeSet::new();
        for (number, document) in (1..).zip(&documents) {
            if !names.insert(&document.name) {
                let problem = format!("the name {:?} is used before", document.name);
                let what = ShippedDocument::NAME;
                return Err(SetError::Entry {
                    what,
                    number,
                    problem,
                });
            }
        }
        Ok(Self {
            questions: entries(file.questions)?,
            documents,
        })
    }

    /// All documents.
    pub fn documents(&self) -> &[ShippedDocument] {
        &self.documents
    }

    /// The documents for a reader of this language: those in it and those of no language; all of
    /// them if that is none.
    pub fn in_language(&self, language: &str) -> Vec<&ShippedDocument> {
        let fitting = self.documents.iter();
        let fitting = fitting.filter(|it| is_for_reader(it.language.as_deref(), language));
        let fitting: Vec<_> = fitting.collect();
        match fitting.is_empty() {
            true => self.documents.iter().collect(),
            false => fitting,
        }
    }

    /// The questions for a reader of this language.
    pub fn questions_in(&self, language: &str) -> Vec<&SampleQuestion> {
        let questions = self.questions.iter();
        let fitting = questions.filter(|it| is_for_reader(it.language.as_deref(), language));
        fitting.collect()
    }
}

fn entries<T: Entry>(values: Vec<Value>) -> Result<Vec<T>, SetError> {
    if values.len() > MOST {
        return Err(SetError::TooMany {
            what: T::NAME,
            found: values.len(),
        });
    }
    let mut entries = Vec::with_capacity(values.len());
    for (number, value) in (1..).zip(values) {
        let read = T::deserialize(StrictValue(value)).map_err(|error| error.to_string());
        let checked = read.and_then(|entry| entry.problem().map_or(Ok(entry), Err));
        entries.push(checked.map_err(|problem| SetError::Entry {
            what: T::NAME,
            number,
            problem,
        })?);
    }
    Ok(entries)
}

/// Whether what is in one language, or in none, is for readers of another.
///
/// ```
/// use kikitori_search::is_for_reader;
/// assert!(is_for_reader(Some("pt-BR"), "pt"));
/// assert!(is_for_reader(None, "pt"));
/// assert!(!is_for_reader(Some("en"), "pt"));
/// ```
pub fn is_for_reader(language: Option<&str>, reader: &str) -> bool {
    // Without country, script and the like.
    let primary = |tag: &str| {
        tag.split('-')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    language.is_none_or(|language| primary(language) == primary(reader))
}

impl Entry for ShippedDocument {
    const NAME: &'static str = "document";

    fn problem(&self) -> Option<String> {
        one_line("name", &self.name)
            .or_else(|| one_line("title", &self.title))
            .or_else(|| one_line("file", &self.file))
            .or_else(|| no_language(self.language.as_deref()))
            .or_else(|| not_beside(&self.file))
    }
}

impl Entry for SampleQuestion {
    const NAME: &'static str = "question";

    fn problem(&self) -> Option<String> {
        one_line("text", &self.text).or_else(|| no_language(self.language.as_deref()))
    }
}

fn one_line(member: &str, text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return Some(format!("expected a {member} that is not blank"));
    }
    let fits = text.chars().count() <= LONGEST && !text.contains(char::is_control);
    (!fits).then(|| format!("expected a {member} of one line and at most {LONGEST} characters"))
}

fn no_language(tag: Option<&str>) -> Option<String> {
    let tag = tag?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let is_tag = tag.starts_with(|first: char| first.is_ascii_alphabetic());
    (!is_tag || !tag.chars().all(is_part))
        .then(|| format!("expected a language such as \"en\" or \"pt-BR\", not {tag:?}"))
}

fn not_beside(file: &str) -> Option<String> {
    let is_step = |step: &str| !matches!(step, "" | "." | "..");
    // Each of these letters would make an address of it that leads elsewhere.
    let is_beside = file.split('/').all(is_step) && !file.contains([':', '\\', '?', '#', '%']);
    (!is_beside).then(|| {
        format!(
            "expected a file in the list's folder or below, such as \"manuals/manual.md\", not {file:?}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::DocumentSet;

    #[test]
    fn a_list_that_does_not_fit_says_what_to_mend() {
        let with = |documents: &str| format!("{{\"documents\": [{documents}]}}");
        let filed = |file: &str| with(&format!(r#"{{"name":"a","title":"A","file":"{file}"}}"#));
        let one = r#"{"name":"a","title":"A","file":"a.md"}"#;
        let cases = [
            (
                "<!doctype html>".to_owned(),
                "it is not valid JSON: expected value at line 1 column 1",
            ),
            (
                "[]".to_owned(),
                "expected an object with a list \"documents\": invalid type: sequence, expected an object",
            ),
            (
                with("1"),
                "document 1: invalid type: integer `1`, expected an object with name, title, file and, if the document has one, language",
            ),
            (
                with(r#"{"name":"a","title":"A"}"#),
                "document 1: missing field `file`",
            ),
            (
                with(r#"{"name":"a","title":" ","file":"a"}"#),
                "document 1: expected a title that is not blank",
            ),
            (
                with(&format!("{one},{one}")),
                "document 2: the name \"a\" is used before",
            ),
            (
                with(r#"{"name":"a","title":"A","file":"a","language":"日本語"}"#),
                "document 1: expected a language such as \"en\" or \"pt-BR\", not \"日本語\"",
            ),
            (
                filed("https://example.org/a.md"),
                "document 1: expected a file in the list's folder or below, such as \"manuals/manual.md\", not \"https://example.org/a.md\"",
            ),
            (
                with(&vec![one; 501].join(",")),
                "there are 501 entries of the kind \"document\", and 500 are the most",
            ),
        ];
        for (text, expected) in cases {
            let error = DocumentSet::parse(&text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
        for elsewhere in [
            "/a",
            "../a",
            "a/../../b",
            "a//b",
            "./a",
            "//host/a",
            "a?b",
            "a%2e",
        ] {
            assert!(
                DocumentSet::parse(&filed(elsewhere)).is_err(),
                "{elsewhere}"
            );
        }
    }

    #[test]
    fn a_reader_gets_what_is_in_the_own_language_and_what_is_for_everyone() {
        let text = r#"{"documents": [
            {"name": "e", "title": "E", "language": "en-US", "file": "e.md"},
            {"name": "j", "title": "J", "language": "JA", "file": "説明/j.html"},
            {"name": "all", "title": "All", "file": "all.txt"}
        ], "questions": [{"text": "Why?", "language": "en"}, {"text": "1 + 1?"}]}"#;
        let set = DocumentSet::parse(text).unwrap();
        let names = |set: &DocumentSet, language| {
            let found = set.in_language(language).into_iter();
            found
                .map(|it| it.name.clone())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let cases = [("en", "e all"), ("ja-JP", "j all"), ("de", "all")];
        for (language, expected) in cases {
            assert_eq!(names(&set, language), expected, "{language}");
        }
        assert_eq!(set.questions_in("en").len(), 2);
        assert_eq!(set.questions_in("ja")[0].text, "1 + 1?");
        let others = text.replace(r#""title": "All","#, r#""title": "All", "language": "fr","#);
        let set = DocumentSet::parse(&others).unwrap();
        assert_eq!(names(&set, "de"), "e j all", "better than nothing");
    }
}

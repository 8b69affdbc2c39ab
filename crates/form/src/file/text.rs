//! Texts of a form, in one language or several.

use serde_json::{Map, Value};

use crate::reading::{Read, Reader, Write, schema_of, serialize_written};

/// A text of a form has this many characters at most.
pub const MAX_TEXT_CHARS: usize = 2_000;
/// A text can be there in this many languages.
pub const MAX_LANGUAGES: usize = 20;

/// A text that is not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(String);

schema_of!(Words, {"type": "string", "pattern": "\\S", "maxLength": MAX_TEXT_CHARS});

impl Words {
    /// `text` without white space around it, if anything is left and it is not too long.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty() && text.chars().nth(MAX_TEXT_CHARS).is_none();
        fits.then(|| Self(text.to_owned()))
    }

    /// A text that a session keeps, whatever it is.
    pub(super) fn as_stored(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, taken out.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Read for Words {
    const EXPECTED: &'static str = "a text that is not blank, of 2000 characters at most";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}

/// A language as a BCP 47 tag, such as `en` or `pt-BR`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language(String);

schema_of!(Language, {"type": "string", "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", "maxLength": 35});

impl Language {
    /// `text` as a language, if it has the shape of a tag.
    pub fn new(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let first = parts.next()?;
        let fits = (2..=3).contains(&first.len())
            && first.bytes().all(|byte| byte.is_ascii_alphabetic())
            && parts.all(|part| {
                (1..=8).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_alphanumeric())
            })
            && text.len() <= 35;
        fits.then(|| Self(text.to_owned()))
    }

    /// The tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Read for Language {
    const EXPECTED: &'static str = "a language such as en or pt-BR";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}

/// A text, or the same text in several languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    first: Words,
    /// The language of the first, unless it is the form's.
    language: Option<Language>,
    others: Vec<(Language, Words)>,
}

schema_of!(Text, {
    "description": "A text, or one for each language: {\"en\": …, \"ja\": …}.",
    "anyOf": [
        {"type": "string", "pattern": "\\S", "maxLength": MAX_TEXT_CHARS},
        {
            "type": "object",
            "propertyNames": {"pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"},
            "additionalProperties": {"type": "string", "pattern": "\\S", "maxLength": MAX_TEXT_CHARS},
            "minProperties": 1,
            "maxProperties": MAX_LANGUAGES
        }
    ]
});

impl Text {
    /// A text in the form's own language.
    pub fn new(text: &str) -> Option<Self> {
        Words::new(text).map(Self::in_own_language)
    }

    /// No words at all, for a form that is not known yet.
    pub(crate) fn blank() -> Self {
        Self::in_own_language(Words::as_stored(String::new()))
    }

    pub(super) fn in_own_language(first: Words) -> Self {
        Self {
            first,
            language: None,
            others: Vec::new(),
        }
    }

    /// Whether it says nothing in any language.
    pub(crate) fn is_blank(&self) -> bool {
        self.others.is_empty() && self.first.0.is_empty()
    }

    /// The same text with these words in `language`, if a form says that its own is `own`. Blank ones
    /// take the language away; where it was the only one, the text is blank.
    pub(crate) fn said(&self, own: &str, language: &str, words: &str) -> Self {
        let own_tag = Language::new(own);
        let first = self.language.clone().or_else(|| own_tag.clone());
        let first = first.map(|it| (it, self.first.clone()));
        let all = first.into_iter().chain(self.others.iter().cloned());
        let mut all: Vec<(Language, Words)> = all.filter(|(_, it)| !it.0.is_empty()).collect();
        let place = all
            .iter()
            .position(|(it, _)| primary(it.as_str()) == primary(language));
        match (place, Words::new(words)) {
            (Some(at), Some(words)) => {
                if let Some(there) = all.get_mut(at) {
                    there.1 = words;
                }
            }
            (Some(at), None) => drop(all.remove(at)),
            (None, words) => all.extend(Language::new(language).zip(words)),
        }
        let mut all = all.into_iter();
        let Some((language, first)) = all.next() else {
            return Self::blank();
        };
        let others: Vec<_> = all.collect();
        let is_plain = others.is_empty() && Some(&language) == own_tag.as_ref();
        Self {
            first,
            language: (!is_plain).then_some(language),
            others,
        }
    }

    /// The text that the form has first.
    pub(crate) fn first_words(&self) -> &str {
        self.first.as_str()
    }

    /// The text in the form's own language, which is that of a text of which nobody says it.
    pub(crate) fn in_own_or(&self, own: &str) -> &str {
        match self.language {
            None => self.first.as_str(),
            Some(_) => self.in_language(own),
        }
    }

    /// Whether it is there in `language`, if a form's own language is `own`.
    ///
    /// ```
    /// use kikitori_form::file::text::Text;
    ///
    /// let name = Text::new("お名前").unwrap();
    /// assert!(name.is_in("ja-JP", "ja"));
    /// assert!(!name.is_in("en", "ja"));
    /// ```
    pub fn is_in(&self, language: &str, own: &str) -> bool {
        let spoken = primary(language);
        let first = self.language.as_ref().map_or(own, Language::as_str);
        let others = self.others.iter().map(|(language, _)| language.as_str());
        std::iter::once(first)
            .chain(others)
            .any(|it| primary(it) == spoken)
    }

    /// The languages that it is there in, without their countries, if a form says that its own is
    /// `own`; none for a text of which nobody says it.
    pub(crate) fn languages(&self, own: Option<&Language>) -> Vec<Option<String>> {
        let first = self.language.as_ref().or(own);
        let others = self.others.iter().map(|(language, _)| Some(language));
        let all = std::iter::once(first).chain(others);
        all.map(|language| language.map(|language| primary(language.as_str())))
            .collect()
    }

    /// The text in `language`, in the same language of another country, in English, or the first.
    pub fn in_language(&self, language: &str) -> &str {
        let spoken = primary(language);
        self.find(|tag| tag.eq_ignore_ascii_case(language))
            .or_else(|| self.find(|tag| primary(tag) == spoken))
            .or_else(|| self.find(|tag| primary(tag) == "en"))
            .unwrap_or(&self.first)
            .as_str()
    }

    /// Says which language its first words are in, unless it does.
    pub(crate) fn begins_in(&mut self, language: &str) {
        if self.language.is_none() {
            self.language = Language::new(language);
        }
    }

    /// Says it in `language` too, unless it is there or `words` are blank.
    pub(crate) fn say_in(&mut self, language: &str, words: &str) {
        let is_there = self.find(|tag| primary(tag) == primary(language)).is_some();
        let said = Language::new(language).zip(Words::new(words));
        self.others.extend(said.filter(|_| !is_there));
    }

    /// The text in every language.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let others = self.others.iter().map(|(_, text)| text);
        std::iter::once(&self.first)
            .chain(others)
            .map(Words::as_str)
    }

    fn find(&self, is_it: impl Fn(&str) -> bool) -> Option<&Words> {
        let first = self.language.iter().map(|language| (language, &self.first));
        let others = self.others.iter().map(|(language, text)| (language, text));
        let mut all = first.chain(others);
        all.find(|(language, _)| is_it(language.as_str()))
            .map(|(_, text)| text)
    }
}

/// The language of a tag without its country or script.
fn primary(tag: &str) -> String {
    tag.split('-')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

impl Write for Words {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Write for Language {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Write for Text {
    fn write(&self) -> Value {
        let Some(language) = &self.language else {
            return self.first.write();
        };
        let mut all = Map::new();
        all.insert(language.0.clone(), self.first.write());
        for (language, words) in &self.others {
            all.insert(language.0.clone(), words.write());
        }
        Value::Object(all)
    }
}

serialize_written!(Words, Language, Text);

impl Read for Text {
    const EXPECTED: &'static str =
        "a text that is not blank, or an object with one for each language";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let members = match value {
            Value::Object(members) => members,
            Value::String(_) => {
                return Words::read(value, reader).map(Self::in_own_language);
            }
            _ => {
                reader.mismatch(value, Self::EXPECTED);
                return None;
            }
        };
        if members.is_empty() || members.len() > MAX_LANGUAGES {
            reader.problem(format!(
                "{} languages; expected 1 to {MAX_LANGUAGES}",
                members.len()
            ));
            return None;
        }
        let mut texts = Vec::new();
        for (tag, value) in members {
            let text = reader.inside(tag, |reader| {
                let language = Language::new(tag);
                if language.is_none() {
                    reader.problem(format!("no language; expected {}", Language::EXPECTED));
                }
                Some((language?, Words::read(value, reader)?))
            });
            texts.extend(text);
        }
        let mut texts = texts.into_iter();
        let (language, first) = texts.next()?;
        Some(Self {
            first,
            language: Some(language),
            others: texts.collect(),
        })
    }
}

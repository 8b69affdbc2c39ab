//! What is kept of a line beside its values.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::file::answer::Group;
use crate::id::FieldId;
use crate::values::filled;

/// How sure it is that a line was read as it was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A value is somebody's reading of words that do not say it themselves.
    Low,
    /// The words say it, and which field each is for was worked out.
    #[default]
    Medium,
    /// Named columns say it, or the person put it there.
    High,
}

impl Confidence {
    /// As it is stored and exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// Whether a line can leave as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStatus {
    /// It has all that it needs.
    Success,
    /// Something is to be asked.
    Todo,
}

impl LineStatus {
    /// As it is exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Todo => "todo",
        }
    }
}

/// Why a line of a text is no line of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum AsideReason {
    /// It names the columns.
    Header,
    /// It names what follows.
    Heading,
    /// It adds up.
    Total,
    /// It is drawn.
    Rule,
    /// It says something else.
    Remark,
}

impl AsideReason {
    /// As it is stored and exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Heading => "heading",
            Self::Total => "total",
            Self::Rule => "rule",
            Self::Remark => "remark",
        }
    }
}

/// What has to be asked about a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Lacking {
    /// Nobody has read it.
    NotRead,
    /// It may be no line at all.
    Unclear,
    /// A field that every line needs has no value.
    Missing(FieldId),
    /// What stands there is no value of its field.
    Unreadable(Unreadable),
}

/// Words that are no value of their field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct Unreadable {
    /// The field.
    pub field: FieldId,
    /// The words.
    pub said: String,
}

/// What code says of lines in English, with `{}` where something is filled in: what has to be
/// translated for [`Lacking::sentence_by`].
pub const LACKING_SENTENCES: [&str; 4] = [NOT_READ, UNCLEAR, MISSING, UNREADABLE];

const NOT_READ: &str = "not read yet";
const UNCLEAR: &str = "it is unclear what this is";
const MISSING: &str = "{} is missing";
const UNREADABLE: &str = "{}: “{}” does not fit";

impl Lacking {
    /// Says it in English or Japanese.
    pub fn sentence(&self, group: &Group, language: &str) -> String {
        self.sentence_by(group, language, &|_| None)
    }

    /// Says it in another language: `told` has its sentences as [`LACKING_SENTENCES`] has them in
    /// English. One that it does not have is told in English.
    pub fn sentence_by<'a>(
        &self,
        group: &Group,
        language: &str,
        told: &dyn Fn(&str) -> Option<&'a str>,
    ) -> String {
        let spoken = language.split('-').next().unwrap_or_default();
        let is_japanese = spoken.eq_ignore_ascii_case("ja");
        let label = |id: &FieldId| {
            let field = group.fields.iter().find(|field| field.id == *id);
            let label = field.map(|field| field.label.in_language(language));
            label.unwrap_or(id.as_str()).to_owned()
        };
        let (english, japanese, parts) = match self {
            Self::NotRead => (NOT_READ, "まだ読み取れていません", Vec::new()),
            Self::Unclear => (UNCLEAR, "何の行か分かりません", Vec::new()),
            Self::Missing(id) => (MISSING, "{}がありません", vec![label(id)]),
            Self::Unreadable(Unreadable { field, said }) => (
                UNREADABLE,
                "{}：「{}」は当てはまりません",
                vec![label(field), said.clone()],
            ),
        };
        let sentence = match is_japanese {
            true => japanese,
            false => told(english).unwrap_or(english),
        };
        filled(sentence, parts)
    }
}

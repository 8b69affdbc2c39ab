//! What is kept of a line beside its values.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::file::answer::Group;
use crate::id::FieldId;

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

impl Lacking {
    /// Says it in English or Japanese.
    pub fn sentence(&self, group: &Group, language: &str) -> String {
        let spoken = language.split('-').next().unwrap_or_default();
        let is_japanese = spoken.eq_ignore_ascii_case("ja");
        let label = |id: &FieldId| {
            let field = group.fields.iter().find(|field| field.id == *id);
            let label = field.map(|field| field.label.in_language(language));
            label.unwrap_or(id.as_str()).to_owned()
        };
        match (self, is_japanese) {
            (Self::NotRead, false) => "not read yet".to_owned(),
            (Self::NotRead, true) => "まだ読み取れていません".to_owned(),
            (Self::Unclear, false) => "it is unclear what this is".to_owned(),
            (Self::Unclear, true) => "何の行か分かりません".to_owned(),
            (Self::Missing(id), false) => format!("{} is missing", label(id)),
            (Self::Missing(id), true) => format!("{}がありません", label(id)),
            (Self::Unreadable(Unreadable { field, said }), false) => {
                format!("{}: “{said}” does not fit", label(field))
            }
            (Self::Unreadable(Unreadable { field, said }), true) => {
                format!("{}：「{said}」は当てはまりません", label(field))
            }
        }
    }
}

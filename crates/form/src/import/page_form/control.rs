//! A page's form as data: what somebody who looks at it knows of each control.

use std::fmt;

use kikitori_json::FromJson;
use serde::Serialize;

use crate::reading::is_default;

/// A form of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct PageForm {
    /// The form's `id` or `name`.
    pub id: String,
    /// What the page calls it.
    pub title: String,
    /// The language of its texts, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "is_default")]
    pub language: String,
    /// What its submit button says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub submit_label: String,
    /// Its controls, in the page's order.
    pub controls: Vec<Control>,
}

/// One control: an `input`, a `select`, a `textarea` or a `button`. Each radio button and each
/// checkbox is one of its own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Control {
    /// What it is.
    pub kind: ControlKind,
    /// `name`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// `id`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub id: String,
    /// What names it: a label, `aria-label` or `aria-labelledby`, without a mark of being required.
    #[serde(default, skip_serializing_if = "is_default")]
    pub label: String,
    /// What `aria-describedby` names, or `title`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: String,
    /// `placeholder`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub placeholder: String,
    /// The legend of its fieldset, or the name of its group.
    #[serde(default, skip_serializing_if = "is_default")]
    pub legend: String,
    /// Whether that has a mark of being required.
    #[serde(default, skip_serializing_if = "is_default")]
    pub legend_required: bool,
    /// `autocomplete`, in small letters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub autocomplete: String,
    /// Whether the page says that it has to be filled in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub required: bool,
    /// Whether it, or a fieldset around it, is disabled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub disabled: bool,
    /// `readonly`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub read_only: bool,
    /// Whether it can be seen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub visibility: Visibility,
    /// Whether the Tab key leaves it out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out_of_tab_order: bool,
    /// Whether it is kept from screen readers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aria_hidden: bool,
    /// `pattern`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pattern: String,
    /// `min`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min: String,
    /// `max`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub max: String,
    /// `step`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub step: String,
    /// `minlength`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min_length: Option<u32>,
    /// `maxlength`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub max_length: Option<u32>,
    /// `size` of what is typed into: for so many characters the page has made room.
    #[serde(default, skip_serializing_if = "is_default")]
    pub size: Option<u32>,
    /// Whether several values may be given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub multiple: bool,
    /// Options of a `select`, or of an input's `datalist`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Vec<ControlOption>,
    /// Whether the page says that its answer is kept from models, or that it is not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub private: Option<bool>,
    /// What it holds; of a checkbox or radio button what it stands for. Never of a password.
    #[serde(default, skip_serializing_if = "is_default")]
    pub value: String,
    /// Whether a checkbox or radio button is on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub checked: bool,
    /// Whether somebody put in by hand what it holds, and not the page.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_hand: bool,
}

/// An option of a `select` or a `datalist`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ControlOption {
    /// What is sent.
    pub value: String,
    /// What is shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
    /// The `optgroup` that it is in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub group: String,
    /// Whether it cannot be chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub disabled: bool,
    /// Whether it is chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub selected: bool,
}

/// Whether a control can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Visibility {
    /// It is shown.
    #[default]
    Shown,
    /// It takes no room, as a question that only some are asked.
    NotShown,
    /// It is there but cannot be seen: clipped, transparent or far outside the page.
    OutOfSight,
}

/// What a control is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "they are called as HTML calls them")]
pub enum ControlKind {
    #[default]
    Text,
    Search,
    Email,
    Tel,
    Url,
    Number,
    Range,
    Date,
    Time,
    DateTimeLocal,
    Month,
    Week,
    Color,
    TextArea,
    Select,
    Checkbox,
    Radio,
    Password,
    File,
    Hidden,
    /// Submit, reset, image and plain buttons.
    Button,
    /// What shows that somebody is a person.
    Captcha,
    /// A box that the page draws itself, which is no control of a form.
    Drawn,
}

impl ControlKind {
    /// The kind of an element by its tag, and for an `input` its `type`. One that no browser knows
    /// is a text, as in browsers.
    ///
    /// ```
    /// use kikitori_form::page_form::ControlKind;
    ///
    /// assert_eq!(ControlKind::of("INPUT", "datetime-local"), Some(ControlKind::DateTimeLocal));
    /// assert_eq!(ControlKind::of("input", "telephone"), Some(ControlKind::Text));
    /// assert_eq!(ControlKind::of("output", ""), None);
    /// ```
    pub fn of(tag: &str, input_type: &str) -> Option<Self> {
        match tag.to_ascii_lowercase().as_str() {
            "input" => Some(Self::of_input(&input_type.to_ascii_lowercase())),
            "textarea" => Some(Self::TextArea),
            "select" => Some(Self::Select),
            "button" => Some(Self::Button),
            _ => None,
        }
    }

    fn of_input(input_type: &str) -> Self {
        match input_type {
            "search" => Self::Search,
            "email" => Self::Email,
            "tel" => Self::Tel,
            "url" => Self::Url,
            "number" => Self::Number,
            "range" => Self::Range,
            "date" => Self::Date,
            "time" => Self::Time,
            "datetime-local" => Self::DateTimeLocal,
            "month" => Self::Month,
            "week" => Self::Week,
            "color" => Self::Color,
            "checkbox" => Self::Checkbox,
            "radio" => Self::Radio,
            "password" => Self::Password,
            "file" => Self::File,
            "hidden" => Self::Hidden,
            "submit" | "reset" | "image" | "button" => Self::Button,
            _ => Self::Text,
        }
    }

    /// Whether somebody types words into it.
    pub(super) fn is_typed(self) -> bool {
        matches!(
            self,
            Self::Text | Self::Search | Self::Email | Self::Tel | Self::Url | Self::TextArea
        )
    }
}

/// Which control of a form is meant, however often the page draws it anew: by its kind and its
/// name, or else its id or label. Of several that are alike in these it counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[serde(transparent)]
pub struct ControlRef(String);

impl ControlRef {
    /// The reference of each control, in their order.
    pub fn all(controls: &[Control]) -> Vec<Self> {
        let mut seen: std::collections::BTreeMap<String, u32> = Default::default();
        let of = |control: &Control| {
            let kind = control.kind;
            let key = match (control.name.as_str(), control.id.as_str()) {
                ("", "") => format!("{kind:?} ~{}", control.label),
                ("", id) => format!("{kind:?} #{id}"),
                (name, _) => format!("{kind:?} {name}"),
            };
            let key = match kind {
                ControlKind::Checkbox | ControlKind::Radio => format!("{key}={}", control.value),
                _ => key,
            };
            let nth = seen.entry(key.clone()).or_default();
            *nth += 1;
            Self(match *nth {
                1 => key,
                nth => format!("{key} ({nth})"),
            })
        };
        controls.iter().map(of).collect()
    }

    /// The reference as text, for messages and tests.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ControlRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

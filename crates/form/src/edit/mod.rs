//! Changes that somebody makes to a form in an editor, one at a time. Each gives another form or
//! says why that would be none, by the same rules as a file is read.

mod bound;
mod column;
mod condition;
mod field;
mod kind;
mod options;
mod place;

use serde_json::Value;

use crate::file::text::{Language, Text};
use crate::file::{Description, Field, Form, FormError};
use crate::id::FieldId;

pub use bound::{Bounded, End, bound};
pub use column::ColumnEdit;
pub use condition::{Conditions, Is, Joined, Operator, SimpleCondition};
pub use field::FieldEdit;
pub use kind::AnswerKind;
pub use options::option_lines;
pub use place::{FieldPlace, place_of};

/// A change of a form. Fields are counted from zero, in the form's order.
#[derive(Debug, Clone, PartialEq)]
pub enum FormEdit {
    /// What it is called in a language, as a BCP 47 tag.
    Title {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// What it is for; no words take it away in this language.
    Description {
        /// The language.
        language: String,
        /// The words.
        words: String,
    },
    /// One more field, at the end.
    Add {
        /// What kind of answer it takes.
        kind: AnswerKind,
        /// What it is called, in the form's own language.
        label: String,
    },
    /// One field less.
    Remove(usize),
    /// A field goes to another place.
    Move {
        /// Where it is.
        from: usize,
        /// Where it will be.
        to: usize,
    },
    /// A change of a field.
    Field(usize, FieldEdit),
}

/// The form with a change made. One that names a field that is not there changes nothing.
///
/// # Errors
/// [`FormError`], with every place that would not fit.
///
/// ```
/// use kikitori_form::{Form, edit::{AnswerKind, FormEdit, edited}};
///
/// let form = r#"{"id": "f", "title": "Visit", "fields": [{"id": "day", "label": "Day", "required": true}]}"#;
/// let form = Form::parse(form).unwrap();
/// let add = FormEdit::Add { kind: AnswerKind::Email, label: "Your e-mail".to_owned() };
/// let form = edited(&form, &add).unwrap();
/// assert_eq!(form.fields[1].id.as_str(), "your-e-mail");
/// let refused = edited(&form, &FormEdit::Title { language: "en".to_owned(), words: " ".to_owned() });
/// assert!(refused.unwrap_err().to_string().starts_with("At title: "));
/// ```
pub fn edited(form: &Form, edit: &FormEdit) -> Result<Form, FormError> {
    match edit {
        FormEdit::Field(at, FieldEdit::Bound { end, value }) => {
            bound::put(form, *at, *end, value.as_ref())
        }
        FormEdit::Field(at, FieldEdit::Pattern(pattern)) => {
            bound::put_pattern(form, *at, pattern.as_deref())
        }
        FormEdit::Field(at, FieldEdit::Id(id)) => renamed(form, *at, id.trim()),
        _ => checked(&unchecked(form, edit)),
    }
}

/// The form with a change made, whether it is one or not.
fn unchecked(form: &Form, edit: &FormEdit) -> Form {
    let own = form.own_language().to_owned();
    let mut next = form.clone();
    match edit {
        FormEdit::Title { language, words } => {
            next.title = next.title.said(&own, language, words);
        }
        FormEdit::Description { language, words } => {
            let before = next.description.take().and_then(|it| it.0);
            let said = said(before, &own, language, words);
            next.description = said.map(|it| Description(Some(it)));
        }
        FormEdit::Add { kind, label } => {
            let id = new_id(next.fields.iter().map(|it| &it.id), label);
            let label = Text::blank().said(&own, &own, label);
            next.fields
                .extend(id.map(|id| new_field(id, label, *kind, &own)));
        }
        FormEdit::Remove(at) => {
            if *at < next.fields.len() {
                next.fields.remove(*at);
            }
        }
        FormEdit::Move { from, to } => {
            if *from < next.fields.len() && *to < next.fields.len() {
                let field = next.fields.remove(*from);
                next.fields.insert(*to, field);
            }
        }
        FormEdit::Field(at, edit) => {
            if let Some(field) = next.fields.get_mut(*at) {
                field::change(field, edit, &own);
            }
        }
    }
    next
}

/// The form with another id of the field at a place, which conditions on it name from then on.
fn renamed(form: &Form, at: usize, id: &str) -> Result<Form, FormError> {
    let mut next = form.clone();
    let (Some(field), Some(id)) = (next.fields.get_mut(at), FieldId::new(id)) else {
        return put_in_file(form, &format!("/fields/{at}"), "id", Some(&id.into()));
    };
    let before = std::mem::replace(&mut field.id, id.clone());
    let conditions = next.fields.iter_mut().filter_map(|it| it.when.as_mut());
    conditions.for_each(|when| when.rename(&before, &id));
    checked(&next)
}

/// The form with a member of the object at a place put into its file, or taken out of it, so that what
/// is none is refused as it is there.
fn put_in_file(
    form: &Form,
    place: &str,
    member: &str,
    value: Option<&Value>,
) -> Result<Form, FormError> {
    // It cannot fail: all that is in a form has its JSON.
    let mut file = serde_json::to_value(form).unwrap_or_default();
    if let Some(members) = file.pointer_mut(place).and_then(Value::as_object_mut) {
        match value {
            Some(value) => drop(members.insert(member.to_owned(), value.clone())),
            None => drop(members.remove(member)),
        }
    }
    Form::from_value(&file)
}

/// A form to begin with: its title, and what each field is called, in a language.
///
/// ```
/// use kikitori_form::{Form, edit::{AnswerKind, begun}};
///
/// let form = begun("ja", "お問い合わせ", &[(AnswerKind::Email, "メールアドレス")]);
/// let file = serde_json::to_string(&form).unwrap();
/// assert_eq!(Form::parse(&file).unwrap(), form);
/// ```
pub fn begun(language: &str, title: &str, fields: &[(AnswerKind, &str)]) -> Form {
    let form = Form {
        id: FieldId::form(),
        title: Text::blank().said(language, language, title),
        fields: Vec::new(),
        schema: None,
        description: None,
        language: Language::new(language),
        needs: Vec::new(),
        submit_label: None,
        submit: None,
        budget: None,
    };
    let add = |form: Form, (kind, label): &(AnswerKind, &str)| {
        let add = FormEdit::Add {
            kind: *kind,
            label: (*label).to_owned(),
        };
        edited(&form, &add).unwrap_or(form)
    };
    fields.iter().fold(form, add)
}

/// The form, if its file would be one.
fn checked(form: &Form) -> Result<Form, FormError> {
    // It cannot fail: all that is in a form has its JSON.
    let file = serde_json::to_value(form).unwrap_or_default();
    Form::from_value(&file)
}

/// A text said in a language; none where nothing is left of it.
fn said(text: Option<Text>, own: &str, language: &str, words: &str) -> Option<Text> {
    let text = text.unwrap_or_else(Text::blank).said(own, language, words);
    (!text.is_blank()).then_some(text)
}

fn new_field(id: FieldId, label: Text, kind: AnswerKind, own: &str) -> Field {
    Field {
        id,
        label,
        required: true,
        intent: None,
        why: None,
        answer: kind.answer(None, own),
        facts: Vec::new(),
        when: None,
        private: false,
        follow_ups: None,
        if_declined: None,
        review: None,
    }
}

/// An id that no field has, of the words that it is called by where these are of plain letters.
fn new_id<'a>(taken: impl Iterator<Item = &'a FieldId>, label: &str) -> Option<FieldId> {
    let taken: Vec<&FieldId> = taken.collect();
    let mut wanted = String::new();
    for letter in label.chars().take(40) {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => wanted.push(letter),
            _ if wanted.is_empty() || wanted.ends_with('-') => {}
            _ => wanted.push('-'),
        }
    }
    let wanted = match wanted.trim_end_matches('-') {
        "" => "field",
        wanted => wanted,
    };
    let is_free = |id: &FieldId| !taken.contains(&id);
    let numbered = (2..).map(|number| FieldId::new(&format!("{wanted}-{number}")));
    // There are more numbers than fields.
    let all = std::iter::once(FieldId::new(wanted)).chain(numbered);
    all.take(taken.len() + 2).flatten().find(|id| is_free(id))
}

/// The languages that a form speaks, its own first, as BCP 47 tags.
pub fn languages(form: &Form) -> Vec<String> {
    let own = form.language.as_ref();
    let mut all = vec![form.own_language().to_owned()];
    let labels = form.fields.iter().map(|it| &it.label);
    let description = form.description.as_ref().and_then(|it| it.0.as_ref());
    let texts = std::iter::once(&form.title)
        .chain(description)
        .chain(labels);
    for language in texts.flat_map(|it| it.languages(own)).flatten() {
        let is_there = all.iter().any(|it| primary(it) == primary(&language));
        if !is_there {
            all.push(language);
        }
    }
    all
}

fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

/// What a text says in a language; nothing where it does not speak it.
pub fn words_in<'a>(text: &'a Text, form: &Form, language: &str) -> &'a str {
    match text.is_in(language, form.own_language()) {
        true if primary(language) == primary(form.own_language()) => {
            text.in_own_or(form.own_language())
        }
        true => text.in_language(language),
        false => "",
    }
}

/// Whether a text is a language's tag.
pub fn is_language(tag: &str) -> bool {
    Language::new(tag).is_some()
}

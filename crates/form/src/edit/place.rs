//! Where something does not fit, as somebody knows the place who has no form's file before them.

use super::{FormEdit, unchecked};
use crate::file::Form;

/// A place in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPlace {
    /// Which one, counted from one in the order that the change would have made.
    pub number: usize,
    /// What it is called in the form's own language; blank where that is what does not fit.
    pub label: String,
}

/// The field that a place of a refused change names, such as `fields[2].when`; none where it is of the
/// form as a whole.
///
/// ```
/// use kikitori_form::edit::{AnswerKind, FormEdit, begun, edited, place_of};
/// use kikitori_form::FormError;
///
/// let form = begun("en", "Visit", &[(AnswerKind::ShortText, "Name"), (AnswerKind::Email, "E-mail")]);
/// let add = FormEdit::Add { kind: AnswerKind::Date, label: " ".to_owned() };
/// let Err(FormError::Invalid { problems, .. }) = edited(&form, &add) else { panic!() };
/// assert_eq!(place_of(&form, &add, &problems[0].place).unwrap().number, 3);
/// ```
pub fn place_of(form: &Form, edit: &FormEdit, place: &str) -> Option<FieldPlace> {
    let (at, _) = place.strip_prefix("fields[")?.split_once(']')?;
    let at: usize = at.parse().ok()?;
    let next = unchecked(form, edit);
    let label = &next.fields.get(at)?.label;
    Some(FieldPlace {
        number: at + 1,
        label: label.in_language(next.own_language()).to_owned(),
    })
}

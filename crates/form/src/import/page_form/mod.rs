//! A form of somebody else's page: what is asked for it, and what is put where in it.
//!
//! The page's words are data: they become texts of a form, in its bounds, and go the way of every
//! form's texts from there.

mod answered;
mod answers;
mod contact;
mod control;
mod date_format;
mod date_part;
mod formatted;
mod left_alone;
mod marks;
mod options;
mod payment_card;
mod private;
mod prompts;
mod secret;
mod target;
mod told;
mod units;
mod words;

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use thiserror::Error;

pub use control::{Control, ControlKind, ControlOption, ControlRef, PageForm, Visibility};
pub use date_format::DateFormat;
pub use date_part::DatePart;
pub use formatted::is_as_formatted;
pub use left_alone::{LeftAlone, Reason};
pub use marks::without_mark;
pub use options::PageOption;
pub use target::{CountryOption, Put, Target, Write, WriteError};

use crate::file::answer::AnswerType;
use crate::file::{Form, FormError, MAX_FIELDS};
use crate::id::FieldId;
use crate::values::{CheckContext, Checked, Refusal, Value, check};
use left_alone::name_of;
use units::{Seen, Unit, units};

/// So many controls of a page's form are looked at.
pub const MAX_CONTROLS: usize = 1_000;

/// A page's form as one that can be asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenForm {
    /// What is asked.
    pub form: Form,
    /// Where the answer to each field goes, in the form's order.
    pub fields: Vec<TakenField>,
    /// What is never touched.
    pub left_alone: Vec<LeftAlone>,
    /// How many controls there are beyond [`MAX_CONTROLS`].
    pub not_looked_at: usize,
    language: String,
}

/// A field and the controls that hold its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenField {
    /// The field.
    pub id: FieldId,
    /// The controls.
    pub target: Target,
    /// What stands in them, unchecked.
    pub standing: Option<Json>,
}

/// What stands in a field of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The field.
    pub field: FieldId,
    /// What stands there, as an answer.
    pub input: Json,
    /// What it is, or why it is no answer.
    pub checked: Result<Checked, Refusal>,
}

/// Why there is nothing to ask.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TakeOverError {
    /// No control can be asked for.
    #[error("The page's form has no field that can be asked for; {} are left alone.", .left_alone.len())]
    NothingToAsk {
        /// All that there is.
        left_alone: Vec<LeftAlone>,
    },
    /// What the page says does not fit into a form.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// Makes of a page's form one that can be asked for.
///
/// # Errors
/// [`TakeOverError`] where nothing in it can be.
///
/// ```
/// use kikitori_form::page_form::{Control, ControlKind, PageForm, take_over};
///
/// let control = |kind, name: &str, label: &str| Control {
///     kind,
///     name: name.to_owned(),
///     label: label.to_owned(),
///     required: true,
///     ..Control::default()
/// };
/// let page = PageForm {
///     id: "signup".to_owned(),
///     title: "Sign up".to_owned(),
///     controls: vec![
///         control(ControlKind::Email, "user[email]", "Your e-mail"),
///         control(ControlKind::Password, "user[password]", "Password"),
///     ],
///     ..PageForm::default()
/// };
/// let taken = take_over(&page).unwrap();
/// assert_eq!(taken.fields[0].id.as_str(), "user_email");
/// assert_eq!(taken.left_to_person(), ["Password"]);
/// ```
pub fn take_over(page: &PageForm) -> Result<TakenForm, TakeOverError> {
    let controls = page.controls.get(..MAX_CONTROLS).unwrap_or(&page.controls);
    let refs = ControlRef::all(controls);
    let has_card = controls.iter().any(payment_card::is_card);
    let mut left = Vec::new();
    let mut seen = Vec::new();
    for (control, at) in controls.iter().zip(&refs) {
        match left_alone::reason(control, has_card) {
            Some(reason) => left.push(leave(Seen { control, at }, reason)),
            None => seen.push(Seen { control, at }),
        }
    }
    let all = units(&seen);
    let mut asked = Asked {
        shared: shared_names(&all),
        ..Asked::default()
    };
    for unit in all {
        if let Err(reason) = asked.ask(&unit) {
            let controls = unit.controls().iter();
            left.extend(controls.map(|it| leave(*it, reason)));
        }
    }
    if asked.fields.is_empty() {
        return Err(TakeOverError::NothingToAsk { left_alone: left });
    }
    // In the page's order, whatever the reason.
    left.sort_by_key(|it| refs.iter().position(|at| *at == it.control));
    let language = crate::file::text::Language::new(&page.language);
    let form = json!({
        "id": id(&page.id, "form"),
        "title": text_or(&words::label(&page.title), "Form"),
        "language": language.as_ref().map(crate::file::text::Language::as_str),
        "submitLabel": text(&words::label(&page.submit_label)),
        "submit": {"type": "event"},
        "fields": asked.json,
    });
    Ok(TakenForm {
        form: Form::from_value(&form)?,
        fields: asked.fields,
        left_alone: left,
        not_looked_at: page.controls.len() - controls.len(),
        language: page.language.clone(),
    })
}

/// Why each of `controls` is left alone, if it is.
pub fn reasons_to_leave(controls: &[Control]) -> Vec<Option<Reason>> {
    let has_card = controls.iter().any(payment_card::is_card);
    let reason = |it: &Control| left_alone::reason(it, has_card);
    controls.iter().map(reason).collect()
}

fn leave(seen: Seen<'_>, reason: Reason) -> LeftAlone {
    LeftAlone {
        control: seen.at.clone(),
        label: match reason {
            // What it is called on the page is for programs.
            Reason::Captcha => "CAPTCHA".to_owned(),
            _ => name_of(seen.control),
        },
        reason,
        required: seen.control.required,
    }
}

impl TakenForm {
    /// What goes where for `value`, the answer to `field`.
    ///
    /// # Errors
    /// [`WriteError`] where the page has no place for it.
    pub fn writes(&self, field: &FieldId, value: &Value) -> Result<Vec<Write>, WriteError> {
        let found = self.fields.iter().find(|it| it.id == *field);
        let found = found.ok_or_else(|| WriteError::NoSuchField(field.clone()))?;
        target::writes(&found.target, field, value, &self.language)
    }

    /// What stands in the page's form already, put in by hand or by the site, each checked as any
    /// answer is. What the page offers as a start, such as a chosen option, is none.
    pub fn answered(&self, context: &CheckContext<'_>) -> Vec<Standing> {
        let one = |(taken, field): (&TakenField, &crate::file::Field)| {
            let input = taken.standing.clone()?;
            Some(Standing {
                field: taken.id.clone(),
                checked: check(&field.answer, &input, context),
                input,
            })
        };
        let all = self.fields.iter().zip(&self.form.fields);
        all.filter_map(one).collect()
    }

    /// What a person has to fill in themselves, each once: what is required and never touched.
    pub fn left_to_person(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let is_theirs = |it: &&LeftAlone| {
            let must = it.required || it.reason == Reason::Captcha;
            must && it.reason.is_for_person() && !it.label.is_empty()
        };
        let all = self.left_alone.iter().filter(is_theirs);
        all.map(|it| it.label.as_str())
            .filter(|label| seen.insert(*label))
            .collect()
    }

    /// Which field a control's answer belongs to.
    pub fn field_of(&self, control: &ControlRef) -> Option<&FieldId> {
        let holds = |it: &&TakenField| it.target.controls().contains(&control);
        self.fields.iter().find(holds).map(|it| &it.id)
    }
}

const POSTAL_CODE: &str = "郵便番号";

/// The fields so far.
#[derive(Default)]
struct Asked {
    json: Vec<Json>,
    fields: Vec<TakenField>,
    ids: BTreeSet<String>,
    labels: BTreeSet<String>,
    /// What several controls are called that stand beside each other, as two for one name.
    shared: BTreeSet<String>,
}

/// What several controls are called that no legend tells from each other.
fn shared_names(all: &[Unit<'_>]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let one = |unit: &Unit<'_>| match unit {
        Unit::One(it) if it.control.legend.is_empty() => Some(name_of(it.control)),
        _ => None,
    };
    let names = all.iter().filter_map(one);
    names.filter(|name| !seen.insert(name.clone())).collect()
}

impl Asked {
    /// Asks for a unit, or says why it cannot.
    fn ask(&mut self, unit: &Unit<'_>) -> Result<(), Reason> {
        let [first, ..] = unit.controls() else {
            return Ok(());
        };
        let control = first.control;
        let (answer, target) = answers::answer(unit).ok_or(Reason::Options)?;
        if AnswerType::from_json(&answer).is_err() {
            return Err(Reason::NoKind);
        }
        let label = self.label(unit).ok_or(Reason::NoName)?;
        if self.fields.len() == MAX_FIELDS {
            return Err(Reason::NoRoom);
        }
        let name = match control.name.is_empty() {
            true => &control.id,
            false => &control.name,
        };
        let id = self.new_id(&id(name, "field"));
        let Some(field_id) = FieldId::new(&id) else {
            return Err(Reason::NoName);
        };
        let standing = answered::answer(unit, &target);
        self.json.push(json!({
            "id": id,
            "label": label,
            "intent": text(&intent(unit, &label, answer.get("pattern").is_some())),
            "required": is_required(unit),
            "private": unit.controls().iter().any(|it| private::is_private(it.control)),
            "answer": answer,
        }));
        self.labels.insert(label);
        self.fields.push(TakenField {
            id: field_id,
            target,
            standing,
        });
        Ok(())
    }

    /// What a unit is called, beside the fields before it.
    fn label(&self, unit: &Unit<'_>) -> Option<String> {
        let control = unit.controls().first()?.control;
        let legend = words::label(&control.legend);
        let own = match unit {
            // A legend around several groups is the name of none.
            Unit::Radios(_) | Unit::Checkboxes(_) => match self.labels.contains(&legend) {
                _ if legend.is_empty() => words::from_name(name_of_all(unit, control)),
                true => words::from_name(name_of_all(unit, control)),
                false => legend.clone(),
            },
            Unit::Date(_) | Unit::PostalCode(_) | Unit::PhoneInThree(_) if !legend.is_empty() => {
                legend.clone()
            }
            Unit::Date(parts) => {
                let labels = parts.iter().map(|it| words::label(&it.control.label));
                let mut whole = labels.filter(|it| !it.is_empty() && !date_part::is_part(it));
                whole.next().unwrap_or_else(|| {
                    let mut name = words::words_of(&control.name);
                    name.pop();
                    words::from_name(&name.join(" "))
                })
            }
            Unit::PhoneWithCountry([_, number]) => name_of(number.control),
            // Its parts are called by their digits.
            Unit::PostalCode([first, _]) if name_of(first.control).contains(POSTAL_CODE) => {
                POSTAL_CODE.to_owned()
            }
            _ => name_of(control),
        };
        let placeholder = words::label(&control.placeholder);
        if self.shared.contains(&own) && !placeholder.is_empty() && placeholder != own {
            return Some(words::within(&own, &placeholder));
        }
        let is_check = matches!(unit, Unit::One(it) if it.control.kind == ControlKind::Checkbox);
        let needs_legend = is_check || self.labels.contains(&own);
        let label = match needs_legend && !legend.is_empty() && legend != own {
            true => words::within(&legend, &own),
            false => own,
        };
        (!label.is_empty()).then_some(label)
    }

    fn new_id(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let mut number = 2;
        while !self.ids.insert(id.clone()) {
            let room: String = wanted.chars().take(58).collect();
            id = format!("{room}-{number}");
            number += 1;
        }
        id
    }
}

/// The name of radio buttons or checkboxes, or what is the same in their names.
fn name_of_all<'a>(unit: &Unit<'_>, first: &'a Control) -> &'a str {
    let mut all = unit.controls().iter();
    let is_same = all.all(|it| it.control.name == first.name);
    let stem = || units::stem_of_list(first);
    let stem = (!is_same).then(stem).flatten();
    stem.unwrap_or(&first.name)
}

/// What the page says of a unit beside its label, and how it wants the answer written, unless a pattern is
/// checked already.
fn intent(unit: &Unit<'_>, label: &str, is_checked: bool) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut say = |text: String| {
        if !text.is_empty() && text != label && !said.contains(&text) && !label.contains(&text) {
            said.push(text);
        }
    };
    for control in unit.controls().iter().map(|it| it.control) {
        say(words::description(&control.description));
        if matches!(unit, Unit::One(_)) {
            say(words::label(&control.legend));
            say(told::bounds(control));
            if control.kind.is_typed() {
                say(words::label(&control.placeholder));
                // Of a line of text the field itself has it.
                if !is_checked {
                    say(words::description(&control.pattern));
                }
            }
        }
    }
    said.join(" · ")
}

/// Whether a unit has to be answered. A mark in the legend of what is one question is of that, and of what
/// is several it says nothing of each.
fn is_required(unit: &Unit<'_>) -> bool {
    let is_one = !matches!(
        unit,
        Unit::One(_) | Unit::Twice(_) | Unit::PhoneWithCountry(_)
    );
    let mut controls = unit.controls().iter().map(|it| it.control);
    controls.any(|it| it.required || (is_one && it.legend_required))
}

/// A name as an id: `user[email]` is user_email.
fn id(name: &str, otherwise: &str) -> String {
    let mut id = String::new();
    for letter in name.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() || letter == '-' => id.push(letter),
            _ if id.is_empty() || id.ends_with('_') => {}
            _ => id.push('_'),
        }
    }
    id.truncate(60);
    match id.trim_end_matches('_') {
        "" => otherwise.to_owned(),
        id => id.to_owned(),
    }
}

fn text(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn text_or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    match text {
        "" => otherwise,
        text => text,
    }
}

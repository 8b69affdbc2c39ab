//! What of a page's form is never touched.

use serde::Serialize;

use super::control::{Control, ControlKind, ControlRef, Visibility};
use super::payment_card::{is_beside_card, is_card};
use super::secret::{is_one_time, is_password, takes_code};
use super::words::{completes, has_any, label, says_any, words_of_name};

/// A control that is never read out, asked for or filled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeftAlone {
    /// Which it is.
    pub control: ControlRef,
    /// What it is called.
    pub label: String,
    /// Why.
    pub reason: Reason,
    /// Whether the page says that it has to be filled in.
    pub required: bool,
}

/// Why a control is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// A password.
    Password,
    /// A code that was sent to somebody, to be used once.
    OneTimeCode,
    /// A payment card's number, holder, date or code.
    PaymentCard,
    /// A file.
    File,
    /// What shows that somebody is a person.
    Captcha,
    /// No kind of answer is like it: a month, a week or a colour, or a box that the page draws itself.
    NoKind,
    /// Nothing says what it is.
    NoName,
    /// A choice of more options than a form has room for, or of none.
    Options,
    /// The form has no room for another field.
    NoRoom,
    /// The page's own value, such as a token against forged requests.
    Hidden,
    /// A button.
    Button,
    /// Nobody can see it: it is there to catch programs.
    Honeypot,
    /// Nobody can see it, and it has to be filled in and is empty: by what the page draws for it, or once it is
    /// shown.
    Unseen,
    /// It is disabled.
    Disabled,
    /// It can only be read.
    ReadOnly,
    /// Nothing can be typed into it, and it has to be filled in by what the page opens for that, such
    /// as a calendar.
    Picker,
    /// It is not shown now; it may come when something else is answered.
    NotShown,
}

impl Reason {
    /// Whether it is there for programs alone, and nothing that a person would miss.
    pub fn is_for_programs(self) -> bool {
        matches!(self, Self::Hidden | Self::Button | Self::Honeypot)
    }

    /// Whether a person can fill it in on the page.
    pub fn is_for_person(self) -> bool {
        !matches!(
            self,
            Self::Hidden
                | Self::Button
                | Self::Honeypot
                | Self::Disabled
                | Self::ReadOnly
                | Self::NotShown
        )
    }
}

const HONEYPOT_NAMES: [&str; 4] = ["honeypot", "gotcha", "botcheck", "nospam"];
/// Why `control` is left alone, if it is; `has_card` says whether the form takes a payment card.
pub(super) fn reason(control: &Control, has_card: bool) -> Option<Reason> {
    let names = words_of_name(control);
    Some(match control.kind {
        ControlKind::Button => Reason::Button,
        ControlKind::Hidden => Reason::Hidden,
        ControlKind::Captcha => Reason::Captcha,
        _ if says_any(&control.name, &["captcha", "turnstile-response"]) => Reason::Captcha,
        ControlKind::Password => Reason::Password,
        _ if completes(control, &["new-password", "current-password"]) => Reason::Password,
        _ if completes(control, &["one-time-code"]) => Reason::OneTimeCode,
        kind if takes_code(kind) && is_one_time(control, &names) => Reason::OneTimeCode,
        // A page can show what is typed into it.
        kind if takes_code(kind) && is_password(control, &names) => Reason::Password,
        _ if is_card(control) || (has_card && is_beside_card(control, &names)) => {
            Reason::PaymentCard
        }
        // A select of which a script draws its own is out of sight too, as are the inputs behind
        // drawn checkboxes: only what is typed into catches programs.
        kind if kind.is_typed() && is_named_as_trap(control, &names) => Reason::Honeypot,
        // But a box that no key reaches, and that no browser is to fill in, is there for nobody else.
        _ if control.visibility == Visibility::OutOfSight && is_out_of_reach(control) => {
            Reason::Honeypot
        }
        // A form that nobody can send catches nobody.
        kind if kind.is_typed() && is_unseen(control) => match is_missed(control) {
            true => Reason::Unseen,
            false => Reason::Honeypot,
        },
        _ if control.disabled => Reason::Disabled,
        // What opens a drawn list cannot be typed into, and is the person's all the same.
        kind if control.read_only && kind != ControlKind::Drawn => match is_picker(control) {
            true => Reason::Picker,
            false => Reason::ReadOnly,
        },
        _ if control.visibility == Visibility::NotShown => Reason::NotShown,
        // What lists of entries are made of, for each entry that is added.
        _ if says_any(&control.name, &["__prefix__", "__name__"]) => Reason::NotShown,
        ControlKind::File => Reason::File,
        ControlKind::Month | ControlKind::Week | ControlKind::Color | ControlKind::Drawn => {
            Reason::NoKind
        }
        _ => return None,
    })
}

fn is_picker(control: &Control) -> bool {
    let is_shown = control.visibility == Visibility::Shown;
    control.required && is_shown && control.value.trim().is_empty()
}

fn is_named_as_trap(control: &Control, names: &[String]) -> bool {
    // A shop that sells honey asks for it by a label.
    let is_unnamed = control.label.trim().is_empty();
    has_any(names, &HONEYPOT_NAMES)
        || (is_unnamed && has_any(names, &["honey"]))
        || says_any(&control.name, &["bot-field"])
}

/// Whether the form cannot be sent without it, and nothing is in it yet.
fn is_missed(control: &Control) -> bool {
    let is_there = control.visibility != Visibility::NotShown && !control.disabled;
    let is_open = is_there && !control.read_only && control.value.trim().is_empty();
    control.required && is_open
}

fn is_unseen(control: &Control) -> bool {
    let is_out_of_sight = control.visibility == Visibility::OutOfSight;
    is_out_of_sight
        || (control.aria_hidden && control.visibility != Visibility::NotShown)
        || is_out_of_reach(control)
}

fn is_out_of_reach(control: &Control) -> bool {
    control.out_of_tab_order && completes(control, &["off", "nope", "false"])
}

/// What a person would call `control`.
pub(super) fn name_of(control: &Control) -> String {
    let told = [&control.label, &control.legend, &control.placeholder]
        .map(|text| label(text))
        .into_iter()
        .find(|text| !text.is_empty());
    told.unwrap_or_else(|| {
        let name = match control.name.is_empty() {
            true => &control.id,
            false => &control.name,
        };
        super::words::from_name(name)
    })
}

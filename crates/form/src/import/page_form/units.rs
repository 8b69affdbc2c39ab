//! Which controls are one question together.

use super::contact::{is_again, is_email};
use super::control::{Control, ControlKind, ControlRef};
use super::date_part::{Part, part_by};
use super::words::{completes, has_any, says_any, words_of, words_of_name};

/// A control that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) control: &'a Control,
    pub(super) at: &'a ControlRef,
}

/// The controls of one question.
#[derive(Debug, Clone)]
pub(super) enum Unit<'a> {
    /// A control by itself.
    One(Seen<'a>),
    /// Radio buttons of which one is chosen.
    Radios(Vec<Seen<'a>>),
    /// Checkboxes of one name.
    Checkboxes(Vec<Seen<'a>>),
    /// An address that is typed twice.
    Twice([Seen<'a>; 2]),
    /// Day, month and year.
    Date([Seen<'a>; 3]),
    /// A postal code of three and four digits.
    PostalCode([Seen<'a>; 2]),
    /// A phone number in three pieces.
    PhoneInThree([Seen<'a>; 3]),
    /// A country's code and a phone number.
    PhoneWithCountry([Seen<'a>; 2]),
}

impl<'a> Unit<'a> {
    /// Its controls.
    pub(super) fn controls(&self) -> &[Seen<'a>] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Radios(all) | Self::Checkboxes(all) => all,
            Self::Twice(two) | Self::PostalCode(two) | Self::PhoneWithCountry(two) => two,
            Self::Date(three) | Self::PhoneInThree(three) => three,
        }
    }
}

/// The questions that `seen` makes, in its order.
pub(super) fn units<'a>(seen: &[Seen<'a>]) -> Vec<Unit<'a>> {
    let mut units = Vec::new();
    let mut taken = vec![false; seen.len()];
    for at in 0..seen.len() {
        if taken.get(at).copied().unwrap_or(true) {
            continue;
        }
        let rest = seen.get(at..).unwrap_or_default();
        let Some(unit) = unit(rest) else {
            continue;
        };
        for one in unit.controls() {
            if let Some(place) = seen.iter().position(|it| it.at == one.at)
                && let Some(is_taken) = taken.get_mut(place)
            {
                *is_taken = true;
            }
        }
        units.push(unit);
    }
    units
}

/// The question that begins with the first of `rest`.
fn unit<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let first = *rest.first()?;
    let kind = first.control.kind;
    if matches!(kind, ControlKind::Radio | ControlKind::Checkbox) {
        let alike: Vec<Seen<'a>> = rest
            .iter()
            .filter(|it| is_alike(it.control, first.control))
            .copied()
            .collect();
        return Some(match kind {
            ControlKind::Radio => Unit::Radios(alike),
            _ if alike.len() > 1 => Unit::Checkboxes(alike),
            _ => Unit::One(first),
        });
    }
    let joined = date(rest)
        .or_else(|| postal_code(rest))
        .or_else(|| phone_in_three(rest))
        .or_else(|| phone_with_country(rest))
        .or_else(|| twice(rest));
    Some(joined.unwrap_or(Unit::One(first)))
}

/// Whether two radio buttons or checkboxes belong together: by their name, or without one by the
/// group that they stand in.
fn is_alike(one: &Control, other: &Control) -> bool {
    if is_counted(one, other) {
        return true;
    }
    let same_group = match one.name.is_empty() {
        true => one.kind == ControlKind::Radio && one.legend == other.legend,
        false => true,
    };
    one.kind == other.kind && one.name == other.name && same_group
}

/// Whether two checkboxes are options of one question: in one group with names that are counted or name what
/// each stands for, or without a group as `list[0]` and `list[tea]` are of one list. What has to be ticked
/// is a question by itself.
fn is_counted(one: &Control, other: &Control) -> bool {
    let is_free =
        |it: &Control| it.kind == ControlKind::Checkbox && (!it.required || it.legend_required);
    let has_words = !one.value.is_empty() && one.value != other.value;
    let Some(stem) = stem_of_list(one) else {
        return false;
    };
    let in_group = match one.legend.is_empty() {
        true => has_words && stem.ends_with(['[', '$', '.']),
        false => true,
    };
    in_group
        && one.legend == other.legend
        && is_free(one)
        && is_free(other)
        && (one.name == other.name || has_words)
        && stem_of_list(other) == Some(stem)
}

/// What several checkboxes' names have in common: what stands before a number at the end, or before what the
/// box stands for.
pub(super) fn stem_of_list(control: &Control) -> Option<&str> {
    let name = control.name.as_str();
    let inner = name.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let before = inner.len().checked_sub(control.value.len());
    let parts = before.and_then(|at| inner.split_at_checked(at));
    let is_key = |(stem, key): &(&str, &str)| {
        let is_apart = stem.ends_with(|it: char| !it.is_alphanumeric());
        is_apart && !key.is_empty() && key.eq_ignore_ascii_case(&control.value)
    };
    if let Some((stem, _)) = parts.filter(is_key) {
        return Some(stem);
    }
    let counted = inner.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (counted.len() < name.len()).then_some(counted)
}

fn date<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let [first, second, third] = *rest.first_chunk::<3>()?;
    let parts = [first, second, third].map(|it| Some((part(it.control)?, it)));
    let parts: Vec<(Part, Seen<'a>)> = parts.into_iter().flatten().collect();
    let of = |wanted: Part| parts.iter().find(|(part, _)| *part == wanted);
    let (day, month, year) = (of(Part::Day)?.1, of(Part::Month)?.1, of(Part::Year)?.1);
    let stems = [day, month, year].map(|it| stem(it.control));
    let [day_stem, month_stem, year_stem] = &stems;
    let same_stem = day_stem == month_stem && month_stem == year_stem;
    let legend = &day.control.legend;
    let same_legend =
        !legend.is_empty() && [month, year].iter().all(|it| it.control.legend == *legend);
    (same_stem || same_legend).then_some(Unit::Date([day, month, year]))
}

fn part(control: &Control) -> Option<Part> {
    use ControlKind::{Number, Select, Tel, Text};
    if !matches!(control.kind, Text | Number | Tel | Select) {
        return None;
    }
    let last = |name: &str| words_of(name).last().and_then(|word| part_by(word));
    let hinted = match () {
        () if completes(control, &["bday-day"]) => Some(Part::Day),
        () if completes(control, &["bday-month"]) => Some(Part::Month),
        () if completes(control, &["bday-year"]) => Some(Part::Year),
        () => None,
    };
    let labelled = || part_by(control.label.trim().to_lowercase().as_str());
    hinted
        .or_else(|| last(&control.name))
        .or_else(|| last(&control.id))
        .or_else(labelled)
}

/// A control's name without its last word.
fn stem(control: &Control) -> Vec<String> {
    let name = match control.name.is_empty() {
        true => &control.id,
        false => &control.name,
    };
    let mut words = words_of(name);
    words.pop();
    words
}

/// A control's name without the number that it ends with, if this is `number`.
fn numbered(control: &Control, number: &str) -> Option<String> {
    let letters: String = control
        .name
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect();
    let stem = letters.strip_suffix(number)?;
    Some(stem.to_ascii_lowercase())
}

fn postal_code<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let [first, second] = *rest.first_chunk::<2>()?;
    let is_postal = |it: Seen<'_>| {
        let control = it.control;
        says_any(&control.name, &["zip", "post", "yubin"])
            || says_any(&control.label, &["郵便番号", "〒"])
            || says_any(&control.legend, &["郵便番号", "〒"])
    };
    let lengths = [first, second].map(|it| it.control.max_length);
    let fits = [first, second].into_iter().all(|it| {
        let is_input = matches!(
            it.control.kind,
            ControlKind::Text | ControlKind::Tel | ControlKind::Number
        );
        is_input && is_postal(it)
    });
    (fits && lengths == [Some(3), Some(4)]).then_some(Unit::PostalCode([first, second]))
}

/// A number in pieces: its inputs have room for no more. Where the page says nothing of that, three that
/// have one name between them are of one number, and three with names of their own are three.
fn phone_in_three<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let three = *rest.first_chunk::<3>()?;
    let controls = three.map(|it| it.control);
    let [first, second, third] = controls;
    let is_phone = |control: &Control| {
        let is_input = matches!(control.kind, ControlKind::Text | ControlKind::Tel);
        is_input && (names_phone(&control.name) || control.legend.contains("電話"))
    };
    let stems = [
        numbered(first, "1"),
        numbered(second, "2"),
        numbered(third, "3"),
    ];
    let [one, two, three_] = &stems;
    let same_stem = one.is_some() && one == two && two == three_;
    let is_unsaid = |it: &Control| room(it).is_none();
    let same_label = first.label == second.label && second.label == third.label;
    let in_pieces = controls.iter().all(|it| has_room_for_a_piece(it))
        || (controls.iter().all(|it| is_unsaid(it)) && same_label);
    let fits = same_stem && in_pieces && controls.iter().all(|it| is_phone(it));
    fits.then_some(Unit::PhoneInThree(three))
}

/// Whether the last word of a name, but for numbers, is a phone's.
fn names_phone(name: &str) -> bool {
    let words = words_of(name);
    let mut words = words.iter().rev();
    let last = words.find_map(|word| {
        let word = word.trim_end_matches(|it: char| it.is_ascii_digit());
        (!word.is_empty()).then_some(word)
    });
    last.is_some_and(|word| word.starts_with("tel") || word.ends_with("phone"))
}

/// For how many characters an input has room, as far as the page says that.
fn room(control: &Control) -> Option<u32> {
    control.max_length.or(control.size)
}

/// Whether an input has room for no more than a piece of a phone number.
pub(super) fn has_room_for_a_piece(control: &Control) -> bool {
    room(control).is_some_and(|most| most < 7)
}

fn phone_with_country<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let [country, number] = *rest.first_chunk::<2>()?;
    let is_number = number.control.kind == ControlKind::Tel
        || completes(number.control, &["tel", "tel-national"]);
    let options = &country.control.options;
    let dialled = options.iter().filter(|it| dialling_code(it).is_some());
    let is_country = country.control.kind == ControlKind::Select
        && (completes(country.control, &["tel-country-code"])
            || says_any(&country.control.name, &["phone", "tel", "dial"]))
        && dialled.clone().count() * 2 > options.len();
    (is_country && is_number).then_some(Unit::PhoneWithCountry([country, number]))
}

/// The code that an option says with a plus before it, in digits.
pub(super) fn dialling_code(option: &super::control::ControlOption) -> Option<String> {
    let of = |text: &str| {
        let (_, code) = text.split_once('+')?;
        let digits: String = code
            .chars()
            .take_while(char::is_ascii_digit)
            .take(4)
            .collect();
        (!digits.is_empty()).then_some(digits)
    };
    of(&option.value).or_else(|| of(&option.text))
}

/// An e-mail address and right behind it the same again.
fn twice<'a>(rest: &[Seen<'a>]) -> Option<Unit<'a>> {
    let [first, second] = *rest.first_chunk::<2>()?;
    let names_email = has_any(&words_of_name(second.control), &["email", "mail"]);
    let is_second =
        is_email(second.control) || (second.control.kind == ControlKind::Text && names_email);
    let is_same = is_email(first.control) && is_second && is_again(first.control, second.control);
    is_same.then_some(Unit::Twice([first, second]))
}

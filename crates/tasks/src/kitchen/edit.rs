//! What a person changes in the kitchen by hand.

use super::keep::KitchenError;
use super::texts::Texts;

/// # Errors
/// [`KitchenError::Refused`] when there is a name and nothing is in it.
pub(super) fn check_name(name: Option<&str>, texts: Texts) -> Result<(), KitchenError> {
    match name.is_some_and(|name| name.trim().is_empty()) {
        true => Err(KitchenError::Refused(texts.no_name())),
        false => Ok(()),
    }
}

/// Puts `new` in the place of `old`, adds it, or removes the old one.
///
/// # Errors
/// [`KitchenError::Refused`] when the old one is not there as it was: a task, or another tab, has
/// changed it.
pub(super) fn replace<T: PartialEq + Clone>(
    list: &mut Vec<T>,
    old: Option<&T>,
    new: Option<&T>,
    texts: Texts,
) -> Result<(), KitchenError> {
    let Some(old) = old else {
        list.extend(new.cloned());
        return Ok(());
    };
    let at = list.iter().position(|it| it == old);
    let at = at.ok_or_else(|| KitchenError::Refused(texts.changed_meanwhile()))?;
    match (new, list.get_mut(at)) {
        (Some(new), Some(place)) => *place = new.clone(),
        _ => drop(list.remove(at)),
    }
    Ok(())
}

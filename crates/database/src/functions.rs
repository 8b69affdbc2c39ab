//! Functions of SQLite's whose time grows with the square of their arguments, in linear time.
//!
//! Nothing can stop SQLite while it is in a function, so none may take long.

use std::borrow::Cow;
use std::collections::BTreeSet;

use memchr::memmem;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, Result, ffi};

use crate::policy::MAX_VALUE_BYTES;

/// Puts them in the place of SQLite's own.
pub(crate) fn bound_functions(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("instr", 2, flags, instr)?;
    connection.create_scalar_function("replace", 3, flags, replace)?;
    connection.create_scalar_function("trim", 2, flags, |it| trim(it, true, true))?;
    connection.create_scalar_function("ltrim", 2, flags, |it| trim(it, true, false))?;
    connection.create_scalar_function("rtrim", 2, flags, |it| trim(it, false, true))?;
    Ok(())
}

/// The bytes of a value as a text; none of NULL.
fn bytes(value: ValueRef<'_>) -> Option<Cow<'_, [u8]>> {
    match value {
        ValueRef::Null => None,
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(Cow::Borrowed(bytes)),
        ValueRef::Integer(value) => Some(Cow::Owned(value.to_string().into_bytes())),
        ValueRef::Real(value) => Some(Cow::Owned(real(value).into_bytes())),
    }
}

/// A float as SQLite writes it.
fn real(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    if value == 0.0 || (1e-4..1e15).contains(&value.abs()) {
        return format!("{value:?}");
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

/// Where one text begins in another, in characters from 1, and 0 where it does not. Of two blobs
/// in bytes.
fn instr(context: &Context<'_>) -> Result<Option<i64>> {
    let (text, sought) = (context.get_raw(0), context.get_raw(1));
    let are_blobs = matches!((text, sought), (ValueRef::Blob(_), ValueRef::Blob(_)));
    let (Some(text), Some(sought)) = (bytes(text), bytes(sought)) else {
        return Ok(None);
    };
    let Some(at) = memmem::find(&text, &sought) else {
        return Ok(Some(0));
    };
    let before = text.get(..at).unwrap_or_default().iter();
    let is_first = |byte: &&u8| are_blobs || **byte & 0xc0 != 0x80;
    let place = before.filter(is_first).count() + 1;
    Ok(i64::try_from(place).ok())
}

fn replace(context: &Context<'_>) -> Result<Option<String>> {
    let (Some(text), Some(sought)) = (bytes(context.get_raw(0)), bytes(context.get_raw(1))) else {
        return Ok(None);
    };
    if sought.is_empty() {
        return Ok(Some(lossy(&text)));
    }
    let Some(put) = bytes(context.get_raw(2)) else {
        return Ok(None);
    };
    let most = usize::try_from(MAX_VALUE_BYTES).unwrap_or_default();
    let mut made = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memmem::find_iter(&text, &sought) {
        made.extend_from_slice(text.get(from..at).unwrap_or_default());
        made.extend_from_slice(&put);
        from = at + sought.len();
        if made.len() > most {
            let too_big = ffi::Error::new(ffi::SQLITE_TOOBIG);
            return Err(Error::SqliteFailure(too_big, None));
        }
    }
    made.extend_from_slice(text.get(from..).unwrap_or_default());
    Ok(Some(lossy(&made)))
}

fn trim(context: &Context<'_>, at_begin: bool, at_end: bool) -> Result<Option<String>> {
    let (text, set) = (context.get_raw(0), context.get_raw(1));
    let (Some(text), Some(set)) = (bytes(text), bytes(set)) else {
        return Ok(None);
    };
    let (text, set) = (String::from_utf8_lossy(&text), lossy(&set));
    let set: BTreeSet<char> = set.chars().collect();
    let mut left = &*text;
    if at_begin {
        left = left.trim_start_matches(|it| set.contains(&it));
    }
    if at_end {
        left = left.trim_end_matches(|it| set.contains(&it));
    }
    Ok(Some(left.to_owned()))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On short random values, texts, blobs, numbers and NULL, they do what SQLite's own do.
    #[test]
    fn they_do_what_those_of_sqlite_do() {
        let own = Connection::open_in_memory().unwrap();
        let bound = Connection::open_in_memory().unwrap();
        bound_functions(&bound).unwrap();
        let mut random = fastrand::Rng::with_seed(7);
        let mut value = || -> String {
            let count = random.usize(0..5);
            let letters = ['a', 'b', 'あ', '1', '.', ' '];
            let text: String = (0..count).filter_map(|_| random.choice(letters)).collect();
            match random.u8(0..12) {
                0 => "NULL".into(),
                1 => random.i16(..).to_string(),
                2 => "11.5".into(),
                3 => "-1.0".into(),
                4 => "1e20".into(),
                5 => "1.5e-7".into(),
                6 => "x'6162'".into(),
                7 => "x'62'".into(),
                _ => format!("'{text}'"),
            }
        };
        for _ in 0..2_000 {
            let (a, b, c) = (value(), value(), value());
            let sql = format!(
                "SELECT quote(instr({a}, {b})), quote(replace({a}, {b}, {c})), quote(trim({a}, {b})), quote(ltrim({a}, {b})), quote(rtrim({a}, {b}))"
            );
            let read = |connection: &Connection| -> Vec<String> {
                let row = connection.query_row(&sql, [], |row| {
                    (0..5).map(|at| row.get::<_, String>(at)).collect()
                });
                row.unwrap()
            };
            assert_eq!(read(&bound), read(&own), "{sql}");
        }
    }
}

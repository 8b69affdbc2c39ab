//! What a schema says elsewhere: `$ref` to a place of the same file, and an `allOf` of one, as which
//! generators write a reference that has a title of its own.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Import;
use super::nullable::without_null;

/// So many references are followed one after the other.
const MAX_STEPS: usize = 16;

impl Import<'_> {
    /// `schema` with what it refers to, without null, and whether it had that. What was followed is
    /// noted until [`Import::leave`].
    pub(super) fn settled(&mut self, schema: &Value, place: &str) -> Option<(Value, bool)> {
        let (mut schema, mut is_nullable) = without_null(schema);
        for _ in 0..MAX_STEPS {
            let Some(next) = self.next(&schema, place)? else {
                return Some((schema, is_nullable));
            };
            let (next, had_null) = without_null(&next);
            (schema, is_nullable) = (next, is_nullable || had_null);
        }
        self.leave_out(place, "it refers from one place to another without an end");
        None
    }

    /// Forgets what was followed since there were so many references.
    pub(super) fn leave(&mut self, followed: usize) {
        self.followed.truncate(followed);
    }

    /// The schema one step on; none inside where it refers to nothing, and none at all where that
    /// cannot be followed.
    fn next(&mut self, schema: &Value, place: &str) -> Option<Option<Value>> {
        let Some(members) = schema.as_object() else {
            return Some(None);
        };
        if let Some([only]) = members
            .get("allOf")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            return Some(Some(merged(only, members, "allOf")));
        }
        let Some(to) = members.get("$ref") else {
            return Some(None);
        };
        let to = to.as_str().unwrap_or_default();
        let Some(pointer) = to.strip_prefix('#') else {
            self.leave_out(place, &format!("{to} is in another file"));
            return None;
        };
        let Some(found) = self.root.pointer(&unescaped(pointer)) else {
            self.leave_out(place, &format!("{to} is not in the schema"));
            return None;
        };
        if pointer.is_empty() || self.followed.iter().any(|it| it == to) {
            self.leave_out(place, "it is within itself, which no form is");
            return None;
        }
        let found = merged(found, members, "$ref");
        self.followed.push(to.to_owned());
        Some(Some(found))
    }
}

/// What is referred to, and what stands beside that: it says more of the property.
fn merged(found: &Value, members: &Map<String, Value>, key: &str) -> Value {
    let mut all = found.as_object().cloned().unwrap_or_default();
    let beside = members.iter().filter(|(name, _)| *name != key);
    all.extend(beside.map(|(name, value)| (name.clone(), value.clone())));
    Value::Object(all)
}

/// A pointer as it stands behind `#`, where a space is `%20`.
fn unescaped(pointer: &str) -> Cow<'_, str> {
    match pointer.contains('%') {
        true => Cow::Owned(pointer.replace("%20", " ").replace("%25", "%")),
        false => Cow::Borrowed(pointer),
    }
}

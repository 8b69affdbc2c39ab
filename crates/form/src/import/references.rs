//! What a schema says elsewhere: `$ref` to a place of the same file, and `allOf`, by which objects are
//! extended, and as which generators write a reference that has a title of its own.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::joined::join;
use super::nullable::without_null;
use super::{Import, MAX_PROPERTIES};

/// So many references are followed one after the other.
const MAX_STEPS: usize = 16;
/// What says which kind of value there is; without, it may be null.
const KINDS: [&str; 5] = ["type", "enum", "const", "oneOf", "anyOf"];

impl Import<'_> {
    /// `schema` with what it refers to, without null, and whether it had that. What was followed is
    /// noted until [`Import::leave`].
    pub(super) fn settled(&mut self, schema: &Value, place: &str) -> Option<(Value, bool)> {
        let (mut schema, mut is_nullable) = without_null(schema);
        for _ in 0..MAX_STEPS {
            let Some(next) = self.next(&schema, place)? else {
                return Some((schema, is_nullable));
            };
            let (next, may_be_null) = next;
            let (next, had_null) = without_null(&next);
            (schema, is_nullable) = (next, is_nullable || had_null || may_be_null);
        }
        self.leave_out(place, "it refers from one place to another without an end");
        None
    }

    /// Forgets what was followed since there were so many references.
    pub(super) fn leave(&mut self, followed: usize) {
        self.followed.truncate(followed);
    }

    /// The schema one step on, and whether that may be null; none inside where it refers to nothing, and
    /// none at all where that cannot be followed.
    fn next(&mut self, schema: &Value, place: &str) -> Option<Option<(Value, bool)>> {
        let Some(members) = schema.as_object() else {
            return Some(None);
        };
        let parts = members.get("allOf").and_then(Value::as_array);
        if let Some(parts) = parts.filter(|it| !it.is_empty()) {
            self.within_all += 1;
            let all = self.all_of(parts, place);
            self.within_all -= 1;
            let (all, may_be_null) = all?;
            return Some(Some((merged(all, members, "allOf"), may_be_null)));
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
        let found = found.as_object().cloned().unwrap_or_default();
        let found = merged(found, members, "$ref");
        self.followed.push(to.to_owned());
        Some(Some((found, false)))
    }

    /// What several schemas say together, and whether the value may be null by all of them. What cannot
    /// be followed is left out by itself.
    fn all_of(&mut self, parts: &[Value], place: &str) -> Option<(Map<String, Value>, bool)> {
        let mut all = None;
        let (mut says_null, mut says_other) = (false, false);
        let mut followed = Vec::new();
        for part in parts {
            self.properties += 1;
            if self.properties > MAX_PROPERTIES || self.within_all > MAX_STEPS {
                self.leave_out(place, "allOf has too many parts");
                return None;
            }
            // Two parts may refer to the same place, which is then not within itself.
            let before = self.followed.len();
            let settled = self.settled(part, place);
            followed.extend(self.followed.split_off(before));
            let Some((part, is_nullable)) = settled else {
                continue;
            };
            let Value::Object(part) = part else {
                self.leave_out(place, "a part of allOf is no object");
                continue;
            };
            says_null |= is_nullable;
            says_other |= !is_nullable && KINDS.iter().any(|it| part.contains_key(*it));
            for key in join(all.get_or_insert_default(), part) {
                let what = format!("{key} is in several parts of allOf, of which the last counts");
                self.leave_out(place, &what);
            }
        }
        self.followed.extend(followed);
        all.map(|all| (all, says_null && !says_other))
    }
}

/// What is referred to, and what stands beside that: it says more of the property.
fn merged(mut found: Map<String, Value>, members: &Map<String, Value>, key: &str) -> Value {
    let beside = members.iter().filter(|(name, _)| *name != key);
    let beside = beside.map(|(name, value)| (name.clone(), value.clone()));
    join(&mut found, beside.collect());
    Value::Object(found)
}

/// A pointer as it stands behind `#`, where a space is `%20`.
fn unescaped(pointer: &str) -> Cow<'_, str> {
    match pointer.contains('%') {
        true => Cow::Owned(pointer.replace("%20", " ").replace("%25", "%")),
        false => Cow::Borrowed(pointer),
    }
}

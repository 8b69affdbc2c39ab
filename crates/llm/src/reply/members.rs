//! Members of a streamed message that the protocol does not name.

use serde_json::{Map, Value};

/// Members of an object in a list that are no text to be gone on with: they say what it is, or come
/// whole.
const MARKS: [&str; 6] = ["type", "id", "index", "format", "name", "signature"];

/// Adds what a chunk brings to the members that have come so far: more of a text, or more of a list.
pub(crate) fn join(members: &mut Map<String, Value>, added: Map<String, Value>) {
    for (key, value) in added {
        match (members.get_mut(&key), value) {
            (Some(Value::String(so_far)), Value::String(piece)) => so_far.push_str(&piece),
            (Some(Value::Array(so_far)), Value::Array(items)) => join_lists(so_far, items),
            (_, Value::Null) => {}
            (_, value) => {
                members.insert(key, value);
            }
        }
    }
}

/// Servers send an account of the reasoning as objects, and one that is long in many: an object of
/// the same marks as the last one goes on with it.
fn join_lists(so_far: &mut Vec<Value>, items: Vec<Value>) {
    for item in items {
        match (so_far.last_mut(), item) {
            (Some(Value::Object(last)), Value::Object(next)) if goes_on(last, &next) => {
                for (key, value) in next {
                    match (last.get_mut(&key), value) {
                        (Some(Value::String(text)), Value::String(piece))
                            if !MARKS.contains(&key.as_str()) =>
                        {
                            text.push_str(&piece);
                        }
                        (_, Value::Null) => {}
                        (_, value) => {
                            last.insert(key, value);
                        }
                    }
                }
            }
            (_, item) => so_far.push(item),
        }
    }
}

fn goes_on(last: &Map<String, Value>, next: &Map<String, Value>) -> bool {
    let has_another = |mark: &str| match (last.get(mark), next.get(mark)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    next.contains_key("type") && !["type", "id", "index"].iter().any(|mark| has_another(mark))
}

//! Kinds of answers, made of types of a schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Import, Within};
use crate::decimal::Decimal;
use crate::file::answer::{MAX_ANSWER_CHARS, MAX_LINES};
use crate::file::pattern::Pattern;

const ALWAYS_THE_SAME: &str = "there is nothing to ask: it is always the same";

type Answer = (Vec<&'static str>, Value);

impl Import<'_> {
    /// What stands as a field's `answer`, with the keywords that are in it.
    pub(super) fn answer(&mut self, schema: &Value, place: &str, in_group: bool) -> Option<Value> {
        let kind = schema.get("type").and_then(Value::as_str);
        // One that can only be true is something to agree to.
        if schema.get("const").is_some_and(|it| !it.is_boolean()) {
            self.leave_out(place, ALWAYS_THE_SAME);
            return None;
        }
        let (mut known, answer) = if let Some((keyword, options)) = self.options(schema, place) {
            (vec![keyword], json!({"type": "choice", "options": options}))
        } else {
            match kind.unwrap_or_default() {
                "string" => self.text(schema, place),
                kind @ ("number" | "integer") => self.number(schema, kind, place),
                "boolean" => (vec![], json!({"type": "yesNo"})),
                "array" => self.list(schema, place, in_group)?,
                _ => {
                    self.leave_out(place, no_answer(schema));
                    return None;
                }
            }
        };
        known.extend(["type", "title", "description"]);
        self.others(schema, &known, place);
        Some(answer)
    }

    fn text(&mut self, schema: &Value, place: &str) -> Answer {
        let format = schema.get("format").and_then(Value::as_str);
        let kind = match format {
            Some("date") => Some("date"),
            Some("time") => Some("time"),
            Some("date-time") => Some("dateTime"),
            Some("email") => Some("email"),
            Some("uri") => Some("url"),
            Some(other) => {
                self.leave_out(place, &format!("format {other} has no place in a form"));
                None
            }
            None => None,
        };
        if let Some(kind) = kind {
            return (vec!["format"], json!({"type": kind}));
        }
        let length = |name: &str| {
            let length = schema.get(name).and_then(Value::as_u64);
            length.filter(|it| *it > 0)
        };
        let (min, max) = (length("minLength"), length("maxLength"));
        let most = u64::from(MAX_ANSWER_CHARS);
        if min.is_some_and(|min| min > most) {
            self.leave_out(place, &format!("minLength is over {most}"));
        }
        // What looks like something is a line.
        let pattern = schema.get("pattern").and_then(Value::as_str);
        let is_short = max.map_or(pattern.is_some(), |max| max <= 200);
        let mut known = vec!["format", "minLength", "maxLength"];
        let pattern = pattern.and_then(of_the_whole).filter(|_| is_short);
        let example = schema.pointer("/examples/0").and_then(Value::as_str);
        let example = example.filter(|it| pattern.is_some() && !it.trim().is_empty());
        known.extend(pattern.is_some().then_some("pattern"));
        known.extend(example.is_some().then_some("examples"));
        let (min, max) = (min.filter(|min| *min <= most), max.map(|max| max.min(most)));
        let answer = match is_short {
            true => json!({"type": "shortText", "minLength": min, "maxLength": max,
                "pattern": pattern, "patternHint": example}),
            false => json!({"type": "longText", "minLength": min, "maxLength": max}),
        };
        (known, answer)
    }

    fn number(&mut self, schema: &Value, kind: &str, place: &str) -> Answer {
        let step = schema.get("multipleOf");
        let is_whole = kind == "integer" || step.is_some_and(|it| it.as_u64() == Some(1));
        if let Some(step) = step.filter(|it| it.as_u64() != Some(1)) {
            self.leave_out(place, &format!("multipleOf {step} has no place in a form"));
        }
        let mut bound = |name: &str| {
            let written = schema.get(name)?;
            let bound = Decimal::new(&written.to_string());
            if !bound.is_some_and(|it| it.is_whole() || !is_whole) {
                self.leave_out(place, &format!("{name} {written} is no bound of a form"));
                return None;
            }
            Some(written)
        };
        let answer = json!({
            "type": if is_whole { "integer" } else { "number" },
            "min": bound("minimum"),
            "max": bound("maximum"),
        });
        (vec!["minimum", "maximum", "multipleOf"], answer)
    }

    fn list(&mut self, schema: &Value, place: &str, in_group: bool) -> Option<Answer> {
        let none = Value::Null;
        let items = schema.get("items").unwrap_or(&none);
        let at = format!("{place}.items");
        let (items, _) = self.settled(items, &at)?;
        let items = &items;
        let count = |name: &str| schema.get(name).and_then(Value::as_u64);
        let (min, max) = (count("minItems"), count("maxItems"));
        if let Some((keyword, options)) = self.options(items, &at) {
            self.others(items, &["type", "title", "description", keyword], &at);
            let most = options.len() as u64;
            let max = max.map(|max| max.min(most));
            let answer = json!({"type": "choices", "options": options, "min": min, "max": max});
            return Some((vec!["items", "minItems", "maxItems", "uniqueItems"], answer));
        }
        if items.get("properties").is_none() {
            self.leave_out(
                place,
                "only lists of objects and of options are kinds of answers",
            );
            return None;
        }
        if in_group {
            self.leave_out(place, "a list within lines has no place in a form");
            return None;
        }
        let known = ["type", "title", "description", "properties", "required"];
        let known = known.into_iter().chain(["additionalProperties"]);
        self.others(items, &known.collect::<Vec<_>>(), &at);
        let mut fields = Vec::new();
        let within = Within {
            place: format!("{at}."),
            in_group: true,
            ..Within::default()
        };
        self.fields(items, &within, &mut fields);
        let max = max.map(|max| max.min(u64::from(MAX_LINES)));
        let answer = json!({"type": "group", "fields": fields, "minLines": min, "maxLines": max});
        Some((vec!["items", "minItems", "maxItems"], answer))
    }

    /// The options of an `enum` of texts, or of a `oneOf` or `anyOf` of constants with titles, each once.
    fn options(&mut self, schema: &Value, place: &str) -> Option<(&'static str, Vec<Value>)> {
        let (keyword, all) = match texts_of_enum(schema) {
            Some(all) => ("enum", all),
            None => constants(schema)?,
        };
        if keyword != "enum" {
            self.others_of_options(schema, keyword, place);
        }
        let mut seen = BTreeSet::new();
        let mut options = Vec::new();
        for option in all {
            let value = option.get("value").unwrap_or(&option).as_str();
            let value = value.unwrap_or_default().trim().to_owned();
            if value.is_empty() {
                self.leave_out(place, "an option without a name has no place in a form");
            } else if seen.insert(value) {
                options.push(option);
            }
        }
        Some((keyword, options))
    }

    /// Lists what constants say besides what they are and are called, which bounds no value.
    fn others_of_options(&mut self, schema: &Value, keyword: &str, place: &str) {
        let known = ["const", "enum", "title", "type", "$comment"];
        let all = schema.get(keyword).and_then(Value::as_array);
        let keys = all.into_iter().flatten().filter_map(Value::as_object);
        let keys: BTreeSet<&String> = keys.flat_map(Map::keys).collect();
        for key in keys.into_iter().filter(|it| !known.contains(&it.as_str())) {
            self.leave_out(place, &format!("{key} of an option has no place in a form"));
        }
    }
}

/// Why a schema is no kind of answer.
/// A pattern for all of a text, of one that is only found in it; none that is too long.
fn of_the_whole(pattern: &str) -> Option<String> {
    let begins = pattern.starts_with('^');
    let ends = pattern.ends_with('$') && !pattern.ends_with("\\$");
    // Of alternatives each may begin in its own way.
    let is_one = begins && ends && !pattern.contains('|');
    let whole = match is_one {
        true => pattern.get(1..pattern.len() - 1)?.to_owned(),
        false => format!("[\\s\\S]*(?:{pattern})[\\s\\S]*"),
    };
    Pattern::new(&whole).map(|it| it.as_str().to_owned())
}

fn no_answer(schema: &Value) -> &'static str {
    let of = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    let alternatives = of("oneOf").or_else(|| of("anyOf"));
    let are_constants =
        alternatives.is_some_and(|all| all.iter().all(|it| it.get("const").is_some()));
    if of("enum").is_some() || are_constants {
        "its options are no texts"
    } else if alternatives.is_some() || of("type").is_some() {
        "it has several kinds of answers"
    } else if schema.get("const").is_some() {
        ALWAYS_THE_SAME
    } else {
        "no kind of answer is like this"
    }
}

fn texts_of_enum(schema: &Value) -> Option<Vec<Value>> {
    let all = schema.get("enum")?.as_array()?;
    let fits = all.iter().all(Value::is_string);
    fits.then(|| all.clone())
}

/// The options of alternatives that each are a constant, or an `enum` of texts, as which generators
/// write those without a description.
fn constants(schema: &Value) -> Option<(&'static str, Vec<Value>)> {
    let options = |it: &Value| {
        let Some(value) = it.get("const") else {
            return texts_of_enum(it);
        };
        let title = it.get("title").filter(|title| !is_blank(title));
        let option = json!({"value": value, "label": title.unwrap_or(value)});
        value.is_string().then(|| vec![option])
    };
    ["oneOf", "anyOf"].into_iter().find_map(|keyword| {
        let all = schema.get(keyword)?.as_array()?;
        let all: Option<Vec<Vec<Value>>> = all.iter().map(options).collect();
        Some((keyword, all?.into_iter().flatten().collect()))
    })
}

fn is_blank(text: &Value) -> bool {
    text.as_str().is_some_and(|text| text.trim().is_empty())
}

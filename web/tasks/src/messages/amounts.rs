//! Amounts of things, and what becomes of them.

use kikitori_parts::Language;
use serde_json::{Map, Value};

use super::Messages;
use super::phrases::listed;

/// Things that are named of a list in a line.
const MOST_NAMED: usize = 12;

/// Amounts of several things: `Milk: 700 ml, Eggs: 6 pieces`.
pub fn amounts(language: Language, items: &[Value]) -> String {
    let named = items.iter().take(MOST_NAMED).filter_map(|item| {
        let item = item.as_object()?;
        let name = item.get("name").and_then(Value::as_str)?;
        Some(match language {
            Language::En => format!("{name}: {}", amount(language, item)),
            Language::Ja => format!("{name} {}", amount(language, item)),
        })
    });
    let mut said: Vec<String> = named.collect();
    let more = items.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        said.push(match language {
            Language::En => format!("{more} more"),
            Language::Ja => format!("ほか {more} 件"),
        });
    }
    listed(language, &said)
}

/// An amount with its unit: `1 piece`, `200 g`, `6 個`.
pub fn amount(language: Language, of: &Map<String, Value>) -> String {
    let amount = match of.get("amount") {
        Some(Value::Null) => return Messages::of(language).not_said.to_owned(),
        Some(amount) => amount.to_string(),
        None => String::new(),
    };
    let unit = of.get("unit").and_then(Value::as_str).unwrap_or_default();
    match (language, unit) {
        (_, "") => amount,
        (Language::En, "piece") if amount == "1" => "1 piece".to_owned(),
        (_, unit) => format!("{amount} {}", unit_name(Messages::of(language), unit)),
    }
}

/// What a change makes of an amount, as its service foretells it: `Eggs: 6 pieces → 4 pieces`.
pub fn foretold(language: Language, preview: &Value) -> Option<String> {
    if let Some(removed) = preview.get("removed").and_then(Value::as_array) {
        let removed = amounts(language, removed);
        return Some(match language {
            Language::En => format!("Off the list: {removed}"),
            Language::Ja => format!("リストから外すもの：{removed}"),
        });
    }
    let amount_in = |name: &str| preview.get(name).and_then(Value::as_object);
    let after = amount_in("after")?;
    let name = after.get("name")?.as_str()?;
    let with_others = |own: Option<&Map<String, Value>>| {
        let beside = preview.get("beside").and_then(Value::as_array);
        let beside = beside.into_iter().flatten().filter_map(Value::as_object);
        let all = beside.chain(own).map(|it| amount(language, it));
        listed(language, &all.collect::<Vec<_>>())
    };
    let before = match with_others(amount_in("before")) {
        none if none.is_empty() => Messages::of(language).none.to_owned(),
        before => before,
    };
    let after = with_others(Some(after));
    Some(match language {
        Language::En => format!("{name}: {before} → {after}"),
        Language::Ja => format!("{name}：{before} → {after}"),
    })
}

/// A unit as it is said.
pub fn unit_name<'a>(words: &'static Messages, unit: &'a str) -> &'a str {
    match unit {
        "piece" => words.piece,
        other => other,
    }
}

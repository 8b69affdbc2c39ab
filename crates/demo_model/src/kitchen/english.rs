//! What a request in English asks for.

use super::words::{WEEKDAYS, in_unit, number, range, weekday};
use super::{Amount, Day, Wish};

pub(super) fn wish(request: &str) -> Wish {
    let words: Vec<&str> = request.split_whitespace().collect();
    let lower = request.to_ascii_lowercase();
    let has = |text: &str| lower.contains(text);
    let on_list = has("shopping list");
    let wants_dinner = ["dinner", "supper", "menu", "meal"]
        .iter()
        .any(|it| has(it));
    let days = match wants_dinner {
        true => days(&words),
        false => Vec::new(),
    };
    let takes_off_list = on_list && has("take") && has(" off ");
    let puts = ["put", "add", "write", "save"].iter().any(|it| has(it));
    let mut wish = Wish {
        people: people(&words),
        max_minutes: minutes(&words),
        recipes: !wants_dinner && (has("recipe") || has("cook")),
        saves_missing: on_list && wants_dinner,
        lists_shopping: on_list && !puts && !takes_off_list,
        takes_off_list,
        lists_kitchen: [
            "in the kitchen",
            "in the fridge",
            "in the inventory",
            "do we have?",
        ]
        .iter()
        .any(|it| has(it))
            && has("what"),
        with: after(&words, &["with", "using"]),
        find: find(&words),
        days,
        ..Wish::default()
    };
    for (verb, amounts) in amounts(&words) {
        match verb {
            "bought" | "got" => wish.bought.extend(amounts),
            "used" | "ate" => wish.used.extend(amounts),
            "put" | "add" if on_list && !wants_dinner => wish.to_buy.extend(amounts),
            "add" => wish.bought.extend(amounts),
            "use" => wish.used.extend(amounts),
            _ => {}
        }
    }
    wish
}

/// A word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|it: char| !it.is_alphanumeric())
}

fn ends(word: &str) -> bool {
    word.ends_with([',', '.', ';', '?', '!', ':'])
}

fn days(words: &[&str]) -> Vec<Day> {
    let position = |word: &str| {
        let word = bare(word);
        let mut names = WEEKDAYS.iter();
        names.position(|(name, _)| word.eq_ignore_ascii_case(name))
    };
    let mut days: Vec<usize> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(day) = position(word) else { continue };
        let joined = at.checked_sub(1).and_then(|before| words.get(before));
        let first = at.checked_sub(2).and_then(|before| words.get(before));
        let is_range =
            joined.is_some_and(|it| matches!(bare(it), "to" | "till" | "until" | "through"));
        match first.and_then(|it| position(it)).filter(|_| is_range) {
            Some(first) => days.extend(range(first, day).skip(1)),
            None => days.push(day),
        }
    }
    if !days.is_empty() {
        let named = days.into_iter();
        return named
            .filter_map(|at| weekday(at, |(name, _)| (*name).to_owned()))
            .collect();
    }
    if let Some(day) = words.iter().find_map(|it| {
        let known = ["today", "tonight", "tomorrow"];
        known
            .into_iter()
            .find(|day| bare(it).eq_ignore_ascii_case(day))
    }) {
        let id = day.to_owned();
        return vec![Day {
            name: id.clone(),
            id,
        }];
    }
    let count = words.windows(2).find_map(|pair| match pair {
        [count, what]
            if matches!(
                bare(what).to_ascii_lowercase().as_str(),
                "days" | "dinners" | "meals" | "menus" | "evenings"
            ) =>
        {
            number(bare(count))
        }
        _ => None,
    });
    let numbers = 1..=count.unwrap_or(1);
    let days = numbers.map(|number| Day {
        name: format!("Day {number}"),
        id: format!("day_{number}"),
    });
    days.collect()
}

fn people(words: &[&str]) -> Option<u32> {
    words.windows(2).find_map(|pair| match pair {
        [count, what] => {
            let what = bare(what).to_ascii_lowercase();
            let counts = matches!(what.as_str(), "people" | "persons" | "person" | "guests");
            counts.then(|| number(bare(count))).flatten()
        }
        _ => None,
    })
}

fn minutes(words: &[&str]) -> Option<u32> {
    words.windows(2).find_map(|pair| match pair {
        [count, what] => {
            let is_time = bare(what).to_ascii_lowercase().starts_with("min");
            is_time.then(|| number(bare(count))).flatten()
        }
        _ => None,
    })
}

/// Words that a name ends before.
const ENDS_NAME: [&str; 20] = [
    "and", "for", "on", "in", "to", "are", "is", "do", "there", "at", "from", "we", "i", "that",
    "or", "then", "but", "tonight", "today", "tomorrow",
];

/// The name that stands at the beginning of `words`.
fn name(words: &[&str]) -> Option<String> {
    let mut named: Vec<&str> = Vec::new();
    for word in words {
        let plain = bare(word);
        let lower = plain.to_ascii_lowercase();
        if named.is_empty()
            && matches!(lower.as_str(), "the" | "some" | "any" | "of" | "our" | "my")
        {
            continue;
        }
        if plain.is_empty() || ENDS_NAME.contains(&lower.as_str()) {
            break;
        }
        named.push(plain);
        if ends(word) {
            break;
        }
    }
    (!named.is_empty()).then(|| named.join(" "))
}

fn after(words: &[&str], leads: &[&str]) -> Option<String> {
    let at = words.iter().position(|it| {
        let word = bare(it);
        leads.iter().any(|lead| word.eq_ignore_ascii_case(lead))
    })?;
    name(words.get(at + 1..)?)
}

/// What the person asks about: how many eggs, how much milk, is there rice.
fn find(words: &[&str]) -> Vec<String> {
    let pairs = words.windows(2).enumerate();
    let asked = pairs.filter_map(|(at, pair)| {
        let [first, second] = pair else { return None };
        let (first, second) = (
            bare(first).to_ascii_lowercase(),
            bare(second).to_ascii_lowercase(),
        );
        let is_asked = matches!(
            (first.as_str(), second.as_str()),
            ("how", "many" | "much") | ("is" | "are", "there") | ("we" | "i", "have")
        );
        let rest = words.get(at + 2..)?;
        // "How many eggs are there" has been read by then.
        is_asked.then(|| name(rest)).flatten()
    });
    asked.collect()
}

/// The amounts behind each verb: "I bought 6 eggs and 1 l of milk".
fn amounts(words: &[&str]) -> Vec<(&'static str, Vec<Amount>)> {
    const VERBS: [&str; 7] = ["bought", "got", "used", "ate", "put", "add", "use"];
    let mut found: Vec<(&'static str, Vec<Amount>)> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let verb = VERBS
            .into_iter()
            .find(|it| bare(word).eq_ignore_ascii_case(it));
        if let Some(verb) = verb {
            found.push((verb, Vec::new()));
            continue;
        }
        let Some((_, amounts)) = found.last_mut() else {
            continue;
        };
        let Some(count) = number(bare(word)).filter(|_| !ends(word)) else {
            continue;
        };
        let unit = words.get(at).and_then(|it| in_unit(count, bare(it)));
        let rest = words
            .get(at + usize::from(unit.is_some())..)
            .unwrap_or_default();
        let (amount, unit) = unit.unwrap_or((count, "piece"));
        if let Some(name) = name(rest).filter(|_| amount > 0) {
            amounts.push(Amount { name, amount, unit });
        }
    }
    found.retain(|(_, amounts)| !amounts.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(name: &str, amount: u32, unit: &'static str) -> Amount {
        Amount {
            name: name.to_owned(),
            amount,
            unit,
        }
    }

    #[test]
    fn dinners_are_read_with_their_days_people_ingredient_and_list() {
        let wish = wish(
            "Plan dinners from Friday to Sunday for four people, the first with chicken, and put what is missing on the shopping list.",
        );
        let days: Vec<&str> = wish.days.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(days, ["Friday", "Saturday", "Sunday"]);
        assert_eq!(wish.people, Some(4));
        assert_eq!(wish.with.as_deref(), Some("chicken"));
        assert!(wish.saves_missing && !wish.lists_shopping && !wish.recipes);
        assert!(wish.to_buy.is_empty() && wish.find.is_empty());
    }

    #[test]
    fn what_was_bought_and_used_is_read_with_amounts() {
        let wish = wish("I bought 6 eggs and 1 l of milk, and used 200 g of rice.");
        assert_eq!(
            wish.bought,
            [amount("eggs", 6, "piece"), amount("milk", 1_000, "ml")]
        );
        assert_eq!(wish.used, [amount("rice", 200, "g")]);
    }

    #[test]
    fn questions_about_recipes_stock_and_the_list_are_read() {
        let asked = wish("What can I cook in 20 minutes, and how many eggs are there?");
        assert!(asked.recipes);
        assert_eq!(
            (asked.max_minutes, asked.find),
            (Some(20), vec!["eggs".to_owned()])
        );
        assert!(wish("What is on the shopping list?").lists_shopping);
        assert!(wish("What is in the kitchen?").lists_kitchen);
        let put = wish("Put 500 g of flour on the shopping list.");
        assert_eq!(put.to_buy, [amount("flour", 500, "g")]);
        assert_eq!(wish("Write me a poem"), Wish::default());
    }
}

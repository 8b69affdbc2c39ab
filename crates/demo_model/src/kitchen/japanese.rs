//! What a request in Japanese asks for.

use super::words::{WEEKDAYS, in_unit, range, weekday};
use super::{Amount, Day, Wish};

pub(super) fn wish(request: &str) -> Wish {
    let text = plain(request);
    let has = |part: &str| text.contains(part);
    let any = |parts: &[&str]| parts.iter().any(|it| text.contains(it));
    let on_list = any(&["買い物リスト", "買物リスト"]);
    let wants_dinner = any(&["夕食", "夕飯", "晩ご飯", "晩ごはん", "献立"]);
    let puts = any(&["入れて", "追加", "加えて", "書いて", "載せて"]);
    let takes_off_list = on_list && any(&["外して", "消して"]);
    let mut wish = Wish {
        people: before(&text, "人"),
        max_minutes: before(&text.replace("人分", "人"), "分"),
        recipes: !wants_dinner && any(&["作れ", "レシピ"]),
        saves_missing: on_list && wants_dinner,
        lists_shopping: on_list && !puts && !takes_off_list,
        takes_off_list,
        lists_kitchen: any(&["冷蔵庫", "台所", "在庫"]) && any(&["何", "全部", "一覧"]),
        find: find(&text),
        days: if wants_dinner {
            days(&text)
        } else {
            Vec::new()
        },
        ..Wish::default()
    };
    if wants_dinner || wish.recipes {
        wish.with = with(&text);
    }
    for clause in text.split(['。', '、', '\n']) {
        let amounts = amounts(clause);
        if clause.contains('買') && !clause.contains("買い物") {
            wish.bought.extend(amounts);
        } else if clause.contains('使') && !wants_dinner {
            wish.used.extend(amounts);
        } else if on_list && puts && !wants_dinner && has("に") {
            wish.to_buy.extend(amounts);
        }
    }
    wish
}

/// With digits and letters of ordinary width.
fn plain(text: &str) -> String {
    let narrow = |it: char| match it {
        '０'..='９' | 'ａ'..='ｚ' | 'Ａ'..='Ｚ' => {
            char::from_u32(u32::from(it) - 0xFEE0).unwrap_or(it)
        }
        it => it,
    };
    text.chars().map(narrow).collect()
}

fn days(text: &str) -> Vec<Day> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (day, (_, name)) in WEEKDAYS.iter().enumerate() {
        found.extend(text.match_indices(name).map(|(at, _)| (at, day)));
    }
    found.sort_unstable();
    let mut days: Vec<usize> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for (at, day) in found {
        let between = last.and_then(|(end, _)| text.get(end..at));
        let is_range = between
            .is_some_and(|it| matches!(it.trim_start_matches('日'), "から" | "〜" | "～" | "-"));
        match last.filter(|_| is_range) {
            Some((_, first)) => days.extend(range(first, day).skip(1)),
            None => days.push(day),
        }
        last = Some((at + "月曜".len(), day));
    }
    if !days.is_empty() {
        let named = days.into_iter();
        return named
            .filter_map(|at| weekday(at, |(_, name)| format!("{name}日")))
            .collect();
    }
    let known = [("今日", "today"), ("今夜", "tonight"), ("明日", "tomorrow")];
    if let Some((name, id)) = known.into_iter().find(|(name, _)| text.contains(name)) {
        return vec![Day {
            name: name.to_owned(),
            id: id.to_owned(),
        }];
    }
    let count = before(text, "日").unwrap_or(1);
    let days = (1..=count).map(|number| Day {
        name: format!("{number}日目"),
        id: format!("day_{number}"),
    });
    days.collect()
}

/// The number that stands before `unit`.
fn before(text: &str, unit: &str) -> Option<u32> {
    text.match_indices(unit).find_map(|(at, _)| {
        let head = text.get(..at)?;
        let start = head.trim_end_matches(|it: char| it.is_ascii_digit()).len();
        head.get(start..)?.parse().ok()
    })
}

/// What a dinner is made with: 鶏肉を使って, 鶏肉で.
fn with(text: &str) -> Option<String> {
    let at = text.find("を使").or_else(|| text.find("を入れた"))?;
    named(text.get(..at)?)
}

/// The name at the end of `text`: what stands behind the last particle or mark.
fn named(text: &str) -> Option<String> {
    let marks = |it: char| {
        matches!(
            it,
            '、' | '。' | 'は' | 'に' | 'で' | 'が' | '，' | ' ' | '　' | '？' | '?'
        )
    };
    let name = text.rsplit(marks).next().unwrap_or_default();
    let name = name.trim_start_matches(['と', 'も']).trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn find(text: &str) -> Vec<String> {
    let asked = [
        "はいくつ",
        "は何個",
        "は何本",
        "はどれくらい",
        "はどのくらい",
        "はあります",
        "はある",
    ];
    let mut found: Vec<(usize, String)> = Vec::new();
    for ending in asked {
        for (at, _) in text.match_indices(ending) {
            let name = text.get(..at).and_then(named);
            found.extend(name.map(|name| (at, name)));
        }
    }
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// Amounts in a clause: 卵を6個と牛乳を1000ml.
fn amounts(clause: &str) -> Vec<Amount> {
    let mut amounts = Vec::new();
    let mut rest = clause;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let (head, tail) = (
            rest.get(..at).unwrap_or_default(),
            rest.get(at..).unwrap_or_default(),
        );
        let end = tail
            .find(|it: char| !it.is_ascii_digit() && it != ',')
            .unwrap_or(tail.len());
        let count: Option<u32> = tail
            .get(..end)
            .and_then(|it| it.replace(',', "").parse().ok());
        let tail = tail.get(end..).unwrap_or_default();
        let units = [
            "kg",
            "キロ",
            "ml",
            "ミリリットル",
            "リットル",
            "グラム",
            "g",
            "L",
            "l",
            "個",
            "本",
            "枚",
            "パック",
            "袋",
            "玉",
            "つ",
        ];
        let unit = units.into_iter().find(|unit| tail.starts_with(unit));
        let name = named(head.trim_end_matches('を').trim_end_matches('の'));
        rest = tail.get(unit.map_or(0, str::len)..).unwrap_or_default();
        let in_unit = unit
            .zip(count)
            .and_then(|(unit, count)| in_unit(count, unit));
        if let (Some(name), Some((amount, unit))) = (name, in_unit.filter(|it| it.0 > 0)) {
            amounts.push(Amount { name, amount, unit });
        }
    }
    amounts
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
            "金曜から日曜までの夕食を４人分考えて、１日は鶏肉を使って、足りないものを買い物リストに入れてください。",
        );
        let days: Vec<&str> = wish.days.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(days, ["金曜日", "土曜日", "日曜日"]);
        assert_eq!(wish.people, Some(4));
        assert_eq!(wish.with.as_deref(), Some("鶏肉"));
        assert_eq!(wish.max_minutes, None);
        assert!(wish.saves_missing && !wish.lists_shopping && !wish.recipes);
        assert!(wish.used.is_empty() && wish.to_buy.is_empty());
    }

    #[test]
    fn what_was_bought_and_used_is_read_with_amounts() {
        let wish = wish("卵を6個と牛乳を1000ml買いました。米を200g使いました。");
        assert_eq!(
            wish.bought,
            [amount("卵", 6, "piece"), amount("牛乳", 1_000, "ml")]
        );
        assert_eq!(wish.used, [amount("米", 200, "g")]);
    }

    #[test]
    fn questions_about_recipes_stock_and_the_list_are_read() {
        let asked = wish("20分で作れるものは何ですか？卵はいくつありますか？");
        assert!(asked.recipes);
        assert_eq!(
            (asked.max_minutes, asked.find),
            (Some(20), vec!["卵".to_owned()])
        );
        assert!(wish("買い物リストには何がありますか？").lists_shopping);
        assert!(wish("冷蔵庫に何がありますか？").lists_kitchen);
        let put = wish("小麦粉を500g買い物リストに入れてください。");
        assert_eq!(put.to_buy, [amount("小麦粉", 500, "g")]);
        assert_eq!(wish("詩を書いてください"), Wish::default());
    }
}

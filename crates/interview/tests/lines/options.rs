//! Options of lines: the one that the words name is the one that is recorded.

use super::*;

const STALL: &str = r#"{"id": "f", "title": "F", "language": "ja", "fields": [
    {"id": "items", "label": "品物", "required": true, "answer": {"type": "group", "fields": [
        {"id": "item", "label": "品名", "required": true},
        {"id": "allergen", "label": "アレルギー表示", "required": false,
         "answer": {"type": "choice", "other": true, "options": ["小麦", "卵", "乳", "えび", "なし"]}}]}},
    {"id": "rest", "label": "その他", "required": true}]}"#;

/// The lines after this message, where its call reports `value` of the list, and how many calls it took.
fn after(said: &'static str, value: &'static str) -> (Vec<String>, usize) {
    after_others("焼きそば、アレルギーは小麦。かき氷、なし", value, said)
}

fn after_others(
    first: &'static str,
    value: &'static str,
    said: &'static str,
) -> (Vec<String>, usize) {
    let (model, sent) = recorded(move |request| {
        let reported = match said_last(request).pop().as_deref() {
            Some(last) if last == first => {
                r#"[{"item": "焼きそば", "allergen": "小麦"}, {"item": "かき氷", "allergen": "なし"}]"#
            }
            Some(last) if last == said => value,
            _ => return respond(request),
        };
        let quote = said_last(request).pop().unwrap();
        let mut entry = heard("items", &quote);
        entry["value"] = json!(reported);
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(STALL, model);
    let japanese = Settle::Language(LanguageTag::new("ja").unwrap());
    block_on(interview.take(Command::Settle(japanese))).unwrap();
    say(&mut interview, &[first]);
    let before = sent.borrow().len();
    say(&mut interview, &[said]);
    let lines = sheet(&interview).lines;
    let lines = lines.iter().map(|line| {
        let values = line.values.iter().map(|it| it.value.0.to_string());
        values.collect::<Vec<_>>().join(" ")
    });
    (lines.collect(), sent.borrow().len() - before)
}

#[test]
fn an_option_is_refused_where_the_words_name_another_one() {
    let said = "ラムネも足して、アレルギーはなしで";
    for (value, line, calls) in [
        // Who insists may mean it: they are asked to check it.
        (r#"[{"item": "ラムネ", "allergen": "乳"}]"#, "ラムネ 乳", 2),
        (
            r#"[{"item": "ラムネ", "allergen": "なし"}]"#,
            "ラムネ なし",
            1,
        ),
    ] {
        let (lines, made) = after(said, value);
        assert_eq!((lines[2].as_str(), made), (line, calls), "{value}");
    }
    // Which option is meant by other words than its name only the model can tell.
    let (lines, made) = after(
        "甘エビせんべいも足して",
        r#"[{"item": "甘エビせんべい", "allergen": "えび"}]"#,
    );
    assert_eq!((lines[2].as_str(), made), ("甘エビせんべい えび", 1));
}

#[test]
fn an_option_that_is_a_part_of_a_name_or_another_lines_is_none_that_the_words_name_instead() {
    for (said, value, new) in [
        (
            "卵そうめんも足して",
            r#"[{"item": "卵そうめん", "allergen": "小麦"}]"#,
            &["卵そうめん 小麦"][..],
        ),
        (
            "玉せん、卵のやつと、ソフト、牛さんのやつ",
            r#"[{"item": "玉せん", "allergen": "卵"}, {"item": "ソフト", "allergen": "乳"}]"#,
            &["玉せん 卵", "ソフト 乳"][..],
        ),
    ] {
        let (lines, made) = after(said, value);
        assert_eq!((lines[2..].join("; "), made), (new.join("; "), 1), "{said}");
    }
}

#[test]
fn a_name_is_taken_of_which_other_lines_have_the_rest() {
    let (lines, made) = after(
        "kakigori is two kinds: the second is 宇治金時",
        r#"[{"item": "かき氷 宇治金時"}]"#,
    );
    assert_eq!((lines[2].as_str(), made), ("かき氷 宇治金時", 1));
    // A name of which nothing was said now is no new one.
    let (lines, made) = after("one more please", r#"[{"item": "かき氷 焼きそば"}]"#);
    assert_eq!((lines.len(), made), (2, 2), "{lines:?}");
}

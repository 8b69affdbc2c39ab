//! Texts with something filled in.

use kikitori_interview::{AgentKind, Losses, Used, UsedBounds};
use kikitori_parts::Language;
use kikitori_parts::format::grouped;

/// A failed call is made again in so many seconds.
pub fn retrying(language: Language, seconds: u64) -> String {
    match language {
        Language::En => format!("No answer yet. Trying again in {seconds} s …"),
        Language::Ja => format!("まだ応答がありません。{seconds} 秒後にもう一度試します…"),
    }
}

/// The same where there is little room.
pub fn fields_done_short(language: Language, done: usize, fields: usize) -> String {
    kikitori_first::done_of(language == Language::Ja, done, fields)
}

/// That an answer has opened more fields.
pub fn more_fields(language: Language, more: usize) -> String {
    match (language, more) {
        (Language::En, 1) => "1 more question.".to_owned(),
        (Language::En, more) => format!("{more} more questions."),
        (Language::Ja, more) => format!("質問が{more}件増えました。"),
    }
}

/// The same where there is little room.
pub fn more_fields_short(language: Language, more: usize) -> String {
    match language {
        Language::En => format!(", {more} more"),
        Language::Ja => format!("（{more}件増）"),
    }
}

/// What was accepted, as it is read out.
pub fn accepted(language: Language, label: &str, value: &str) -> String {
    match language {
        Language::En => format!("Noted, {label}: {}", ended(value, '.')),
        Language::Ja => format!("承りました。{label}：{}", ended(value, '。')),
    }
}

/// An answer that was changed, as it is read out.
pub fn corrected(language: Language, label: &str, value: &str) -> String {
    match language {
        Language::En => format!("Changed, {label}: {}", ended(value, '.')),
        Language::Ja => format!("変更しました。{label}：{}", ended(value, '。')),
    }
}

/// A field that has no answer, and why, as it is read out.
pub fn left_without(language: Language, label: &str, why: &str) -> String {
    match language {
        Language::En => format!("{label}: {why}."),
        Language::Ja => format!("{label}：{why}。"),
    }
}

/// What changes the answer to a field.
pub fn change(language: Language, label: &str) -> String {
    match language {
        Language::En => format!("Change {label}"),
        Language::Ja => format!("「{label}」を変更"),
    }
}

/// That a line of a list was said to be right, as it is read out: by what it begins with, or else its number.
pub fn line_is_right(language: Language, number: u32, name: Option<&str>) -> String {
    match (language, name) {
        (Language::En, Some(name)) => format!("{name} is marked as right."),
        (Language::En, None) => format!("Line {number} is marked as right."),
        (Language::Ja, Some(name)) => format!("「{name}」を正しいものとしました。"),
        (Language::Ja, None) => format!("{number}行目を正しいものとしました。"),
    }
}

/// `text` with the `stop` of a sentence, unless it ends as one already.
fn ended(text: &str, stop: char) -> String {
    let text = text.trim_end();
    match text.ends_with(['.', '!', '?', '…', '。', '！', '？']) {
        true => text.to_owned(),
        false => format!("{text}{stop}"),
    }
}

/// A duration of a step.
pub fn milliseconds(ms: u64) -> String {
    if ms < 1000 {
        format!("{ms} ms")
    } else {
        format!("{}.{} s", ms / 1000, ms % 1000 / 100)
    }
}

/// What an agent is called.
pub fn agent(language: Language, agent: AgentKind) -> &'static str {
    let (english, japanese) = match agent {
        AgentKind::Greeter => ("Greeter", "案内役"),
        AgentKind::Architect => ("Planner", "計画役"),
        AgentKind::Interviewer => ("Interviewer", "聞き手"),
        AgentKind::LineReader => ("List reader", "明細の読み取り役"),
        AgentKind::Reviewer => ("Reviewer", "確認役"),
    };
    language.pick(english, japanese)
}

/// What an agent does with the tool of this name; none of a tool that has no words.
pub fn deed(language: Language, tool: &str) -> Option<&'static str> {
    let (english, japanese) = match tool {
        "ask" => ("asks", "質問"),
        "read_lines" => ("reads lines of the list", "明細の読み取り"),
        "review" => ("checks the answer", "回答の確認"),
        "create_plan" => ("plans the interview", "順序の計画"),
        "set_language" => ("sets the language", "言語の設定"),
        "set_country" => ("sets the country", "国の設定"),
        "set_timezone" => ("sets the time zone", "時間帯の設定"),
        "subtask" => ("has the answer checked", "確認の依頼"),
        _ => return None,
    };
    Some(language.pick(english, japanese))
}

/// What stands between a name and its value, and between values, in the language of a BCP 47 tag.
pub fn line_marks(tag: &str) -> (&'static str, &'static str) {
    match tag.starts_with("ja") {
        true => ("：", "、"),
        false => (": ", ", "),
    }
}

/// Whose last run it is.
pub fn last_run(language: Language, whose: AgentKind) -> String {
    let agent = agent(language, whose);
    match language {
        Language::En => format!("Last run ({agent})"),
        Language::Ja => format!("直前の実行（{agent}）"),
    }
}

/// What was used of an interview's bounds, as far as there are any, and of those of its question.
pub fn used_of_bounds(
    language: Language,
    used: &UsedBounds,
    of_question: Option<Used<u32>>,
) -> String {
    let is_japanese = language == Language::Ja;
    let of = |english, japanese, used: String, limit: Option<String>| {
        let what = if is_japanese { japanese } else { english };
        // Both in one line.
        limit.map(|limit| format!("{what} {used}\u{a0}/\u{a0}{limit}"))
    };
    let count = |english, japanese, it: Used<u64>| {
        of(english, japanese, grouped(it.used), it.limit.map(grouped))
    };
    let few = |english, japanese, it: Used<u32>| {
        let limit = it.limit.map(|limit| limit.to_string());
        of(english, japanese, it.used.to_string(), limit)
    };
    let cost = used.cost.limit.map(|limit| limit.to_string());
    let said = [
        few("follow-up questions", "追加の質問", used.follow_ups),
        of_question.and_then(|it| few("on this question", "この項目では", it)),
        count("model calls", "モデルの呼び出し", used.calls),
        count("tokens", "トークン", used.tokens),
        count("tokens read", "読み取りトークン", used.prompt_tokens),
        count("tokens written", "書き出しトークン", used.completion_tokens),
        of("cost", "費用", used.cost.used.to_string(), cost),
    ];
    said.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// What of a session cannot be read, what is safe, and what to do.
pub fn lost(language: Language, losses: &Losses) -> String {
    let parts = [
        (losses.messages, "message", "messages", "メッセージ"),
        (losses.answers, "answer", "answers", "回答"),
        (
            losses.steps,
            "stored step",
            "stored steps",
            "保存された手順",
        ),
        (
            losses.others,
            "stored note",
            "stored notes",
            "保存された記録",
        ),
    ];
    let found = parts.into_iter().filter(|(count, ..)| *count > 0);
    match language {
        Language::En => {
            let found: Vec<String> = found
                .map(|(count, one, many, _)| match count {
                    1 => format!("1 {one}"),
                    _ => format!("{count} {many}"),
                })
                .collect();
            format!(
                "A part of this interview cannot be read: {}. A question or an answer may be missing, and may be asked for again. Everything else is here and safe, and so is what you write from now on. Save a copy if you want to keep it as it is.",
                found.join(", ")
            )
        }
        Language::Ja => {
            let found: Vec<String> = found
                .map(|(count, _, _, name)| format!("{name} {count} 件"))
                .collect();
            format!(
                "このインタビューの一部（{}）を読み込めません。質問や回答が欠けていて、もう一度お尋ねすることがあります。ほかの内容はそのまま残っていて、これから書く内容も保存されます。いまの状態を残したいときは、コピーを保存してください。",
                found.join("、")
            )
        }
    }
}

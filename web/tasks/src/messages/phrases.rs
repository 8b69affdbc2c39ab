//! Texts with something filled in.

use std::borrow::Borrow;

use kikitori_parts::Language;
use kikitori_tasks::{Phase, TaskCounts, TaskFailure, UnknownBecause};

use super::Messages;
use crate::view::{AskedKind, Chain, TaskState};

/// What a screen reader is told when a chain comes to another phase; `asked` is the task that the
/// first question is about.
pub fn turn(language: Language, chain: &Chain, asked: Option<&str>) -> String {
    let words = Messages::of(language);
    let tasks = chain.tasks.len();
    match (chain.phase, language) {
        (Phase::Planning, _) => words.planning.to_owned(),
        (Phase::Review, Language::En) => {
            format!(
                "The plan is there: {}. Look at it, then run it.",
                tasks_count(language, tasks)
            )
        }
        (Phase::Review, Language::Ja) => {
            format!(
                "計画ができました（{}）。確かめてから実行してください。",
                tasks_count(language, tasks)
            )
        }
        (Phase::Running, _) => words.running_now.to_owned(),
        (Phase::NeedsConfirmation, _) => {
            let question = chain.asked.first().map(|it| match &it.kind {
                AskedKind::Choice(choice) => choice.question.clone(),
                AskedKind::Approval => {
                    format!("{} {}", words.approval_question, asked.unwrap_or_default())
                }
                AskedKind::OutcomeUnknown(_) => {
                    format!("{} {}", words.unknown_question, asked.unwrap_or_default())
                }
            });
            question.unwrap_or_default()
        }
        (Phase::Paused, _) => words.paused.to_owned(),
        (Phase::Answering, _) => words.writing.to_owned(),
        (Phase::Done, _) => words.answered.to_owned(),
        (Phase::Cancelled, _) => words.cancelled.to_owned(),
        (Phase::Failed | Phase::CallFailed, _) => words.no_plan.to_owned(),
    }
}

/// How far a chain is: what failed and what was not carried out is told apart from what is done.
pub fn how_far(language: Language, counts: TaskCounts, of: usize) -> String {
    let TaskCounts {
        done,
        failed,
        left_out,
        not_done,
    } = counts;
    let mut said = vec![match language {
        Language::En => format!("{done} of {} done", tasks_count(language, of)),
        Language::Ja => format!("{of} 件中 {done} 件完了"),
    }];
    if failed > 0 {
        said.push(match language {
            Language::En => format!("{failed} failed"),
            Language::Ja => format!("{failed} 件失敗"),
        });
    }
    if left_out > 0 {
        said.push(match language {
            Language::En => format!("{left_out} left out"),
            Language::Ja => format!("{left_out} 件除外"),
        });
    }
    if not_done > 0 {
        said.push(match language {
            Language::En => format!("{not_done} not done"),
            Language::Ja => format!("{not_done} 件未実行"),
        });
    }
    listed(language, &said)
}

/// Several things, one after the other.
pub fn listed<T: Borrow<str>>(language: Language, things: &[T]) -> String {
    things.join(language.pick(", ", "、"))
}

/// How far a chain is, before what else is told.
pub fn with_how_far(language: Language, how_far: &str, said: &str) -> String {
    match language {
        Language::En => format!("{how_far}. {said}"),
        Language::Ja => format!("{how_far}。{said}"),
    }
}

/// How many tasks there are.
pub fn tasks_count(language: Language, tasks: usize) -> String {
    match language {
        Language::En if tasks == 1 => "1 task".to_owned(),
        Language::En => format!("{tasks} tasks"),
        Language::Ja => format!("タスク {tasks} 件"),
    }
}

/// How many of something there are, in a list.
pub fn counted(language: Language, count: usize) -> String {
    match language {
        Language::En => count.to_string(),
        Language::Ja => format!("{count} 件"),
    }
}

/// What was taken away.
pub fn removed(language: Language, name: &str) -> String {
    match language {
        Language::En => format!("“{name}” was removed."),
        Language::Ja => format!("「{name}」を削除しました。"),
    }
}

/// How many people a recipe is for, and how long it takes.
pub fn recipe(language: Language, serves: u32, minutes: u32) -> String {
    match language {
        Language::En => format!("serves {serves} · {minutes} minutes"),
        Language::Ja => format!("{serves} 人分・{minutes} 分"),
    }
}

/// The button that lets the plan run.
pub fn run(language: Language, tasks: usize, of: usize) -> String {
    match language {
        _ if tasks == of => Messages::of(language).run.to_owned(),
        Language::En => format!("Run {tasks} of {of} tasks"),
        Language::Ja => format!("{of} 件中 {tasks} 件を実行"),
    }
}

/// How many tasks of a plan do not run.
pub fn left_out(language: Language, tasks: usize) -> String {
    match language {
        Language::En if tasks == 1 => "1 task is left out.".to_owned(),
        Language::En => format!("{tasks} tasks are left out."),
        Language::Ja => format!("タスク {tasks} 件を外します。"),
    }
}

/// What a task waits for, by the numbers of the tasks.
pub fn after(language: Language, tasks: &[usize]) -> Option<String> {
    let numbers: Vec<String> = tasks.iter().map(ToString::to_string).collect();
    let (last, before) = numbers.split_last()?;
    Some(match (language, before) {
        (Language::En, []) => format!("after task {last}"),
        (Language::En, before) => format!("after tasks {} and {last}", before.join(", ")),
        (Language::Ja, _) => format!("タスク {} の後", numbers.join("・")),
    })
}

/// Why a task is left out that nobody has left out.
pub fn needs(language: Language, task: usize) -> String {
    match language {
        Language::En => format!("Left out too: it needs task {task}."),
        Language::Ja => format!("タスク {task} が必要なため、これも外れます。"),
    }
}

/// Why a task was not begun.
pub fn skipped(language: Language, task: usize) -> String {
    match language {
        Language::En => format!("Not begun, because task {task} came to nothing."),
        Language::Ja => format!("タスク {task} ができなかったため、行っていません。"),
    }
}

/// How often a task was tried, where that is more than once.
pub fn tries(language: Language, tries: u32) -> Option<String> {
    (tries > 1).then(|| match language {
        Language::En => format!("{tries} tries"),
        Language::Ja => format!("{tries} 回目"),
    })
}

/// A time.
pub fn seconds(language: Language, milliseconds: u64) -> String {
    let unit = language.pick("s", "秒");
    match milliseconds {
        0..100 => format!("{} ms", milliseconds),
        _ => {
            let tenths = milliseconds / 100;
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
    }
}

/// Where a task is, in a word.
pub fn state(words: &'static Messages, state: &TaskState) -> &'static str {
    match state {
        TaskState::Waiting => words.waiting,
        TaskState::Asking => words.asking,
        TaskState::Running => words.running,
        TaskState::Done(_) => words.done,
        TaskState::Failed(_) => words.failed,
        TaskState::Skipped(_) => words.skipped,
        TaskState::LeftOut => words.left_out,
        TaskState::Cancelled => words.not_done,
    }
}

/// Why a task failed.
pub fn failure(language: Language, failure: &TaskFailure) -> String {
    let words = Messages::of(language);
    match failure {
        // Services speak the language of the page.
        TaskFailure::Service { error, .. } => error.message.clone(),
        TaskFailure::Reference { detail } | TaskFailure::Parameters { detail } => {
            format!("{} {detail}", words.failed_parameters)
        }
        TaskFailure::NoSuchMethod { .. } => words.failed_method.to_owned(),
        TaskFailure::ResultTooLarge => words.failed_result.to_owned(),
        TaskFailure::InvalidQuestion { .. } => words.failed_question.to_owned(),
        TaskFailure::OutcomeUnknown => words.failed_unknown.to_owned(),
    }
}

/// What is wrong with amounts that were typed: of the row of this number and name, if of one of several.
pub fn bad_amount(language: Language, row: Option<&(usize, String)>) -> String {
    let words = Messages::of(language).bad_amount;
    let Some((number, name)) = row else {
        return words.to_owned();
    };
    let name = match (name.trim(), language) {
        ("", _) => String::new(),
        (name, Language::En) => format!(" (“{name}”)"),
        (name, Language::Ja) => format!("（「{name}」）"),
    };
    match language {
        Language::En => format!("Row {number}{name}: {words}"),
        Language::Ja => format!("{number} 行目{name}：{words}"),
    }
}

/// Why nobody knows whether a task was done.
pub fn unknown(words: &'static Messages, because: UnknownBecause) -> &'static str {
    match because {
        UnknownBecause::TimedOut => words.unknown_timed_out,
        UnknownBecause::Lost => words.unknown_lost,
        UnknownBecause::Interrupted => words.unknown_interrupted,
    }
}

//! The labels of the text form, as models write them.

/// What a labelled part of a reply is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Thought,
    Action,
    ActionInput,
    Observation,
    FinalAnswer,
    /// A question that the model asks itself after its answer.
    Question,
}

/// Names of labels, in lower case, with `_` and `-` as spaces. Those that are `weak` are common
/// words too: they count only where the form calls for them ([`super::sections`]).
struct Names {
    label: Label,
    sure: &'static [&'static str],
    weak: &'static [&'static str],
}

const NAMES: [Names; 6] = [
    Names {
        label: Label::FinalAnswer,
        sure: &[
            "final answer",
            "final response",
            "最終回答",
            "最終的な回答",
            "最終的な答え",
            "最終答え",
            "最終解答",
            "最终答案",
            "最终回答",
            "respuesta final",
            "réponse finale",
            "endgültige antwort",
            "finale antwort",
            "최종 답변",
        ],
        weak: &[
            "answer",
            "回答",
            "答え",
            "答案",
            "respuesta",
            "réponse",
            "antwort",
            "답변",
        ],
    },
    Names {
        label: Label::Thought,
        sure: &[
            "thought",
            "thoughts",
            "思考",
            "考え",
            "考察",
            "思い",
            "想法",
            "pensamiento",
            "pensée",
            "gedanke",
            "gedanken",
            "생각",
        ],
        weak: &["thinking", "reasoning", "推論"],
    },
    Names {
        label: Label::ActionInput,
        sure: &[
            "action input",
            "actioninput",
            "tool input",
            "行動入力",
            "行動の入力",
            "行動への入力",
            "アクション入力",
            "アクションの入力",
            "アクションインプット",
            "ツール入力",
            "ツールの入力",
            "动作输入",
            "行动输入",
            "entrada de acción",
            "entrada de la acción",
            "entrée de l'action",
            "aktionseingabe",
            "행동 입력",
        ],
        weak: &[
            "input",
            "arguments",
            "args",
            "parameters",
            "入力",
            "引数",
            "输入",
            "entrada",
            "entrée",
            "eingabe",
            "입력",
        ],
    },
    Names {
        label: Label::Action,
        sure: &[
            "action",
            "行動",
            "アクション",
            "动作",
            "行动",
            "acción",
            "aktion",
            "행동",
        ],
        weak: &["tool", "ツール", "工具", "outil", "herramienta", "werkzeug"],
    },
    Names {
        label: Label::Observation,
        sure: &[
            "observation",
            "observations",
            "観察",
            "観測",
            "観察結果",
            "观察",
            "observación",
            "beobachtung",
            "관찰",
        ],
        weak: &[
            "result",
            "tool result",
            "tool output",
            "結果",
            "结果",
            "resultado",
            "résultat",
        ],
    },
    Names {
        label: Label::Question,
        sure: &[],
        weak: &["question", "質問", "问题", "pregunta", "frage", "질문"],
    },
];

/// What stands around a label in Markdown and in brackets.
const AROUND: [char; 10] = ['*', '_', '#', '>', '`', ' ', '\t', '\u{3000}', '【', '】'];

/// A line that begins a part of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Labelled<'a> {
    pub label: Label,
    pub is_weak: bool,
    /// What follows on the line.
    pub rest: &'a str,
}

/// The label that `line` begins with: in any case, as Markdown (`**Action:**`, `## Thought`, `- `),
/// numbered (`Thought 2:`), with an ASCII or a full-width colon. A label without a colon has its
/// line to itself and Markdown around it.
pub(super) fn read(line: &str) -> Option<Labelled<'_>> {
    let bare = line.trim_start_matches(|it: char| AROUND.contains(&it) || it == '-' || it == '+');
    let (name, rest) = match bare.split_once([':', '：']) {
        Some((name, rest)) => (name, rest),
        None if is_heading(line) => (bare, ""),
        None => return None,
    };
    // Longer than any label: a line of text with a colon somewhere.
    if name.chars().count() > 40 {
        return None;
    }
    let name: String = name.replace(['_', '-'], " ").trim().to_lowercase();
    let name = name.trim_matches(|it: char| AROUND.contains(&it));
    let name = name.trim_end_matches(|it: char| it.is_numeric() || it == ' ' || it == '#');
    let (label, is_weak) = NAMES.iter().find_map(|names| {
        let is_weak = match name {
            name if names.sure.contains(&name) => false,
            name if names.weak.contains(&name) => true,
            _ => return None,
        };
        Some((names.label, is_weak))
    })?;
    // The end of Markdown's bold, where the colon stands within.
    let rest = rest.trim();
    let rest = rest.strip_prefix("**").unwrap_or(rest).trim_start();
    let rest = rest.strip_prefix("__").unwrap_or(rest).trim_start();
    Some(Labelled {
        label,
        is_weak,
        rest,
    })
}

/// Whether `line` is set apart by Markdown as a whole.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let is_bold = line.len() > 4 && line.starts_with("**") && line.ends_with("**");
    is_bold || line.starts_with('#') || (line.starts_with('【') && line.ends_with('】'))
}

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use kikitori_llm::ToolDefinition;
use serde_json::json;

use super::*;

fn tools() -> Vec<ToolDefinition> {
    let text = |name: &str| {
        let properties = json!({name: {"type": "string"}});
        json!({"type": "object", "properties": properties, "required": [name]})
    };
    let two = json!({"type": "object", "properties": {
        "from": {"type": "string"},
        "to": {"type": "string"},
    }});
    let optional = json!({"type": "object", "properties": {
        "rows": {"type": "integer"},
        "note": {"type": ["string", "null"]},
    }});
    vec![
        ToolDefinition::function("calculator", "", text("expression")),
        ToolDefinition::function("search", "", text("query")),
        ToolDefinition::function("route", "", two),
        ToolDefinition::function("sample", "", optional),
    ]
}

/// The plan in short: `thought | tool arguments; … | answer`.
fn short(reply: &str) -> String {
    let plan = parse_text_form(reply, &tools());
    let actions = plan.actions.iter();
    let actions: Vec<String> = actions
        .map(|it| format!("{} {}", it.tool, it.arguments))
        .collect();
    let answer = plan.final_answer.as_deref().unwrap_or("-");
    format!("{} | {} | {answer}", plan.thought, actions.join("; "))
}

fn check(cases: &[(&str, &str)]) {
    for (reply, expected) in cases {
        assert_eq!(short(reply), *expected, "{reply}");
    }
}

const SUM: &str = r#"calculator {"expression":"2+2"}"#;

#[test]
fn the_form_as_it_was_asked_for() {
    check(&[
        (
            "Thought: I add.\nAction: calculator\nAction Input: {\"expression\": \"2+2\"}",
            &format!("I add. | {SUM} | -"),
        ),
        (
            "Thought: I know it now.\nFinal Answer: It is 4.\n\nThat is all.",
            "I know it now. |  | It is 4.\n\nThat is all.",
        ),
    ]);
}

#[test]
fn rule_1_what_stands_in_think_is_a_thought() {
    check(&[
        ("<think>Easy.</think>Final Answer: 4", "Easy. |  | 4"),
        ("Easy.</think>\nIt is 4.", "Easy. |  | It is 4."),
        (
            "<think>Action: search</think>Thought: I add.\nAction: calculator\nAction Input: 2+2",
            &format!("I add. | {SUM} | -"),
        ),
        ("<think>It never ends", "It never ends |  | -"),
    ]);
}

#[test]
fn rule_2_labels_in_any_case_language_and_markdown() {
    for reply in [
        "thought: t\naction: calculator\naction input: 2+2",
        "THOUGHT: t\nACTION: calculator\nACTION INPUT: 2+2",
        "**Thought:** t\n**Action:** calculator\n**Action Input:** 2+2",
        "**Thought**: t\n**Action**: calculator\n**Action Input**: 2+2",
        "### Thought\nt\n### Action\ncalculator\n### Action Input\n2+2",
        "- Thought: t\n- Action: calculator\n- Action Input: 2+2",
        "Thought 1: t\nAction 1: calculator\nAction Input 1: 2+2",
        "Thought: t\nAction: calculator\nAction_Input: 2+2",
        "Thought: t\nTool: calculator\nInput: 2+2",
        "思考：t\n行動：calculator\n行動の入力：2+2",
        "思考: t\nアクション: calculator\nアクション入力: 2+2",
        "【思考】\nt\n【行動】\ncalculator\n【行動入力】\n2+2",
        "想法：t\n行动：calculator\n行动输入：2+2",
        "Pensamiento: t\nAcción: calculator\nEntrada de acción: 2+2",
        "Gedanke: t\nAktion: calculator\nAktionseingabe: 2+2",
        "생각: t\n행동: calculator\n행동 입력: 2+2",
    ] {
        assert_eq!(short(reply), format!("t | {SUM} | -"), "{reply}");
    }
    for reply in [
        "Thought: t\nfinal answer: 4",
        "Thought: t\n**Final Answer:** 4",
        "Thought: t\n## Final Answer\n4",
        "思考：t\n最終回答：4",
        "思考: t\n最終的な答え: 4",
        "Thought: t\nAnswer: 4",
        "考え：t\n答え：4",
        "想法：t\n最终答案：4",
        "Pensée : t\nRéponse finale : 4",
    ] {
        assert_eq!(short(reply), "t |  | 4", "{reply}");
    }
    // Common words that are text where the form does not call for them.
    check(&[
        (
            "The sum was taken.\nResult: 4\nInput: two numbers",
            " |  | The sum was taken.\nResult: 4\nInput: two numbers",
        ),
        (
            "Final Answer: It is 4.\n**Action:** none is needed.",
            " |  | It is 4.\n**Action:** none is needed.",
        ),
    ]);
}

#[test]
fn rule_3_what_stands_before_the_first_label_is_a_thought() {
    check(&[
        (
            "I add them.\nAction: calculator\nAction Input: 2+2",
            &format!("I add them. | {SUM} | -"),
        ),
        ("I know.\n\nFinal Answer: 4", "I know. |  | 4"),
    ]);
}

#[test]
fn rule_4_what_tools_are_said_to_have_answered_is_invented() {
    check(&[
        (
            "Thought: t\nAction: calculator\nAction Input: 2+2\nObservation: 5\nThought: done\nFinal Answer: 5",
            &format!("t | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input: 2+2\nResult: 5\nFinal Answer: 5",
            &format!(" | {SUM} | -"),
        ),
        (
            "行動: calculator\n行動入力: 2+2\n観察: 5\n最終回答: 5",
            &format!(" | {SUM} | -"),
        ),
        ("Final Answer: 4\nObservation: well done", " |  | 4"),
    ]);
}

#[test]
fn rule_5_several_actions_are_several_calls() {
    check(&[
        (
            "Action: calculator\nAction Input: 2+2\nAction: search\nAction Input: cats",
            &format!(" | {SUM}; search {{\"query\":\"cats\"}} | -"),
        ),
        (
            "Thought: a\nAction 1: calculator\nAction Input 1: 2+2\nThought: b\nAction 2: search\nAction Input 2: cats",
            &format!("a\nb | {SUM}; search {{\"query\":\"cats\"}} | -"),
        ),
    ]);
}

#[test]
fn rule_6_of_an_answer_and_an_action_the_first_counts() {
    check(&[
        (
            "Action: calculator\nAction Input: 2+2\nFinal Answer: 5",
            &format!(" | {SUM} | -"),
        ),
        (
            "Final Answer: 4\nAction: calculator\nAction Input: 2+2",
            " |  | 4\nAction: calculator\nAction Input: 2+2",
        ),
    ]);
}

#[test]
fn rule_7_actions_without_an_input_with_it_in_brackets_and_that_are_none() {
    check(&[
        ("Action: calculator", " | calculator {} | -"),
        ("Action: calculator(2+2)", &format!(" | {SUM} | -")),
        ("Action: calculator[2+2]", &format!(" | {SUM} | -")),
        ("Action: `calculator(\"2+2\")`", &format!(" | {SUM} | -")),
        (
            "Action: calculator(expression=\"2+2\")",
            &format!(" | {SUM} | -"),
        ),
        ("Action: calculator\n2+2", &format!(" | {SUM} | -")),
        ("Thought: t\nAction: None\nFinal Answer: 4", "t |  | 4"),
        ("思考: t\n行動: なし\n最終回答: 4", "t |  | 4"),
        (
            "Action: Final Answer\nAction Input: It is 4.",
            " |  | It is 4.",
        ),
        ("Action: finish[It is 4.]", " |  | It is 4."),
        (
            "Action: Final Answer\nAction Input: {\"answer\": \"It is 4.\"}",
            " |  | It is 4.",
        ),
    ]);
}

#[test]
fn rule_8_names_of_tools() {
    check(&[
        (
            "Action: Calculator\nAction Input: 2+2",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: \"calculator\"\nAction Input: 2+2",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: [calculator]\nAction Input: 2+2",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: use the calculator tool.\nAction Input: 2+2",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator を使う\nAction Input: 2+2",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: weather\nAction Input: {\"city\": \"Nara\"}",
            " | weather {\"city\":\"Nara\"} | -",
        ),
        (
            "Action: weather\nAction Input: Nara",
            " | weather \"Nara\" | -",
        ),
    ]);
}

#[test]
fn rule_9_inputs() {
    check(&[
        (
            "Action: calculator\nAction Input: ```json\n{\"expression\": \"2+2\"}\n```",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input:\n```\n2+2\n```",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input: \"2+2\"",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input: `2+2`",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input: {\"expression\": \"2+2\"} and nothing else",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: calculator\nAction Input: {\n  \"expression\":\n    \"2+2\"\n}",
            &format!(" | {SUM} | -"),
        ),
        (
            "Action: search\nAction Input: 「猫」",
            " | search {\"query\":\"猫\"} | -",
        ),
        (
            "Action: search\nAction Input: \"cats\" and \"dogs\"",
            " | search {\"query\":\"\\\"cats\\\" and \\\"dogs\\\"\"} | -",
        ),
        (
            "Action: search\nAction Input: 42",
            " | search {\"query\":\"42\"} | -",
        ),
        (
            "Action: sample\nAction Input: 42",
            " | sample {\"rows\":42} | -",
        ),
        ("Action: route\nAction Input: Nara", " | route \"Nara\" | -"),
        (
            "Action: search\nAction Input: {broken",
            " | search {\"query\":\"{broken\"} | -",
        ),
    ]);
}

#[test]
fn rule_10_json_instead_of_labels() {
    check(&[
        (
            "{\"thought\": \"t\", \"action\": \"calculator\", \"action_input\": \"2+2\"}",
            &format!("t | {SUM} | -"),
        ),
        (
            "```json\n{\"name\": \"calculator\", \"arguments\": {\"expression\": \"2+2\"}}\n```",
            &format!(" | {SUM} | -"),
        ),
        (
            "[{\"tool\": \"calculator\", \"input\": \"2+2\"}, {\"tool\": \"search\", \"input\": \"cats\"}]",
            &format!(" | {SUM}; search {{\"query\":\"cats\"}} | -"),
        ),
        (
            "I add.\n<tool_call>\n{\"name\": \"calculator\", \"arguments\": {\"expression\": \"2+2\"}}\n</tool_call>",
            &format!("I add. | {SUM} | -"),
        ),
        ("{\"thought\": \"t\", \"final_answer\": \"4\"}", "t |  | 4"),
        (
            "{\"action\": \"Final Answer\", \"action_input\": \"4\"}",
            " |  | 4",
        ),
        (
            "{\"final_answer\": \"5\", \"action\": \"calculator\", \"input\": \"2+2\"}",
            " |  | 5",
        ),
        // Somebody's JSON is an answer like any other.
        ("{\"name\": \"Hanako\"}", " |  | {\"name\": \"Hanako\"}"),
        ("[1, 2]", " |  | [1, 2]"),
    ]);
}

#[test]
fn rule_11_a_reply_without_labels_is_the_answer() {
    check(&[
        ("It is 4.", " |  | It is 4."),
        ("4です。", " |  | 4です。"),
        ("```\nlet x = 4;\n```", " |  | let x = 4;"),
        ("", " |  | -"),
    ]);
}

#[test]
fn rule_12_a_thought_alone_is_neither() {
    check(&[
        ("Thought: I should add.", "I should add. |  | -"),
        ("思考：足します。", "足します。 |  | -"),
        ("Thought: t\nAction: none", "t |  | -"),
        ("Final Answer:", " |  | -"),
    ]);
}

#[test]
fn a_fence_around_the_whole_reply_is_no_part_of_it() {
    check(&[
        (
            "```\nThought: t\nAction: calculator\nAction Input: 2+2\n```",
            &format!("t | {SUM} | -"),
        ),
        ("```\nThought: t\nFinal Answer: 4\n```", "t |  | 4"),
    ]);
}

#[test]
fn no_text_makes_it_panic_or_run_away() {
    let pieces = [
        "Thought:",
        "Action",
        "：",
        ":",
        "Final Answer",
        "\n",
        "```",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "calculator",
        "<think>",
        "</think>",
        "<tool_call>",
        "</tool_call>",
        "猫",
        "**",
        "#",
        "Observation:",
        " ",
        "{\"action\":",
        "null",
        "\\",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..5_000 {
        let count = random.usize(0..12);
        let reply: String = (0..count)
            .map(|_| pieces[random.usize(0..pieces.len())])
            .collect();
        let plan = parse_text_form(&reply, &tools());
        assert!(
            plan.actions.is_empty() || plan.final_answer.is_none(),
            "{reply}"
        );
        for action in plan.actions {
            assert!(serde_json::from_str::<serde_json::Value>(&action.arguments).is_ok());
        }
    }
    let many = "Action: calculator\n".repeat(10_000);
    assert_eq!(parse_text_form(&many, &tools()).actions.len(), MAX_ACTIONS);
}

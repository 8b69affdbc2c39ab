//! What holds whatever a LineReader replies.

use proptest::prelude::*;

use super::*;

/// Arguments of `read_lines`, sound or not.
fn replies() -> impl Strategy<Value = Value> {
    let quote = prop_oneof![
        Just("2"),
        Just("cs"),
        Just("10234"),
        Just("99"),
        Just(""),
        Just("sugar")
    ];
    let field = prop_oneof![
        Just("item_number"),
        Just("quantity"),
        Just("unit"),
        Just("remark"),
        Just("invented")
    ];
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!("2")),
        Just(json!("CS")),
        Just(json!("777"))
    ];
    let one = (field, quote, value)
        .prop_map(|(field, quote, value)| json!({"field": field, "quote": quote, "value": value}));
    let kind = prop_oneof![
        Just("line"),
        Just("heading"),
        Just("total"),
        Just("remark"),
        Just("unclear"),
        Just("no")
    ];
    let line = (0_u32..12, kind, proptest::collection::vec(one, 0..4));
    let line = line.prop_map(|(line, kind, values)| {
        json!({"line": line, "kind": kind, "values": values, "confidence": "high"})
    });
    prop_oneof![
        8 => proptest::collection::vec(line, 0..14).prop_map(|lines| json!({ "lines": lines })),
        1 => Just(json!({"lines": "all"})),
        1 => Just(json!(null)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_a_reader_replies_no_line_is_lost_or_invented(
        first in replies(),
        second in replies(),
    ) {
        let list = "hello there\n2 cs 10234\nsugar, the usual\n10235 x 4\n1 cs 10236\nbye";
        let turn = Cell::new(0);
        let interview = pasted(
            list,
            move |_| {
                turn.set(turn.get() + 1);
                let reply = match turn.get() % 2 {
                    1 => first.clone(),
                    _ => second.clone(),
                };
                calls("read_lines", reply)
            },
            |_| None,
        );
        assert_accounted_for(&interview, list);
        for line in &sheet(&interview).lines {
            for it in &line.values {
                // Letters of either case are the same word to code.
                let words = words(&interview, &line.source.unwrap()).to_lowercase();
                let value = it.value.0.to_string().to_lowercase();
                let is_told = match it.field.as_str() {
                    "quantity" => words.contains(&value) || line.confidence == Confidence::Low,
                    "unit" => true,
                    _ => words.contains(&value),
                };
                prop_assert!(is_told, "{}={value} in {words:?}", it.field);
            }
        }
        let state = interview.orchestrator().state();
        let is_done = state.outcome_of(&items()) == Some(FieldOutcome::Answered);
        prop_assert!(!is_done || sheet(&interview).todo().count() == 0);
        prop_assert!(state.spent_by_agent.get(&AgentKind::LineReader).is_none_or(|it| it.calls <= 10));
    }
}

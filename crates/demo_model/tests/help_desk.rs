//! The questions that the help desk proposes, about the manual that it ships: what this model makes
//! of them answers them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_graph::{Outcome, Ports as GraphPorts};
use kikitori_helpdesk::{
    DefaultPrompts, DocumentSearch, HelpDeskAgent, HelpDeskResources, Settings,
};
use kikitori_ports::Clock;
use kikitori_search::{DocumentId, DocumentSet, Index, Segment};

const SET: &str = include_str!("../../../web/desk/documents.json");
const MANUALS: [(&str, &str); 2] = [
    ("en", include_str!("../../../web/manuals/kikitori.en.md")),
    ("ja", include_str!("../../../web/manuals/kikitori.ja.md")),
];

struct Ticking(Cell<u64>);
impl Clock for Ticking {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

/// Each statement of the answer to `question` from the manual in `language`.
fn answer(language: &str, question: &str) -> Vec<String> {
    let (_, manual) = MANUALS.iter().find(|(it, _)| *it == language).unwrap();
    let mut index = Index::new();
    index.add(Segment::of_markdown(DocumentId("manual".into()), manual));
    let settings = Settings::default();
    let search = DocumentSearch::new(Rc::new(index), settings.passages);
    let resources = HelpDeskResources::new(
        Rc::new(kikitori_demo_model::model()),
        search.only_tool().unwrap(),
        Rc::new(DefaultPrompts),
        settings,
        Rc::new(Ticking(Cell::new(0))),
    );
    let ports = GraphPorts::new(resources.searching(search.index()));
    let agent = HelpDeskAgent::new().unwrap();
    match block_on(agent.run_agent("run", question, &ports)).unwrap() {
        Outcome::Done { state } => {
            let statements = state.into_result().unwrap().answer.statements;
            statements.into_iter().map(|it| it.text).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_proposed_question_is_answered_part_by_part() {
    let expected: [(&str, &[&str]); 6] = [
        (
            "How do I download the result, and what is stored?",
            &[
                "downloaded as a JSON file",
                "stays in this browser's own storage",
            ],
        ),
        (
            "Can I use it without a mouse?",
            &["with the keyboard, without a mouse"],
        ),
        (
            "How do I correct a mistake?",
            &["If you notice a mistake, say so"],
        ),
        (
            "結果をダウンロードするには？何が保存されますか？",
            &[
                "JSON ファイルとしてダウンロード",
                "ブラウザー自身の保存場所",
            ],
        ),
        (
            "マウスなしで操作できますか？",
            &["マウスなしで、キーボードだけで"],
        ),
        ("間違いを直すには？", &["間違いに気づいたら"]),
    ];
    let set = DocumentSet::parse(SET).unwrap();
    let proposed = MANUALS.iter().flat_map(|(language, _)| {
        let questions = set.questions_in(language).into_iter();
        questions.map(move |question| (*language, question.text.clone()))
    });
    let proposed: Vec<(&str, String)> = proposed.collect();
    assert_eq!(proposed.len(), expected.len(), "{proposed:?}");
    for ((language, question), (expected_question, parts)) in proposed.into_iter().zip(expected) {
        assert_eq!(question, expected_question);
        let said = answer(language, &question);
        assert_eq!(said.len(), parts.len(), "{question}: {said:?}");
        for (statement, part) in said.iter().zip(parts) {
            assert!(statement.contains(part), "{question}: {statement}");
        }
    }
}

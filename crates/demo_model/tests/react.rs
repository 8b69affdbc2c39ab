//! The ReAct agent with this model and the real tools: sums are reckoned, the rest is looked up.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::AsyncToolRegistry;
use kikitori_ports::{Clock, Ids, NoTimer};
use kikitori_react::{Agent, AgentPorts, AgentTools, Command, Settings, StoppedReason};
use kikitori_store::MemoryStore;
use kikitori_tools::calculator::calculator_tool;
use kikitori_tools::search::{TOP_K, search_tool};
use manual::documents;

#[derive(Default)]
struct Counts(Cell<u64>);

impl Clock for Counts {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

impl Ids for Counts {
    fn new_id(&self) -> String {
        self.now_ms().to_string()
    }
}

mod manual {
    use kikitori_search::{DocumentId, Segment};
    use kikitori_tools::search::Documents;

    const MANUAL: &str = "# Manual\n\n## Result\n\nThe result is downloaded as a JSON file.\n\n\
        ## 結果\n\n結果は JSON ファイルでダウンロードします。\n";

    pub fn documents() -> Documents {
        let documents = Documents::default();
        let segment = Segment::of_markdown(DocumentId("manual.md".to_owned()), MANUAL);
        documents.add("Manual", segment);
        documents
    }
}

fn tools(calculator: bool, search: bool) -> AgentTools {
    let mut registry = AsyncToolRegistry::new();
    if calculator {
        registry.register(calculator_tool().unwrap()).unwrap();
    }
    if search {
        let tool = search_tool(documents(), TOP_K).unwrap();
        registry.register(tool).unwrap();
    }
    AgentTools::new(registry, (), Rc::new(NoTimer))
}

/// What the agent answers to each of `questions` in one conversation, and the calls it makes.
fn talk(tools: AgentTools, questions: &[&str]) -> (Vec<String>, Vec<String>) {
    let ports = AgentPorts {
        model: Rc::new(kikitori_demo_model::model()),
        tools,
        store: Rc::new(MemoryStore::new()),
        clock: Rc::new(Counts::default()),
        ids: Rc::new(Counts::default()),
        events: Rc::new(|_| {}),
    };
    block_on(async {
        let mut agent = Agent::begin("talk", ports, Settings::default())
            .await
            .unwrap();
        for question in questions {
            let query = (*question).to_owned();
            let ask = Command::Ask {
                query,
                local_time: None,
            };
            agent.take(ask).await.unwrap();
            agent.run_alone().await.unwrap();
        }
        let exchanges = agent.state().exchanges.iter();
        assert!(
            exchanges
                .clone()
                .all(|it| it.stopped == Some(StoppedReason::Completed))
        );
        let answers = exchanges.map(|it| it.answer.clone().unwrap()).collect();
        let calls = agent.state().all_run_steps();
        let calls = calls
            .map(|it| format!("{} {}", it.tool, it.input))
            .collect();
        (answers, calls)
    })
}

#[test]
fn sums_are_reckoned_and_the_rest_is_looked_up() {
    for (question, expected, calls) in [
        (
            "What is (1200 + 350) * 12, and how do I download the result?",
            "(1200 + 350) * 12 = 18600\nThe result is downloaded as a JSON file.",
            2,
        ),
        (
            "4,380 の 17% と、2**40 - 1 はいくつですか？",
            "4380 * 17 / 100 = 744.6\n2 ** 40 - 1 = 1099511627775",
            2,
        ),
        (
            "結果をダウンロードするには？",
            "結果は JSON ファイルでダウンロードします。",
            1,
        ),
        ("Xylophones?", "The documents do not say.", 1),
        ("What is 1 / 0?", "calculator: ZeroDivisionError", 1),
    ] {
        let (answers, made) = talk(tools(true, true), &[question]);
        let answer = answers.first().unwrap();
        assert!(answer.starts_with(expected), "{question}: {answer}");
        assert_eq!(made.len(), calls, "{made:?}");
    }
}

#[test]
fn a_written_call_of_a_tool_that_is_off_is_made_and_not_run() {
    let call = r#"calculator {"expression": "2+2"}"#;
    let off = tools(false, true).with_switched_off(vec!["calculator".to_owned()]);
    let (answers, _) = talk(off, &[call]);
    let answer = answers.first().unwrap();
    let told = "calculator: The person has switched off \"calculator\"";
    assert!(answer.starts_with(told), "{answer}");
}

#[test]
fn a_follow_up_may_mean_the_number_before() {
    let (answers, _) = talk(
        tools(true, false),
        &[
            "What is 3 + 4?",
            "And twice that?",
            "それの半分は？ それ / 2 は？",
        ],
    );
    assert_eq!(answers, ["3 + 4 = 7", "7 * 2 = 14", "14 / 2 = 7.0"]);
}

#[test]
fn only_tools_that_are_on_are_called() {
    let (answers, calls) = talk(tools(false, true), &["What is 2+2, and is there a result?"]);
    assert!(calls.iter().all(|it| it.starts_with("search")), "{calls:?}");
    assert!(answers.first().unwrap().contains("JSON file"));
    let (answers, calls) = talk(tools(true, false), &["Is there a result?"]);
    assert!(calls.is_empty());
    assert!(
        answers
            .first()
            .unwrap()
            .contains("Switch the calculator, the search or the database on")
    );
}

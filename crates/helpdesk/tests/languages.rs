//! Documents in several languages: each is searched in its own.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_graph::Ports;
use kikitori_helpdesk::*;
use kikitori_llm::{ChatRequest, Message};
use kikitori_scripted::{calls, offers};
use kikitori_search::{DocumentId, Segment};
use serde_json::json;
use support::*;

const ENGLISH: &str =
    "# Guide\n\n## Parking\n\nThe car park is behind the hall, and it is for visitors.\n";
const JAPANESE: &str = "駐車場は最初の2時間は無料です。";
const QUESTION: &str = "What does the car park cost?";

/// What the run was asked, and what became of it, where a model searches for English words until it
/// is told of Japanese, and finds nothing in English.
fn ran(documents: &[(&str, &str)], verdict: &'static str) -> (Vec<ChatRequest>, AgentResult) {
    let mut index = index(ENGLISH);
    for (name, text) in documents {
        index.add(Segment::of_text(DocumentId((*name).into()), text));
    }
    let seen = Rc::new(RefCell::new(Vec::new()));
    let requests = seen.clone();
    let model = faulty(move |request| {
        requests.borrow_mut().push(request.clone());
        let last = last(request);
        let is_told = last.contains("Japanese");
        if is_search(request) {
            let query = if is_told {
                "駐車場 料金"
            } else {
                "car park"
            };
            return Some(Ok(calls("search", json!({ "query": query }))));
        }
        let has_found =
            |it: &Message| matches!(it, Message::Tool { .. }) && text(it).contains("2時間");
        let has_it = request.messages.iter().any(has_found);
        if is_reflection(request) {
            let verdict = if has_it { "answered" } else { verdict };
            let reflected = json!({"advice": "", "missing": "the price", "verdict": verdict});
            return Some(Ok(calls("reflect", reflected)));
        }
        None
    });
    let search = DocumentSearch::new(Rc::new(index), 5);
    let resources = resources(model, &search, Settings::default());
    let result = result(asked(QUESTION, &Ports::new(resources)));
    let seen = seen.borrow().clone();
    (seen, result)
}

fn text(message: &Message) -> String {
    serde_json::to_string(message).unwrap()
}

fn last(request: &ChatRequest) -> String {
    text(request.messages.last().unwrap())
}

#[test]
fn what_one_language_does_not_hold_is_searched_for_once_in_the_others() {
    for verdict in ["not_in_documents", "partly_answered"] {
        let (seen, result) = ran(&[("annai.txt", JAPANESE)], verdict);
        let subtask = &result.subtasks[0];
        assert_eq!(subtask.challenge_count, 2, "{verdict}");
        assert!(subtask.is_completed, "{verdict}");
        assert_eq!(result.answer.gaps, [], "{verdict}");
        let searches: Vec<&ChatRequest> = seen.iter().filter(|it| is_search(it)).collect();
        assert!(last(searches[1]).contains("not searched in: Japanese"));
        for request in seen.iter().filter(|it| !offers(it, "answer")) {
            let rules = text(&request.messages[0]);
            assert!(rules.contains("- annai.txt (Japanese): "), "{rules}");
        }
        assert!(text(&searches[0].messages[0]).contains("English, Japanese"));
    }
}

#[test]
fn what_no_language_holds_is_not_searched_for_again_and_again() {
    let other = "プールは月曜日は休みです。";
    let (_, result) = ran(&[("annai.txt", other)], "not_in_documents");
    assert_eq!(result.subtasks[0].challenge_count, 2);
    assert_eq!(result.answer.gaps[0].reason, GapReason::NotInDocuments);
}

#[test]
fn one_language_is_searched_in_once() {
    let (seen, result) = ran(&[], "not_in_documents");
    assert_eq!(result.subtasks[0].challenge_count, 1);
    let rules = text(&seen[1].messages[0]);
    assert!(
        rules.contains("Search in the language of the documents"),
        "{rules}"
    );
    assert!(!rules.contains("several languages"), "{rules}");
}

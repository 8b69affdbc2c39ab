//! The parts of the help desk: splits questions, searches for their words, and answers with the
//! sentences that share most of them.

use std::collections::BTreeSet;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, says};
use kikitori_search::tokens;
use serde_json::{Value, json};

use crate::parse;
use crate::text::is_japanese;

/// Sentences in a subtask's answer.
const MOST_SENTENCES: usize = 2;

/// Words that begin a question of its own after "and".
const QUESTION_WORDS: [&str; 14] = [
    "how", "what", "where", "when", "why", "who", "which", "can", "could", "do", "does", "is",
    "are", "will",
];

/// One subtask for each question in the question.
pub fn plan(messages: &[Message]) -> Completion {
    let question = user_block(messages, "question").unwrap_or_default();
    calls("plan", json!({"subtasks": questions(&question)}))
}

/// The questions in a text.
pub(crate) fn questions(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in text.split_inclusive(['?', '？', '。', '\n']) {
        let mut rest = sentence.trim();
        while let Some((first, second)) = parted(rest) {
            found.push(first.trim_end_matches(',').trim().to_owned());
            rest = second;
        }
        found.push(rest.to_owned());
    }
    found.retain(|question| !tokens(question).is_empty());
    if found.is_empty() {
        found.push(text.trim().to_owned());
    }
    found
}

/// A sentence before and after an "and" that joins two questions.
fn parted(sentence: &str) -> Option<(&str, &str)> {
    if let Some((first, second)) = sentence.split_once("、それと") {
        return Some((first, second));
    }
    let lower = sentence.to_ascii_lowercase();
    lower.match_indices(" and ").find_map(|(at, joiner)| {
        let first = sentence.get(..at)?;
        let second = sentence.get(at + joiner.len()..)?;
        let word = second.split_whitespace().next()?.to_ascii_lowercase();
        QUESTION_WORDS
            .contains(&word.as_str())
            .then_some((first, second))
    })
}

/// The subtask's own words first; in a further try, its longest words only.
pub fn search(messages: &[Message]) -> Completion {
    let subtask = user_block(messages, "subtask").unwrap_or_default();
    let is_search =
        |it: &&Message| matches!(it, Message::Assistant(reply) if !reply.tool_calls.is_empty());
    let tries = messages.iter().filter(is_search).count();
    let query = if tries == 0 {
        subtask
    } else {
        let mut words: Vec<&str> = subtask
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        words.truncate(3_usize.saturating_sub(tries).max(1));
        words.join(" ")
    };
    calls("search", json!({ "query": query }))
}

/// The sentences of the passages that share most words with the subtask.
pub fn answer_subtask(messages: &[Message]) -> Completion {
    let subtask = user_block(messages, "subtask").unwrap_or_default();
    let best = best_sentences(&subtask, found_passages(messages));
    says(best.unwrap_or_else(|| nothing_found(&subtask).to_owned()))
}

/// The sentences of `passages` that share most words with `subtask`; none where none shares any.
pub(crate) fn best_sentences(subtask: &str, passages: Vec<Passage>) -> Option<String> {
    let wanted = words(subtask);
    let mut ranked: Vec<(usize, usize, String)> = Vec::new();
    for (place, passage) in passages.into_iter().enumerate() {
        let heading = words(&passage.headings).intersection(&wanted).count();
        for sentence in sentences(&passage.text) {
            let shared = words(&sentence).intersection(&wanted).count() + heading;
            if shared > 0 {
                ranked.push((shared, place, sentence));
            }
        }
    }
    // The best first; passages come the best first, too.
    ranked.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let most = ranked.first().map_or(0, |(shared, _, _)| *shared);
    let best: Vec<String> = ranked
        .into_iter()
        .take(MOST_SENTENCES)
        // One that says much less about it is about something else.
        .filter(|(shared, _, _)| shared * 5 >= most * 4)
        .map(|(_, _, sentence)| sentence)
        .collect();
    let between = if is_japanese(subtask) { "" } else { " " };
    (!best.is_empty()).then(|| best.join(between))
}

fn nothing_found(subtask: &str) -> &'static str {
    if is_japanese(subtask) {
        "資料には書かれていません。"
    } else {
        "The documents do not say."
    }
}

/// Passes every answer but the one that says that there is none: then it searches for less once,
/// and gives up.
pub fn reflect(messages: &[Message]) -> Completion {
    let subtask = user_block(messages, "subtask").unwrap_or_default();
    let replies = messages.iter().rev().filter_map(|message| match message {
        Message::Assistant(reply) => Some(reply),
        _ => None,
    });
    let answers = replies.filter(|reply| reply.tool_calls.is_empty());
    let mut answers = answers.filter_map(|reply| reply.content.as_deref());
    let is_nothing = |answer: &str| answer.trim() == nothing_found(&subtask);
    let (advice, verdict) = match (answers.next(), answers.next()) {
        (Some(answer), _) if !is_nothing(answer) => {
            ("The passages say what was asked for.", "answered")
        }
        (_, Some(_)) => (
            "The documents do not seem to speak of it.",
            "not_in_documents",
        ),
        (_, None) => ("Search for fewer and plainer words.", "search_again"),
    };
    calls(
        "reflect",
        json!({"advice": advice, "missing": "", "verdict": verdict}),
    )
}

/// Each subtask's answer as a statement, with the passages that hold its sentences.
pub fn answer(messages: &[Message]) -> Completion {
    let text = messages.iter().rev().find_map(|message| match message {
        Message::User { content, .. } => {
            parse::block(content, "subtask_answer").map(|_| content.as_str())
        }
        _ => None,
    });
    let text = text.unwrap_or_default();
    let passages = passages_in(text);
    let mut statements: Vec<Value> = Vec::new();
    for answer in parse::blocks(text, "subtask_answer") {
        let said = parse::unescape(answer.inside.trim());
        let own = sentences(&said);
        let sources = passages.iter().filter_map(|passage| {
            let quote = own.iter().find(|it| passage.text.contains(it.as_str()))?;
            Some(json!({"passage": passage.id, "quote": quote}))
        });
        let sources: Vec<Value> = sources.collect();
        if !said.is_empty() {
            statements.push(json!({"text": said, "subtasks": [], "sources": sources,
                "says_only_what_is_missing": false}));
        }
    }
    calls("answer", json!({ "statements": statements }))
}

/// A passage that was found.
pub(crate) struct Passage {
    pub id: String,
    pub headings: String,
    pub text: String,
}

/// The passages that the last calls found.
fn found_passages(messages: &[Message]) -> Vec<Passage> {
    let mut found = Vec::new();
    for message in messages {
        if let Message::Tool { content, .. } = message {
            let outcome: Value = serde_json::from_str(content).unwrap_or_default();
            let told = outcome.pointer("/result/message").and_then(Value::as_str);
            found.extend(passages_in(told.unwrap_or_default()));
        }
    }
    found
}

fn passages_in(text: &str) -> Vec<Passage> {
    let passages = parse::blocks(text, "passage").filter_map(|passage| {
        let (headings, text) = passage.inside.split_once('\n')?;
        Some(Passage {
            id: passage.attribute("id")?,
            headings: parse::unescape(headings),
            text: parse::unescape(text),
        })
    });
    passages.collect()
}

fn words(text: &str) -> BTreeSet<String> {
    // Words of one or two letters join sentences and say little.
    let long = |word: &String| !word.is_ascii() || word.len() > 2;
    tokens(text).into_iter().filter(long).collect()
}

fn sentences(text: &str) -> Vec<String> {
    let found = kikitori_search::sentences(text).into_iter();
    found
        .filter_map(|at| text.get(at))
        .map(str::to_owned)
        .collect()
}

fn block_of(message: &Message, tag: &str) -> Option<String> {
    match message {
        Message::User { content, .. } => parse::block(content, tag).map(parse::unescape),
        _ => None,
    }
}

/// The latest block of this name that the engine wrote.
fn user_block(messages: &[Message], tag: &str) -> Option<String> {
    let mut messages = messages.iter().rev();
    messages.find_map(|message| block_of(message, tag))
}

//! What the pages say about each kind of error. The sentences are the pages' own and need no
//! browser to be read.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use kikitori_llm::ErrorKind;

#[path = "../../../web/parts/src/messages/advice/english.rs"]
mod english;
#[path = "../../../web/parts/src/messages/advice/japanese.rs"]
mod japanese;

#[test]
fn every_kind_of_error_has_a_sentence_of_its_own_in_each_language() {
    for (advice, end) in [
        (english::advice as fn(ErrorKind) -> &'static str, '.'),
        (japanese::advice, '。'),
    ] {
        let sentences: HashSet<&str> = ErrorKind::ALL.map(advice).into_iter().collect();
        assert_eq!(sentences.len(), ErrorKind::ALL.len());
        assert!(sentences.iter().all(|sentence| sentence.ends_with(end)));
    }
}

#[test]
fn the_advice_says_what_the_matter_is() {
    for (kind, words) in [
        (ErrorKind::Unreachable, "Check that you are online"),
        (ErrorKind::NotLoaded, "did not load"),
        (ErrorKind::BrokeOff, "broke off"),
        (ErrorKind::SlowToBegin, "did not begin"),
        (ErrorKind::WentSilent, "stopped half-way"),
        (ErrorKind::TookTooLong, "took too long"),
        (ErrorKind::ForeignOrigin, "own address"),
        (ErrorKind::UnknownHost, "--host"),
        (ErrorKind::UnknownAddress, "Reload"),
        (ErrorKind::EndpointUnreachable, "cannot reach"),
        (ErrorKind::EndpointTooSlow, "in time"),
        (ErrorKind::EndpointRedirects, "another address"),
        (ErrorKind::EndpointRedirects, "not followed"),
        (ErrorKind::WrongKey, "key"),
        (ErrorKind::UnknownModel, "URL"),
        (ErrorKind::UnknownModel, "model's name"),
        (ErrorKind::NoQuota, "quota"),
        (ErrorKind::TooOften, "Wait"),
        (ErrorKind::TooLong, "larger context"),
        (ErrorKind::TooLong, "too long"),
        (ErrorKind::ServerTrouble, "moment"),
        (ErrorKind::Refused, "details"),
        (ErrorKind::Reported, "reported"),
        (ErrorKind::TokenLimit, "output limit"),
        (ErrorKind::NotChat, "/v1"),
        (ErrorKind::Filtered, "other words"),
    ] {
        let advice = english::advice(kind);
        assert!(advice.contains(words), "{kind:?}: {advice}");
    }
}

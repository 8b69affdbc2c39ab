//! What the page says beside the conversation, in the conversation's language.

use std::collections::BTreeMap;

use kikitori_interview::{MainSessionState, chips};
use kikitori_parts::Language;
use kikitori_parts::signals::set_if_new;
use leptos::prelude::*;

use super::Session;
use crate::messages::Messages;

/// A text in the language of the conversation, as far as there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The text.
    pub text: String,
    /// Its language as a BCP 47 tag, where it is not the page's.
    pub lang: Option<String>,
    /// Whether it is in the language of the conversation.
    pub is_theirs: bool,
}

impl Session {
    /// One of the page's texts in the language of the conversation: in English and Japanese as the page
    /// has it, in others as it was translated, or else in English.
    pub fn beside(self, which: fn(&Messages) -> &'static str) -> Beside {
        let reader = self.reader();
        let own = Language::of(&reader);
        let text = which(Messages::of(own));
        let translated = self.translated.with(|known| known.get(text).cloned());
        let page = self.page.language.get();
        match translated {
            Some(text) => Beside {
                text,
                lang: page.unless_same(Some(reader)),
                is_theirs: true,
            },
            None => Beside {
                text: text.to_owned(),
                lang: page.unless_same(Some(own.tag().to_owned())),
                is_theirs: own.unless_same(Some(reader)).is_none(),
            },
        }
    }

    /// Keeps what was translated of it.
    pub(super) fn show_translated(self, state: &MainSessionState) {
        let said = chips::ALL.into_iter().chain([chips::SKIP_SAID]);
        let translated = said.filter_map(|it| Some((it, state.own_sentence(it)?.to_owned())));
        set_if_new(self.translated, translated.collect::<BTreeMap<_, _>>());
    }

    /// Whether a suggestion is to skip the question, for which there is a button.
    pub fn is_skip(self, text: &str) -> bool {
        let is_said = |known: &BTreeMap<&str, String>| {
            let mut ways = [chips::SKIP, chips::SKIP_SAID].into_iter();
            ways.any(|it| {
                known
                    .get(it)
                    .is_some_and(|it| it.eq_ignore_ascii_case(text.trim()))
            })
        };
        kikitori_first::is_skip(text) || self.translated.with(is_said)
    }
}

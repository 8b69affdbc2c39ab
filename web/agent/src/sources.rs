//! Passages that an answer cites: marks such as `[fees.md#2]` become numbered buttons, which open
//! what they name.

use kikitori_desk::passage::passage;
use kikitori_parts::components::formatted::Piece;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::sheet::Sheet;
use kikitori_parts::signals::set_if_new;
use kikitori_react::Exchange;
use kikitori_tools::search::Citation;
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::observation::{found_passages, place};

/// What may stand around a mark.
const MARKS: [(char, char); 2] = [('[', ']'), ('【', '】')];
/// What may stand between two passages in one mark.
const BETWEEN: [char; 3] = [',', ';', '、'];

/// The passages that an answer may cite, and those that it does.
pub struct Sources {
    found: Vec<Citation>,
    /// Those that are cited, in the order of their numbers, which begin at 1.
    pub cited: Vec<Citation>,
}

impl Sources {
    /// Those that were found for these questions.
    pub fn of(exchanges: &[Exchange]) -> Self {
        let steps = exchanges.iter().flat_map(|it| &it.steps);
        let actions = steps.flat_map(|it| &it.actions);
        let found = actions.filter_map(found_passages);
        Self {
            found: found.flat_map(|it| it.citations).collect(),
            cited: Vec::new(),
        }
    }

    /// A text with buttons for the marks in it that name passages. A mark that looks like one and names
    /// none is marked as such; everything else stays as it is.
    pub fn pieces(&mut self, agent: AgentPage, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut said = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(MARKS.map(|(open, _)| open)) {
            let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
            said.push_str(before);
            if let Some((cited, after)) = self.mark(from) {
                pieces.push(Piece::Text(std::mem::take(&mut said)));
                for citation in cited {
                    let number = self.number(&citation);
                    let button = source_button(agent, "citation", number, citation);
                    pieces.push(Piece::View(button));
                }
                rest = after;
                continue;
            }
            if let Some(after) = unknown_mark(from) {
                pieces.push(Piece::Text(std::mem::take(&mut said)));
                pieces.push(Piece::View(no_source(agent)));
                rest = after;
                continue;
            }
            let mut letters = from.chars();
            said.extend(letters.next());
            rest = letters.as_str();
        }
        said.push_str(rest);
        pieces.push(Piece::Text(said));
        pieces
    }

    /// The passages that the mark names which `from` begins with, and what comes after it.
    fn mark<'a>(&self, from: &'a str) -> Option<(Vec<Citation>, &'a str)> {
        let (open, close) = MARKS
            .into_iter()
            .find(|(open, _)| from.starts_with(*open))?;
        let (inside, after) = from.strip_prefix(open)?.split_once(close)?;
        let named = inside.split(BETWEEN).map(|id| {
            // An id may come as the model read it: in a tag.
            let id = id.trim().replace("&amp;", "&").replace("&lt;", "<");
            // What was found last is as the document is now.
            self.found.iter().rev().find(|it| it.id == id).cloned()
        });
        Some((named.collect::<Option<Vec<_>>>()?, after))
    }

    fn number(&mut self, citation: &Citation) -> usize {
        let known = self.cited.iter().position(|it| it.id == citation.id);
        let at = known.unwrap_or_else(|| {
            self.cited.push(citation.clone());
            self.cited.len() - 1
        });
        at + 1
    }
}

/// What comes after the mark that `from` begins with, if it is written like a passage's: a name of a
/// file with the number of a passage.
fn unknown_mark(from: &str) -> Option<&str> {
    let (open, close) = MARKS
        .into_iter()
        .find(|(open, _)| from.starts_with(*open))?;
    let (inside, after) = from.strip_prefix(open)?.split_once(close)?;
    let is_id = |id: &str| {
        let parts = id.trim().rsplit_once('#');
        parts.is_some_and(|(name, number)| {
            let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
            is_number && name.contains('.') && !name.ends_with('.')
        })
    };
    inside.split(BETWEEN).all(is_id).then_some(after)
}

/// Stands where a passage is named that was never found.
fn no_source(agent: AgentPage) -> AnyView {
    let words = agent.messages();
    view! {
        <span class="quiet-text" data-testid="no-citation" title=words.no_source>
            "[?"
            <span class="visually-hidden">" " {words.no_source}</span>
            "]"
        </span>
    }
    .into_any()
}

/// The button with a passage's number, which opens the passage.
pub fn source_button(
    agent: AgentPage,
    test_id: &'static str,
    number: usize,
    citation: Citation,
) -> AnyView {
    let language = agent.page.language.get_untracked();
    let label = format!("{} {number}: {}", agent.messages().source, place(&citation));
    view! {
        <button
            type="button"
            class="citation"
            data-testid=test_id
            aria-haspopup="dialog"
            lang=language.tag()
            aria-label=label.clone()
            title=label
            on:click=move |_| agent.source.set(Some(citation.clone()))
        >
            {number}
        </button>
    }
    .into_any()
}

/// The passage that was asked for, over the page.
#[component]
pub fn Source(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move || {
        if agent.source.with(Option::is_some) {
            open.set(true);
        }
    });
    Effect::new(move || {
        if !open.get() {
            set_if_new(agent.source, None);
        }
    });
    let about = move || {
        agent
            .source
            .with(|it| it.as_ref().map(place).unwrap_or_default())
    };
    let opened = move || {
        let citation = agent.source.get()?;
        let headings = citation.headings.iter();
        // Most documents begin with a heading that says what they are called.
        let headings = headings.filter(|it| **it != citation.title);
        let heading = headings.map(String::as_str).collect::<Vec<_>>().join(" › ");
        let heading = (!heading.is_empty()).then(|| view! { <h2 dir="auto">{heading}</h2> });
        let tag = agent.page.language.get().tag_of(&citation.text);
        Some(view! {
            <div lang=tag>
                <p class="document-title" dir="auto">{icon(Icon::Document)} {citation.title.clone()}</p>
                {heading}
                {passage(&citation.text, &[])}
            </div>
        })
    };
    view! {
        <Sheet
            open
            is_small=true
            close_id="close-source"
            label=Signal::derive(move || agent.messages().source)
            about=Signal::derive(about)
        >
            {opened}
        </Sheet>
    }
}

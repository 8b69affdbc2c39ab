//! The conversation: what was said, the question at hand, and what is going on.

use kikitori_interview::{AgentKind, Speaker};
use leptos::html::Section;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::choices::Choices;
use super::place_line::{PlaceLine, PlaceMoved};
use super::private_line::PrivateLine;
use super::why::Why;
use crate::messages::{messages, phrases};
use crate::parts::form as form_part;
use crate::session::{Phase, Session, Turn};
use kikitori_parts::dom::on_click;
use kikitori_parts::part::{bare, on_demand};
use kikitori_parts::size_watch::SizeWatch;

/// This close to the end the reader follows what comes.
const FOLLOW_PX: i32 = 120;
/// The question at hand has this part of the room above it at the least.
const PART_ABOVE: f64 = 4.0;

/// All turns, with the question at hand last.
#[component]
pub fn Conversation(
    /// Whose conversation.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let scroller = NodeRef::<Section>::new();
    let is_at_end = StoredValue::new(true);
    follow(session, scroller, is_at_end);
    let height = stay_at_end(session, scroller, is_at_end);
    let scrolled = move |_| {
        if let Some(element) = scroller.get_untracked() {
            // Of a room that has just changed the reader has not scrolled anywhere.
            let known = height.try_get_value().flatten();
            let is_same = known.is_none_or(|it: i32| it == element.client_height());
            if is_same {
                is_at_end.set_value(is_where_it_ends(&element));
            }
        }
    };
    view! {
        <section
            class="conversation"
            node_ref=scroller
            tabindex="0"
            // In another site's page it is no landmark: there may be several.
            role=page.is_embedded().then_some("group")
            aria-label=move || messages(page).conversation
            on:scroll=scrolled
        >
            <div class="column">
                <div class="intro">
                    <h1 tabindex="-1" dir="auto" lang=move || session.form_language()>
                        {move || session.form.get().title}
                    </h1>
                    <p dir="auto" lang=move || session.form_language()>
                        {move || session.form.get().description}
                    </p>
                    <PlaceLine session />
                    <PrivateLine session />
                </div>
                <ol class="turns">
                    <For
                        each=move || session.turns.get()
                        key=|turn| (turn.index, turn.at)
                        children=move |said| turn(session, said)
                    />
                </ol>
                <PlaceMoved session />
                {session.with_engine(move |engine| (engine.untold)(session))}
                <Why session />
                <Drafted session />
                <div class="below">
                    <Thinking session />
                    <Choices session />
                    {session.with_engine(move |engine| (engine.trouble)(session))}
                </div>
                // It may be long: question and choices stand together before it.
                <div class="lines-asked">
                    <LinesAsked session />
                </div>
            </div>
        </section>
    }
}

/// The lines of the group that is being asked for.
#[component]
fn LinesAsked(session: Session) -> impl IntoView {
    let asked = Memo::new(move |_| {
        let asked = session.outline.with(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.map(|entry| entry.field_id.clone())
        });
        asked.filter(|id| session.lines.with(|lines| lines.contains_key(id)))
    });
    move || {
        asked.get().map(|field| {
            on_demand(form_part::form, bare, move |form| {
                (form.lines)(session, field.clone())
            })
        })
    }
}

/// Keeps the end in sight while the reader is there, and goes there with each new answer.
fn follow(session: Session, scroller: NodeRef<Section>, is_at_end: StoredValue<bool>) {
    let seen = StoredValue::new(0);
    Effect::new(move || {
        session.draft.track();
        session.phase.track();
        let turns = session.turns.with(Vec::len);
        let Some(element) = scroller.get() else {
            return;
        };
        let below = below_the_end(&element);
        let grown = seen.get_value() != turns;
        seen.set_value(turns);
        if grown || below < FOLLOW_PX {
            request_animation_frame(move || {
                show_end(&element);
                // What opens beside it at the same time is to find the reader there.
                is_at_end.try_set_value(true);
            });
        }
    });
}

/// Stays at the end when the room changes, as it does when a phone's keyboard opens over the page
/// or a panel beside the conversation, and when what stands in it grows. Who changes something in
/// it stays where they are. Gives the height of the room for which that was done last, in pixels.
fn stay_at_end(
    session: Session,
    scroller: NodeRef<Section>,
    is_at_end: StoredValue<bool>,
) -> StoredValue<Option<i32>> {
    let watched = StoredValue::new_local(None::<SizeWatch>);
    let height = StoredValue::new(None);
    let is_changing = move || {
        let focused = session.page.focused();
        focused.is_some_and(|it| matches!(it.closest(".change"), Ok(Some(_))))
    };
    Effect::new(move || {
        let Some(element) = scroller.get() else {
            return;
        };
        let room = element.clone();
        let watch = SizeWatch::new(move || {
            height.try_set_value(Some(room.client_height()));
            if is_at_end.try_get_value() == Some(true) && !is_changing() {
                show_end(&room);
            }
        });
        if let Some(watch) = &watch {
            watch.add(&element);
            if let Some(content) = element.first_element_child() {
                watch.add(&content);
            }
        }
        watched.set_value(watch);
    });
    on_cleanup(move || watched.set_value(None));
    height
}

/// Scrolls to the end, or as far as the question at hand stays in sight: what stands below it may be
/// long.
fn show_end(scroller: &HtmlElement) {
    scroller.set_scroll_top(place_of_end(scroller));
}

/// Whether the reader is there, or at the very end.
fn is_where_it_ends(scroller: &HtmlElement) -> bool {
    let from_there = place_of_end(scroller) - scroller.scroll_top();
    from_there.abs() < FOLLOW_PX || below_the_end(scroller) < FOLLOW_PX
}

fn place_of_end(scroller: &HtmlElement) -> i32 {
    let end = scroller.scroll_height() - scroller.client_height();
    let question = scroller.query_selector(".turn.current .turn-text");
    let question = question.ok().flatten().map(|question| {
        let (shown, room) = (
            question.get_bounding_client_rect(),
            scroller.get_bounding_client_rect(),
        );
        // With something of what it follows, or as much as leaves its end in sight.
        let above = (room.height() / PART_ABOVE).min(room.height() - shown.height());
        scroller.scroll_top() + (shown.top() - room.top() - above) as i32
    });
    question.map_or(end, |question| end.min(question))
}

/// Pixels between what is seen and the end.
fn below_the_end(element: &HtmlElement) -> i32 {
    element.scroll_height() - element.scroll_top() - element.client_height()
}

/// Whether a text is folded until somebody wants to read all of it.
fn is_long(text: &str) -> bool {
    const LETTERS: usize = 500;
    const LINES: usize = 10;
    text.chars().nth(LETTERS).is_some() || text.lines().nth(LINES).is_some()
}

/// One turn, with what was recorded of the one before it.
pub fn turn(session: Session, turn: Turn) -> impl IntoView {
    let page = session.page;
    let index = turn.index;
    let is_assistant = turn.speaker == Speaker::Assistant;
    // The question that waits for an answer stands out; what was said before steps back.
    let current = move || {
        is_assistant
            && session.draft.with(Option::is_none)
            && session.turns.with(|turns| turns.len() == index + 1)
    };
    let speaker = move || {
        if is_assistant {
            messages(page).interviewer
        } else {
            messages(page).you
        }
    };
    // What was said at length is folded; the question at hand never is.
    let is_long = is_long(&turn.text);
    let folds = RwSignal::new(is_long);
    let is_folded = move || folds.get() && !current();
    let fold = is_long.then(|| {
        view! {
            <button
                type="button"
                class="link"
                data-testid="fold"
                hidden=current
                aria-expanded=move || (!folds.get()).to_string()
                on:click=on_click(move || folds.update(|folds| *folds = !*folds))
            >
                {move || if folds.get() { page.messages().more } else { page.messages().less }}
            </button>
        }
        .into_any()
    });
    let language = turn.language;
    let recorded = turn.recorded.into_iter();
    // What is recorded, the engine has recorded.
    let engine = session.engine.get_untracked();
    let recorded =
        recorded.filter_map(|recorded| Some((engine?.recorded)(session, recorded, index)));
    view! {
        <li
            class="turn"
            class:current=current
            data-testid="message"
            data-speaker=if is_assistant { "assistant" } else { "respondent" }
        >
            {recorded.collect_view()}
            <span class="visually-hidden">{speaker}</span>
            <p
                class="turn-text"
                class:folded=is_folded
                data-testid="message-text"
                dir="auto"
                lang=move || {
                    let said_in = language.clone().or_else(|| session.language.get());
                    page.language.get().unless_same(said_in)
                }
            >
                {turn.text}
            </p>
            {fold}
        </li>
    }
}

/// The question while it is being written. It is not announced before it is finished.
#[component]
fn Drafted(session: Session) -> impl IntoView {
    view! {
        <Show when=move || session.draft.with(Option::is_some)>
            <div class="turn current drafted" data-testid="draft" aria-live="off">
                <p class="turn-text" dir="auto" lang=move || session.spoken()>
                    {move || session.draft.get()}
                </p>
            </div>
        </Show>
    }
}

/// Says what goes on. The space is kept, so that nothing jumps when it begins or ends.
#[component]
fn Thinking(session: Session) -> impl IntoView {
    let page = session.page;
    let what = move || {
        let Phase::Thinking(agent) = session.phase.get() else {
            return None;
        };
        if let Some(seconds) = page.retry_in.get() {
            return Some(phrases::retrying(page.language.get(), seconds));
        }
        let words = messages(page);
        let what = match agent {
            None => words.one_moment,
            Some(AgentKind::Greeter) if session.turns.with(Vec::is_empty) => words.one_moment,
            Some(AgentKind::Greeter) => words.greeting,
            Some(AgentKind::Architect) => words.planning,
            Some(AgentKind::Interviewer) => words.asking,
            Some(AgentKind::LineReader | AgentKind::Reviewer) => words.checking,
        };
        Some(what.to_owned())
    };
    view! {
        <p class="thinking" data-testid="thinking" class:idle=move || what().is_none()>
            <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
            <span>{what}</span>
        </p>
    }
}

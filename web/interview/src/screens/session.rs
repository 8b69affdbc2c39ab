//! A session, on whichever of its screens it is.

use kikitori_interview::{SessionId, Speaker};
use leptos::ev;
use leptos::prelude::*;

use super::interview::Interview;
use crate::components::progress::Progress;
use crate::messages::{messages, phrases};
use crate::parts::{engine as engine_part, form as form_part, inspector as inspector_part};
use crate::session::{Opening, Phase, Screen, Session};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::sheet::Sheet;
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::dom;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Fetch, FetchedLast, bare, fetch_in_turn, missing, on_demand};

/// Opens the session that the address names and shows it.
#[component]
pub fn SessionScreen(
    /// Which session.
    id: String,
) -> impl IntoView {
    let page = Page::current();
    let id = SessionId(id);
    page.title.set(String::new());
    let own = id.clone();
    let session = Session::new(page, id);
    session.open();
    Effect::new(move || page.title_language.set(session.form_language()));
    // While the first question is read.
    let mut ahead: Vec<Fetch> = vec![engine_part::fetch, form_part::fetch];
    if !page.is_embedded() {
        ahead.push(inspector_part::fetch);
    }
    ahead.extend(use_context().map(|FetchedLast(fetch)| fetch));
    fetch_in_turn(ahead);
    session.tell_site();
    Effect::new(move || {
        let is_open = session.opening.get() != Opening::Wait;
        if is_open || session.engine_missing.with(Option::is_some) {
            page.screen_is_there();
        }
    });
    let hiding = window_event_listener(ev::visibilitychange, move |_| session.leave_draft());
    let leaving = window_event_listener(ev::pagehide, move |_| session.leave_draft());
    // The keys that are pressed elsewhere on another site's page are not ours.
    let keys = (!page.is_embedded())
        .then(|| window_event_listener(ev::keydown, move |event| on_key(session, &event)));
    on_cleanup(move || {
        hiding.remove();
        leaving.remove();
        if let Some(keys) = keys {
            keys.remove();
        }
        session.close();
        // What was said here last is not for the next screen, but that it was deleted is.
        let is_deleted = page
            .deleted
            .with_untracked(|it| it.as_deref() == Some(own.0.as_str()));
        if !is_deleted {
            page.announcement.set(String::new());
        }
    });
    // A page that is loaded takes no focus; a screen that the person has come to does.
    Effect::watch(
        move || (session.opening.get(), session.screen.get()),
        move |_, before, _| {
            let was_open = before.is_some_and(|(opening, _)| *opening == Opening::Open);
            if was_open || page.has_moved.get_untracked() {
                page.focus_soon("h1");
            }
        },
        false,
    );
    // Who has come here to answer can type at once, unless with a finger.
    Effect::watch(
        move || session.phase.with(|phase| *phase == Phase::Answer),
        move |may_answer, _, _| {
            let on_heading = page
                .focused()
                .is_none_or(|element| element.tag_name() == "H1");
            // A page that is loaded in the middle of an interview goes on where it was.
            let goes_on = !page.is_embedded()
                && session.turns.with_untracked(|turns| {
                    turns.iter().any(|it| it.speaker == Speaker::Respondent)
                });
            let is_here = page.has_moved.get_untracked() || goes_on;
            if *may_answer && on_heading && is_here && !dom::touches() {
                page.focus_soon("#composer");
            }
        },
        false,
    );
    let outline_open = RwSignal::new(false);
    let inspector_open = RwSignal::new(false);
    let is_open = move || session.opening.with(|opening| *opening == Opening::Open);
    let more = move || match session.more.get() {
        0 => String::new(),
        more => phrases::more_fields_short(page.language.get(), more),
    };
    let own_keys = move |event: ev::KeyboardEvent| {
        // The first Escape stops what goes on; as a dialog, on a narrow page, it closes by itself.
        let closes = event.key() == "Escape" && !event.is_composing() && !event.default_prevented();
        let is_beside = inspector_open.get_untracked() && page.wide.get_untracked();
        let has_dialog = page.find("dialog[open]").is_some();
        if closes && is_beside && !has_dialog && !session.is_thinking() {
            event.prevent_default();
            inspector_open.set(false);
            return page.focus_soon("[data-testid=inspector-toggle]");
        }
        if page.is_embedded() {
            on_key(session, &event);
        }
    };
    view! {
        <div class="session" on:keydown=own_keys>
            <Header>
                <Show when=is_open>
                    <Show when=move || page.narrow.get() && session.screen.get() == Screen::Interview>
                        <button
                            type="button"
                            class="button quiet"
                            data-testid="outline-toggle"
                            aria-haspopup="dialog"
                            aria-label=move || {
                                let (done, all) = session.progress();
                                let language = page.language.get();
                                format!("{}: {}{}", messages(page).fields, phrases::fields_done_short(language, done, all), more())
                            }
                            on:click=move |_| outline_open.set(true)
                        >
                            {icon(Icon::Fields)}
                            {move || {
                                let (done, all) = session.progress();
                                phrases::fields_done_short(page.language.get(), done, all)
                            }}
                            {more}
                        </button>
                    </Show>
                    <button
                        type="button"
                        class="button quiet"
                        hidden=page.is_embedded()
                        data-testid="inspector-toggle"
                        aria-expanded=move || inspector_open.get().to_string()
                        on:click=move |_| inspector_open.update(|open| *open = !*open)
                    >
                        {icon(Icon::Activity)}
                        <span class="activity-word">{move || messages(page).inspector}</span>
                    </button>
                    <Progress session />
                </Show>
            </Header>
            // Around a conversation from right to left, the layout is too.
            <div class="session-columns" dir=move || session.is_right_to_left().then_some("rtl")>
                {frame(session, is_open, view! {
                    {move || {
                        let again = Callback::new(move |()| session.load_engine());
                        session.engine_missing.get().map(|why| missing(page, why, again))
                    }}
                    {move || match session.opening.get() {
                        Opening::Wait if session.engine_missing.with(Option::is_some) => ().into_any(),
                        Opening::Open => {
                            view! {
                                <StorageNotice />
                                {session.with_engine(move |engine| (engine.losses)(session))}
                                {move || match session.screen.get() {
                                    Screen::Interview => view! { <Interview session outline_open /> }.into_any(),
                                    Screen::Form => {
                                        on_demand(form_part::form, sheet, move |form| (form.plain)(session))
                                    }
                                    Screen::Review => {
                                        on_demand(form_part::form, sheet, move |form| (form.review)(session))
                                    }
                                    Screen::Done => {
                                        on_demand(form_part::form, sheet, move |form| (form.done)(session))
                                    }
                                }}
                            }
                                .into_any()
                        }
                        Opening::Wait => {
                            view! { <p class="quiet-text opening">{messages(page).opening}</p> }.into_any()
                        }
                        // The address is about to change.
                        Opening::Deleted => ().into_any(),
                        closed => {
                            let show = session.with_engine(move |engine| (engine.closed)(session, closed.clone()));
                            view! { {show} }.into_any()
                        }
                    }}
                }.into_any())}
                <Show when=move || is_open() && page.wide.get() && inspector_open.get()>
                    <aside class="side right" aria-label=move || messages(page).inspector>
                        <h2>{move || messages(page).inspector}</h2>
                        {inspector(session)}
                    </aside>
                </Show>
            </div>
            <Show when=move || is_open() && !page.wide.get()>
                <Sheet open=inspector_open label=Signal::derive(move || messages(page).inspector)>
                    <Show when=move || inspector_open.get()>
                        {inspector(session)}
                    </Show>
                </Sheet>
            </Show>
        </div>
    }
}

/// What the session's screens stand in: the page's main part, or a part of another site's page, which
/// has a main part of its own.
fn frame(
    session: Session,
    is_open: impl Fn() -> bool + Copy + Send + Sync + 'static,
    content: AnyView,
) -> AnyView {
    let screen = move || session.screen.get().name();
    let state = move || is_open().then(|| session.phase.with(|phase| phase.name()));
    let step = move || {
        let step = session.step.get().filter(|_| is_open());
        step.map(|step| step.to_string())
    };
    match session.page.is_embedded() {
        true => view! {
            <div class="session-main" data-screen=screen data-state=state data-step=step>
                {content}
            </div>
        }
        .into_any(),
        false => view! {
            <main class="session-main" data-screen=screen data-state=state data-step=step>
                {content}
            </main>
        }
        .into_any(),
    }
}

fn inspector(session: Session) -> AnyView {
    on_demand(inspector_part::inspector, bare, move |show| show(session))
}

/// What stands around a screen of the form while its part is not there.
fn sheet(content: AnyView) -> AnyView {
    view! { <div class="sheet-page">{content}</div> }.into_any()
}

/// Keys that work wherever the focus is.
fn on_key(session: Session, event: &ev::KeyboardEvent) {
    if event.is_composing()
        || event.default_prevented()
        || session.page.find("dialog[open]").is_some()
    {
        return;
    }
    if event.key() == "Escape" {
        if session.is_thinking() {
            // It has had its use, and closes nothing around it.
            event.prevent_default();
        }
        return session.stop();
    }
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let page = session.page;
    let focused = page.focused();
    let in_control = focused.as_ref().is_some_and(|element| {
        matches!(
            element.tag_name().as_str(),
            "TEXTAREA" | "INPUT" | "SELECT" | "DIALOG"
        )
    });
    if event.key() == "/" && !in_control && page.find("#composer").is_some() {
        event.prevent_default();
        page.focus("#composer");
    }
}

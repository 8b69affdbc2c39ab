//! The help desk as a whole.

use kikitori_helpdesk::{Phase, RunBlocked};
use kikitori_parts::components::connection_notice::{ConnectionNotice, Written};
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::storage_notice::StorageNotice;
use kikitori_parts::dom::{focus_soon, on_click};
use kikitori_parts::page::Page;
use kikitori_parts::part::{self, fetch_ahead};
use kikitori_parts::place::Section;
use kikitori_parts::settings;
use leptos::prelude::*;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::desk::DeskPage;
use crate::messages::failures;
use crate::shelf::Shelf;
use crate::steps::Steps;

/// The help desk. It goes on working while another screen is shown.
#[component]
pub fn DeskScreen(
    /// The run of the question to show, if it is not the last one.
    mut run: Option<String>,
) -> impl IntoView {
    let page = Page::current();
    page.speak_as_chosen();
    let desk = page.kept(|| DeskPage::open(page, run.take()));
    // One that was opened before goes on with what it shows, unless it is asked for another.
    if let Some(run) = run {
        desk.choose(run);
    }
    desk.show_draft();
    fetch_ahead(&[settings::fetch]);
    let words = move || desk.messages();
    Effect::new(move || page.name_screen(words().title));
    let is_asked = move || {
        desk.phase.with(|phase| {
            !matches!(
                phase,
                Phase::Idle | Phase::Blocked(RunBlocked::NothingToSearch | RunBlocked::Elsewhere)
            )
        })
    };
    view! {
        <Header />
        <main class="desk" data-screen="desk" data-state=move || desk.phase.with(|phase| phase.name())>
            <h1 tabindex="-1">{move || words().title}</h1>
            <p class="lead">{move || words().lead}</p>
            <ConnectionNotice written=Written::Question />
            <StorageNotice />
            <Ask desk />
            {move || missing(desk)}
            <Trouble desk />
            <Answer desk />
            <Forget desk />
            <Show when=is_asked>
                <Steps desk />
            </Show>
            <Shelf desk />
        </main>
    }
}

/// Why what works on questions did not come, if it did not.
fn missing(desk: DeskPage) -> Option<AnyView> {
    let (why, again) = desk.missing.get()?;
    let again = Callback::new(move |()| {
        desk.missing.set(None);
        again(desk);
    });
    Some(part::missing(desk.page, why, again))
}

#[component]
fn Trouble(desk: DeskPage) -> impl IntoView {
    let words = move || desk.messages();
    let text = move || {
        desk.phase.with(|phase| match phase {
            Phase::Stopped => Some(words().stopped.to_owned()),
            Phase::Blocked(blocked) => Some(failures::blocked(desk.page.language.get(), blocked)),
            Phase::Answered { store_error, .. } => store_error
                .as_ref()
                .map(|_| words().not_all_stored.to_owned()),
            Phase::Idle | Phase::Working => None,
        })
    };
    let can_go_on = move || {
        desk.phase.with(|phase| match phase {
            Phase::Blocked(blocked) => *blocked != RunBlocked::NothingToSearch,
            phase => *phase == Phase::Stopped,
        })
    };
    let is_saved = move || {
        // What is said of a stop says so already.
        desk.phase
            .with(|phase| !matches!(phase, Phase::Stopped | Phase::Blocked(RunBlocked::Lost(_))))
    };
    // What is to be set before it can go on.
    let to_set = move || {
        desk.phase.with(|phase| match phase {
            Phase::Blocked(RunBlocked::NoModel(_)) => Some(Section::Connection),
            Phase::Blocked(RunBlocked::BudgetExceeded(_)) => Some(Section::Budget),
            _ => None,
        })
    };
    let settings = move || {
        let section = to_set()?;
        let view = view! {
            <button
                type="button"
                class="link"
                data-testid="trouble-settings"
                aria-haspopup="dialog"
                on:click=on_click(move || desk.page.show_settings(section))
            >
                {move || desk.page.messages().open_settings}
            </button>
        };
        Some(view.into_any())
    };
    let is_stopped = move || desk.phase.with(|phase| *phase == Phase::Stopped);
    view! {
        <div class="trouble" class:stopped=is_stopped role="status" hidden=move || text().is_none()>
            <p data-testid="trouble">{text}</p>
            {settings}
            <Show when=can_go_on>
                <Show when=is_saved>
                    <p class="quiet-text">{move || words().saved}</p>
                </Show>
                <button type="button" class="button" data-testid="go-on" on:click=move |_| desk.go_on()>
                    {icon(Icon::Continue)}
                    {move || desk.page.messages().go_on}
                </button>
            </Show>
        </div>
    }
}

/// The way to have nothing of the question kept.
#[component]
fn Forget(desk: DeskPage) -> impl IntoView {
    let words = move || desk.messages();
    let can_forget = move || {
        desk.phase.with(|phase| match phase {
            Phase::Idle | Phase::Working | Phase::Blocked(RunBlocked::Elsewhere) => false,
            Phase::Stopped | Phase::Blocked(_) | Phase::Answered { .. } => true,
        })
    };
    let is_asked = RwSignal::new(false);
    let ask = move |_| {
        is_asked.set(true);
        focus_soon("[data-testid=forget-confirm]");
    };
    let keep = move |_| {
        is_asked.set(false);
        focus_soon("[data-testid=forget]");
    };
    let forget = move |_| {
        is_asked.set(false);
        focus_soon("#question");
        desk.forget();
    };
    view! {
        <Show when=can_forget>
            <p class="forget">
                <Show
                    when=move || is_asked.get()
                    fallback=move || {
                        view! {
                            <button type="button" class="button quiet" data-testid="forget" on:click=ask>
                                {icon(Icon::Delete)}
                                {move || words().forget}
                            </button>
                        }
                    }
                >
                    <span>{move || words().forget_question}</span>
                    <button type="button" class="button danger" data-testid="forget-confirm" on:click=forget>
                        {move || desk.page.messages().delete_now}
                    </button>
                    <button type="button" class="button quiet" on:click=keep>
                        {move || desk.page.messages().keep}
                    </button>
                </Show>
            </p>
        </Show>
    }
}

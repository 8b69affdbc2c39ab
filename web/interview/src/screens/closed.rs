//! What stands in a session's place when it cannot be opened.

use leptos::prelude::*;

use super::home_link;
use crate::messages::{failures, messages};
use crate::session::{Opening, Session};
use kikitori_parts::components::details::details_of;
use kikitori_parts::dom::on_click;

/// Says why, and what to do.
pub fn closed(session: Session, opening: Opening) -> AnyView {
    let page = session.page;
    let words = messages(page);
    let (title, text, testid) = match &opening {
        Opening::Deleted | Opening::Wait | Opening::Open => return ().into_any(),
        Opening::Locked => (words.locked_title, words.locked_text.to_owned(), "locked"),
        Opening::Missing => (
            words.missing_title,
            words.missing_text.to_owned(),
            "missing",
        ),
        Opening::Broken(error) => {
            let text = failures::advice(page.language.get(), error);
            (words.broken_title, text, "broken")
        }
    };
    let details = match &opening {
        Opening::Broken(error) => Some(details_of(page, error.to_string())),
        _ => None,
    };
    let back = match page.is_embedded() {
        true => words.begin_anew,
        false => words.back_home,
    };
    let can_retry = testid != "missing";
    let open_again = move || {
        // The button goes, and the heading of what comes takes the focus.
        page.has_moved.set(true);
        session.open();
    };
    view! {
        <div class="plain" data-testid=testid>
            <h1 tabindex="-1">{title}</h1>
            <p>{text}</p>
            {details}
            <div class="row">
                {can_retry
                    .then(|| {
                        view! {
                            <button type="button" class="button primary" data-testid="open-again" on:click=on_click(open_again)>
                                {page.messages().try_again}
                            </button>
                        }
                    })}
                {home_link(page, None, Signal::stored(back))}
            </div>
        </div>
    }
        .into_any()
}

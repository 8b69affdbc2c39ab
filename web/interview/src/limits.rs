//! What the page gives to an interview.

use std::rc::Rc;

use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale, now_local};
use kikitori_interview::{Events, Limits, LineEngine, PageContext, Ports};
use kikitori_parts::Language;
use kikitori_parts::page::Page;

use crate::model::PageModel;

/// The bounds of an interview, as far as they are known.
pub fn limits(page: Page) -> Limits {
    let budget = page.budget_in_force();
    Limits {
        session_caps: budget.caps,
        price: budget.price_of(&page.model_name()),
        ..Limits::default()
    }
}

/// What a driver needs, with `events` to hear what happens.
pub async fn ports(
    page: Page,
    events: Rc<dyn Events>,
    lines: Option<&'static LineEngine>,
) -> Ports {
    let opened = page.store().await;
    Ports {
        model: Rc::new(PageModel::new(page)),
        store: opened.store,
        clock: Rc::new(BrowserClock),
        ids: Rc::new(BrowserIds),
        locale: Rc::new(BrowserLocale),
        events,
        lines,
    }
}

/// What the page tells the engine about itself. A language that the site around it wants, or that
/// was chosen for the page, is wanted before those of the browser.
pub fn page_context(page: Page) -> PageContext {
    let wanted = page.wanted_language().map(|tag| tag.to_string());
    let chosen = Language::chosen().map(|chosen| chosen.tag().to_owned());
    let chosen = wanted.or(chosen);
    PageContext {
        languages: chosen
            .into_iter()
            .chain(BrowserLocale.own_languages())
            .collect(),
        time_zone: BrowserLocale.own_time_zone(),
        local_time: Some(now_local()),
    }
}

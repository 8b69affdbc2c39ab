//! What becomes of the finished form where it is more than a file: it is sent to an address, or
//! handed to the page around it.

use kikitori_form::file::Submit;
use kikitori_interview::{Receipt, Submission};
use kikitori_parts::dom::{self, on_click};
use kikitori_parts::format::pretty;
use kikitori_parts::page::Page;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use super::done::correct;
use super::messages::{messages, phrases};
use super::post::Unsent;
use super::under_way::{Before, Sending as UnderWay};
use crate::session::Session;

/// What the page around the form hears.
const EVENT: &str = "kikitori:submit";

/// Where the form goes, as people are told it: the address without its path.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// Hands the form to the page around it.
fn hand_over(page: Page, submission: &Submission) {
    if page.is_embedded() {
        return page.tell("submit", || detail_of(submission));
    }
    let detail = detail_of(submission);
    let init = web_sys::CustomEventInit::new();
    init.set_bubbles(true);
    init.set_composed(true);
    init.set_detail(&detail);
    let event = web_sys::CustomEvent::new_with_event_init_dict(EVENT, &init);
    if let (Ok(event), Some(main)) = (event, dom::find("main")) {
        // Whoever listens is not the form's own.
        let _ = main.dispatch_event(&event);
    }
}

/// The form as scripts read it.
pub fn detail_of(submission: &Submission) -> JsValue {
    let json = serde_json::to_string(submission).unwrap_or_default();
    js_sys::JSON::parse(&json).unwrap_or_default()
}

/// Whether nobody is given the form but the person.
pub fn is_only_kept(session: Session) -> bool {
    let form = session.form_file.get_untracked();
    !session.page.hands_over() && matches!(form.submit, None | Some(Submit::Download(_)))
}

/// What says that a form is the same however often it is sent. A corrected one is another.
fn idempotency_key(session: Session) -> String {
    let id = session.id().0;
    match session.reopened.get_untracked() {
        0 => id,
        times => format!("{id}.{times}"),
    }
}

/// The form, as it goes to its address.
fn under_way(session: Session) -> UnderWay {
    UnderWay::of(session.page, &session.id().0, idempotency_key(session))
}

/// How far the sending has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    /// It was finished before the page was loaded: whether it was sent then, nobody knows.
    Unknown,
    UnderWay,
    Failed(Unsent),
}

/// Says what becomes of the form, and does it.
#[component]
pub fn Delivery(
    /// Whose form.
    session: Session,
) -> impl IntoView {
    let submit = session.form_file.get_untracked().submit.clone();
    match submit {
        None | Some(Submit::Download(_)) if !session.page.hands_over() => ().into_any(),
        Some(Submit::Post(to)) => sent(session, to.url.0),
        None | Some(Submit::Download(_) | Submit::HostEvent(_)) => handed_over(session),
    }
}

fn sent(session: Session, url: String) -> AnyView {
    let page = session.page;
    let state = RwSignal::new(Sending::Unknown);
    let url = StoredValue::new(url);
    let send = move || {
        let Some(submission) = session.submission.get_untracked() else {
            return;
        };
        if state.get_untracked() == Sending::UnderWay {
            return;
        }
        state.set(Sending::UnderWay);
        let (under_way, url) = (under_way(session), url.get_value());
        spawn_local(async move {
            let outcome = under_way.clone().send(url, pretty(&submission)).await;
            let now = match &outcome {
                Ok(_) => Sending::Unknown,
                Err(why) => Sending::Failed(*why),
            };
            if state.try_set(now).is_some() {
                // The view was left: who opens it again finds out.
                return;
            }
            match outcome {
                Ok(receipt) => {
                    page.tell("submit", || detail_of(&submission));
                    session.delivered(receipt);
                }
                Err(why) => under_way.has_failed(why),
            }
        });
    };
    // Who comes back while it was under way wants to know what became of it.
    let look = move || {
        let under_way = under_way(session);
        spawn_local(async move {
            let before = under_way.before().await;
            if state.try_get_untracked().is_none() {
                return;
            }
            match before {
                Before::Unknown => {}
                Before::UnderWay => send(),
                Before::Arrived(receipt) => {
                    if let Some(submission) = session.submission.get_untracked() {
                        page.tell("submit", || detail_of(&submission));
                    }
                    session.delivered(receipt);
                }
            }
        });
    };
    match (session.receipt.get_untracked(), session.has_confirmed()) {
        (Some(_), _) => {}
        (None, true) => send(),
        (None, false) => look(),
    }
    let receipt = move |receipt: Receipt| {
        let key = idempotency_key(session);
        let language = page.language.get();
        view! {
            <div class="receipt" data-testid="receipt" role="status">
                <p class="receipt-title">{phrases::sent_to(language, host(&url.get_value()))}</p>
                <dl class="facts">
                    <div>
                        <dt>{messages(page).received_at}</dt>
                        <dd>{phrases::moment(language, &receipt.at)}</dd>
                    </div>
                    {receipt.number.map(|number| view! {
                        <div>
                            <dt>{messages(page).receipt_number}</dt>
                            <dd dir="auto" data-testid="receipt-number">{number}</dd>
                        </div>
                    })}
                    <div>
                        <dt>{messages(page).reference}</dt>
                        <dd><code>{key}</code></dd>
                    </div>
                    <div>
                        <dt>{messages(page).status}</dt>
                        <dd>{receipt.status}</dd>
                    </div>
                </dl>
            </div>
        }
    };
    let unsent = move |sending: Sending| {
        let language = page.language.get();
        let host = url.with_value(|url| host(url).to_owned());
        let (text, name) = match sending {
            Sending::Unknown => (messages(page).perhaps_sent.to_owned(), "unknown"),
            Sending::UnderWay => (phrases::sending_to(language, &host), "sending"),
            Sending::Failed(why) => (phrases::unsent(language, &host, why), "failed"),
        };
        let is_trouble = matches!(sending, Sending::Failed(_));
        // Of any other failure nobody knows here whether it has arrived.
        let was_not_taken = matches!(sending, Sending::Failed(why) if why.is_certain());
        view! {
            <div
                class=if is_trouble { "trouble" } else { "receipt" }
                data-testid="delivery"
                data-state=name
                role=if is_trouble { "alert" } else { "status" }
            >
                <p>{text}</p>
                {is_trouble.then(|| view! { <p>{page.saved()}</p> })}
                {(sending != Sending::UnderWay)
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="send-form"
                                on:click=on_click(send)
                            >
                                {phrases::send_to(language, &host)}
                            </button>
                        }
                    })}
                {was_not_taken.then(|| correct(session))}
            </div>
        }
    };
    let shown = move || match session.receipt.get() {
        Some(got) => receipt(got).into_any(),
        None => unsent(state.get()).into_any(),
    };
    shown.into_any()
}

fn handed_over(session: Session) -> AnyView {
    let page = session.page;
    // Who finished it before the page was loaded may have handed it over then.
    let is_handed = RwSignal::new(false);
    let hand = move || {
        if let Some(submission) = session.submission.get_untracked() {
            hand_over(page, &submission);
            is_handed.set(true);
        }
    };
    if session.has_confirmed() {
        hand();
    }
    let again = on_click(hand);
    let text = move || match is_handed.get() {
        true => messages(page).handed_over,
        false => messages(page).perhaps_handed_over,
    };
    view! {
        <div class="receipt not-printed" data-testid="handed-over" role="status">
            <p>{text}</p>
            <button type="button" class="button" data-testid="hand-over" on:click=again>
                {move || messages(page).hand_over_again}
            </button>
        </div>
    }
    .into_any()
}

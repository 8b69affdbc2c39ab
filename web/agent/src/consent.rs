//! What the person is asked before a tool changes something.

use kikitori_parts::dom::on_click;
use kikitori_parts::format::pretty_text;
use kikitori_react::{Action, Consent};
use leptos::prelude::*;

use crate::agent::AgentPage;

/// The call as it would be made, and the ways to allow it or not, while it waits for that.
pub fn consent(agent: AgentPage, action: &Action) -> Option<AnyView> {
    let sequence = action.sequence().filter(|_| action.is_waiting())?;
    let words = agent.messages();
    let again = action.consent == Some(Consent::WantedAgain);
    let decide = move |is_allowed| on_click(move || agent.decide(sequence, is_allowed));
    let view = view! {
        <div class="consent" data-testid="consent" role="group" aria-label=words.consent>
            <p>{words.consent}</p>
            {again.then(|| view! { <p>{words.consent_again}</p> })}
            <pre tabindex="0" dir="auto">{pretty_text(&action.call.function.arguments)}</pre>
            <p class="consent-buttons">
                <button type="button" class="button primary" data-testid="allow" on:click=decide(true)>
                    {words.allow}
                </button>
                <button type="button" class="button" data-testid="deny" on:click=decide(false)>
                    {words.deny}
                </button>
            </p>
        </div>
    };
    Some(view.into_any())
}

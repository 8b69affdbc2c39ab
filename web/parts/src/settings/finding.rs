//! What was found out about a connection, and what to do about it.

use kikitori_browser::page_origin;
use kikitori_llm::Finding;
use leptos::prelude::*;

use super::messages::findings::{About, Advice};
use crate::Language;
use crate::page::Page;

/// `finding` in words, about the connection at hand.
pub fn advice(page: Page, lang: Language, finding: &Finding) -> Advice {
    let connection = page.connection_now().and_then(Result::ok);
    let about = About {
        origin: page_origin(),
        host: connection.as_ref().map_or("", |it| it.host()),
        direct: connection.as_ref().and_then(|it| it.direct()),
    };
    lang.finding(finding, &about)
}

/// The words, with commands to copy.
pub fn finding_view(page: Page, advice: Advice) -> AnyView {
    let Advice {
        text,
        commands,
        note,
        detail,
        instead: _,
    } = advice;
    let commands = commands.into_iter().map(|(name, command)| {
        view! {
            <li>
                <span class="finding-name">{name}</span>
                <code class="finding-command" data-testid="command" tabindex="0">{command}</code>
            </li>
        }
        .into_any()
    });
    let detail = detail.map(|detail| {
        view! {
            <details>
                <summary>{page.messages().details}</summary>
                // Errors name themselves in English.
                <p class="trouble-detail" dir="auto" lang="en">{detail}</p>
            </details>
        }
        .into_any()
    });
    view! {
        <div class="finding" data-testid="finding">
            <p>{text}</p>
            <ul class="finding-commands">{commands.collect_view()}</ul>
            <p class="quiet-text">{note}</p>
            {detail}
        </div>
    }
    .into_any()
}

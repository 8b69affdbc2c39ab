//! The settings: where model calls go, whether that works, and how long to wait.

use leptos::prelude::*;

use super::budget_form::BudgetForm;
use super::check_list::CheckList;
use super::connection_form::{ConnectionForm, PatienceForm};
use super::sheet::Sheet;
use crate::page::Page;

/// The settings, over whichever screen is shown.
#[component]
pub fn Settings() -> impl IntoView {
    let page = Page::current();
    let open = page.settings_open;
    Effect::new(move || {
        if open.get() {
            leptos::task::spawn_local(async move {
                page.ask_server().await;
                page.look_up_support().await;
            });
        } else {
            page.check.stop();
        }
    });
    view! {
        <Sheet open label=Signal::derive(move || page.words().settings)>
            <Show when=move || open.get()>
                <div class="settings" data-testid="settings-sheet">
                    <ConnectionForm />
                    <PatienceForm />
                    <CheckSection />
                    <BudgetForm />
                </div>
            </Show>
        </Sheet>
    }
}

#[component]
fn CheckSection() -> impl IntoView {
    let page = Page::current();
    let check = page.check;
    let can_check = move || matches!(page.link_now(), Some(Ok(_)));
    view! {
        <section class="settings-group" aria-labelledby="support-title">
            <h2 id="support-title">{move || page.words().support}</h2>
            <CheckList />
            <div class="row">
                <button
                    type="button"
                    class="button"
                    class:primary=move || !check.is_running.get()
                    data-testid="check-connection"
                    disabled=move || !can_check()
                    on:click=move |_| {
                        if check.is_running.get_untracked() { check.stop() } else { check.start(page) }
                    }
                >
                    {move || {
                        if check.is_running.get() { page.words().check_stop } else { page.words().check }
                    }}
                </button>
            </div>
            <p class="quiet-text">{move || page.words().check_costs}</p>
        </section>
    }
}

//! What the person does.

use std::rc::Rc;

use kikitori_browser::{BrowserClock, BrowserLocale};
use kikitori_parts::components::formatted::fetch_ahead;
use kikitori_parts::dom;
use kikitori_parts::place::System;
use kikitori_ports::Clock;
use kikitori_tasks::{
    ChainRequest, ChainState, Command, ConfirmationAnswer, EarlierRequest, Phase, TaskId,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::tasks::TasksPage;

/// Clicks that follow each other so fast are one.
const DOUBLE_CLICK_MS: u64 = 500;

impl TasksPage {
    /// Asks for what stands in the box: another plan of a chain that has not begun, or a new chain.
    pub fn ask(self) {
        let is_working = untrack(|| self.is_working());
        if self.request.is_empty() || is_working {
            return;
        }
        self.acted();
        self.has_stopped_plan.set_value(false);
        self.is_unstored.set_value(true);
        let text = self.request.ask();
        let request = ChainRequest {
            text,
            local_time: BrowserLocale
                .own_local_time(BrowserClock.now_ms())
                .unwrap_or_default(),
            language: Some(self.page.language.get_untracked().tag().to_owned()),
            earlier: self.earlier(),
        };
        spawn_local(fetch_ahead());
        let phase = untrack(|| self.chain_phase());
        let is_open = self
            .chain
            .with_untracked(|chain| chain.as_ref().is_some_and(|it| !it.is_started));
        spawn_local(async move {
            let controller = self.controller().await;
            match phase {
                Some(Phase::Review | Phase::Failed | Phase::CallFailed) if is_open => {
                    self.left_out.set(Vec::new());
                    self.forget_unsent();
                    controller.command(Command::Request(request)).await;
                }
                _ => controller.ask(request).await,
            }
        });
    }

    /// What the chain at hand came to, for a request that follows it.
    fn earlier(self) -> Vec<EarlierRequest> {
        let state = self.state.get_value();
        let is_undone = |key: &str| untrack(|| self.is_undone(key)) == Some(true);
        let earlier = state.map(|it| EarlierRequest::before(&it, &is_undone));
        earlier.unwrap_or_default()
    }

    /// Does something about the chain at hand.
    pub fn command(self, command: Command) {
        self.acted();
        spawn_local(async move { self.controller().await.command(command).await });
    }

    /// Stops the plan that is being made, and brings the request back into its box.
    pub fn stop_plan(self) {
        self.has_stopped_plan.set_value(true);
        self.command(Command::Cancel);
    }

    /// Lets the plan run without what is left out.
    pub fn start(self) {
        let left_out = self.left_out.get_untracked();
        let ids = self.ids(&left_out);
        self.command(Command::Start { leave_out: ids });
    }

    fn ids(self, positions: &[usize]) -> Vec<TaskId> {
        self.chain.with_untracked(|chain| {
            let tasks = chain
                .as_ref()
                .map(|it| it.tasks.as_slice())
                .unwrap_or_default();
            let ids = positions.iter().filter_map(|it| tasks.get(*it));
            ids.map(|it| TaskId::new(&it.id)).collect()
        })
    }

    /// Answers what is asked about a task.
    pub fn confirm(self, position: usize, answer: ConfirmationAnswer) {
        if let Some(task) = self.ids(&[position]).pop() {
            self.command(Command::Confirm { task, answer });
        }
    }

    /// Goes on with what is in trouble.
    pub fn go_on(self) {
        let has_none = self.chain.with_untracked(Option::is_none);
        // A request that could not even be stored still stands in its box.
        let is_unstored = self.is_unstored.get_value() && !self.request.is_empty();
        if has_none || is_unstored {
            return self.ask();
        }
        let failed = self
            .chain
            .with_untracked(|it| it.as_ref().is_some_and(|it| it.problems.is_some()));
        if failed {
            return self.command(Command::Retry);
        }
        self.acted();
        spawn_local(async move { self.controller().await.go_on().await });
    }

    /// Puts the chain aside.
    pub fn begin_anew(self) {
        self.acted();
        if let Some(controller) = self.controller.get_value()
            && controller.begin_anew()
        {
            dom::focus_soon("#tasks-request");
        }
    }

    /// Whether something was let run a moment ago; if not, it is now.
    pub fn has_just_approved(self) -> bool {
        let now = BrowserClock.now_ms();
        let before = self.approved_at.get_value();
        self.approved_at.set_value(now);
        now.saturating_sub(before) < DOUBLE_CLICK_MS
    }

    /// Shows the chain `id`.
    pub fn choose(self, id: String) {
        if untrack(|| self.is_working()) {
            return;
        }
        self.page.goes_over(System::Tasks, &self.id(), &id);
        self.open_chain(id);
    }

    /// The chain at hand; empty where there is none.
    pub fn id(self) -> String {
        let id = |it: &Option<Rc<ChainState>>| it.as_ref().map(|it| it.id.clone());
        self.state.with_value(id).unwrap_or_default()
    }

    /// Shows the chain `id`, which the address names.
    pub fn open_chain(self, id: String) {
        spawn_local(async move { self.controller().await.open(Some(&id)).await });
    }

    /// Deletes the chain at hand and everything that was stored with it.
    pub fn forget(self) {
        self.acted();
        spawn_local(async move { self.controller().await.forget().await });
    }

    /// The person does something now.
    pub fn acted(self) {
        self.has_acted.set_value(true);
        self.refused.set(None);
    }
}

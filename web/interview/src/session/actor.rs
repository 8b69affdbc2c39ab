//! Opening a session and going on with it, until its screen is left.

use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use kikitori_browser::SessionLock;
use kikitori_interview::{Command, SessionId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Opening, Session};
use crate::limits::limits;
use crate::parts::engine::{self, Engine};
use crate::start::begun;
use kikitori_parts::components::delete::lock_name;
use kikitori_parts::part::{Loading, why_missing};
use kikitori_parts::signals::set_if_new;

/// How often, and at what distance, a lock is asked for: this tab may just be giving it back.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE_MS: u32 = 60;

impl Session {
    /// Opens the session and goes on with it.
    pub fn open(self) {
        set_if_new(self.opening, Opening::Wait);
        spawn_local(self.run(self.id()));
        let page = self.page;
        // What was found out is about the connection that it was found on.
        Effect::watch(
            move || page.choice.get(),
            move |_, _, _| self.stop_looking(),
            false,
        );
        Effect::watch(
            move || (limits(page), page.model_name()),
            move |(limits, _), _, _| self.command(Command::Limit(*limits)),
            false,
        );
    }

    /// Says that the session is gone from the store, so that nothing of it is stored again.
    pub fn forget(self) {
        self.text.set(String::new());
        set_if_new(self.opening, Opening::Deleted);
    }

    /// Ends the actor and what it is waiting for. To be called before the signals go.
    pub fn close(self) {
        self.save_draft();
        self.stop_looking();
        self.command(Command::Stop);
        self.commands.set_value(None);
        self.load_again.set_value(None);
        self.drafts.set_value(None);
    }

    async fn run(self, id: SessionId) {
        let Some(lock) = lock(&id).await else {
            if self.engine().await.is_some() {
                set_if_new(self.opening, Opening::Locked);
            }
            return;
        };
        let started = match begun(self.page, &id) {
            Some(opening) => match self.begin(opening).await {
                Some(started) => Some(started),
                None => return,
            },
            None => None,
        };
        if let Some(engine) = self.engine().await {
            (engine.lead)(self, started).await;
        }
        drop(lock);
    }

    /// What `show` makes of the engine, once it is there.
    pub fn with_engine(
        self,
        show: impl Fn(Engine) -> AnyView + Send + 'static,
    ) -> impl Fn() -> Option<AnyView> + Send + 'static {
        move || self.engine.get().map(&show)
    }

    /// What leads a session once it has begun; `None` when the screen was left before it came.
    async fn engine(self) -> Option<Engine> {
        let engine = self.comes(engine::engine).await?;
        match self.engine.try_set(Some(engine)) {
            None => Some(engine),
            Some(_) => None,
        }
    }

    /// The part that `load` brings, asked for until it comes; `None` when the screen was left before.
    pub(super) async fn comes<T>(self, load: fn() -> Loading<T>) -> Option<T> {
        loop {
            if let Ok(part) = load().await {
                return Some(part);
            }
            self.is_wanted_again().await?;
        }
    }

    /// Says why a part did not come, and waits until it is asked for once more; `None` when the screen
    /// was left instead.
    async fn is_wanted_again(self) -> Option<()> {
        let why = why_missing(self.page).await;
        let (again, wanted) = oneshot::channel();
        if self.load_again.try_set_value(Some(again)).is_some() {
            return None;
        }
        set_if_new(self.engine_missing, Some(why));
        wanted.await.ok()?;
        set_if_new(self.engine_missing, None);
        Some(())
    }

    /// Asks once more for what did not come.
    pub fn load_engine(self) {
        if let Some(again) = self.load_again.try_update_value(Option::take).flatten() {
            // Whoever asked for it may be gone.
            let _ = again.send(());
        }
        self.refocus();
    }
}

async fn lock(id: &SessionId) -> Option<SessionLock> {
    let name = lock_name(&id.0);
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = SessionLock::try_acquire(&name).await {
            return Some(lock);
        }
        TimeoutFuture::new(LOCK_PAUSE_MS).await;
    }
    SessionLock::try_acquire(&name).await
}

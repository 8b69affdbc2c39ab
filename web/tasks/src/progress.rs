//! What a screen reader is told while a chain goes on: each turn of it, and now and then how far it
//! is.

use std::time::Duration;

use kikitori_parts::page::Page;
use kikitori_tasks::{Phase, TaskCounts};
use leptos::prelude::*;

use crate::messages::phrases;
use crate::messages::task::title;
use crate::tasks::TasksPage;
use crate::view::Chain;

/// Tasks that end within this time are told of together.
const PAUSE: Duration = Duration::from_secs(3);

/// Says what goes on. A handle.
#[derive(Clone, Copy)]
pub struct Announcer {
    page: Page,
    /// What was told last: of which chain, its phase, and how many tasks had ended.
    last: StoredValue<Option<(String, Phase, TaskCounts)>>,
    is_due: StoredValue<bool>,
}

impl Announcer {
    pub fn new(page: Page) -> Self {
        Self {
            page,
            last: StoredValue::new(None),
            is_due: StoredValue::new(false),
        }
    }

    /// Tells what is new in `chain`.
    pub fn chain(self, tasks: TasksPage, chain: &Chain) {
        let now = (chain.id.clone(), chain.phase, chain.counts);
        let before = self.last.get_value();
        self.last.set_value(Some(now.clone()));
        let language = self.page.language.get_untracked();
        match before {
            // What is only opened is not told.
            None => {}
            Some((id, ..)) if id != now.0 && chain.phase != Phase::Planning => {}
            Some((id, phase, over)) if id != now.0 || phase != now.1 => {
                let question = chain.asked.first().map(|it| {
                    chain
                        .tasks
                        .get(it.task)
                        .map(|task| title(language, chain, task))
                });
                let mut said = phrases::turn(language, chain, question.flatten().as_deref());
                if id == now.0 && over.failed < now.2.failed {
                    let how_far = phrases::how_far(language, chain.counts, chain.tasks.len());
                    said = phrases::with_how_far(language, &how_far, &said);
                }
                self.page.announcement.set(said);
            }
            // What fails while something else is asked is told at once.
            Some((_, phase, over)) if over.failed < now.2.failed && phase != Phase::Running => {
                let said = phrases::how_far(language, chain.counts, chain.tasks.len());
                self.page.announcement.set(said);
            }
            Some((_, phase, over)) if over != now.2 && phase == Phase::Running => {
                if self.is_due.get_value() {
                    return;
                }
                self.is_due.set_value(true);
                set_timeout(move || self.how_far(tasks), PAUSE);
            }
            Some(_) => {}
        }
    }

    fn how_far(self, tasks: TasksPage) {
        if self.is_due.try_set_value(false).is_some() {
            return;
        }
        let language = self.page.language.get_untracked();
        let said = tasks.chain.try_with_untracked(|chain| {
            let chain = chain.as_ref().filter(|it| it.phase == Phase::Running)?;
            Some(phrases::how_far(language, chain.counts, chain.tasks.len()))
        });
        if let Some(Some(said)) = said {
            self.page.announcement.set(said);
        }
    }
}

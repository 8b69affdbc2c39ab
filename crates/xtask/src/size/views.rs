//! What is loaded up to each view.

use super::{FORM_PAGE, Sizes};
use std::collections::BTreeSet;

/// A view's name, and the files that are loaded for it.
type View<'a> = (&'static str, BTreeSet<&'a str>);

impl Sizes {
    /// Every view, with what is loaded up to it.
    pub(super) fn views(&self) -> Vec<View<'_>> {
        let mut views = self.of_home();
        views.extend(self.of_the_interview());
        views.extend(self.of_the_help_desk());
        views.extend(self.of_the_other_screens());
        views.extend(self.of_other_pages());
        views
    }

    fn fetched(&self, part: &str, before: &[&str]) -> BTreeSet<&str> {
        self.loads.fetched(part, before)
    }

    fn of_home(&self) -> Vec<View<'_>> {
        let home = self.first();
        let with_sessions = both(&home, &self.fetched("kept", &[]));
        vec![
            ("home on a new device", home),
            ("home on a device with sessions", with_sessions),
        ]
    }

    fn of_the_interview(&self) -> Vec<View<'_>> {
        let asking = both(&self.first(), &self.fetched("first", &[]));
        let session = both(&asking, &self.fetched("interview", &["first"]));
        let engine = self.fetched("engine", &["first", "interview"]);
        let hearing = both(&session, &engine);
        vec![
            ("interview to its first question", asking),
            ("interview with its session", session),
            ("interview to its first answer", hearing),
        ]
    }

    fn of_the_help_desk(&self) -> Vec<View<'_>> {
        let desk = self.fetched("desk", &[]);
        // The engine is fetched while the first question is read.
        let rest = self.fetched("desk", &["first", "interview", "engine"]);
        let working = both(&desk, &self.fetched("answers", &["desk"]));
        let direct = both(&self.first(), &desk);
        vec![
            ("help desk coming from the interview", rest),
            (
                "help desk coming from the agent",
                self.fetched("desk", &["agent"]),
            ),
            (
                "help desk coming from the task chains",
                self.fetched("desk", &["tasks"]),
            ),
            ("help desk coming from home", desk),
            ("help desk opened directly", direct),
            ("help desk to its first answer", working),
        ]
    }

    fn of_the_other_screens(&self) -> Vec<View<'_>> {
        let of = |part| {
            let coming = self.fetched(part, &[]);
            let direct = both(&self.first(), &coming);
            (coming, direct)
        };
        let (agent, agent_direct) = of("agent");
        let (tasks, tasks_direct) = of("tasks");
        let (builder, builder_direct) = of("builder");
        vec![
            ("agent coming from home", agent),
            ("agent opened directly", agent_direct),
            ("database", self.database()),
            ("task chains coming from home", tasks),
            ("task chains opened directly", tasks_direct),
            ("form builder coming from home", builder),
            ("form builder opened directly", builder_direct),
        ]
    }

    fn of_other_pages(&self) -> Vec<View<'_>> {
        let first = self.widget_first();
        // It is the widget's first view, in a page of its own, whose script has all that comes as text there.
        let is_text = |file: &&str| file.ends_with("kikitori.js") || file.ends_with(".css");
        let program: BTreeSet<&str> = first.iter().copied().filter(|it| !is_text(it)).collect();
        let mut page = self.folder(FORM_PAGE);
        page.retain(|file| !is_text(file));
        let form_page = both(&page, &program);
        vec![
            ("form page to its first question", form_page),
            ("widget to its first question", first),
            ("widget with its session", self.widget(&["interview"])),
            (
                "widget to its first answer",
                self.widget(&["interview", "engine"]),
            ),
            (
                "widget to its first question for a form of the page",
                both(&self.widget_first(), &self.takeover()),
            ),
            ("demonstration model", self.demonstration()),
        ]
    }
}

fn both<'a>(one: &BTreeSet<&'a str>, other: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    one.union(other).copied().collect()
}

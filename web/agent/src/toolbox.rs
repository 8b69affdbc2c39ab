//! Which tools the agent may use: the visitor's choice.

use kikitori_browser::{preference, set_preference};
use kikitori_desk::messages::phrases;
use kikitori_desk::shelf::{left_files, own_documents};
use kikitori_parts::components::file_drop::{FileDrop, file_drop};
use kikitori_parts::mcp::mcp_panel;
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::database::database_view;
use crate::messages::Messages;

/// What the browser offers to choose from: documents for the search, the rest for the database.
const ACCEPTED: &str =
    ".md,.markdown,.txt,.html,.htm,.pdf,text/*,application/pdf,.csv,.tsv,.sqlite,.sqlite3,.db,.db3";

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolKind {
    /// Arithmetic.
    Calculator,
    /// The documents on this device.
    Search,
    /// A database on this device.
    Database,
}

impl ToolKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Calculator, Self::Search, Self::Database];

    /// By which the model calls it, and the choice is kept.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calculator => "calculator",
            Self::Search => "search",
            Self::Database => "database",
        }
    }

    /// The tool that a model calls so.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What people call it.
    pub fn title(self, words: &'static Messages) -> &'static str {
        match self {
            Self::Calculator => words.calculator,
            Self::Search => words.search,
            Self::Database => words.database,
        }
    }

    /// What it may do and see.
    fn about(self, words: &'static Messages) -> &'static str {
        match self {
            Self::Calculator => words.calculator_about,
            Self::Search => words.search_about,
            Self::Database => words.database_about,
        }
    }
}

/// Which tools are on. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Toolbox {
    calculator: RwSignal<bool>,
    search: RwSignal<bool>,
    database: RwSignal<bool>,
}

impl Toolbox {
    /// As it was chosen on this device. Until then those are on that load nothing more.
    pub fn of_browser() -> Self {
        let is_on = |kind: ToolKind| {
            let chosen = preference(&key(kind)).filter(|it| !it.is_empty());
            let is_on = chosen.map_or(kind != ToolKind::Database, |it| it != "off");
            RwSignal::new(is_on)
        };
        Self {
            calculator: is_on(ToolKind::Calculator),
            search: is_on(ToolKind::Search),
            database: is_on(ToolKind::Database),
        }
    }

    /// Whether a tool is on.
    pub fn is_on(self, kind: ToolKind) -> RwSignal<bool> {
        match kind {
            ToolKind::Calculator => self.calculator,
            ToolKind::Search => self.search,
            ToolKind::Database => self.database,
        }
    }

    /// Switches a tool on or off, from the next question or step on.
    pub fn switch(self, kind: ToolKind, is_on: bool) {
        self.is_on(kind).set(is_on);
        set_preference(&key(kind), if is_on { "on" } else { "off" });
    }

    /// Switches a tool on for a file of the visitor's that it fits, until that is removed.
    pub fn switch_on_for_file(self, kind: ToolKind) {
        if !self.is_on(kind).get_untracked() {
            self.is_on(kind).set(true);
            set_preference(&key(kind), FOR_FILE);
        }
    }

    /// The last file that a tool had is removed: the tool is as the visitor had set it before.
    pub fn last_file_removed(self, kind: ToolKind) {
        if preference(&key(kind)).as_deref() == Some(FOR_FILE) {
            self.switch(kind, false);
        }
    }

    /// The tools that are off.
    pub fn switched_off(self) -> Vec<ToolKind> {
        let is_off = |kind: &ToolKind| !self.is_on(*kind).get_untracked();
        ToolKind::ALL.into_iter().filter(is_off).collect()
    }
}

/// What is kept of a tool that is on because of a file, and was off before.
const FOR_FILE: &str = "on-for-file";

fn key(kind: ToolKind) -> String {
    format!("agent-tool-{}", kind.name())
}

/// The tools with what each may do and see, and the place to add documents.
#[component]
pub fn Tools(
    /// Whose.
    agent: AgentPage,
) -> impl IntoView {
    let words = move || agent.messages();
    view! {
        <section class="tools" aria-labelledby="tools-title">
            <h2 id="tools-title">{move || words().tools}</h2>
            <p class="quiet-text">{move || words().tools_lead}</p>
            {ToolKind::ALL.map(|kind| tool(agent, kind)).collect_view()}
            {add_documents(agent)}
            {mcp_panel(agent.page)}
        </section>
    }
}

fn tool(agent: AgentPage, kind: ToolKind) -> impl IntoView {
    let (id, about_id) = (
        format!("tool-{}", kind.name()),
        format!("about-{}", kind.name()),
    );
    let found = move || {
        (kind == ToolKind::Search).then(|| {
            let language = agent.page.language.get();
            phrases::searched(language, agent.library.searched())
        })
    };
    view! {
        <div class="tool">
            <input
                type="checkbox"
                id=id.clone()
                data-testid=id.clone()
                aria-describedby=about_id.clone()
                prop:checked=move || agent.toolbox.is_on(kind).get()
                on:change=move |event| agent.switch(kind, event_target_checked(&event))
            />
            <div>
                <label for=id>{move || kind.title(agent.messages())}</label>
                <p class="quiet-text" id=about_id>
                    {move || kind.about(agent.messages())} " " {found}
                </p>
                {match kind {
                    ToolKind::Calculator => None,
                    ToolKind::Search => Some(documents(agent)),
                    ToolKind::Database => Some(database_view(agent)),
                }}
            </div>
        </div>
    }
}

/// The visitor's own documents.
fn documents(agent: AgentPage) -> AnyView {
    let library = agent.library;
    let on_remove = Callback::new(move |name| agent.remove(name));
    view! {
        <Show when=move || library.own.with(|own| !own.is_empty())>
            {own_documents(agent.page, library, on_remove)}
        </Show>
    }
    .into_any()
}

/// A place to choose files or to drop them.
fn add_documents(agent: AgentPage) -> AnyView {
    let words = move || agent.messages();
    let library = agent.library;
    let reading = move || match library.reading.get() {
        0 => "",
        _ => words().reading,
    };
    let problems = move || {
        let language = agent.page.language.get();
        let mut lines = phrases::refusals(language, &library.refused.get());
        let trouble = library.trouble.get();
        lines.extend(trouble.map(|it| language.store_advice(&it).to_owned()));
        lines
    };
    let on_files = Callback::new(move |files| agent.add(files));
    let drop = FileDrop {
        id: "agent-file",
        accept: ACCEPTED,
        label: Signal::derive(move || words().add_document),
        hint: Signal::derive(move || words().add_hint),
        reading: Signal::derive(reading),
        problems: Signal::derive(problems),
        on_files,
    };
    view! {
        {file_drop(drop)}
        {left_files(agent.page, library, on_files)}
    }
    .into_any()
}

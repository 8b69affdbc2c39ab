//! Which tools the agent may use: the visitor's choice.

use kikitori_browser::{preference, set_preference};
use kikitori_desk::messages::phrases;
use kikitori_parts::components::icons::{Icon, icon};
use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::FileList;

use crate::agent::AgentPage;
use crate::messages::Messages;

/// What the browser offers to choose from.
const ACCEPT: &str = ".md,.markdown,.txt,.html,.htm,.pdf,text/*,application/pdf";

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolKind {
    /// Arithmetic.
    Calculator,
    /// The documents on this device.
    Search,
}

impl ToolKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Calculator, Self::Search];

    /// By which the model calls it, and the choice is kept.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calculator => "calculator",
            Self::Search => "search",
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
        }
    }

    /// What it may do and see.
    fn about(self, words: &'static Messages) -> &'static str {
        match self {
            Self::Calculator => words.calculator_about,
            Self::Search => words.search_about,
        }
    }
}

/// Which tools are on. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Toolbox {
    calculator: RwSignal<bool>,
    search: RwSignal<bool>,
}

impl Toolbox {
    /// As it was chosen on this device; all tools until then.
    pub fn of_browser() -> Self {
        let is_on =
            |kind: ToolKind| RwSignal::new(preference(&key(kind)).as_deref() != Some("off"));
        Self {
            calculator: is_on(ToolKind::Calculator),
            search: is_on(ToolKind::Search),
        }
    }

    /// Whether a tool is on.
    pub fn is_on(self, kind: ToolKind) -> RwSignal<bool> {
        match kind {
            ToolKind::Calculator => self.calculator,
            ToolKind::Search => self.search,
        }
    }

    /// Switches a tool on or off, from the next question or step on.
    pub fn switch(self, kind: ToolKind, is_on: bool) {
        self.is_on(kind).set(is_on);
        set_preference(&key(kind), if is_on { "" } else { "off" });
    }
}

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
            <AddDocuments agent />
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
                on:change=move |event| agent.toolbox.switch(kind, event_target_checked(&event))
            />
            <div>
                <label for=id>{move || kind.title(agent.messages())}</label>
                <p class="quiet-text" id=about_id>
                    {move || kind.about(agent.messages())} " " {found}
                </p>
            </div>
        </div>
    }
}

/// The visitor's own documents, and a place to choose files or to drop them.
#[component]
fn AddDocuments(agent: AgentPage) -> impl IntoView {
    let words = move || agent.messages();
    let library = agent.library;
    let node = NodeRef::<Input>::new();
    let over = RwSignal::new(false);
    let take = move |files: Option<FileList>| {
        if let Some(files) = files {
            let files = (0..files.length()).filter_map(|position| files.get(position));
            agent.add(files.collect());
        }
    };
    let on_drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        take(event.data_transfer().and_then(|data| data.files()));
    };
    let own = move || {
        let remove = words().remove;
        let items = library.own.get().into_iter().map(|document| {
            let (name, shown) = (document.name.clone(), document.name.clone());
            view! {
                <li class="document" data-testid="document">
                    {icon(Icon::Document)}
                    <span class="document-name" dir="auto">{shown}</span>
                    <button
                        type="button"
                        class="link"
                        data-testid="remove-document"
                        aria-label=format!("{remove}: {name}")
                        on:click=move |_| agent.remove(name.clone())
                    >
                        {remove}
                    </button>
                </li>
            }
        });
        items.collect_view()
    };
    let problems = move || {
        let language = agent.page.language.get();
        let refused = library.refused.get().into_iter();
        let mut lines: Vec<String> = refused
            .map(|(name, reason)| format!("{name}: {}", phrases::unread(language, reason)))
            .collect();
        lines.extend(
            library
                .trouble
                .get()
                .map(|it| language.store_advice(&it).to_owned()),
        );
        lines.join(" ")
    };
    view! {
        <Show when=move || library.own.with(|own| !own.is_empty())>
            <ul class="own-documents">{own}</ul>
        </Show>
        <div
            class="drop"
            class:over=move || over.get()
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=on_drop
        >
            <label class="button drop-label" for="agent-file">
                {icon(Icon::Add)}
                {move || words().add_document}
            </label>
            <input
                id="agent-file"
                class="drop-input"
                type="file"
                multiple
                accept=ACCEPT
                data-testid="agent-file"
                aria-describedby="agent-file-hint agent-file-error"
                node_ref=node
                on:change=move |_| {
                    if let Some(input) = node.get_untracked() {
                        take(input.files());
                        // So that the same file, once mended, can be chosen again.
                        input.set_value("");
                    }
                }
            />
            <p class="drop-hint" id="agent-file-hint">{move || words().add_hint}</p>
            <p class="reading" role="status" data-testid="reading">
                {move || match library.reading.get() {
                    0 => "",
                    _ => words().reading,
                }}
            </p>
            <p class="field-error" id="agent-file-error" role="alert" data-testid="document-error">
                {problems}
            </p>
        </div>
    }
}

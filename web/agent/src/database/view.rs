//! What the database at hand is, and what is in it.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::components::remove::{Remove, remove};
use kikitori_parts::format::grouped;
use kikitori_tools::database::{Schema, Table};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::messages::{cells_empty, database_problem, remove_question};
use crate::toolbox::ToolKind;

/// Tables whose columns are shown at once.
const MOST_OPEN: usize = 1;

/// The database's files with the way to remove them, and its tables, once it is open.
pub fn database_view(agent: AgentPage) -> AnyView {
    let shelf = agent.database;
    let is_on = agent.toolbox.is_on(ToolKind::Database);
    let problem = move || {
        shelf.problem.get().map(|(names, why)| {
            let text = database_problem(agent.page.language.get(), &names, &why);
            view! { <p class="field-error" role="alert" data-testid="database-error">{text}</p> }
        })
    };
    let content = move || match shelf.schema.get() {
        Some(schema) => schema_view(agent, schema),
        None => {
            let text = match shelf.is_opening.get() {
                true => agent.messages().database_opening,
                false => "",
            };
            view! { <p class="quiet-text" role="status">{text}</p> }.into_any()
        }
    };
    let asked = RwSignal::new(None);
    view! {
        {move || own_files(agent, asked)}
        {problem}
        <Show when=move || is_on.get()>{content}</Show>
    }
    .into_any()
}

fn own_files(agent: AgentPage, asked: RwSignal<Option<String>>) -> AnyView {
    let (words, language) = (agent.messages(), agent.page.language.get());
    let names = agent.database.names.get();
    let is_last = names.len() == 1;
    let files = names.into_iter().enumerate().map(|(position, name)| {
        let shown = name.clone();
        let remove = remove(Remove {
            page: agent.page,
            question: remove_question(language, &name, is_last),
            name,
            position,
            asked,
            test_id: "remove-database",
            label: words.remove_database,
            on_remove: Callback::new(move |name| agent.remove_table_file(name)),
        });
        view! {
            <p class="document" data-testid="database-file">
                {icon(Icon::Document)}
                <span class="document-name" dir="auto">{shown}</span>
                {remove}
            </p>
        }
    });
    files.collect_view().into_any()
}

/// The tables with their columns on demand.
fn schema_view(agent: AgentPage, schema: Schema) -> AnyView {
    let words = agent.messages();
    let is_sample = agent.database.names.with(Vec::is_empty);
    let is_small = schema.tables.len() <= MOST_OPEN;
    let tables = schema.tables.into_iter();
    let tables = tables.map(|it| table_view(agent, it, is_small));
    view! {
        <div class="schema" data-testid="schema">
            {is_sample.then(|| view! { <p class="quiet-text">{words.database_sample}</p> })}
            <ul>{tables.collect_view()}</ul>
        </div>
    }
    .into_any()
}

fn table_view(agent: AgentPage, table: Table, is_open: bool) -> AnyView {
    let words = agent.messages();
    let size = match (table.is_view, table.rows) {
        (true, _) => words.database_view.to_owned(),
        (false, Some(rows)) => format!("{} {}", grouped(rows), words.rows),
        (false, None) => String::new(),
    };
    let language = agent.page.language.get();
    let columns = table.columns.into_iter().map(|column| {
        let empty = (column.nulls > 0).then(|| cells_empty(language, column.nulls));
        view! {
            <li>
                <code dir="auto">{column.name}</code>
                " "
                <span class="quiet-text">
                    {column.kind} {empty.map(|empty| format!(" · {empty}"))}
                </span>
            </li>
        }
    });
    view! {
        <li>
            <details data-testid="table" open=is_open>
                <summary><code dir="auto">{table.name}</code> " " <span class="quiet-text">{size}</span></summary>
                <ul class="columns">{columns.collect_view()}</ul>
            </details>
        </li>
    }
    .into_any()
}

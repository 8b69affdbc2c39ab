//! What the model is told.

use askama::Template;
use kikitori_agent::as_data;
use kikitori_llm::ToolDefinition;

/// The rules. With `tools` they are told in words, and with them the text form; `switched_off` are
/// those that the person has switched off.
pub(crate) fn system(tools: &[ToolDefinition], switched_off: &[String]) -> String {
    let names: Vec<&str> = tools.iter().map(|it| it.function.name.as_str()).collect();
    let told = tools.iter().map(|it| Tool {
        name: &it.function.name,
        description: it.function.description.trim(),
        parameters: it.function.parameters.to_string(),
    });
    render(&System {
        tools: told.collect(),
        names: names.join(", "),
        switched_off: switched_off.join(", "),
    })
}

/// A question.
pub(crate) fn question(query: &str, local_time: Option<&str>) -> String {
    render(&Question {
        query: as_data(query),
        local_time: local_time.map(as_data),
    })
}

/// Asks for the answer without tools: `failed` are those that were given up; where none was, there
/// are no steps left.
pub(crate) fn without_tools(failed: &[String]) -> String {
    render(&WithoutTools {
        failed: as_data(&failed.join(", ")),
    })
}

/// Asks again after a thought alone.
pub(crate) fn no_action(in_words: bool) -> String {
    render(&NoAction { in_words })
}

struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    parameters: String,
}

#[derive(Template)]
#[template(path = "react/system.md", escape = "none")]
struct System<'a> {
    tools: Vec<Tool<'a>>,
    names: String,
    switched_off: String,
}

#[derive(Template)]
#[template(path = "react/question.md", escape = "none")]
struct Question {
    query: String,
    local_time: Option<String>,
}

#[derive(Template)]
#[template(path = "react/without_tools.md", escape = "none")]
struct WithoutTools {
    failed: String,
}

#[derive(Template)]
#[template(path = "react/no_action.md", escape = "none")]
struct NoAction {
    in_words: bool,
}

fn render(template: &impl Template) -> String {
    // Writing to a String does not fail.
    template.render().unwrap_or_default().trim().to_owned()
}

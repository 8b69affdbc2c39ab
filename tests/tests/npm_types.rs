//! What TypeScript knows of the widget, held against what docs/widget.md tells of it, and against
//! mistakes that it has to find.

use std::path::Path;

use crate::npm::{copy, project, run};

/// All that the document names, as it is written in TypeScript.
struct Documented {
    attributes: Vec<String>,
    methods: Vec<String>,
    properties: Vec<String>,
    events: Vec<Event>,
    frame_attributes: Vec<String>,
    frame_methods: Vec<String>,
    frame_lacks: Vec<String>,
    /// What an attribute may be, where it may be one of few.
    values: Vec<(String, Vec<String>)>,
}

struct Event {
    name: String,
    /// What is in its detail, or some of it.
    detail: Vec<String>,
    is_whole: bool,
    /// What is in a problem that it tells.
    problem: Vec<String>,
    is_of_for: bool,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// What stands between backticks.
fn code(text: &str) -> Vec<String> {
    let parts = text.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// The table whose first column has this head, row by row.
fn table<'a>(text: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let head = format!("| {head} |");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head));
    let lines = lines.skip(2).take_while(|line| line.starts_with('|'));
    lines
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}

/// `prefill-NAME` and `prefill-*` stand for any name.
fn attribute(name: &str) -> String {
    match name.strip_suffix("NAME").or(name.strip_suffix('*')) {
        Some(prefix) => format!("`{prefix}${{string}}`"),
        None => format!("\"{name}\""),
    }
}

fn event(row: &[&str]) -> Event {
    let (detail, problem) = row[2].split_once(": ").unwrap_or((row[2], ""));
    Event {
        name: code(row[0])[0].replace("kikitori-", ""),
        detail: code(detail),
        is_whole: !detail.starts_with("the submission"),
        problem: code(problem),
        is_of_for: row[1].starts_with("with `for`"),
    }
}

impl Documented {
    fn read() -> Self {
        let text = std::fs::read_to_string(root().join("docs/widget.md")).unwrap();
        let names = |head| {
            let rows = table(&text, head).into_iter();
            rows.flat_map(|row| code(row[0])).collect::<Vec<_>>()
        };
        let as_attributes = |names: Vec<String>| names.iter().map(|it| attribute(it)).collect();
        let few = table(&text, "attribute").into_iter();
        let few = few.filter(|row| ["`mode`", "`theme`", "`placement`"].contains(&row[0]));
        let takes = between(&text, "It takes ", " variables below,");
        let does = between(&text, " variables below,", ", and tells the same events");
        let lacks = between(&text, "tells the same events, but ", " and those of `for`.");
        Self {
            attributes: as_attributes(names("attribute")),
            methods: names("method")
                .iter()
                .filter_map(|it| Some(it.split_once('(')?.0.to_owned()))
                .collect(),
            properties: names("property"),
            events: table(&text, "event").iter().map(|row| event(row)).collect(),
            frame_attributes: as_attributes(code(takes)),
            frame_methods: code(does),
            frame_lacks: code(lacks),
            values: few
                .map(|row| (code(row[0]).remove(0), code(row[1])))
                .collect(),
        }
    }

    /// Types that are nothing where all of this is typed, and nothing else is.
    fn as_types(&self) -> String {
        let own = |names: &[String]| union(names.iter().map(|it| format!("\"{it}\"")));
        let attributes = union(self.attributes.iter().cloned());
        let events = own(&self.event_names(|_| true));
        let does = own(&[&self.methods[..], &self.properties[..]].concat());
        let frame_attributes = union(self.frame_attributes.iter().cloned());
        let told_by_frame =
            self.event_names(|it| !it.is_of_for && !self.frame_lacks.contains(&it.name));
        let (told_by_frame, frame_does) = (own(&told_by_frame), own(&self.frame_methods));
        let mut types = vec![
            format!("Differ<keyof KikitoriAttributes, {attributes}>"),
            format!("Differ<keyof KikitoriEvents, {events}>"),
            format!("Differ<Own<KikitoriForm>, {does}>"),
            format!("Differ<keyof KikitoriFrameAttributes, {frame_attributes}>"),
            format!("Differ<keyof KikitoriFrameEvents, {told_by_frame}>"),
            format!("Differ<Own<KikitoriFrame>, {frame_does}>"),
            format!("Exclude<Heard<\"kikitori-\", {events}>, keyof HTMLElementEventMap>"),
            format!("Exclude<Heard<\"kikitori-\", {events}>, keyof DocumentEventMap>"),
            format!("Exclude<Heard<\"kikitori-\", {events}>, keyof WindowEventMap>"),
            format!(
                "Exclude<{attributes} | \"form\" | Heard<\"onkikitori-\", {events}>, keyof JSX.IntrinsicElements[\"kikitori-form\"]>"
            ),
            format!(
                "Exclude<{frame_attributes} | Heard<\"onkikitori-\", {told_by_frame}>, keyof JSX.IntrinsicElements[\"kikitori-frame\"]>"
            ),
        ];
        for (name, values) in &self.values {
            let typed = format!("NonNullable<KikitoriAttributes[\"{name}\"]>");
            types.push(format!("Differ<{typed}, {}>", own(values)));
        }
        for Event {
            name,
            detail,
            is_whole,
            problem,
            ..
        } in &self.events
        {
            let typed = format!("KikitoriEvents[\"{name}\"]");
            types.push(if detail.is_empty() {
                format!("{typed}[string]")
            } else if *is_whole {
                format!("Differ<keyof {typed}, {}>", own(detail))
            } else {
                format!("Exclude<{}, keyof {typed}>", own(detail))
            });
            if !problem.is_empty() {
                let typed = format!("keyof {typed}[\"problems\"][number]");
                types.push(format!("Differ<{typed}, {}>", own(problem)));
            }
        }
        let types = types.iter().map(|it| format!("  Nothing<{it}>,\n"));
        format!(
            "{GIVEN}export type All = [\n{}];\n",
            types.collect::<String>()
        )
    }

    fn event_names(&self, of: impl Fn(&Event) -> bool) -> Vec<String> {
        let events = self.events.iter().filter(|it| of(it));
        events.map(|it| it.name.clone()).collect()
    }
}

const GIVEN: &str = r#"import type { KikitoriAttributes, KikitoriEvents, KikitoriForm } from "kikitori";
import type { KikitoriFrame, KikitoriFrameAttributes, KikitoriFrameEvents } from "kikitori/frame";
import type {} from "kikitori/react";
import type { JSX } from "react";
type Differ<One, Other> = Exclude<One, Other> | Exclude<Other, One>;
type Own<Element> = Exclude<keyof Element, Exclude<keyof HTMLElement, "focus">>;
type Heard<Before extends string, Name extends string> = `${Before}${Name}`;
type Nothing<Difference extends never> = Difference;
"#;

fn union(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(" | ")
}

#[test]
fn what_is_documented_has_its_type_and_what_is_mistaken_is_found() {
    let project = project();
    let types = project.join("types");
    copy(&root().join("tests/npm/types"), &types);
    std::fs::write(types.join("documented.ts"), Documented::read().as_types()).unwrap();
    // As bundlers find the package's types, and as Node does.
    let as_node: &[&str] = &["--module", "nodenext", "--moduleResolution", "nodenext"];
    for more in [&[], as_node] {
        let compiler = ["node_modules/typescript/bin/tsc", "--project", "types"];
        run("node", &[&compiler[..], more].concat(), &project);
    }
}

/// So that what is documented next is tried with a right and a wrong type too.
#[test]
fn the_pages_of_types_and_those_of_mistakes_have_all_that_is_documented() {
    let documented = Documented::read();
    assert!(documented.events.len() > 10 && documented.methods.len() > 10);
    for name in [
        "plain.ts",
        "plain_mistakes.ts",
        "react.tsx",
        "react_mistakes.tsx",
    ] {
        let text = std::fs::read_to_string(root().join("tests/npm/types").join(name)).unwrap();
        let is_react = name.ends_with("tsx");
        let mut wanted = Vec::new();
        for attribute in &documented.attributes {
            let exact = attribute.trim_matches('"');
            wanted.push(match exact.strip_prefix('`') {
                // In JSX, TypeScript holds these to nothing.
                Some(_) if name == "react_mistakes.tsx" => continue,
                Some(open) if is_react => format!(" {}", open.replace("${string}`", "")),
                Some(open) => format!("\"{}", open.replace("${string}`", "")),
                None if is_react => format!(" {exact}="),
                None if exact.contains('-') => format!(" \"{exact}\": "),
                None => format!(" {exact}: "),
            });
        }
        for event in documented.event_names(|_| true) {
            if is_react {
                wanted.push(format!(" onkikitori-{event}="));
            } else {
                wanted.push(format!(".on(\"{event}\", "));
                wanted.push(format!(".addEventListener(\"kikitori-{event}\", "));
            }
        }
        if is_react {
            wanted.push(" form={".to_owned());
        } else {
            wanted.extend(documented.methods.iter().map(|it| format!(".{it}(")));
            wanted.extend(documented.properties.iter().map(|it| format!("form.{it}")));
        }
        wanted.retain(|it| !text.contains(it));
        assert_eq!(wanted, [""; 0], "{name}");
    }
}

//! `cargo xtask`: what a person, or a continuous integration, asks of this repository.

mod bench;
mod binaryen;
mod browser;
mod clang;
mod database_module;
mod debian;
mod demo_module;
mod dist;
mod error;
mod fingerprint;
mod glue;
mod group;
mod install;
mod journeys;
mod lock;
mod module;
mod other_browser;
mod page;
mod parts;
mod pdf_reader;
mod peers;
mod pictures;
mod process;
mod real_server;
mod replay;
mod serve;
mod shares;
mod size;
mod small_module;
mod test;
mod test_client;
mod tools;
mod two_steps;
mod wasm;
mod widget;
mod workspace;

use error::Error;
use module::Purpose;
use other_browser::OtherBrowser;
use page::Extent;
use serve::{Endpoint, Plan, Served};
use std::{ffi::OsString, path::PathBuf, process::ExitCode};
use workspace::Workspace;

/// What was asked for.
enum Command {
    Help,
    Setup,
    Build,
    Dist,
    Module(Purpose, Extent),
    Widget(Purpose),
    Serve(Plan),
    Test { only: Option<String> },
    Journeys(OtherBrowser),
    Bench { only: Option<String> },
    Size,
    Pictures,
    RealServer,
    Replay(Vec<OsString>),
}

fn main() -> ExitCode {
    match parse(std::env::args_os()).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error @ Error::Usage(_)) => {
            eprintln!("{error}\n\n{}", usage());
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Error> {
    if let Command::Help = command {
        println!("{}", usage());
        return Ok(());
    }
    // Before anything is run at all.
    if let Command::Serve(Plan {
        endpoint: Some(endpoint),
        ..
    }) = &command
    {
        process::hide_key(endpoint.key_variable());
    }
    let workspace = Workspace::find()?;
    match command {
        Command::Help => Ok(()),
        Command::Setup => tools::for_tests(&workspace).map(drop),
        Command::Build => {
            page::build(&workspace, &tools::for_page(&workspace)?)?;
            widget::print_sums(&workspace)
        }
        Command::Dist => dist::dist(&workspace),
        Command::Module(purpose, extent) => {
            let stage = std::env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
            page::stage(&workspace, purpose, extent, stage.as_deref())
        }
        Command::Widget(purpose) => widget::build(&workspace, purpose),
        Command::Serve(plan) => serve::serve(&workspace, &plan),
        Command::Test { only } => test::test(&workspace, only.as_deref()),
        Command::Journeys(browser) => journeys::journeys(&workspace, browser),
        Command::Bench { only } => bench::bench(&workspace, only.as_deref()),
        Command::Size => size::size(&workspace),
        Command::Pictures => pictures::pictures(&workspace),
        Command::RealServer => real_server::real_server(&workspace),
        Command::Replay(arguments) => replay::replay(&workspace, arguments),
    }
}

fn usage() -> String {
    format!(
        "\
cargo xtask serve [--port N]    the page with the built-in scripted model, on port {port};
                                it is built again whenever one of its files is saved
cargo xtask serve --endpoint URL --model NAME [--key-env VAR] [--port N]
                                the page with a real model; the key is read from the
                                environment variable VAR ({key} unless named)
cargo xtask serve … --budget FILE
                                the same, with caps and prices from a JSON file
cargo xtask serve … --release   the same, with the page as visitors get it, built once
cargo xtask test [--only STAGE] every check, or one of: {stages}
cargo xtask test --browser NAME the main journeys in another browser: {browsers}
cargo xtask bench [--only PART] figures, all or one of: {parts}
cargo xtask size                what visitors load, by part, crate and kind, and its limits
cargo xtask replay FORM RECORDING…
                                what a form makes of recorded interviews; --help says more
cargo xtask pictures            takes the pictures in docs, of the page as it is now
cargo xtask real-server         the model client against llama.cpp, which is built first
cargo xtask build               builds the page into dist
cargo xtask dist                builds what is given away: the page, and the widget for npm
cargo xtask module [--fast] [--page-alone]
                                what Trunk cannot build of the page: Trunk runs it
cargo xtask widget [--fast]     builds what other sites' pages load, alone, into dist
cargo xtask setup               installs what all of these need",
        port = serve::PORT,
        key = process::KEY,
        stages = test::stage_names(),
        browsers = OtherBrowser::NAMES,
        parts = bench::part_names(),
    )
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Error> {
    use lexopt::prelude::*;

    let unfit = |error: lexopt::Error| Error::Usage(format!("{error}."));
    let text =
        |parser: &mut lexopt::Parser| parser.value().and_then(ValueExt::string).map_err(unfit);
    let mut parser = lexopt::Parser::from_iter(arguments);
    let mut command = None;
    let (mut endpoint, mut model, mut key_env, mut only) = (None, None, None, None);
    let (mut port, mut budget, mut browser) = (None, None, None);
    let (mut page, mut purpose) = (Served::Development, Purpose::Release);
    let mut extent = Extent::Whole;
    while let Some(argument) = parser.next().map_err(unfit)? {
        match (command.as_deref(), argument) {
            (_, Short('h') | Long("help")) => return Ok(Command::Help),
            (None, Value(name)) => {
                let name = name.string().map_err(unfit)?;
                if name == "replay" {
                    // The program behind it reads them.
                    let rest = parser.raw_args().map_err(unfit)?;
                    return Ok(Command::Replay(rest.collect()));
                }
                command = Some(name);
            }
            (Some("serve"), Long("endpoint")) => endpoint = Some(text(&mut parser)?),
            (Some("serve"), Long("model")) => model = Some(text(&mut parser)?),
            (Some("serve"), Long("key-env")) => key_env = Some(text(&mut parser)?),
            (Some("serve"), Long("port")) => {
                port = Some(
                    parser
                        .value()
                        .and_then(|value| value.parse())
                        .map_err(unfit)?,
                );
            }
            (Some("serve"), Long("budget")) => {
                budget = Some(parser.value().map_err(unfit)?.into());
            }
            (Some("serve"), Long("release")) => page = Served::Release,
            (Some("module" | "widget"), Long("fast")) => purpose = Purpose::Development,
            (Some("module"), Long("page-alone")) => extent = Extent::PageAlone,
            (Some("test"), Long("browser")) => {
                browser = Some(OtherBrowser::named(&text(&mut parser)?)?);
            }
            (Some("test" | "bench"), Long("only")) => only = Some(text(&mut parser)?),
            (_, other) => return Err(unfit(other.unexpected())),
        }
    }
    match command.as_deref() {
        None | Some("help") => Ok(Command::Help),
        Some("setup") => Ok(Command::Setup),
        Some("build") => Ok(Command::Build),
        Some("dist") => Ok(Command::Dist),
        Some("size") => Ok(Command::Size),
        Some("pictures") => Ok(Command::Pictures),
        Some("module") => Ok(Command::Module(purpose, extent)),
        Some("widget") => Ok(Command::Widget(purpose)),
        Some("test") => match (only, browser) {
            (only, None) => Ok(Command::Test { only }),
            (None, Some(browser)) => Ok(Command::Journeys(browser)),
            (Some(_), Some(_)) => Err(Error::Usage(
                "Other browsers run the main journeys, and no stage: leave --only away.".to_owned(),
            )),
        },
        Some("bench") => Ok(Command::Bench { only }),
        Some("real-server") => Ok(Command::RealServer),
        Some("serve") => {
            let endpoint = match (endpoint, model) {
                (Some(url), Some(model)) => Some(Endpoint {
                    url,
                    model,
                    key_env,
                }),
                (None, None) if key_env.is_none() => None,
                _ => {
                    return Err(Error::Usage(
                        "A real model needs both --endpoint URL and --model NAME.".to_owned(),
                    ));
                }
            };
            Ok(Command::Serve(Plan {
                port: port.unwrap_or(serve::PORT),
                endpoint,
                budget,
                page,
            }))
        }
        Some(other) => Err(Error::Usage(format!("There is no command called {other}."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, Error> {
        parse(
            ["xtask"]
                .into_iter()
                .chain(line.split_whitespace())
                .map(OsString::from),
        )
    }

    #[test]
    fn serve_takes_an_endpoint_whole_or_not_at_all() {
        assert!(matches!(
            parsed("serve"),
            Ok(Command::Serve(Plan {
                port: serve::PORT,
                endpoint: None,
                budget: None,
                page: Served::Development,
            }))
        ));
        let Ok(Command::Serve(plan)) = parsed(
            "serve --endpoint http://localhost:11434/v1 --model small --port 9000 --budget b.json \
             --release",
        ) else {
            panic!("refused");
        };
        assert_eq!(plan.port, 9000);
        assert_eq!(plan.budget, Some("b.json".into()));
        assert_eq!(plan.page, Served::Release);
        assert_eq!(plan.endpoint.unwrap().model, "small");
        for line in [
            "serve --model small",
            "serve --endpoint http://x/v1",
            "serve --key-env KEY",
        ] {
            assert!(matches!(parsed(line), Err(Error::Usage(_))), "{line}");
        }
    }

    #[test]
    fn what_replay_is_given_goes_to_the_program_behind_it() {
        let Ok(Command::Replay(arguments)) = parsed("replay form.json a.json --endpoint u --all")
        else {
            panic!("refused");
        };
        assert_eq!(
            arguments,
            ["form.json", "a.json", "--endpoint", "u", "--all"]
        );
    }

    #[test]
    fn a_stage_or_a_part_is_asked_for_by_its_name() {
        for (line, name) in [
            ("test --only fmt", "fmt"),
            ("bench --only search", "search"),
        ] {
            let Ok(Command::Test { only } | Command::Bench { only }) = parsed(line) else {
                panic!("{line} is refused");
            };
            assert_eq!(only.as_deref(), Some(name));
        }
    }

    #[test]
    fn another_browser_is_asked_for_without_a_stage() {
        assert!(matches!(
            parsed("test --browser webkit"),
            Ok(Command::Journeys(OtherBrowser::WebKit))
        ));
        let line = "test --browser firefox --only e2e";
        assert!(matches!(parsed(line), Err(Error::Usage(_))));
    }

    #[test]
    fn what_does_not_exist_is_refused_with_usage() {
        for line in [
            "fly",
            "serve --prot 1",
            "serve --port high",
            "serve --port 70000",
            "build --only fmt",
            "test e2e",
            "test --browser netscape",
            "bench --browser firefox",
        ] {
            assert!(matches!(parsed(line), Err(Error::Usage(_))), "{line}");
        }
    }
}

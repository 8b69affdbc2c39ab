//! The command line of `kikitori-proxy`.

use crate::listen;
use kikitori_proxy::Limits;
use std::{
    ffi::OsString,
    net::SocketAddr,
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
};

/// How the program is called.
pub const USAGE: &str = "\
kikitori-proxy [--listen ADDRESS:PORT] [--let-network-use-key] [--dist DIR]
               [--host NAME]... [--connect ORIGIN]... [--embed ORIGIN]...
               [--patient] [--budget FILE] [--mcp NAME=URL]...
               [--connections N] [--connections-per-address N] [--requests-per-second N] WHAT
  WHAT is one of
    --demo                                       the built-in scripted model
    --endpoint URL --model NAME [--key-env VAR]  an OpenAI-compatible endpoint
  --listen    where to listen (127.0.0.1:8787)
  --dist      the folder with the built page; without it only the API is served
  --host      a further name by which browsers may reach this proxy, besides localhost and the
              addresses it listens on
  --let-network-use-key
              listen beyond this machine although everyone there can then spend the key
  --connect   an origin that visitors may talk to directly, besides their own device
  --embed     an origin whose pages may embed the interview or frame the task chains, and ask the
              model through this proxy
  --mcp       an MCP server that the page may ask through this proxy, at v1/mcp/NAME; no other is
              passed on to
  --patient   the page waits minutes for a slow model, unless a visitor chose otherwise
  --budget    a JSON file with caps for each session, and prices of models
  --key-env   the environment variable that holds the key (KIKITORI_API_KEY)
  --connections, --connections-per-address, --requests-per-second
              how much there may be at a time (512), from one address (64), and how often one
              address may ask a model (50). Behind a reverse proxy all visitors are one address";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    pub listen: SocketAddr,
    pub dist: Option<PathBuf>,
    /// Whether others may spend the key.
    pub shares_key: bool,
    pub hosts: Vec<String>,
    pub connect: Vec<String>,
    /// Sites that may embed the interview.
    pub embed: Vec<String>,
    /// MCP servers, by name and address.
    pub mcp: Vec<(String, String)>,
    pub patient: bool,
    pub budget: Option<PathBuf>,
    pub limits: Limits,
    /// `None` is the scripted model.
    pub endpoint: Option<Endpoint>,
}

#[derive(Debug)]
pub struct Endpoint {
    pub url: String,
    pub model: String,
    pub key_env: String,
}

impl Options {
    /// Reads the command line; `None` if help was asked for.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, String> {
        read(lexopt::Parser::from_iter(arguments)).map_err(|error| error.to_string())
    }
}

fn read(mut parser: lexopt::Parser) -> Result<Option<Options>, lexopt::Error> {
    use lexopt::prelude::*;

    let mut listen = SocketAddr::from(([127, 0, 0, 1], 8787));
    let (mut hosts, mut connect, mut patient) = (Vec::new(), Vec::new(), false);
    let (mut mcp, mut embed) = (Vec::new(), Vec::new());
    let (mut budget, mut shares_key, mut limits) = (None, false, Limits::default());
    let (mut dist, mut demo, mut url, mut model, mut key_env) = (None, false, None, None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(None),
            Long("listen") => listen = listen::parse(&parser.value()?.string()?)?,
            Long("let-network-use-key") => shares_key = true,
            Long("dist") => dist = Some(PathBuf::from(parser.value()?)),
            Long("host") => hosts.push(parser.value()?.string()?),
            Long("connect") => connect.push(parser.value()?.string()?),
            Long("embed") => embed.push(parser.value()?.string()?),
            Long("mcp") => {
                let value = parser.value()?.string()?;
                let named = value.split_once('=').ok_or("--mcp takes NAME=URL")?;
                mcp.push((named.0.to_owned(), named.1.to_owned()));
            }
            Long("patient") => patient = true,
            Long("budget") => budget = Some(PathBuf::from(parser.value()?)),
            Long("connections") => limits.connections = at_least_one(&mut parser)?.get(),
            Long("connections-per-address") => {
                limits.connections_per_address = at_least_one(&mut parser)?.get();
            }
            Long("requests-per-second") => {
                let number = NonZeroU32::try_from(at_least_one(&mut parser)?);
                let number = number.unwrap_or(NonZeroU32::MAX);
                limits.requests_per_second = number;
                limits.request_burst = limits.request_burst.max(number);
            }
            Long("demo") => demo = true,
            Long("endpoint") => url = Some(parser.value()?.string()?),
            Long("model") => model = Some(parser.value()?.string()?),
            Long("key-env") => key_env = Some(parser.value()?.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let endpoint = match (demo, url, model) {
        (true, None, None) if key_env.is_none() => None,
        (false, Some(url), Some(model)) => Some(Endpoint {
            url,
            model,
            key_env: key_env.unwrap_or_else(|| "KIKITORI_API_KEY".to_owned()),
        }),
        _ => return Err("give either --demo, or both --endpoint and --model".into()),
    };
    Ok(Some(Options {
        listen,
        shares_key,
        dist,
        hosts,
        connect,
        embed,
        mcp,
        patient,
        budget,
        limits,
        endpoint,
    }))
}

fn at_least_one(parser: &mut lexopt::Parser) -> Result<NonZeroUsize, lexopt::Error> {
    use lexopt::ValueExt;
    parser.value()?.parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Options>, String> {
        Options::parse(
            ["proxy"]
                .into_iter()
                .chain(line.split_whitespace())
                .map(OsString::from),
        )
    }

    #[test]
    fn one_upstream_must_be_chosen() {
        assert!(parsed("--demo").unwrap().unwrap().endpoint.is_none());
        let options = parsed("--endpoint http://x/v1 --model m --listen 10.0.0.7:80")
            .unwrap()
            .unwrap();
        assert_eq!(options.endpoint.unwrap().key_env, "KIKITORI_API_KEY");
        assert!(options.hosts.is_empty() && !options.patient && !options.shares_key);
        let options =
            parsed("--demo --connect https://a --connect http://b:1 --embed https://c --patient")
                .unwrap()
                .unwrap();
        assert_eq!(options.connect, ["https://a", "http://b:1"]);
        assert_eq!(options.embed, ["https://c"]);
        assert!(options.patient && options.mcp.is_empty());
        let options = parsed("--demo --mcp a=http://b/mcp").unwrap().unwrap();
        assert_eq!(options.mcp, [("a".to_owned(), "http://b/mcp".to_owned())]);
        let options =
            parsed("--demo --connections 9 --connections-per-address 8 --requests-per-second 700")
                .unwrap()
                .unwrap();
        let limits = options.limits;
        assert_eq!((limits.connections, limits.connections_per_address), (9, 8));
        assert_eq!(limits.requests_per_second.get(), 700);
        assert!(limits.request_burst >= limits.requests_per_second);
        for line in [
            "",
            "--model m",
            "--endpoint http://x/v1",
            "--demo --endpoint u --model m",
            "--key k",
            "--demo --key-env X",
            "--demo --listen here",
            "--demo --connections 0",
            "--demo --requests-per-second many",
            "--demo --mcp kitchen",
        ] {
            parsed(line).unwrap_err();
        }
        assert!(parsed("--help").unwrap().is_none());
    }
}

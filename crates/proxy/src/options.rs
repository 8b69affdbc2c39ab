//! The command line of `kikitori-proxy`.

use std::{ffi::OsString, net::SocketAddr, path::PathBuf};

/// How the program is called.
pub const USAGE: &str = "\
kikitori-proxy [--listen ADDRESS:PORT] [--dist DIR] [--host NAME]... [--connect ORIGIN]...
               [--patient] WHAT
  WHAT is one of
    --demo                                       the built-in scripted model
    --endpoint URL --model NAME [--key-env VAR]  an OpenAI-compatible endpoint
  --listen    where to listen (127.0.0.1:8787)
  --dist      the folder with the built page; without it only the API is served
  --host      a further name by which browsers may reach this proxy
  --connect   an origin that visitors may talk to directly, besides their own device
  --patient   the page waits minutes for a slow model, unless a visitor chose otherwise
  --key-env   the environment variable that holds the key (KIKITORI_API_KEY)";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    pub listen: SocketAddr,
    pub dist: Option<PathBuf>,
    pub hosts: Vec<String>,
    pub connect: Vec<String>,
    pub patient: bool,
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
    let (mut dist, mut demo, mut url, mut model, mut key_env) = (None, false, None, None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(None),
            Long("listen") => listen = parser.value()?.parse()?,
            Long("dist") => dist = Some(PathBuf::from(parser.value()?)),
            Long("host") => hosts.push(parser.value()?.string()?),
            Long("connect") => connect.push(parser.value()?.string()?),
            Long("patient") => patient = true,
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
    // Who listens on an address is reached by that address, unless it means all of them.
    if !listen.ip().is_loopback() && !listen.ip().is_unspecified() {
        hosts.push(match listen {
            SocketAddr::V4(address) => address.ip().to_string(),
            SocketAddr::V6(address) => format!("[{}]", address.ip()),
        });
    }
    Ok(Some(Options {
        listen,
        dist,
        hosts,
        connect,
        patient,
        endpoint,
    }))
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
        assert_eq!(options.hosts, ["10.0.0.7"]);
        assert!(!options.patient);
        let options = parsed("--demo --connect https://a --connect http://b:1 --patient")
            .unwrap()
            .unwrap();
        assert_eq!(options.connect, ["https://a", "http://b:1"]);
        assert!(options.patient);
        for line in [
            "",
            "--model m",
            "--endpoint http://x/v1",
            "--demo --endpoint u --model m",
            "--key k",
            "--demo --key-env X",
            "--demo --listen here",
        ] {
            parsed(line).unwrap_err();
        }
        assert!(parsed("--help").unwrap().is_none());
    }
}

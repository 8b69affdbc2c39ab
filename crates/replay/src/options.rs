//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

/// How the program is called.
pub const USAGE: &str = "\
cargo xtask replay FORM RECORDING... [--all] [--endpoint URL --model NAME [--key-env VAR]]
  FORM        a form's file
  RECORDING   an interview as the page saves it, with \"Save a copy\"
  --all       lists every field, and not only those that are not as they were
  --endpoint, --model
              has this model lead each interview again, and answers it with what was said then;
              without them code alone decides, by what the recorded models reported
  --key-env   the environment variable that holds the endpoint's key (KIKITORI_API_KEY)

It ends with 0 if every answer is as it was, with 1 if one is lost or another, and with 2 if a file
cannot be read.";

/// What was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    pub form: PathBuf,
    pub recordings: Vec<PathBuf>,
    /// Whether what is as it was is listed too.
    pub all: bool,
    pub endpoint: Option<Endpoint>,
}

/// Who leads the interviews.
#[derive(Debug, PartialEq)]
pub struct Endpoint {
    pub url: String,
    pub model: String,
    pub key_env: String,
}

impl Options {
    /// Reads the command line; nothing where only help is asked for.
    pub fn parse(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Option<Self>, lexopt::Error> {
        use lexopt::prelude::*;

        let mut parser = lexopt::Parser::from_iter(arguments);
        let (mut files, mut all) = (Vec::new(), false);
        let (mut url, mut model, mut key_env) = (None, None, None);
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Long("all") => all = true,
                Long("endpoint") => url = Some(parser.value()?.string()?),
                Long("model") => model = Some(parser.value()?.string()?),
                Long("key-env") => key_env = Some(parser.value()?.string()?),
                Value(file) => files.push(PathBuf::from(file)),
                other => return Err(other.unexpected()),
            }
        }
        let endpoint = match (url, model) {
            (Some(url), Some(model)) => Some(Endpoint {
                url: url.trim_end_matches('/').to_owned(),
                model,
                key_env: key_env.unwrap_or_else(|| "KIKITORI_API_KEY".to_owned()),
            }),
            (None, None) if key_env.is_none() => None,
            _ => return Err("a model needs both --endpoint URL and --model NAME".into()),
        };
        let mut files = files.into_iter();
        let (Some(form), recordings) = (files.next(), files.collect::<Vec<_>>()) else {
            return Err("name the form's file, and then the recordings".into());
        };
        if recordings.is_empty() {
            return Err("name a recording, or several, behind the form's file".into());
        }
        Ok(Some(Self {
            form,
            recordings,
            all,
            endpoint,
        }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Options>, lexopt::Error> {
        let line = format!("replay {line}");
        let line: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Options::parse(line)
    }

    #[test]
    fn a_form_and_recordings_are_named_and_a_model_whole_or_not_at_all() {
        let options = parsed("form.json a.json b.json --all").unwrap().unwrap();
        assert_eq!(options.form, PathBuf::from("form.json"));
        assert_eq!(options.recordings.len(), 2);
        assert!(options.all && options.endpoint.is_none());
        let options = parsed("f r --endpoint http://localhost:11434/v1/ --model m");
        let endpoint = options.unwrap().unwrap().endpoint.unwrap();
        assert_eq!(endpoint.url, "http://localhost:11434/v1");
        assert_eq!(endpoint.key_env, "KIKITORI_API_KEY");
        assert_eq!(parsed("--help").unwrap(), None);
        for line in [
            "",
            "form.json",
            "f r --model m",
            "f r --key-env K",
            "f r --fast",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}

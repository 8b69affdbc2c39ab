//! `cargo xtask replay`: recorded interviews as tests of a form.

use crate::{
    error::Error,
    process::{KEY, Run, hide_key},
    workspace::{REPLAY, Workspace},
};
use std::{env, ffi::OsString};

/// Builds the program that plays recordings and becomes it, so that its end is this one's.
pub fn replay(workspace: &Workspace, arguments: Vec<OsString>) -> Result<(), Error> {
    let key = key_variable(&arguments);
    hide_key(&key);
    workspace
        .cargo()
        .args(["build", "--quiet", "--package", REPLAY])
        .show()?;
    let program = format!("{REPLAY}{}", env::consts::EXE_SUFFIX);
    let built = workspace.target.join("debug").join(program);
    Ok(Run::new(built).args(arguments).with_key(&key).hand_over()?)
}

/// The environment variable that the key is read from.
fn key_variable(arguments: &[OsString]) -> String {
    let mut arguments = arguments.iter().filter_map(|it| it.to_str());
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--key-env") {
            Some("") => return arguments.next().unwrap_or(KEY).to_owned(),
            Some(rest) => return rest.strip_prefix('=').unwrap_or(KEY).to_owned(),
            None => {}
        }
    }
    KEY.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_kept_from_the_build_wherever_it_is() {
        for (line, variable) in [
            ("form.json a.json", KEY),
            ("f r --key-env OWN --model m", "OWN"),
            ("f r --key-env=OWN", "OWN"),
        ] {
            let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(key_variable(&line), variable, "{line:?}");
        }
    }
}

//! Debian's packages, installed where that may be done without asking for a password.

use crate::{error::Error, install::on_path, process::Run};

/// Installs `packages`, which `what` names for the person.
pub fn install(what: &str, packages: &[&str]) -> Result<(), Error> {
    let by_hand = |why: &str| {
        Error::Missing(format!(
            "{what} {why}. On Debian: `apt-get install {}` as root, then run this again.",
            packages.join(" ")
        ))
    };
    let (Some(apt), Some(rights)) = (on_path("apt-get"), rights()) else {
        return Err(by_hand("cannot be installed from here"));
    };
    let as_root = |arguments: &[&str]| {
        let run = match rights {
            Rights::Root => Run::new(&apt),
            Rights::Sudo => Run::new("sudo")
                .args(["-n", "DEBIAN_FRONTEND=noninteractive"])
                .arg(&apt),
        };
        run.env("DEBIAN_FRONTEND", "noninteractive")
            .args(arguments)
            .show()
            .map_err(|error| by_hand(&format!("could not be installed: {error}")))
    };
    as_root(&["-q", "update"])?;
    let mut arguments = vec!["-q", "install", "--yes", "--no-install-recommends"];
    arguments.extend(packages);
    as_root(&arguments)
}

enum Rights {
    Root,
    Sudo,
}

fn rights() -> Option<Rights> {
    let is_root = Run::new("id")
        .arg("-u")
        .capture()
        .is_ok_and(|text| text.trim() == "0");
    if is_root {
        return Some(Rights::Root);
    }
    Run::new("sudo")
        .args(["-n", "true"])
        .capture()
        .is_ok()
        .then_some(Rights::Sudo)
}

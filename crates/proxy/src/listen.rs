//! Where the program listens, what can be wrong with that, and who is let in by it.

use std::{
    io,
    net::{IpAddr, SocketAddr, UdpSocket},
};

/// Reads what stands after `--listen`.
pub fn parse(text: &str) -> Result<SocketAddr, String> {
    text.trim().parse().map_err(|_| {
        let hint = match text.trim().rsplit_once(':') {
            Some(("localhost", port)) => format!("127.0.0.1:{port}"),
            Some(("" | "*", port)) => format!("0.0.0.0:{port}"),
            None if text.parse::<u16>().is_ok() => format!("127.0.0.1:{text}"),
            None if text.parse::<IpAddr>().is_ok_and(|it| it.is_ipv4()) => format!("{text}:8787"),
            _ => "127.0.0.1:8787".to_owned(),
        };
        format!("--listen needs an address in digits and a port, and {text:?} is not that. Write, for example, --listen {hint}")
    })
}

/// Why `address` cannot be listened on, and what to do.
pub fn problem(address: SocketAddr, error: &io::Error) -> String {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "another program has it. Stop that program, or choose another port with --listen"
        }
        io::ErrorKind::AddrNotAvailable => {
            "it is no address of this machine. Use 127.0.0.1 for this machine only, 0.0.0.0 for \
             every address that it has; a name by which browsers call it belongs after --host"
        }
        io::ErrorKind::PermissionDenied if address.port() < 1024 => {
            "ports below 1024 are for the system. Choose a higher one with --listen, such as 8787, \
             and let a reverse proxy pass requests on to it"
        }
        _ => "the system refuses it. Choose another address or port with --listen",
    };
    format!("{address} cannot be listened on: {advice} ({error}).")
}

/// Whether only programs on this machine can reach `address`.
pub fn is_local(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Refuses to let others spend the key unless that was said.
pub fn may_share_key(address: SocketAddr, variable: &str, is_allowed: bool) -> Result<(), String> {
    if is_local(address) || is_allowed {
        return Ok(());
    }
    Err(format!(
        "Everyone who can reach {address} could spend the key in {variable}. If that is meant, say \
         so with --let-network-use-key; otherwise listen on this machine only (--listen \
         127.0.0.1:{}).",
        address.port()
    ))
}

/// What about `hosts` may surprise the one who named them.
pub fn notes(address: SocketAddr, hosts: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    for host in hosts {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let named = bare.parse::<IpAddr>().ok();
        if named.is_some_and(|named| !named.is_loopback() && !is_this_machine(named)) {
            notes.push(format!(
                "{host} is no address of this machine. That is right where a router or a \
                 container passes requests on; elsewhere nobody will get here by it."
            ));
        } else if is_local(address) && !is_local_name(bare, named) {
            notes.push(format!(
                "{host} leads here only through a program on this machine, such as a reverse \
                 proxy: nothing else can reach {address}."
            ));
        }
    }
    notes
}

fn is_local_name(name: &str, address: Option<IpAddr>) -> bool {
    address.is_some_and(|it| it.is_loopback()) || name.eq_ignore_ascii_case("localhost")
}

/// Asks the system by taking a port there for a moment; nothing is sent.
fn is_this_machine(address: IpAddr) -> bool {
    match UdpSocket::bind((address, 0)) {
        Ok(_) => true,
        Err(error) => error.kind() != io::ErrorKind::AddrNotAvailable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_gets_one_to_write_instead() {
        for (text, hint) in [
            ("here", "127.0.0.1:8787"),
            ("localhost:80", "127.0.0.1:80"),
            (":9000", "0.0.0.0:9000"),
            ("9000", "127.0.0.1:9000"),
            ("10.0.0.7", "10.0.0.7:8787"),
            ("127.0.0.1:99999", "127.0.0.1:8787"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.ends_with(&format!("--listen {hint}")), "{error}");
        }
        assert!(parse("[::1]:8787").is_ok());
    }

    #[test]
    fn each_refusal_of_the_system_is_explained() {
        let low = SocketAddr::from(([127, 0, 0, 1], 80));
        for (kind, words) in [
            (io::ErrorKind::AddrInUse, "another program has it"),
            (
                io::ErrorKind::AddrNotAvailable,
                "no address of this machine",
            ),
            (io::ErrorKind::PermissionDenied, "below 1024"),
            (io::ErrorKind::Other, "the system refuses it"),
        ] {
            let text = problem(low, &kind.into());
            assert!(
                text.contains(words) && text.contains("127.0.0.1:80"),
                "{text}"
            );
        }
        let high = SocketAddr::from(([127, 0, 0, 1], 8787));
        let text = problem(high, &io::ErrorKind::PermissionDenied.into());
        assert!(!text.contains("1024"), "{text}");
    }

    #[test]
    fn a_key_is_shared_only_when_that_was_said() {
        for (address, is_local) in [
            ("127.0.0.1:1", true),
            ("127.9.9.9:1", true),
            ("[::1]:1", true),
            ("[::ffff:127.0.0.1]:1", true),
            ("0.0.0.0:1", false),
            ("[::]:1", false),
            ("192.168.1.7:1", false),
        ] {
            let address = address.parse().unwrap();
            assert_eq!(may_share_key(address, "KEY", false).is_ok(), is_local);
            assert!(may_share_key(address, "KEY", true).is_ok());
        }
        let error = may_share_key("0.0.0.0:80".parse().unwrap(), "KEY", false).unwrap_err();
        assert!(error.contains("--let-network-use-key") && error.contains("KEY"));
    }

    #[test]
    fn a_name_that_does_not_lead_here_is_remarked_on() {
        let here = SocketAddr::from(([127, 0, 0, 1], 8787));
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 8787));
        let notes = |address, host: &str| notes(address, &[host.to_owned()]);
        assert_eq!(notes(here, "localhost"), [""; 0]);
        assert_eq!(notes(everywhere, "demo.example"), [""; 0]);
        assert!(notes(here, "demo.example")[0].contains("reverse proxy"));
        // An address that is kept for documentation.
        assert!(notes(everywhere, "192.0.2.1")[0].contains("no address of this machine"));
    }
}

//! Why nothing comes back: browsers say the same for every reason, so it is concluded from what
//! can be seen around the request.

use std::net::{IpAddr, Ipv4Addr};

use futures::future::{LocalBoxFuture, ready};

/// What only the page's surroundings can tell.
pub trait NetworkProbe {
    /// Looks around after a request to the endpoint at `base_url` was not answered.
    fn look_at<'a>(&'a self, base_url: &'a str) -> LocalBoxFuture<'a, ProbeResult>;
}

/// Where there is nothing to see, as outside of a browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoNetworkProbe;

impl NetworkProbe for NoNetworkProbe {
    fn look_at<'a>(&'a self, _: &'a str) -> LocalBoxFuture<'a, ProbeResult> {
        Box::pin(ready(ProbeResult::default()))
    }
}

/// Where a host is, as its name tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AddressSpace {
    /// On this device.
    Loopback,
    /// In the local network.
    Private,
    /// Anywhere.
    #[default]
    Public,
}

impl AddressSpace {
    /// Where `host` is; an IPv6 address may stand in brackets.
    ///
    /// ```
    /// use kikitori_llm::AddressSpace;
    /// assert_eq!(AddressSpace::of("localhost"), AddressSpace::Loopback);
    /// assert_eq!(AddressSpace::of("192.168.1.7"), AddressSpace::Private);
    /// assert_eq!(AddressSpace::of("example.org"), AddressSpace::Public);
    /// ```
    pub fn of(host: &str) -> Self {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        match host.parse() {
            Ok(IpAddr::V4(address)) => Self::of_ipv4(address),
            Ok(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
                Some(address) => Self::of_ipv4(address),
                None if address.is_loopback() => Self::Loopback,
                None if address.is_unique_local() || address.is_unicast_link_local() => {
                    Self::Private
                }
                None => Self::Public,
            },
            Err(_) if host == "localhost" || host.ends_with(".localhost") => Self::Loopback,
            // A name without a dot is one of the local network.
            Err(_) if host.ends_with(".local") || !host.contains('.') => Self::Private,
            Err(_) => Self::Public,
        }
    }

    /// Whether browsers that ask people about it ask before a page from here talks to `endpoint`.
    /// Who is in the place already needs no permission for it.
    pub fn needs_permission_for(self, endpoint: Self) -> bool {
        endpoint != Self::Public && self != endpoint && self != Self::Loopback
    }

    fn of_ipv4(address: Ipv4Addr) -> Self {
        if address.is_loopback() {
            Self::Loopback
        } else if address.is_private() || address.is_link_local() {
            Self::Private
        } else {
            Self::Public
        }
    }
}

/// Whether the browser lets the page talk to devices that are not on the internet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Permission {
    /// The browser has no such permission, or does not say.
    #[default]
    Unknown,
    /// The person allowed it.
    Granted,
    /// The person has not decided.
    Prompt,
    /// The person, or the browser by itself, refused it.
    Denied,
}

/// What was seen around a request that was not answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProbeResult {
    /// Whether the endpoint is the page's own server.
    pub own_server: bool,
    /// Where the page came from.
    pub page: AddressSpace,
    /// Where the endpoint is.
    pub endpoint: AddressSpace,
    /// Whether the page came by https.
    pub page_is_https: bool,
    /// Whether the browser takes the page's connection for safe, as it does localhost's.
    pub secure_context: bool,
    /// Whether the endpoint's address is https.
    pub endpoint_is_https: bool,
    /// The browser is certain to have no network.
    pub offline: bool,
    /// The permission that a page needs for this place.
    pub permission: Permission,
    /// The page's own Content-Security-Policy forbids the address.
    pub forbidden_by_policy: bool,
    /// A request whose reply the page may not read got through.
    pub answers_unread: bool,
}

/// Why nothing came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The browser is offline.
    Offline,
    /// The page's own server does not answer.
    OwnServerAway,
    /// The endpoint answers, and does not allow this page's origin to read it (CORS).
    Cors,
    /// The page's own Content-Security-Policy forbids the address.
    Policy,
    /// A page that came by https may not talk to an address without it.
    MixedContent,
    /// The browser does not let the page talk to the local network.
    LocalNetworkDenied,
    /// The browser lets only pages that came by https talk to the local network.
    InsecurePage,
    /// Nothing answers there.
    NobodyAnswers {
        /// Whether the browser may still be asking the person for permission.
        permission_open: bool,
    },
}

impl ProbeResult {
    /// The obstacle that this shows.
    pub fn obstacle(&self) -> Obstacle {
        if self.own_server {
            return if self.offline {
                Obstacle::Offline
            } else {
                Obstacle::OwnServerAway
            };
        }
        // Whatever else could be in the way would have stopped this one, too.
        if self.answers_unread {
            return Obstacle::Cors;
        }
        if self.forbidden_by_policy {
            return Obstacle::Policy;
        }
        if self.offline && self.endpoint != AddressSpace::Loopback {
            return Obstacle::Offline;
        }
        // Browsers with the permission let it stand in for https in the local network.
        let may_do_without_https = match self.endpoint {
            AddressSpace::Loopback => true,
            AddressSpace::Private => self.permission != Permission::Unknown,
            AddressSpace::Public => false,
        };
        if self.page_is_https && !self.endpoint_is_https && !may_do_without_https {
            return Obstacle::MixedContent;
        }
        let needs_permission = self.page.needs_permission_for(self.endpoint);
        match self.permission {
            Permission::Denied if needs_permission && !self.secure_context => {
                Obstacle::InsecurePage
            }
            Permission::Denied if needs_permission => Obstacle::LocalNetworkDenied,
            permission => Obstacle::NobodyAnswers {
                permission_open: needs_permission && permission == Permission::Prompt,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressSpace, Obstacle, Permission, ProbeResult};

    #[test]
    fn hosts_are_where_their_names_say() {
        for (place, hosts) in [
            (
                AddressSpace::Loopback,
                &[
                    "localhost",
                    "app.localhost",
                    "127.0.0.1",
                    "127.8.8.8",
                    "[::1]",
                    "::1",
                    "[::ffff:127.0.0.1]",
                ][..],
            ),
            (
                AddressSpace::Private,
                &[
                    "10.0.0.1",
                    "172.16.0.1",
                    "192.168.1.7",
                    "169.254.1.1",
                    "[fd00::1]",
                    "[fe80::1]",
                    "box.local",
                    "nas",
                ],
            ),
            (
                AddressSpace::Public,
                &[
                    "example.org",
                    "172.32.0.1",
                    "8.8.8.8",
                    "[2001:db8::1]",
                    "localhost.example.org",
                    "127.0.0.1.example.org",
                ],
            ),
        ] {
            for host in hosts {
                assert_eq!(AddressSpace::of(host), place, "{host}");
            }
        }
    }

    #[test]
    fn each_obstacle_is_told_from_the_others() {
        // A page of the internet that came by https, and a server on this device.
        let seen = ProbeResult {
            page: AddressSpace::Public,
            endpoint: AddressSpace::Loopback,
            page_is_https: true,
            secure_context: true,
            ..ProbeResult::default()
        };
        let to_public = ProbeResult {
            endpoint: AddressSpace::Public,
            ..seen.clone()
        };
        let to_private = ProbeResult {
            endpoint: AddressSpace::Private,
            ..seen.clone()
        };
        let by_http = ProbeResult {
            page_is_https: false,
            secure_context: false,
            ..seen.clone()
        };
        let on_this_device = ProbeResult {
            page: AddressSpace::Loopback,
            page_is_https: false,
            ..seen.clone()
        };
        let own = ProbeResult {
            own_server: true,
            ..seen.clone()
        };
        let nobody = |permission_open| Obstacle::NobodyAnswers { permission_open };
        let with = |seen: &ProbeResult, permission| ProbeResult {
            permission,
            ..seen.clone()
        };
        let offline = |seen: &ProbeResult| ProbeResult {
            offline: true,
            ..seen.clone()
        };
        for (what, seen, expected) in [
            ("own server", own.clone(), Obstacle::OwnServerAway),
            ("own server, offline", offline(&own), Obstacle::Offline),
            ("this device", seen.clone(), nobody(false)),
            ("this device, offline", offline(&seen), nobody(false)),
            ("public, offline", offline(&to_public), Obstacle::Offline),
            ("public by http", to_public.clone(), Obstacle::MixedContent),
            (
                "public by https",
                ProbeResult {
                    endpoint_is_https: true,
                    ..to_public.clone()
                },
                nobody(false),
            ),
            (
                "private by http",
                to_private.clone(),
                Obstacle::MixedContent,
            ),
            (
                "private by http where there is a permission for it",
                with(&to_private, Permission::Granted),
                nobody(false),
            ),
            (
                "denied",
                with(&to_private, Permission::Denied),
                Obstacle::LocalNetworkDenied,
            ),
            (
                "denied for this device",
                with(&seen, Permission::Denied),
                Obstacle::LocalNetworkDenied,
            ),
            ("not decided", with(&seen, Permission::Prompt), nobody(true)),
            (
                "denied, as always without https",
                with(&by_http, Permission::Denied),
                Obstacle::InsecurePage,
            ),
            (
                "from this device to it, where it makes no difference",
                with(&on_this_device, Permission::Denied),
                nobody(false),
            ),
            (
                "the policy forbids it",
                ProbeResult {
                    forbidden_by_policy: true,
                    ..offline(&to_public)
                },
                Obstacle::Policy,
            ),
            (
                "it answers, and may not be read",
                ProbeResult {
                    answers_unread: true,
                    ..with(&seen, Permission::Prompt)
                },
                Obstacle::Cors,
            ),
        ] {
            assert_eq!(seen.obstacle(), expected, "{what}");
        }
    }
}

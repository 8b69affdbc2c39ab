//! Who counts as one, and how many connections each has.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

/// The address by which limits count: of IPv6 the network, since everyone there has the rest to
/// themselves.
pub fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        v4 => v4,
    }
}

/// How many connections each address has open.
#[derive(Clone)]
pub struct OpenConnections {
    most: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl OpenConnections {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            open: Arc::default(),
        }
    }

    /// A permit for one more from `address`, until it is dropped; none when all are taken.
    pub fn acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let address = counted(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit {
            address,
            open: Arc::clone(&self.open),
        })
    }
}

/// Lets one connection stay open.
pub struct ConnectionPermit {
    address: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permit_is_free_again_when_its_connection_ends() {
        let open = OpenConnections::new(2);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let first = open.acquire(address("192.0.2.1")).unwrap();
        // The same address, as a socket for both families shows it.
        let _second = open.acquire(address("::ffff:192.0.2.1")).unwrap();
        assert!(open.acquire(address("192.0.2.1")).is_none());
        assert!(open.acquire(address("192.0.2.2")).is_some());
        drop(first);
        assert!(open.acquire(address("192.0.2.1")).is_some());
        assert_eq!(open.open.lock().unwrap().len(), 1, "others are forgotten");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        let same = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"];
        let [one, other] = same.map(|text| counted(text.parse().unwrap()));
        assert_eq!(one, other);
        assert_ne!(one, counted("2001:db8:1:3::1".parse().unwrap()));
    }
}

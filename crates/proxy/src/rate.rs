//! How often each address may ask.

use crate::{Limits, address::counted, api_error::ApiError, is_model};
use axum::{
    extract::{ConnectInfo, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// After so many requests, addresses whose bucket is full again are forgotten.
const TIDY_AFTER: usize = 1_024;

/// How many files an address may have for each call: one view of the page loads up to forty, and a
/// browser opens all its tabs again at once.
const FILES_A_CALL: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);

/// Two token buckets for each address, so that the page's own files take no call's place.
#[derive(Clone)]
pub struct Rates {
    calls: Rate,
    files: Rate,
}

impl Rates {
    pub fn new(limits: &Limits) -> Self {
        let (number, burst) = (limits.requests_per_second, limits.request_burst);
        Self {
            calls: Rate::new(number, burst),
            files: Rate::new(
                number.saturating_mul(FILES_A_CALL),
                burst.saturating_mul(FILES_A_CALL),
            ),
        }
    }
}

/// A token bucket for each address.
#[derive(Clone)]
struct Rate {
    buckets: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    clock: DefaultClock,
    since_tidied: Arc<AtomicUsize>,
}

impl Rate {
    fn new(number: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = Quota::per_second(number).allow_burst(burst);
        Self {
            buckets: Arc::new(RateLimiter::keyed(quota)),
            clock: DefaultClock::default(),
            since_tidied: Arc::default(),
        }
    }

    fn admit(&self, address: IpAddr) -> Result<(), ApiError> {
        if self.since_tidied.fetch_add(1, Ordering::Relaxed) >= TIDY_AFTER {
            self.since_tidied.store(0, Ordering::Relaxed);
            self.buckets.retain_recent();
        }
        self.buckets.check_key(&counted(address)).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            // In whole seconds, and never too few.
            ApiError::too_often(wait.as_secs() + 1)
        })
    }
}

/// Lets through what its address still has a token for. A server that does not say who asks
/// counts everyone as one.
pub async fn limit(State(rates): State<Rates>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
    let rate = match is_model(request.uri().path()) {
        true => &rates.calls,
        false => &rates.files,
    };
    match rate.admit(address) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::Rates;
    use crate::Limits;
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn files_have_a_bound_of_their_own_beside_the_calls() {
        let rates = Rates::new(&Limits::default());
        let home = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let files = (0..100_000).filter(|_| rates.files.admit(home).is_ok());
        let files = files.count();
        assert!((4_000..100_000).contains(&files), "{files}");
        assert!((0..200).all(|_| rates.calls.admit(home).is_ok()));
    }
}

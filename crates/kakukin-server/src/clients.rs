//! Who asks, and what share of the server one of them may take.

use axum::http::Request;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Somebody who asks, known by an address. Of IPv6 only the network counts: one machine has as
/// many addresses there as it likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

impl Client {
    /// Who sent a request.
    pub(crate) fn of<B>(request: &Request<B>) -> Self {
        let known = request.extensions().get::<Self>().copied();
        known.unwrap_or_else(|| IpAddr::from(Ipv6Addr::UNSPECIFIED).into())
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                Ipv6Addr::from(network).into()
            }
            v4 => v4,
        })
    }
}

/// Something of which there is so much, and of which no client gets more than his share.
#[derive(Debug)]
pub(crate) struct Shares {
    all: usize,
    each: usize,
    taken: Mutex<Taken>,
}

/// What clients have taken, all together and each of them.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) all: usize,
    by_client: HashMap<Client, usize>,
}

impl Taken {
    pub(crate) fn of(&self, client: Client) -> usize {
        self.by_client.get(&client).copied().unwrap_or(0)
    }

    pub(crate) fn add(&mut self, client: Client, more: usize) {
        self.all += more;
        *self.by_client.entry(client).or_default() += more;
    }

    /// Whoever has nothing left is forgotten.
    pub(crate) fn give_back(&mut self, client: Client, held: usize) {
        self.all -= held;
        if let Some(own) = self.by_client.get_mut(&client) {
            *own -= held;
            if *own == 0 {
                self.by_client.remove(&client);
            }
        }
    }

    /// Whether nobody has anything.
    #[cfg(test)]
    pub(crate) fn is_nothing(&self) -> bool {
        self.all == 0 && self.by_client.is_empty()
    }
}

impl Shares {
    /// Nobody gets more than half.
    pub(crate) fn halves(all: usize) -> Arc<Self> {
        Self::new(all, all.div_ceil(2))
    }

    pub(crate) fn new(all: usize, each: usize) -> Arc<Self> {
        Arc::new(Self { all, each, taken: Mutex::default() })
    }

    /// What all clients hold together.
    pub(crate) fn held(&self) -> usize {
        self.taken().all
    }

    /// A share of nothing so far.
    pub(crate) fn share(self: &Arc<Self>, client: Client) -> Share {
        Share { shares: Arc::clone(self), client, held: Mutex::new(0) }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        // Counts are changed as a whole or not at all.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a client holds; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    shares: Arc<Shares>,
    client: Client,
    held: Mutex<usize>,
}

impl Share {
    /// Takes more; whether there was enough.
    pub(crate) fn take(&self, more: usize) -> bool {
        let mut taken = self.shares.taken();
        let own = taken.of(self.client);
        if taken.all + more > self.shares.all || own + more > self.shares.each {
            return false;
        }
        taken.add(self.client, more);
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) += more;
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let held = *self.held.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.shares.taken().give_back(self.client, held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        Client::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:1"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn nobody_takes_all_and_everything_comes_back() {
        let shares = Shares::halves(10);
        let [one, two, three] =
            ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(|name| shares.share(client(name)));
        assert!(one.take(4) && one.take(1) && !one.take(1));
        // The same client by another share.
        assert!(!shares.share(client("192.0.2.1")).take(1));
        assert!(two.take(5) && !three.take(1));
        drop(one);
        assert!(three.take(5));
        drop((two, three));
        assert!(shares.taken().is_nothing());
    }
}

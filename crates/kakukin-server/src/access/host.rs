//! Hosts: what a request names in `Host`, and what a server goes by.

use axum::{
    extract::Request,
    http::{Uri, header::HOST},
};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

/// The longest name that the DNS has.
const MOST_LETTERS: usize = 253;
const LOCALHOST: &str = "localhost";

/// A name or an address, with a port or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    name: Name,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    /// It leads where it says, whoever answers for names.
    Address(IpAddr),
    /// In small letters, without the dot that may end it.
    Word(String),
}

impl Host {
    /// Reads `example.org`, `example.org:8080`, `192.0.2.1`, `[2001:db8::1]:8080`.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (address, rest) = rest.split_once(']')?;
                let address = IpAddr::V6(address.parse::<Ipv6Addr>().ok()?);
                let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
                (Name::Address(address.to_canonical()), port)
            }
            None => match text.split_once(':') {
                Some((name, port)) => (Name::parse(name)?, Some(port)),
                None => (Name::parse(text)?, None),
            },
        };
        let port = match port {
            Some(text) => Some(number(text)?),
            None => None,
        };
        Some(Self { name, port })
    }

    /// Whether a server that is bound to this address, and goes by these names, is meant.
    pub(super) fn is_of(&self, bound: SocketAddr, names: &[Self]) -> bool {
        let listed = |own: &Self| {
            // A port is left out where it is the usual one, of HTTP or, at a proxy, of HTTPS.
            let port = |own| self.port.map_or(own == 80 || own == 443, |port| port == own);
            own.name == self.name && own.port.is_none_or(port)
        };
        let ip = bound.ip().to_canonical();
        if ip.is_unspecified() {
            // Ports of containers are mapped; addresses and this one name cannot be rebound.
            return self.is_local_name()
                || matches!(self.name, Name::Address(_))
                || names.iter().any(listed);
        }
        let local = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        let here = match &self.name {
            Name::Address(own) => *own == ip || ip.is_loopback() && local.contains(own),
            Name::Word(_) => ip.is_loopback() && self.is_local_name(),
        };
        here && self.port.unwrap_or(80) == bound.port() || names.iter().any(listed)
    }

    /// Browsers never ask others where this is.
    fn is_local_name(&self) -> bool {
        matches!(&self.name, Name::Word(word) if word == LOCALHOST)
    }

    /// Whether an address (`http://example.org/page`) is one of this host; encrypted or not is for
    /// a proxy to decide.
    pub(super) fn has(&self, address: &str) -> bool {
        let (rest, usual) = match address.split_once("://") {
            Some(("http", rest)) => (rest, 80),
            Some(("https", rest)) => (rest, 443),
            _ => return false,
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        Self::parse(&rest[..end]).is_some_and(|other| {
            other.name == self.name && other.port.unwrap_or(usual) == self.port.unwrap_or(usual)
        })
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Name::Address(IpAddr::V6(address)) => write!(f, "[{address}]")?,
            Name::Address(address) => write!(f, "{address}")?,
            Name::Word(word) => f.write_str(word)?,
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

impl Name {
    fn parse(text: &str) -> Option<Self> {
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Some(Self::Address(address.into()));
        }
        let word = text.strip_suffix('.').unwrap_or(text);
        let is_letter = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        let labels = || word.split('.');
        let good = labels().all(|label| !label.is_empty() && label.bytes().all(is_letter))
            // Browsers take what ends in a number for an address.
            && labels().next_back().is_some_and(|last| !last.bytes().all(|c| c.is_ascii_digit()));
        let good = good && word.len() <= MOST_LETTERS;
        good.then(|| Self::Word(word.to_ascii_lowercase()))
    }
}

/// A port; nothing but its digits.
fn number(text: &str) -> Option<u16> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The host that a request names, if it names exactly one.
pub(super) fn of(request: &Request) -> Option<Host> {
    let mut given = request.headers().get_all(HOST).iter();
    let (Some(value), None) = (given.next(), given.next()) else {
        return None;
    };
    let host = Host::parse(value.to_str().ok()?)?;
    agrees(request.uri(), &host).then_some(host)
}

/// Whether the target of a request, if it has a host, has the same.
fn agrees(uri: &Uri, host: &Host) -> bool {
    uri.authority().is_none_or(|authority| {
        let scheme = uri.scheme_str().unwrap_or("http");
        host.has(&format!("{scheme}://{authority}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Host {
        Host::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn hosts_are_read_strictly() {
        for (text, written) in [
            ("localhost", "localhost"),
            ("LocalHost.:7070", "localhost:7070"),
            ("127.0.0.1:7070", "127.0.0.1:7070"),
            ("[::1]:7070", "[::1]:7070"),
            ("[::ffff:127.0.0.1]", "127.0.0.1"),
            ("xn--r8jz45g.jp:0", "xn--r8jz45g.jp:0"),
            ("a_b-c.example:65535", "a_b-c.example:65535"),
        ] {
            assert_eq!(host(text).to_string(), written);
        }
        let long = "a.".repeat(130);
        for text in [
            "",
            ".",
            ":7070",
            "a b",
            "a,b",
            "a:",
            "a:+1",
            "a:65536",
            "a:1:2",
            "a/b",
            "u@a",
            "a..b",
            "127.1",
            "1.2.3.256",
            "0127.0.0.1.2",
            "::1",
            "[::1",
            "[::1]7070",
            "[127.0.0.1]",
            "[fe80::1%25eth0]",
            "例え.jp",
            "a\t",
            &long,
        ] {
            assert_eq!(Host::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_server_goes_by_its_address() {
        let goes = |text: &str, bound: &str| host(text).is_of(bound.parse().unwrap(), &[]);
        for name in ["localhost:7070", "127.0.0.1:7070", "[::1]:7070", "[::ffff:127.0.0.1]:7070"] {
            assert!(goes(name, "127.0.0.1:7070") && goes(name, "[::1]:7070"), "{name}");
        }
        assert!(goes("127.0.0.2:7070", "127.0.0.2:7070"));
        assert!(goes("localhost", "127.0.0.1:80") && goes("localhost:80", "127.0.0.1:80"));
        for name in ["localhost", "localhost:7071", "example.org:7070", "192.0.2.1:7070"] {
            assert!(!goes(name, "127.0.0.1:7070"), "{name}");
        }
        assert!(goes("192.0.2.1:7070", "192.0.2.1:7070"));
        for name in ["192.0.2.2:7070", "localhost:7070", "127.0.0.1:7070"] {
            assert!(!goes(name, "192.0.2.1:7070"), "{name}");
        }
        for bound in ["0.0.0.0:7070", "[::]:7070"] {
            for name in ["192.0.2.1:7070", "[2001:db8::1]:7070", "localhost:8080", "127.0.0.1"] {
                assert!(goes(name, bound), "{name}");
            }
            assert!(!goes("example.org:7070", bound) && !goes("localhost.example:7070", bound));
        }
    }

    #[test]
    fn a_server_goes_by_the_names_it_is_given() {
        let names = ["example.org", "hall.local:8080", "safe.example:443"].map(host);
        for bound in ["127.0.0.1:7070", "0.0.0.0:7070", "192.0.2.1:7070"] {
            let goes = |text: &str| host(text).is_of(bound.parse().unwrap(), &names);
            for name in [
                "example.org",
                "EXAMPLE.org:9",
                "example.org.",
                "hall.local:8080",
                "safe.example",
                "safe.example:443",
            ] {
                assert!(goes(name), "{name}");
            }
            for name in
                ["hall.local", "hall.local:7070", "safe.example:80", "www.example.org", "org"]
            {
                assert!(!goes(name), "{name}");
            }
        }
    }

    #[test]
    fn origins_of_a_host() {
        let has = |name: &str, address: &str| host(name).has(address);
        assert!(has("a.example:7070", "http://a.example:7070"));
        assert!(has("a.example:7070", "http://A.example:7070/page?x#y"));
        assert!(has("a.example", "https://a.example") && has("a.example", "http://a.example/"));
        assert!(has("a.example:443", "https://a.example"));
        assert!(has("[::1]:7070", "http://[::1]:7070"));
        for address in [
            "null",
            "",
            "a.example",
            "http://",
            "http://b.example",
            "http://a.example:7070",
            "ftp://a.example",
            "http://a.example@b.example",
            "http://a.example.b.example",
            "https://a.example:80",
        ] {
            assert!(!has("a.example", address), "{address}");
        }
        assert!(!has("a.example:7070", "http://a.example"));
    }
}

//! State that all calls of head office share.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::OnceCell;
use url::Url;

use super::metrics::Metrics;
use super::proxies::ProxyNetwork;
use crate::database::Database;
use crate::error::HeadError;
use crate::keys::{Authority, AuthorityError, Secret};
use bar::engine::Clock;
use base::Timestamp;
use web::body_budget::BodyBudget;
use web::discovery::addresses;
use web::hash_queue::HashQueue;
use web::throttle::Throttle;

/// Head office's name without an address that people type.
const NAME_DEFAULT: &str = "Head office";

/// State of the router, cheap to clone.
#[derive(Clone)]
pub struct HeadState {
    inner: Arc<Inner>,
}

struct Inner {
    parts: HeadParts,
    /// The authority of the box port, once it was read from the database.
    authority: OnceCell<Arc<Authority>>,
}

/// The parts of [`HeadState`].
pub struct HeadParts {
    pub database: Database,
    /// Seals what the database must not show.
    pub secret: Secret,
    /// Head office's clock.
    pub clock: Arc<dyn Clock>,
    /// The address that people type.
    pub url: Option<Url>,
    /// The address that boxes connect to; `None`: one of this machine.
    pub box_url: Option<Url>,
    /// The port for boxes.
    pub box_port: u16,
    /// Servers in front whose word about callers counts.
    pub trusted_proxies: Vec<ProxyNetwork>,
    /// Whether this is a demo: no second factor, no first password.
    pub demo: bool,
    /// Figures for monitoring.
    pub metrics: Arc<Metrics>,
    /// Slows down repeated failed sign-ins.
    pub throttle: Throttle,
    /// Limits concurrent password hashing.
    pub hash_queue: HashQueue,
    /// Limits the memory for request bodies.
    pub body_budget: BodyBudget,
}

impl HeadParts {
    /// The parts over a database, with usual limits, no addresses and no demo.
    pub fn new(database: Database, secret: Secret, clock: Arc<dyn Clock>) -> Self {
        HeadParts {
            database,
            secret,
            clock,
            url: None,
            box_url: None,
            box_port: 0,
            trusted_proxies: Vec::new(),
            demo: false,
            metrics: Arc::default(),
            throttle: Throttle::default(),
            hash_queue: HashQueue::default(),
            body_budget: BodyBudget::default(),
        }
    }
}

impl From<HeadParts> for HeadState {
    fn from(parts: HeadParts) -> Self {
        HeadState { inner: Arc::new(Inner { parts, authority: OnceCell::new() }) }
    }
}

impl Deref for HeadState {
    type Target = HeadParts;
    fn deref(&self) -> &HeadParts {
        &self.inner.parts
    }
}

impl HeadState {
    /// Now, by head office's clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The authority of the box port.
    ///
    /// # Errors
    /// Those of the database; 500 if the secret file is not the one that sealed it.
    pub async fn authority(&self) -> Result<Arc<Authority>, AuthorityError> {
        let open = async || Authority::open(&self.database, &self.secret).await.map(Arc::new);
        self.inner.authority.get_or_try_init(open).await.cloned()
    }

    /// Head office's name, as boxes show it: the host that people type, if there is one.
    pub fn name(&self) -> String {
        self.url.as_ref().and_then(|url| url.host_str()).unwrap_or(NAME_DEFAULT).to_owned()
    }

    /// Whether browsers reach head office by HTTPS: here, or at a server in front of it.
    pub fn is_secure(&self, by_https: bool) -> bool {
        by_https || self.url.as_ref().is_some_and(|url| url.scheme() == "https")
    }

    /// Hosts that requests may name, besides those of this machine.
    pub fn allowed_hosts(&self) -> Vec<String> {
        self.url.as_ref().and_then(|url| url.host_str()).map(str::to_owned).into_iter().collect()
    }

    /// The address that boxes connect to.
    pub fn box_address(&self) -> String {
        if let Some(url) = &self.box_url {
            return url.as_str().trim_end_matches('/').to_owned();
        }
        let own = || addresses::ipv4().first().map(|one| one.address.to_string());
        let host = self.url.as_ref().and_then(|url| url.host_str()).map(str::to_owned).or_else(own);
        format!("https://{}:{}", host.unwrap_or_else(|| "localhost".to_owned()), self.box_port)
    }
}

impl From<AuthorityError> for HeadError {
    fn from(error: AuthorityError) -> Self {
        match error {
            AuthorityError::Database(error) => error.into(),
            other => HeadError::internal(other),
        }
    }
}

/// A moment as the database takes it.
pub fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.as_millis()).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

/// A moment of the database as answers have it: RFC 3339 UTC.
pub fn when(at: jiff::Timestamp) -> String {
    Timestamp::from_millis(at.as_millisecond()).to_string()
}

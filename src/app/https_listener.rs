//! HTTPS listener, and the task that renews its certificate when the box's names or addresses change.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::console;
use super::network::Network;
use super::start_error::StartError;
use crate::config::Config;
use crate::engine::Engine;
use crate::http::HttpsEndpoint;
use base::Timestamp;
use web::discovery::addresses;
use web::https::{Authority, Https, Names};
use web::server::serve::TlsListener;

/// How often names and addresses are checked. A phone that connects within this time after an address change sees a warning.
const NAMES_EVERY: Duration = Duration::from_secs(10);

/// A bound HTTPS port that does not serve yet.
pub struct HttpsListener {
    listener: TcpListener,
    listen: SocketAddr,
    https: Https,
}

impl HttpsListener {
    /// Binds the port, and opens or creates the certificate authority in the data folder.
    pub async fn bind(address: SocketAddr, config: &Config, now: Timestamp) -> Result<Self, StartError> {
        let refused = |reason| StartError::Listen { address, flag: "--https", reason };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let listen = listener.local_addr().map_err(refused)?;
        let https = Https::open(&config.data, names(&config.name, None, listen), now)?;
        warn_of_end(&https.authority, now);
        Ok(HttpsListener { listener, listen, https })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.listen.port()
    }

    /// The endpoint as the API describes it to phones.
    pub fn endpoint(&self) -> HttpsEndpoint {
        let listen = self.listen;
        let host = move || addresses::reachable_at(listen.ip()).first().map_or(Ipv4Addr::LOCALHOST, |first| first.address);
        HttpsEndpoint { authority: self.https.authority.clone(), host: Box::new(host), port: listen.port() }
    }

    /// Prints the address, and where phones are set up to trust it. `http` is the box's address without TLS.
    pub fn announce(&self, http: &str) {
        println!("Secure: https://{}", console::local_address(self.listen));
        println!("Set up phones to trust it: {http}/trust");
        println!("Fingerprint of its certificate: {}", self.https.authority.fingerprint());
    }

    /// The listener, and the task that renews its certificate.
    pub fn open(self, name: String, network: Arc<Network>, engine: Engine) -> (TlsListener, JoinHandle<()>) {
        let (certificates, authority, listen) = (self.https.certificates.clone(), self.https.authority.clone(), self.listen);
        let renewal = tokio::spawn(async move {
            loop {
                tokio::time::sleep(NAMES_EVERY).await;
                // A box that believes it is 1970 must not show a certificate of that year to phones whose clocks are right.
                match certificates.renew(&names(&name, network.addresses().name, listen), engine.estimated_now()) {
                    Ok(true) => {
                        tracing::info!("HTTPS has a new certificate");
                        warn_of_end(&authority, engine.estimated_now());
                    }
                    Ok(false) => {}
                    Err(error) => tracing::error!(%error, "HTTPS keeps its old certificate"),
                }
            }
        });
        (TlsListener { acceptor: self.https.acceptor(), listener: self.listener }, renewal)
    }
}

fn warn_of_end(authority: &Authority, now: Timestamp) {
    if let Some(words) = authority.warning(now) {
        tracing::warn!("{words}");
    }
}

/// All names and addresses by which phones reach a box that listens on `listen`; `announced` is its mDNS name.
fn names(name: &str, announced: Option<String>, listen: SocketAddr) -> Names {
    let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), format!("{name}.local")];
    Names::new(own.into_iter().chain(announced).chain(addresses::reachable_at(listen.ip()).iter().map(|one| one.address.to_string())))
}

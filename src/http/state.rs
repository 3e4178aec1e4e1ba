//! Shared state of all handlers.

use std::sync::{Arc, OnceLock};

use crate::backup::Backups;
use crate::base::{NetworkAddresses, Timestamp};
use crate::engine::Engine;
use crate::printer::find::Finders;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::receipts::GuestKey;
use crate::store::Store;

use super::api::live;
use super::api::staff::{device, hash_queue, throttle};
use super::api::standby::journal;
use super::contract::{answer_cache, body_budget, read_limiter};
use super::{HttpsEndpoint, TokenSigner};

/// What every handler can reach.
#[derive(Clone)]
pub struct AppState {
    inner: Arc<AppParts>,
}

/// The parts of [`AppState`].
pub struct AppParts {
    /// The way in for commands.
    pub engine: Engine,
    /// The way to look.
    pub store: Arc<Store>,
    /// Makes and reads sessions' tokens.
    pub signer: TokenSigner,
    /// Recognises devices on which somebody signed in before.
    pub devices: device::DeviceSigner,
    /// Names receipts for guests.
    pub guest_key: GuestKey,
    /// Whether this is a demo bar.
    pub demo: bool,
    /// Address in guests' QR codes unless a setting names one, such as `http://192.168.1.10:8080`.
    pub guest_address: GuestAddressFn,
    /// Finds printers on the network.
    pub finders: Finders,
    /// Where staff phones find the box now.
    pub network_addresses: NetworkAddressesFn,
    /// What printers' addresses may lead to.
    pub printer_access: Arc<AddressPolicy>,
    /// How the printers are.
    pub printers: Arc<PrinterStates>,
    /// The copies, and the way to ask for one.
    pub backups: Arc<Backups>,
    /// Sign-ins that failed lately.
    pub throttle: throttle::Throttle,
    /// Turns for hashing passwords.
    pub hashes: hash_queue::HashQueue,
    /// Memory for requests' bodies.
    pub bodies: body_budget::BodyBudget,
    /// Turns for looking through the store.
    pub read_limiter: read_limiter::ReadLimiter,
    /// Answers that are still good.
    pub cache: answer_cache::AnswerCache,
    /// Live streams that are open.
    pub streams: live::Streams,
    /// The second box.
    pub second_boxes: journal::SecondBoxStatus,
    /// HTTPS, where the box serves it.
    pub https: OnceLock<HttpsEndpoint>,
}

/// What the calls need of paper.
pub struct PaperParts {
    /// How the printers are.
    pub printer_states: Arc<PrinterStates>,
    /// What their addresses may lead to.
    pub access: Arc<AddressPolicy>,
    /// Finds printers on the network.
    pub finders: Finders,
    /// Names receipts for guests.
    pub guest_key: GuestKey,
}

/// How the box is reached.
pub struct Addresses {
    /// By guests.
    pub guests: GuestAddressFn,
    /// By staff phones.
    pub staff: NetworkAddressesFn,
}

/// Tells the box's address for guests.
pub type GuestAddressFn = Box<dyn Fn() -> String + Send + Sync>;

/// Tells where the box is to be found.
pub type NetworkAddressesFn = Box<dyn Fn() -> NetworkAddresses + Send + Sync>;

impl AppState {
    /// Puts the parts together.
    pub fn new(
        engine: Engine,
        store: Arc<Store>,
        secret: &[u8],
        paper: PaperParts,
        backups: Arc<Backups>,
        demo: bool,
        addresses: Addresses,
    ) -> Self {
        let Addresses { guests: guest_address, staff: network_addresses } = addresses;
        let PaperParts { printer_states: printers, access: printer_access, finders, guest_key } = paper;
        let (throttle, hashes) = (throttle::Throttle::default(), hash_queue::HashQueue::default());
        let bodies = body_budget::BodyBudget::default();
        let (cache, streams) = (answer_cache::AnswerCache::default(), live::Streams::default());
        AppState {
            inner: Arc::new(AppParts {
                engine,
                store,
                signer: TokenSigner::new(secret),
                devices: device::DeviceSigner::new(secret),
                guest_key,
                demo,
                guest_address,
                finders,
                network_addresses,
                printer_access,
                printers,
                backups,
                throttle,
                hashes,
                bodies,
                read_limiter: read_limiter::ReadLimiter::default(),
                cache,
                streams,
                second_boxes: journal::SecondBoxStatus::default(),
                https: OnceLock::new(),
            }),
        }
    }

    /// The box's clock.
    pub(super) fn now(&self) -> Timestamp {
        self.inner.engine.now()
    }

    /// What an entry would be stamped with now: what "today" is reckoned from. A clock that has jumped back does not turn the
    /// day back unless it turns the sales back too.
    pub(super) fn stamp(&self) -> Timestamp {
        self.inner.engine.reading().at
    }
}

impl std::ops::Deref for AppState {
    type Target = AppParts;
    fn deref(&self) -> &AppParts {
        &self.inner
    }
}

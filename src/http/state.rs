//! State that all handlers share.

use std::sync::{Arc, OnceLock};

use crate::backup::Backups;
use crate::devices::Draft;
use crate::engine::Engine;
use crate::head_link::HeadLink;
use crate::machine::updates::Updates;
use crate::printer::find::Finders;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::receipts::GuestTokenKey;
use appliance::Machine;
use base::{NetworkAddresses, Timestamp};
use store::Store;
use web::{body_budget, hash_queue, throttle};

use super::api::devices::codes::Codes;
use super::api::head_link::contents::read_content;
use super::api::live;
use super::api::staff::invitations::Invited;
use super::api::staff::known_device;
use super::api::staff::pin_check::PinChecks;
use super::api::standby::second_box_status;
use super::contract::{answer_cache, device_use, read_limiter};
use super::{HttpsEndpoint, TokenSigner};

/// State of the router, cheap to clone.
#[derive(Clone)]
pub struct AppState {
    inner: Arc<AppParts>,
}

/// The parts of [`AppState`].
pub struct AppParts {
    /// Executes commands.
    pub engine: Engine,
    /// Read transactions.
    pub store: Arc<Store>,
    /// Signs and verifies session tokens.
    pub signer: TokenSigner,
    /// Recognises phones on which a user signed in before.
    pub known_devices: known_device::DeviceSigner,
    /// When enrolled devices and their sessions were last used.
    pub device_uses: device_use::DeviceUses,
    /// The code with which a device enrols, and guesses of it.
    pub enrolment_codes: Codes<Draft>,
    /// The codes with which people choose their password.
    pub invitations: Codes<Invited>,
    /// Checks PINs, within their own limits.
    pub pin_checks: PinChecks,
    /// Signs the links under which guests open their receipts.
    pub guest_token_key: GuestTokenKey,
    /// Whether this is a demo bar.
    pub demo: bool,
    /// Address in guests' QR codes unless a setting names one, such as `http://192.168.1.10:8080`.
    pub guest_address: GuestAddressFn,
    /// Finds printers on the network.
    pub finders: Finders,
    /// Addresses under which staff phones reach the box.
    pub network_addresses: NetworkAddressesFn,
    /// Addresses that a printer may have.
    pub printer_access: Arc<AddressPolicy>,
    /// Last known condition of each printer.
    pub printers: Arc<PrinterStates>,
    pub backups: Arc<Backups>,
    /// Slows down repeated failed sign-ins.
    pub throttle: throttle::Throttle,
    /// Limits concurrent password hashing.
    pub hash_queue: hash_queue::HashQueue,
    /// Limits the memory for request bodies.
    pub body_budget: body_budget::BodyBudget,
    /// Limits concurrent long reads.
    pub read_limiter: read_limiter::ReadLimiter,
    pub answer_cache: answer_cache::AnswerCache,
    /// Open live streams.
    pub streams: live::Streams,
    /// What is known of the second box.
    pub second_box: second_box_status::SecondBoxStatus,
    pub head_link: HeadLink,
    /// The machine below the box, if it is the box's own.
    pub machine: Option<Arc<Machine>>,
    /// Updates of that machine.
    pub updates: Option<Arc<Updates>>,
    /// Set once the box serves HTTPS.
    pub https: OnceLock<HttpsEndpoint>,
}

/// The parts of [`AppState`] for printing and receipts.
pub struct PrintingParts {
    pub printer_states: Arc<PrinterStates>,
    /// Addresses that a printer may have.
    pub access: Arc<AddressPolicy>,
    pub finders: Finders,
    /// Signs the links under which guests open their receipts.
    pub guest_token_key: GuestTokenKey,
}

/// What lies around the program: how the box is reached by guests and by staff phones, and the machine if it is the box's own.
pub struct Surroundings {
    pub guests: GuestAddressFn,
    pub staff: NetworkAddressesFn,
    pub machine: Option<(Arc<Machine>, Arc<Updates>)>,
}

/// Returns the base URL of the box for guests.
pub type GuestAddressFn = Box<dyn Fn() -> String + Send + Sync>;

/// Returns the box's current network addresses.
pub type NetworkAddressesFn = Box<dyn Fn() -> NetworkAddresses + Send + Sync>;

impl AppState {
    pub fn new(
        engine: Engine,
        store: Arc<Store>,
        secret: &[u8],
        paper: PrintingParts,
        backups: Arc<Backups>,
        demo: bool,
        surroundings: Surroundings,
    ) -> Self {
        let Surroundings { guests: guest_address, staff: network_addresses, machine } = surroundings;
        let PrintingParts { printer_states: printers, access: printer_access, finders, guest_token_key } = paper;
        let (throttle, hash_queue) = (throttle::Throttle::default(), hash_queue::HashQueue::default());
        let pin_checks = PinChecks::in_folder(store.folder().map(|folder| folder.path().to_owned()));
        let body_budget = body_budget::BodyBudget::default();
        let (answer_cache, streams) = (answer_cache::AnswerCache::default(), live::Streams::default());
        engine.decide_directives_with(read_content);
        let (machine, updates) = machine.unzip();
        let head_link = HeadLink::new(&engine, store.clone());
        AppState {
            inner: Arc::new(AppParts {
                engine,
                store,
                signer: TokenSigner::new(secret),
                known_devices: known_device::DeviceSigner::new(secret),
                device_uses: device_use::DeviceUses::default(),
                enrolment_codes: Codes::default(),
                invitations: Codes::default(),
                pin_checks,
                guest_token_key,
                demo,
                guest_address,
                finders,
                network_addresses,
                printer_access,
                printers,
                backups,
                throttle,
                hash_queue,
                body_budget,
                read_limiter: read_limiter::ReadLimiter::default(),
                answer_cache,
                streams,
                second_box: second_box_status::SecondBoxStatus::default(),
                head_link,
                machine,
                updates,
                https: OnceLock::new(),
            }),
        }
    }

    /// The box's clock.
    pub(super) fn now(&self) -> Timestamp {
        self.inner.engine.now()
    }

    /// The timestamp that a journal entry would get now. "Today" is computed from it and not from the clock: after the clock
    /// jumped back, reports must show the day on which sales are still recorded.
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

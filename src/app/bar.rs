//! An open bar: opens the store, starts the writer and the printers, serves HTTP, and shuts everything down in order.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::backups;
use super::control_server::{self, ControlTarget};
use super::day_watch;
use super::finders::finders;
use super::first_start::{FirstPassword, attach_printer, expire_approvals, print_first_sign_in, seed};
use super::https_listener::HttpsListener;
use super::network::Network;
use super::notify;
use super::print_worker::PrintContext;
use super::printer_address_policy::printer_address_policy;
use super::sheet_issuer;
use super::spooler;
use super::start_error::StartError;
use crate::backup::{self, Backups};
use crate::config::{Config, PrinterChoice};
use crate::demo;
use crate::engine::{self, Clock, Engine};
use crate::head_link::Pace;
use crate::http::{self, AppState, PrintingParts, Surroundings};
use crate::machine::FirstStart;
use crate::machine::updates::{self, Updates};
use crate::printer::transport::target::complete_address;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::printing;
use crate::receipts::GuestTokenKey;
use appliance::Machine;
use store::{Disk, Folder, RealDisk, Store};
use web::discovery::addresses;
use web::server::host::HostList;
use web::server::limits::Limits;

/// Time limit for the printers, for the writer and for the runtime to end, each, after all connections are closed. With the connections'
/// own limit ([`web::server::limits::DRAIN_MAX`]) this makes less than 5 s.
pub(super) const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

/// An open bar: store, writer and printers.
pub struct Bar {
    pub engine: Engine,
    pub store: Arc<Store>,
    pub printer_states: Arc<PrinterStates>,
    /// The admin's password, on the first start only.
    pub first_password: Option<FirstPassword>,
    /// Limits for connections and requests.
    pub limits: Limits,
    /// When the box speaks to head office.
    pub head_pace: Pace,
    pub(super) demo: bool,
    https: Option<HttpsListener>,
    writer: JoinHandle<()>,
}

/// Opens the store of a data folder, or creates it.
///
/// # Errors
/// [`StartError::Gone`] if the folder has backups but no store; any error of opening the store.
pub(super) fn store_on(disk: Arc<dyn Disk>, config: &Config, clock: &dyn Clock) -> Result<Store, StartError> {
    let folder = Folder::lock(&config.data)?;
    let is_missing = |file: PathBuf| disk.exists(&file).is_ok_and(|exists| !exists);
    let is_new = is_missing(folder.store_file()) && is_missing(folder.log_file());
    if let (true, Some(newest)) = (is_new, backup::newest(None, &config.data, clock.now())) {
        return Err(StartError::Gone { folder: config.data.clone(), newest });
    }
    Ok(Store::open_on(disk, folder)?)
}

impl Bar {
    /// Opens the bar of a data folder, or creates it.
    pub async fn open(config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        Bar::open_on(Arc::new(RealDisk), config, clock).await
    }

    /// As [`Bar::open`], on the given disk, for tests and benchmarks.
    pub async fn open_on(disk: Arc<dyn Disk>, config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        let store = Arc::new(store_on(disk, config, clock.as_ref())?);
        Bar::open_store(store, config, clock, |_| {}).await
    }

    /// As [`Bar::open`], with an open store. On the first start, `show_password` is called with the admin's password.
    pub(super) async fn open_store(
        store: Arc<Store>,
        config: &Config,
        clock: Arc<dyn Clock>,
        show_password: impl FnOnce(&FirstPassword),
    ) -> Result<Self, StartError> {
        store.claim(config.demo)?;
        engine::upgrade_tables_saying(&store, notify::rebuilding)?;
        if config.demo {
            demo::fill(&store, clock.as_ref())?;
        }
        let (engine, writer) = Engine::start_and_note(store.clone(), clock)?;
        let first_password = match config.demo {
            true => None,
            false => seed(&engine, &store, config.admin_password.as_ref().map(|secret| secret.reveal()), show_password).await?,
        };
        expire_approvals(&engine).await;
        match &config.printer {
            PrinterChoice::FromSettings => {}
            PrinterChoice::Off => attach_printer(&engine, None).await?,
            PrinterChoice::Url(url) => attach_printer(&engine, Some(complete_address(url))).await?,
        }
        let https = match config.https {
            None => None,
            Some(address) => Some(HttpsListener::bind(address, config, engine.estimated_now()).await?),
        };
        let (printer_states, limits) = (Arc::default(), Limits::of_this_machine());
        Ok(Bar { engine, store, printer_states, first_password, limits, head_pace: Pace::default(), demo: config.demo, https, writer })
    }

    /// The shared state of all HTTP handlers.
    fn app_state(
        &self,
        config: &Config,
        network: &Arc<Network>,
        access: Arc<AddressPolicy>,
        backups: Arc<Backups>,
        machine: Option<(Arc<Machine>, Arc<Updates>)>,
    ) -> Result<AppState, StartError> {
        let (for_guests, for_staff) = (network.clone(), network.clone());
        let surroundings = Surroundings {
            guests: Box::new(move || for_guests.addresses().guest_url()),
            staff: Box::new(move || for_staff.addresses()),
            machine,
        };
        let paper = PrintingParts {
            printer_states: self.printer_states.clone(),
            access,
            finders: finders(config),
            guest_token_key: self.guest_token_key()?,
        };
        Ok(AppState::new(self.engine.clone(), self.store.clone(), &self.store.secret()?, paper, backups, self.demo, surroundings))
    }

    /// Key that signs the URLs of receipts for guests. It comes from the journal, because printed codes must still work on a restored box,
    /// where the secret that signs sessions is new.
    fn guest_token_key(&self) -> Result<GuestTokenKey, StartError> {
        let bar_secret = self.store.read(engine::bar_secret)?.unwrap_or_default();
        GuestTokenKey::new(bar_secret.as_bytes()).ok_or_else(|| StartError::Other("the key for guests' receipts cannot be made".to_owned()))
    }

    /// Prints the first sign-in in the background: an unreachable printer must not delay the start.
    fn print_first_sign_in(&self, network: &Network, access: &Arc<AddressPolicy>) {
        let printer = self.store.read(crate::settings::settings).ok().and_then(|settings| settings.receipt_printer().cloned());
        if let (Some(first), Some(printer)) = (&self.first_password, printer) {
            let (first, addresses, access) = (first.clone(), network.addresses(), access.clone());
            let secure = self.https.as_ref().map(|listener| listener.endpoint().address());
            tokio::spawn(async move { print_first_sign_in(&printer, &access, &first, &addresses, secure.as_ref()).await });
        }
    }

    /// Serves HTTP and printers until `shutdown`, then closes. While running requests finish, live streams and printers start nothing new;
    /// then connections, printers, writer and store are closed, in this order.
    pub async fn run(mut self, config: &Config, listener: TcpListener, shutdown: impl Future<Output = ()>) -> Result<(), StartError> {
        let store = self.store.clone();
        let public_host = move || store.read(crate::settings::settings).ok()?.public_host();
        let hosts = Arc::new(HostList::new(&config.name, &allowed_hosts(config), addresses::all).with_public_host(Box::new(public_host)));
        let address = listener.local_addr().unwrap_or(config.listen);
        let network = Arc::new(Network::announce(config, address, &hosts));
        let https_port = self.https.as_ref().map(HttpsListener::port);
        let access = Arc::new(printer_address_policy(config, std::iter::once(address.port()).chain(https_port).collect(), &hosts));
        let (stop, stopping) = watch::channel(false);
        self.print_first_sign_in(&network, &access);
        let withdrawal = tokio::spawn(network.clone().withdraw_name_when(stopping.clone()));
        let for_receipts = network.clone();
        let printing_context = PrintContext {
            engine: self.engine.clone(),
            store: self.store.clone(),
            printer_states: self.printer_states.clone(),
            guest_token_key: self.guest_token_key()?,
            guest_address: Arc::new(move || for_receipts.addresses().guest_url()),
            address_policy: access.clone(),
            last_job_before_start: self.store.read(printing::last_job)?,
            stopping,
        };
        let spooler = tokio::spawn(spooler::run(printing_context));
        let backups = backups::start(config, &self.store, &self.engine, self.demo, &stop).map_err(StartError::Other)?;
        let machine = connect_machine(config).await;
        let app = self.app_state(config, &network, access.clone(), backups.clone(), machine.clone())?;
        app.head_link.resume(self.head_pace)?;
        let sweep = tokio::spawn(http::sweep_device_sessions(app.clone()));
        let issuer = tokio::spawn(sheet_issuer::run(self.engine.clone(), self.store.clone()));
        // Ends with this run, however that ends: nothing is sent to a fiscal device by a box that is gone.
        let mut watches = JoinSet::new();
        watches.spawn(day_watch::run(self.engine.clone(), self.store.clone(), self.demo));
        if let Some((machine, _)) = machine.clone() {
            let (for_slip, data) = (network.clone(), config.data.clone());
            let first_start = FirstStart {
                machine,
                engine: self.engine.clone(),
                store: self.store.clone(),
                data,
                access: access.clone(),
                addresses: Box::new(move || for_slip.addresses()),
            };
            watches.spawn(first_start.run());
        }
        if let Some((machine, updates)) = machine.filter(|(machine, _)| machine.services().software) {
            let (engine, store) = (self.engine.clone(), self.store.clone());
            watches.spawn(async move { updates::run(&updates, &machine, &engine, &store, address).await });
        }
        let target = ControlTarget::Bar { backups, engine: self.engine.clone() };
        let control = tokio::spawn(control_server::run(config.data.clone(), target));
        let (tls_listener, renewal) = match self.https.take() {
            None => (None, None),
            Some(https) => {
                https.announce(&network.addresses().guest_url());
                let _ = app.https.set(https.endpoint());
                let (listener, renewal) = https.open(config.name.clone(), network.clone(), self.engine.clone());
                (Some(listener), Some(renewal))
            }
        };
        let router = web::server::middleware::wrap(http::router(app.clone()), hosts);
        let closing = async {
            shutdown.await;
            app.streams.end();
            stop.send_replace(true);
        };
        web::server::serve::serve(listener, tls_listener, router, self.limits, closing).await;
        for task in [control, sweep, issuer] {
            task.abort();
            let _ = task.await;
        }
        watches.shutdown().await;
        app.head_link.stop().await;
        drop(app);
        if let Some(renewal) = renewal {
            renewal.abort();
        }
        let _ = withdrawal.await;
        let abort = spooler.abort_handle();
        if tokio::time::timeout(SHUTDOWN_GRACE, spooler).await.is_err() {
            abort.abort();
        }
        let Bar { engine, store, writer, .. } = self;
        drop(engine);
        // The writer ends when every clone of the engine is dropped; a live stream that still hangs must not delay the shutdown.
        tokio::task::spawn_blocking(move || {
            let began = std::time::Instant::now();
            while !writer.is_finished() && began.elapsed() < SHUTDOWN_GRACE {
                std::thread::park_timeout(Duration::from_millis(5));
            }
            // A hanging task may hold the store until the process ends. That does no harm: from here on the file is complete without the log.
            if let Err(error) = store.checkpoint_and_remove_log() {
                tracing::warn!("the store keeps its log: {error}");
            }
        })
        .await
        .map_err(|error| StartError::Other(error.to_string()))
    }
}

/// Connects to the machine, if the configuration says that it is the box's own. A machine whose bus is away is one without services.
async fn connect_machine(config: &Config) -> Option<(Arc<Machine>, Arc<Updates>)> {
    let bus = config.appliance.as_ref()?;
    match Machine::connect(bus.address()).await {
        Ok(machine) => Some((Arc::new(machine), Arc::new(Updates::new(&config.data)))),
        Err(error) => {
            tracing::error!("the machine's services do not answer: {error}");
            None
        }
    }
}

/// The host names that the box answers to besides its own. A machine of its own gives phones on its Wi-Fi a second name, for those that do
/// not know `.local`, and answers when they test the Wi-Fi.
fn allowed_hosts(config: &Config) -> Vec<String> {
    let mut hosts = config.allowed_hosts.clone();
    if config.appliance.is_some() {
        hosts.push(format!("{}.lan", config.name));
        hosts.extend(http::probes::HOSTS.map(str::to_owned));
    }
    hosts
}

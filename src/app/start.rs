//! From a cold start to the first answer, and back.

use std::future::Future;
use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::control::{self, Ear};
use super::entrance::SecureEntrance;
use super::finders::finders;
use super::first_start::{FirstPassword, attach_printer, print_first_sign_in, seed};
use super::network::Network;
use super::notify;
use super::printer_access::printer_access;
use super::spooler::Spooler;
use super::{backups, console, keyring, standby};
use crate::backup::{self, Backups};
use crate::config::{Config, FollowFirst, PrinterChoice};
use crate::demo;
use crate::discovery::addresses;
use crate::engine::{self, Clock, Engine, Failure, SystemClock};
use crate::http::server::host::HostList;
use crate::http::server::limits::Limits;
use crate::http::{self, Addresses, App, PaperParts};
use crate::https::HttpsError;
use crate::printer::{AddressPolicy, PrinterStates};
use crate::printing;
use crate::receipts::GuestKey;
use crate::store::{Disk, Folder, OpenError, RealDisk, Store, StoreError};

/// How long each of printers, writer and runtime may take to end when the phones are gone. With the phones' own time
/// ([`crate::http::server::limits::FAREWELL_MAX`]) less than 5 s in all.
const LAST_PAGE: Duration = Duration::from_millis(500);

/// What to do about a folder that another box holds.
const IN_USE_ADVICE: &str = "Stop that one first (systemctl stop barback), or name another folder with --data.";

/// Why a box did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder is not usable.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Copies of a bar lie in the folder, and the bar is gone: a new one in its place would look as if nothing had ever been sold.
    #[error(
        "The folder {} holds backups and no bar. Bring it back: barback restore {}; or, to begin anew, put the backups somewhere else.",
        .folder.display(), .newest.display()
    )]
    Gone {
        /// The data folder.
        folder: PathBuf,
        /// The newest of the copies.
        newest: PathBuf,
    },
    /// The store failed.
    #[error("The store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The address is not usable.
    #[error("Cannot listen on {address}: {reason}. {}", listen_advice(.reason, .flag))]
    Listen {
        /// What was asked for.
        address: SocketAddr,
        /// By which flag.
        flag: &'static str,
        /// What the system said.
        reason: std::io::Error,
    },
    /// It cannot stand by for another box.
    #[error("{0}")]
    Standby(String),
    /// HTTPS was asked for and cannot be had.
    #[error("HTTPS cannot be served: {0}")]
    Https(#[from] HttpsError),
    /// Something else.
    #[error("The box cannot start: {0}")]
    Other(String),
}

/// What to do about an address that cannot be had.
fn listen_advice(reason: &std::io::Error, flag: &str) -> String {
    match reason.kind() {
        ErrorKind::AddrInUse => format!("Another program uses this port. Stop that program, or choose another port with {flag}."),
        ErrorKind::PermissionDenied => {
            format!("Ports below 1024 are the system's: let systemd start the box, or choose a higher one with {flag}.")
        }
        ErrorKind::AddrNotAvailable => {
            format!("This machine has no such address. Choose another with {flag}; 0.0.0.0 stands for all that it has.")
        }
        _ => format!("Choose another address with {flag}."),
    }
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => StartError::Store(error),
            Failure::Refused(refusal) => StartError::Other(refusal.message),
            Failure::Broken | Failure::Stopped | Failure::Unanswered => {
                StartError::Other("something inside it broke; the log says what".to_owned())
            }
        }
    }
}

/// A bar that is open: its store, its writer, its printers.
pub struct Bar {
    /// The way in for commands.
    pub engine: Engine,
    /// The way to look.
    pub store: Arc<Store>,
    /// How the printers are.
    pub printer_states: Arc<PrinterStates>,
    /// The admin's password, on the very first start.
    pub first_password: Option<FirstPassword>,
    /// How much of everything a client gets.
    pub limits: Limits,
    /// Whether it is a demo.
    pub(super) demo: bool,
    secure: Option<SecureEntrance>,
    writer: JoinHandle<()>,
}

/// The store of a data folder, made where there was none and no bar is gone.
fn store_on(disk: Arc<dyn Disk>, config: &Config, clock: &dyn Clock) -> Result<Store, StartError> {
    let folder = Folder::lock(&config.data)?;
    let lacks = |file: PathBuf| disk.exists(&file).is_ok_and(|is_there| !is_there);
    let is_new = lacks(folder.store_file()) && lacks(folder.log_file());
    if let (true, Some(newest)) = (is_new, backup::newest(None, &config.data, clock.now())) {
        return Err(StartError::Gone { folder: config.data.clone(), newest });
    }
    Ok(Store::open_on(disk, folder)?)
}

impl Bar {
    /// Opens the bar of a data folder, making it where there is none.
    pub async fn open(config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        Bar::open_on(Arc::new(RealDisk), config, clock).await
    }

    /// As [`Bar::open`], with the store's file on a disk of a test's or a benchmark's own.
    pub async fn open_on(disk: Arc<dyn Disk>, config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        let store = Arc::new(store_on(disk, config, clock.as_ref())?);
        Bar::open_store(store, config, clock, |_| {}).await
    }

    /// As [`Bar::open`], with the store open already; on the very first start `say` is called with the admin's password.
    async fn open_store(
        store: Arc<Store>,
        config: &Config,
        clock: Arc<dyn Clock>,
        say: impl FnOnce(&FirstPassword),
    ) -> Result<Self, StartError> {
        store.claim(config.demo)?;
        engine::bring_up_to_date(&store)?;
        if config.demo {
            demo::fill(&store, clock.as_ref())?;
        }
        let (engine, writer) = Engine::start(store.clone(), clock)?;
        let first_password = match config.demo {
            true => None,
            false => seed(&engine, &store, config.admin_password.as_ref().map(|secret| secret.reveal()), say).await?,
        };
        match &config.printer {
            PrinterChoice::AsSet => {}
            PrinterChoice::Off => attach_printer(&engine, None).await?,
            PrinterChoice::At(url) => attach_printer(&engine, Some(url.clone())).await?,
        }
        let secure = match config.https {
            None => None,
            Some(address) => Some(SecureEntrance::bind(address, config, engine.reckoned()).await?),
        };
        let (printer_states, limits) = (Arc::default(), Limits::of_this_machine());
        Ok(Bar { engine, store, printer_states, first_password, limits, demo: config.demo, secure, writer })
    }

    /// What the calls of this bar can reach.
    fn app(&self, config: &Config, network: &Arc<Network>, access: Arc<AddressPolicy>, backups: Arc<Backups>) -> Result<App, StartError> {
        let (for_guests, for_staff) = (network.clone(), network.clone());
        let addresses =
            Addresses { guests: Box::new(move || for_guests.whereabouts().guest_url()), staff: Box::new(move || for_staff.whereabouts()) };
        let paper =
            PaperParts { printer_states: self.printer_states.clone(), access, finders: finders(config), guest_key: self.guest_key()? };
        Ok(App::new(self.engine.clone(), self.store.clone(), &self.store.secret()?, paper, backups, self.demo, addresses))
    }

    /// Names receipts for guests. By something secret in the journal itself, because paper outlives boxes: the secret that
    /// signs sessions stays behind when the bar is restored elsewhere.
    fn guest_key(&self) -> Result<GuestKey, StartError> {
        let birthmark = self.store.read(engine::birthmark)?.unwrap_or_default();
        GuestKey::new(birthmark.as_bytes()).ok_or_else(|| StartError::Other("the guests' key cannot be made".to_owned()))
    }

    /// Prints the first sign-in in the background: a printer that is away must not delay the start.
    fn announce(&self, network: &Network, access: &Arc<AddressPolicy>) {
        let printer = self.store.read(crate::settings::settings).ok().and_then(|settings| settings.receipt_printer().cloned());
        if let (Some(first), Some(printer)) = (&self.first_password, printer) {
            let (first, found, access) = (first.clone(), network.whereabouts(), access.clone());
            let secure = self.secure.as_ref().map(|entrance| entrance.secured().way());
            tokio::spawn(async move { print_first_sign_in(&printer, &access, &first, &found, secure.as_ref()).await });
        }
    }

    /// Serves phones and printers until `shutdown`, then closes: live streams and printers begin nothing new while
    /// phones hear the rest of their answers; then go phones, printers, writer, store, in this order.
    pub async fn run(mut self, config: &Config, listener: TcpListener, shutdown: impl Future<Output = ()>) -> Result<(), StartError> {
        let store = self.store.clone();
        let set = move || store.read(crate::settings::settings).ok()?.public_host();
        let hosts = Arc::new(HostList::new(&config.name, &config.allowed_hosts, addresses::all).and_set(Box::new(set)));
        let address = listener.local_addr().unwrap_or(config.listen);
        let network = Arc::new(Network::open(config, address, &hosts));
        let secure_port = self.secure.as_ref().map(SecureEntrance::port);
        let access = Arc::new(printer_access(config, std::iter::once(address.port()).chain(secure_port).collect(), &hosts));
        let (stop, stopping) = watch::channel(false);
        self.announce(&network, &access);
        let goodbye = tokio::spawn(network.clone().leave_when(stopping.clone()));
        let for_paper = network.clone();
        let spooler = Spooler {
            engine: self.engine.clone(),
            store: self.store.clone(),
            printer_states: self.printer_states.clone(),
            guest_key: self.guest_key()?,
            guest_address: Arc::new(move || for_paper.whereabouts().guest_url()),
            access: access.clone(),
            last_before_start: self.store.read(printing::last_job)?,
            stopping,
        };
        let spooler = tokio::spawn(spooler.run());
        let backups = backups::start(config, &self, &stop).map_err(StartError::Other)?;
        let app = self.app(config, &network, access, backups.clone())?;
        let ear = Ear::Bar { backups, engine: self.engine.clone() };
        let control = tokio::spawn(control::hear(config.data.clone(), ear));
        let (secure, renewal) = match self.secure.take() {
            None => (None, None),
            Some(entrance) => {
                entrance.announce(&network.whereabouts().guest_url());
                let _ = app.secured.set(entrance.secured());
                let (door, renewal) = entrance.open(config.name.clone(), network.clone(), self.engine.clone());
                (Some(door), Some(renewal))
            }
        };
        let router = http::server::shield::shield(http::router(app.clone()), hosts);
        let closing = async {
            shutdown.await;
            app.streams.end();
            stop.send_replace(true);
        };
        http::server::serve::serve(listener, secure, router, self.limits, closing).await;
        control.abort();
        let _ = control.await;
        drop(app);
        if let Some(renewal) = renewal {
            renewal.abort();
        }
        let _ = goodbye.await;
        let abort = spooler.abort_handle();
        if tokio::time::timeout(LAST_PAGE, spooler).await.is_err() {
            abort.abort();
        }
        let Bar { engine, store, writer, .. } = self;
        drop(engine);
        // The writer ends when every clone of the engine is gone; a live stream that still hangs must not hold it up.
        tokio::task::spawn_blocking(move || {
            let patience = std::time::Instant::now();
            while !writer.is_finished() && patience.elapsed() < LAST_PAGE {
                std::thread::park_timeout(Duration::from_millis(5));
            }
            // Somebody may hold the store until the process ends; its file stands alone from here on all the same.
            if let Err(error) = store.checkpoint_and_remove_log() {
                tracing::warn!("the store keeps its log: {error}");
            }
        })
        .await
        .map_err(|error| StartError::Other(error.to_string()))
    }
}

/// Runs the box until it is told to stop.
pub fn serve(config: &Config) -> ExitCode {
    launch(config, None)
}

/// Runs the box as the second one until it is told to stop; once it is promoted, as the first.
pub fn follow(config: &Config, first: FollowFirst) -> ExitCode {
    if let Some(code) = first.code.as_ref().filter(|_| first.code_by_flag) {
        let error = standby::run_without_flag(code);
        eprintln!("The code stays in the list of processes ({error}). The variable BARBACK_CODE hides it.");
    }
    launch(config, Some(first))
}

/// Threads that serve phones: one core is the writer's. One more than needed would be woken with every sale, to find nothing
/// to do.
fn threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    cores.saturating_sub(1).max(1)
}

fn launch(config: &Config, first: Option<FollowFirst>) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env("BARBACK_LOG").unwrap_or_else(|_| "info".into());
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours).init();
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(threads()).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("The box cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(run(config, first));
    runtime.shutdown_timeout(LAST_PAGE);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            match error {
                StartError::Open(OpenError::Damaged { .. }) => {
                    let way = backup::restore_hint(config.backup_dir.as_deref(), &config.data, SystemClock::start().now());
                    way.inspect(|way| eprintln!("{way}"));
                }
                StartError::Open(OpenError::InUse { .. }) => eprintln!("{IN_USE_ADVICE}"),
                StartError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))
                | StartError::Open(OpenError::Store(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))) => {
                    eprintln!("Check that the disk of {} is in and has space, or name another folder with --data.", config.data.display());
                }
                _ => {}
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(config: &Config, first: Option<FollowFirst>) -> Result<(), StartError> {
    if config.backup_s3.is_some() {
        config.bucket_keys().map_err(StartError::Other)?;
    }
    keyring(config).map_err(StartError::Other)?;
    let listen_error = |reason| StartError::Listen { address: config.listen, flag: "--listen", reason };
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| StartError::Other(error.to_string()))?;
    let mut stop = Box::pin(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    });
    // The port first: a second start by mistake must not make a bar before it finds the port taken.
    let mut listener = TcpListener::bind(config.listen).await.map_err(listen_error)?;
    let store = match first {
        Some(first) => standby::join(config, first).await.map_err(StartError::Standby)?,
        None => store_on(Arc::new(RealDisk), config, &SystemClock::start())?,
    };
    let store = Arc::new(store);
    if let Some(following) = backup::followed_box(&store)? {
        engine::bring_up_to_date(&store)?;
        // The same port from one to the other: a phone that comes in between waits, and is not turned away.
        let plain = listener.into_std().map_err(listen_error)?;
        listener = TcpListener::from_std(plain.try_clone().map_err(listen_error)?).map_err(listen_error)?;
        let meanwhile = TcpListener::from_std(plain).map_err(listen_error)?;
        let stood = standby::stand_by(config, &store, following, meanwhile, stop.as_mut()).await.map_err(StartError::Standby)?;
        if stood == standby::Ended::Stopped {
            notify::stopping();
            return Ok(());
        }
    }
    let say = |first: &FirstPassword| println!("{}", first.line());
    let bar = Bar::open_store(store, config, Arc::new(SystemClock::start()), say).await?;
    let address = listener.local_addr().map_err(listen_error)?;
    println!("Barback is open on http://{}", console::here(address));
    console::say_addresses(address, bar.first_password.is_some());
    if bar.demo {
        console::say_demo(address);
    }
    notify::ready();
    let watch = notify::watch(bar.store.clone());
    let shutdown = async move {
        stop.await;
        notify::stopping();
        if let Some(watch) = watch {
            watch.abort();
        }
    };
    bar.run(config, listener, shutdown).await
}

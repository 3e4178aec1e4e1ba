//! From a cold start to the first answer, and back.

use std::future::Future;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::entrance::SecureEntrance;
use super::first_start::{FirstPassword, attach_printer, print_password, seed};
use super::spooler::Spooler;
use crate::base::{Clock, SystemClock};
use crate::config::{Config, PrinterChoice};
use crate::demo;
use crate::discovery::addresses;
use crate::engine::{self, Engine, Failure};
use crate::http::host::HostList;
use crate::http::limits::Limits;
use crate::http::{self, App, PaperParts, TokenSigner};
use crate::https::HttpsError;
use crate::printer::find::{EPSON_PORT, EpsonFinder, Finders, Neighbours, ScanFinder};
use crate::printer::target::DEFAULT_PORT;
use crate::printing::{self, Board};
use crate::receipts::GuestKey;
use crate::store::{Folder, OpenError, Store, StoreError};

/// How long each of printers, writer and runtime may take to end when the phones are gone. With the phones' own time
/// ([`crate::http::limits::FAREWELL_MAX`]) less than 5 s in all.
const LAST_PAGE: Duration = Duration::from_millis(500);

/// Why a box did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder is not usable.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store failed.
    #[error("The store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The address is not usable.
    #[error("Cannot listen on {address}: {reason}. Is another program using this port? Choose one with --listen.")]
    Listen {
        /// What was asked for.
        address: SocketAddr,
        /// What the system said.
        reason: std::io::Error,
    },
    /// HTTPS was asked for and cannot be had.
    #[error("HTTPS cannot be served: {0}")]
    Https(#[from] HttpsError),
    /// Something else.
    #[error("The box cannot start: {0}")]
    Other(String),
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        StartError::Other(format!("{failure:?}"))
    }
}

/// A bar that is open: its store, its writer, its printers.
pub struct Bar {
    /// The way in for commands.
    pub engine: Engine,
    /// The way to look.
    pub store: Arc<Store>,
    /// How the printers are.
    pub board: Arc<Board>,
    /// The admin's password, on the very first start.
    pub first_password: Option<FirstPassword>,
    /// How much of everything a client gets.
    pub limits: Limits,
    demo: bool,
    secure: Option<SecureEntrance>,
    writer: JoinHandle<()>,
}

impl Bar {
    /// Opens the bar of a data folder, making it where there is none.
    pub async fn open(config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        Bar::open_saying(config, clock, |_| {}).await
    }

    /// As [`Bar::open`]; on the very first start `say` hears the admin's password.
    async fn open_saying(config: &Config, clock: Arc<dyn Clock>, say: impl FnOnce(&str)) -> Result<Self, StartError> {
        let folder = Folder::take(&config.data)?;
        let store = Arc::new(Store::open(folder)?);
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
            Some(address) => Some(SecureEntrance::bind(address, config, engine.now()).await?),
        };
        let (board, limits) = (Arc::default(), Limits::of_this_machine());
        Ok(Bar { engine, store, board, first_password, limits, demo: config.demo, secure, writer })
    }

    /// What the calls of this bar can reach. `port` is where it listens.
    fn app(&self, config: &Config, port: u16) -> Result<App, StartError> {
        let signer = TokenSigner::new(&self.store.secret()?);
        let address = Box::new(move || guest_address(port));
        let paper = PaperParts { board: self.board.clone(), finders: finders(config), guest_key: self.guest_key()? };
        Ok(App::new(self.engine.clone(), self.store.clone(), signer, paper, self.demo, address))
    }

    /// Names receipts for guests. By something secret in the journal itself, because paper outlives boxes: the secret that
    /// signs sessions stays behind when the bar is restored elsewhere.
    fn guest_key(&self) -> Result<GuestKey, StartError> {
        let birthmark = self.store.read(engine::birthmark)?.unwrap_or_default();
        GuestKey::new(birthmark.as_bytes()).ok_or_else(|| StartError::Other("the guests' key cannot be made".to_owned()))
    }

    /// Says the first password on paper, beside everything else: a printer that is away holds nobody up.
    fn announce(&self, port: u16) {
        let printer = self.store.read(crate::settings::settings).ok().and_then(|settings| settings.receipt_printer().cloned());
        if let (Some(FirstPassword(password)), Some(printer)) = (&self.first_password, printer) {
            let password = password.clone();
            tokio::spawn(async move { print_password(&printer, &password, &guest_address(port)).await });
        }
    }

    /// Serves phones and printers until `shutdown`, then closes: live streams and printers begin nothing new while
    /// phones hear the rest of their answers; then go phones, printers, writer, store, in this order.
    pub async fn run(mut self, config: &Config, listener: TcpListener, shutdown: impl Future<Output = ()>) -> Result<(), StartError> {
        let port = listener.local_addr().map_or(0, |address| address.port());
        let (stop, stopping) = watch::channel(false);
        self.announce(port);
        let spooler = Spooler {
            engine: self.engine.clone(),
            store: self.store.clone(),
            board: self.board.clone(),
            guest_key: self.guest_key()?,
            guest_address: Arc::new(move || guest_address(port)),
            last_before_start: self.store.read(printing::last_job)?,
            stopping,
        };
        let spooler = tokio::spawn(spooler.run());
        let app = self.app(config, port)?;
        let (secure, renewal) = match self.secure.take() {
            None => (None, None),
            Some(entrance) => {
                entrance.announce(&guest_address(port));
                let _ = app.secured.set(entrance.secured());
                let (door, renewal) = entrance.open(config.name.clone(), self.engine.clone());
                (Some(door), Some(renewal))
            }
        };
        let hosts = Arc::new(HostList::new(&config.name, &config.allowed_hosts, addresses::all));
        let router = http::shield::shield(http::router(app.clone()), hosts);
        let closing = async {
            shutdown.await;
            app.streams.end();
            stop.send_replace(true);
        };
        http::serve::serve(listener, secure, router, self.limits, closing).await;
        drop(app);
        if let Some(renewal) = renewal {
            renewal.abort();
        }
        let abort = spooler.abort_handle();
        if tokio::time::timeout(LAST_PAGE, spooler).await.is_err() {
            abort.abort();
        }
        let Bar { engine, writer, .. } = self;
        drop(engine);
        // The writer ends when every clone of the engine is gone; a live stream that still hangs must not hold it up.
        tokio::task::spawn_blocking(move || {
            let patience = std::time::Instant::now();
            while !writer.is_finished() && patience.elapsed() < LAST_PAGE {
                std::thread::park_timeout(Duration::from_millis(5));
            }
        })
        .await
        .map_err(|error| StartError::Other(error.to_string()))
    }
}

/// The ways in which this box looks for printers: in the networks that it was told, else around its own addresses.
fn finders(config: &Config) -> Finders {
    let told: Vec<Neighbours> = config.printer_networks.iter().map(|told| Neighbours::within(told.address, told.prefix)).collect();
    let networks = move || match &told[..] {
        [] => addresses::guest_ipv4().into_iter().filter(|address| !address.is_loopback()).map(Neighbours::of).collect(),
        told => told.to_vec(),
    };
    Finders::new(vec![Box::new(ScanFinder::new(networks.clone(), DEFAULT_PORT)), Box::new(EpsonFinder::new(networks, EPSON_PORT))])
}

/// What guests' codes lead to: the box's own address, because `bar.local` is unknown to many phones.
fn guest_address(port: u16) -> String {
    let host = addresses::guest_ipv4().first().map_or_else(|| "127.0.0.1".to_owned(), ToString::to_string);
    if port == 80 { format!("http://{host}") } else { format!("http://{host}:{port}") }
}

/// Runs the box until it is told to stop.
pub fn serve(config: &Config) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env("BARBACK_LOG").unwrap_or_else(|_| "info".into());
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours).init();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("The box cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(run(config));
    runtime.shutdown_timeout(LAST_PAGE);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(config: &Config) -> Result<(), StartError> {
    let listen_error = |reason| StartError::Listen { address: config.listen, reason };
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| StartError::Other(error.to_string()))?;
    // The port first: a second start by mistake must not make a bar before it finds the port taken.
    let listener = TcpListener::bind(config.listen).await.map_err(listen_error)?;
    let say = |password: &str| println!("First sign-in: admin / {password}");
    let bar = Bar::open_saying(config, Arc::new(SystemClock::start()), say).await?;
    let address = listener.local_addr().map_err(listen_error)?;
    println!("Barback is open on http://localhost:{}", address.port());
    for found in addresses::guest_ipv4() {
        println!("Phones on the bar's Wi-Fi: http://{found}:{}", address.port());
    }
    if bar.demo {
        println!("This is a demo bar: sign in as {}", demo::ACCOUNTS.map(|(name, password, _)| format!("{name}/{password}")).join(", "));
    }
    let shutdown = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    };
    bar.run(config, listener, shutdown).await
}

//! `barback-head serve`: runs head office until SIGTERM.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::filter::LevelFilter;

use super::demo::Demo;
use super::{Failed, log, open_database};
use crate::accounts::{self, DEMO_ACCOUNTS, FirstOwner};
use crate::box_port::{self, BoxPort};
use crate::config::HeadConfig;
use crate::database::{Database, SchemaState};
use crate::demo as demo_bars;
use crate::error::HeadError;
use crate::keys::Secret;
use crate::server;
use crate::web::{HeadParts, HeadState};
use bar::engine::SystemClock;
use barback::config::Secret as SecretText;

/// Pause between two looks for a database that is away at the start.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Longest time for running requests after SIGTERM. The whole may take 5 s.
const STOP_MAX: Duration = Duration::from_millis(4_000);
/// How long tasks that block a thread may delay the end.
const RUNTIME_GRACE: Duration = Duration::from_millis(500);

/// The three ports, bound before anything else.
struct Ports {
    web: TcpListener,
    boxes: TcpListener,
    metrics: TcpListener,
}

/// What the database said at the start.
enum Start {
    Ready(Option<FirstOwner>),
    Away(String),
}

/// Runs head office.
pub(super) fn run(config: &HeadConfig) -> Result<(), Failed> {
    log(LevelFilter::INFO);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failed::new)?;
    let result = runtime.block_on(start(config));
    runtime.shutdown_timeout(RUNTIME_GRACE);
    result
}

async fn start(config: &HeadConfig) -> Result<(), Failed> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Failed::new)?;
    let (stopping, stopped) = watch::channel(false);
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        notify(NotifyState::Stopping);
        stopping.send_replace(true);
        // Keeps the channel open: a closed one would look like a stop.
        std::future::pending::<()>().await;
    };
    let served = serve(config, stopped.clone());
    tokio::select! {
        ended = served => ended,
        () = stop => Ok(()),
        // What does not end in time is cut off.
        () = late(stopped) => Ok(()),
    }
}

/// Completes some seconds after the stop.
async fn late(stopped: watch::Receiver<bool>) {
    until_stopped(stopped).await;
    tokio::time::sleep(STOP_MAX).await;
}

async fn until_stopped(stopped: watch::Receiver<bool>) {
    until_true(stopped).await;
}

/// Completes once the sender says so, or is gone.
async fn until_true(mut told: watch::Receiver<bool>) {
    let _ = told.wait_for(|told| *told).await;
}

async fn serve(config: &HeadConfig, stopped: watch::Receiver<bool>) -> Result<(), Failed> {
    let ports = Ports {
        web: bind("--listen", config.listen).await?,
        boxes: bind("--box-listen", config.box_listen).await?,
        metrics: bind("--metrics", config.metrics).await?,
    };
    let address = ports.web.local_addr().map_err(Failed::new)?;
    let demo = if config.demo { Some(Demo::start().await?) } else { None };
    let (database, secret) = match &demo {
        Some(demo) => (Database::connect(&demo.url()).await?, demo.secret()?),
        None => (open_database(config)?, Secret::read(&config.secret_file).map_err(Failed::new)?),
    };
    let parts = HeadParts {
        url: config.url.clone(),
        box_url: config.box_url.clone(),
        box_port: ports.boxes.local_addr().map_err(Failed::new)?.port(),
        trusted_proxies: config.trusted_proxies.clone(),
        demo: config.demo,
        ..HeadParts::new(database, secret, Arc::new(SystemClock::start()))
    };
    let state = HeadState::from(parts);
    let first = tokio::select! {
        first = prepare(config, &state) => first?,
        () = until_stopped(stopped.clone()) => return Ok(()),
    };
    let tls = server::acceptor(&config.tls, &state).await.map_err(Failed::new)?;
    // A demo is open once its bars are there.
    let (opened, open) = watch::channel(demo.is_none());
    let shutdown = || until_stopped(stopped.clone());
    let pages = async {
        tokio::select! {
            () = until_true(open) => {}
            () = shutdown() => return Ok(()),
        }
        say_open(config, &state, tls.is_some(), address);
        server::serve(state.clone(), ports.web, tls, ports.metrics, shutdown).await;
        Ok(())
    };
    let with_database = async {
        tokio::select! {
            ready = wait_for_database(config, &state, first) => ready?,
            () = shutdown() => return Ok(()),
        }
        let old_rows = tokio::spawn(server::clean_up(state.clone()));
        let demo_bars = demo.is_some().then(|| tokio::spawn(run_demo(state.clone(), opened)));
        let ended = serve_boxes(config, &state, ports.boxes, shutdown()).await;
        old_rows.abort();
        if let Some(bars) = demo_bars {
            bars.abort();
        }
        ended
    };
    // A database that turns out to be of another schema ends head office, also while pages are served.
    tokio::try_join!(pages, with_database).map(drop)
}

/// Says where head office is, on the console and to systemd.
fn say_open(config: &HeadConfig, state: &HeadState, with_tls: bool, address: SocketAddr) {
    let scheme = if with_tls { "https" } else { "http" };
    println!("Head office is open on {}", config.url.as_ref().map_or_else(|| local_url(scheme, address), ToString::to_string));
    println!("Boxes connect to {}", state.box_address());
    if config.demo {
        println!("This is a demo: sign in as {}", DEMO_ACCOUNTS.map(|(name, password, _)| format!("{name}/{password}")).join(", "));
    }
    notify(NotifyState::Ready);
}

/// Makes the bars of a demo, opens its pages, and sells on.
async fn run_demo(state: HeadState, opened: watch::Sender<bool>) {
    let bars = demo_bars::open(&state).await;
    opened.send_replace(true);
    match bars {
        Ok(bars) => bars.sell().await,
        Err(error) => println!("The bars of the demo cannot be opened: {error}"),
    }
}

async fn serve_boxes(
    config: &HeadConfig,
    state: &HeadState,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Failed> {
    let authority = state.authority().await.map_err(|error| Failed::from(HeadError::from(error)))?;
    let (database, clock, name) = (state.database.clone(), state.clock.clone(), state.name());
    let port = BoxPort { database, authority, clock, name, bar_day_bytes: config.bar_day_bytes };
    box_port::serve(listener, port, server::box_routes(state), shutdown).await.map_err(Failed::new)
}

/// Looks for a database that was away at the start until it is there.
async fn wait_for_database(config: &HeadConfig, state: &HeadState, mut start: Start) -> Result<(), Failed> {
    let mut said = false;
    loop {
        match start {
            Start::Ready(first) => {
                if let Some(first) = first {
                    println!("{}", first.line());
                }
                return Ok(());
            }
            Start::Away(reason) => {
                if !std::mem::replace(&mut said, true) {
                    tracing::warn!("the database is away, and head office waits for it: {reason}");
                }
                tokio::time::sleep(LOOK_EVERY).await;
                start = prepare(config, state).await?;
            }
        }
    }
}

/// Migrates an empty database, refuses one of another schema, and creates the first owner.
async fn prepare(config: &HeadConfig, state: &HeadState) -> Result<Start, Failed> {
    match prepared(config, state).await {
        Ok(first) => Ok(Start::Ready(first)),
        Err(Refused::Start(words)) => Err(Failed::new(words)),
        Err(Refused::Head(HeadError::Away(reason))) => Ok(Start::Away(reason)),
        Err(Refused::Head(error)) => Err(error.into()),
    }
}

enum Refused {
    Start(String),
    Head(HeadError),
}

impl<E: Into<HeadError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Refused::Head(error.into())
    }
}

async fn prepared(config: &HeadConfig, state: &HeadState) -> Result<Option<FirstOwner>, Refused> {
    let schema = state.database.schema_state().await?;
    if let Some(words) = schema.refusal() {
        return Err(Refused::Start(words));
    }
    if schema == SchemaState::Empty {
        state.database.migrate().await?;
    }
    // With another secret file nothing that is sealed opens: better said at the start.
    state.authority().await?;
    if config.demo {
        accounts::seed_demo(&state.database, state.now()).await?;
        return Ok(None);
    }
    Ok(accounts::seed(&state.database, config.first_password.as_ref().map(SecretText::reveal), state.now()).await?)
}

async fn bind(flag: &str, address: SocketAddr) -> Result<TcpListener, Failed> {
    TcpListener::bind(address).await.map_err(|error| Failed::new(format!("{flag} {address}: {error}")))
}

/// An address for a browser on this machine.
fn local_url(scheme: &str, address: SocketAddr) -> String {
    let ip = address.ip().to_canonical();
    match ip.is_loopback() || ip.is_unspecified() {
        true => format!("{scheme}://localhost:{}", address.port()),
        false => format!("{scheme}://{}", SocketAddr::new(ip, address.port())),
    }
}

/// Tells systemd, if it started head office.
fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd could not be notified: {error}");
    }
}

//! Test harness: the real server on its own port and data folder, with an admin, a manager and a bartender signed in.
//!
//! Dropping a [`TestBar`] rebuilds its tables from the journal and compares them, so no test can forget that check.

mod answer;
mod clock;
mod person;
mod power;
mod rebuild_check;
mod steps;
mod template;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use barback::app::{Bar, FirstPassword};
use barback::config::{Config, PrinterChoice};
use barback::head_link::Pace;
use store::{Disk, RealDisk, Store};
use tempfile::TempDir;
use tokio::net::TcpSocket;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub use answer::Answer;
pub use clock::{SECOND, TestClock};
pub use person::Person;
pub use rebuild_check::assert_print_jobs_match_journal;
pub use steps::{text, values_of};
pub use template::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD};

/// Longest wait for anything that a test expects to happen.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// Send and receive buffer for clients that do not read: small, so that it fills soon.
pub const SMALL_BUFFER_BYTES: u32 = 4 * 1024;
/// Most connections that wait to be accepted.
const ACCEPT_BACKLOG: u32 = 1024;

/// A running box and the means to stop and restart it.
pub struct TestBar {
    /// The clock of the box; it moves only when a test moves it.
    pub clock: TestClock,
    tokens: template::Tokens,
    config: Config,
    /// The disk that holds the store.
    disk: Arc<dyn Disk>,
    running: Option<Running>,
    /// How long a write to a client may stall before the box disconnects it; `None` for the default.
    write_pause: Option<Duration>,
    /// When the box speaks to head office.
    head_pace: Pace,
    folder: TempDir,
}

/// State of one run of the box, from a start to the next stop.
struct Running {
    address: String,
    http: reqwest::Client,
    store: Arc<Store>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl TestBar {
    /// A bar with an admin, a manager and a bartender, all signed in, and nothing else.
    pub async fn open() -> Self {
        TestBar::with_config(|_| {}).await
    }

    /// A bar with the command-line printer at `url`.
    pub async fn with_printer(url: &str) -> Self {
        TestBar::with_config(|config| config.printer = PrinterChoice::Url(url.to_owned())).await
    }

    /// A bar that listens on every network interface.
    pub async fn on_every_network() -> Self {
        TestBar::with_config(|config| config.listen = (Ipv4Addr::UNSPECIFIED, 0).into()).await
    }

    /// A bar whose configuration `choose` changes before the start.
    pub async fn with_config(choose: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = template::copy_to(folder.path());
        TestBar::start(folder, tokens, choose).await
    }

    /// A bar with a small send buffer, which disconnects a client after a write has stalled for `pause`.
    pub async fn with_write_pause(pause: Duration) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = template::copy_to(folder.path());
        let mut bar = TestBar::closed(folder, tokens, |_| {});
        bar.write_pause = Some(pause);
        bar.start_up().await;
        bar
    }

    /// A bar that speaks to head office at this pace.
    pub async fn with_head_pace(pace: Pace) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = template::copy_to(folder.path());
        let mut bar = TestBar::closed(folder, tokens, |_| {});
        bar.head_pace = pace;
        bar.start_up().await;
        bar
    }

    /// A bar whose store is on the disk that `choose` creates from the files of the template.
    pub async fn on_disk(choose: impl FnOnce(BTreeMap<PathBuf, Vec<u8>>) -> Arc<dyn Disk>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let tokens = template::copy_to(folder.path());
        let names = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
        let disk = choose(names.map(|name| (name.clone(), std::fs::read(name).expect("a file"))).collect());
        let mut bar = TestBar::closed(folder, tokens, |_| {});
        bar.disk = disk;
        bar.start_up().await;
        bar
    }

    /// A box at its very first start, and the first password that it prints on its console.
    pub async fn fresh() -> (Self, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut bar = TestBar::closed(folder, template::Tokens::default(), |_| {});
        let password = bar.start_up().await.expect("a fresh box prints its first password");
        (bar, password)
    }

    /// This bar with its bartender signed in.
    pub async fn with_bartender(mut self, password: &str) -> Self {
        self.tokens.bartender = self.signs_in("bartender", password).await;
        self
    }

    /// Signs all three accounts in again, because sessions expire by running time.
    pub async fn sign_in_all_accounts_again(&mut self) {
        self.tokens = template::Tokens {
            admin: self.signs_in("admin", ADMIN_PASSWORD).await,
            manager: self.signs_in("manager", MANAGER_PASSWORD).await,
            bartender: self.signs_in("bartender", BARTENDER_PASSWORD).await,
        };
    }

    async fn start(folder: TempDir, tokens: template::Tokens, choose: impl FnOnce(&mut Config)) -> Self {
        let mut bar = TestBar::closed(folder, tokens, choose);
        bar.start_up().await;
        bar
    }

    /// A bar that is not started yet.
    fn closed(folder: TempDir, tokens: template::Tokens, choose: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(folder.path());
        choose(&mut config);
        let disk = Arc::new(RealDisk);
        TestBar { clock: TestClock::default(), tokens, config, disk, running: None, write_pause: None, head_pace: Pace::default(), folder }
    }

    /// Starts the box on its data folder. Returns the first password if this start generated one.
    async fn start_up(&mut self) -> Option<String> {
        let listener = TcpSocket::new_v4().expect("a socket");
        if self.write_pause.is_some() {
            listener.set_send_buffer_size(SMALL_BUFFER_BYTES).expect("set");
        }
        listener.bind((self.config.listen.ip(), 0).into()).expect("a port");
        let listener = listener.listen(ACCEPT_BACKLOG).expect("listens");
        let port = listener.local_addr().expect("bound").port();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port)).to_string();
        let mut bar = Bar::open_on(self.disk.clone(), &self.config, Arc::new(self.clock.clone())).await.expect("the bar opens");
        let password = bar.first_password.take().and_then(|first| match first {
            FirstPassword::Generated(password) => Some(password),
            FirstPassword::Preset => None,
        });
        bar.limits.write_pause = self.write_pause.unwrap_or(bar.limits.write_pause);
        bar.head_pace = self.head_pace;
        let (store, config) = (bar.store.clone(), self.config.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            bar.run(&config, listener, async { drop(stopped.await) }).await.expect("the bar closes in order");
        });
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        self.running = Some(Running { address, http, store, stop, served });
        password
    }

    /// Checks the rebuild of the tables, then stops the box and waits for its end.
    async fn shut_down(&mut self) {
        let Running { store, stop, served, http, .. } = self.running.take().expect("the bar is open");
        rebuild_check::assert_rebuilds(&store);
        drop((store, http));
        stop.send(()).expect("the bar runs");
        tokio::time::timeout(TIMEOUT, served).await.expect("the bar closes in time").expect("without a panic");
    }

    /// Stops the box in order and starts it again on the same folder; everything in memory is lost.
    pub async fn restart(&mut self) {
        self.shut_down().await;
        self.clock.reboot();
        self.start_up().await;
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("the bar is open")
    }

    /// `127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        &self.running().address
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The store of the running box.
    pub fn store(&self) -> &Store {
        &self.running().store
    }

    /// A client signed in as the admin.
    pub fn admin(&self) -> Person {
        self.with_token(&self.tokens.admin)
    }

    /// A client signed in as the manager.
    pub fn manager(&self) -> Person {
        self.with_token(&self.tokens.manager)
    }

    /// A client signed in as the bartender.
    pub fn bartender(&self) -> Person {
        self.with_token(&self.tokens.bartender)
    }

    /// A client without a token.
    pub fn guest(&self) -> Person {
        Person::new(&self.running().http, self.address(), None)
    }

    /// A client that sends this bearer token.
    pub fn with_token(&self, token: &str) -> Person {
        Person::new(&self.running().http, self.address(), Some(token.to_owned()))
    }
}

impl Drop for TestBar {
    fn drop(&mut self) {
        // A panic during a panic would abort and hide the first failure.
        if let (Some(running), false) = (&self.running, std::thread::panicking()) {
            rebuild_check::assert_rebuilds(&running.store);
        }
    }
}

fn config(folder: &Path) -> Config {
    // Printers are searched for on loopback addresses only: tests do not touch the network.
    Config { printer_networks: vec!["127.83.0.0/29".parse().expect("a network")], ..Config::local(folder) }
}

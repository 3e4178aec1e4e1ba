//! A box of the demo: a data folder with thirty nights, the writer, and the connection with head office.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::error::HeadError;
use bar::catalog;
use bar::engine::{Clock, Command, Engine, SystemClock};
use bar::head_office::{HeadOfficeCommand, head_office};
use bar::methods::PaymentMethod;
use bar::payments::PaymentRequest;
use bar::reasons::ReasonChoice;
use bar::sales::{Claim, LineRequest, Sell};
use bar::settings::HeadAddress;
use bar::standby::Code;
use barback::demo::{DemoBar, fill_as};
use barback::head_link::{HeadLink, Pace};
use barback::http::read_content;
use base::{Actor, Role, Timestamp};
use store::{Folder, Store, TemporaryFolder};

/// From one contact with head office to the next, and from a sale to its parcel: shorter than in a bar, because someone watches.
const CONTACT_EVERY: Duration = Duration::from_secs(3);

/// A data folder that is not open.
pub struct DemoFolder {
    folder: TemporaryFolder,
    /// When its clock stands still; `None` for a clock that runs.
    stands_at: Option<Timestamp>,
}

/// A running box.
pub struct DemoBox {
    link: HeadLink,
    engine: Engine,
    store: Arc<Store>,
    /// The bar's name at head office, 32 hexadecimal digits.
    bar: String,
    writer: JoinHandle<()>,
    // Removed last.
    _folder: TemporaryFolder,
}

/// A clock that stands still.
struct Standing {
    at: Timestamp,
    running: SystemClock,
}

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        self.at
    }
    fn running_millis(&self) -> u64 {
        self.running.running_millis()
    }
}

impl DemoBox {
    /// A folder with the nights of `demo`, up to now or to `until`.
    ///
    /// # Errors
    /// If the disk is full.
    pub async fn filled(demo: DemoBar, until: Option<Timestamp>) -> Result<DemoFolder, HeadError> {
        let filled = tokio::task::spawn_blocking(move || {
            let folder = TemporaryFolder::create().map_err(HeadError::internal)?;
            let store = open(&folder)?;
            let now = until.unwrap_or_else(|| SystemClock::start().now());
            fill_as(&demo, &store, now).map_err(HeadError::internal)?;
            Ok(DemoFolder { folder, stands_at: until })
        });
        filled.await.map_err(HeadError::internal)?
    }
}

fn open(folder: &TemporaryFolder) -> Result<Store, HeadError> {
    let locked = Folder::lock(folder.path()).map_err(HeadError::internal)?;
    Store::open(locked).map_err(HeadError::internal)
}

impl DemoFolder {
    /// A copy, as of a box whose SD card was copied.
    ///
    /// # Errors
    /// If the disk is full.
    pub async fn copied(&self) -> Result<DemoFolder, HeadError> {
        let (from, stands_at) = (self.folder.path().to_owned(), self.stands_at);
        let copied = tokio::task::spawn_blocking(move || {
            let folder = TemporaryFolder::create()?;
            for entry in std::fs::read_dir(from)? {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    std::fs::copy(entry.path(), folder.path().join(entry.file_name()))?;
                }
            }
            Ok::<_, std::io::Error>(DemoFolder { folder, stands_at })
        });
        copied.await.map_err(HeadError::internal)?.map_err(HeadError::internal)
    }

    /// Starts the box.
    ///
    /// # Errors
    /// If the folder cannot be opened.
    pub fn starts(self) -> Result<DemoBox, HeadError> {
        let store = Arc::new(open(&self.folder)?);
        let clock: Arc<dyn Clock> = match self.stands_at {
            Some(at) => Arc::new(Standing { at, running: SystemClock::start() }),
            None => Arc::new(SystemClock::start()),
        };
        let (engine, writer) = Engine::start_and_note(store.clone(), clock).map_err(HeadError::internal)?;
        engine.decide_directives_with(read_content);
        let bar = store.read(backup::bar_name).map_err(HeadError::internal)?.unwrap_or_default();
        let link = HeadLink::new(&engine, store.clone());
        link.resume(Pace { parcel_after: CONTACT_EVERY, hello_every: CONTACT_EVERY, ..Pace::default() }).map_err(HeadError::internal)?;
        Ok(DemoBox { link, engine, store, bar, writer, _folder: self.folder })
    }
}

impl DemoBox {
    /// The bar's name at head office, 32 hexadecimal digits.
    pub fn bar(&self) -> &str {
        &self.bar
    }

    /// The name that head office gave to the box.
    ///
    /// # Errors
    /// If it is not connected.
    pub fn box_name(&self) -> Result<String, HeadError> {
        let office = self.store.read(head_office).map_err(HeadError::internal)?;
        Ok(office.ok_or_else(|| HeadError::internal("the box is not connected"))?.box_name)
    }

    /// The newest entry of its journal.
    pub fn newest(&self) -> i64 {
        i64::try_from(self.engine.feed().head()).unwrap_or(i64::MAX)
    }

    /// Connects the box with a code.
    ///
    /// # Errors
    /// If head office refuses it.
    pub async fn pairs(&self, address: HeadAddress, code: &Code) -> Result<(), HeadError> {
        let event = self.link.pair(address, code).await.map_err(HeadError::internal)?;
        let connect = Command::HeadOffice(HeadOfficeCommand::Connect { event, replaces: None });
        self.engine.run(connect, Actor::the_box()).await.map_err(|failure| HeadError::internal(format!("{failure:?}")))?;
        self.link.connected();
        Ok(())
    }

    /// Sends what there is without waiting for its time.
    pub fn hurry(&self) {
        self.link.try_now();
    }

    /// Sells one or two pieces of a product; `number` chooses which.
    ///
    /// # Errors
    /// If the disk is full.
    pub async fn sells(&self, number: u64) -> Result<(), HeadError> {
        let products = self.store.read(catalog::products).map_err(HeadError::internal)?;
        let count = u64::try_from(products.len()).unwrap_or(u64::MAX).max(1);
        let Some(product) = usize::try_from(number * 7 % count).ok().and_then(|place| products.get(place)) else { return Ok(()) };
        let line = LineRequest {
            product_id: product.id,
            quantity: 1 + i64::try_from(number % 2).unwrap_or(0),
            label: None,
            currency: None,
            claim: Claim::default(),
            discount_reason: ReasonChoice::default(),
            notes: None,
            method: PaymentMethod::CASH,
        };
        let payment = PaymentRequest::exactly(None);
        let sell = Sell { lines: vec![line], customer: None, batch: true, payment, exemption: None, discount: None, oversell: false };
        let bartender = Actor { id: 3, name: "bartender".to_owned(), role: Role::Bartender };
        // A product that is out of stock is not sold; the next one is another.
        match self.engine.run(Command::Sell(sell), bartender).await {
            Ok(()) | Err(bar::engine::Failure::Refused(_)) => Ok(()),
            Err(failure) => Err(HeadError::internal(format!("{failure:?}"))),
        }
    }

    /// Ends the box.
    pub async fn stops(self) {
        self.link.stop().await;
        drop((self.link, self.engine));
        let writer = self.writer;
        let _ = tokio::task::spawn_blocking(move || writer.join()).await;
    }
}

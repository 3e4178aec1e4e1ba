//! Demo data: 30 nights of sales, created with the product's own commands, so that journal, stock and reports agree as in a real bar.

mod drawer;
mod lines;
mod nights;
mod rng;
mod tables;

use std::sync::Arc;

use crate::catalog::import::Choices;
use crate::catalog::{ImportProducts, csv};
use crate::engine::{Clock, Command, StepOutcome, step};
use crate::rates::SetRate;
use crate::seating::SeatingCommand;
use crate::settings::SetSettings;
use crate::staff::StaffCommand;
use base::{Actor, Envelope, Rate, Role, Timestamp, Usd};
use store::{Store, StoreError, Stored, Tables};
use web::password;

/// Accounts: username, password, role.
pub const ACCOUNTS: [(&str, &str, Role); 3] =
    [("admin", "admin123", Role::Admin), ("manager", "manager123", Role::Manager), ("bartender", "bartender123", Role::Bartender)];

/// Products of the demo bar, as CSV.
const MENU: &str = include_str!("../../assets/demo-bar.csv");
/// Number of past nights.
const NIGHTS: i64 = 30;
/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What tells one demo bar from another.
#[derive(Debug, Clone)]
pub struct DemoBar {
    pub business_name: &'static str,
    pub address: &'static str,
    pub phone: &'static str,
    /// The exchange rate before its first night.
    pub rate: Rate,
    /// Chooses its sales.
    pub seed: u64,
    /// What was missing in the drawer of its last shift; `None` for a bar that does not count its cash.
    pub short: Option<Usd>,
}

impl Default for DemoBar {
    fn default() -> Self {
        DemoBar {
            business_name: "Sunset Bar & Grill",
            address: "Tubman Boulevard, Sinkor, Monrovia",
            phone: "0770 55 12 40",
            rate: Rate::INITIAL,
            seed: 2_026,
            short: None,
        }
    }
}

/// Fills the store of a demo if it is empty, in one transaction, so that an interrupted start leaves no half-filled demo.
pub fn fill(store: &Store, clock: &dyn Clock) -> Stored<()> {
    fill_as(&DemoBar::default(), store, clock.now())
}

/// As [`fill`], with nights that end at `now`.
pub fn fill_as(demo: &DemoBar, store: &Store, now: Timestamp) -> Stored<()> {
    if store::journal_head(store)? > 0 {
        return Ok(());
    }
    store.write(|tables| {
        let mut bar = Script { tables, at: Timestamp::from_millis(now.as_millis() - (NIGHTS + 1) * DAY) };
        bar.set_up(demo)?;
        match demo.short {
            None => nights::run(&mut bar, demo.seed, now),
            Some(short) => {
                nights::run(&mut bar, demo.seed, Timestamp::from_millis(now.as_millis() - drawer::OPEN_SECONDS * 1000))?;
                drawer::close_short(&mut bar, short)
            }
        }
    })
}

/// Executes commands at simulated times.
struct Script<'t> {
    tables: &'t mut dyn Tables,
    at: Timestamp,
}

impl Script<'_> {
    /// Executes a command. A refusal is a bug of the demo and returned as an error.
    fn execute(&mut self, actor: Actor, command: &Command) -> Stored<()> {
        let envelope = Envelope { at: self.at, running: 0, actor };
        match step(self.tables, &envelope, command)? {
            StepOutcome::Done(_) => Ok(()),
            StepOutcome::Refused(refusal) => Err(StoreError::Unreadable { table: "demo", reason: refusal.message }),
        }
    }

    /// Sets the bar up before its first night: settings, rate, staff, products.
    fn set_up(&mut self, demo: &DemoBar) -> Stored<()> {
        let the_box = Actor::the_box();
        let settings = SetSettings {
            business_name: Some(demo.business_name.to_owned()),
            address: Some(demo.address.to_owned()),
            phone: Some(demo.phone.to_owned()),
            ..SetSettings::default()
        };
        self.execute(the_box.clone(), &Command::Settings(Box::new(settings)))?;
        self.execute(the_box.clone(), &Command::Rate(SetRate { rate: demo.rate }))?;
        self.execute(the_box.clone(), &Command::Seating(SeatingCommand::Seed))?;
        for (username, password, role) in ACCOUNTS {
            let password_hash = password::hash(password).map_err(|error| StoreError::Unavailable(error.to_string()))?;
            let command = StaffCommand::SeedAdmin { username: username.to_owned(), password_hash, role, must_change_password: false };
            self.execute(the_box.clone(), &Command::Staff(command))?;
        }
        let sheet = csv::read_text(MENU).map_err(|errors| StoreError::Unreadable { table: "demo", reason: format!("{errors:?}") })?;
        self.execute(manager(), &Command::Import(ImportProducts { sheet: Arc::new(sheet), choices: Choices::default(), seed: 0 }))
    }
}

/// The demo's manager.
fn manager() -> Actor {
    Actor { id: 2, name: "manager".to_owned(), role: Role::Manager }
}

/// The demo's bartender.
fn bartender() -> Actor {
    Actor { id: 3, name: "bartender".to_owned(), role: Role::Bartender }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{credit, orders};
    use store::Folder;

    struct Noon;

    impl Clock for Noon {
        fn now(&self) -> Timestamp {
            Timestamp::from_millis(1_795_262_400_000)
        }
        fn running_millis(&self) -> u64 {
            0
        }
    }

    #[test]
    fn an_order_on_credit_is_on_the_tab_of_its_guest() {
        let folder = TempDir::new().expect("a folder");
        let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("opens");
        fill(&store, &Noon).expect("filled");
        let guests = store.read(|view| {
            let mut guests = Vec::new();
            for credit in credit::active_credits(view)? {
                let Some(id) = credit.line.order_id else { continue };
                guests.extend(orders::order(view, id)?.map(|order| (order.customer, credit.customer)));
            }
            Ok(guests)
        });
        let guests = guests.expect("read");
        assert!(guests.len() >= 2, "there are tabs");
        for (of_order, of_tab) in guests {
            assert_eq!(of_order, of_tab);
        }
    }
}

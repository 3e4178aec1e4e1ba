//! What a box that was never started needs before anybody can sign in.

use super::pages::place;
use crate::base::{Actor, Rate, Role, Secure, Whereabouts};
use crate::config::ADMIN_PASSWORD_ENV;
use crate::engine::{Command, Engine, Failure};
use crate::password;
use crate::printer::address_slip::{AddressSlip, FirstSignIn};
use crate::printer::driver::{Timeouts, deliver};
use crate::printer::{AddressPolicy, Profile, escpos};
use crate::rates::SetRate;
use crate::seating::SeatingCommand;
use crate::settings::{AttachPrinter, PrinterSetting};
use crate::staff::StaffCommand;
use crate::store::Store;

/// Name of the first account.
const ADMIN: &str = "admin";

/// The first admin's password.
#[derive(Clone)]
pub enum FirstPassword {
    /// Made up by the box: it is said on the console and on paper.
    Generated(String),
    /// Set by who installs the box, who knows it: it is said nowhere.
    Preset,
}

/// Makes the admin, the rate and the tables of a fresh box; its settings are the defaults until somebody
/// sets some. `None` when somebody can sign in already. `say` is called with the
/// admin's password before it counts: a power cut in between leaves a box that says another one next time, and never
/// one whose password nobody heard.
pub async fn seed(
    engine: &Engine,
    store: &Store,
    given: Option<&str>,
    say: impl FnOnce(&FirstPassword),
) -> Result<Option<FirstPassword>, Failure> {
    if !store.read(crate::staff::all_users).map_err(Failure::Store)?.is_empty() {
        return Ok(None);
    }
    let (first, password_hash) = match given {
        Some(given) => (FirstPassword::Preset, password::hash(given)),
        None => {
            let made_up = password::made_up().map_err(|_| Failure::Broken)?;
            let hash = password::hash(&made_up);
            (FirstPassword::Generated(made_up), hash)
        }
    };
    let password_hash = password_hash.map_err(|_| Failure::Broken)?;
    let the_box = Actor::the_box();
    engine.run(Command::Rate(SetRate { rate: Rate::FRESH }), the_box.clone()).await?;
    engine.run(Command::Seating(SeatingCommand::Seed), the_box.clone()).await?;
    // The account comes last: a power cut before it leaves a box that seeds itself again at the next start.
    let admin = StaffCommand::SeedAdmin { username: ADMIN.to_owned(), password_hash, role: Role::Admin, must_change_password: true };
    say(&first);
    engine.run(Command::Staff(admin), the_box).await?;
    Ok(Some(first))
}

impl FirstPassword {
    /// The line for the console. A password that was set is in no line: logs are kept, and are read by more people.
    pub fn line(&self) -> String {
        match self {
            FirstPassword::Generated(password) => format!("First sign-in: {ADMIN} / {password}"),
            FirstPassword::Preset => format!("First sign-in: {ADMIN}, with the password that {ADMIN_PASSWORD_ENV} holds"),
        }
    }
}

/// Prints how to sign in for the first time, and how to get to the box, if there is a printer. It never goes through the
/// spool: what is in there is in the journal for ever.
pub async fn print_first_sign_in(
    printer: &PrinterSetting,
    access: &AddressPolicy,
    first: &FirstPassword,
    found: &Whereabouts,
    secure: Option<&Secure>,
) {
    let Some((target, profile)) = place(printer) else { return };
    let (url, name_url) = (found.staff_url(), found.name_url());
    let password = match first {
        FirstPassword::Generated(password) => Some(password.as_str()),
        FirstPassword::Preset => None,
    };
    let first = Some(FirstSignIn { username: ADMIN, password });
    let slip = AddressSlip { title: "Barback", url: url.as_deref(), name_url: name_url.as_deref(), secure, first };
    let bytes = escpos::encode(&slip.paper(None, profile));
    if let Err(error) = deliver(&target, &profile, &bytes, &Timeouts::default(), access, || async { Ok(()) }).await {
        tracing::warn!("the first sign-in is not on paper: {error}");
    }
}

/// Makes the printer of the command line the first of the printers.
pub async fn attach_printer(engine: &Engine, url: Option<String>) -> Result<(), Failure> {
    let profile = Profile::default();
    let columns = u8::try_from(profile.columns).unwrap_or(crate::settings::COLUMNS[0]);
    let command = AttachPrinter { url, profile: profile.name.to_owned(), columns };
    engine.run(Command::AttachPrinter(command), Actor::the_box()).await
}

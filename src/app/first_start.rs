//! What a box that was never started needs before anybody can sign in.

use crate::base::{Actor, Rate, Role};
use crate::engine::{Command, Engine, Failure};
use crate::orders::SeatingCommand;
use crate::printer::driver::{Limits, deliver};
use crate::printer::paper::{Paper, Style};
use crate::printer::{Profile, Target, escpos};
use crate::rates::SetRate;
use crate::settings::{AttachPrinter, PrinterSetting};
use crate::staff::{StaffCommand, password};
use crate::store::Store;

/// Name of the first account.
const ADMIN: &str = "admin";

/// The first admin's password.
pub struct FirstPassword(pub String);

/// Makes the admin, the rate and the tables of a fresh box; its settings are the defaults until somebody
/// sets some. `None` when somebody can sign in already. `say` hears the
/// admin's password before it counts: a power cut in between leaves a box that says another one next time, and never
/// one whose password nobody heard.
pub async fn seed(engine: &Engine, store: &Store, given: Option<&str>, say: impl FnOnce(&str)) -> Result<Option<FirstPassword>, Failure> {
    if !store.read(crate::staff::all_users).map_err(Failure::Store)?.is_empty() {
        return Ok(None);
    }
    let password = match given {
        Some(password) => password.to_owned(),
        None => password::made_up().map_err(|_| Failure::Broken)?,
    };
    let password_hash = password::hash(&password).map_err(|_| Failure::Broken)?;
    let the_box = Actor::the_box();
    engine.run(Command::Rate(SetRate { rate: Rate::FRESH }), the_box.clone()).await?;
    engine.run(Command::Seating(SeatingCommand::Seed), the_box.clone()).await?;
    // The account comes last: a power cut before it leaves a box that seeds itself again at the next start.
    let admin = StaffCommand::SeedAdmin { username: ADMIN.to_owned(), password_hash, role: Role::Admin, must_change_password: true };
    say(&password);
    engine.run(Command::Staff(admin), the_box).await?;
    Ok(Some(FirstPassword(password)))
}

/// Says the first password on paper too, if there is a printer. It never goes through the spool: what is in there is in the
/// journal for ever.
pub async fn print_password(printer: &PrinterSetting, password: &str, address: &str) {
    let profile = Profile::named(&printer.profile).unwrap_or_default();
    let Ok(target) = printer.url.parse::<Target>() else { return };
    let mut paper = Paper::new(profile);
    paper.text("Barback", Style::LOUD);
    paper.text("First sign-in", Style::CENTRE);
    paper.rule();
    paper.columns("Username", ADMIN, Style::PLAIN);
    paper.columns("Password", password, Style { bold: true, ..Style::PLAIN });
    paper.text(address, Style::CENTRE);
    paper.text("You choose a new password at the first sign-in. Then throw this away.", Style::PLAIN);
    paper.feed(2);
    paper.cut();
    let bytes = escpos::encode(&paper);
    if let Err(error) = deliver(&target, &profile, &bytes, &Limits::default(), || async { Ok(()) }).await {
        tracing::warn!("the first password is not on paper: {error}");
    }
}

/// Makes the printer of the command line the first of the printers.
pub async fn attach_printer(engine: &Engine, url: Option<String>) -> Result<(), Failure> {
    let profile = Profile::default();
    let columns = u8::try_from(profile.columns).unwrap_or(crate::settings::COLUMNS[0]);
    let command = AttachPrinter { url, profile: profile.name.to_owned(), columns };
    engine.run(Command::AttachPrinter(command), Actor::the_box()).await
}

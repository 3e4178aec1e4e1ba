//! `barback reset-password`: sets a random password for an account.

use super::{ErrorText, error_text, require_bar};
use crate::backup::BackupError;
use crate::config::Config;
use crate::engine::{self, Clock, Command, StepOutcome, SystemClock};
use crate::staff::{self, ProfileChange, StaffCommand};
use store::{Folder, Store};
use web::password;

const RUNNING: &str = "An admin can set a new password on the Admin screen. If no admin can sign in: stop the box (systemctl stop barback), \
    run this again, and start it.";

/// Sets a random password for `username`, prints it, and ends their sessions.
pub fn run(config: &Config, username: &str) -> Result<(), ErrorText> {
    require_bar(&config.data)?;
    let store = open(config).map_err(|error| error_text(error, RUNNING))?;
    let unreadable = |error| error_text(BackupError::Store(error), RUNNING);
    let user = store.read(|view| staff::user_named(view, username)).map_err(unreadable)?;
    let Some(user) = user else {
        let names = store.read(staff::users).map_err(unreadable)?;
        let names: Vec<String> = names.into_iter().map(|user| user.username).collect();
        return Err(format!("There is no account {username}. The accounts are: {}.", names.join(", ")));
    };
    let new_password = password::generate().map_err(|error| error.to_string())?;
    let password_hash = Some(password::hash(&new_password).map_err(|error| error.to_string())?);
    let change = ProfileChange { must_change_password: Some(true), ..ProfileChange::default() };
    let command = Command::Staff(StaffCommand::Update { user_id: user.id, change, password_hash });
    let now = SystemClock::start().now();
    let outcome = store.write(|tables| {
        let envelope = engine::offline_envelope(tables, now)?;
        engine::step(tables, &envelope, &command)
    });
    match outcome.map_err(unreadable)? {
        StepOutcome::Done(_) => {}
        StepOutcome::Refused(refusal) => return Err(refusal.message),
    }
    println!("New password for {}: {new_password}", user.username);
    println!("It must be changed at the next sign-in. {} is signed out on every phone.", user.username);
    if !user.is_active {
        println!("The account is switched off; an admin can switch it on again.");
    }
    Ok(())
}

fn open(config: &Config) -> Result<Store, BackupError> {
    let store = Store::open(Folder::lock(&config.data)?)?;
    engine::upgrade_tables(&store)?;
    Ok(store)
}

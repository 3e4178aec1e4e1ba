//! `barback-head pair`: a code that connects a box.

use std::sync::Arc;

use super::{Failed, bars, usable};
use crate::accounts::{Event, record_as};
use crate::box_port::{CodeFor, make_code};
use crate::config::HeadConfig;
use crate::database::Database;
use crate::error::HeadError;
use crate::keys::Secret;
use crate::web::{HeadParts, HeadState};
use bar::engine::SystemClock;

/// Makes a code for a new bar, or for one that is known, and prints it.
pub(super) async fn print(config: &HeadConfig, database: &Database, name: Option<&str>, bar: Option<&str>) -> Result<(), Failed> {
    usable(database).await?;
    let secret = Secret::read(&config.secret_file).map_err(Failed::new)?;
    let parts = HeadParts {
        url: config.url.clone(),
        box_url: config.box_url.clone(),
        box_port: config.box_listen.port(),
        ..HeadParts::new(database.clone(), secret, Arc::new(SystemClock::start()))
    };
    let state = HeadState::from(parts);
    let wanted = match bar {
        Some(text) => CodeFor::Known { bar: bars::find(database, text).await? },
        None => CodeFor::New { name: name.unwrap_or_default().to_owned() },
    };
    let (authority, now) = (state.authority().await.map_err(HeadError::from)?, state.now());
    let made = make_code(database, &authority, &wanted, bars::CONSOLE, now).await?;
    let event = &Event::new("code.made", format!("Made a code for {}", made.name));
    let recorded =
        database.transaction(move |transaction| async move { record_as(&transaction, now, None, bars::CONSOLE, event.clone()).await });
    recorded.await?;
    println!("{}", made.name);
    println!("Address: {}", state.box_address());
    println!("Code: {}", made.code);
    println!("It counts once, until {}.", made.expires_at);
    Ok(())
}

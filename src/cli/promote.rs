//! `barback promote`: makes a second box the first one, through the running box or, if none runs, in this process.

use std::sync::Arc;

use super::{ErrorText, require_bar};
use crate::config::Config;
use crate::control::{self, Reply};
use crate::engine::{self, Clock, SystemClock};
use crate::second_box;
use store::{Folder, OpenError, Store};

/// Promotes the box of the data folder and prints a report.
pub fn run(config: &Config, anyway: bool) -> Result<(), ErrorText> {
    require_bar(&config.data)?;
    let lines = match Folder::lock(&config.data) {
        Ok(folder) => promote_in_process(folder, anyway)?,
        Err(OpenError::InUse { folder, pid }) => match control::request_promotion(&config.data, anyway) {
            Ok(Some(Reply::Promoted { lines })) => lines,
            Ok(Some(Reply::Failed { why })) => return Err(why),
            Ok(_) | Err(_) => {
                return Err(format!("{}\nThe running box does not answer. Try again in a moment.", OpenError::InUse { folder, pid }));
            }
        },
        Err(error) => return Err(error.to_string()),
    };
    for line in lines {
        println!("{line}");
    }
    Ok(())
}

fn promote_in_process(folder: Folder, anyway: bool) -> Result<Vec<String>, ErrorText> {
    let store = Store::open(folder).map_err(|error| error.to_string())?;
    engine::upgrade_tables(&store).map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(second_box::promote(&Arc::new(store), anyway, SystemClock::start().now()))
}

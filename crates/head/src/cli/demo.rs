//! The throw-away database of `serve --demo`.

use super::Failed;
use crate::database::throwaway::{Sync, Throwaway};
use crate::keys::{SECRET_BYTES, Secret};

/// The database of a demo, which ends with head office.
pub(super) struct Demo {
    server: Throwaway,
}

impl Demo {
    /// Makes and starts the server.
    pub(super) async fn start() -> Result<Self, Failed> {
        let started = tokio::task::spawn_blocking(|| Throwaway::start(Sync::Off)).await.map_err(Failed::new)?;
        Ok(Demo { server: started.map_err(Failed::new)? })
    }

    /// The URL of the database.
    pub(super) fn url(&self) -> String {
        self.server.url("postgres")
    }

    /// A secret for this run alone.
    pub(super) fn secret(&self) -> Result<Secret, Failed> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(Failed::new)?;
        Secret::new(&bytes).map_err(Failed::new)
    }
}

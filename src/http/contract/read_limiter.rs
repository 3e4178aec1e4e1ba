//! Turns for work that holds a thread: long reads, large parcels of text.

use std::num::NonZero;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

use crate::http::ApiError;

/// Turns for looking through the store. A phone that asks for a list waits for one; a sale never does.
pub struct ReadLimiter {
    turns: Semaphore,
}

impl Default for ReadLimiter {
    fn default() -> Self {
        ReadLimiter { turns: Semaphore::new(at_once()) }
    }
}

/// ReadLimiter that run at a time: half of the cores, so that writing and answering always find one that is free.
fn at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    (cores / 2).max(1)
}

impl ReadLimiter {
    /// ReadLimiter through the store when there is a turn, beside the threads that serve phones.
    ///
    /// # Errors
    ///
    /// Those of `work`.
    pub async fn run<T>(&self, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
        let _turn = self.turns.acquire().await.map_err(|_| ApiError::internal())?;
        run_blocking(work)
    }
}

/// Does `work` here and now, while another thread goes on serving the phones of this one. A runtime with a single thread has no
/// other one: there they wait.
pub fn run_blocking<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        _ => work(),
    }
}

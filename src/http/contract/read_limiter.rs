//! Limits concurrent long reads, and runs work that blocks a thread.

use std::num::NonZero;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

use crate::http::ApiError;

/// Semaphore for long reads of the store. A request for a list waits for a permit; a sale never does.
pub struct ReadLimiter {
    permits: Semaphore,
}

impl Default for ReadLimiter {
    fn default() -> Self {
        ReadLimiter { permits: Semaphore::new(at_once()) }
    }
}

/// Number of concurrent reads: half of the cores, so that a core stays free for writes and short answers.
fn at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    (cores / 2).max(1)
}

impl ReadLimiter {
    /// Runs `work` on a blocking thread as soon as a permit is free.
    ///
    /// # Errors
    ///
    /// Those of `work`.
    pub async fn run<T>(&self, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
        let _permit = self.permits.acquire().await.map_err(|_| ApiError::internal())?;
        run_blocking(work)
    }
}

/// Runs `work` on this thread while another thread takes over its tasks. A single-threaded runtime has no other thread: its tasks wait.
pub fn run_blocking<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        _ => work(),
    }
}

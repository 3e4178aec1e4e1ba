//! Reads request bodies within a memory limit for all bodies together.
//!
//! The memory is divided into three shares, so that no kind of body can starve another: bodies of public calls are so small
//! that all connections together cannot exceed their share; small bodies, such as a sale, have a share that imports do not use.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::server::limits::{CONNECTIONS_MAX, CONNECTIONS_PER_STAFF_ADDRESS_MAX};

/// Largest body of a public call: a name and a password of 200 letters, with room for escapes.
pub const PUBLIC_BODY_MAX: usize = 4 * 1024;
/// Largest body with two passwords, every letter of them escaped.
pub const PASSWORDS_BODY_MAX: usize = 8 * 1024;
/// Largest body of a request.
pub const BODY_MAX: usize = 1024 * 1024;
/// Largest body of an import: a list of some ten thousand products.
pub const IMPORT_BODY_MAX: usize = 8 * 1024 * 1024;

/// Largest announced size of a body that counts as small: a sale of a hundred lines.
const SMALL_BODY_MAX: usize = 16 * 1024;
/// Bytes of all small bodies at a time: one for each connection of an address.
const SMALL_BYTES_MAX: usize = CONNECTIONS_PER_STAFF_ADDRESS_MAX * SMALL_BODY_MAX;
/// Bytes of all other bodies of signed-in users at a time: one whole import, and half as much again for lists.
const LARGE_BYTES_MAX: usize = 12 * 1024 * 1024;
/// Bytes of all bodies of public calls. They are not counted: this is the most that all connections can hold together.
const PUBLIC_BYTES_MAX: usize = CONNECTIONS_MAX * PUBLIC_BODY_MAX;
/// Bytes of all bodies at a time.
const BYTES_MAX: usize = 28 * 1024 * 1024;
const _: () = assert!(SMALL_BYTES_MAX + LARGE_BYTES_MAX + PUBLIC_BYTES_MAX <= BYTES_MAX);

/// Bytes that a body reserves before more of it is read.
const STEP: usize = 16 * 1024;
/// Longest wait for bytes that other requests hold.
const WAIT_MAX: Duration = Duration::from_secs(2);
/// `Retry-After` of [`BodyError::Busy`], in seconds.
pub const RETRY_SECONDS: u64 = 2;

/// Why a body is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// 413: it is larger than the call allows.
    #[error("The request is too large")]
    TooLarge,
    /// 429: other requests hold all the memory.
    #[error("The box is busy with other large requests. Nothing was saved. Please try again in a moment.")]
    Busy,
    /// 400: the connection broke.
    #[error("The request broke off")]
    BrokeOff,
}

/// Semaphores over the bytes of the two counted shares.
pub struct BodyBudget {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Default for BodyBudget {
    fn default() -> Self {
        BodyBudget { small: Arc::new(Semaphore::new(SMALL_BYTES_MAX)), large: Arc::new(Semaphore::new(LARGE_BYTES_MAX)) }
    }
}

/// The bytes of the budget that a body holds, released on drop.
#[derive(Default)]
pub struct HeldBytes {
    permit: Option<OwnedSemaphorePermit>,
}

impl HeldBytes {
    fn count(&self) -> usize {
        self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    /// Acquires what is missing to `wanted` bytes.
    async fn grow(&mut self, share: &Arc<Semaphore>, wanted: usize) -> Result<(), BodyError> {
        let missing = u32::try_from(wanted.saturating_sub(self.count())).map_err(|_| BodyError::TooLarge)?;
        if missing == 0 {
            return Ok(());
        }
        let more = timeout(WAIT_MAX, share.clone().acquire_many_owned(missing))
            .await
            .map_err(|_| BodyError::Busy)?
            .map_err(|_| BodyError::Busy)?;
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            None => self.permit = Some(more),
        }
        Ok(())
    }
}

impl BodyBudget {
    /// Reads the whole body.
    ///
    /// # Errors
    ///
    /// [`BodyError::TooLarge`] as soon as the body is known to be larger than `limit`.
    pub async fn read(&self, headers: &HeaderMap, mut body: Body, limit: usize) -> Result<(Vec<u8>, HeldBytes), BodyError> {
        let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if announced.is_some_and(|length| length > limit) {
            return Err(BodyError::TooLarge);
        }
        let share = match announced {
            _ if limit <= PUBLIC_BODY_MAX => None,
            Some(length) if length <= SMALL_BODY_MAX => Some(&self.small),
            _ => Some(&self.large),
        };
        let most = announced.unwrap_or(limit);
        let (mut held, mut bytes) = (HeldBytes::default(), Vec::with_capacity(most.min(SMALL_BODY_MAX)));
        loop {
            if let Some(share) = share {
                // Before the bytes are read: until then they wait in the sender's and the kernel's buffers.
                held.grow(share, most.min(bytes.len() + STEP)).await?;
            }
            let Some(frame) = body.frame().await else { return Ok((bytes, held)) };
            let Ok(data) = frame.map_err(|_| BodyError::BrokeOff)?.into_data() else { continue };
            if bytes.len() + data.len() > limit {
                return Err(BodyError::TooLarge);
            }
            if let Some(share) = share {
                held.grow(share, bytes.len() + data.len()).await?;
            }
            bytes.extend_from_slice(&data);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bytes::Bytes;
    use futures_util::{StreamExt, stream};

    use super::*;

    /// A body that announces `announced` bytes, sends `sent` of them, and then stalls.
    fn stalled(announced: usize, sent: usize) -> (HeaderMap, Body) {
        let pieces = vec![Ok::<_, Infallible>(Bytes::from(vec![b' '; STEP])); sent.div_ceil(STEP)];
        (length(announced), Body::from_stream(stream::iter(pieces).chain(stream::pending())))
    }

    fn length(announced: usize) -> HeaderMap {
        HeaderMap::from_iter([(header::CONTENT_LENGTH, announced.into())])
    }

    impl BodyBudget {
        fn is_whole(&self) -> bool {
            self.small.available_permits() == SMALL_BYTES_MAX && self.large.available_permits() == LARGE_BYTES_MAX
        }

        async fn takes(&self, bytes: usize, limit: usize) -> Result<HeldBytes, BodyError> {
            let (read, held) = self.read(&length(bytes), Body::from(vec![b' '; bytes]), limit).await?;
            assert_eq!(read.len(), bytes);
            Ok(held)
        }
    }

    #[tokio::test]
    async fn stalled_large_bodies_do_not_block_small_ones() {
        let budget = Arc::new(BodyBudget::default());
        let mut halves = tokio::task::JoinSet::new();
        for _ in 0..500 {
            let budget = budget.clone();
            halves.spawn(async move {
                let (headers, body) = stalled(BODY_MAX, BODY_MAX - STEP);
                budget.read(&headers, body, BODY_MAX).await.map(|_| ())
            });
        }
        while budget.large.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        for _ in 0..100 {
            budget.takes(300, BODY_MAX).await.expect("a sale");
            budget.takes(SMALL_BODY_MAX, BODY_MAX).await.expect("a long sale");
            budget.takes(PUBLIC_BODY_MAX, PUBLIC_BODY_MAX).await.expect("a sign-in");
        }
        let refusal = budget.takes(BODY_MAX, BODY_MAX).await.err().expect("refused after a wait");
        assert_eq!(refusal, BodyError::Busy);
        halves.abort_all();
        while halves.join_next().await.is_some() {}
        assert!(budget.is_whole(), "all bytes were released");
        budget.takes(IMPORT_BODY_MAX, IMPORT_BODY_MAX).await.expect("an import");
    }

    #[tokio::test]
    async fn bytes_are_released_however_a_body_ends() {
        let budget = BodyBudget::default();
        let held = budget.takes(BODY_MAX, BODY_MAX).await.expect("room");
        assert_eq!(LARGE_BYTES_MAX - budget.large.available_permits(), BODY_MAX);
        drop(held);
        assert_eq!(budget.takes(BODY_MAX + 1, BODY_MAX).await.err().expect("refused"), BodyError::TooLarge);
        // Not announced, and too large.
        let flood = stream::iter(vec![Ok::<_, Infallible>(Bytes::from(vec![b' '; STEP])); 100]);
        let refusal = budget.read(&HeaderMap::new(), Body::from_stream(flood), BODY_MAX).await.err().expect("refused");
        assert_eq!(refusal, BodyError::TooLarge);
        let broken = stream::iter([Ok(Bytes::from_static(b"{")), Err(std::io::Error::other("gone"))]);
        let refusal = budget.read(&length(BODY_MAX), Body::from_stream(broken), BODY_MAX).await.err().expect("refused");
        assert_eq!(refusal, BodyError::BrokeOff);
        let (headers, body) = stalled(BODY_MAX, BODY_MAX / 2);
        assert!(timeout(WAIT_MAX, budget.read(&headers, body, BODY_MAX)).await.is_err(), "it waits for the rest");
        assert!(budget.is_whole());
    }
}

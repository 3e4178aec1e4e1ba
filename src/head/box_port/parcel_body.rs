//! Bodies of calls to the box port: read within limits, parcels also within the memory that all parcels share.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::backup::{BLOCK_HEADER, MAGIC};
use crate::head::error::{HeadCode, HeadError};
use crate::parcels::{PACKED_MAX, UNPACKED_MAX};

/// Most parcels that are received or kept at once.
pub const PARCELS_MAX: usize = 64;
/// Most bytes of these parcels when they are unpacked.
pub const UNPACKED_BYTES_MAX: usize = UNPACKED_MAX;
/// Most parcels that are unpacked and stored at once. The others wait packed, which takes less memory, and pages find a connection to
/// the database.
const TURNS_MAX: usize = 4;
/// Longest wait for a turn: with 20 s in the database it is answered before the box gives up, after 30 s.
const TURN_WAIT_MAX: Duration = Duration::from_secs(5);
/// Largest body of a parcel: its packed bytes, and the frame of the signature.
const PARCEL_BODY_MAX: usize = PACKED_MAX + BLOCK_HEADER;
/// Bytes of a unit in which memory is counted.
const UNIT: usize = 1024;

/// The parcels and their memory that are taken at once. Clones share them.
#[derive(Clone)]
pub struct ParcelSlots {
    parcels: Arc<Semaphore>,
    memory: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// A received parcel whose turn it is. It holds its slot, the memory for unpacking it and its turn until it is dropped. An extractor.
pub struct ParcelBody {
    pub bytes: Bytes,
    _held: [OwnedSemaphorePermit; 3],
}

impl Default for ParcelSlots {
    fn default() -> Self {
        let of = |permits| Arc::new(Semaphore::new(permits));
        ParcelSlots { parcels: of(PARCELS_MAX), memory: of(UNPACKED_BYTES_MAX / UNIT), turns: of(TURNS_MAX) }
    }
}

impl ParcelSlots {
    /// Reads the body of a parcel, and waits for its turn.
    ///
    /// # Errors
    /// 503 `busy` if other parcels hold all slots or the memory, or if its turn does not come; 413 `too_large`; 400 if the connection breaks.
    pub async fn receive(&self, request: Request) -> Result<ParcelBody, HeadError> {
        let Ok(slot) = self.parcels.clone().try_acquire_owned() else {
            discard(request).await;
            return Err(HeadError::busy());
        };
        let bytes = read_body(request, PARCEL_BODY_MAX).await?;
        let unpacked = unpacked_size(&bytes);
        if unpacked > UNPACKED_MAX {
            return Err(too_large());
        }
        let units = u32::try_from(unpacked.div_ceil(UNIT)).map_err(|_| too_large())?;
        let memory = self.memory.clone().try_acquire_many_owned(units).map_err(|_| HeadError::busy())?;
        let turn = timeout(TURN_WAIT_MAX, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| HeadError::busy())?.map_err(HeadError::internal)?;
        Ok(ParcelBody { bytes, _held: [slot, memory, turn] })
    }
}

impl<S: Send + Sync> FromRequest<S> for ParcelBody {
    type Rejection = HeadError;
    async fn from_request(request: Request, _: &S) -> Result<Self, HeadError> {
        let slots = request.extensions().get::<ParcelSlots>().cloned();
        slots.ok_or_else(|| HeadError::internal("a route for parcels is not behind the box port"))?.receive(request).await
    }
}

/// Reads the body of a parcel that is not taken and keeps nothing of it. A box whose connection is closed while it sends gets no answer,
/// and then waits longer than it is asked to.
async fn discard(request: Request) {
    let mut body = Limited::<Body>::new(request.into_body(), PARCEL_BODY_MAX);
    while let Some(Ok(_)) = body.frame().await {}
}

/// Reads a body of at most `max` bytes.
///
/// # Errors
/// 413 `too_large`; 400 if the connection breaks.
pub(in crate::head) async fn read_body(request: Request, max: usize) -> Result<Bytes, HeadError> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > max) {
        return Err(too_large());
    }
    let read = Limited::<Body>::new(request.into_body(), max).collect().await;
    let body = read.map_err(|error| match error.is::<LengthLimitError>() {
        true => too_large(),
        false => HeadError::invalid("The request broke off"),
    })?;
    Ok(body.to_bytes())
}

fn too_large() -> HeadError {
    HeadError::new(HeadCode::TooLarge, "The request is too large")
}

/// The bytes that the blocks of a parcel say they have when they are unpacked. A block that has more is refused when it is read.
fn unpacked_size(parcel: &[u8]) -> usize {
    let (mut size, mut rest) = (0_usize, parcel.get(MAGIC.len()..).unwrap_or_default());
    while let Some((frame, blocks)) = rest.split_first_chunk::<BLOCK_HEADER>() {
        // Kind, length and packed length (`crate::backup::block`).
        let number = |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]) as usize;
        size = size.saturating_add(number(1));
        rest = blocks.get(number(5)..).unwrap_or_default();
    }
    size
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use futures_util::StreamExt;
    use tokio::task::{JoinSet, yield_now};

    use super::*;
    use crate::backup::pack;

    fn parcel(blocks: &[usize]) -> Vec<u8> {
        let framed = blocks.iter().map(|size| pack(0, 1, &vec![b'x'; *size]).expect("packed").0);
        MAGIC.iter().copied().chain(framed.flatten()).collect()
    }

    fn request(body: impl Into<Body>) -> Request {
        Request::new(body.into())
    }

    async fn status(slots: &ParcelSlots, body: impl Into<Body>) -> StatusCode {
        match slots.receive(request(body)).await {
            Ok(_) => StatusCode::OK,
            Err(error) => error.into_response().status(),
        }
    }

    #[test]
    fn the_unpacked_size_is_that_of_all_blocks() {
        assert_eq!(unpacked_size(&parcel(&[10, 2_000_000, 300])), 2_000_310);
        assert_eq!([unpacked_size(b""), unpacked_size(b"BARB"), unpacked_size(&parcel(&[]))], [0; 3]);
        let whole = parcel(&[10, 20]);
        assert_eq!(unpacked_size(&whole[..whole.len() - 1]), 30);
    }

    #[tokio::test]
    async fn a_parcel_holds_its_slot_until_it_is_dropped() {
        let slots = ParcelSlots::default();
        let mut held = JoinSet::new();
        for _ in 0..PARCELS_MAX {
            let slots = slots.clone();
            held.spawn(async move { slots.receive(request(parcel(&[5]))).await });
        }
        while slots.parcels.available_permits() > 0 {
            yield_now().await;
        }
        assert_eq!(status(&slots, parcel(&[5])).await, StatusCode::SERVICE_UNAVAILABLE);
        held.shutdown().await;
        assert_eq!(status(&slots, parcel(&[5])).await, StatusCode::OK);
    }

    #[tokio::test]
    async fn parcels_take_turns() {
        let slots = ParcelSlots::default();
        let mut held = Vec::new();
        for _ in 0..TURNS_MAX {
            held.push(slots.receive(request(parcel(&[5]))).await.expect("a turn"));
        }
        let mut waiting = std::pin::pin!(slots.receive(request(parcel(&[5]))));
        assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
        assert_eq!(slots.parcels.available_permits(), PARCELS_MAX - TURNS_MAX - 1);
        held.pop();
        assert!(waiting.await.is_ok());
        assert_eq!(slots.turns.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_parcel_whose_turn_does_not_come_is_told_to_come_back() {
        let slots = ParcelSlots::default();
        let turns = slots.turns.clone().try_acquire_many_owned(TURNS_MAX as u32).expect("free");
        assert_eq!(status(&slots, parcel(&[5])).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(slots.parcels.available_permits(), PARCELS_MAX);
        drop(turns);
        assert_eq!(status(&slots, parcel(&[5])).await, StatusCode::OK);
    }

    #[tokio::test]
    async fn a_box_that_is_told_to_come_back_can_send_all_of_its_parcel() {
        let slots = ParcelSlots::default();
        let held = slots.parcels.clone().try_acquire_many_owned(PARCELS_MAX as u32).expect("free");
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        let pieces = futures_util::stream::iter(0..100).map(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>(Bytes::from_static(&[b'x'; 10_000]))
        });
        assert_eq!(status(&slots, Body::from_stream(pieces)).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(read.load(Ordering::Relaxed), 100);
        drop(held);
    }

    #[tokio::test]
    async fn parcels_share_the_memory_for_unpacking() {
        let slots = ParcelSlots::default();
        let large = parcel(&[UNPACKED_BYTES_MAX / 2 + UNIT]);
        let held = slots.receive(request(large.clone())).await.expect("room");
        assert_eq!(status(&slots, large.clone()).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(status(&slots, parcel(&[5])).await, StatusCode::OK);
        drop(held);
        assert_eq!(status(&slots, large).await, StatusCode::OK);
        let mut lying = parcel(&[5]);
        lying[MAGIC.len() + 1..MAGIC.len() + 5].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(status(&slots, lying).await, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(slots.memory.available_permits(), UNPACKED_BYTES_MAX / UNIT);
    }

    #[tokio::test]
    async fn a_body_beyond_its_limit_is_refused() {
        assert_eq!(read_body(request("12345"), 5).await.expect("read"), "12345");
        let refused = read_body(request("123456"), 5).await.expect_err("refused");
        assert_eq!(refused.code(), Some(HeadCode::TooLarge));
    }
}

//! Bodies of calls to the box port: read within limits, parcels also within the memory that all parcels share, and within what one box and
//! one bar may have of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::callers::BoxCaller;
use super::quota::Quota;
use crate::error::{HeadCode, HeadError};
use backup::parcels::{PACKED_MAX, UNPACKED_MAX};
use backup::{BLOCK_HEADER, MAGIC};

/// Most parcels that are received or kept at once.
pub const PARCELS_MAX: usize = 64;
/// Most bytes of these parcels when they are unpacked.
pub const UNPACKED_BYTES_MAX: usize = UNPACKED_MAX;
/// Most bytes of a parcel, when it is unpacked, that is taken beside others. A larger one waits until it is alone.
pub const BOX_UNPACKED_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Most parcels of a box in a minute that are larger than this: nothing else is taken meanwhile.
const LARGE_PARCELS_MAX: u32 = 1;
/// Longest wait for the parcel of the same box that is in hand.
const OWN_WAIT_MAX: Duration = Duration::from_secs(5);
/// Longest wait for memory.
const MEMORY_WAIT_MAX: Duration = Duration::from_secs(5);
/// Pause between two looks whether a large parcel is alone. It holds nothing meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Boxes beyond this are forgotten while they have no parcel in hand.
const BOXES_REMEMBERED: usize = 1_000;
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
    /// One permit for each box that has a parcel in hand.
    boxes: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
    /// Large parcels, by box.
    large: Arc<Quota<String>>,
    /// Bytes, by bar.
    bar_bytes: Arc<Quota<String>>,
}

/// A received parcel whose turn it is. It holds its slot, the memory for unpacking it and its turn until it is dropped. An extractor.
pub struct ParcelBody {
    pub bytes: Bytes,
    _held: [OwnedSemaphorePermit; 4],
}

impl ParcelSlots {
    /// Slots of which a bar may fill `bar_day_bytes` bytes a day.
    pub fn new(bar_day_bytes: u64) -> Self {
        let of = |permits| Arc::new(Semaphore::new(permits));
        ParcelSlots {
            parcels: of(PARCELS_MAX),
            memory: of(UNPACKED_BYTES_MAX / UNIT),
            turns: of(TURNS_MAX),
            boxes: Arc::default(),
            large: Arc::new(Quota::per_minute(LARGE_PARCELS_MAX)),
            bar_bytes: Arc::new(Quota::per_day(bar_day_bytes)),
        }
    }

    /// Reads the body of a parcel, and waits for its turn. A box has one parcel in hand: the others wait before they take any memory.
    ///
    /// # Errors
    /// 429 `quota` for a bar that has sent as much as it may in a day; 503 `busy` if other parcels hold all slots or the memory, or if its
    /// turn does not come; 413 `too_large`; 400 if the connection breaks.
    pub async fn receive(&self, caller: &BoxCaller, request: Request) -> Result<ParcelBody, HeadError> {
        let Ok(own) = timeout(OWN_WAIT_MAX, self.of_box(&caller.box_name).acquire_owned()).await else {
            discard(request).await;
            return Err(HeadError::busy());
        };
        let own = own.map_err(HeadError::internal)?;
        let Ok(slot) = self.parcels.clone().try_acquire_owned() else {
            discard(request).await;
            return Err(HeadError::busy());
        };
        let announced = announced_bytes(&request);
        self.count_bytes(caller, announced.unwrap_or_default())?;
        let bytes = read_body(request, PARCEL_BODY_MAX).await?;
        if announced.is_none() {
            // Counted now that it is known. This parcel is taken.
            let _ = self.count_bytes(caller, bytes.len());
        }
        let unpacked = unpacked_size(&bytes);
        if unpacked > UNPACKED_MAX {
            return Err(too_large());
        }
        let memory = match unpacked > BOX_UNPACKED_BYTES_MAX {
            true => self.alone(&caller.box_name).await?,
            false => self.beside_others(unpacked).await?,
        };
        let turn = timeout(TURN_WAIT_MAX, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| HeadError::busy())?.map_err(HeadError::internal)?;
        Ok(ParcelBody { bytes, _held: [own, slot, memory, turn] })
    }

    /// The permit of a box.
    fn of_box(&self, box_name: &str) -> Arc<Semaphore> {
        let mut boxes = self.boxes.lock().unwrap_or_else(PoisonError::into_inner);
        if boxes.len() >= BOXES_REMEMBERED {
            boxes.retain(|_, permit| Arc::strong_count(permit) > 1);
        }
        boxes.entry(box_name.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(1))).clone()
    }

    /// Counts bytes of a bar.
    fn count_bytes(&self, caller: &BoxCaller, bytes: usize) -> Result<(), HeadError> {
        self.bar_bytes.take_many(&caller.bar, bytes as u64, Instant::now()).map_err(|seconds| {
            let words = "This bar has sent as much as it may in a day. The rest can be sent later.";
            HeadError::new(HeadCode::Quota, words).retry_after(seconds)
        })
    }

    /// Memory for a parcel of a usual size.
    async fn beside_others(&self, unpacked: usize) -> Result<OwnedSemaphorePermit, HeadError> {
        let units = u32::try_from(unpacked.div_ceil(UNIT)).map_err(|_| too_large())?;
        let memory = timeout(MEMORY_WAIT_MAX, self.memory.clone().acquire_many_owned(units)).await;
        memory.map_err(|_| HeadError::busy())?.map_err(HeadError::internal)
    }

    /// All memory, for a large parcel. It waits without keeping others from it.
    async fn alone(&self, box_name: &str) -> Result<OwnedSemaphorePermit, HeadError> {
        let all = u32::try_from(UNPACKED_BYTES_MAX / UNIT).map_err(|_| too_large())?;
        self.large.take(&box_name.to_owned(), Instant::now()).map_err(|seconds| HeadError::busy().retry_after(seconds))?;
        let free = async {
            loop {
                match self.memory.clone().try_acquire_many_owned(all) {
                    Ok(memory) => return memory,
                    Err(_) => sleep(LOOK_EVERY).await,
                }
            }
        };
        timeout(MEMORY_WAIT_MAX, free).await.map_err(|_| HeadError::busy())
    }
}

impl<S: Send + Sync> FromRequest<S> for ParcelBody {
    type Rejection = HeadError;
    async fn from_request(request: Request, _: &S) -> Result<Self, HeadError> {
        let of_port = (request.extensions().get::<ParcelSlots>().cloned(), request.extensions().get::<BoxCaller>().cloned());
        let (Some(slots), Some(caller)) = of_port else {
            return Err(HeadError::internal("a route for parcels is not behind the box port"));
        };
        slots.receive(&caller, request).await
    }
}

/// How long the body is, as the request says.
fn announced_bytes(request: &Request) -> Option<usize> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
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
pub(crate) async fn read_body(request: Request, max: usize) -> Result<Bytes, HeadError> {
    if announced_bytes(&request).is_some_and(|length| length > max) {
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
        // Kind, length and packed length (`backup::block`).
        let number = |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]) as usize;
        size = size.saturating_add(number(1));
        rest = blocks.get(number(5)..).unwrap_or_default();
    }
    size
}

#[cfg(test)]
#[path = "parcel_body_tests.rs"]
mod tests;

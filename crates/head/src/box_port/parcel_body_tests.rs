//! Slots, memory, turns and quotas of parcels.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use axum::response::IntoResponse;
use futures_util::StreamExt;
use tokio::task::{JoinSet, yield_now};

use super::*;
use backup::pack;
use backup::parcels::PublicKey;

fn slots() -> ParcelSlots {
    ParcelSlots::new(u64::MAX)
}

fn caller(number: usize) -> BoxCaller {
    BoxCaller { box_name: format!("{number:016x}"), bar: format!("{number:032x}"), public_key: PublicKey(Vec::new()), is_second: false }
}

fn parcel(blocks: &[usize]) -> Vec<u8> {
    let framed = blocks.iter().map(|size| pack(0, 1, &vec![b'x'; *size]).expect("packed").0);
    MAGIC.iter().copied().chain(framed.flatten()).collect()
}

fn request(body: impl Into<Body>) -> Request {
    Request::new(body.into())
}

/// As a client sends it, with its length.
fn with_length(body: Vec<u8>) -> Request {
    let builder = Request::builder().header(header::CONTENT_LENGTH, body.len());
    builder.body(Body::from(body)).expect("a request")
}

async fn status(slots: &ParcelSlots, box_number: usize, body: impl Into<Body>) -> StatusCode {
    match slots.receive(&caller(box_number), request(body)).await {
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
    let slots = slots();
    let mut held = JoinSet::new();
    for number in 0..PARCELS_MAX {
        let slots = slots.clone();
        held.spawn(async move { slots.receive(&caller(number), request(parcel(&[5]))).await });
    }
    while slots.parcels.available_permits() > 0 {
        yield_now().await;
    }
    assert_eq!(status(&slots, PARCELS_MAX, parcel(&[5])).await, StatusCode::SERVICE_UNAVAILABLE);
    held.shutdown().await;
    assert_eq!(status(&slots, PARCELS_MAX, parcel(&[5])).await, StatusCode::OK);
}

#[tokio::test]
async fn parcels_take_turns() {
    let slots = slots();
    let mut held = Vec::new();
    for number in 0..TURNS_MAX {
        held.push(slots.receive(&caller(number), request(parcel(&[5]))).await.expect("a turn"));
    }
    let next = caller(TURNS_MAX);
    let mut waiting = std::pin::pin!(slots.receive(&next, request(parcel(&[5]))));
    assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
    assert_eq!(slots.parcels.available_permits(), PARCELS_MAX - TURNS_MAX - 1);
    held.pop();
    assert!(waiting.await.is_ok());
    assert_eq!(slots.turns.available_permits(), 1);
}

#[tokio::test]
async fn a_parcel_whose_turn_does_not_come_is_told_to_come_back() {
    let slots = slots();
    let turns = slots.turns.clone().try_acquire_many_owned(TURNS_MAX as u32).expect("free");
    assert_eq!(status(&slots, 1, parcel(&[5])).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(slots.parcels.available_permits(), PARCELS_MAX);
    drop(turns);
    assert_eq!(status(&slots, 1, parcel(&[5])).await, StatusCode::OK);
}

#[tokio::test]
async fn a_box_that_is_told_to_come_back_can_send_all_of_its_parcel() {
    let slots = slots();
    let held = slots.parcels.clone().try_acquire_many_owned(PARCELS_MAX as u32).expect("free");
    let read = Arc::new(AtomicUsize::new(0));
    let counter = read.clone();
    let pieces = futures_util::stream::iter(0..100).map(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok::<_, std::io::Error>(Bytes::from_static(&[b'x'; 10_000]))
    });
    assert_eq!(status(&slots, 1, Body::from_stream(pieces)).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(read.load(Ordering::Relaxed), 100);
    drop(held);
}

#[tokio::test]
async fn a_box_has_one_parcel_in_hand_and_holds_nothing_for_the_others() {
    let slots = slots();
    let first = slots.receive(&caller(1), request(parcel(&[5]))).await.expect("a turn");
    let mut waiting = JoinSet::new();
    for _ in 0..500 {
        let slots = slots.clone();
        waiting.spawn(async move { status(&slots, 1, parcel(&[5])).await });
    }
    yield_now().await;
    assert_eq!(slots.parcels.available_permits(), PARCELS_MAX - 1);
    for number in 2..50 {
        // Another box never waits for a turn.
        let at_once = timeout(TURN_WAIT_MAX / 2, status(&slots, number, parcel(&[5]))).await;
        assert_eq!(at_once, Ok(StatusCode::OK));
    }
    drop(first);
    while let Some(status) = waiting.join_next().await {
        assert!(matches!(status, Ok(StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE)), "{status:?}");
    }
    assert_eq!(slots.parcels.available_permits(), PARCELS_MAX);
}

#[tokio::test]
async fn a_large_parcel_waits_until_it_is_alone_and_takes_nothing_from_others_meanwhile() {
    let slots = slots();
    let large = parcel(&[BOX_UNPACKED_BYTES_MAX + UNIT]);
    let held = slots.receive(&caller(1), request(parcel(&[BOX_UNPACKED_BYTES_MAX]))).await.expect("room");
    let mut waiting = std::pin::pin!(status(&slots, 2, large.clone()));
    assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
    for number in 3..40 {
        assert_eq!(status(&slots, number, parcel(&[BOX_UNPACKED_BYTES_MAX / 32])).await, StatusCode::OK);
    }
    assert_eq!(waiting.await, StatusCode::SERVICE_UNAVAILABLE);
    drop(held);
    assert_eq!(status(&slots, 2, large.clone()).await, StatusCode::SERVICE_UNAVAILABLE, "one a minute");
    assert_eq!(status(&slots, 41, large).await, StatusCode::OK);
    let mut lying = parcel(&[5]);
    lying[MAGIC.len() + 1..MAGIC.len() + 5].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(status(&slots, 42, lying).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(slots.memory.available_permits(), UNPACKED_BYTES_MAX / UNIT);
}

#[tokio::test]
async fn a_bar_that_has_sent_its_bytes_waits_and_others_do_not() {
    let small = parcel(&[5]);
    let slots = ParcelSlots::new(3 * small.len() as u64);
    for _ in 0..3 {
        assert!(slots.receive(&caller(1), with_length(small.clone())).await.is_ok());
    }
    for request in [with_length(small.clone()), request(small.clone())] {
        let Err(HeadError::Refused(refused)) = slots.receive(&caller(1), request).await else { panic!("not refused") };
        assert_eq!(refused.code, HeadCode::Quota);
        assert!(refused.retry_after.is_some_and(|seconds| (86_000..=86_400).contains(&seconds)), "{refused:?}");
    }
    // Its length is counted too where the request does not say it.
    for _ in 0..3 {
        assert_eq!(status(&slots, 2, small.clone()).await, StatusCode::OK);
    }
    assert_eq!(status(&slots, 2, small).await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_body_beyond_its_limit_is_refused() {
    assert_eq!(read_body(request("12345"), 5).await.expect("read"), "12345");
    let refused = read_body(request("123456"), 5).await.expect_err("refused");
    assert_eq!(refused.code(), Some(HeadCode::TooLarge));
}

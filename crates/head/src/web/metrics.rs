//! What head office counts while it works, for monitoring.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the buckets of `parcel_seconds`, in milliseconds.
const BUCKETS_MILLIS: [u64; 9] = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/// What head office counts. The parts that do the work fill it.
#[derive(Default)]
pub struct Metrics {
    /// `parcels_total{result}`: parcels by what became of them, such as `stored`, `known`, `gap`, `damaged`.
    pub parcels: Labelled,
    /// `entries_total`: entries that were stored.
    pub entries: AtomicU64,
    /// From the first byte of a parcel to its answer.
    pub(crate) parcel_time: Histogram,
}

impl Metrics {
    /// Records how long a parcel took, from its first byte to its answer.
    pub fn parcel_took(&self, time: Duration) {
        self.parcel_time.record(time);
    }
}

/// Numbers by the value of one label.
#[derive(Default)]
pub struct Labelled {
    values: Mutex<BTreeMap<String, u64>>,
}

impl Labelled {
    /// Adds to the number of `label`.
    pub fn add(&self, label: &str, count: u64) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        match values.get_mut(label) {
            Some(value) => *value += count,
            None => drop(values.insert(label.to_owned(), count)),
        }
    }

    /// The numbers now.
    pub(crate) fn read(&self) -> BTreeMap<String, u64> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// How long something took, by buckets of times.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS_MILLIS.len()],
    count: AtomicU64,
    sum_micros: AtomicU64,
}

/// A histogram as it is at one moment.
pub(crate) struct Reading {
    /// The upper bound of each bucket in milliseconds, and how many took that long or less.
    pub below: [(u64, u64); BUCKETS_MILLIS.len()],
    pub count: u64,
    pub sum_micros: u64,
}

impl Histogram {
    /// Counts one that took `time`.
    pub(crate) fn record(&self, time: Duration) {
        let millis = time.as_millis();
        if let Some(bucket) = BUCKETS_MILLIS.iter().position(|bound| millis <= u128::from(*bound)) {
            self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.sum_micros.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The numbers now.
    pub(crate) fn read(&self) -> Reading {
        let mut sum = 0;
        let below = std::array::from_fn(|bucket| {
            sum += self.buckets[bucket].load(Ordering::Relaxed);
            (BUCKETS_MILLIS[bucket], sum)
        });
        Reading { below, count: self.count.load(Ordering::Relaxed), sum_micros: self.sum_micros.load(Ordering::Relaxed) }
    }
}

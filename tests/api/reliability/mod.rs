//! Concurrent requests, lost connections and a disk that fails.

mod concurrency;
mod connection_loss;
mod failing_disk;

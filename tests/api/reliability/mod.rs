//! Reliability tests: concurrent requests, lost connections, a failing disk.

mod concurrency;
mod connection_loss;
mod failing_disk;

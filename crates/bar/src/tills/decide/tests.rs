//! Decisions about tills, without a store.

//! The box's time, as callers of the engine read it.

use super::{Engine, Reading};
use base::Timestamp;

impl Engine {
    /// Total running time at which the box started last, in milliseconds.
    pub fn started(&self) -> u64 {
        self.time.started()
    }

    /// Total running time of the box, over all starts, in milliseconds.
    pub fn running(&self) -> u64 {
        self.time.running()
    }

    /// Time of the wall clock.
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }

    /// The stamp that an entry would get now, and whether the clock is in doubt.
    pub fn reading(&self) -> Reading {
        self.time.reading()
    }

    /// Best estimate of the current time: see [`Stamps::estimated_now`].
    pub fn estimated_now(&self) -> Timestamp {
        self.time.estimated_now()
    }

    /// The wall clock, and whether its date is in doubt, as a function that does not keep the writer alive.
    pub fn clock_fn(&self) -> Box<dyn Fn() -> (Timestamp, bool) + Send + Sync> {
        let time = self.time.clone();
        Box::new(move || (time.now(), time.reading().doubt.is_some()))
    }

    /// [`Engine::estimated_now`] as a function that does not keep the writer alive.
    pub fn estimated_now_fn(&self) -> Box<dyn Fn() -> Timestamp + Send + Sync> {
        let time = self.time.clone();
        Box::new(move || time.estimated_now())
    }
}

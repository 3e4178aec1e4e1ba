//! Chance with a seed, so that what failed once can be made to fail again.
#![allow(dead_code)]

/// Names the variable that sets the seed.
const SEED_ENV: &str = "BARBACK_CRASH_SEED";
/// The seed of the ordinary run.
const SEED: u64 = 2_026;

/// A small generator of numbers (SplitMix64, Steele, Lea and Flood 2014).
pub struct SeededRng(u64);

impl SeededRng {
    /// With the seed of this run; says which, for the day when something fails.
    pub fn from_env() -> Self {
        let seed = number(SEED_ENV, SEED);
        println!("{SEED_ENV}={seed}");
        SeededRng(seed)
    }

    /// With a seed of its own.
    pub fn new(seed: u64) -> Self {
        SeededRng(seed)
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `end - 1`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.any() % end
    }
}

/// The number that the variable `name` holds, or else `usual`.
pub fn number(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} must be a number, not `{text}`")),
        Err(_) => usual,
    }
}

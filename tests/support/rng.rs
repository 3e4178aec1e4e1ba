//! Seeded random numbers, so that a failure can be repeated.
#![allow(dead_code)]

/// Environment variable that sets the seed.
const SEED_ENV: &str = "BARBACK_CRASH_SEED";
/// Default seed.
const SEED: u64 = 2_026;

/// Random number generator (SplitMix64, Steele, Lea and Flood 2014).
pub struct SeededRng(u64);

impl SeededRng {
    /// With the seed of this run, which is printed.
    pub fn from_env() -> Self {
        let seed = number(SEED_ENV, SEED);
        println!("{SEED_ENV}={seed}");
        SeededRng(seed)
    }

    /// With the given seed.
    pub fn new(seed: u64) -> Self {
        SeededRng(seed)
    }

    /// The next number.
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

/// The number in the environment variable `name`, or `default`.
pub fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} must be a number, not `{text}`")),
        Err(_) => default,
    }
}

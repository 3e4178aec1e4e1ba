//! Seeded random numbers, so that the demo is the same on every box.

/// Random number generator (SplitMix64, Steele, Lea and Flood 2014).
pub struct SeededRng(u64);

impl SeededRng {
    /// With the given seed.
    pub fn new(seed: u64) -> Self {
        SeededRng(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `end - 1`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// True `percent` times in a hundred.
    pub fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A random element of `things`, preferring the first ones; `None` if it is empty.
    pub fn favourite<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let count = things.len() as u64;
        let place = self.below(count).min(self.below(count));
        things.get(usize::try_from(place).ok()?)
    }
}

//! The rule of time stamps once more, as plainly as it can be said, to hold the box's own against.

/// Milliseconds of a day: beyond it a clock is in doubt.
const DAY: i64 = 24 * 60 * 60 * 1_000;

/// What entries ought to be stamped with. All moments are milliseconds since 1970.
#[derive(Debug, Default)]
pub struct StampOracle {
    /// The stamp of the last entry.
    pub latest: i64,
    /// While the clock is in doubt: the last certain stamp, and the running time then.
    pub floor: Option<(i64, u64)>,
    /// Wall clock and running time at the last look of this run.
    pub looked: Option<(i64, u64)>,
    latest_running: u64,
    begun: bool,
}

impl StampOracle {
    /// The box carried something out: it wrote an entry, or it did not; or it was told that the clock is right.
    pub fn looks(&mut self, wall: i64, running: u64, wrote: bool, confirms: bool) {
        if self.begun {
            let ought = |(at, then): (i64, u64)| at + i64::try_from(running - then).expect("years");
            let (doubted, floor) = (self.floor.is_some(), self.floor.map_or(self.latest, |(floor, _)| floor));
            let is_right = self.floor.is_some_and(|floor| (wall - ought(floor)).abs() <= DAY);
            let leapt = match self.looked {
                Some(looked) => wall - ought(looked) > DAY,
                None => wall - self.latest > DAY,
            };
            if is_right {
                self.floor = None;
            } else if !doubted && (leapt || self.latest - wall > DAY) && (wall - ought((self.latest, self.latest_running))).abs() > DAY {
                self.floor = Some((self.latest, self.latest_running));
            }
            let back = doubted && (is_right || self.latest - wall.max(floor) > DAY);
            if wrote {
                self.latest = if back { wall.max(floor) } else { wall.max(self.latest) };
            }
        } else if wrote {
            self.latest = wall;
        }
        if wrote && confirms && self.floor.is_some() {
            // The entry before it noted the doubt, if there was a new one; this one is stamped as the clock stands.
            (self.latest, self.floor) = (wall, None);
        }
        if wrote {
            (self.latest_running, self.begun) = (running, true);
        }
        self.looked = Some((wall, running));
    }
}

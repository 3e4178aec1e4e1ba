//! Test oracle of the time stamp rules: a second, simpler implementation that the box's own is compared with.

/// Larger jumps put the clock in doubt: one day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The expected time stamps, in milliseconds since 1970.
#[derive(Debug, Default)]
pub struct StampOracle {
    /// The stamp of the last entry.
    pub latest: i64,
    /// While the clock is in doubt: the last certain stamp, and the running time then.
    pub floor: Option<(i64, u64)>,
    /// Wall clock and running time when the clock was last read in this run.
    pub last_reading: Option<(i64, u64)>,
    latest_running: u64,
    begun: bool,
}

impl StampOracle {
    /// The box executed a command at these times: `wrote` if it wrote an entry, `confirms` if the command confirms the clock.
    pub fn observe(&mut self, wall: i64, running: u64, wrote: bool, confirms: bool) {
        if self.begun {
            let expected = |(at, then): (i64, u64)| at + i64::try_from(running - then).expect("years");
            let (doubted, floor) = (self.floor.is_some(), self.floor.map_or(self.latest, |(floor, _)| floor));
            let is_right = self.floor.is_some_and(|floor| (wall - expected(floor)).abs() <= DAY);
            let jumped = match self.last_reading {
                Some(reading) => wall - expected(reading) > DAY,
                None => wall - self.latest > DAY,
            };
            if is_right {
                self.floor = None;
            } else if !doubted && (jumped || self.latest - wall > DAY) && (wall - expected((self.latest, self.latest_running))).abs() > DAY
            {
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
            // A new doubt was recorded by the entry before; the confirmation itself is stamped by the wall clock.
            (self.latest, self.floor) = (wall, None);
        }
        if wrote {
            (self.latest_running, self.begun) = (running, true);
        }
        self.last_reading = Some((wall, running));
    }
}

//! A drawer that was counted at the end of the last night.

use super::{Script, bartender};
use crate::engine::Command;
use crate::settings::{CashMode, CountBy, SetCash, SetSettings};
use crate::tills::{self, Count, CountShift, OpenShift, ShiftState, TillsCommand};
use base::{Actor, Cash, Timestamp, Usd};
use store::Stored;

/// The money that is in the drawer from the beginning.
const FLOAT: Usd = Usd::minor(10_000);
/// The till and the shift, which are the bar's first.
const FIRST: u64 = 1;
/// How often the drawer is counted: a first count that is far off asks for a second one.
const COUNTS: usize = 2;
/// How long the shift was open, in seconds.
pub const OPEN_SECONDS: i64 = 6 * 60 * 60;

/// Opens a shift and closes it with `short` less in the drawer than there should be.
pub fn close_short(bar: &mut Script<'_>, short: Usd) -> Stored<()> {
    let cash = SetCash { mode: Some(CashMode::Drawer), count_by: Some(CountBy::Totals), ..SetCash::default() };
    bar.execute(Actor::the_box(), &Command::Settings(Box::new(SetSettings { cash, ..SetSettings::default() })))?;
    let count = |usd| Count::of(Cash { usd, ..Cash::ZERO });
    let open = OpenShift { till_id: FIRST, count: count(FLOAT), user_id: None, float: None };
    bar.execute(bartender(), &Command::Tills(TillsCommand::Open(open)))?;
    bar.at = Timestamp::from_millis(bar.at.as_millis() + OPEN_SECONDS * 1000);
    for _ in 0..COUNTS {
        if tills::shift(bar.tables.view(), FIRST)?.is_none_or(|shift| shift.state == ShiftState::Closed) {
            return Ok(());
        }
        let counted =
            CountShift { shift_id: FIRST, count: count(FLOAT - short), leave_usd: None, leave_lrd: None, to_till_id: None, hand_to: None };
        bar.execute(bartender(), &Command::Tills(TillsCommand::Count(counted)))?;
    }
    Ok(())
}

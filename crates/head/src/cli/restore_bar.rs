//! `barback-head restore-bar`: a copy of a bar for `barback restore`, proved.

use std::path::Path;

use super::{Failed, bars, usable};
use crate::books::{Proved, bar_name, make_copy};
use crate::database::Database;
use backup::parcels::LineName;
use base::decimal::thousands;

/// Makes the copy and proves it.
pub(super) async fn run(database: &Database, bar: &str, to: &Path, line: Option<&str>, upto: Option<u64>) -> Result<(), Failed> {
    usable(database).await?;
    let line: Option<LineName> = line.map(str::parse).transpose().map_err(|_| Failed::usage("--line has 16 hexadecimal digits"))?;
    let bar = bars::find(database, bar).await?;
    let name = bar_name(database, &bar).await?;
    let proved = make_copy(database, &bar, line, upto.unwrap_or(u64::MAX), to).await.map_err(Failed::new)?;
    println!("{}", words(&name, &proved));
    if !proved.compared {
        println!("The figures that the box sent hold at another entry, so its sums were not compared with them.");
    }
    Ok(())
}

/// `Cape Bar up to entry 6,214 of 2026-11-23 02:14. Proved.`
fn words(name: &str, proved: &Proved) -> String {
    let (day, minute) = proved.bar_time.wall_clock(proved.at);
    format!("{name} up to entry {} of {day} {:02}:{:02}. Proved.", thousands(proved.seq), minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{BarTime, Timestamp};

    #[test]
    fn the_copy_is_named_by_its_last_entry_in_the_bars_time() {
        let at = Timestamp::parse("2026-11-23T02:14:59Z").expect("legal");
        let proved = Proved { seq: 6_214, at, bar_time: BarTime::monrovia(), compared: true };
        assert_eq!(words("Cape Bar", &proved), "Cape Bar up to entry 6,214 of 2026-11-23 02:14. Proved.");
    }
}

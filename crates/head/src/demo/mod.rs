//! The bars of `serve --demo`: real boxes in this process, which send to head office over its box port.
//!
//! Cape Bar sells on, two boxes of Mamba Grill send, and Red Light Spot was last heard three days ago, with a drawer that was short.

mod demo_box;

use std::time::Duration;

use futures_util::try_join;
use tokio::time::sleep;

use crate::box_port::{CodeFor, make_code};
use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::{HeadState, moment};
use bar::settings::HeadAddress;
use barback::demo::DemoBar;
use base::{Rate, Timestamp, Usd};
use demo_box::DemoBox;

/// Who makes the codes, on record.
const BY: &str = "Demo";
/// How long ago Red Light Spot was heard, in seconds.
const SILENT_SECONDS: i64 = 3 * 24 * 60 * 60;
/// From one sale at Cape Bar to the next.
const SALE_EVERY: Duration = Duration::from_secs(20);
/// Sales of the second box of Mamba Grill that the first one does not know.
const SALES_BESIDE: u64 = 3;

/// The boxes of the demo. They run until it is dropped.
pub struct DemoBars {
    cape: DemoBox,
    _mamba: [DemoBox; 2],
}

/// Makes the bars, connects them to the box port of `state`, and waits until head office has all of them.
///
/// # Errors
/// What went wrong, in words.
pub async fn open(state: &HeadState) -> Result<DemoBars, HeadError> {
    let now = state.now();
    let before = Timestamp::from_millis(now.as_millis() - SILENT_SECONDS * 1000);
    let (cape, mamba, red_light) = try_join!(
        DemoBox::filled(bar("Cape Bar", "Mamba Point, Monrovia", "195", 11)?, None),
        DemoBox::filled(bar("Mamba Grill", "Tubman Boulevard, Sinkor, Monrovia", "190", 12)?, None),
        DemoBox::filled(
            DemoBar { short: Some(Usd::minor(1_200)), ..bar("Red Light Spot", "Red Light, Paynesville", "192", 13)? },
            Some(before)
        ),
    )?;
    let second = mamba.copied().await?;
    let (cape, mamba, red_light) = (cape.starts()?, mamba.starts()?, red_light.starts()?);
    for (of, name) in [(&cape, "Cape Bar"), (&mamba, "Mamba Grill"), (&red_light, "Red Light Spot")] {
        connect(state, of, CodeFor::New { name: name.to_owned() }).await?;
    }
    for of in [&cape, &mamba, &red_light] {
        until_sent(state, of).await?;
    }
    let second = second.starts()?;
    connect(state, &second, CodeFor::Known { bar: second.bar().to_owned() }).await?;
    for number in 0..SALES_BESIDE {
        second.sells(number).await?;
    }
    until_sent(state, &second).await?;
    silence(state, red_light, before).await?;
    Ok(DemoBars { cape, _mamba: [mamba, second] })
}

impl DemoBars {
    /// Sells at Cape Bar, without end.
    pub async fn sell(&self) {
        for number in 0.. {
            sleep(SALE_EVERY).await;
            if let Err(error) = self.cape.sells(number).await {
                tracing::warn!("the demo sells no more: {error}");
                return;
            }
        }
    }
}

fn bar(business_name: &'static str, address: &'static str, rate: &str, seed: u64) -> Result<DemoBar, HeadError> {
    let rate = Rate::parse(rate).map_err(HeadError::internal)?;
    Ok(DemoBar { business_name, address, rate, seed, ..DemoBar::default() })
}

async fn connect(state: &HeadState, of: &DemoBox, wanted: CodeFor) -> Result<(), HeadError> {
    let authority = state.authority().await?;
    let made = make_code(&state.database, &authority, &wanted, BY, state.now()).await?;
    of.pairs(HeadAddress { host: "127.0.0.1".to_owned(), port: state.box_port }, &made.code).await
}

/// Waits until head office has the entries and the figures of a box.
async fn until_sent(state: &HeadState, of: &DemoBox) -> Result<(), HeadError> {
    let newest = of.newest();
    loop {
        let work = move |transaction: Transaction| async move {
            let sql = "SELECT count(*) FROM lines WHERE box = $1 AND seq >= $2 AND figures_upto >= $2";
            transaction.query_one(sql, &[&of.box_name()?, &newest]).await?.try_get::<_, i64>(0).map_err(HeadError::from)
        };
        if state.database.snapshot(work).await? > 0 {
            return Ok(());
        }
        of.hurry();
        sleep(Duration::from_millis(200)).await;
    }
}

/// Ends the box, so that head office hears it no more since `then`.
async fn silence(state: &HeadState, of: DemoBox, then: Timestamp) -> Result<(), HeadError> {
    let box_name = &of.box_name()?;
    of.stops().await;
    let then = &moment(then);
    let work = move |transaction: Transaction| async move {
        transaction.execute("UPDATE boxes SET paired_at = $2, last_seen_at = $2, box_now = $2 WHERE box = $1", &[box_name, then]).await?;
        transaction.execute("UPDATE lines SET last_seen_at = $2 WHERE box = $1", &[box_name, then]).await?;
        Ok::<_, HeadError>(())
    };
    state.database.transaction(work).await
}

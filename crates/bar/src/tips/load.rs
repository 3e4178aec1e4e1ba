//! Loads the data that decisions about tips need.

use std::collections::BTreeMap;

use super::tables::{due, left, next_payout_id, pool};
use super::{PayOutContext, PayOutTips, ShareContext, ShareTips, Worked};
use crate::settings::Settings;
use crate::{hours, rates, staff};
use base::{Envelope, text};
use store::{Stored, View};

/// Loads the data that [`super::share`] needs.
pub fn load_share(view: &dyn View, settings: &Settings, command: &ShareTips, envelope: &Envelope) -> Stored<ShareContext> {
    let day = pool(view, command.day)?;
    let mut worked: BTreeMap<u64, Worked> = BTreeMap::new();
    let mut clocked_in = Vec::new();
    for period in hours::periods(view, command.day, command.day, None)?.into_iter().rev() {
        if period.is_open() {
            clocked_in.push(period.user_name.clone());
        }
        let row = worked.entry(period.user_id).or_insert(Worked { user_id: period.user_id, user_name: String::new(), paid_minutes: 0 });
        row.user_name = period.user_name;
        row.paid_minutes += period.figures.paid_minutes;
    }
    let mut worked: Vec<Worked> = worked.into_values().collect();
    worked.sort_by_key(|one| (text::fold(&one.user_name), one.user_id));
    Ok(ShareContext {
        today: settings.bar_time().business_day(envelope.at),
        is_shared: day.is_shared,
        pool: day.unshared + left(view)?,
        worked,
        clocked_in,
        cash_step: settings.lrd_cash_step,
    })
}

/// Loads the data that [`super::pay_out`] needs.
pub fn load_pay_out(view: &dyn View, settings: &Settings, command: &PayOutTips, envelope: &Envelope) -> Stored<PayOutContext> {
    Ok(PayOutContext {
        user_name: staff::any_user(view, command.user_id)?.map(|user| user.username),
        due: due(view, command.user_id)?,
        rate: rates::rate(view)?,
        now: settings.bar_time().moment(envelope.at),
        next_id: next_payout_id(view)?,
    })
}

//! Record of what users did at head office.

use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::moment;
use base::Timestamp;
use base::text::hex;

/// Random bytes at the end of an id.
const RANDOM_BYTES: usize = 6;

/// What happened.
#[derive(Debug, Clone)]
pub struct Event {
    /// A word with a point, such as `user.added`.
    pub kind: &'static str,
    /// A sentence.
    pub summary: String,
    /// The bar that it is about.
    pub bar: Option<String>,
}

impl Event {
    /// An event that is about no bar.
    pub fn new(kind: &'static str, summary: impl Into<String>) -> Self {
        Event { kind, summary: summary.into(), bar: None }
    }

    /// The event, about a bar.
    pub fn of_bar(self, bar: &str) -> Self {
        Event { bar: Some(bar.to_owned()), ..self }
    }
}

/// Puts an event on record, in the transaction that does what it says. Without `user_id`: by one who did not sign in, such as the
/// command line.
pub async fn record_as(
    transaction: &Transaction,
    now: Timestamp,
    user_id: Option<&str>,
    name: &str,
    event: Event,
) -> Result<(), HeadError> {
    let insert = "INSERT INTO audit (audit_id, at, user_id, user_name, bar, kind, summary) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let (id, at) = (new_id(now)?, moment(now));
    transaction.execute(insert, &[&id, &at, &user_id, &name, &event.bar, &event.kind, &event.summary]).await?;
    Ok(())
}

/// Milliseconds and random digits, so that ids are in the order of time.
fn new_id(now: Timestamp) -> Result<String, HeadError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    Ok(format!("{:012x}{}", now.as_millis(), hex(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_the_order_of_time() {
        let id = |millis| new_id(Timestamp::from_millis(millis)).expect("random");
        assert!(id(999) < id(1_000) && id(1_000) < id(1_700_000_000_000));
        assert_ne!(id(1), id(1));
    }
}

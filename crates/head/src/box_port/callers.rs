//! Who calls: the box of a client certificate, looked up in the database so that revoking counts.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::database::{Database, DatabaseError, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::keys::{BoxName, holds_key};
use crate::web::moment;
use backup::parcels::PublicKey;
use base::Timestamp;

/// How long a box that was looked up counts. A revoked one is refused everywhere within 5 s.
const REMEMBERED: Duration = Duration::from_secs(2);
/// Most boxes that are remembered.
const BOXES_MAX: usize = 10_000;

/// The box that calls, by its certificate. An extractor of the calls that need one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxCaller {
    /// The box's name, 16 hexadecimal digits.
    pub box_name: String,
    /// Its bar, 32 hexadecimal digits.
    pub bar: String,
    /// Signs its parcels.
    pub public_key: PublicKey,
    /// Whether it is a second box that was not promoted.
    pub is_second: bool,
}

/// Looks boxes up and remembers them for a moment.
pub(super) struct Callers {
    database: Database,
    remembered: Mutex<HashMap<BoxName, Lookup>>,
}

/// A row of `boxes`.
#[derive(Clone)]
struct Lookup {
    at: Instant,
    /// `None`: the box is not known, or was revoked.
    public_key: Option<PublicKey>,
    is_second: bool,
}

impl Callers {
    pub(super) fn new(database: Database) -> Self {
        Callers { database, remembered: Mutex::new(HashMap::new()) }
    }

    /// The box that showed `certificate`, which head office's authority signed.
    ///
    /// # Errors
    /// 403 `revoked`, also for a box that the database does not know (any more); those of the database.
    pub(super) async fn find(&self, certificate: &CertificateDer<'_>) -> Result<BoxCaller, HeadError> {
        let name = BoxName::of_certificate(certificate).ok_or_else(HeadError::forbidden)?;
        let Lookup { public_key, is_second, .. } = self.lookup(&name).await?;
        let public_key = public_key.filter(|key| holds_key(certificate, key)).ok_or_else(revoked)?;
        Ok(BoxCaller { box_name: name.box_name, bar: name.bar, public_key, is_second })
    }

    async fn lookup(&self, name: &BoxName) -> Result<Lookup, DatabaseError> {
        let began = Instant::now();
        let is_fresh = |lookup: &Lookup| began.saturating_duration_since(lookup.at) < REMEMBERED;
        // A second box may have been promoted since.
        if let Some(lookup) = self.lock().get(name).filter(|lookup| is_fresh(lookup) && !lookup.is_second) {
            return Ok(lookup.clone());
        }
        let select = "SELECT public_key, asked_by IS NOT NULL AND promoted_at IS NULL FROM boxes \
                      WHERE box = $1 AND bar = $2 AND revoked_at IS NULL";
        let work = move |transaction: Transaction| async move { transaction.query_opt(select, &[&name.box_name, &name.bar]).await };
        let row = self.database.snapshot(work).await?;
        // From when the question was asked: a box may be revoked while the answer is on its way.
        let lookup = match row {
            Some(row) => Lookup { at: began, public_key: Some(PublicKey(row.try_get(0)?)), is_second: row.try_get(1)? },
            None => Lookup { at: began, public_key: None, is_second: false },
        };
        let mut remembered = self.lock();
        if remembered.len() >= BOXES_MAX {
            remembered.retain(|_, lookup| is_fresh(lookup));
        }
        if remembered.len() < BOXES_MAX {
            remembered.insert(name.clone(), lookup.clone());
        }
        Ok(lookup)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<BoxName, Lookup>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 403: the box was revoked.
pub(super) fn revoked() -> HeadError {
    HeadError::new(HeadCode::Revoked, "Head office has revoked this box. It sells on; a new code connects it as a new box.")
}

/// 401: the client showed no certificate.
pub(super) fn without_certificate() -> HeadError {
    HeadError::new(HeadCode::Unauthenticated, "This call is for boxes, with their certificate")
}

/// Revokes a box for good, and with it the second boxes that hang on it: those for which it asked and that were not promoted. Every head
/// refuses them within 5 s.
///
/// # Errors
/// 404 for a box that the bar does not have; those of the database.
pub async fn revoke(database: &Database, bar: &str, box_name: &str, now: Timestamp) -> Result<(), HeadError> {
    let work = move |transaction: Transaction| async move {
        let update = "UPDATE boxes SET revoked_at = COALESCE(revoked_at, $3) WHERE bar = $1 AND box = $2";
        let revoked = transaction.execute(update, &[&bar, &box_name, &moment(now)]).await?;
        // A statement of its own: it sees a second box that got its certificate while the first statement waited for the box's row.
        let hanging = "UPDATE boxes SET revoked_at = $3 WHERE bar = $1 AND asked_by = $2 AND promoted_at IS NULL AND revoked_at IS NULL";
        transaction.execute(hanging, &[&bar, &box_name, &moment(now)]).await?;
        Ok::<_, DatabaseError>(revoked)
    };
    match database.transaction(work).await? {
        0 => Err(HeadError::not_found("box")),
        _ => Ok(()),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BoxCaller {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HeadError> {
        parts.extensions.get::<BoxCaller>().cloned().ok_or_else(without_certificate)
    }
}

//! Certificate of a second box: the first box gets it from head office while the second one follows. It counts once the second box is
//! promoted: until then the journal names the first box's key.

use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::client::{HeadClient, Sent};
use super::key_files::{KeptSecond, KeyFiles, NewKey};
use super::pairing::{PairError, accept};
use super::session::OfficeSession;
use super::{ClockFn, HeadLink};
use crate::parcels::{PairAnswer, SecondRequest};
use base::Timestamp;
use web::https::{ClampedClock, box_connector};

const SECOND_PATH: &str = "/box/v1/second";

/// A certificate as the first box passes it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondCertificate {
    /// What head office answered.
    #[serde(flatten)]
    pub answer: PairAnswer,
    /// Head office's address.
    pub url: String,
    /// [`HeadOffice::key`](crate::head_office::HeadOffice::key) of the first box's connection.
    pub office: String,
}

/// A second box's new key, without a certificate.
pub struct SecondKey(NewKey);

impl HeadLink {
    /// Gets a second box's certificate from head office; `None` if this bar is not connected.
    ///
    /// # Errors
    /// [`PairError::Head`] and [`PairError::Disk`].
    pub async fn certify_second(&self, request: &SecondRequest) -> Result<Option<SecondCertificate>, PairError> {
        let parts = self.parts();
        let Some(session) = OfficeSession::open(parts).await? else { return Ok(None) };
        let clock = parts.clock.clone();
        let tls = box_connector(&session.keys.tls, ClampedClock::new(move || clock().0));
        let tls = tls.map_err(|error| PairError::Disk(error.to_string()))?;
        let (url, office) = (session.address.to_string(), session.office.key.clone());
        let mut client = HeadClient::new(session.address, tls, None, parts.pace);
        let answer: PairAnswer = client.post(SECOND_PATH, Sent::Json(request)).await.map_err(PairError::Head)?;
        Ok(Some(SecondCertificate { answer, url, office }))
    }
}

impl SecondKey {
    /// Makes a key, and the request for its certificate.
    ///
    /// # Errors
    /// [`PairError::Disk`] if there are no random bytes.
    pub fn generate() -> Result<(Self, SecondRequest), PairError> {
        let failed = |error: rcgen::Error| PairError::Disk(error.to_string());
        let key = NewKey::generate().map_err(failed)?;
        let request = BASE64.encode(key.request().map_err(failed)?);
        Ok((SecondKey(key), SecondRequest { request, version: env!("CARGO_PKG_VERSION").to_owned() }))
    }

    /// Writes key and certificate into the data folder `data`.
    ///
    /// # Errors
    /// [`PairError::Head`] if the certificate does not fit; [`PairError::Disk`].
    pub fn keep(self, data: &Path, certificate: &SecondCertificate, now: Timestamp) -> Result<(), PairError> {
        let SecondCertificate { answer, url, office } = certificate;
        let clock: ClockFn = Arc::new(move || (now, false));
        let paired = accept(&self.0, answer, None, url.clone(), &clock)?;
        let kept = KeptSecond { office: office.clone(), event: paired.event };
        KeyFiles::of(data).save_second(&paired.keys, &kept).map_err(|error| PairError::Disk(error.to_string()))
    }
}

/// The certificate that a second box has in its data folder.
pub fn kept_second(data: &Path) -> Option<KeptSecond> {
    KeyFiles::of(data).second()
}

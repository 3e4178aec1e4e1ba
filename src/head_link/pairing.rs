//! Pairing: the box makes a key, and head office signs a certificate for it against a code.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::client::{HeadClient, HeadError, Sent};
use super::journal;
use super::key_files::{Keys, NewKey};
use super::pace::Pace;
use super::status::LinkError;
use super::{ClockFn, Parts, blocking};
use crate::backup;
use crate::head_link::packing::unreadable;
use crate::head_office::HeadConnected;
use crate::parcels::{PairAnswer, PairRequest};
use crate::settings::{self, HeadAddress};
use crate::standby::Code;
use base::text;
use store::{Stored, View};
use web::https::{ClampedClock, box_connector, pairing_connector};

const PAIR_PATH: &str = "/box/v1/pair";
/// Digits of a box's name.
const BOX_DIGITS: usize = 16;
/// Longest name of a head office that is shown, in letters.
const NAME_MAX: usize = 100;

/// Why a box is not paired.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// The code is not one, or its authority is missing.
    #[error("This code is wrong, used or older than 15 minutes")]
    Code,
    /// Another request connects or disconnects the bar.
    #[error("This bar is being connected or disconnected already")]
    Busy,
    /// The bar has no name before its first account.
    #[error("This bar has no accounts yet")]
    NoBar,
    /// Head office has no good answer.
    #[error(transparent)]
    Head(HeadError),
    /// The journal cannot be read, or the disk does not take the key.
    #[error("{0}")]
    Disk(String),
}

/// A box's new key with its certificate, and the event that the journal gets once they are on the disk.
pub struct Paired {
    pub keys: Keys,
    pub event: HeadConnected,
}

/// See [`super::HeadLink::pair`].
pub async fn pair(parts: &Parts, address: HeadAddress, code: &Code) -> Result<HeadConnected, PairError> {
    let files = parts.files.clone().ok_or_else(|| PairError::Disk("This bar has no folder for a key".to_owned()))?;
    let read = blocking(parts, |view| request(view).map_err(unreadable)).await;
    let request = read.map_err(|error| PairError::Disk(error.words()))?.ok_or(PairError::NoBar)?;
    let Paired { keys, event } = exchange(address, code, request, &parts.clock, parts.pace).await?;
    let saved = tokio::task::spawn_blocking(move || files.save(&keys)).await;
    saved.map_err(|error| PairError::Disk(error.to_string()))?.map_err(|error| PairError::Disk(error.to_string()))?;
    Ok(event)
}

/// Gets a certificate for a new key with a code. `request` is all but the signing request.
///
/// # Errors
/// [`PairError`].
pub async fn exchange(address: HeadAddress, code: &Code, request: PairRequest, clock: &ClockFn, pace: Pace) -> Result<Paired, PairError> {
    let pin = code.pin().ok_or(PairError::Code)?;
    let failed = |error: rcgen::Error| PairError::Disk(error.to_string());
    let key = NewKey::generate().map_err(failed)?;
    let request = PairRequest { request: BASE64.encode(key.request().map_err(failed)?), ..request };
    let of_tls = clock.clone();
    let tls = pairing_connector(pin, ClampedClock::new(move || of_tls().0)).map_err(|error| PairError::Disk(error.to_string()))?;
    let mut client = HeadClient::new(address, tls, Some(code.secret()), pace);
    let answer: PairAnswer = client.post(PAIR_PATH, Sent::Json(&request)).await.map_err(PairError::Head)?;
    accept(&key, &answer, Some(&pin), client.address().to_string(), clock)
}

/// Checks a certificate for `key`. `pin`: the beginning of the fingerprint of its authority, if the code had one.
pub fn accept(key: &NewKey, answer: &PairAnswer, pin: Option<&[u8]>, url: String, clock: &ClockFn) -> Result<Paired, PairError> {
    let clock = clock.clone();
    let strange = |what: &str| PairError::Head(HeadError::Unexpected(what.to_owned()));
    let decode = |text: &str| BASE64.decode(text).map_err(|_| strange("a certificate that cannot be read"));
    let (certificate, authority) = (decode(&answer.certificate)?, decode(&answer.authority)?);
    if pin.is_some_and(|pin| !Sha256::digest(&authority).starts_with(pin)) {
        return Err(strange("the certificate of another authority"));
    }
    if answer.box_name.len() != BOX_DIGITS || !answer.box_name.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(strange("a box without a name"));
    }
    let name = text::line_within(&answer.name, NAME_MAX).map_err(|_| strange("a name that cannot be shown"))?;
    let keys = key.with_certificate(certificate, authority).ok_or_else(|| strange("a certificate that cannot be used"))?;
    box_connector(&keys.tls, ClampedClock::new(move || clock().0)).map_err(|_| strange("a certificate that does not fit the key"))?;
    let event = HeadConnected { name, url, box_name: answer.box_name.clone(), key: keys.hash.clone() };
    Ok(Paired { keys, event })
}

/// `None` before the bar has a name.
fn request(view: &dyn View) -> Stored<Option<PairRequest>> {
    let Some(bar) = backup::bar_name(view)? else { return Ok(None) };
    let journal = store::head(view)?;
    Ok(Some(PairRequest {
        request: String::new(),
        bar,
        journal,
        hash: journal::mark_of(view, journal)?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        business_name: settings::settings(view)?.business_name.clone(),
        demo: false,
    }))
}

impl From<LinkError> for PairError {
    fn from(error: LinkError) -> Self {
        PairError::Disk(error.words())
    }
}

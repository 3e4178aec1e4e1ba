//! Checks PINs and reset codes: one at a time on each device, within limits of its own, and with the same work for everybody.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::devices::{self, Device, EnrolmentCode};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::pin_hashes::PinHashes;
use crate::http::api::staff::pin_key::PinKey;
use crate::http::api::staff::reset_codes::ResetCodes;
use crate::settings;
use crate::staff::pins::{self, DeviceFacts, DeviceTries, GivenPin, Pin, PinCommand, device_locked, device_required, pin_off, wrong_pin};
use crate::staff::{self, User};
use base::{Actor, Refusal};
use web::password;

/// Hashes of PINs at the same time. Those of passwords have their own, so that a flood of logins delays no PIN.
const HASHES_AT_ONCE: usize = 2;
/// Locks that people share: far more than checks run at the same time.
const PEOPLE_LOCKS: usize = 64;
/// Checks of one device that run or wait; further ones are refused.
const WAITING_MAX: usize = 8;
/// `Retry-After` of a device with too many checks, in seconds.
const RETRY_SECONDS: u64 = 1;

/// State of all checks.
pub struct PinChecks {
    key: PinKey,
    hashes: Arc<PinHashes>,
    slots: Semaphore,
    gates: Mutex<HashMap<u64, Arc<Gate>>>,
    /// Checks of one person run one after another too, whatever the device; people share these.
    people: [Arc<AsyncMutex<()>>; PEOPLE_LOCKS],
    /// Hashes that were compared, for tests.
    compared: AtomicU64,
    /// Codes with which people choose a new PIN.
    pub reset_codes: ResetCodes,
}

/// Lets one check of a device through at a time: twenty guesses at once must not pass before the first one counts.
struct Gate {
    waiting: Arc<Semaphore>,
    open: Arc<AsyncMutex<()>>,
}

/// Keeps the gate of a device closed until what the PIN was for is done.
pub struct Passage {
    _waiting: OwnedSemaphorePermit,
    _open: OwnedMutexGuard<()>,
    _person: OwnedMutexGuard<()>,
}

/// A person whose PIN was right.
pub struct PinProof {
    pub user: User,
    /// The mark of the PIN that was given; the command that uses the proof compares it again.
    pub mark: String,
    _passage: Passage,
}

impl PinProof {
    /// What a command needs to know of it. The proof must be kept until the command is executed.
    pub fn given_on(&self, device: &Device) -> GivenPin {
        GivenPin { mark: self.mark.clone(), device_id: device.id, device_name: device.name.clone() }
    }
}

impl PinChecks {
    /// With the box key of a data folder; `None` for a store in memory.
    pub fn in_folder(folder: Option<PathBuf>) -> Self {
        PinChecks {
            key: PinKey::in_folder(folder.clone()),
            hashes: Arc::new(PinHashes::in_folder(folder)),
            slots: Semaphore::new(HASHES_AT_ONCE),
            gates: Mutex::default(),
            people: std::array::from_fn(|_| Arc::default()),
            compared: AtomicU64::new(0),
            reset_codes: ResetCodes::default(),
        }
    }

    /// Waits until no other check of the device or of the person runs: twenty tries of a person are twenty, from however many devices.
    ///
    /// # Errors
    /// 429 if too many wait already.
    async fn pass(&self, device_id: u64, user_id: u64) -> Result<Passage, ApiError> {
        let gate = {
            let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || Arc::new(Gate { waiting: Arc::new(Semaphore::new(WAITING_MAX)), open: Arc::default() });
            gates.entry(device_id).or_insert_with(new).clone()
        };
        let waiting = gate.waiting.clone().try_acquire_owned().map_err(|_| ApiError::too_many(RETRY_SECONDS))?;
        // Always the device first, so that two checks never wait for each other.
        let open = gate.open.clone().lock_owned().await;
        let place = usize::try_from(user_id % PEOPLE_LOCKS as u64).unwrap_or(0);
        let person = self.people[place].clone().lock_owned().await;
        Ok(Passage { _waiting: waiting, _open: open, _person: person })
    }

    /// Whether `pin` is the one with this mark. Takes as long without a mark, a hash or a key.
    async fn matches(&self, pin: &str, mark: Option<&str>) -> Result<bool, ApiError> {
        let _slot = self.slots.acquire().await.map_err(|_| ApiError::internal())?;
        let signed = self.key.sign(pin).map_err(|error| unusable_file(&error))?;
        let hash = mark.map_or(Ok(None), |mark| self.hashes.get(mark)).map_err(|error| unusable_file(&error))?;
        let known = hash.is_some() && signed.is_some();
        let (signed, hash) = (signed.unwrap_or_default(), hash.unwrap_or_else(|| password::DUMMY_PIN_HASH.to_owned()));
        self.compared.fetch_add(1, Ordering::Relaxed);
        let is_right = tokio::task::spawn_blocking(move || password::matches(&signed, &hash)).await.unwrap_or(false);
        Ok(known && is_right)
    }

    /// Hashes a person's new PIN and keeps the hash; the first one makes the box key. Returns the mark of the PIN.
    ///
    /// # Errors
    /// 500 if a file cannot be read or written.
    pub async fn keep(&self, user_id: u64, pin: &str) -> Result<String, ApiError> {
        let _slot = self.slots.acquire().await.map_err(|_| ApiError::internal())?;
        let signed = self.key.sign_new(pin).map_err(|error| unusable_file(&error))?;
        let hashes = self.hashes.clone();
        let keep = move || password::hash_pin(&signed).ok().map(|hash| hashes.keep(user_id, hash));
        match tokio::task::spawn_blocking(keep).await {
            Ok(Some(kept)) => kept.map_err(|error| unusable_file(&error)),
            Ok(None) | Err(_) => Err(ApiError::internal()),
        }
    }
}

fn unusable_file(error: &std::io::Error) -> ApiError {
    tracing::error!("the files of PINs (pin.key, pin.hashes) cannot be used: {error}");
    ApiError::internal()
}

/// What a check reads before it looks at the PIN.
struct Known {
    device: DeviceFacts,
    user: Option<User>,
    pin: Option<Pin>,
    tries: DeviceTries,
}

/// Checks the PIN of a person on a till device. Every way to give a PIN goes through here: the same counts, waits and answers.
///
/// The right PIN alone changes nothing: the command that uses the proof must end the count, as `pins::apply_signed_in` and
/// `pins::apply_right_pin` do.
///
/// # Errors
/// 403 `device_required` for a device that is no till or no longer enrolled, `device_locked`, `pin_off`, and `wrong_pin`, which counts
/// as a wrong try; 429 while the person must wait there.
pub async fn check_pin(app: &AppState, device: &Device, user_id: u64, pin: &str) -> Result<PinProof, ApiError> {
    let passage = app.pin_checks.pass(device.id, user_id).await?;
    let known = look(app, device.id, user_id)?;
    let user = known.user.filter(|user| user.is_active && known.device.admits_pin(user.id));
    let known = known.pin.filter(|_| user.is_some());
    if known.as_ref().is_some_and(|pin| pin.off) {
        return Err(pin_off().into());
    }
    let mark = known.map(|pin| pin.mark);
    if !app.pin_checks.matches(pin, mark.as_deref()).await? {
        return Err(count_wrong(app, device.id, user_id).await?);
    }
    let (Some(user), Some(mark)) = (user, mark) else { return Err(ApiError::internal()) };
    Ok(PinProof { user, mark, _passage: passage })
}

/// Checks a reset code, with the same counts and waits as a PIN. The code is not used up.
///
/// # Errors
/// As [`check_pin`], but 400 `fields.code` for a wrong code.
pub async fn check_reset_code(
    app: &AppState,
    device: &Device,
    user_id: u64,
    code: Option<&EnrolmentCode>,
) -> Result<(User, Passage), ApiError> {
    let passage = app.pin_checks.pass(device.id, user_id).await?;
    let known = look(app, device.id, user_id)?;
    let user = known.user.filter(|user| user.is_active && known.device.admits_pin(user.id));
    let is_right = code.is_some_and(|code| app.pin_checks.reset_codes.is_right(user_id, code, app.engine.running()));
    match user {
        Some(user) if is_right => Ok((user, passage)),
        _ => {
            let counted = count_wrong(app, device.id, user_id).await?;
            Err(if counted.is_wrong_pin() { Refusal::field("code", devices::WRONG_CODE).into() } else { counted })
        }
    }
}

/// Reads what is known, and refuses what must not even be tried.
fn look(app: &AppState, device_id: u64, user_id: u64) -> Result<Known, ApiError> {
    let (at, running) = (app.stamp(), app.engine.running());
    let known = app.store.read(|view| {
        let day = settings::settings(view)?.bar_time().business_day(at);
        let Some(device) = devices::device(view, device_id)? else { return Ok(None) };
        let tries = pins::tries(view, device_id, user_id)?;
        Ok(Some(Known { device: device.facts(day), user: staff::user(view, user_id)?, pin: pins::pin(view, user_id)?, tries }))
    })?;
    let known = known.filter(|known| known.device.is_till).ok_or_else(device_required)?;
    if known.device.is_locked {
        return Err(device_locked().into());
    }
    match known.tries.wait_millis(running) {
        0 => Ok(known),
        millis => Err(ApiError::too_many(millis.div_ceil(1000))),
    }
}

/// Counts a wrong try, and returns its refusal.
async fn count_wrong(app: &AppState, device_id: u64, user_id: u64) -> Result<ApiError, ApiError> {
    app.engine.run(Command::Pins(PinCommand::CountWrong { user_id, device_id }), Actor::the_box()).await?;
    let tries = app.store.read(|view| pins::tries(view, device_id, user_id))?;
    Ok(wrong_pin(tries.left()).into())
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[tokio::test]
    async fn an_unknown_person_costs_one_hash_like_a_known_one() {
        let checks = PinChecks::in_folder(None);
        assert!(!checks.matches("4071", None).await.expect("checked"), "no key, no PIN");
        let mark = checks.keep(7, "4071").await.expect("hashed");
        let mut compared = checks.compared.load(Ordering::Relaxed);
        for (pin, mark, right) in
            [("4071", Some(mark.as_str()), true), ("4072", Some(&mark), false), ("4071", Some("no mark"), false), ("4071", None, false)]
        {
            assert_eq!(checks.matches(pin, mark).await.expect("checked"), right);
            compared += 1;
            assert_eq!(checks.compared.load(Ordering::Relaxed), compared);
        }
        let cost = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        let hash = checks.hashes.get(&mark).expect("in memory").expect("kept");
        assert_eq!(cost(&hash), cost(password::DUMMY_PIN_HASH), "and the hash is as dear");
    }

    #[tokio::test]
    async fn a_device_has_one_check_at_a_time_and_few_that_wait() {
        let checks = Arc::new(PinChecks::in_folder(None));
        let first = checks.pass(1, 7).await.expect("the first");
        let waiting: Vec<_> = (1..WAITING_MAX)
            .map(|_| {
                tokio::spawn({
                    let checks = checks.clone();
                    async move { checks.pass(1, 7).await.map(drop) }
                })
            })
            .collect();
        while checks.gates.lock().expect("whole")[&1].waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(checks.pass(1, 7).await.is_err_and(|error| error.has_status(StatusCode::TOO_MANY_REQUESTS)));
        assert!(checks.pass(2, 8).await.is_ok(), "another device does not wait");
        drop(first);
        for one in waiting {
            assert!(one.await.expect("no panic").is_ok());
        }
    }
}

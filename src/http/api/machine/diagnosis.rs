//! One file for the person who helps: what the machine is and how it does. Holds no name of a person or customer, no sum and no password.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::room;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::Admin;
use crate::machine::notes;
use crate::machine::update_memory::LastResult;
use crate::machine::updates::VERSION;
use crate::settings;
use crate::tax::TaxMode;
use appliance::network::{Abilities, Band, Interface, Mode};
use appliance::software::Slot;

/// The file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    at: String,
    version: &'static str,
    /// Version and checksum of the root that runs.
    build: Option<String>,
    /// Version of the operating system's kernel.
    kernel: String,
    running_seconds: u64,
    /// Null if the machine has no updates.
    roots: Option<Vec<Slot>>,
    last_update: Option<LastResult>,
    /// Free bytes of the partition with the bar's data, and all of them.
    free_bytes: Option<u64>,
    total_bytes: Option<u64>,
    /// Number of entries in the journal.
    journal_entries: u64,
    /// Why the last backup failed.
    backup_error: Option<String>,
    /// Age of the newest backup.
    backup_age_seconds: Option<u64>,
    time_zone: String,
    settings: SettingFacts,
    /// Null if the machine has no network service.
    network: Option<NetworkFacts>,
    printers: Vec<PrinterFacts>,
    /// What the kernel said of the memory card.
    card_errors: Vec<String>,
    /// The newest errors of the machine's log.
    errors: Vec<String>,
}

/// The network without names and passwords.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkFacts {
    mode: Mode,
    interfaces: Vec<Interface>,
    can: Abilities,
    country: String,
    band: Band,
    channel: u8,
    max_stations: u8,
}

/// What the bar uses, without names and sums.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DiagnosisSettings)]
pub struct SettingFacts {
    day_starts_at: String,
    /// `off`, `drawer`, `drawers` or `purses`.
    cash: &'static str,
    tax: TaxMode,
    /// Payment methods that staff can choose.
    methods: usize,
}

/// A printer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrinterFacts {
    id: u64,
    url: String,
    profile: String,
}

/// Returns the file.
#[utoipa::path(get, path = "/api/box/diagnosis", tag = "machine", responses(
    (status = 200, body = Diagnosis), (status = 401), (status = 403), (status = 404)))]
pub async fn get(State(app): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let machine = app.machine.as_deref().ok_or_else(|| ApiError::not_found("machine"))?;
    let settings = app.store.read(settings::settings)?;
    let overview = app.backups.overview(app.engine.estimated_now());
    let network = machine.network().await.ok().map(|network| NetworkFacts {
        mode: network.settings.mode,
        interfaces: network.interfaces,
        can: network.abilities,
        country: network.settings.wifi.country,
        band: network.settings.wifi.band,
        channel: network.settings.wifi.channel,
        max_stations: network.settings.wifi.max_stations,
    });
    let printers =
        settings.printers.iter().map(|printer| PrinterFacts { id: printer.id, url: printer.url.clone(), profile: printer.profile.clone() });
    let disk = app.store.folder().and_then(|folder| room(folder.path()).ok());
    let diagnosis = Diagnosis {
        at: app.now().to_string(),
        version: VERSION,
        build: notes::build(),
        kernel: rustix::system::uname().release().to_string_lossy().into_owned(),
        running_seconds: app.engine.running() / 1000,
        roots: machine.slots().await.ok(),
        last_update: app.updates.as_ref().and_then(|updates| updates.memory().last),
        free_bytes: disk.as_ref().map(|disk| disk.free),
        total_bytes: disk.as_ref().map(|disk| disk.total),
        journal_entries: store::journal_head(&app.store)?,
        backup_error: overview.last_error,
        backup_age_seconds: overview.age_seconds,
        time_zone: settings.time_zone.clone(),
        settings: SettingFacts {
            day_starts_at: settings.day_starts_at.clone(),
            cash: settings.cash.mode.as_str(),
            tax: settings.tax.mode,
            methods: settings.methods.iter().filter(|method| method.enabled).count(),
        },
        network,
        printers: printers.collect(),
        card_errors: notes::card_errors(),
        errors: notes::errors(),
    };
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_DISPOSITION, "attachment; filename=\"barback-diagnosis.json\"")];
    Ok((headers, Json(diagnosis)).into_response())
}

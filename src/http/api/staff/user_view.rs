//! What calls say of staff accounts.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::head_link::chain::ChainView;
use crate::staff::pins::{self, PinStatus};
use crate::staff::{self, User};
use base::Role;
use store::{Stored, View};

/// A staff account, without the password and its hash.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    id: u64,
    username: String,
    email: Option<String>,
    role: Role,
    first_name: Option<String>,
    last_name: Option<String>,
    phone: Option<String>,
    is_active: bool,
    created_at: String,
    last_login_at: Option<String>,
    must_change_password: bool,
    /// Whether the person has completed, closed or skipped the tour of the screens.
    tour_done: bool,
    pin_status: PinStatusView,
    /// Its link to head office; null if it is the bar's alone.
    chain: Option<ChainView>,
}

/// A person of the staff: as much as a manager needs to choose one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffName)]
pub struct StaffNameView {
    id: u64,
    username: String,
    /// First name, or username.
    name: String,
    role: Role,
    pin_status: PinStatusView,
}

/// Whether an account has a PIN for enrolled devices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PinStatus)]
pub enum PinStatusView {
    None,
    Set,
    /// Too many wrong tries: it is off until its owner gives the password.
    Off,
}

impl From<PinStatus> for PinStatusView {
    fn from(status: PinStatus) -> Self {
        match status {
            PinStatus::None => PinStatusView::None,
            PinStatus::Set => PinStatusView::Set,
            PinStatus::Off => PinStatusView::Off,
        }
    }
}

impl StaffNameView {
    /// The person, with the status of the PIN.
    pub fn load(view: &dyn View, user: User) -> Stored<Self> {
        let pin_status = pins::pin_status(view, user.id)?.into();
        let name = user.first_name.unwrap_or_else(|| user.username.clone());
        Ok(StaffNameView { id: user.id, username: user.username, name, role: user.role, pin_status })
    }
}

impl UserView {
    /// The account, with the status of its PIN.
    pub fn load(view: &dyn View, user: &User) -> Stored<Self> {
        Ok(UserView {
            id: user.id,
            username: user.username.clone(),
            email: user.email.clone(),
            role: user.role,
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            phone: user.phone.clone(),
            is_active: user.is_active,
            created_at: user.created_at.to_string(),
            last_login_at: user.last_login_at.map(|at| at.to_string()),
            must_change_password: user.must_change_password,
            tour_done: user.tour_done,
            pin_status: pins::pin_status(view, user.id)?.into(),
            chain: staff::chain::chain_of(view, user.id)?.map(ChainView::of_user),
        })
    }
}

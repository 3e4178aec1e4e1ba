//! Which right a print job needs: who retries, moves or cancels it must be allowed to print its paper.

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::tills::access::{is_till_of, sees_report_of, sees_shift};
use crate::http::contract::readers::{ReportReader, SheetReader};
use crate::http::contract::session::Caller;
use crate::printing::{self, JobKind};
use crate::tills;
use base::{Refusal, Role};
use store::{Stored, View};

/// The right that prints a paper.
enum PaperRight {
    /// All staff: what guests, the bar and the kitchen get.
    Staff,
    /// Managers and admins, by PIN too.
    ShiftManager,
    /// Managers and admins, with the password.
    Manager,
    /// Admins, and the manager with this id, whose view of the staff it is.
    ManagerOr {
        manager_id: u64,
    },
    Admin,
    /// Who reads the reports.
    Reports,
    /// Who reads the truth sheets.
    Sheets,
    /// Who reads the X and Z of a person's shift; `None` for a shift that is not there.
    ShiftReport {
        responsible_id: Option<u64>,
    },
    /// Who sees this shift.
    Shift {
        shift_id: u64,
    },
    /// Who may use this till; `None` for one that is not there.
    Till {
        till_id: Option<u64>,
    },
}

impl PaperRight {
    /// The right of the call that prints such a paper. Papers that the box prints by itself are for all staff, or for those who use their till.
    fn of(view: &dyn View, kind: &JobKind) -> Stored<Self> {
        Ok(match kind {
            JobKind::Receipt { .. }
            | JobKind::Bill { .. }
            | JobKind::PaymentSlip { .. }
            | JobKind::Ticket(_)
            | JobKind::Cancellation(_)
            | JobKind::Moved(_)
            | JobKind::Drawer { .. } => PaperRight::Staff,
            JobKind::TestPage | JobKind::Slip { .. } | JobKind::Tax { .. } | JobKind::Exceptions { manager_id: None, .. } => {
                PaperRight::Admin
            }
            JobKind::Exceptions { manager_id: Some(id), .. } => PaperRight::ManagerOr { manager_id: *id },
            JobKind::Bills { .. } | JobKind::Cash { .. } | JobKind::Tips { .. } => PaperRight::ShiftManager,
            JobKind::Hours { .. } => PaperRight::Manager,
            JobKind::Report { .. } => PaperRight::Reports,
            JobKind::Sheet { .. } => PaperRight::Sheets,
            JobKind::ShiftX { shift_id } => {
                PaperRight::ShiftReport { responsible_id: tills::shift(view, *shift_id)?.map(|shift| shift.responsible.id) }
            }
            JobKind::Z { number, .. } => {
                PaperRight::ShiftReport { responsible_id: tills::z(view, *number)?.map(|z| z.report.responsible_id) }
            }
            JobKind::CountSlip { shift_id } => PaperRight::Shift { shift_id: *shift_id },
            JobKind::DropSlip { movement_id } | JobKind::PayOutSlip { movement_id } => {
                PaperRight::Till { till_id: tills::movement(view, *movement_id)?.map(|movement| movement.till_id) }
            }
        })
    }
}

/// Refuses a caller who may not print the paper of this job. A job that does not exist is refused where it is looked for.
///
/// # Errors
/// 403 `forbidden`; 403 `password_required` for a manager who signed in by PIN, where the paper needs the password.
pub fn may_have(app: &AppState, caller: &Caller, job_id: u64) -> Result<(), ApiError> {
    let right = app.store.read(|view| printing::job(view, job_id)?.map(|job| PaperRight::of(view, &job.kind)).transpose())?;
    let Some(right) = right else { return Ok(()) };
    let role = caller.user.role;
    let at_least = |least: Role| if role < least { Err(ApiError::from(Refusal::forbidden())) } else { Ok(()) };
    let only_if = |may: bool| if may { Ok(()) } else { Err(ApiError::from(Refusal::forbidden())) };
    match right {
        PaperRight::Staff => Ok(()),
        PaperRight::ShiftManager => at_least(Role::Manager),
        PaperRight::Manager => at_least(Role::Manager).and_then(|()| caller.has_password()),
        PaperRight::ManagerOr { manager_id } => {
            at_least(Role::Manager)?;
            only_if(role >= Role::Admin || caller.user.id == manager_id)?;
            caller.has_password()
        }
        PaperRight::Admin => at_least(Role::Admin).and_then(|()| caller.has_password()),
        PaperRight::Reports => at_least(Role::Manager).and_then(|()| ReportReader::of(caller.clone(), app).map(drop)),
        PaperRight::Sheets => at_least(Role::Manager).and_then(|()| SheetReader::of(caller.clone(), app).map(drop)),
        PaperRight::ShiftReport { responsible_id } => only_if(sees_report_of(app, caller, responsible_id)?),
        PaperRight::Shift { shift_id } => only_if(sees_shift(app, caller, shift_id)?),
        PaperRight::Till { till_id } => only_if(is_till_of(app, caller, till_id)?),
    }
}

//! Decides changes of the list of reasons: unique names within a kind, and not too many of a kind.

use super::{REASONS_MAX, Reason, ReasonKind, ReasonSaved};
use base::text::fold;
use base::{Decided, Refusal};

/// A change of the list.
#[derive(Debug, Clone)]
pub enum ReasonsCommand {
    /// Adds a reason.
    Add { kind: ReasonKind, name: String, active: bool, return_stock: bool, note_required: bool },
    /// Changes what is given; `None` keeps. `kind` must be the reason's own.
    Change {
        reason_id: u64,
        kind: Option<ReasonKind>,
        name: Option<String>,
        active: Option<bool>,
        return_stock: Option<bool>,
        note_required: Option<bool>,
    },
}

/// Decides a change. `all` are all reasons, hidden ones included.
///
/// # Errors
/// 404 for an unknown reason; 400 for another kind; 409 `taken` for a name that the kind has already, `conflict` for more than
/// [`REASONS_MAX`] of a kind.
pub fn decide(command: &ReasonsCommand, all: &[Reason], next_id: u64) -> Decided<Vec<ReasonSaved>> {
    let taken = |kind: ReasonKind, name: &str, own: Option<u64>| {
        all.iter().any(|reason| reason.kind == kind && fold(&reason.name) == fold(name) && Some(reason.id) != own)
    };
    match command {
        ReasonsCommand::Add { kind, name, active, return_stock, note_required } => {
            if taken(*kind, name, None) {
                return Err(name_taken());
            }
            if all.iter().filter(|reason| reason.kind == *kind).count() >= REASONS_MAX {
                return Err(Refusal::conflict(format!("There are {REASONS_MAX} reasons of this kind already. Rename one of them.")));
            }
            let reason = Reason {
                id: next_id,
                kind: *kind,
                name: name.clone(),
                active: *active,
                return_stock: *return_stock,
                note_required: *note_required,
            };
            Ok(vec![ReasonSaved { reason, is_new: true }])
        }
        ReasonsCommand::Change { reason_id, kind, name, active, return_stock, note_required } => {
            let before = all.iter().find(|reason| reason.id == *reason_id).ok_or_else(|| Refusal::not_found("reason"))?;
            if kind.is_some_and(|kind| kind != before.kind) {
                return Err(Refusal::field("kind", "A reason keeps its kind"));
            }
            if name.as_ref().is_some_and(|name| taken(before.kind, name, Some(before.id))) {
                return Err(name_taken());
            }
            let reason = Reason {
                name: name.as_ref().unwrap_or(&before.name).clone(),
                active: active.unwrap_or(before.active),
                return_stock: return_stock.unwrap_or(before.return_stock),
                note_required: note_required.unwrap_or(before.note_required),
                ..before.clone()
            };
            Ok(if reason == *before { Vec::new() } else { vec![ReasonSaved { reason, is_new: false }] })
        }
    }
}

fn name_taken() -> Refusal {
    Refusal::taken("name", "There is a reason with this name")
}

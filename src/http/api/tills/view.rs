//! Tills, shifts, counts and movements in answers. They show no expected cash and no difference to a person who counts blind.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::contract::session::Caller;
use crate::settings::{BartendersSee, Settings};
use crate::tills::{
    self, BadReason, Count, Movement, MovementKind, MovementStatus, Person, RecordedCount, Shift, ShiftState, TillKind, TillState,
    expected, z_name,
};
use base::{Cash, CurrencyCode, Role};
use store::{Stored, View};

/// What a person may see of cash.
#[derive(Debug, Clone, Copy)]
pub struct Sight {
    is_manager: bool,
    is_blind: bool,
    /// The only person of whose shifts expected cash is shown; `None`: of all.
    only_of: Option<u64>,
}

impl Sight {
    /// That of a person who reads the whole report of a shift.
    pub const ALL: Sight = Sight { is_manager: true, is_blind: false, only_of: None };

    /// That of a caller.
    pub fn of(caller: &Caller, settings: &Settings) -> Self {
        let is_manager = caller.user.role >= Role::Manager;
        let sees_all = is_manager || settings.people.bartenders_see == BartendersSee::All;
        Sight { is_manager, is_blind: settings.counts_blind(caller.user.role), only_of: (!sees_all).then_some(caller.user.id) }
    }

    /// Managers see every till; others only some.
    pub fn is_manager(self) -> bool {
        self.is_manager
    }

    /// Whether expected cash and differences are kept from the person.
    pub fn is_blind(self) -> bool {
        self.is_blind
    }

    /// Cash that sums up what a shift took, of the person responsible for it.
    fn seen(self, responsible_id: u64, cash: Option<Cash>) -> (Option<String>, Option<String>) {
        texts(cash.filter(|_| !self.is_blind && self.only_of.is_none_or(|id| id == responsible_id)))
    }
}

/// Both amounts as texts, or two nulls.
pub fn texts(cash: Option<Cash>) -> (Option<String>, Option<String>) {
    cash.map_or((None, None), |cash| (Some(cash.usd.to_string()), Some(cash.lrd.to_string())))
}

/// A till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Till)]
pub struct TillView {
    id: u64,
    name: String,
    kind: TillKind,
    /// Whether all staff use it.
    shared: bool,
    /// The person who uses a purse or a personal drawer.
    user_id: Option<u64>,
    /// The printer at which cash opens the drawer.
    printer_id: Option<u64>,
    #[serde(rename = "usualFloatUSD")]
    usual_float_usd: String,
    #[serde(rename = "usualFloatLRD")]
    usual_float_lrd: String,
    open_shift_id: Option<u64>,
    /// Expected cash of the open shift, else what the last close left; a safe's balance. Null for bartenders where they count blind.
    #[serde(rename = "cashUSD")]
    cash_usd: Option<String>,
    #[serde(rename = "cashLRD")]
    cash_lrd: Option<String>,
}

impl TillView {
    /// A till as `sight` allows to see it.
    pub fn load(view: &dyn View, state: TillState, sight: Sight) -> Stored<Self> {
        let shift = state.open_shift.as_ref().map_or(Ok(None), |running| tills::shift(view, running.shift_id))?;
        let hides_safe = state.till.kind == TillKind::Safe && !sight.is_manager();
        let (cash_usd, cash_lrd) = match shift {
            Some(shift) => sight.seen(shift.responsible.id, Some(expected(&shift, &tills::sums(view, shift.id)?))),
            None => texts(Some(state.balance()).filter(|_| !hides_safe && !sight.is_blind)),
        };
        let TillState { till, open_shift, .. } = state;
        Ok(TillView {
            id: till.id,
            name: till.name,
            kind: till.kind,
            shared: till.shared,
            user_id: till.user_id,
            printer_id: till.printer_id,
            usual_float_usd: till.usual_float.usd.to_string(),
            usual_float_lrd: till.usual_float.lrd.to_string(),
            open_shift_id: open_shift.map(|running| running.shift_id),
            cash_usd,
            cash_lrd,
        })
    }
}

/// Pieces of one note or coin.
#[derive(Serialize, ToSchema)]
#[schema(as = CountPiece)]
pub struct PieceView {
    currency: CurrencyCode,
    #[schema(example = "20.00")]
    value: String,
    quantity: u32,
}

/// Notes that a count leaves out.
#[derive(Serialize, ToSchema)]
#[schema(as = BadNotes)]
pub struct BadView {
    currency: CurrencyCode,
    amount: String,
    reason: BadReason,
}

/// A count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Count)]
pub struct CountView {
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
    pieces: Vec<PieceView>,
    bad: Vec<BadView>,
}

impl CountView {
    pub fn new(count: &Count) -> Self {
        let in_currency = |currency, amount| Cash::of(currency, amount).in_currency(currency);
        CountView {
            amount_usd: count.amount.usd.to_string(),
            amount_lrd: count.amount.lrd.to_string(),
            pieces: count
                .pieces
                .iter()
                .map(|piece| PieceView {
                    currency: piece.currency,
                    value: in_currency(piece.currency, piece.value),
                    quantity: piece.quantity,
                })
                .collect(),
            bad: count
                .bad
                .iter()
                .map(|bad| BadView { currency: bad.currency, amount: in_currency(bad.currency, bad.amount), reason: bad.reason })
                .collect(),
        }
    }
}

/// A count with its person and time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecordedCount)]
pub struct RecordedCountView {
    #[serde(flatten)]
    count: CountView,
    user_name: String,
    at: String,
}

impl RecordedCountView {
    pub fn new(recorded: &RecordedCount) -> Self {
        RecordedCountView { count: CountView::new(&recorded.count), user_name: recorded.by.name.clone(), at: recorded.at.to_string() }
    }
}

/// A shift of a till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shift)]
pub struct ShiftView {
    id: u64,
    till_id: u64,
    till_name: String,
    state: ShiftState,
    responsible_id: u64,
    responsible_name: String,
    /// False until the person who took over confirms what is in the till.
    confirmed: bool,
    #[schema(example = "2026-11-21")]
    business_day: String,
    opened_at: String,
    opened_by: String,
    opening: CountView,
    /// Name of the person who is counting it; null while it is not counted.
    counting_by: Option<String>,
    counting_since: Option<String>,
    /// Cash payments and movements since counting began.
    cash_since: u32,
    counts: Vec<RecordedCountView>,
    closed_at: Option<String>,
    closed_by: Option<String>,
    #[schema(example = "Z-000012")]
    z_number: Option<String>,
    /// What stays in the till; null while it is open.
    #[serde(rename = "leaveUSD")]
    leave_usd: Option<String>,
    #[serde(rename = "leaveLRD")]
    leave_lrd: Option<String>,
    /// Counted at the opening less what was there; null for the first opening of a till.
    #[serde(rename = "openingDifferenceUSD")]
    opening_difference_usd: Option<String>,
    #[serde(rename = "openingDifferenceLRD")]
    opening_difference_lrd: Option<String>,
    #[serde(rename = "expectedUSD")]
    expected_usd: Option<String>,
    #[serde(rename = "expectedLRD")]
    expected_lrd: Option<String>,
    /// Counted less expected; null while it is open, and without a count.
    #[serde(rename = "overShortUSD")]
    over_short_usd: Option<String>,
    #[serde(rename = "overShortLRD")]
    over_short_lrd: Option<String>,
}

impl ShiftView {
    /// A shift as `sight` allows to see it.
    pub fn load(view: &dyn View, shift: &Shift, sight: Sight) -> Stored<Self> {
        let closing = shift.closing.as_ref();
        let expected = match closing {
            Some(closing) => closing.expected,
            None => expected(shift, &tills::sums(view, shift.id)?),
        };
        let seen = |cash: Option<Cash>| sight.seen(shift.responsible.id, cash);
        let (leave_usd, leave_lrd) = seen(closing.map(|closing| closing.left));
        let (opening_difference_usd, opening_difference_lrd) = seen(shift.opening_difference);
        let (expected_usd, expected_lrd) = seen(Some(expected));
        let (over_short_usd, over_short_lrd) = seen(closing.and_then(|closing| closing.over_short));
        Ok(ShiftView {
            id: shift.id,
            till_id: shift.till_id,
            till_name: shift.till_name.clone(),
            state: shift.state,
            responsible_id: shift.responsible.id,
            responsible_name: shift.responsible.name.clone(),
            confirmed: shift.confirmed,
            business_day: shift.business_day.to_string(),
            opened_at: shift.opened_at.to_string(),
            opened_by: shift.opened_by.name.clone(),
            opening: CountView::new(&shift.opening),
            counting_by: shift.counting.as_ref().map(|(person, _)| person.name.clone()),
            counting_since: shift.counting.as_ref().map(|(_, at)| at.to_string()),
            cash_since: shift.cash_since,
            counts: shift.counts.iter().map(RecordedCountView::new).collect(),
            closed_at: closing.map(|closing| closing.at.to_string()),
            closed_by: closing.map(|closing| closing.by.name.clone()),
            z_number: closing.map(|closing| z_name(closing.z_number)),
            leave_usd,
            leave_lrd,
            opening_difference_usd,
            opening_difference_lrd,
            expected_usd,
            expected_lrd,
            over_short_usd,
            over_short_lrd,
        })
    }
}

/// A movement of cash.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CashMovement)]
pub struct MovementView {
    id: u64,
    till_id: u64,
    shift_id: Option<u64>,
    kind: MovementKind,
    /// Change of the till's cash; negative when cash leaves it.
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
    /// Of an exchange: what it brought more than the rate.
    #[serde(rename = "rateGainLRD")]
    rate_gain_lrd: Option<String>,
    other_till_id: Option<u64>,
    reason_id: Option<u64>,
    reason: Option<String>,
    user_name: String,
    approved_by: Option<String>,
    /// Whose tips were paid out.
    for_user_name: Option<String>,
    status: MovementStatus,
    corrects_id: Option<u64>,
    /// Whether what it reverses belongs to a closed shift.
    for_earlier_shifts: bool,
    business_day: String,
    hour: u8,
    at: String,
    /// What a safe holds after it; null for other tills.
    #[serde(rename = "balanceUSD")]
    balance_usd: Option<String>,
    #[serde(rename = "balanceLRD")]
    balance_lrd: Option<String>,
}

impl MovementView {
    /// A movement as `sight` allows to see it: what a safe holds is for managers.
    pub fn new(movement: &Movement, sight: Sight) -> Self {
        let (balance_usd, balance_lrd) = texts(movement.balance.filter(|_| sight.is_manager));
        let name = |person: &Option<Person>| person.as_ref().map(|person| person.name.clone());
        MovementView {
            id: movement.id,
            till_id: movement.till_id,
            shift_id: movement.shift_id,
            kind: movement.kind,
            amount_usd: movement.amount.usd.to_string(),
            amount_lrd: movement.amount.lrd.to_string(),
            rate_gain_lrd: movement.rate_gain.map(|gain| gain.to_string()),
            other_till_id: movement.other_till_id,
            reason_id: movement.listed_reason.as_ref().map(|reason| reason.id),
            reason: movement.reason.clone(),
            user_name: movement.by.name.clone(),
            approved_by: movement.approval.as_ref().map(|approval| approval.approved_by.clone()),
            for_user_name: name(&movement.for_user),
            status: movement.status,
            corrects_id: movement.corrects_id,
            for_earlier_shifts: movement.for_earlier_shifts,
            business_day: movement.when.day.to_string(),
            hour: movement.when.hour,
            at: movement.at.to_string(),
            balance_usd,
            balance_lrd,
        }
    }
}

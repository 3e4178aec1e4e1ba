//! Which till takes the money of a request.

use super::{TillKind, TillState};
use crate::payments::{Booking, TillChoice, TillRequest};
use base::{Actor, Role};

/// Chooses the till of a request: the one that it names; the person's own open purse or drawer; the device's; the only open shared drawer.
pub(super) fn choose(tills: &[TillState], required: bool, actor: &Actor, request: TillRequest) -> TillChoice {
    let open = || tills.iter().filter_map(|state| Some((state, state.open_shift?)));
    let found = |state: &TillState| {
        let shift_id = state.open_shift.map(|running| running.shift_id)?;
        Some(TillChoice::Found(Booking::Shift { till_id: state.till.id, shift_id }))
    };
    if let Some(id) = request.till_id {
        let named = tills.iter().find(|state| state.till.id == id);
        let usable = named.filter(|state| state.is_usable_by(actor)).and_then(found);
        let name = named.map_or_else(|| format!("till {id}"), |state| state.till.name.clone());
        return usable.unwrap_or(TillChoice::NotOpen { name });
    }
    let is_own = |state: &TillState, responsible: u64| responsible == actor.id && !state.till.shared;
    let own = open().find(|(state, running)| is_own(state, running.responsible_id));
    let of_device = || open().find(|(state, _)| Some(state.till.id) == request.device_till_id && state.is_usable_by(actor));
    if let Some((state, _)) = own.or_else(of_device) {
        return found(state).unwrap_or(TillChoice::None { required });
    }
    let shared: Vec<&TillState> = open().map(|(state, _)| state).filter(|state| state.till.shared).collect();
    match shared.as_slice() {
        [] => TillChoice::None { required },
        [one] => found(one).unwrap_or(TillChoice::None { required }),
        several => TillChoice::Several(several.iter().map(|state| (state.till.id, state.till.name.clone())).collect()),
    }
}

impl TillState {
    /// Whether a person may use it: managers every till, others as the kind of the till says.
    pub fn is_usable_by(&self, actor: &Actor) -> bool {
        if actor.role >= Role::Manager {
            return true;
        }
        let responsible = self.open_shift.map(|running| running.responsible_id);
        match self.till.kind {
            TillKind::Safe => false,
            TillKind::Drawer if self.till.shared => true,
            TillKind::Drawer | TillKind::Purse => responsible.or(self.till.user_id).is_none_or(|user_id| user_id == actor.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::Tender;
    use crate::tills::{RunningShift, Till};
    use base::{Cash, Code};

    fn actor(id: u64, role: Role) -> Actor {
        Actor { id, name: "musa".to_owned(), role }
    }

    fn till(id: u64, kind: TillKind, shared: bool, responsible: Option<u64>) -> TillState {
        let till = Till { id, name: format!("till {id}"), kind, shared, user_id: None, printer_id: None, usual_float: Cash::ZERO };
        let open_shift = responsible.map(|responsible_id| RunningShift { shift_id: id * 10, responsible_id, counting: false });
        TillState { open_shift, ..TillState::new(till) }
    }

    fn found(till_id: u64) -> TillChoice {
        TillChoice::Found(Booking::Shift { till_id, shift_id: till_id * 10 })
    }

    #[test]
    fn the_till_is_the_named_then_the_own_then_the_devices_then_the_only_shared_one() {
        let musa = actor(7, Role::Bartender);
        let at = |till_id, device_till_id| TillRequest { till_id, device_till_id };
        let drawers = [till(1, TillKind::Drawer, true, Some(9)), till(2, TillKind::Safe, false, None)];
        assert_eq!(choose(&drawers, false, &musa, at(None, None)), found(1));
        let two = [till(1, TillKind::Drawer, true, Some(9)), till(2, TillKind::Drawer, true, Some(8))];
        assert_eq!(choose(&two, false, &musa, at(None, Some(2))), found(2));
        assert_eq!(choose(&two, false, &musa, at(Some(2), Some(1))), found(2));
        assert_eq!(
            choose(&two, false, &musa, at(None, None)),
            TillChoice::Several(vec![(1, "till 1".to_owned()), (2, "till 2".to_owned())])
        );
        let purses =
            [till(1, TillKind::Drawer, true, Some(9)), till(2, TillKind::Purse, false, Some(7)), till(3, TillKind::Purse, false, Some(8))];
        assert_eq!(choose(&purses, false, &musa, at(None, Some(1))), found(2));
        assert_eq!(choose(&purses, false, &musa, at(Some(3), None)), TillChoice::NotOpen { name: "till 3".to_owned() });
        assert_eq!(choose(&purses, false, &actor(5, Role::Manager), at(Some(3), None)), found(3));
        assert_eq!(choose(&[till(1, TillKind::Drawer, true, None)], true, &musa, at(None, Some(1))), TillChoice::None { required: true });
    }

    #[test]
    fn only_cash_is_refused_for_its_till() {
        let tender = |method: &str, amount| {
            vec![Tender {
                method: crate::methods::PaymentMethod::named(method),
                currency: base::CurrencyCode::Usd,
                amount,
                reference: None,
            }]
        };
        let (cash, card) = (tender("cash", 100), tender("card", 100));
        let change = Cash { usd: base::Usd::minor(1), ..Cash::ZERO };
        for (choice, code) in [
            (TillChoice::NotOpen { name: "Drawer".to_owned() }, Code::NoShift),
            (TillChoice::None { required: true }, Code::NoShift),
            (TillChoice::Several(vec![(1, "Drawer".to_owned())]), Code::ChooseTill),
        ] {
            assert_eq!(choice.book(&cash, Cash::ZERO).expect_err("cash").code, code);
            assert_eq!(choice.book(&card, change).expect_err("change is cash").code, code);
            assert_eq!(choice.book(&card, Cash::ZERO), Ok(Some(Booking::Unassigned)));
        }
        assert_eq!(TillChoice::None { required: false }.book(&cash, Cash::ZERO), Ok(Some(Booking::Unassigned)));
        assert_eq!(TillChoice::Off.book(&cash, change), Ok(None));
    }
}

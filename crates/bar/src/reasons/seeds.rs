//! The reasons of a bar that has changed none.
//!
//! They are no entries of the journal: a bar has them from its first day on, also one that is older than they are. Records name them by
//! their ids, which follow from the order here. So this list never changes; a further reason of a new bar needs an event.

use super::{Reason, ReasonKind};

/// Kind, name, and whether goods go back to stock.
const SEEDS: [(ReasonKind, &str, bool); 26] = [
    (ReasonKind::Void, "Wrong item", true),
    (ReasonKind::Void, "Guest changed mind", true),
    (ReasonKind::Void, "Entered twice", true),
    (ReasonKind::Void, "Badly made", false),
    (ReasonKind::Discount, "Regular guest", false),
    (ReasonKind::Discount, "Staff price", false),
    (ReasonKind::Discount, "Complaint", false),
    (ReasonKind::Comp, "Owner's guest", false),
    (ReasonKind::Comp, "Complaint", false),
    (ReasonKind::Comp, "Staff drink", false),
    (ReasonKind::Waste, "Broken bottle", false),
    (ReasonKind::Waste, "Spilled", false),
    (ReasonKind::Waste, "Spoiled", false),
    (ReasonKind::Waste, "Expired", false),
    (ReasonKind::WalkOut, "Left without paying", false),
    (ReasonKind::PayOut, "Ice", false),
    (ReasonKind::PayOut, "Fuel", false),
    (ReasonKind::PayOut, "Transport", false),
    (ReasonKind::PayOut, "DJ", false),
    (ReasonKind::PayOut, "Security", false),
    (ReasonKind::PayOut, "Supplier", false),
    (ReasonKind::NoSale, "Make change", false),
    (ReasonKind::NoSale, "Opened by mistake", false),
    (ReasonKind::GuestRefusal, "Sold out", false),
    (ReasonKind::GuestRefusal, "Kitchen closed", false),
    (ReasonKind::GuestRefusal, "Please come to the bar", false),
];

/// The number of seeds; the first reason that a bar adds has the id after it.
pub(super) const SEED_COUNT: u64 = SEEDS.len() as u64;

/// The seeds, by id from 1.
pub(super) fn seeds() -> impl Iterator<Item = Reason> {
    SEEDS.into_iter().zip(1..).map(|((kind, name, return_stock), id)| Reason {
        id,
        kind,
        name: name.to_owned(),
        active: true,
        return_stock,
        note_required: false,
    })
}

/// The seed with this id.
pub(super) fn seed(id: u64) -> Option<Reason> {
    seeds().find(|reason| reason.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_every_journal_keep_the_meaning_of_their_ids() {
        assert_eq!(SEED_COUNT, 26);
        for (id, name) in
            [(1, "Wrong item"), (4, "Badly made"), (5, "Regular guest"), (15, "Left without paying"), (26, "Please come to the bar")]
        {
            assert_eq!(seed(id).map(|reason| reason.name), Some(name.to_owned()));
        }
        assert_eq!(seed(27), None);
        assert_eq!(seeds().filter(|reason| reason.return_stock).map(|reason| reason.id).collect::<Vec<_>>(), [1, 2, 3]);
    }
}

//! The proof that the journal is the only truth: all tables made anew from it, in memory, and compared to the byte.

use std::collections::BTreeSet;

use barback::engine::rebuild;
use barback::store::{MemoryTables, Store, head_of};
use barback::{catalog, stock};

/// Fails unless the tables of `store` are what its journal says, and the movements of each product sum to its stock.
#[track_caller]
pub fn prove(store: &Store) {
    loop {
        let head = head_of(store).expect("a head");
        let kept = store.derived_tables().expect("the tables");
        let mut rebuilt = MemoryTables::new();
        let entries = store.read(|view| rebuild(view, &mut rebuilt)).expect("the journal can be read");
        // A print job may have moved on meanwhile: then what was compared are two moments.
        if entries == head && head_of(store).expect("a head") == head {
            compare(&kept, &rebuilt);
            return movements_sum_to_the_stock(store);
        }
    }
}

#[track_caller]
fn compare(kept: &MemoryTables, rebuilt: &MemoryTables) {
    let (kept, rebuilt) = (kept.derived(), rebuilt.derived());
    let names: BTreeSet<&str> = kept.keys().chain(rebuilt.keys()).copied().collect();
    for name in names {
        let (kept, rebuilt) = (kept.get(name), rebuilt.get(name));
        assert!(kept.is_some() && rebuilt.is_some(), "table {name}: kept {}, rebuilt {}", kept.is_some(), rebuilt.is_some());
        let (Some(kept), Some(rebuilt)) = (kept, rebuilt) else { continue };
        for key in kept.keys().chain(rebuilt.keys()) {
            assert_eq!(
                kept.get(key).map(|row| String::from_utf8_lossy(row)),
                rebuilt.get(key).map(|row| String::from_utf8_lossy(row)),
                "table {name}, key {:?}: left is what the store has, right what the journal makes of it",
                String::from_utf8_lossy(key)
            );
        }
        assert_eq!(kept, rebuilt, "table {name}");
    }
}

#[track_caller]
fn movements_sum_to_the_stock(store: &Store) {
    let look = store.read(|view| {
        for id in (1..).take_while(|id| matches!(catalog::any_product(view, *id), Ok(Some(_)))) {
            let sum: i64 = stock::movements(view, id, u64::MAX, usize::MAX)?.iter().map(|movement| movement.delta).sum();
            assert_eq!(sum, stock::level(view, id)?, "the movements of product {id} do not sum to its stock");
        }
        Ok(())
    });
    look.expect("the store can be read");
}

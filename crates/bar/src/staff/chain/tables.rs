//! Rows of accounts that head office keeps. An account of the bar alone has none.

use std::collections::BTreeMap;

use store::{Stored, Table, Tables, View};

/// Account → its name at head office.
const CHAINS: Table<u64, String> = Table::new("user_chains");
const CHAIN_IDS: Table<String, u64> = Table::new("user_chain_ids");

/// The name of an account at head office; `None` if it is the bar's alone.
pub fn chain_of(view: &dyn View, user_id: u64) -> Stored<Option<String>> {
    CHAINS.get(view, &user_id)
}

/// All names at head office, by account.
pub fn chains(view: &dyn View) -> Stored<BTreeMap<u64, String>> {
    Ok(CHAINS.all(view)?.into_iter().collect())
}

/// The id of the account with this name at head office, archived or not.
pub fn linked_user(view: &dyn View, chain_id: &str) -> Stored<Option<u64>> {
    CHAIN_IDS.get(view, &chain_id.to_owned())
}

/// Links an account to head office.
pub fn apply_chain(tables: &mut dyn Tables, user_id: u64, chain_id: &str) -> Stored<()> {
    CHAIN_IDS.put(tables, &chain_id.to_owned(), &user_id)?;
    CHAINS.put(tables, &user_id, &chain_id.to_owned())
}

/// Frees all accounts: the bar was disconnected.
pub fn unlink_users(tables: &mut dyn Tables) -> Stored<()> {
    for (user_id, chain_id) in CHAINS.all(tables.view())? {
        CHAINS.remove(tables, &user_id)?;
        CHAIN_IDS.remove(tables, &chain_id)?;
    }
    Ok(())
}

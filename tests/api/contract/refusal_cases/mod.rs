//! Table of refusals: one row for each call and each refusal that it can return.

mod access;
mod devices;
mod figures;
mod invalid_input;
mod not_found;
mod state;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use self::access::access_refusals;
use self::devices::refusals_of_devices;
use self::figures::figure_refusals;
use self::invalid_input::invalid_input_refusals;
use self::not_found::not_found_refusals;
use self::state::state_refusals;
use super::all_states::bar_with_all_states;
use crate::bills::documented::refusals_of_bills;
use crate::bills::moves_documented::{SHOWN_ELSEWHERE, refusals_of_moves};
use crate::head_link::documented::{SHOWN_WITH_HEAD, refusals_of_head};
use crate::tax::documented::tax_refusals;
use crate::tills::documented::refusals_of_cash;

/// Caller, call and body; then the expected status, error code and message.
pub type Row = (&'static str, &'static str, Value, u16, &'static str, &'static str);

#[tokio::test]
async fn every_call_returns_each_of_its_refusals() {
    let (bar, fresh) = bar_with_all_states().await;
    let before = store::journal_head(bar.store()).expect("a head");
    let mut covered = BTreeSet::new();
    let listed = [access_refusals(), invalid_input_refusals(), not_found_refusals(), figure_refusals(), state_refusals()].concat();
    for (caller, call, body, status, code, message) in
        [listed, tax_refusals(), refusals_of_bills(), refusals_of_moves(), refusals_of_head()].concat()
    {
        let person = match caller {
            "guest" => bar.guest(),
            "fresh" => fresh.clone(),
            "bartender" => bar.bartender(),
            "manager" => bar.manager(),
            _ => bar.admin(),
        };
        let (method, path) = call.split_once(' ').expect("a call");
        let request = person.request(method, path);
        let answer = if body.is_null() { request.send().await } else { request.json(&body).send().await };
        let refusal = (answer.status, answer.json()["code"].clone(), answer.json()["message"].clone());
        assert_eq!(refusal, (status, json!(code), json!(message)), "{caller}: {call} {body}");
        answer.has_status(status);
        covered.insert(code.to_owned());
    }
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before, "a refusal stores nothing");
    covered.extend(refusals_of_devices(&bar).await);
    covered.extend(refusals_of_cash().await);
    covered.extend(SHOWN_ELSEWHERE.iter().chain(SHOWN_WITH_HEAD).map(|code| (*code).to_owned()));
    let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/base/src/refusal.rs")).expect("the source");
    let names = source.lines().filter(|line| line.trim_start().starts_with("Code::")).filter_map(|line| line.split('"').nth(1));
    let codes: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(codes.len() >= 16, "the list of refusals is in refusal.rs: {codes:?}");
    assert_eq!(covered, codes, "each code has a row");
}

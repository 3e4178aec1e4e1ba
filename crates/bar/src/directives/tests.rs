//! Tests of what arrives, of its time, and of what an admin says.

use std::collections::BTreeSet;

use serde_json::json;

use super::decide::{AnswerContext, Answered, LinkedAccount, Received};
use super::*;
use base::Code;

fn arrived(number: u64, kind: &str, effective: &str, body: Value) -> Arrived {
    let text = |text: &str| text.to_owned();
    Arrived {
        number,
        id: format!("d{number}"),
        kind: text(kind),
        body: body.to_string(),
        effective: text(effective),
        by: text("Jane"),
        at: Timestamp::from_millis(5),
    }
}

fn today() -> BusinessDay {
    BusinessDay::from_number(20_000)
}

fn context() -> Received {
    Received {
        known_numbers: BTreeSet::from([3]),
        known_ids: BTreeSet::from(["d3".to_owned()]),
        today: today(),
        accounts: vec![LinkedAccount { chain_id: "musa".to_owned(), role: Role::Manager, is_active: true }],
        suggestions: Vec::new(),
        new_admins: Vec::new(),
    }
}

fn received(events: &[DirectiveEvent]) -> Vec<&HeadReceived> {
    events.iter().filter_map(|event| if let DirectiveEvent::Received(received) = event { Some(received) } else { None }).collect()
}

#[test]
fn a_number_or_an_id_that_is_known_is_left_out() {
    let price = json!({});
    let mut same_id = arrived(9, "price.set", "now", price.clone());
    same_id.id = "d3".to_owned();
    let mut same_number = arrived(3, "price.set", "now", price.clone());
    same_number.id = "other".to_owned();
    let all = [same_number, same_id, arrived(4, "price.set", "now", price.clone()), arrived(4, "price.set", "now", price)];
    let events = decide_received(&all, &context());
    assert_eq!(received(&events).iter().map(|one| one.number).collect::<Vec<_>>(), [4]);
}

#[test]
fn a_change_that_takes_rights_does_not_wait() {
    let user = |role: &str, active: bool| json!({"chainId": "musa", "role": role, "isActive": active});
    let cases = [
        ("price.set", "next_day", json!({}), Some(today().plus(1))),
        ("price.set", "2026-12-24", json!({}), BusinessDay::parse("2026-12-24")),
        ("price.set", "now", json!({}), None),
        ("price.set", "soon", json!({}), None),
        ("user.set", "next_day", user("manager", true), Some(today().plus(1))),
        ("user.set", "next_day", user("admin", true), Some(today().plus(1))),
        ("user.set", "next_day", user("bartender", true), None),
        ("user.set", "2026-12-24", user("manager", false), None),
        ("withdraw", "next_day", json!({"number": 3}), None),
    ];
    for (kind, effective, body, due) in cases {
        let events = decide_received(&[arrived(7, kind, effective, body.clone())], &context());
        let one = received(&events)[0].clone();
        assert_eq!(one.due, due, "{kind} {effective} {body}");
        assert_eq!(one.has_time(), effective != "soon");
    }
}

#[test]
fn a_newer_suggestion_replaces_those_that_would_count_later() {
    let rate = |number, effective| arrived(number, RATE_SUGGEST, effective, json!({"rate": 195}));
    let events = decide_received(&[rate(5, "now"), rate(6, "2099-12-24"), rate(7, "next_day")], &context());
    let refused: Vec<(u64, &str)> = events
        .iter()
        .filter_map(|event| if let DirectiveEvent::Refused(refused) = event { Some((refused.number, refused.code.as_str())) } else { None })
        .collect();
    assert_eq!(refused, [(6, "superseded")], "the one of today counts until tomorrow");
}

fn waiting(number: u64) -> DirectiveRow {
    let events = decide_received(&[arrived(number, RATE_SUGGEST, "now", json!({"rate": "195"}))], &context());
    let received = received(&events)[0].clone();
    DirectiveRow { received, received_at: Timestamp::from_millis(6), state: DirectiveState::Received, decided_at: None, refusal: None }
}

#[test]
fn a_suggestion_is_decided_once() {
    let decide = |accept, row: Option<DirectiveRow>| {
        let context = AnswerContext { row, suggestions: vec![waiting(6).received, waiting(7).received] };
        decide_answer(accept, &context, "musu")
    };
    let suggested = |accept| match decide(accept, Some(waiting(7))).expect("it waits") {
        Answered::Rate(rate, events) => (rate, events),
        other => panic!("{other:?}"),
    };
    let (rate, events) = suggested(true);
    assert_eq!(rate.map(|set| set.rate), Some(Rate::parse("195").expect("a rate")));
    assert!(matches!(&events[..], [DirectiveEvent::Applied(_), DirectiveEvent::Refused(older)] if older.number == 6));
    let (rate, events) = suggested(false);
    assert!(rate.is_none() && matches!(&events[0], DirectiveEvent::Refused(refused) if refused.code == "declined"));
    let done = DirectiveRow { state: DirectiveState::Applied, ..waiting(7) };
    assert_eq!(decide(true, Some(done)).expect_err("decided").code, Code::Conflict);
    assert_eq!(decide(true, None).expect_err("unknown").code, Code::NotFound);
}

fn user_set(number: u64, chain_id: &str, change: Value) -> Arrived {
    let mut body = json!({"chainId": chain_id, "username": chain_id, "firstName": "A", "role": "admin", "isActive": true});
    for (name, value) in change.as_object().expect("members") {
        body[name] = value.clone();
    }
    arrived(number, USER_SET, "now", body)
}

#[test]
fn who_could_not_sign_in_as_an_admin_until_then_is_asked_about() {
    let account = |chain_id: &str, role, is_active| LinkedAccount { chain_id: chain_id.to_owned(), role, is_active };
    let accounts = || vec![account("musa", Role::Manager, true), account("boss", Role::Admin, true), account("off", Role::Admin, false)];
    for (chain_id, change, expected) in [
        ("jane", json!({}), true),
        ("jane", json!({"role": " Admin "}), true),
        ("jane", json!({"isActive": null}), true),
        ("jane", json!({"isActive": false}), false),
        ("jane", json!({"role": "manager"}), false),
        ("musa", json!({}), true),
        ("boss", json!({"phone": "0770"}), false),
        ("boss", json!({"password": null}), false),
        ("boss", json!({"password": "$argon2id$"}), true),
        ("boss", json!({"role": "manager", "password": "$argon2id$"}), false),
        ("off", json!({}), true),
    ] {
        let events = decide_received(&[user_set(7, chain_id, change.clone())], &Received { accounts: accounts(), ..context() });
        assert_eq!(received(&events)[0].makes_admin, expected, "{chain_id} {change}");
    }
}

#[test]
fn what_head_office_says_later_of_an_account_replaces_the_question_about_it() {
    let older = |events: &[DirectiveEvent]| -> Vec<(u64, String)> {
        let refused = |event: &DirectiveEvent| match event {
            DirectiveEvent::Refused(refused) => Some((refused.number, refused.code.clone())),
            DirectiveEvent::Received(_) | DirectiveEvent::Applied(_) => None,
        };
        events.iter().filter_map(refused).collect()
    };
    let first = decide_received(&[user_set(5, "jane", json!({})), user_set(6, "mary", json!({}))], &context());
    assert_eq!(older(&first), []);
    let waiting = received(&first).into_iter().cloned().collect();
    let lowered = user_set(7, "jane", json!({"role": "manager"}));
    let events = decide_received(&[lowered], &Received { new_admins: waiting, ..context() });
    assert_eq!(older(&events), [(5, "superseded".to_owned())]);
    let both = decide_received(&[user_set(5, "jane", json!({})), user_set(6, "jane", json!({"isActive": false}))], &context());
    assert_eq!(older(&both), [(5, "superseded".to_owned())]);
}

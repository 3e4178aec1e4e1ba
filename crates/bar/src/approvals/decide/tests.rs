//! Who may ask, decide and use which approval, and until when.

use super::*;
use crate::approvals::{Decision, GRANTED_SECONDS};
use crate::settings::ApprovalKind;
use base::{Actor, Timestamp};

const WAIT: u16 = 180;
/// Running time at which the approval of the tests was asked for.
const ASKED: u64 = 10_000;

fn actor(id: u64, role: Role) -> Actor {
    Actor { id, name: format!("person {id}"), role }
}

fn envelope(running: u64, actor: Actor) -> Envelope {
    Envelope { at: Timestamp::from_millis(1), running, actor }
}

fn today() -> BusinessDay {
    BusinessDay::parse("2026-11-29").expect("a date")
}

fn musa() -> Actor {
    actor(3, Role::Bartender)
}

fn sarah() -> Actor {
    actor(2, Role::Manager)
}

fn question(summary: &str) -> Question {
    Question { kind: ApprovalKind::VoidSale, summary: summary.to_owned(), lines: Vec::new(), amount: None, parts: Vec::new() }
}

fn request() -> Request {
    Request { method: "POST".to_owned(), path: "/api/sales/1/void".to_owned(), body_hash: "ab".to_owned() }
}

fn approval(id: u64) -> Approval {
    Approval {
        id,
        question: question("Void 2 × Club Beer"),
        request: request(),
        status: ApprovalStatus::Pending,
        requested_by: "person 3".to_owned(),
        requested_by_id: 3,
        device_name: None,
        created_at: Timestamp::from_millis(1),
        asked_running: ASKED,
        wait: WAIT,
        decision: None,
        used_at: None,
        changed: id,
    }
}

fn granted(running: u64) -> Approval {
    let decision =
        Decision { by: "person 2".to_owned(), by_id: 2, how: DecidedHow::OwnPhone, note: None, at: Timestamp::from_millis(1), running };
    Approval { status: ApprovalStatus::Granted, decision: Some(decision), ..approval(1) }
}

fn context(recent: Vec<Approval>) -> AskContext {
    AskContext { next_id: 9, recent, wait: WAIT, device_name: None }
}

#[test]
fn a_sixth_question_waits_for_the_first_to_expire() {
    let recent: Vec<Approval> = (1..=5).map(approval).collect();
    let ask = |recent: &[Approval], running| {
        ask(Some(question("x")), &request(), context(recent.to_vec()), &envelope(running, musa())).map(|asked| asked.approval_id)
    };
    let refusal = ask(&recent, ASKED + 100_500).expect_err("too many");
    assert_eq!((refusal.code, refusal.retry_after), (Code::TooManyAttempts, Some(80)));
    assert_eq!(ask(&recent[1..], ASKED), Ok(9));
    assert_eq!(ask(&recent, ASKED + 180_001), Ok(9), "their time is over");
    let decided: Vec<Approval> = recent.iter().map(|one| Approval { status: ApprovalStatus::Cancelled, ..one.clone() }).collect();
    assert_eq!(ask(&decided, ASKED), Ok(9));
}

#[test]
fn what_needs_none_cannot_be_asked_for() {
    let refusal = ask(None, &request(), context(Vec::new()), &envelope(ASKED, musa())).expect_err("refused");
    assert_eq!((refusal.code, refusal.message.as_str()), (Code::Conflict, NOT_NEEDED));
}

fn used(shown: Option<&Shown>, approval: &Approval, question: &Question, envelope: &Envelope) -> Result<u64, Code> {
    approve(question, shown, Some(approval), envelope).map(|(mark, _)| mark.approval_id).map_err(|refusal| refusal.code)
}

#[test]
fn a_grant_fits_one_person_one_request_and_one_minute() {
    let approval = granted(ASKED);
    let shown = Shown { approval_id: 1, request: request() };
    let end = ASKED + GRANTED_SECONDS * 1000;
    let question = approval.question.clone();
    let check = |shown: Option<&Shown>, envelope: &Envelope| used(shown, &approval, &question, envelope);
    assert_eq!(check(Some(&shown), &envelope(end, musa())), Ok(1));
    assert_eq!(check(Some(&shown), &envelope(end + 1, musa())), Err(Code::ApprovalRequired));
    assert_eq!(check(None, &envelope(ASKED, musa())), Err(Code::ApprovalRequired));
    assert_eq!(check(Some(&shown), &envelope(ASKED, actor(4, Role::Bartender))), Err(Code::ApprovalRequired));
    let others = [
        Request { method: "PUT".to_owned(), ..request() },
        Request { path: "/api/sales/1/void?x=1".to_owned(), ..request() },
        Request { body_hash: "ac".to_owned(), ..request() },
    ];
    for request in others {
        let shown = Shown { approval_id: 1, request };
        assert_eq!(check(Some(&shown), &envelope(ASKED, musa())), Err(Code::ApprovalRequired), "{shown:?}");
    }
}

#[test]
fn only_a_grant_is_used() {
    use ApprovalStatus::*;
    let shown = Shown { approval_id: 1, request: request() };
    for status in [Pending, Refused, Used, Expired, Cancelled] {
        let approval = Approval { status, ..granted(ASKED) };
        let question = approval.question.clone();
        assert_eq!(used(Some(&shown), &approval, &question, &envelope(ASKED, musa())), Err(Code::ApprovalRequired), "{status:?}");
    }
}

#[test]
fn a_grant_for_something_else_by_now_is_a_conflict() {
    let shown = Shown { approval_id: 1, request: request() };
    let changed = Question { amount: Some(base::Price::ZERO), ..granted(ASKED).question };
    for question in [question("Void 1 × Club Beer"), changed] {
        assert_eq!(used(Some(&shown), &granted(ASKED), &question, &envelope(ASKED, musa())), Err(Code::Conflict), "{question:?}");
    }
}

fn code(command: &ApprovalCommand, approval: &Approval, envelope: &Envelope) -> Option<Code> {
    let context = DecideContext {
        approval: Some(approval.clone()),
        open: Vec::new(),
        password_hash: Some("password".to_owned()),
        pin_mark: Some("pin".to_owned()),
    };
    decide(command, context, envelope, today()).err().map(|refusal| refusal.code)
}

#[test]
fn managers_decide_what_waits_and_bartenders_take_back_their_own() {
    let grant = ApprovalCommand::Grant { approval_id: 1, note: None, by: Granter::OwnPhone };
    let refuse = ApprovalCommand::Refuse { approval_id: 1, note: None };
    let cancel = ApprovalCommand::Cancel { approval_id: 1 };
    let colleague = || actor(4, Role::Bartender);
    for (command, who, expected) in [
        (&grant, sarah(), None),
        (&refuse, sarah(), None),
        (&grant, musa(), Some(Code::Forbidden)),
        (&refuse, colleague(), Some(Code::Forbidden)),
        (&grant, actor(3, Role::Manager), Some(Code::Forbidden)),
        (&cancel, musa(), None),
        (&cancel, colleague(), Some(Code::NotFound)),
        (&cancel, sarah(), Some(Code::Forbidden)),
    ] {
        assert_eq!(code(command, &approval(1), &envelope(ASKED, who.clone())), expected, "{command:?} by {who:?}");
        if expected.is_none() {
            assert_eq!(code(command, &approval(1), &envelope(ASKED + 180_001, who.clone())), Some(Code::Conflict), "too late");
            assert_eq!(code(command, &granted(ASKED), &envelope(ASKED, who)), Some(Code::Conflict), "decided already");
        }
    }
}

#[test]
fn a_grant_on_the_phone_of_the_person_who_asked_is_for_that_person_only() {
    let granted_by =
        |asked_by, proof: GrantProof| ApprovalCommand::Grant { approval_id: 1, note: None, by: Granter::Here { asked_by, proof } };
    let password = |hash: &str| GrantProof::Password { compared_hash: hash.to_owned(), device: None };
    assert_eq!(code(&granted_by(3, password("password")), &approval(1), &envelope(ASKED, sarah())), None);
    assert_eq!(code(&granted_by(4, password("password")), &approval(1), &envelope(ASKED, sarah())), Some(Code::NotFound));
    let bartender = envelope(ASKED, actor(5, Role::Bartender));
    assert_eq!(code(&granted_by(3, password("password")), &approval(1), &bartender), Some(Code::Forbidden));
    assert_eq!(code(&granted_by(3, password("new")), &approval(1), &envelope(ASKED, sarah())), Some(Code::Unauthenticated));
    let device = GrantDevice { device_id: 1, device_name: "Bar tablet".to_owned() };
    for (mark, expected) in [("pin", None), ("old", Some(Code::PinOff))] {
        let proof = GrantProof::Pin { mark: mark.to_owned(), device: device.clone() };
        assert_eq!(code(&granted_by(3, proof), &approval(1), &envelope(ASKED, sarah())), expected);
    }
}

#[test]
fn a_restart_ends_what_is_open() {
    let expired = |open: Vec<u64>| {
        let context = DecideContext { open, ..DecideContext::default() };
        decide(&ApprovalCommand::ExpireAll, context, &envelope(ASKED, Actor::the_box()), today())
    };
    assert_eq!(expired(Vec::new()), Ok(None));
    assert_eq!(expired(vec![1, 4]), Ok(Some(ApprovalEvent::Expired(ApprovalsExpired { approval_ids: vec![1, 4] }))));
}

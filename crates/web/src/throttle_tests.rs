//! Throttling of guesses, with made-up times.

use super::*;

const GUEST: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 50));
const OFFICE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 2));

/// Makes an attempt, and returns how long it would have to wait.
fn wait(throttle: &Throttle, account: &str, address: IpAddr, now: u64) -> u64 {
    wait_of(throttle, &Attempt::new(account, address, None), now)
}

fn wait_of(throttle: &Throttle, attempt: &Attempt, now: u64) -> u64 {
    let wait = throttle.log.lock().expect("lock").wait(attempt, now);
    assert_eq!(throttle.begin(attempt, now).is_ok(), wait == 0);
    wait
}

/// Fails without a device cookie.
fn fail(throttle: &Throttle, account: &str, address: IpAddr, now: u64) {
    throttle.failed(&Attempt::new(account, address, None), now);
}

#[test]
fn five_failures_then_two_seconds_doubling_to_sixty() {
    let throttle = Throttle::default();
    for _ in 0..4 {
        fail(&throttle, "admin", GUEST, 1_000);
    }
    assert_eq!(wait(&throttle, "admin", GUEST, 1_000), 0);
    fail(&throttle, "ADMIN", GUEST, 1_000);
    assert_eq!(wait(&throttle, "admin", GUEST, 1_000), 2_000);
    assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 0);
    fail(&throttle, "admin", GUEST, 3_000);
    assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 4_000);
    for _ in 0..10 {
        fail(&throttle, "admin", GUEST, 3_000);
    }
    assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 60_000);
    assert_eq!(wait(&throttle, "admin", GUEST, 3_000 + WINDOW_MILLIS), 0);
}

#[test]
fn a_guest_does_not_lock_the_owner_out() {
    let throttle = Throttle::default();
    for _ in 0..20 {
        fail(&throttle, "admin", GUEST, 10_000);
    }
    assert_eq!(wait(&throttle, "admin", OFFICE, 10_000), 2_000);
    assert_eq!(wait(&throttle, "admin", OFFICE, 12_000), 0);
    assert_eq!(wait(&throttle, "admin", OFFICE, 12_500), 1_500);
    assert_eq!(wait(&throttle, "musu", OFFICE, 12_500), 0);
    for (failures, expected) in [(4, 0), (1, 2_000)] {
        (0..failures).for_each(|_| fail(&throttle, "musu", GUEST, 20_000));
        assert_eq!(wait(&throttle, "musu", OFFICE, 20_000), expected);
    }
}

#[test]
fn old_failures_are_dropped_for_new_ones() {
    let throttle = Throttle::default();
    for i in 0..REMEMBERED_MAX {
        let [_, _, high, low] = u32::try_from(i).expect("small").to_be_bytes();
        fail(&throttle, "unknown", IpAddr::from([10, 0, high, low]), 0);
    }
    for _ in 0..5 {
        fail(&throttle, "admin", GUEST, WINDOW_MILLIS);
    }
    assert_eq!(wait(&throttle, "admin", GUEST, WINDOW_MILLIS), 2_000);
}

/// More than a hundred accounts failed recently: one of them five times, the others once.
#[test]
fn recent_failures_are_kept_when_old_ones_are_dropped() {
    const NEW: usize = 121;
    let throttle = Throttle::default();
    for i in 0..REMEMBERED_MAX / 2 - NEW {
        let [_, _, high, low] = u32::try_from(i).expect("small").to_be_bytes();
        fail(&throttle, &format!("unknown{i}"), IpAddr::from([10, 0, high, low]), 0);
    }
    fail(&throttle, "once", OFFICE, 1_000);
    (0..5).for_each(|_| fail(&throttle, "admin", GUEST, 1_000));
    (2..NEW).for_each(|i| fail(&throttle, &format!("other{i}"), GUEST, 1_000));
    fail(&throttle, "musu", GUEST, WINDOW_MILLIS);
    let log = throttle.log.lock().expect("lock");
    assert_eq!((log.pairs.len(), log.addresses.len(), log.accounts.len()), (NEW + 1, 2, NEW + 1));
}

#[test]
fn an_address_is_throttled_over_all_accounts() {
    let throttle = Throttle::default();
    for i in 0..30 {
        fail(&throttle, &format!("unknown{i}"), GUEST, 5_000);
    }
    assert_eq!(wait(&throttle, "other", GUEST, 5_000), 2_000);
    assert_eq!(wait(&throttle, "other", OFFICE, 5_000), 0);
}

#[test]
fn a_right_password_clears_the_failures() {
    let throttle = Throttle::default();
    for _ in 0..4 {
        fail(&throttle, "musu", GUEST, 0);
    }
    throttle.succeeded(&Attempt::new("musu", GUEST, None), 0);
    fail(&throttle, "musu", GUEST, 10);
    fail(&throttle, "musu", GUEST, 10);
    // The account waits its 2 s; the address, which would wait 4 after six failures, does not.
    assert_eq!(wait(&throttle, "musu", GUEST, 2_010), 0);
}

#[test]
fn memory_is_bounded() {
    let throttle = Throttle::default();
    // From two addresses, so that the number of remembered entries is odd and never exactly at the limit.
    fail(&throttle, "admin", GUEST, 1_000);
    fail(&throttle, "admin", OFFICE, 1_000);
    for i in 0..3 * REMEMBERED_MAX {
        fail(&throttle, &format!("name{i}"), GUEST, 1_000);
    }
    let log = throttle.log.lock().expect("lock");
    assert!(log.pairs.len() + log.accounts.len() <= REMEMBERED_MAX + 2);
}

/// Counts how often an owner who tries every 2.1 s for nine minutes is admitted, while guests guess at the same account every
/// 20 ms, each time from another one of two hundred addresses.
fn attempts_of(owner: &Attempt, prepare: impl FnOnce(&Throttle)) -> usize {
    const ATTEMPTS: u64 = 255;
    let throttle = Throttle::default();
    prepare(&throttle);
    let (mut admitted, mut guesses) = (0, 0);
    for millis in (0..ATTEMPTS * 2_100).step_by(20) {
        let [.., last] = (millis / 20 % 200).to_be_bytes();
        let guess = Attempt::new("admin", IpAddr::from([192, 168, 7, last]), None);
        if throttle.may_try(&guess, millis).is_ok() && throttle.begin(&guess, millis).is_ok() {
            throttle.failed(&guess, millis);
            guesses += 1;
        }
        let may_try = millis % 2_100 == 0 && throttle.may_try(owner, millis).is_ok();
        admitted += usize::from(may_try && throttle.begin(owner, millis).is_ok());
    }
    assert!((250..350).contains(&guesses), "strangers get one attempt in 2 s, and got {guesses}");
    admitted
}

#[test]
fn guessing_from_two_hundred_addresses_does_not_delay_a_recognised_owner() {
    let device = Some(DeviceKey::of_session("a phone"));
    assert_eq!(attempts_of(&Attempt::new("Admin", OFFICE, device), |_| {}), 255);
    let from_the_office = Attempt::new("admin", OFFICE, None);
    assert_eq!(attempts_of(&from_the_office, |throttle| throttle.succeeded(&from_the_office, 0)), 255);
    assert!(attempts_of(&from_the_office, |_| {}) <= 1, "after its first try an unknown address contends with the others");
}

#[test]
fn a_device_waits_only_for_its_own_failures() {
    let throttle = Throttle::default();
    let owner = Attempt::new("admin", OFFICE, Some(DeviceKey::of_session("a phone")));
    // A guest behind the same router guesses at this account and at all others.
    (0..40).for_each(|_| fail(&throttle, "admin", OFFICE, 1_000));
    assert_eq!(wait_of(&throttle, &owner, 1_000), 0);
    assert_eq!(wait(&throttle, "admin", OFFICE, 1_000), 60_000);
    for failure in 0..8 {
        throttle.failed(&owner, 1_000);
        let expected = [0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000][failure];
        assert_eq!(wait_of(&throttle, &owner, 1_000), expected, "after {} failures", failure + 1);
    }
    let other = Attempt::new("admin", OFFICE, Some(DeviceKey::of_session("another phone")));
    assert_eq!(wait_of(&throttle, &other, 1_000), 0);
    // Leaving the cookie out does not evade the wait.
    assert_eq!(wait(&throttle, "admin", OFFICE, 1_000), 60_000);
    throttle.succeeded(&owner, 20_000);
    assert_eq!(wait_of(&throttle, &owner, 20_000), 0);
}

#[test]
fn a_recognised_address_waits_for_its_own_failures_and_is_forgotten_in_time() {
    let throttle = Throttle::default();
    let owner = Attempt::new("admin", OFFICE, None);
    throttle.succeeded(&owner, 0);
    (0..5).for_each(|_| fail(&throttle, "admin", GUEST, 1_000));
    assert_eq!(wait_of(&throttle, &owner, 1_000), 0);
    assert_eq!(wait(&throttle, "admin", "192.168.1.3".parse().expect("legal"), 1_000), 2_000, "another address");
    (0..5).for_each(|_| fail(&throttle, "musu", GUEST, 1_000));
    assert_eq!(wait(&throttle, "musu", OFFICE, 1_000), 2_000, "another account");
    (0..5).for_each(|_| fail(&throttle, "admin", OFFICE, 2_000));
    assert_eq!(wait_of(&throttle, &owner, 2_000), 2_000);
    (0..5).for_each(|_| fail(&throttle, "admin", GUEST, RECOGNISED_MILLIS));
    assert_eq!(wait_of(&throttle, &owner, RECOGNISED_MILLIS), 2_000, "sixty days later it is a stranger");
    for number in 0..3 * SIGN_INS_MAX {
        let now = u64::try_from(number).expect("small");
        throttle.succeeded(&Attempt::new(&format!("name{number}"), OFFICE, None), now);
    }
    assert_eq!(throttle.log.lock().expect("lock").signed_in.len(), SIGN_INS_MAX);
}

#[test]
fn all_addresses_of_an_ipv6_network_count_as_one() {
    let throttle = Throttle::default();
    let address = |text: &str| text.parse::<IpAddr>().expect("an address");
    for last in 1..=5 {
        fail(&throttle, "admin", address(&format!("2001:db8:1:2::{last}")), 1_000);
    }
    assert_eq!(wait(&throttle, "admin", address("2001:db8:1:2:ffff::9"), 1_000), 2_000);
    for account in 0..25 {
        fail(&throttle, &format!("nobody{account}"), address(&format!("2001:db8:1:2:{account}::1")), 1_000);
    }
    assert_eq!(wait(&throttle, "musu", address("2001:db8:1:2::77"), 1_000), 2_000, "thirty over all accounts");
    assert_eq!(wait(&throttle, "musu", address("2001:db8:1:3::77"), 1_000), 0, "another network");
    assert_eq!(wait(&throttle, "musu", address("::ffff:192.168.1.2"), 1_000), 0);
}

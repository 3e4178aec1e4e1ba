//! Admission of connections: which one is closed at the limit, with made-up addresses and times.

use super::*;

const LIMITS: Limits = Limits { connections: 2_048, ..Limits::USUAL };

fn connections() -> OpenConnections {
    OpenConnections::new(LIMITS)
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// The address of one of many guests.
fn guest(number: usize) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    IpAddr::from([10, 7, high, low])
}

impl OpenConnections {
    fn connect(&mut self, from: IpAddr) -> Option<u64> {
        self.admit(from, Instant::now()).map(|(id, _)| id)
    }

    fn sign_in(&mut self, from: IpAddr) -> u64 {
        let id = self.connect(from).expect("a place");
        self.change(id, State::Busy);
        self.mark_signed_in(id, Instant::now());
        id
    }

    fn count(&self, which: impl Fn(&Entry) -> bool) -> usize {
        self.open.values().filter(|entry| which(entry)).count()
    }
}

#[tokio::test]
async fn silent_connections_of_unknown_addresses_replace_each_other_and_never_one_of_the_staff() {
    let mut connections = connections();
    let (bar, office) = (address("192.168.1.2"), address("192.168.1.3"));
    let streams: Vec<u64> = (0..40).map(|_| connections.sign_in(bar)).collect();
    let idle = connections.sign_in(office);
    connections.change(idle, State::Idle);
    for number in 0..20_000 {
        assert!(connections.connect(guest(number % 500)).is_some(), "it replaces another unknown one");
    }
    assert_eq!(connections.count(|entry| !entry.staff_address), LIMITS.connections - LIMITS.reserved);
    assert!(streams.iter().chain([&idle]).all(|id| connections.open.contains_key(id)));
    // The reserve: without it, a phone of the staff would have to replace another connection.
    let free = LIMITS.connections - connections.open.len();
    assert_eq!(free, LIMITS.reserved - 41);
    let before = connections.count(|entry| !entry.staff_address);
    for _ in 0..free {
        connections.connect(office).expect("from the reserve");
    }
    assert_eq!(connections.count(|entry| !entry.staff_address), before, "none of them was closed");
}

#[tokio::test]
async fn a_staff_phone_with_a_new_address_is_admitted_and_stays() {
    let mut connections = connections();
    (0..3_000).for_each(|number| assert!(connections.connect(guest(number)).is_some()));
    let roamed = connections.sign_in(address("192.168.1.77"));
    (0..20_000).for_each(|number| assert!(connections.connect(guest(number % 900)).is_some()));
    assert!(connections.open.contains_key(&roamed));
}

#[tokio::test]
async fn silent_connections_from_the_box_itself_are_replaced_too() {
    let mut connections = connections();
    let here = address("127.0.0.1");
    let stream = connections.sign_in(here);
    for _ in 0..5_000 {
        assert!(connections.connect(here).is_some());
    }
    assert_eq!(connections.open.len(), LIMITS.connections);
    let request = connections.sign_in(here);
    assert!(connections.open.contains_key(&stream) && connections.open.contains_key(&request));
}

#[tokio::test]
async fn an_address_without_a_session_has_few_connections_and_a_new_one_replaces_its_oldest() {
    let mut connections = connections();
    let (router, other) = (address("192.168.1.9"), address("192.168.1.10"));
    let first = connections.connect(router).expect("a place");
    let reading = connections.connect(address("::ffff:192.168.1.9")).expect("a place");
    connections.change(reading, State::Busy);
    connections.connect(other).expect("a place");
    for _ in 0..LIMITS.per_stranger {
        connections.connect(router).expect("in place of its oldest");
    }
    assert_eq!(connections.count(|entry| entry.address == router), LIMITS.per_stranger);
    assert!(!connections.open.contains_key(&first) && connections.open.contains_key(&reading), "a busy one outranks silent ones");
    assert_eq!(connections.count(|entry| entry.address == other), 1);
    // After a session from behind that router, it may have more.
    connections.sign_in(router);
    (0..LIMITS.per_stranger).for_each(|_| assert!(connections.connect(router).is_some()));
    assert_eq!(connections.count(|entry| entry.address == router), 2 * LIMITS.per_stranger);
    (0..LIMITS.per_staff_address).for_each(|_| assert!(connections.connect(router).is_some()));
    assert_eq!(connections.count(|entry| entry.address == router), LIMITS.per_staff_address);
}

#[tokio::test]
async fn one_device_with_many_ipv6_addresses_counts_once() {
    let mut connections = connections();
    for number in 0..1_000 {
        assert!(connections.connect(address(&format!("fd00:1:2:3::{number:x}"))).is_some());
    }
    assert_eq!(connections.open.len(), LIMITS.per_stranger);
    connections.connect(address("fd00:1:2:4::1")).expect("another network");
    assert_eq!(connections.open.len(), LIMITS.per_stranger + 1);
    // The session counts for its own address alone, not for all guests of the same network.
    connections.sign_in(address("fd00:1:2:3::abcd"));
    assert!(!connections.is_staff(address("fd00:1:2:3::1"), Instant::now()));
    assert!(connections.is_staff(address("fd00:1:2:3::abcd"), Instant::now()));
}

#[tokio::test]
async fn the_least_important_connection_goes_first() {
    let mut connections = OpenConnections::new(Limits { connections: 6, reserved: 0, ..LIMITS });
    let (stranger, staff) = (address("10.0.0.1"), address("192.168.1.2"));
    let signed_in_idle = connections.sign_in(staff);
    connections.change(signed_in_idle, State::Idle);
    let stream = connections.sign_in(staff);
    let staff_silent = connections.connect(staff).expect("a place");
    let busy = connections.connect(stranger).expect("a place");
    connections.change(busy, State::Busy);
    let idle = connections.connect(stranger).expect("a place");
    connections.change(idle, State::Idle);
    let silent = connections.connect(stranger).expect("a place");
    for expected in [silent, idle, busy, staff_silent, signed_in_idle] {
        assert!(connections.open.contains_key(&expected));
        connections.sign_in(staff);
        assert!(!connections.open.contains_key(&expected));
    }
    assert!(connections.open.contains_key(&stream));
    assert!(connections.connect(staff).is_none(), "requests of the staff are never closed");
}

#[tokio::test]
async fn an_address_counts_as_staff_for_a_night_and_few_are_remembered() {
    let mut connections = connections();
    let (start, phone) = (Instant::now(), address("192.168.1.2"));
    let id = connections.sign_in(phone);
    connections.open.remove(&id);
    assert!(connections.is_staff(phone, start + STAFF_ADDRESS_TIME / 2));
    assert!(!connections.is_staff(phone, Instant::now() + STAFF_ADDRESS_TIME));
    for number in 0..3 * STAFF_ADDRESSES_MAX {
        let id = connections.sign_in(guest(number));
        connections.open.remove(&id);
    }
    assert!(connections.staff.len() <= STAFF_ADDRESSES_MAX);
    assert!(connections.is_staff(guest(3 * STAFF_ADDRESSES_MAX - 1), Instant::now()));
}

#[tokio::test]
async fn a_dropped_permit_is_released() {
    let limiter = ConnectionLimiter::new(Limits { connections: 2, reserved: 0, ..LIMITS });
    let here = address("127.0.0.1");
    let one = limiter.admit(here, None).expect("a place");
    let request = one.connection().begin_request();
    assert!(!one.connection().is_silent());
    drop((request, one));
    assert!(limiter.connections.lock().open.is_empty());
    let (first, _second) = (limiter.admit(here, None).expect("a place"), limiter.admit(here, None).expect("a place"));
    let _third = limiter.admit(here, None).expect("a place");
    first.closed().await;
    assert!(!first.connection().is_silent(), "it is no longer counted");
}

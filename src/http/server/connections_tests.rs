//! Who gets a place, and whose connection is closed for it, with addresses and times of the test's own.

use super::*;

const LIMITS: Limits = Limits { connections: 2_048, ..Limits::USUAL };

fn table() -> Table {
    Table::new(LIMITS)
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// One of many guests' addresses.
fn guest(number: usize) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    IpAddr::from([10, 7, high, low])
}

impl Table {
    fn comes(&mut self, from: IpAddr) -> Option<u64> {
        self.admit(from, Instant::now()).map(|(id, _)| id)
    }

    fn signs_in(&mut self, from: IpAddr) -> u64 {
        let id = self.comes(from).expect("a place");
        self.change(id, State::Busy);
        self.showed_session(id, Instant::now());
        id
    }

    fn count(&self, which: impl Fn(&Entry) -> bool) -> usize {
        self.open.values().filter(|entry| which(entry)).count()
    }
}

#[tokio::test]
async fn silent_strangers_from_many_addresses_close_each_other_and_no_connection_of_the_staff() {
    let mut table = table();
    let (bar, office) = (address("192.168.1.2"), address("192.168.1.3"));
    let streams: Vec<u64> = (0..40).map(|_| table.signs_in(bar)).collect();
    let idle = table.signs_in(office);
    table.change(idle, State::Idle);
    for number in 0..20_000 {
        assert!(table.comes(guest(number % 500)).is_some(), "a stranger gets in by another's place");
    }
    assert_eq!(table.count(|entry| !entry.staff_address), LIMITS.connections - LIMITS.reserved);
    assert!(streams.iter().chain([&idle]).all(|id| table.open.contains_key(id)));
    // The places that are kept: without any of them a phone of the staff would have to wait for a stranger.
    let free = LIMITS.connections - table.open.len();
    assert_eq!(free, LIMITS.reserved - 41);
    let before = table.count(|entry| !entry.staff_address);
    for _ in 0..free {
        table.comes(office).expect("a place that was kept");
    }
    assert_eq!(table.count(|entry| !entry.staff_address), before, "nobody had to go");
}

#[tokio::test]
async fn a_phone_with_a_new_address_gets_in_and_stays() {
    let mut table = table();
    (0..3_000).for_each(|number| assert!(table.comes(guest(number)).is_some()));
    let roamed = table.signs_in(address("192.168.1.77"));
    (0..20_000).for_each(|number| assert!(table.comes(guest(number % 900)).is_some()));
    assert!(table.open.contains_key(&roamed));
}

#[tokio::test]
async fn silent_connections_of_the_box_itself_give_way_too() {
    let mut table = table();
    let here = address("127.0.0.1");
    let stream = table.signs_in(here);
    for _ in 0..5_000 {
        assert!(table.comes(here).is_some());
    }
    assert_eq!(table.open.len(), LIMITS.connections);
    let request = table.signs_in(here);
    assert!(table.open.contains_key(&stream) && table.open.contains_key(&request));
}

#[tokio::test]
async fn an_address_that_never_showed_a_session_has_few_and_the_next_one_replaces_its_oldest() {
    let mut table = table();
    let (router, other) = (address("192.168.1.9"), address("192.168.1.10"));
    let first = table.comes(router).expect("a place");
    let reading = table.comes(address("::ffff:192.168.1.9")).expect("a place");
    table.change(reading, State::Busy);
    table.comes(other).expect("a place");
    for _ in 0..LIMITS.per_stranger {
        table.comes(router).expect("by the place of its own oldest");
    }
    assert_eq!(table.count(|entry| entry.address == router), LIMITS.per_stranger);
    assert!(!table.open.contains_key(&first) && table.open.contains_key(&reading), "a request goes before silence");
    assert_eq!(table.count(|entry| entry.address == other), 1);
    // One session behind that router, and it may have more.
    table.signs_in(router);
    (0..LIMITS.per_stranger).for_each(|_| assert!(table.comes(router).is_some()));
    assert_eq!(table.count(|entry| entry.address == router), 2 * LIMITS.per_stranger);
    (0..LIMITS.per_staff_address).for_each(|_| assert!(table.comes(router).is_some()));
    assert_eq!(table.count(|entry| entry.address == router), LIMITS.per_staff_address);
}

#[tokio::test]
async fn one_device_with_many_ipv6_addresses_counts_once() {
    let mut table = table();
    for number in 0..1_000 {
        assert!(table.comes(address(&format!("fd00:1:2:3::{number:x}"))).is_some());
    }
    assert_eq!(table.open.len(), LIMITS.per_stranger);
    table.comes(address("fd00:1:2:4::1")).expect("another network");
    assert_eq!(table.open.len(), LIMITS.per_stranger + 1);
    // The session counts for its own address alone, not for all guests of the same network.
    table.signs_in(address("fd00:1:2:3::abcd"));
    assert!(!table.is_staff(address("fd00:1:2:3::1"), Instant::now()));
    assert!(table.is_staff(address("fd00:1:2:3::abcd"), Instant::now()));
}

#[tokio::test]
async fn the_least_important_connection_goes_first() {
    let mut table = Table::new(Limits { connections: 6, reserved: 0, ..LIMITS });
    let (stranger, staff) = (address("10.0.0.1"), address("192.168.1.2"));
    let signed_in_idle = table.signs_in(staff);
    table.change(signed_in_idle, State::Idle);
    let stream = table.signs_in(staff);
    let staff_silent = table.comes(staff).expect("a place");
    let busy = table.comes(stranger).expect("a place");
    table.change(busy, State::Busy);
    let idle = table.comes(stranger).expect("a place");
    table.change(idle, State::Idle);
    let silent = table.comes(stranger).expect("a place");
    for expected in [silent, idle, busy, staff_silent, signed_in_idle] {
        assert!(table.open.contains_key(&expected));
        table.signs_in(staff);
        assert!(!table.open.contains_key(&expected));
    }
    assert!(table.open.contains_key(&stream));
    assert!(table.comes(staff).is_none(), "requests of the staff are never closed");
}

#[tokio::test]
async fn an_address_counts_as_the_staffs_for_a_night_and_memory_is_bounded() {
    let mut table = table();
    let (start, phone) = (Instant::now(), address("192.168.1.2"));
    let id = table.signs_in(phone);
    table.open.remove(&id);
    assert!(table.is_staff(phone, start + STAFF_ADDRESS_TIME / 2));
    assert!(!table.is_staff(phone, Instant::now() + STAFF_ADDRESS_TIME));
    for number in 0..3 * STAFF_ADDRESSES_MAX {
        let id = table.signs_in(guest(number));
        table.open.remove(&id);
    }
    assert!(table.staff.len() <= STAFF_ADDRESSES_MAX);
    assert!(table.is_staff(guest(3 * STAFF_ADDRESSES_MAX - 1), Instant::now()));
}

#[tokio::test]
async fn what_is_dropped_gives_its_place_back() {
    let limiter = ConnectionLimiter::new(Limits { connections: 2, reserved: 0, ..LIMITS });
    let here = address("127.0.0.1");
    let one = limiter.admit(here, None).expect("a place");
    let request = one.connection().begin_request();
    assert!(!one.connection().is_silent());
    drop((request, one));
    assert!(limiter.table.lock().open.is_empty());
    let (first, _second) = (limiter.admit(here, None).expect("a place"), limiter.admit(here, None).expect("a place"));
    let _third = limiter.admit(here, None).expect("a place");
    first.closed().await;
    assert!(!first.connection().is_silent(), "it is no longer one of those that count");
}

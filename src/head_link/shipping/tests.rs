//! Whatever happens on the way to head office, in any order: an imitated journal and head office that go through random events.

use hyper::StatusCode;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::parcels::{LineName, Mark};

/// Most entries in one imitated parcel.
const PARCEL_ENTRIES: u64 = 4;
/// Contacts in which all must have arrived, besides the parcels: hellos, a gap, and what was damaged.
const CONTACTS_MAX: u64 = 12;

/// What the next contact meets.
#[derive(Debug, Clone, Copy)]
enum Meets {
    Answer,
    /// Nothing listens at the address.
    NoListener,
    /// Head office takes what is sent, and its answer is lost.
    LostAnswer,
    Busy(Option<u64>),
    Refusal(&'static str),
    /// The box cannot read its own entries.
    UnreadableEntries,
    /// After a good answer, what head office asks for does not arrive.
    NoDirectives,
    Directives,
}

#[derive(Debug, Clone, Copy)]
enum Happens {
    Contact(Meets),
    Written(u64),
    /// All figures are to be sent again, in so many parts.
    FiguresWanted(u32),
    Seconds(u64),
    Woken,
    /// Head office is restored from a backup that lacks so many entries.
    HeadRestored(u64),
}

fn meets() -> impl Strategy<Value = Meets> {
    prop_oneof![
        4 => Just(Meets::Answer),
        2 => Just(Meets::NoListener),
        1 => Just(Meets::LostAnswer),
        1 => proptest::option::of(1u64..4_000).prop_map(Meets::Busy),
        3 => proptest::sample::select(vec![GAP, DAMAGED, DAMAGED, TOO_LARGE, "forbidden"]).prop_map(Meets::Refusal),
        1 => Just(Meets::UnreadableEntries),
        1 => Just(Meets::NoDirectives),
        1 => Just(Meets::Directives),
    ]
}

fn happens() -> impl Strategy<Value = Vec<Happens>> {
    let one = prop_oneof![
        8 => meets().prop_map(Happens::Contact),
        2 => (1u64..30).prop_map(Happens::Written),
        1 => (1u32..4).prop_map(Happens::FiguresWanted),
        2 => (0u64..900).prop_map(Happens::Seconds),
        1 => Just(Happens::Woken),
        1 => (1u64..20).prop_map(Happens::HeadRestored),
    ];
    proptest::collection::vec(one, 0..60)
}

/// A box and head office, with what the test itself knows of the promises.
struct World {
    now: Instant,
    pace: Pace,
    shipping: Shipping,
    newest: u64,
    /// Parts of the figures that are still to be sent.
    figures: u32,
    head_has: u64,
    /// What head office said last that it has.
    said: u64,
    held_until: Option<Instant>,
    damaged: u32,
    /// Whether head office said that entries are missing, or refused: hello comes next.
    asks_first: bool,
}

fn position(seq: u64) -> Option<Position> {
    (seq > 0).then(|| Position { line: LineName([0; 8]), seq, hash: Mark::of(&[]) })
}

fn refusal(code: &str) -> HeadError {
    HeadError::Refused { status: StatusCode::CONFLICT, code: code.to_owned(), words: String::new(), body: Value::Null }
}

fn unreachable() -> HeadError {
    HeadError::Unreachable(String::new())
}

impl World {
    fn new(newest: u64, head_has: u64) -> Self {
        let (now, pace) = (Instant::now(), Pace::default());
        World {
            now,
            pace,
            shipping: Shipping::new(pace, now),
            newest,
            figures: 2,
            head_has,
            said: 0,
            held_until: None,
            damaged: 0,
            asks_first: true,
        }
    }

    fn happens(&mut self, event: Happens) {
        match event {
            Happens::Contact(meets) => self.contact(meets),
            Happens::Written(count) => {
                self.newest += count;
                self.shipping.entry_written(self.now);
            }
            Happens::FiguresWanted(parts) => self.figures = parts,
            Happens::Seconds(seconds) => self.now += Duration::from_secs(seconds),
            Happens::Woken => {
                self.shipping.woken(self.now);
                assert!(!matches!(self.shipping.next(self.now), Action::Wait { .. }), "a call for a contact leads to one");
                self.held_until = None;
            }
            Happens::HeadRestored(lost) => self.head_has = self.head_has.saturating_sub(lost),
        }
    }

    /// Waits for the next contact, and lets it meet this.
    fn contact(&mut self, meets: Meets) {
        if let Action::Wait { until } = self.shipping.next(self.now) {
            self.now = until;
        }
        let outcome = match self.shipping.next(self.now) {
            Action::Wait { until } => panic!("after waiting until {until:?} it waits again"),
            Action::Greet { is_first } => {
                assert!(is_first || !self.asks_first, "the first hello is the one with marks");
                self.greet(meets)
            }
            Action::Send { with_entries } => {
                assert!(!self.asks_first, "what head office misses is asked for before anything is sent");
                let is_held = self.held_until.is_some_and(|until| until > self.now);
                assert!(!(with_entries && is_held), "entries that are held are not sent");
                self.send(with_entries, meets)
            }
        };
        match outcome {
            Ok(()) => self.shipping.succeeded(self.now),
            Err(error) => {
                self.shipping.failed(&error, 0, self.now);
                self.pause_is_bounded(&error);
            }
        }
    }

    fn pause_is_bounded(&self, error: &LinkError) {
        let Action::Wait { until } = self.shipping.next(self.now) else { panic!("a failure is followed by a pause") };
        let pause = until - self.now;
        match error {
            LinkError::Head(HeadError::Busy { retry_after: Some(asked), .. }) => assert_eq!(pause, *asked),
            _ => assert!(pause >= self.pace.retry_first / 2 && pause <= self.pace.retry_max, "{pause:?}"),
        }
    }

    fn greet(&mut self, meets: Meets) -> Result<(), LinkError> {
        match meets {
            Meets::Answer | Meets::UnreadableEntries | Meets::NoDirectives | Meets::Directives => {}
            Meets::NoListener | Meets::LostAnswer => return Err(LinkError::Head(unreachable())),
            Meets::Busy(seconds) => return Err(LinkError::Head(busy(seconds))),
            Meets::Refusal(code) => return Err(LinkError::Head(refusal(code))),
        }
        (self.said, self.asks_first) = (self.head_has, false);
        self.shipping.adopt(position(self.head_has));
        self.shipping.greeted(self.newest, self.figures > 0, self.now);
        self.directives(meets)
    }

    fn send(&mut self, with_entries: bool, meets: Meets) -> Result<(), LinkError> {
        let from = self.shipping.seq();
        assert_eq!(from, self.said, "entries go on from what head office said that it has");
        let has_figures = self.figures > 0;
        let takes_entries = with_entries && self.newest > from && !(has_figures && self.shipping.figures_first());
        if let (Meets::UnreadableEntries, true) = (meets, takes_entries) {
            self.hold(LinkError::Damaged(String::new()));
            return Ok(());
        }
        if !takes_entries && !has_figures {
            self.shipping.nothing_to_send(with_entries);
            if with_entries {
                (self.damaged, self.held_until) = (0, None);
            }
            return self.greet(meets);
        }
        let to = if takes_entries { self.newest.min(from + PARCEL_ENTRIES) } else { from };
        let error = match meets {
            _ if takes_entries && from > self.head_has => refusal(GAP),
            Meets::Answer | Meets::UnreadableEntries | Meets::NoDirectives | Meets::Directives => return self.taken(from, to, meets),
            Meets::LostAnswer => {
                self.head_has = self.head_has.max(to);
                HeadError::NoAnswer(String::new())
            }
            Meets::NoListener => unreachable(),
            Meets::Busy(seconds) => busy(seconds),
            Meets::Refusal(code) => refusal(code),
        };
        self.refused(error)
    }

    fn taken(&mut self, from: u64, to: u64, meets: Meets) -> Result<(), LinkError> {
        self.head_has = self.head_has.max(to);
        self.said = self.head_has;
        self.shipping.adopt(position(self.head_has));
        if to > from {
            self.shipping.entries_taken(from)?;
            (self.damaged, self.held_until) = (0, None);
        }
        self.figures = self.figures.saturating_sub(1);
        let taken = Taken { more_entries: self.newest > to, more_figures: self.figures > 0, newest: self.newest };
        self.shipping.taken(taken, self.now);
        self.directives(meets)
    }

    fn refused(&mut self, error: HeadError) -> Result<(), LinkError> {
        if let HeadError::Refused { code, .. } = &error {
            let is_damage = code == DAMAGED || code == TOO_LARGE;
            self.asks_first = !is_damage;
            self.damaged += u32::from(is_damage);
            if is_damage && self.damaged >= REMADE_MAX {
                self.held_until = Some(self.now + self.pace.damaged_every);
            }
        }
        self.shipping.refused(error, self.now)
    }

    fn hold(&mut self, error: LinkError) {
        self.held_until = Some(self.now + self.pace.damaged_every);
        self.shipping.hold(error, self.now);
    }

    fn directives(&mut self, meets: Meets) -> Result<(), LinkError> {
        match meets {
            Meets::NoDirectives => return Err(LinkError::Head(unreachable())),
            Meets::Directives => {
                self.newest += 1;
                self.shipping.directives_arrived();
            }
            Meets::Answer | Meets::NoListener | Meets::LostAnswer | Meets::Busy(_) | Meets::Refusal(_) | Meets::UnreadableEntries => {}
        }
        Ok(())
    }

    /// Whether the box waits for the next hello, and for nothing else.
    fn is_done(&self) -> bool {
        let is_quiet = self.shipping.is_idle() && self.shipping.held().is_none() && self.shipping.failing.is_none();
        is_quiet && self.said == self.newest && self.head_has == self.newest && self.figures == 0
    }
}

fn busy(seconds: Option<u64>) -> HeadError {
    HeadError::Busy { status: StatusCode::SERVICE_UNAVAILABLE, words: String::new(), retry_after: seconds.map(Duration::from_secs) }
}

/// What the shell's pauses must stay under, whatever head office asks for.
fn longest_pause(pace: &Pace) -> Duration {
    pace.damaged_every.max(pace.hello_every).max(Duration::from_secs(4_000))
}

proptest! {
    #[test]
    fn all_arrives_once_head_office_answers_and_then_there_is_nothing_to_do(newest in 0u64..40, missing in 0u64..40, events in happens()) {
        let mut world = World::new(newest, newest.saturating_sub(missing));
        for event in events {
            world.happens(event);
        }
        let (began, parcels) = (world.now, world.newest / PARCEL_ENTRIES + u64::from(world.figures) + 1);
        let mut contacts = 0;
        while !world.is_done() {
            world.contact(Meets::Answer);
            contacts += 1;
            prop_assert!(contacts <= parcels + CONTACTS_MAX, "{contacts} contacts, and still something to do");
        }
        prop_assert!(world.now - began <= longest_pause(&world.pace) * 4, "{:?}", world.now - began);
        let hello = world.shipping.last_contact + world.pace.hello_every;
        let expected = if hello > world.now { Action::Wait { until: hello } } else { Action::Greet { is_first: false } };
        prop_assert_eq!(world.shipping.next(world.now), expected);
    }

    #[test]
    fn pauses_grow_up_to_the_longest_and_begin_anew_after_a_success(failures in 1usize..40, random in any::<u32>(), busy in any::<bool>()) {
        let (mut now, pace) = (Instant::now(), Pace::default());
        let mut shipping = Shipping::new(pace, now);
        let error = LinkError::Head(if busy { self::busy(None) } else { unreachable() });
        let mut pauses = Vec::new();
        for _ in 0..failures {
            pauses.push(shipping.failed(&error, random, now));
            let Action::Wait { until } = shipping.next(now) else { panic!("a failure is followed by a pause") };
            prop_assert_eq!(Some(&(until - now)), pauses.last());
            now = until;
            prop_assert_eq!(shipping.next(now), Action::Greet { is_first: true });
        }
        prop_assert!(pauses.is_sorted(), "{pauses:?}");
        prop_assert!(pauses.iter().all(|pause| *pause <= pace.retry_max * 6 / 5), "{pauses:?}");
        shipping.succeeded(now);
        prop_assert_eq!(shipping.failed(&error, random, now), pauses[0]);
    }
}

/// A connection on which head office has all of 7 entries, and no figures are left.
fn idle() -> (Shipping, Pace, Instant) {
    let (now, pace) = (Instant::now(), Pace::default());
    let mut shipping = Shipping::new(pace, now);
    shipping.adopt(position(7));
    shipping.greeted(7, false, now);
    shipping.succeeded(now);
    (shipping, pace, now)
}

#[test]
fn entries_wait_for_others_and_go_together() {
    let (mut shipping, pace, now) = idle();
    assert_eq!(shipping.next(now), Action::Wait { until: now + pace.hello_every });
    let first = now + Duration::from_secs(1);
    shipping.entry_written(first);
    shipping.entry_written(first + Duration::from_secs(5));
    let due = first + pace.parcel_after;
    assert_eq!(shipping.next(first), Action::Wait { until: due });
    assert_eq!(shipping.next(due), Action::Send { with_entries: true });
}

#[test]
fn figures_and_hello_go_on_while_entries_are_held() {
    let (mut shipping, pace, now) = idle();
    shipping.entry_written(now);
    for damaged in 1..=REMADE_MAX {
        assert_eq!(shipping.refused(refusal(DAMAGED), now), Ok(()));
        assert_eq!(shipping.held().is_some(), damaged == REMADE_MAX);
    }
    let hello = now + pace.hello_every;
    assert_eq!(shipping.next(now), Action::Wait { until: hello });
    assert_eq!(shipping.next(hello), Action::Send { with_entries: false });
    assert_eq!(shipping.next(now + pace.damaged_every), Action::Send { with_entries: true });
}

#[test]
fn held_entries_that_head_office_got_in_another_way_are_not_tried_for_ever() {
    let (mut shipping, pace, now) = idle();
    shipping.hold(LinkError::Damaged(String::new()), now);
    let later = now + pace.damaged_every;
    assert_eq!(shipping.next(later), Action::Send { with_entries: true });
    shipping.nothing_to_send(true);
    shipping.greeted(7, false, later);
    shipping.succeeded(later);
    assert_eq!((shipping.held(), shipping.next(later)), (None, Action::Wait { until: later + pace.hello_every }));
}

#[test]
fn a_second_gap_in_a_row_is_a_failure() {
    let (mut shipping, _, now) = idle();
    assert_eq!(shipping.refused(refusal(GAP), now), Ok(()));
    assert_eq!(shipping.next(now), Action::Greet { is_first: true });
    shipping.adopt(position(3));
    shipping.greeted(7, false, now);
    assert_eq!(shipping.next(now), Action::Send { with_entries: true });
    assert!(shipping.refused(refusal(GAP), now).is_err());
}

#[test]
fn figures_go_first_again_after_a_long_failure() {
    let (mut shipping, pace, now) = idle();
    shipping.taken(Taken { more_entries: false, more_figures: false, newest: 7 }, now);
    let error = LinkError::Head(unreachable());
    for (long, expected) in [(pace.hello_every - Duration::from_millis(1), false), (pace.hello_every, true)] {
        shipping.failed(&error, 0, now);
        shipping.succeeded(now + long);
        assert_eq!(shipping.figures_first(), expected);
    }
}

#[test]
fn a_head_office_that_took_entries_and_has_none_has_failed() {
    let (mut shipping, ..) = idle();
    assert!(shipping.entries_taken(7).is_err());
    assert_eq!(shipping.entries_taken(6), Ok(()));
}

//! Bar under test for the session story, with the expected state tracked beside it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::thread::JoinHandle;

use barback::box_events::BoxRestored;
use barback::engine::{Clock, Command, Engine, Failure, last_entry};
use barback::http::TokenSigner;
use barback::staff::{self, Profile, ProfileChange, SESSION_MILLIS, SESSIONS_MAX, StaffCommand};
use base::{Actor, BusinessDay, Code, Role};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use store::{Store, journal_head};

use crate::acts::{Act, With};
use crate::oracle::{ExpectedSession, ManualClock, Member};
use crate::rebuild_check;
use crate::stamps::StampOracle;

/// 2026-11-21T20:00Z, a Saturday night.
const OPENS: i64 = 1_795_291_200_000;
/// People beside the admin.
const PEOPLE: usize = 4;

pub struct Bar {
    store: Arc<Store>,
    clock: Arc<ManualClock>,
    engine: Option<(Engine, JoinHandle<()>)>,
    runtime: tokio::runtime::Runtime,
    signer: TokenSigner,
    people: Vec<Member>,
    /// Every token ever issued, in order, with its session id.
    tokens: Vec<(String, String)>,
    lasting: BTreeMap<String, ExpectedSession>,
    /// Total running time of the box, in milliseconds.
    running: u64,
    /// Running time at the last entry, from which a restart continues.
    noted: u64,
    /// Number of accounts so far, including the admin's.
    hired: u64,
    /// Number of generated names and session ids.
    made: u32,
    /// Expected timestamps of entries.
    stamps: StampOracle,
}

fn hash(user_id: u64, password: u32) -> String {
    format!("hash of password {password} of {user_id}")
}

fn owner() -> Actor {
    Actor { id: 1, name: "admin".to_owned(), role: Role::Admin }
}

impl Bar {
    /// A bar with an admin, who does not change, and some bartenders.
    pub fn open() -> Bar {
        let store = Arc::new(Store::in_memory().expect("memory"));
        let clock = Arc::new(ManualClock { wall: AtomicI64::new(OPENS), running: AtomicU64::new(0) });
        let engine = Engine::start(store.clone(), clock.clone()).expect("an empty store");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let signer = TokenSigner::new(&store.secret().expect("a secret"));
        let (people, tokens, lasting) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut bar = Bar {
            store,
            clock,
            engine: Some(engine),
            runtime,
            signer,
            people,
            tokens,
            lasting,
            running: 0,
            noted: 0,
            hired: 1,
            made: 0,
            stamps: StampOracle::default(),
        };
        let admin = StaffCommand::SeedAdmin {
            username: "admin".to_owned(),
            password_hash: hash(1, 0),
            role: Role::Admin,
            must_change_password: false,
        };
        // Seeding twice creates one admin only.
        (0..2).for_each(|_| bar.does(admin.clone(), Actor::the_box()).expect("an admin"));
        (0..PEOPLE).for_each(|_| bar.hires());
        bar
    }

    fn engine(&self) -> &Engine {
        &self.engine.as_ref().expect("open").0
    }

    fn does(&mut self, command: StaffCommand, actor: Actor) -> Result<(), Code> {
        self.runs(Command::Staff(command), actor)
    }

    fn runs(&mut self, command: Command, actor: Actor) -> Result<(), Code> {
        let before = self.head();
        let confirms = matches!(command, Command::ConfirmClock);
        let came = self.runtime.block_on(self.engine().run(command, actor));
        let wrote = self.head() != before;
        if wrote {
            self.noted = self.running;
        }
        let (wall, running) = (self.clock.now().as_millis(), self.running);
        self.stamps.observe(wall, running, wrote, confirms);
        let last = self.store.read(last_entry).expect("memory").expect("an entry").envelope.at.as_millis();
        assert_eq!(last, self.stamps.latest, "the last entry has another timestamp than expected");
        assert_eq!(self.engine().reading().doubt.is_some(), self.stamps.floor.is_some(), "the clock's doubt differs from the expected one");
        match came {
            Ok(()) => Ok(()),
            Err(Failure::Refused(refusal)) => Err(refusal.code),
            Err(failure) => panic!("memory does not fail: {failure:?}"),
        }
    }

    fn hires(&mut self) {
        self.hired += 1;
        let (id, name) = (self.hired, format!("member{}", self.hired));
        let profile = Profile {
            username: name.clone(),
            email: None,
            role: Role::Bartender,
            first_name: None,
            last_name: None,
            phone: None,
            is_active: true,
        };
        let create = StaffCommand::Create { profile, password_hash: hash(id, 0), must_change_password: false };
        self.does(create, owner()).expect("a new account");
        self.people.push(Member { id, name, role: Role::Bartender, active: true, password: 0 });
    }

    fn passes(&mut self, millis: u64) {
        self.running += millis;
        self.clock.running.fetch_add(millis, Ordering::SeqCst);
        self.clock.wall.fetch_add(i64::try_from(millis).expect("days"), Ordering::SeqCst);
    }

    fn session(&mut self) -> String {
        self.made += 1;
        format!("session{}", self.made)
    }

    /// Records a token for a session that has just begun.
    fn began(&mut self, user_id: u64, session_id: String) {
        self.tokens.push((self.signer.token(user_id, &session_id).map_err(|_| ()).expect("signed"), session_id.clone()));
        self.lasting.insert(session_id, ExpectedSession { user_id, since: self.running });
    }

    /// Records that all sessions of a user ended.
    fn ended(&mut self, user_id: u64) {
        self.lasting.retain(|_, session| session.user_id != user_id);
    }

    fn signs_in(&mut self, who: usize, with: With) -> Result<(), Code> {
        let member = &self.people[who];
        let (id, password) = (member.id, member.password);
        let compared = match with {
            With::Right => hash(id, password),
            With::Old => hash(id, password.wrapping_sub(1)),
            With::Wrong => "hash of a guess".to_owned(),
        };
        let actor = Actor { id, name: member.name.clone(), role: member.role };
        let session_id = self.session();
        let sign_in = StaffCommand::SignIn { user_id: id, compared_hash: compared, session_id: session_id.clone() };
        self.does(sign_in, actor)?;
        self.began(id, session_id);
        // A further sign-in ends the oldest. No two of a person begin at the same moment here.
        let mut theirs: Vec<(u64, String)> =
            self.lasting.iter().filter(|(_, session)| session.user_id == id).map(|(name, session)| (session.since, name.clone())).collect();
        theirs.sort();
        for (_, oldest) in theirs.iter().take(theirs.len().saturating_sub(SESSIONS_MAX)) {
            self.lasting.remove(oldest);
        }
        Ok(())
    }

    fn update(&mut self, who: usize, change: ProfileChange, password_hash: Option<String>) {
        let user_id = self.people[who].id;
        self.does(StaffCommand::Update { user_id, change, password_hash }, owner()).expect("another admin remains");
    }

    fn given_a_password(&mut self, who: usize) {
        let (id, password) = (self.people[who].id, self.people[who].password + 1);
        self.update(who, ProfileChange::default(), Some(hash(id, password)));
        self.people[who].password = password;
        self.ended(id);
    }

    /// Plays one act, a millisecond after the one before. Returns what it turned out to be.
    pub fn play(&mut self, act: &Act) -> Result<&'static str, TestCaseError> {
        self.passes(1);
        self.plays(act)
    }

    /// Session id and user id of a session that is still valid.
    fn nth_lasting(&self, which: usize) -> Option<(String, u64)> {
        let lasting: Vec<(&String, &ExpectedSession)> = self.lasting.iter().filter(|(_, session)| self.lasts(session)).collect();
        let (name, session) = lasting.get(which.checked_rem(lasting.len())?)?;
        Some(((*name).clone(), session.user_id))
    }

    fn lasts(&self, session: &ExpectedSession) -> bool {
        self.running - session.since <= SESSION_MILLIS
    }

    fn actor(&self, user_id: u64) -> Actor {
        let member = self.people.iter().find(|member| member.id == user_id).expect("they work here");
        Actor { id: member.id, name: member.name.clone(), role: member.role }
    }

    /// Stops and starts the box. Its running time continues from the last entry.
    fn restarts(&mut self) -> Result<(), TestCaseError> {
        self.stops();
        self.running = self.noted;
        self.stamps.last_reading = None;
        self.clock.running.store(0, Ordering::SeqCst);
        self.engine = Some(Engine::start(self.store.clone(), self.clock.clone()).expect("it starts"));
        prop_assert_eq!(self.engine().running(), self.running);
        // If the clock has jumped, the next command records that; one that changes nothing is enough.
        prop_assert_eq!(self.does(StaffCommand::SignOut { session_id: "unknown".to_owned() }, owner()), Ok(()));
        Ok(())
    }

    fn stops(&mut self) {
        if let Some((engine, writer)) = self.engine.take() {
            drop(engine);
            writer.join().expect("the writer never panics");
        }
    }

    /// Tries every token ever issued: exactly the expected ones are valid, with the user's current name and role.
    pub fn check_all_sessions(&self) -> Result<(), TestCaseError> {
        prop_assert_eq!(self.engine().running(), self.running);
        for (token, session_id) in &self.tokens {
            let named = self.signer.session(token);
            prop_assert_eq!(named.as_ref(), Some(session_id));
            let found = self.store.read(|view| staff::session_user(view, session_id, self.engine().running())).expect("memory");
            let expected = self.lasting.get(session_id).filter(|session| self.lasts(session)).map(|session| self.actor(session.user_id));
            let found = found.map(|user| Actor { id: user.id, name: user.username, role: user.role });
            prop_assert_eq!(found, expected, "{} after {} ms", session_id, self.running);
        }
        Ok(())
    }

    /// Ends the night: tables rebuilt from the journal must equal those of the store.
    pub fn ends(mut self) {
        self.stops();
        rebuild_check::assert_rebuilds(&self.store);
    }

    fn head(&self) -> u64 {
        journal_head(&self.store).expect("a head")
    }

    fn plays(&mut self, act: &Act) -> Result<&'static str, TestCaseError> {
        let person = |which: &usize| which % PEOPLE;
        Ok(match act {
            Act::Jump(by) => {
                let to = self.clock.now().as_millis().saturating_add(*by);
                self.clock.wall.store(to.max(0), Ordering::SeqCst);
                "the clock jumped"
            }
            Act::Pass(millis) => {
                self.passes(*millis);
                "time passed"
            }
            Act::Edge(which, by) => {
                let Some(session) = self.lasting.values().nth(which % self.lasting.len().max(1)) else { return Ok("nothing") };
                let edge = (session.since + SESSION_MILLIS).saturating_add_signed(*by);
                let Some(left) = edge.checked_sub(self.running) else { return Ok("nothing") };
                self.passes(left);
                if *by > 0 { "over the edge" } else { "at the edge" }
            }
            Act::SignIn(who, with) => {
                let who = person(who);
                let came = self.signs_in(who, *with);
                match (with, self.people[who].active) {
                    (With::Right, true) => prop_assert_eq!(came, Ok(())),
                    (With::Right, false) => prop_assert_eq!(came, Err(Code::Inactive)),
                    _ => prop_assert_eq!(came, Err(Code::Unauthenticated)),
                }
                match (with, came) {
                    (With::Right, Ok(())) => "signed in",
                    (With::Right, _) => "inactive",
                    (With::Old, _) => "old password",
                    (With::Wrong, _) => "wrong password",
                }
            }
            Act::SignInOften(who, times) => {
                let who = person(who);
                for _ in 0..*times {
                    self.passes(1);
                    prop_assert_eq!(self.signs_in(who, With::Right).is_ok(), self.people[who].active);
                }
                if self.people[who].active { "many signed in" } else { "inactive" }
            }
            Act::SignOut(which) => {
                let Some((session_id, user_id)) = self.nth_lasting(*which) else { return Ok("nothing") };
                let actor = self.actor(user_id);
                self.does(StaffCommand::SignOut { session_id: session_id.clone() }, actor).expect("out is out");
                self.lasting.remove(&session_id);
                "signed out"
            }
            Act::ChangePassword(which, overtaken) => {
                let Some((_, user_id)) = self.nth_lasting(*which) else { return Ok("nothing") };
                let who = self.people.iter().position(|member| member.id == user_id).expect("they work here");
                let (compared, next) = (self.people[who].password, self.people[who].password + 1);
                if *overtaken {
                    self.given_a_password(who);
                }
                let (session_id, actor) = (self.session(), self.actor(user_id));
                let command = StaffCommand::ChangePassword {
                    old_session_id: String::new(),
                    password_hash: hash(user_id, next),
                    compared_hash: hash(user_id, compared),
                    session_id: session_id.clone(),
                };
                let came = self.does(command, actor);
                if *overtaken {
                    prop_assert_eq!(came, Err(Code::Conflict));
                    return Ok("overtaken");
                }
                prop_assert_eq!(came, Ok(()));
                self.people[who].password = next;
                self.ended(user_id);
                self.began(user_id, session_id);
                "new password"
            }
            Act::Switch(who, on) => {
                let who = person(who);
                self.update(who, ProfileChange { is_active: Some(*on), ..ProfileChange::default() }, None);
                let was_on = std::mem::replace(&mut self.people[who].active, *on);
                if was_on && !on {
                    self.ended(self.people[who].id);
                }
                if *on { "switched on" } else { "switched off" }
            }
            Act::Role(who) => {
                let who = person(who);
                let role = if self.people[who].role == Role::Bartender { Role::Manager } else { Role::Bartender };
                self.update(who, ProfileChange { role: Some(role), ..ProfileChange::default() }, None);
                self.people[who].role = role;
                self.ended(self.people[who].id);
                "another role"
            }
            Act::GivePassword(who) => {
                self.given_a_password(person(who));
                "given a password"
            }
            Act::Replace(who) => {
                let gone = self.people.remove(person(who)).id;
                self.does(StaffCommand::Archive { user_id: gone }, owner()).expect("another admin remains");
                self.ended(gone);
                self.hires();
                "deleted"
            }
            Act::Rename(who) => {
                let who = person(who);
                self.made += 1;
                let name = format!("renamed{}", self.made);
                self.update(who, ProfileChange { username: Some(name.clone()), ..ProfileChange::default() }, None);
                self.people[who].name = name;
                "renamed"
            }
            Act::Restart => {
                self.restarts()?;
                "restarted"
            }
            Act::ConfirmClock => {
                let doubted = self.engine().reading().doubt.is_some();
                prop_assert_eq!(self.runs(Command::ConfirmClock, owner()), Ok(()));
                prop_assert!(self.engine().reading().doubt.is_none());
                if doubted { "clock confirmed" } else { "clock confirmed for nothing" }
            }
            Act::PutRight => {
                let right = OPENS + i64::try_from(self.running).expect("years");
                self.clock.wall.store(right, Ordering::SeqCst);
                "clock put right"
            }
            Act::Restore => {
                let (backup_started_at, journal, day) = (self.clock.now(), self.head(), BusinessDay::from_number(20_000));
                let note = BoxRestored { backup_started_at, journal, day, receipts_skipped_to: 0, series: 0, replaced_z: 0 };
                prop_assert_eq!(self.runs(Command::NoteRestore(note), Actor::the_box()), Ok(()));
                self.lasting.clear();
                "restored"
            }
        })
    }
}

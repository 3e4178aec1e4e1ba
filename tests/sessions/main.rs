//! Property test of sessions: random nights of sign-ins, sign-outs, new passwords, dismissals, restarts, and a wall clock that
//! jumps by up to ten years. The lifetime of a session counts the box's running time and does not depend on the wall clock.
//! Timestamps of entries are compared with the simpler rule in `tests/support/stamps.rs`.

mod acts;
mod bar;
mod oracle;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "../support/stamps.rs"]
mod stamps;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

use acts::acts;
use bar::Bar;

/// Number of random nights.
const STORIES: u32 = 96;
/// Maximum number of acts in a night.
const ACTS: usize = 120;

#[test]
fn a_session_lasts_as_long_as_the_box_runs_whatever_the_clock_says() {
    let seeds = Box::new(FileFailurePersistence::Direct("tests/seeds/sessions.txt"));
    let config = Config { cases: STORIES, failure_persistence: Some(seeds), ..Config::default() };
    let seen = RefCell::new(BTreeMap::<&str, u32>::new());
    let story = TestRunner::new(config).run(&acts(ACTS), |acts| {
        let mut bar = Bar::open();
        for act in &acts {
            let came = bar.play(act)?;
            *seen.borrow_mut().entry(came).or_default() += 1;
            bar.check_all_sessions()?;
        }
        bar.ends();
        Ok(())
    });
    if let Err(error) = story {
        panic!("{error}");
    }
    // Every kind of act must have happened several times, otherwise the test shows nothing.
    let seen = seen.into_inner();
    for came in [
        "the clock jumped",
        "clock put right",
        "clock confirmed",
        "time passed",
        "at the edge",
        "over the edge",
        "signed in",
        "many signed in",
        "wrong password",
        "old password",
        "inactive",
        "signed out",
        "new password",
        "overtaken",
        "switched off",
        "switched on",
        "another role",
        "given a password",
        "deleted",
        "renamed",
        "restarted",
        "restored",
    ] {
        assert!(seen.get(came).is_some_and(|times| *times > 3), "too rare: {came}: {seen:?}");
    }
}

//! What can happen to people and their sessions.

use proptest::collection::vec;
use proptest::prelude::*;

/// Milliseconds of a day.
pub const DAY: u64 = 24 * 60 * 60 * 1_000;
/// Milliseconds of ten years, about.
const TEN_YEARS: i64 = 10 * 365 * DAY as i64;

/// With which password somebody signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    /// Their own.
    Right,
    /// The one that they had before.
    Old,
    /// None that they ever had.
    Wrong,
}

/// One thing that happens. Numbers choose among those who, or that, are there.
#[derive(Debug, Clone)]
pub enum Act {
    /// The wall clock jumps; no time passes.
    Jump(i64),
    /// The box runs on, and the wall clock with it.
    Pass(u64),
    /// The box runs on until a session has lasted its time, less or more so many milliseconds.
    Edge(usize, i64),
    /// Somebody signs in.
    SignIn(usize, With),
    /// Somebody signs in again and again.
    SignInOften(usize, usize),
    /// A session is ended by who holds it.
    SignOut(usize),
    /// Somebody chooses another password; `true`: an admin was quicker.
    ChangePassword(usize, bool),
    /// An admin switches an account off or on.
    Switch(usize, bool),
    /// An admin gives an account another role.
    Role(usize),
    /// An admin gives an account another password.
    GivePassword(usize),
    /// An admin deletes an account and makes another.
    Replace(usize),
    /// An admin gives an account another name, which ends nothing.
    Rename(usize),
    /// The box is started again.
    Restart,
    /// A manager says that the clock is right.
    ConfirmClock,
    /// The clock is set to where it would be had it never jumped.
    PutRight,
    /// The bar is made anew from a copy.
    Restore,
}

/// Up to `most` acts.
pub fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    let who = 0..100_usize;
    let act = prop_oneof![
        6 => (-TEN_YEARS..=TEN_YEARS).prop_map(Act::Jump),
        3 => (0..40 * DAY).prop_map(Act::Pass),
        3 => (0..10_000_u64).prop_map(Act::Pass),
        3 => (who.clone(), -1..=1_i64).prop_map(|(which, by)| Act::Edge(which, by)),
        12 => (who.clone(), prop_oneof![4 => Just(With::Right), 1 => Just(With::Old), 1 => Just(With::Wrong)])
            .prop_map(|(who, with)| Act::SignIn(who, with)),
        1 => (who.clone(), 15..30_usize).prop_map(|(who, times)| Act::SignInOften(who, times)),
        3 => who.clone().prop_map(Act::SignOut),
        3 => (who.clone(), any::<bool>()).prop_map(|(who, overtaken)| Act::ChangePassword(who, overtaken)),
        3 => (who.clone(), any::<bool>()).prop_map(|(who, on)| Act::Switch(who, on)),
        2 => who.clone().prop_map(Act::Role),
        2 => who.clone().prop_map(Act::GivePassword),
        1 => who.clone().prop_map(Act::Replace),
        2 => who.prop_map(Act::Rename),
        2 => Just(Act::Restart),
        2 => Just(Act::ConfirmClock),
        3 => Just(Act::PutRight),
        1 => Just(Act::Restore),
    ];
    vec(act, 1..=most)
}

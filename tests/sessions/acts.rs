//! Random acts on people, sessions and the clock.

use proptest::collection::vec;
use proptest::prelude::*;

/// Milliseconds in a day.
pub const DAY: u64 = 24 * 60 * 60 * 1_000;
/// Milliseconds in about ten years.
const TEN_YEARS: i64 = 10 * 365 * DAY as i64;

/// The password that a person signs in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    /// The current one.
    Right,
    /// The previous one.
    Old,
    /// A guess.
    Wrong,
}

/// One random act. Indices select one of the present people or sessions.
#[derive(Debug, Clone)]
pub enum Act {
    /// The wall clock jumps; no time passes.
    Jump(i64),
    /// The box runs on, and the wall clock with it.
    Pass(u64),
    /// The box runs on until a session expires, plus this many milliseconds.
    Edge(usize, i64),
    /// A person signs in.
    SignIn(usize, With),
    /// A person signs in this many times.
    SignInOften(usize, usize),
    /// The holder of a session signs out.
    SignOut(usize),
    /// A person changes the password; `true`: an admin has just set another one.
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
    /// A manager confirms the clock.
    ConfirmClock,
    /// The clock is set to the time that it would show without any jump.
    PutRight,
    /// The bar is restored from a backup.
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

//! Facts about a call that the types of its handler's arguments say: who may call it, whether its answer is kept, paged or searched, whether it may
//! be asked for.

use axum::extract::{Extension, Request, State};
use axum::http::HeaderMap;

use super::enrolment::TillDevice;
use super::list_args::{Paged, Searched};
use super::path::Path;
use super::read::{Query, ReadRequest};
use super::readers::{ReportReader, SheetReader};
use super::session::{
    Admin, AnyUser, CashCorrector, DrawerOpener, Manager, OptionalCaller, OrderVoider, SaleVoider, ShiftManager, Staff, UncountedCloser,
};

/// Facts about a call. None is true of a handler without arguments.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct CallFacts {
    /// Whether the caller must be signed in, or be the second box.
    pub needs_session: bool,
    /// Whether an extractor reads the body.
    pub reads_body: bool,
    /// Whether its answers are stored under the `Idempotency-Key`.
    pub keeps_answer: bool,
    /// Whether its answers have an `ETag`.
    pub has_etag: bool,
    /// Of a list with pages: the rows of a page unless `limit` is sent.
    pub page_rows: Option<usize>,
    /// Whether it looks for words and business days.
    pub is_searched: bool,
}

/// An argument of a handler.
pub trait Argument {
    /// Adds what the argument says about the call.
    fn describe(_facts: &mut CallFacts) {}
}

/// A handler whose arguments are described. `Arguments` is the tuple of their types.
pub trait Described<Arguments> {
    /// What the arguments say about the call.
    fn facts() -> CallFacts;
}

/// The facts about the call that `handler` answers.
pub fn facts_of<Arguments, H: Described<Arguments>>(_handler: H) -> CallFacts {
    H::facts()
}

macro_rules! describe_handlers {
    ($(($($argument:ident),*)),+ $(,)?) => {$(
        impl<H, Answer, $($argument: Argument),*> Described<($($argument,)*)> for H
        where
            H: Fn($($argument),*) -> Answer,
        {
            fn facts() -> CallFacts {
                #[allow(unused_mut, reason = "a handler may have no arguments")]
                let mut facts = CallFacts::default();
                $($argument::describe(&mut facts);)*
                facts
            }
        }
    )+};
}

describe_handlers! {
    (), (A), (A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E), (A, B, C, D, E, F), (A, B, C, D, E, F, G),
}

/// Declares arguments that say nothing about their call.
macro_rules! silent {
    ($([$($parameter:ident)?] $argument:ty),+ $(,)?) => {$(impl$(<$parameter>)? Argument for $argument {})+};
}

silent! {
    [S] State<S>, [T] Extension<T>, [T] Option<T>, [T] Path<T>, [] HeaderMap, [] Request, [] OptionalCaller, [] TillDevice, [] Query,
}

/// Declares extractors that refuse a caller who is not signed in.
macro_rules! authenticating {
    ($($argument:ty),+ $(,)?) => {$(
        impl Argument for $argument {
            fn describe(facts: &mut CallFacts) {
                facts.needs_session = true;
            }
        }
    )+};
}

authenticating! {
    AnyUser, Staff, ShiftManager, Manager, Admin, SaleVoider, OrderVoider, DrawerOpener, UncountedCloser, CashCorrector, ReportReader, SheetReader,
}
impl Argument for ReadRequest {
    fn describe(facts: &mut CallFacts) {
        facts.has_etag = true;
    }
}

impl<const ROWS: usize> Argument for Paged<ROWS> {
    fn describe(facts: &mut CallFacts) {
        facts.page_rows = Some(ROWS);
    }
}

impl Argument for Searched {
    fn describe(facts: &mut CallFacts) {
        facts.is_searched = true;
    }
}

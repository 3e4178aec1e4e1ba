//! What a restart would interrupt.

use crate::orders;
use crate::tills;
use store::{Stored, View};

/// Open shifts and orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpenWork {
    pub shifts: usize,
    pub orders: usize,
}

/// Counts what is open.
pub fn open_work(view: &dyn View) -> Stored<OpenWork> {
    Ok(OpenWork { shifts: tills::open_shifts(view)?.len(), orders: orders::open_orders(view)?.len() })
}

impl OpenWork {
    /// Whether a restart would interrupt nothing.
    pub fn is_none(self) -> bool {
        self == OpenWork::default()
    }

    /// "1 shift and 2 orders are open"; `None` if nothing is.
    pub fn words(self) -> Option<String> {
        let counted = |number: usize, one: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            2.. => Some(format!("{number} {one}s")),
        };
        let parts: Vec<String> = [counted(self.shifts, "shift"), counted(self.orders, "order")].into_iter().flatten().collect();
        let verb = if self.shifts + self.orders == 1 { "is" } else { "are" };
        if parts.is_empty() { None } else { Some(format!("{} {verb} open", parts.join(" and "))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_in_words() {
        let words = |shifts, orders| OpenWork { shifts, orders }.words();
        assert_eq!(words(0, 0), None);
        assert_eq!(words(1, 0).as_deref(), Some("1 shift is open"));
        assert_eq!(words(0, 3).as_deref(), Some("3 orders are open"));
        assert_eq!(words(1, 1).as_deref(), Some("1 shift and 1 order are open"));
    }
}

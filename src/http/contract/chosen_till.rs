//! The header with which a phone names the till that was chosen on it.
//!
//! A header and not a member of the body: the body of a request that is sent again after 409 `choose_till` is the same, so that its
//! `Idempotency-Key` still finds the kept answer.

use axum::http::HeaderMap;

/// The id of a till. It comes after the own till of the person, and before that of an enrolled device.
pub const TILL: &str = "till";

/// The till that a request names in its header; `None` also for what is no id.
pub fn chosen_till(headers: &HeaderMap) -> Option<u64> {
    headers.get(TILL)?.to_str().ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_but_an_id_chooses_no_till() {
        let named =
            |value: &'static str| chosen_till(&HeaderMap::from_iter([(TILL.parse().expect("a name"), value.parse().expect("a value"))]));
        assert_eq!([named("3"), named(" 3 "), named("-3"), named("Drawer"), named("")], [Some(3), Some(3), None, None, None]);
        assert_eq!(chosen_till(&HeaderMap::new()), None);
    }
}

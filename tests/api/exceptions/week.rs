//! A week of random nights, held to a reckoning of its own: what each person did on each business day, as the story saw it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::{KINDS, OLD, places};
use crate::approvals::steps::path;
use crate::bar::{Person, TestBar, text};
use crate::devices::TestDevice;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::rng::SeededRng;

/// Wrong PINs of a person on a day: fewer than start a wait.
const WRONG_PINS_MAX: i64 = 4;
const STEPS: usize = 260;
/// Seconds from the start of the business day, 05:00, to the opening of the test, 20:00.
const OPENING: u64 = 15 * 60 * 60;
const DAY: u64 = 24 * 60 * 60;

/// What was seen: business day counted from the first, person, kind → count and worth in cents. Receipts and grants are kinds here.
#[derive(Default)]
struct Reckoning(BTreeMap<(u64, &'static str, &'static str), (i64, i64)>);

impl Reckoning {
    fn sum(&self, days: std::ops::RangeInclusive<u64>, who: &str, kind: &str) -> (i64, i64) {
        let rows = self.0.iter().filter(|((day, name, of), _)| days.contains(day) && *name == who && *of == kind);
        rows.fold((0, 0), |(count, cents), (_, (more, worth))| (count + more, cents + worth))
    }
}

struct Week {
    bar: TestBar,
    device: TestDevice,
    /// Bartenders, and the manager last.
    people: Vec<(&'static str, u64, Person)>,
    rng: SeededRng,
    seen: Reckoning,
    /// Seconds since the opening.
    elapsed: u64,
    /// Sale lines that are not voided: id and worth in cents.
    sales: Vec<(u64, i64)>,
    /// Receipts with the number of their prints.
    receipts: Vec<(String, i64)>,
    products: (u64, u64),
}

impl Week {
    async fn open() -> Self {
        let bar = TestBar::with_rules(json!({"void_sale": "approve", "discount": "allow", "no_sale": "allow"})).await;
        let soda = bar.stocks("Soda", "2.00", 100_000).await["id"].as_u64().expect("an id");
        let stew = bar.product(json!({"name": "Stew", "currency": "LRD", "priceLRD": 950, "stock": 100_000})).await;
        let stew = stew["id"].as_u64().expect("an id");
        let device = bar.enrols("Bar tablet").await;
        let mut people = Vec::new();
        for name in ["musa", "fatu", "joe"] {
            let (id, person) = bar.hires(name, "bartender").await;
            people.push((name, id, person));
        }
        people.push(("manager", 2, bar.manager()));
        let (rng, seen) = (SeededRng::new(7), Reckoning::default());
        Week { bar, device, people, rng, seen, elapsed: 0, sales: Vec::new(), receipts: Vec::new(), products: (soda, stew) }
    }

    fn pass(&mut self, seconds: u64) {
        self.elapsed += seconds;
        self.bar.clock.pass(Duration::from_secs(seconds));
    }

    fn today(&self) -> u64 {
        (OPENING + self.elapsed) / DAY
    }

    fn note(&mut self, who: &'static str, kind: &'static str, count: i64, cents: i64) {
        let day = self.today();
        let row = self.seen.0.entry((day, who, kind)).or_default();
        *row = (row.0 + count, row.1 + cents);
    }

    async fn step(&mut self) {
        let place = usize::try_from(self.rng.below(4)).expect("small");
        let (who, user_id, person) = self.people[place].clone();
        match self.rng.below(10) {
            0..=3 => self.sells(who, &person).await,
            4..=5 => self.takes_off(who, &person).await,
            6 => self.voids(place).await,
            7 => self.prints(who, &person).await,
            8 => self.wrong_pin(who, user_id).await,
            _ => {
                person.post("/api/drawer", json!({})).await.has_status(202);
                self.note(who, "noSales", 1, 0);
            }
        }
    }

    /// A counter sale, at times below the list price: $0.50 off $2.00, or L$50 off L$950 at 190.
    async fn sells(&mut self, who: &'static str, person: &Person) {
        let quantity = 1 + i64::try_from(self.rng.below(3)).expect("small");
        let is_cheap = self.rng.below(3) == 0;
        let (product_id, price, lowered, cents) = match self.rng.below(2) {
            0 => (self.products.0, "1.50", 50 * quantity, if is_cheap { 150 } else { 200 } * quantity),
            // L$50 is 26.3 cents, L$100 52.6, L$150 78.9.
            _ => (self.products.1, "900", [26, 53, 79][usize::try_from(quantity - 1).expect("small")], 0),
        };
        let mut body = json!({"productId": product_id, "quantity": quantity});
        if is_cheap {
            (body["unitPrice"], body["discountReason"]) = (json!(price), json!("Regular"));
            self.note(who, "discounts", 1, lowered);
        }
        let sale = person.post("/api/sales", body).await.created();
        self.note(who, "receipts", 1, 0);
        self.receipts.push((text(&sale["receiptNumber"]).to_owned(), 0));
        if cents > 0 {
            self.sales.push((sale["id"].as_u64().expect("an id"), cents));
        }
    }

    /// An order of three sodas, of which one is taken off, or all; the guest pays what is left.
    async fn takes_off(&mut self, who: &'static str, person: &Person) {
        let (order, items) = places(person, &[self.products.0; 3]).await;
        let is_old = self.rng.below(2) == 0;
        if is_old {
            self.pass(OLD.as_secs());
        }
        let count = i64::from(is_old);
        if self.rng.below(3) == 0 {
            person.patch(&format!("{order}/status"), json!({"status": "cancelled", "reason": "Left"})).await.ok();
            self.note(who, "removedSent", 3 * count, 600 * count);
            return;
        }
        person.delete(&format!("{order}/items/{}", items[1])).await.ok();
        self.note(who, "removedSent", count, 200 * count);
        person.post(&format!("{order}/payment"), json!({"amountUSD": 4})).await.ok();
        self.note(who, "receipts", 1, 0);
    }

    /// A void: a manager does it, a bartender asks for it.
    async fn voids(&mut self, place: usize) {
        let Some((sale_id, cents)) = self.sales.pop() else { return };
        let (who, _, person) = self.people[place].clone();
        let (path_of_void, body) = (format!("/api/sales/{sale_id}/void"), json!({"reason": "Complaint"}));
        if who == "manager" {
            person.post(&path_of_void, body).await.ok();
            self.note(who, "voids", 1, cents);
            return;
        }
        let asked = person.asks("POST", &path_of_void, body.clone()).await.created();
        if self.rng.below(3) == 0 {
            self.bar.manager().post(&path(&asked, "refuse"), json!({})).await.ok();
            self.note(who, "refusedApprovals", 1, 0);
            self.sales.push((sale_id, cents));
            return;
        }
        let granted = self.bar.grants(&asked).await;
        self.note("manager", "granted", 1, 0);
        assert!(person.sends("POST", &path_of_void, &body, &granted).await.status < 300);
        self.note(who, "voids", 1, cents);
    }

    async fn prints(&mut self, who: &'static str, person: &Person) {
        let Some((number, prints)) = self.receipts.last_mut() else { return };
        let is_again = *prints > 0;
        *prints += 1;
        let path = format!("/api/receipts/{number}/print");
        person.post(&path, json!({})).await.has_status(202);
        self.note(who, "reprints", i64::from(is_again), 0);
    }

    async fn wrong_pin(&mut self, who: &'static str, user_id: u64) {
        let today = self.today();
        if self.seen.sum(today..=today, who, "wrongPins").0 < WRONG_PINS_MAX {
            // Nobody has a PIN, so that each one is wrong.
            let answer = self.bar.tries_pin(&self.device, user_id, "926351").await;
            if answer.status == 403 {
                self.note(who, "wrongPins", 1, 0);
            }
        }
    }

    /// Compares the report of these days with the reckoning.
    async fn agrees(&self, first: u64, last: u64, query: &str) {
        let report = self.bar.admin().get(&format!("/api/reports/exceptions{query}")).await.ok();
        let rows = report["rows"].as_array().expect("rows");
        let names: BTreeSet<&str> = rows.iter().map(|row| text(&row["userName"])).collect();
        for (who, ..) in &self.people {
            let of = |kind: &str| self.seen.sum(first..=last, who, kind);
            let row = rows.iter().find(|row| row["userName"] == *who).cloned().unwrap_or(Value::Null);
            let shown = |value: &Value| value.as_i64().unwrap_or(0);
            assert_eq!(shown(&row["receipts"]), of("receipts").0, "receipts of {who} {query}");
            assert_eq!(shown(&row["granted"]), of("granted").0, "granted by {who} {query}");
            for kind in KINDS {
                let (count, cents) = of(kind);
                let tally = &row["kinds"][kind];
                assert_eq!(shown(&tally["count"]), count, "{kind} of {who} {query}");
                let worth = format!("{}.{:02}", cents / 100, cents % 100);
                assert_eq!(tally["worthUSD"].as_str().unwrap_or("0.00"), worth, "worth of {kind} of {who} {query}");
            }
        }
        assert!(names.is_subset(&self.people.iter().map(|(who, ..)| *who).collect()), "{names:?}");
    }
}

#[tokio::test]
async fn a_played_week_agrees_with_its_reckoning() {
    let mut week = Week::open().await;
    let printer = FakePrinter::start(Behavior::Normal);
    week.bar.sets_up_printers(&[("Till", &printer, json!({"opensDrawer": true}))]).await;
    week.bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    for _ in 0..STEPS {
        week.step().await;
        let minutes = week.rng.below(75);
        week.pass(minutes * 60);
    }
    let today = week.today();
    assert!((6..=9).contains(&today), "some {today} days");
    let date = |day: u64| if day < 10 { format!("2026-11-{}", 21 + day) } else { format!("2026-12-{:02}", day - 9) };
    week.agrees(today.saturating_sub(6), today, "").await;
    week.agrees(0, today, "?from=2026-11-01&to=2026-12-31").await;
    for (first, last) in [(0, 0), (1, 3), (2, 2), (4, today)] {
        week.agrees(first, last, &format!("?from={}&to={}", date(first), date(last))).await;
    }
    // Another start of the day moves what comes after it, and nothing before it.
    week.bar.admin().put("/api/settings", json!({"dayStartsAt": "12:00"})).await.ok();
    week.agrees(0, today, "?from=2026-11-01&to=2026-12-31").await;
    week.agrees(1, 3, "?from=2026-11-22&to=2026-11-24").await;
    assert!(KINDS.iter().filter(|kind| week.seen.sum(0..=today, "musa", kind).0 > 0).count() >= 6, "a week with most kinds");
}

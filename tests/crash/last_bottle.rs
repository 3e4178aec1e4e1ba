//! A hundred phones try to sell the last bottle at once: exactly one succeeds.

use serde_json::json;

use crate::box_process::BoxProcess;
use crate::phone::{Phone, PhoneAnswer};
use crate::rounds;

/// Phones at once.
const PHONES: usize = 100;
/// Default page size of the list of sales.
const SHOWN: u64 = 200;

#[tokio::test(flavor = "multi_thread")]
async fn one_phone_sells_the_last_bottle_and_the_others_get_the_reason() {
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phones: Vec<Phone> = (0..PHONES).map(|_| Phone::new(bar.port(), &token)).collect();
    for bottle in 0..rounds() {
        let product = phones[0].stocks(&format!("Bottle {bottle}"), "20.00", 1).await;
        let attempts: Vec<_> =
            phones.iter().cloned().map(|phone| tokio::spawn(async move { phone.sells(product, 1).await.expect("an answer") })).collect();
        let mut answers: Vec<PhoneAnswer> = Vec::new();
        for attempt in attempts {
            answers.push(attempt.await.expect("no panic"));
        }
        let (sold, refused): (Vec<&PhoneAnswer>, Vec<&PhoneAnswer>) = answers.iter().partition(|answer| answer.status == 201);
        assert_eq!(sold.len(), 1, "bottle {bottle}");
        for answer in refused {
            let expected = json!({
                "message": "Only 0 units available", "code": "insufficient_stock", "fields": null, "available": 0, "productId": product,
                "componentId": null, "componentName": null,
            });
            assert_eq!(answer.is(409), expected);
        }
        assert_eq!(phones[0].sees(&format!("/api/products/{product}")).await["stock"], 0);
        let movements = phones[0].sees(&format!("/api/products/{product}/movements")).await;
        assert_eq!(movements.as_array().map(Vec::len), Some(2), "one delivery, one sale: {movements}");
    }
    assert_eq!(phones[0].sees("/api/sales").await.as_array().map(|sales| sales.len() as u64), Some(rounds().min(SHOWN)));
}

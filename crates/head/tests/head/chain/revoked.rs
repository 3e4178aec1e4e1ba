//! A revoked box: refused within 5 s, it sells on, and a new code lets it in as a new box.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::compare::expect_equal;
use crate::together::{Chain, LOOK_EVERY};

/// Within this time every head office refuses a revoked box.
const REFUSED_WITHIN: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_box_is_refused_and_sells_on() {
    let chain = Chain::start().await;
    let bar = chain.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.00", 100).await;
    bar.phone.sells(beer, 1).await.expect("an answer").is(201);
    let view = chain.has_all_of(&bar).await;
    let name = view["boxes"][0]["box"].as_str().expect("a name");
    let path = format!("/api/head/bars/{}/boxes/{name}", bar.id);
    let (status, body) = chain.office.call(Method::DELETE, &path, &chain.owner.token, Value::Null).await;
    assert_eq!(status, 204, "{body}");
    let began = Instant::now();
    while bar.phone.sees("/api/head-link").await["state"] != "refused" {
        bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        assert!(began.elapsed() < REFUSED_WITHIN, "it is let in");
        sleep(LOOK_EVERY).await;
    }
    bar.phone.sells(beer, 2).await.expect("an answer").is(201);
    assert_eq!(chain.sees("/api/head/overview").await["total"]["totalRevenue"], "2.00");

    assert_eq!(bar.phone.delete("/api/head-link").await.expect("an answer").status, 204);
    let made = chain.code(json!({ "bar": bar.id })).await;
    bar.phone.pairs(&made).await;
    chain.has_all_of(&bar).await;
    expect_equal(&chain, &bar).await;
    assert_eq!(chain.bar_view(&bar).await["boxes"].as_array().expect("boxes").len(), 2);
}

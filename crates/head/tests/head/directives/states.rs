//! What becomes of a directive: fetched, received, decided, withdrawn, or of a kind that the box does not know.

use serde_json::json;

use super::Office;

fn states(states: &[(i64, &str)]) -> Vec<(i64, String)> {
    states.iter().map(|(number, state)| (*number, (*state).to_owned())).collect()
}

#[tokio::test]
async fn a_directive_is_fetched_received_and_decided() {
    let office = Office::start().await;
    let mut cape = office.bar("Cape Bar").await;
    for rate in ["190", "195", "200"] {
        office.suggests(rate, &cape).await;
    }
    assert_eq!(cape.hello(&office).await.directives, 3);
    let given = cape.fetches().await;
    assert_eq!(given.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3]);
    let first = &given[0];
    assert_eq!((first.kind.as_str(), &first.body, first.effective.as_str()), ("rate.suggest", &json!({ "rate": "190" }), "now"));
    assert_eq!(first.by, "Owner");
    assert_eq!(office.states().await, states(&[(1, "queued"), (2, "queued"), (3, "queued")]), "until a hello says so");
    cape.hello(&office).await;
    assert_eq!(office.states().await, states(&[(1, "received"), (2, "received"), (3, "received")]));
    cape.decides(1, "applied", None, None);
    cape.decides(2, "refused", Some("declined"), Some("Musu does not use this rate"));
    cape.sends(&office).await;
    assert_eq!(office.states().await, states(&[(1, "applied"), (2, "refused"), (3, "received")]));
    cape.hello(&office).await;
    let (_, refused) = office.head.get("/api/head/directives?state=refused", &office.owner.token).await;
    let words = (&refused[0]["code"], &refused[0]["reason"], &refused[0]["decidedAt"]);
    assert_eq!(words, (&json!("declined"), &json!("Musu does not use this rate"), &json!("2026-11-27T18:00:00.000Z")), "{refused}");
    let (_, overview) = office.head.get("/api/head/overview", &office.owner.token).await;
    assert!(overview["alerts"].to_string().contains("Cape Bar refused change 2: Musu does not use this rate"), "{}", overview["alerts"]);
    let metrics = reqwest::get(format!("{}/metrics", office.head.metrics)).await.expect("an answer").text().await.expect("text");
    for state in ["applied", "refused", "received"] {
        assert!(metrics.contains(&format!("barback_head_directives{{state=\"{state}\"}} 1")), "{metrics}");
    }
}

#[tokio::test]
async fn a_box_gets_a_hundred_at_most_and_only_its_own() {
    let office = Office::start().await;
    let (mut cape, mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    office.suggests("190", &mamba).await;
    let insert = format!(
        "INSERT INTO directives (bar, number, id, kind, body, effective, by_name, at, state) SELECT '{}', n, 'd' || n, 'rate.suggest', \
         '{{\"rate\": \"195\"}}', 'now', 'Jane', now(), 'queued' FROM generate_series(1, 130) AS n",
        cape.bar()
    );
    office.head.sql(&insert).await;
    assert_eq!(cape.fetches().await.len(), 100);
    assert_eq!(cape.fetches().await.len(), 30);
    assert_eq!(cape.fetches().await.len(), 0);
    assert_eq!(cape.asks("?after=x").await["code"], "invalid");
    assert_eq!(cape.asks("").await.as_array().map(Vec::len), Some(100));
}

#[tokio::test]
async fn what_no_box_has_is_withdrawn_at_once_and_what_a_box_has_is_asked_back() {
    let office = Office::start().await;
    let mut cape = office.bar("Cape Bar").await;
    let first = office.suggests("190", &cape).await;
    assert_eq!(office.deletes(&office.owner, &first).await.0, 204);
    assert_eq!(office.deletes(&office.owner, &first).await.0, 409, "withdrawn already");
    assert_eq!(cape.hello(&office).await.directives, 0);
    assert_eq!(cape.fetches().await, []);

    let (second, third) = (office.suggests("195", &cape).await, office.suggests("200", &cape).await);
    assert_eq!((&second["number"], &third["number"]), (&json!(2), &json!(3)));
    cape.fetches().await;
    // Queued, but on its way to the box.
    let (status, sent) = office.deletes(&office.owner, &second).await;
    assert_eq!((status, &sent["kind"], &sent["body"], &sent["number"]), (202, &json!("withdraw"), &json!({ "number": 2 }), &json!(4)));
    assert_eq!(office.deletes(&office.owner, &second).await, (202, sent.clone()), "once");
    assert_eq!(office.deletes(&office.owner, &sent).await.0, 409, "a withdrawal stays");
    cape.hello(&office).await;
    let (status, again) = office.deletes(&office.owner, &third).await;
    assert_eq!((status, &again["body"]), (202, &json!({ "number": 3 })), "received");
    assert_eq!(cape.fetches().await.len(), 2);
    cape.decides(2, "withdrawn", None, None);
    cape.decides(4, "applied", None, None);
    cape.decides(3, "applied", None, None);
    cape.decides(5, "refused", Some("too_late"), Some("Change 3 is applied already"));
    cape.sends(&office).await;
    let expected = [(1, "withdrawn"), (2, "withdrawn"), (3, "applied"), (4, "applied"), (5, "refused")];
    assert_eq!(office.states().await, states(&expected));
    let (status, decided) = office.deletes(&office.owner, &third).await;
    assert_eq!((status, &decided["message"]), (409, &json!("Cape Bar has decided this change")));
    let unknown = json!({ "id": "none" });
    assert_eq!(office.deletes(&office.owner, &unknown).await.0, 404);
}

#[tokio::test]
async fn a_kind_that_the_box_does_not_know_waits_until_it_does() {
    let office = Office::start().await;
    let mut cape = office.bar("Cape Bar").await;
    cape.simulated.kinds = vec!["rate.suggest".to_owned()];
    office.head.sql("INSERT INTO fig_product (line_id, product_id, upto, chain_id) VALUES (1, 1, 1, 'beer')").await;
    office.asks("price.set", json!({ "chainId": "beer", "priceUSD": "3" }), &[&cape]).await;
    cape.hello(&office).await;
    assert_eq!(office.states().await, states(&[(1, "unsupported")]), "asked before the hello");
    office.asks("price.set", json!({ "chainId": "beer", "priceUSD": "4" }), &[&cape]).await;
    office.suggests("195", &cape).await;
    assert_eq!(office.states().await, states(&[(1, "unsupported"), (2, "unsupported"), (3, "queued")]));
    assert_eq!(cape.fetches().await.iter().map(|one| one.number).collect::<Vec<_>>(), [3]);
    assert_eq!(cape.hello(&office).await.directives, 3);
    assert_eq!(office.states().await, states(&[(1, "unsupported"), (2, "unsupported"), (3, "received")]));
    // A newer box knows the kind: both stand behind what it has, in their order.
    cape.simulated.kinds.push("price.set".to_owned());
    assert_eq!(cape.hello(&office).await.directives, 5);
    assert_eq!(office.states().await, states(&[(4, "queued"), (5, "queued"), (3, "received")]));
    let given = cape.fetches().await;
    assert_eq!(given.iter().map(|one| one.body["priceUSD"].clone()).collect::<Vec<_>>(), [json!("3.00"), json!("4.00")]);
    // An unsupported one is withdrawn at once.
    cape.simulated.kinds.clear();
    cape.hello(&office).await;
    let last = office.suggests("200", &cape).await;
    assert_eq!(last["state"], "unsupported");
    assert_eq!(office.deletes(&office.owner, &last).await.0, 204);
}

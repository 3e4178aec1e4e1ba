//! The connection with the database is cut before and after COMMIT: every entry arrives once, and the sums are right.

use serde_json::json;

use super::ProcessChain;
use super::compare::expect_equal;
use super::cutting_proxy::CuttingProxy;
use super::head_process::HeadProcess;
use crate::together::Chain;

/// Sales while the connection is cut.
const SALES: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn commits_whose_connection_is_cut_count_once() {
    let chain = Chain::start().await;
    let proxy = CuttingProxy::start(&chain.office.url);
    let world = ProcessChain { head: HeadProcess::start(&proxy.url(&chain.office.url)), chain };
    let bar = world.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.50", 1_000).await;
    proxy.begin();
    for _ in 0..SALES {
        bar.phone.sells(beer, 1).await.expect("an answer").is(201);
        bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
    }
    world.chain.has_all_of(&bar).await;
    assert!(proxy.commits() > 4, "{}", proxy.commits());
    world.expect_whole(&bar).await;
    expect_equal(&world.chain, &bar).await;
}

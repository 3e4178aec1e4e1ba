//! Which line's figures stand in reports when histories part.

use head::accounts::Bars;
use head::reports::{Period, ReportName};
use serde_json::json;

use super::chain::{Chain, TONIGHT, bar_id};

#[tokio::test]
async fn a_new_line_counts_when_its_figures_are_whole() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    chain.sold(1, TONIGHT, [10, 10, 1_000, 1_000, 0]).await;
    // Restored from a copy that ends with 900: its line has sent a part of its figures.
    chain.sql("UPDATE lines SET state = 'ended', figures_at = '2026-11-21T20:00:00Z', state_since = '2026-11-21T21:00:00Z'", &[]).await;
    chain.line(2, 1, "current", false).await;
    chain.sql("UPDATE lines SET parent = 1, from_seq = 900, seq = 950 WHERE line_id = 2", &[]).await;
    chain.sql("UPDATE boxes SET line_id = 2, journal = 950", &[]).await;
    chain.sold(2, TONIGHT, [3, 3, 300, 300, 0]).await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    let row = &shown["bars"][0];
    assert_eq!([&row["totalRevenue"], &shown["total"]["totalRevenue"]], ["10.00", "10.00"], "the old line's");
    assert_eq!([&row["state"], &row["asOf"]], ["behind", "2026-11-21T20:00:00.000Z"], "marked");
    let marked = json!([{ "bar": bar_id(1), "at": "2026-11-21T20:00:00.000Z", "state": "behind" }]);
    assert_eq!(chain.report(ReportName::Days, Period::Tonight).await["asOf"], marked);
    chain.sql("UPDATE lines SET figures_whole = true WHERE line_id = 2", &[]).await;
    chain.settings(2, "Africa/Monrovia", "05:00").await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    let row = &shown["bars"][0];
    assert_eq!((&row["totalRevenue"], &row["state"], &row["flags"]), (&json!("3.00"), &json!("live"), &json!(["here_only"])));
    let alert = json!([{ "bar": bar_id(1), "flag": "here_only", "text": "Cape Bar: 100 entries are known here only" }]);
    assert_eq!(shown["alerts"], alert);
}

#[tokio::test]
async fn what_is_beside_is_counted_nowhere() {
    let chain = Chain::new().await;
    let mamba = chain.bar(1, "Mamba Grill").await;
    chain.sold(1, TONIGHT, [1, 1, 500, 500, 0]).await;
    chain.line(2, 1, "beside", true).await;
    chain.sql("UPDATE lines SET box = 'other' WHERE line_id = 2", &[]).await;
    chain.sold(2, TONIGHT, [9, 9, 9_900, 9_900, 0]).await;
    chain.sql("UPDATE lines SET state_since = '2026-11-21T12:00:00Z' WHERE line_id = 1", &[]).await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!((&shown["total"]["totalRevenue"], &shown["bars"][0]["flags"]), (&json!("5.00"), &json!(["beside"])));
    let text = "Two boxes of Mamba Grill send. The one of 21 Nov counts.";
    assert_eq!(shown["alerts"], json!([{ "bar": mamba, "flag": "beside", "text": text }]));
    for name in ReportName::ALL {
        assert!(!chain.report(name, Period::Year).await.to_string().contains("99.00"), "{name:?}");
    }
    // An owner chooses the other one.
    chain.sql("UPDATE lines SET state = CASE WHEN line_id = 1 THEN 'ended' ELSE 'current' END", &[]).await;
    assert_eq!(chain.overview(&Bars::All, Period::Tonight).await["total"]["totalRevenue"], "99.00");
}

#[tokio::test]
async fn refusals_and_unread_figures_of_the_counted_line_are_alerts() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    chain.line(2, 1, "ended", true).await;
    for (line, number, state, at) in [
        (1, 7, "refused", "2026-11-20T00:00:00Z"),
        (1, 6, "refused", "2026-10-01T00:00:00Z"),
        (1, 8, "applied", "2026-11-20T00:00:00Z"),
        (2, 9, "refused", "2026-11-20T00:00:00Z"),
    ] {
        let sql = format!("INSERT INTO fig_directive VALUES ({line}, {number}, 1, 'id', '{state}', 'taken', 'Barcode is taken', '{at}')");
        chain.sql(&sql, &[]).await;
    }
    for (line, row) in [(1, "a"), (1, "b"), (1, "c"), (2, "d")] {
        chain.sql(&format!("INSERT INTO bad_figures VALUES ({line}, 'day', '{row}', 1, 'no date', '[]', now())"), &[]).await;
    }
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    let texts: Vec<&serde_json::Value> = shown["alerts"].as_array().expect("alerts").iter().map(|alert| &alert["text"]).collect();
    assert_eq!(texts, ["3 figures of Cape Bar could not be read", "Cape Bar refused change 7: Barcode is taken"]);
    assert_eq!(shown["bars"][0]["flags"], json!(["figures", "refused"]));
}

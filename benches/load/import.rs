//! Sales beside the import of a list: what those at the counter wait while an owner's list becomes products.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::json;

use crate::support::{Outcome, Phone, Times, sell};

/// Rows of the list, each a new product.
const ROWS: usize = 10_000;
/// Phones that sell meanwhile.
const SELLERS: u64 = 8;

/// Imports a list of new products while phones sell. Prints how long the import took and how long the sales did that began meanwhile.
pub async fn beside_an_import(port: u16, token: &Arc<String>) -> Outcome<()> {
    let mut list = "name,category,priceUSD,stock\n".to_owned();
    for row in 1..=ROWS {
        list.push_str(&format!("Listed {row},beers,{}.50,{}\n", 1 + row % 9, row % 50));
    }
    let over = Arc::new(AtomicBool::new(false));
    let mut sellers = Vec::new();
    for number in 0..SELLERS {
        let mut phone = Phone::connect(port, token.clone(), 1_000 + number).await?;
        sell(&mut phone).await?;
        let over = over.clone();
        sellers.push(tokio::spawn(async move {
            let mut times = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let start = Instant::now();
                sell(&mut phone).await?;
                times.push(start.elapsed());
            }
            Outcome::Ok(times)
        }));
    }
    let mut owner = Phone::connect(port, token.clone(), 2_000).await?;
    let began = Instant::now();
    let imported = owner.post("/api/products/import", &json!({ "csvData": list }), 200).await?;
    let took = began.elapsed();
    over.store(true, Ordering::Relaxed);
    if imported["created"] != ROWS {
        return Err(format!("{ROWS} rows were sent, and {} became products", imported["created"]).into());
    }
    let mut times = Vec::new();
    for seller in sellers {
        times.extend(seller.await??);
    }
    let times = Times::of(times);
    println!(
        "{ROWS} new products imported in {:.0} ms; {:.0} sales of 3 lines beside it, {SELLERS} phones: p50 {:.2} ms, p99 {:.2} ms, longest {:.0} ms",
        took.as_secs_f64() * 1e3,
        times.count(),
        times.millis(50),
        times.millis(99),
        times.millis(100),
    );
    Ok(())
}

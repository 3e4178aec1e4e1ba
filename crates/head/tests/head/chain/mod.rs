//! Head office as a process of its own, which tests kill, with real boxes that send to it.
//!
//! A second head office, within the test and over the same database, shows what has arrived while the process is dead.

pub mod compare;
mod cuts;
pub mod cutting_proxy;
pub mod head_process;
mod kills;
mod revoked;
mod second_box;
mod story;
mod strange_heads;

use head_process::HeadProcess;

use crate::together::{Bar, Chain};

/// A head office whose box port is a process.
pub struct ProcessChain {
    pub chain: Chain,
    pub head: HeadProcess,
}

impl ProcessChain {
    /// Starts a head office; its process connects to the database itself.
    pub async fn start() -> Self {
        let chain = Chain::start().await;
        let head = HeadProcess::start(&chain.office.url);
        ProcessChain { chain, head }
    }

    /// A new box that sends to the process.
    pub async fn bar(&self, name: &str) -> Bar {
        self.chain.bar_at(name, Some(&self.head.box_url())).await
    }

    /// How many entries of all bars have arrived.
    pub async fn entries(&self) -> i64 {
        self.number("SELECT COALESCE(max(seq), 0) FROM lines").await
    }

    /// The number that a statement returns.
    pub async fn number(&self, sql: &str) -> i64 {
        let client = self.chain.office.database.client().await.expect("a connection");
        client.query_one(sql, &[]).await.expect("a row").get(0)
    }

    /// Asserts that every entry of the one bar is there once.
    pub async fn expect_whole(&self, bar: &Bar) {
        let journal = bar.phone.sees("/api/head-link").await["journal"].as_i64().expect("a number");
        let sums = "SELECT COALESCE(sum(last_seq - first_seq + 1), 0)::BIGINT FROM parcels";
        assert_eq!((self.number(sums).await, self.entries().await), (journal, journal));
        assert_eq!(self.number("SELECT count(*) FROM lines").await, 1);
        assert_eq!(self.number("SELECT count(*) FROM bad_figures").await, 0);
    }
}

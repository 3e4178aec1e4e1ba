//! `barback-head bars`, and bars as people name them on the command line.

use super::{Failed, usable};
use crate::database::Database;
use crate::web::when;

/// Who does what is done here, on record.
pub(super) const CONSOLE: &str = "Command line";

/// Lists the bars: number, when the last box was heard, name.
pub(super) async fn print(database: Database) -> Result<(), Failed> {
    usable(&database).await?;
    let client = database.client().await?;
    let sql =
        "SELECT b.bar, b.name, max(x.last_seen_at) FROM bars b LEFT JOIN boxes x ON x.bar = b.bar GROUP BY b.bar, b.name ORDER BY b.name";
    let rows = client.query(sql, &[]).await.map_err(Failed::new)?;
    if rows.is_empty() {
        println!("There are no bars yet. barback-head pair --name NAME makes a code for the first.");
    }
    for row in rows {
        let read = || -> Result<(String, String, Option<jiff::Timestamp>), tokio_postgres::Error> {
            Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))
        };
        let (bar, name, seen) = read().map_err(Failed::new)?;
        println!("{bar}  {:24}  {name}", seen.map_or_else(|| "not heard yet".to_owned(), when));
    }
    Ok(())
}

/// The bar that `text` names: its number, the beginning of it, or its name.
pub(super) async fn find(database: &Database, text: &str) -> Result<String, Failed> {
    let client = database.client().await?;
    let sql = "SELECT bar, name FROM bars WHERE bar LIKE $1 || '%' OR lower(name) = lower($2)";
    let prefix: String = text.chars().filter(char::is_ascii_hexdigit).map(|digit| digit.to_ascii_lowercase()).collect();
    // A text with other letters is no beginning of a number.
    let prefix = if prefix.len() == text.len() { prefix } else { "-".to_owned() };
    let rows = client.query(sql, &[&prefix, &text]).await.map_err(Failed::new)?;
    match rows.as_slice() {
        [one] => one.try_get(0).map_err(Failed::new),
        [] => Err(Failed::new(format!("There is no bar {text}. barback-head bars lists them."))),
        _ => Err(Failed::new(format!("Several bars are named {text}. Give more of the number; barback-head bars lists them."))),
    }
}

//! Many rows in few statements, and large bytes in pieces.

use tokio_postgres::types::ToSql;

use super::{DatabaseError, Transaction};

/// Most rows of a statement.
pub const ROWS_MAX: usize = 500;
/// Bytes of a piece in which large bytes are stored.
pub const PIECE_BYTES: usize = 256 * 1024;

/// Writes rows with `unnest`: one array per column, at most [`ROWS_MAX`] rows a statement.
///
/// ```ignore
/// Bulk::new("INSERT INTO fig_stock (line_id, product_id, upto) SELECT $1, new.* FROM unnest($2::BIGINT[], $3::BIGINT[]) AS new (product_id, upto)
///     ON CONFLICT (line_id, product_id) DO UPDATE SET upto = excluded.upto WHERE fig_stock.upto < excluded.upto")
///     .column(|row: &Stock| row.product_id)
///     .column(|row| row.upto)
///     .execute(&transaction, &[&line_id], &rows)
///     .await?;
/// ```
///
/// `ON CONFLICT` refuses a statement that has a key twice, so `rows` has each key once.
pub struct Bulk<R> {
    sql: &'static str,
    columns: Vec<Column<R>>,
}

type Column<R> = Box<dyn Fn(&[R]) -> Box<dyn ToSql + Send + Sync> + Send + Sync>;

impl<R: Sync> Bulk<R> {
    pub fn new(sql: &'static str) -> Self {
        Self { sql, columns: Vec::new() }
    }

    /// Adds the next column. Its array follows the fixed parameters and the columns before it.
    #[must_use]
    pub fn column<V: ToSql + Send + Sync + 'static>(mut self, value: impl Fn(&R) -> V + Send + Sync + 'static) -> Self {
        self.columns.push(Box::new(move |rows| Box::new(rows.iter().map(&value).collect::<Vec<V>>())));
        self
    }

    /// Writes `rows`, and returns how many rows of the database changed. `fixed` are the parameters before the arrays.
    ///
    /// # Errors
    /// [`DatabaseError`], as of any statement.
    pub async fn execute(&self, transaction: &Transaction, fixed: &[&(dyn ToSql + Sync)], rows: &[R]) -> Result<u64, DatabaseError> {
        let mut changed = 0;
        for rows in rows.chunks(ROWS_MAX) {
            let arrays: Vec<_> = self.columns.iter().map(|column| column(rows)).collect();
            let arrays = arrays.iter().map(|array| &**array as &(dyn ToSql + Sync));
            let params: Vec<&(dyn ToSql + Sync)> = fixed.iter().copied().chain(arrays).collect();
            changed += transaction.execute(self.sql, &params).await?;
        }
        Ok(changed)
    }
}

/// `bytes` in numbered pieces of [`PIECE_BYTES`], for one row each; the last may be shorter. Empty bytes have no piece.
pub fn pieces(bytes: &[u8]) -> impl Iterator<Item = (i64, &[u8])> {
    (0..).zip(bytes.chunks(PIECE_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_but_the_last() {
        let bytes = vec![7; PIECE_BYTES * 2 + 1];
        let lengths: Vec<_> = pieces(&bytes).map(|(number, piece)| (number, piece.len())).collect();
        assert_eq!(lengths, [(0, PIECE_BYTES), (1, PIECE_BYTES), (2, 1)]);
        assert_eq!(pieces(&[]).count(), 0);
    }
}

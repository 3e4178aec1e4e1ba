//! Errors in an imported file, with line and column.

use serde::Serialize;
use utoipa::ToSchema;

use super::Column;

/// Most errors in one response. All rows are checked in any case.
pub const ERRORS_MAX: usize = 100;

/// A mistake in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportError)]
pub struct LineError {
    /// The physical line on which the row starts; the header is on line 1.
    pub line: usize,
    /// `None` if it is about the whole row or file.
    pub column: Option<Column>,
    /// A short sentence for people.
    pub message: String,
}

/// Collects the first [`ERRORS_MAX`] errors. The limit keeps a broken file from filling the memory.
#[derive(Debug, Clone, Default)]
pub(in crate::catalog) struct Problems(Vec<LineError>);

impl Problems {
    /// Adds an error, unless the list is full.
    pub fn push(&mut self, line: usize, column: Option<Column>, message: impl Into<String>) {
        if self.0.len() < ERRORS_MAX {
            self.0.push(LineError { line, column, message: message.into() });
        }
    }

    /// Adds the errors of another pass over the same rows, and keeps the first [`ERRORS_MAX`] in the order of lines.
    pub fn merge(&mut self, other: Problems) {
        self.0.extend(other.0);
        self.0.sort_by_key(|error| (error.line, error.column));
        self.0.truncate(ERRORS_MAX);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn into_errors(self) -> Vec<LineError> {
        self.0
    }

    /// A list of one error, for one that ends the reading.
    pub fn fatal(line: usize, column: Option<Column>, message: impl Into<String>) -> Vec<LineError> {
        vec![LineError { line, column, message: message.into() }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_hundred_of_two_passes() {
        let mut odd = Problems::default();
        let mut even = Problems::default();
        for line in 1..=ERRORS_MAX {
            odd.push(2 * line - 1, None, "odd");
            even.push(2 * line, Some(Column::Price), "even");
        }
        odd.push(9999, None, "one too many");
        odd.merge(even);
        let errors = odd.into_errors();
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, (1..=ERRORS_MAX).collect::<Vec<_>>());
    }

    #[test]
    fn travels_as_line_column_message() {
        let errors = Problems::fatal(3, Some(Column::PriceUsd), "Must not be negative");
        let json = serde_json::to_string(&errors).expect("serialises");
        assert_eq!(json, r#"[{"line":3,"column":"priceUSD","message":"Must not be negative"}]"#);
    }
}

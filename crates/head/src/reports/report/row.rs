//! Rows of reports: one list of fields for the JSON, its contract, and the columns of the CSV.

use bar::reports::parts::Cell;

/// Values under field names, in the order of the CSV.
pub(super) trait Columns {
    /// The field names.
    fn columns() -> Vec<&'static str>;
    /// The values, one for each name.
    fn cells(&self) -> Vec<Cell>;
}

/// Declares a row. Each field has its type in answers, its name, and what it is in the CSV: `text` that a person may have typed, which is
/// guarded against formulas, a `figure`, or a `number`. A row may end `with` the fields of another one.
macro_rules! row {
    (
        $(#[$about:meta])*
        $row:ident { $($(#[$detail:meta])* $field:ident: $kind:ty = $cell:ident $name:tt,)+ }
        $(with $more:ident: $of:ty)?
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        pub struct $row {
            $($(#[$detail])* #[serde(rename = $name)] pub $field: $kind,)+
            $(#[serde(flatten)] pub $more: $of,)?
        }

        impl $crate::reports::report::row::Columns for $row {
            fn columns() -> Vec<&'static str> {
                let columns = vec![$($name),+];
                $(let columns = [columns, <$of>::columns()].concat();)?
                columns
            }

            fn cells(&self) -> Vec<::bar::reports::parts::Cell> {
                let cells = vec![$($crate::reports::report::row::$cell(&self.$field)),+];
                $(let cells = [cells, self.$more.cells()].concat();)?
                cells
            }
        }
    };
}

/// Declares a report: its rows, and the sums over all of them, also over those that a limit leaves out.
macro_rules! report {
    ($(#[$about:meta])* $report:ident of $row:ty, $total:ty) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $report {
            pub rows: Vec<$row>,
            /// Sums over all rows, also those that a limit leaves out.
            pub total: $total,
            pub as_of: Vec<$crate::reports::report::AsOf>,
        }

        impl $crate::reports::report::Table for $report {
            fn columns(&self) -> Vec<&'static str> {
                <$row as $crate::reports::report::row::Columns>::columns()
            }

            fn row_count(&self) -> usize {
                self.rows.len()
            }

            fn rows(&self) -> Box<dyn Iterator<Item = Vec<::bar::reports::parts::Cell>> + '_> {
                Box::new(self.rows.iter().map($crate::reports::report::row::Columns::cells))
            }
        }
    };
}

pub(super) use {report, row};

/// A text that a person may have typed.
pub(super) fn text<'a>(value: impl Into<Option<&'a String>>) -> Cell {
    value.into().map_or(Cell::None, |text| Cell::Text(text.clone()))
}

/// Money, a date, a time or an id.
pub(super) fn figure<'a>(value: impl Into<Option<&'a String>>) -> Cell {
    value.into().map_or(Cell::None, Cell::figure)
}

/// A whole number.
pub(super) fn number<'a>(value: impl Into<Option<&'a i64>>) -> Cell {
    value.into().map_or(Cell::None, |number| Cell::Number(*number))
}

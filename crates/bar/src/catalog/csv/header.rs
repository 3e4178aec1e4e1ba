//! The headings of a list, and the places of its columns.

use base::text::fold;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::heading::{Meaning, Tie, leaves_stock_empty, meaning, tie};
use super::problem::Problems;
use super::split::RawRow;
use super::{Column, prefix};

/// Most columns of a file, ignored ones included.
pub const COLUMNS_MAX: usize = 200;
/// Most headings that a message names.
const HEADINGS_NAMED: usize = 12;

/// How it is known what a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportColumnBy)]
pub enum KnownBy {
    /// By its heading.
    Name,
    /// By what a person chose for an earlier file with these headings.
    Remembered,
    /// By what a person chose for this file.
    Chosen,
}

/// What a column is for that becomes no field of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportColumnPart)]
pub enum ColumnPart {
    /// Goes behind the name, such as a size.
    Name,
    /// Says which rows belong together.
    Rows,
    /// Counts as the category where that is empty.
    Category,
    /// Takes what is archived, or not active, off the menu.
    Archived,
}

/// A column of the file and what it becomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportFileColumn)]
pub struct FileColumn {
    /// Empty where the file has none.
    pub heading: String,
    /// The first three values.
    pub samples: Vec<String>,
    /// `None`: it is left out.
    pub field: Option<Column>,
    pub by: Option<KnownBy>,
    /// What it is for all the same; absent where it is for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ColumnPart, required = false)]
    pub part: Option<ColumnPart>,
}

/// What a person chose for the columns of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    /// The headings, as they are written.
    pub headings: Vec<String>,
    /// What each column becomes; `None`: it is left out.
    pub fields: Vec<Option<Column>>,
}

/// The columns by which WooCommerce ties variations to their article.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ties {
    /// `variable` for the article and `variation`.
    pub kind: usize,
    /// In the row of a variation: the SKU of the article, or its id behind `id:`.
    pub parent: usize,
    pub id: Option<usize>,
    pub sku: Option<usize>,
}

/// The headings of a file.
#[derive(Debug)]
pub(super) struct Header {
    /// Physical line of the headings; 0 if the list has none.
    pub line: usize,
    /// In the order of the file.
    pub columns: Vec<FileColumn>,
    places: [Option<usize>; Column::COUNT],
    /// Columns that go behind the name.
    pub variations: Vec<usize>,
    /// Column that tells to which article a row belongs.
    pub handle: Option<usize>,
    /// Whether a description is HTML, as its heading says.
    pub has_markup: bool,
    /// Whether the file says in its own way that a product is not counted: by an empty cell of this column.
    pub free_if_empty: Option<Column>,
    /// Whether the column of stock modes is not our own: what is not counted may have a figure that means nothing.
    pub has_foreign_mode: bool,
    /// The columns by which variations are tied to an article that has a row of its own.
    pub ties: Option<Ties>,
    /// Square's column that says yes of what is put away.
    pub archived: Option<usize>,
    /// Shopify's state of an article, beside what says whether its web shop shows it.
    pub status: Option<usize>,
    /// Shopify's own word for the category of its shops, which counts where the category is empty.
    pub type_column: Option<usize>,
}

impl Header {
    /// The place of `column` in each row; `None` if the file does not have it.
    pub fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize]
    }

    /// Names of the columns that the import does not read, as they are written.
    pub fn ignored(&self) -> Vec<String> {
        let ignored = self.columns.iter().filter(|column| column.field.is_none() && column.part.is_none());
        ignored.map(|column| column.heading.clone()).filter(|heading| !heading.is_empty()).collect()
    }

    /// The headings in `row`. `chosen` is what a person said of the columns of this file, `remembered` of earlier ones.
    ///
    /// # Errors
    /// The mistakes in the headings. The headings themselves are returned with them, so that a person can say what the columns are.
    pub fn of(row: &RawRow<'_>, chosen: Option<&[Option<Column>]>, remembered: &[Mapping]) -> (Option<Header>, Problems) {
        let mut problems = Problems::default();
        if row.broken {
            problems.push(row.line, None, "The quotes in the header are not in pairs");
            return (None, problems);
        }
        let wide = row.cells.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
        if wide > COLUMNS_MAX {
            problems.push(row.line, None, format!("A file may have at most {COLUMNS_MAX} columns"));
            return (None, problems);
        }
        // Spreadsheets also write a separator for each column that was formatted once.
        let cells = if row.cells.len() > COLUMNS_MAX { &row.cells[..wide] } else { &row.cells[..] };
        let headings: Vec<String> = cells.iter().map(|cell| prefix::unguard(cell).trim().to_owned()).collect();
        let mut header = Header::blank(row.line, &headings);
        let known = remembered.iter().find(|mapping| mapping.headings == headings);
        header.note_articles();
        match (chosen, known) {
            (Some(fields), _) => header.assign(fields, KnownBy::Chosen, &mut problems),
            (None, Some(mapping)) => header.assign(&mapping.fields, KnownBy::Remembered, &mut problems),
            (None, None) => header.recognise(&mut problems),
        }
        header.note_programs();
        header.note_parts();
        if header.place(Column::Name).is_none() {
            problems.push(row.line, Some(Column::Name), no_name(row.line, &headings));
        }
        (Some(header), problems)
    }

    /// The columns of a list without headings, which are named by their numbers. What they are only a person can say.
    ///
    /// # Errors
    /// As [`Header::of`].
    pub fn numbered(columns: usize, chosen: Option<&[Option<Column>]>) -> (Header, Problems) {
        let mut problems = Problems::default();
        let names: Vec<String> = (1..=columns).map(|number| format!("Column {number}")).collect();
        let mut header = Header::blank(0, &names);
        if let Some(fields) = chosen {
            header.assign(fields, KnownBy::Chosen, &mut problems);
        }
        if header.place(Column::Name).is_none() {
            problems.push(1, Some(Column::Name), "The list has no headings. Choose what each of its columns is");
        }
        (header, problems)
    }

    fn blank(line: usize, headings: &[String]) -> Self {
        let column = |heading: &String| FileColumn { heading: heading.clone(), samples: Vec::new(), field: None, by: None, part: None };
        let columns = headings.iter().map(column).collect();
        Header {
            line,
            columns,
            places: [None; Column::COUNT],
            variations: Vec::new(),
            handle: None,
            has_markup: false,
            free_if_empty: None,
            has_foreign_mode: false,
            ties: None,
            archived: None,
            status: None,
            type_column: None,
        }
    }

    /// Gives the columns the fields that a person chose.
    fn assign(&mut self, fields: &[Option<Column>], by: KnownBy, problems: &mut Problems) {
        for (place, field) in fields.iter().enumerate().take(self.columns.len()) {
            self.columns[place].by = Some(by);
            let Some(column) = *field else { continue };
            self.variations.retain(|other| *other != place);
            if self.place(column).is_some() {
                problems.push(self.line, Some(column), format!("The column {} is there twice", column.as_str()));
                continue;
            }
            self.places[column as usize] = Some(place);
            self.columns[place].field = Some(column);
        }
    }

    /// Notes the columns that tell the rows of an article apart, whatever becomes of the others.
    fn note_articles(&mut self) {
        for (place, column) in self.columns.iter().enumerate() {
            match meaning(&column.heading) {
                Some((Meaning::Variation, _)) => self.variations.push(place),
                Some((Meaning::Handle, _)) => self.handle = self.handle.or(Some(place)),
                Some((Meaning::Field(_), _)) | None => {}
            }
        }
    }

    /// Notes what the headings of the columns say of their cells.
    fn note_programs(&mut self) {
        let heading = |column| self.place(column).map_or_else(String::new, |place| fold(&self.columns[place].heading));
        let place = |wanted: Tie| self.columns.iter().position(|column| tie(&column.heading) == Some(wanted));
        let mode = heading(Column::StockMode);
        self.has_markup = heading(Column::Description).contains("html");
        self.has_foreign_mode = !mode.is_empty() && Column::parse(&mode) != Some(Column::StockMode);
        self.free_if_empty = if mode.ends_with("inventory tracker") {
            Some(Column::StockMode)
        } else {
            (mode.is_empty() && self.columns.iter().any(|column| leaves_stock_empty(&column.heading))).then_some(Column::Stock)
        };
        // What a person chose says nothing of it: the column that counts first is the category.
        self.type_column =
            self.type_of_shop().filter(|place| self.place(Column::Category).is_some() && self.columns[*place].field.is_none());
        let beside = |name: &str| self.columns.iter().position(|column| column.field.is_none() && fold(&column.heading) == name);
        (self.archived, self.status) = (beside("archived"), beside("status").filter(|_| self.handle.is_some()));
        self.ties =
            place(Tie::Kind).zip(place(Tie::Parent)).map(|(kind, parent)| Ties { kind, parent, id: place(Tie::Id), sku: place(Tie::Sku) });
    }

    /// Notes what columns without a field are for.
    fn note_parts(&mut self) {
        let ties = self.ties.map_or([None; 4], |ties| [Some(ties.kind), Some(ties.parent), ties.id, ties.sku]);
        let parts = self.variations.iter().map(|place| (*place, ColumnPart::Name));
        let parts = parts.chain(self.type_column.map(|place| (place, ColumnPart::Category)));
        let parts = parts.chain([self.archived, self.status].into_iter().flatten().map(|place| (place, ColumnPart::Archived)));
        let parts: Vec<_> = parts.chain([self.handle].into_iter().chain(ties).flatten().map(|place| (place, ColumnPart::Rows))).collect();
        for (place, part) in parts {
            let column = &mut self.columns[place];
            if column.field.is_none() {
                column.part.get_or_insert(part);
            }
        }
    }

    /// Shopify's column for what a shop calls the kind of a product.
    fn type_of_shop(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.heading.eq_ignore_ascii_case("type")).filter(|_| self.handle.is_some())
    }

    /// Gives the columns the fields that their headings mean.
    fn recognise(&mut self, problems: &mut Problems) {
        let mut ranks = [usize::MAX; Column::COUNT];
        for place in 0..self.columns.len() {
            match meaning(&self.columns[place].heading) {
                Some((Meaning::Field(column), 0)) if ranks[column as usize] == 0 => {
                    problems.push(self.line, Some(column), format!("The column {} is there twice", column.as_str()));
                }
                Some((Meaning::Field(column), rank)) if rank < ranks[column as usize] => {
                    ranks[column as usize] = rank;
                    self.places[column as usize] = Some(place);
                }
                Some(_) | None => {}
            }
        }
        if self.place(Column::Category).is_none() {
            self.places[Column::Category as usize] = self.type_of_shop();
        }
        for column in Column::ALL {
            if let Some(place) = self.place(column) {
                self.columns[place].field = Some(column);
                self.columns[place].by = Some(KnownBy::Name);
            }
        }
    }
}

fn no_name(line: usize, headings: &[String]) -> String {
    let named: Vec<&str> = headings.iter().map(String::as_str).filter(|heading| !heading.is_empty()).collect();
    let more = if named.len() > HEADINGS_NAMED { ", …" } else { "" };
    format!("No “name” column. Row {line} has: {}{more}", named[..named.len().min(HEADINGS_NAMED)].join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::csv::layout::layout;
    use crate::catalog::csv::split::Rows;

    fn row(text: &str) -> RawRow<'_> {
        let layout = layout(text).expect(text);
        Rows::new(text, layout.dialect).nth(layout.above).expect(text)
    }

    fn header(text: &str) -> (Header, u8) {
        let (header, problems) = Header::of(&row(text), None, &[]);
        assert_eq!(problems.into_errors(), [], "{text}");
        (header.expect(text), layout(text).expect(text).dialect.separator)
    }

    #[test]
    fn finds_separator_and_columns() {
        for (text, width, separator, price) in [
            ("name", 1, b',', None),
            ("name,price", 2, b',', Some(1)),
            ("PRICE;Name", 2, b';', Some(0)),
            ("\"price\"\tname", 2, b'\t', Some(0)),
            ("name|price", 2, b'|', Some(1)),
            (" name ; price ;", 3, b';', Some(1)),
            ("\"Price, old, in USD\";name;price", 3, b';', Some(2)),
            ("name,\"a;b;c\",price", 3, b',', Some(2)),
        ] {
            let (header, found) = header(text);
            assert_eq!((header.columns.len(), found, header.place(Column::Price)), (width, separator, price), "{text}");
        }
    }

    #[test]
    fn lists_what_it_ignores() {
        assert_eq!(header("Supplier,name,,PriceEUR").0.ignored(), ["Supplier", "PriceEUR"]);
    }

    #[test]
    fn what_a_person_chose_counts_more_than_the_heading() {
        let row = RawRow { line: 1, cells: ["Thing", "Price", "name"].map(Into::into).to_vec(), broken: false };
        let mapping = Mapping {
            headings: ["Thing", "Price", "name"].map(str::to_owned).to_vec(),
            fields: vec![Some(Column::Name), None, Some(Column::Brand)],
        };
        let places = |header: Option<Header>| {
            let header = header.expect("headings");
            let by: Vec<_> = header.columns.iter().map(|column| (column.field, column.by)).collect();
            (header.place(Column::Name), by)
        };
        let (remembered, problems) = Header::of(&row, None, std::slice::from_ref(&mapping));
        assert!(problems.is_empty());
        let by = Some(KnownBy::Remembered);
        assert_eq!(places(remembered), (Some(0), vec![(Some(Column::Name), by), (None, by), (Some(Column::Brand), by)]));
        let (chosen, problems) = Header::of(&row, Some(&[None, Some(Column::Name)]), &[mapping]);
        assert!(problems.is_empty());
        let by = Some(KnownBy::Chosen);
        assert_eq!(places(chosen), (Some(1), vec![(None, by), (Some(Column::Name), by), (None, None)]));
    }

    #[test]
    fn refuses_a_header_that_it_cannot_use() {
        let wide = "x,".repeat(COLUMNS_MAX) + "name";
        for (text, line, column, message) in [
            ("price,stock", 1, Some(Column::Name), "No “name” column. Row 1 has: price, stock"),
            ("\nNazwa;Cena", 2, Some(Column::Name), "No “name” column. Row 2 has: Nazwa, Cena"),
            ("name,Name", 1, Some(Column::Name), "The column name is there twice"),
            ("name,\"price", 1, None, "The quotes in the header are not in pairs"),
            (&wide, 1, None, "A file may have at most 200 columns"),
        ] {
            assert_eq!(Header::of(&row(text), None, &[]).1.into_errors(), Problems::fatal(line, column, message), "{text}");
        }
    }

    #[test]
    fn empty_columns_at_the_end_are_none() {
        let text = format!("name,price{}", ",".repeat(COLUMNS_MAX));
        assert_eq!(header(&text).0.columns.len(), 2);
    }

    #[test]
    fn columns_without_headings_are_numbered() {
        let (header, problems) = Header::numbered(2, None);
        let headings: Vec<&str> = header.columns.iter().map(|column| column.heading.as_str()).collect();
        assert_eq!((headings, header.line), (vec!["Column 1", "Column 2"], 0));
        assert_eq!(problems.into_errors()[0].message, "The list has no headings. Choose what each of its columns is");
        let (header, problems) = Header::numbered(2, Some(&[Some(Column::Name), Some(Column::Price)]));
        assert_eq!((header.place(Column::Price), problems.is_empty()), (Some(1), true));
    }
}

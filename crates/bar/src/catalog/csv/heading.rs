//! What the headings of a list mean: our own names, and those of other programs and of people.

use base::text::{collapse, fold};

use super::Column;

/// What a column of a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Field(Column),
    /// What tells the rows of one article apart, such as `Single` and `Double`: goes behind the name.
    Variation,
    /// The article that a row belongs to, where only its first row has the name.
    Handle,
}

use Column::{Barcode, Brand, Category, Currency, Description, IsAvailable, Name, Price, PriceLrd, PriceUsd, Section, Stock, StockMode};

const fn field(heading: &'static str, column: Column) -> (&'static str, Meaning) {
    (heading, Meaning::Field(column))
}
const fn variation(heading: &'static str) -> (&'static str, Meaning) {
    (heading, Meaning::Variation)
}
const fn handle(heading: &'static str) -> (&'static str, Meaning) {
    (heading, Meaning::Handle)
}

/// The headings of a program, in their [plain] form. A `*` at the end stands for the name of a shop. Of two headings with one
/// meaning the one further up counts.
pub(super) struct Program {
    pub headings: &'static [(&'static str, Meaning)],
}

/// As the export of each program writes them.
const PROGRAMS: [Program; 8] = [
    // Square: "Import and export your item library".
    Program {
        headings: &[
            field("item name", Name),
            variation("variation name"),
            field("gtin", Barcode),
            field("current quantity *", Stock),
            field("categories", Category),
            field("reporting category", Category),
            field("sellable", IsAvailable),
        ],
    },
    // Loyverse: "Importing and exporting items".
    Program {
        headings: &[
            handle("handle"),
            variation("option 1 value"),
            variation("option 2 value"),
            variation("option 3 value"),
            field("default price", Price),
            field("price [*", Price),
            field("in stock [*", Stock),
            field("available for sale [*", IsAvailable),
            field("track stock", StockMode),
        ],
    },
    // Shopify: "Using CSV files to import and export products", the headings of before and after 2025.
    Program {
        headings: &[
            handle("url handle"),
            field("title", Name),
            field("body html", Description),
            field("vendor", Brand),
            variation("option1 value"),
            variation("option2 value"),
            variation("option3 value"),
            field("variant barcode", Barcode),
            field("variant price", Price),
            field("variant inventory qty", Stock),
            field("inventory quantity", Stock),
            field("published on online store", IsAvailable),
        ],
    },
    // Odoo: exports of products, with labels or with technical names.
    Program {
        headings: &[
            field("sales price", Price),
            field("list price", Price),
            field("lst price", Price),
            field("product category", Category),
            field("categ id", Category),
            field("categ id name", Category),
            field("quantity on hand", Stock),
            field("qty available", Stock),
            field("available in pos", IsAvailable),
            field("available in pos?", IsAvailable),
            field("display name", Name),
            field("sales description", Description),
            field("track inventory", StockMode),
            field("track inventory?", StockMode),
        ],
    },
    // WooCommerce: "Product CSV importer and exporter".
    Program {
        headings: &[
            field("gtin upc ean or isbn", Barcode),
            field("regular price", Price),
            field("short description", Description),
            field("brands", Brand),
        ],
    },
    // opensourcepos: its import template.
    Program { headings: &[field("unit price", Price), field("location_*", Stock)] },
    // QuickBooks: "Import or export products and services".
    Program {
        headings: &[
            field("product service name", Name),
            field("product service", Name),
            field("sales price rate", Price),
            field("price rate", Price),
            field("qty on hand", Stock),
        ],
    },
    // Lists that people type into spreadsheets, in the languages of those who trade in Liberia.
    Program { headings: TYPED },
];

const TYPED: &[(&str, Meaning)] = &[
    field("product name", Name),
    field("product", Name),
    field("item", Name),
    field("article", Name),
    field("drink", Name),
    field("nom", Name),
    field("produit", Name),
    field("designation", Name),
    field("nombre", Name),
    field("producto", Name),
    field("articulo", Name),
    field("bezeichnung", Name),
    field("artikel", Name),
    field("artikelbezeichnung", Name),
    field("produkt", Name),
    field("nome", Name),
    field("produto", Name),
    field("prodotto", Name),
    field("price usd", PriceUsd),
    field("usd price", PriceUsd),
    field("usd", PriceUsd),
    field("us$", PriceUsd),
    field("price us$", PriceUsd),
    field("us$ price", PriceUsd),
    field("price in usd", PriceUsd),
    field("us price", PriceUsd),
    field("price us dollars", PriceUsd),
    field("price lrd", PriceLrd),
    field("lrd price", PriceLrd),
    field("lrd", PriceLrd),
    field("l$", PriceLrd),
    field("ld", PriceLrd),
    field("price l$", PriceLrd),
    field("l$ price", PriceLrd),
    field("price ld", PriceLrd),
    field("ld price", PriceLrd),
    field("price in lrd", PriceLrd),
    field("price in ld", PriceLrd),
    field("price liberian dollars", PriceLrd),
    field("selling price", Price),
    field("sale price", Price),
    field("retail price", Price),
    field("sell price", Price),
    field("price $", Price),
    field("prix de vente", Price),
    field("prix", Price),
    field("precio de venta", Price),
    field("precio", Price),
    field("verkaufspreis", Price),
    field("preis", Price),
    field("preco", Price),
    field("prezzo", Price),
    field("curr", Currency),
    field("currency code", Currency),
    field("devise", Currency),
    field("moneda", Currency),
    field("wahrung", Currency),
    field("bar code", Barcode),
    field("barcode number", Barcode),
    field("ean", Barcode),
    field("ean13", Barcode),
    field("ean 13", Barcode),
    field("upc", Barcode),
    field("code barre", Barcode),
    field("code barres", Barcode),
    field("code a barres", Barcode),
    field("codigo de barras", Barcode),
    field("strichcode", Barcode),
    field("in stock", Stock),
    field("on hand", Stock),
    field("quantity", Stock),
    field("qty", Stock),
    field("stock quantity", Stock),
    field("stock qty", Stock),
    field("stock level", Stock),
    field("pieces", Stock),
    field("bottles", Stock),
    field("quantite", Stock),
    field("cantidad", Stock),
    field("bestand", Stock),
    field("lagerbestand", Stock),
    field("menge", Stock),
    field("quantidade", Stock),
    field("product type", Category),
    field("product group", Category),
    field("group", Category),
    field("kind", Category),
    field("department", Category),
    field("categorie", Category),
    field("categoria", Category),
    field("kategorie", Category),
    field("subcategory", Section),
    field("sub category", Section),
    field("subgroup", Section),
    field("brand name", Brand),
    field("manufacturer", Brand),
    field("marque", Brand),
    field("marca", Brand),
    field("marke", Brand),
    field("details", Description),
    field("notes", Description),
    field("item description", Description),
    field("descripcion", Description),
    field("descricao", Description),
    field("beschreibung", Description),
    field("available", IsAvailable),
    field("is available", IsAvailable),
    field("active", IsAvailable),
    field("enabled", IsAvailable),
    field("for sale", IsAvailable),
    field("can be sold", IsAvailable),
    field("visible", IsAvailable),
    field("published", IsAvailable),
    field("status", IsAvailable),
];

/// The names of our own columns, with how they are written in words.
const OWN: &[(&str, Meaning)] = &[
    field("name", Name),
    field("brand", Brand),
    field("barcode", Barcode),
    field("category", Category),
    field("price", Price),
    field("currency", Currency),
    field("stock", Stock),
    field("description", Description),
    field("section", Section),
    field("stock mode", StockMode),
];

/// What a heading means and how sure that is: 0 for our own name; of two columns with one meaning the one with the smaller number counts.
pub(super) fn meaning(heading: &str) -> Option<(Meaning, usize)> {
    if let Some(column) = Column::parse(heading.trim()) {
        return Some((Meaning::Field(column), 0));
    }
    let folded = fold(heading);
    let plain = plain(&folded);
    let known = || OWN.iter().chain(PROGRAMS.iter().flat_map(|program| program.headings)).enumerate();
    let exactly = known().find(|(_, (name, _))| plain == *name);
    let of_shop = |name: &str| {
        let start = name.strip_suffix('*')?;
        folded.strip_prefix(start).filter(|shop| !shop.is_empty())
    };
    let found = exactly.or_else(|| known().find(|(_, (name, _))| of_shop(name).is_some()))?;
    Some((found.1.1, found.0 + 1))
}

/// Headings that are also values of cells: they say less of a row than others do.
const VALUES: [&str; 22] = [
    "usd",
    "us$",
    "lrd",
    "l$",
    "ld",
    "$",
    "drink",
    "kind",
    "group",
    "bottles",
    "bottle",
    "pieces",
    "available",
    "active",
    "enabled",
    "for sale",
    "visible",
    "published",
    "status",
    "in stock",
    "on hand",
    "sellable",
];

/// Whether a heading is also a value of a cell, such as a currency or a state.
pub(super) fn is_value(heading: &str) -> bool {
    VALUES.contains(&plain(&fold(heading)).as_str())
}

/// A folded heading with blanks for all signs but `$` and `?`.
fn plain(folded: &str) -> String {
    let spaced: String = folded.chars().map(|c| if c.is_alphanumeric() || c == '$' || c == '?' { c } else { ' ' }).collect();
    collapse(&spaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_in_a_heading() {
        for (heading, found) in [
            ("Current Quantity Sunset Bar", Some(Meaning::Field(Stock))),
            ("In stock [Sunset Bar]", Some(Meaning::Field(Stock))),
            ("Price [Sunset Bar]", Some(Meaning::Field(Price))),
            ("Available for sale [Sunset Bar]", Some(Meaning::Field(IsAvailable))),
            ("location_Sunset Bar", Some(Meaning::Field(Stock))),
            ("New Quantity Sunset Bar", None),
            ("Current Quantity ", None),
            ("Price list", None),
            ("Location of the shelf", None),
        ] {
            assert_eq!(meaning(heading).map(|(meaning, _)| meaning), found, "{heading}");
        }
    }

    #[test]
    fn own_names_come_first() {
        assert_eq!(meaning("PRICEUSD"), Some((Meaning::Field(PriceUsd), 0)));
        assert!(meaning("Tax class").is_none(), "of WooCommerce: taxable, not an id of ours");
        assert!(meaning("In stock?").is_none(), "of WooCommerce: 1 or 0");
        assert!(meaning("").is_none() && meaning(" - ").is_none());
    }

    #[test]
    fn no_heading_has_two_meanings() {
        let mut seen = std::collections::HashSet::new();
        for (name, _) in OWN.iter().chain(PROGRAMS.iter().flat_map(|program| program.headings)) {
            assert!(seen.insert(name), "{name} is there twice");
        }
    }
}

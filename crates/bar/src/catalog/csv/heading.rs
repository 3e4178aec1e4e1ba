//! What the headings of a list mean: our own names, and those of other programs and of people.

use base::text::{collapse, fold};

use super::Column;
pub(super) use super::typed::Meaning;
use super::typed::{TYPED, field};

use Column::{Barcode, Brand, Category, Currency, Description, IsAvailable, Name, Price, PriceLrd, PriceUsd, Section, Stock, StockMode};

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
            field("stockable", StockMode),
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
            field("inventory tracker", StockMode),
            field("variant inventory tracker", StockMode),
        ],
    },
    // Odoo: exports of products, with labels or with technical names. The groups of its till come before those of its books.
    Program {
        headings: &[
            field("point of sale category", Category),
            field("point of sale categories", Category),
            field("pos category", Category),
            field("pos categories", Category),
            field("pos product category", Category),
            field("pos product categories", Category),
            field("pos categ id", Category),
            field("pos categ ids", Category),
            field("pos categ id name", Category),
            field("pos categ ids name", Category),
            field("categorie du point de vente", Category),
            field("categorie du pdv", Category),
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
            field("categorie de produits", Category),
            field("categorie de produit", Category),
            field("quantite en stock", Stock),
            field("quantite disponible", Stock),
            field("disponible dans le pdv", IsAvailable),
        ],
    },
    // WooCommerce: "Product CSV importer and exporter", in the language of the shop.
    Program {
        headings: &[
            field("gtin upc ean or isbn", Barcode),
            field("gtin upc ean ou isbn", Barcode),
            field("gtin upc ean o isbn", Barcode),
            field("gtin upc ean oder isbn", Barcode),
            field("regular price", Price),
            field("tarif regulier", Price),
            field("precio normal", Price),
            field("regularer preis", Price),
            field("estoque", Stock),
            field("inventario", Stock),
            field("categorias", Category),
            field("kategorien", Category),
            field("short description", Description),
            field("description courte", Description),
            field("descripcion corta", Description),
            field("descricao curta", Description),
            field("kurzbeschreibung", Description),
            field("brands", Brand),
            field("marques", Brand),
            field("marcas", Brand),
            field("marken", Brand),
            field("publie", IsAvailable),
            field("publicado", IsAvailable),
            field("veroffentlicht", IsAvailable),
            field("manage stock", StockMode),
            field("manage stock?", StockMode),
        ],
    },
    // opensourcepos: its import template, and that of its first versions.
    Program { headings: &[field("upc ean isbn", Barcode), field("unit price", Price), field("location_*", Stock)] },
    // QuickBooks: "Import or export products and services".
    Program {
        headings: &[
            field("product service name", Name),
            field("product service", Name),
            field("sales price rate", Price),
            field("price rate", Price),
            field("qty on hand", Stock),
            field("active status", IsAvailable),
        ],
    },
    // Lists that people type into spreadsheets, in the languages of those who trade in Liberia.
    Program { headings: TYPED },
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
    // `ProductName`, `unit_price` and `BARCODE NO.` are written with other blanks.
    let closed = without_blanks(&plain);
    let closely = || known().find(|(_, (name, _))| closed == without_blanks(name));
    let of_shop = |name: &str| {
        let start = name.strip_suffix('*')?;
        folded.strip_prefix(start).filter(|shop| !shop.is_empty())
    };
    let found = exactly.or_else(|| known().find(|(_, (name, _))| of_shop(name).is_some())).or_else(closely);
    if let Some((place, (_, meaning))) = found {
        return Some((*meaning, place + 1));
    }
    let place = |column| known().find(|(_, (_, meaning))| *meaning == Meaning::Field(column)).map_or(0, |(place, _)| place);
    price_in_currency(&closed, |text| known().any(|(_, (name, meaning))| *meaning == Meaning::Field(Price) && without_blanks(name) == text))
        .map(|column| (Meaning::Field(column), known().count() + place(column) + 1))
}

fn without_blanks(text: &str) -> String {
    text.replace(' ', "")
}

/// The price that a heading names with a currency before or behind it: `Selling Price (LRD)`. `is_price` says whether the rest is one.
fn price_in_currency(closed: &str, is_price: impl Fn(&str) -> bool) -> Option<Column> {
    let rest_is_price = |word: &str| {
        let behind = closed.strip_suffix(word).map(|rest| rest.strip_suffix("in").unwrap_or(rest));
        behind.is_some_and(&is_price) || closed.strip_prefix(word).is_some_and(&is_price)
    };
    let found = CURRENCY_WORDS.iter().find(|(word, _)| rest_is_price(word))?;
    Some(found.1)
}

/// How headings name a currency, without blanks.
const CURRENCY_WORDS: [(&str, Column); 17] = [
    ("usdollars", PriceUsd),
    ("usdollar", PriceUsd),
    ("usd$", PriceUsd),
    ("usd", PriceUsd),
    ("us$", PriceUsd),
    ("$us", PriceUsd),
    ("us", PriceUsd),
    ("liberiandollars", PriceLrd),
    ("liberiandollar", PriceLrd),
    ("liberian", PriceLrd),
    ("lrd$", PriceLrd),
    ("lrd", PriceLrd),
    ("lr$", PriceLrd),
    ("lr", PriceLrd),
    ("l$", PriceLrd),
    ("ld$", PriceLrd),
    ("ld", PriceLrd),
];

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

/// How WooCommerce asks in its languages whether a product is in stock, without blanks.
const IN_STOCK: [&str; 6] = ["instock?", "enstock?", "emestoque?", "existencias?", "eninventario?", "vorratig?"];
/// The heading of the name in QuickBooks, in its plain form.
const OF_QUICKBOOKS: [&str; 2] = ["product service name", "product service"];

/// Whether a file with this heading has no figure in the stock of what is not counted.
pub(super) fn leaves_stock_empty(heading: &str) -> bool {
    let plain = plain(&fold(heading));
    OF_QUICKBOOKS.contains(&plain.as_str()) || IN_STOCK.contains(&without_blanks(&plain).as_str())
}

/// What ties the variations of WooCommerce to their articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    Kind,
    Parent,
    Id,
    Sku,
}

/// Which of them a heading is, in the languages of WooCommerce.
pub(super) fn tie(heading: &str) -> Option<Tie> {
    match fold(heading).as_str() {
        "type" | "tipo" | "typ" => Some(Tie::Kind),
        "parent" | "superior" | "ascendente" | "ubergeordnet" | "ubergeordnetes produkt" => Some(Tie::Parent),
        "id" => Some(Tie::Id),
        "sku" | "ugs" | "artikelnummer" => Some(Tie::Sku),
        _ => None,
    }
}

/// A folded heading with blanks for all signs but `$` and `?`. `Item #` is a number of the item, and not its name.
fn plain(folded: &str) -> String {
    let spaced: String =
        folded.replace('#', " number ").chars().map(|c| if c.is_alphanumeric() || c == '$' || c == '?' { c } else { ' ' }).collect();
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
    fn prices_in_a_currency() {
        let prices =
            ["Price", "Selling Price", "Unit Price", "Retail price", "Sales Price", "Regular price", "Prix", "Verkaufspreis", "List-Price"];
        for price in prices {
            for (currency, column) in [
                ("USD", PriceUsd),
                ("US$", PriceUsd),
                ("US Dollars", PriceUsd),
                ("LRD", PriceLrd),
                ("L$", PriceLrd),
                ("LD", PriceLrd),
                ("Liberian Dollars", PriceLrd),
            ] {
                let ways = [
                    format!("{price} {currency}"),
                    format!("{price} ({currency})"),
                    format!("{price}, in {currency}"),
                    format!("{currency} {price}"),
                    format!("{price}_{currency}").to_uppercase(),
                ];
                for heading in ways {
                    assert_eq!(meaning(&heading).map(|(meaning, _)| meaning), Some(Meaning::Field(column)), "{heading}");
                }
            }
            assert_eq!(meaning(&format!("{price} (EUR)")), None);
        }
    }

    #[test]
    fn headings_as_programs_spell_them() {
        for (heading, found) in [
            ("ProductName", Some(Name)),
            ("ITEMNAME", Some(Name)),
            ("UnitPrice", Some(Price)),
            ("unitPriceUSD", Some(PriceUsd)),
            ("BarCode", Some(Barcode)),
            ("Available for sale", Some(IsAvailable)),
            ("Stockable", Some(StockMode)),
            ("Qty. on hand", Some(Stock)),
            ("# in stock", Some(Stock)),
            ("Barcode #", Some(Barcode)),
            ("Item #", None),
            ("Item No.", None),
            ("Item Number", None),
            ("Product #", None),
            ("Stock #", None),
            ("#", None),
            ("Gold", None),
        ] {
            assert_eq!(meaning(heading).map(|(meaning, _)| meaning), found.map(Meaning::Field), "{heading}");
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

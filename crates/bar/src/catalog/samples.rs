//! Test data: a short product list with the quirks of real ones, and generators of products.

use proptest::prelude::*;

use super::import::Existing;
use super::{Category, Draft, Product, StockMode};
use base::{CurrencyCode, Lrd, Rate, Timestamp, Usd};

/// A list as a bar writes it: UPC-A with its zero, EAN-8, a no-break space, blanks at the end and in runs, `×`, quotes,
/// commas, line feeds, names in capitals and twice; all four shapes of prices.
pub const BAR_LIST: &str = "\
name,brand,barcode,category,price,currency,priceUSD,priceLRD,stock,description,isAvailable
OLD ROAD - SPICED RUM,,012345678905,drinks,24.00,USD,24.00,,7,\"Spirit, 0.750 L, 35 % vol\",1
KEKSI  MASLAC\u{a0}200G ,KRAŠ,96385074,food,470.00,LRD,,470.00,53,\"200 g, čaj\",1
KEKSI  MASLAC\u{a0}200G ,KRAŠ,40123455,food,940.00,LRD,,940.00,0,\"400 g, čaj\",0
House Robusto 5 × 50,,2800000000017,cigars,9.50,USD,9.50,1805.00,12,,1
\"Ginger beer, 6 × 33cl \"\"on ice\"\"\",Bar,2900000000025,drinks,2000.00,LRD,11.00,2000.00,24,\"Six bottles,
one bucket\",1
\"Pizza Margherita, 12\"\"\",,2900000000032,food,9.00,USD,,,10,,1
Water pouch,,2900000000049,drinks,10.00,LRD,,,500,,1
Charcoal bag,,2900000000056,uncategorized,99750.00,LRD,525.00,,4,,0
";

/// The largest amount with 15 digits.
const LONGEST: i64 = 999_999_999_999_999;

/// Trimmed, valid text with awkward characters, including those of `inner`.
fn awkward(inner: &'static str) -> impl Strategy<Value = String> {
    let letters = format!("['=+@;,.\"a0ČŽ×\u{a0}🍺 {inner}\\-]{{1,12}}");
    let text = proptest::string::string_regex(&letters).expect("a legal pattern");
    text.prop_map(|text| text.trim().to_owned()).prop_filter("must say something", |text| !text.is_empty())
}

fn prices() -> impl Strategy<Value = (Option<Usd>, Option<Lrd>)> {
    let minor = || prop_oneof![0i64..100_000, Just(LONGEST)];
    let usd = minor().prop_map(Usd::minor);
    let lrd = minor().prop_map(Lrd::minor);
    (usd, lrd, 0..3).prop_map(|(usd, lrd, shape)| match shape {
        0 => (Some(usd), None),
        1 => (None, Some(lrd)),
        _ => (Some(usd), Some(lrd)),
    })
}

/// A drink for $2.00.
pub fn product(name: &str) -> Product {
    Product {
        id: 1,
        name: name.to_owned(),
        brand: None,
        barcode: "6001087".to_owned(),
        category: Category::Drinks,
        section: None,
        description: None,
        is_available: true,
        currency: CurrencyCode::Usd,
        price_usd: Some(Usd::minor(200)),
        price_lrd: None,
        exchange_rate: Rate::INITIAL,
        created_at: Timestamp::from_millis(1),
        updated_at: Timestamp::from_millis(1),
        tax_class: None,
        archived: false,
        stock_mode: StockMode::Counted,
        floor: true,
        details: None,
    }
}

/// Any product that can be stored.
pub fn any_draft() -> impl Strategy<Value = Draft> {
    let texts = (awkward(""), prop::option::of(awkward("")), awkward(""), prop::option::of(awkward("")), prop::option::of(awkward("\n\t")));
    let currency = prop_oneof![Just(CurrencyCode::Usd), Just(CurrencyCode::Lrd)];
    (texts, prop::sample::select(&Category::ALL[..]), currency, prices(), -9i64..1_000_000_000, any::<(bool, bool, bool, bool)>()).prop_map(
        |(
            (name, brand, barcode, section, description),
            category,
            currency,
            (price_usd, price_lrd),
            stock,
            (is_available, is_zero_rated, is_free, floor),
        )| Draft {
            name,
            brand,
            barcode: Some(barcode),
            category,
            section,
            currency,
            price_usd,
            price_lrd,
            stock: if is_free { 0 } else { stock },
            description,
            is_available,
            tax_class: is_zero_rated.then(|| "zero".to_owned()),
            stock_mode: if is_free { StockMode::Free } else { StockMode::Counted },
            floor: floor && !is_free,
            needs_count: false,
            details: None,
        },
    )
}

/// Any stock of products: ids from 1, no barcode twice.
pub fn any_products() -> impl Strategy<Value = Vec<Existing>> {
    prop::collection::vec(any_draft(), 1..8).prop_map(|drafts| {
        let numbered = drafts.into_iter().zip(1u64..);
        numbered
            .map(|(mut now, id)| {
                now.barcode = now.barcode.map(|barcode| format!("{barcode}{id}"));
                Existing { id, now, is_generated: false, chain: None, portions: None }
            })
            .collect()
    })
}

/// Any rate that can be set.
pub fn any_rate() -> impl Strategy<Value = Rate> {
    (1u64..10_000_000_000).prop_map(|scaled| Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("a legal rate"))
}

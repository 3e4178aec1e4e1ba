//! Lists as other programs and spreadsheets write them: headings from their help pages, rows made up.

use super::*;
use crate::catalog::{Category, StockMode};
use base::{Lrd, Usd};

/// What a list says of its first product.
type Found = (String, Option<i64>, Option<i64>, Option<String>);

fn first(list: &str) -> Found {
    let sheet = read_text(list).unwrap_or_else(|unread| panic!("{list}: {:?}", unread.errors));
    assert_eq!(sheet.problems.clone().into_errors(), [], "{list}");
    let row = sheet.rows.into_iter().next().expect("a row");
    (row.name, row.price.value(), row.stock.value(), row.barcode.value())
}

fn palm_lager(price: i64, stock: i64, barcode: &str) -> Found {
    let barcode = Some(barcode.to_owned()).filter(|barcode| !barcode.is_empty());
    ("Palm Lager".to_owned(), Some(price), Some(stock), barcode)
}

#[test]
fn square() {
    let list = "Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Price,Option Name 1,Option Value 1,\
                Current Quantity Sunset Bar,New Quantity Sunset Bar,Stock Alert Enabled Sunset Bar,Stock Alert Count Sunset Bar\r\n\
                AB12,Palm Lager,Regular,PL-1,Cold,Beer,6001000000018,2.00,,,48,,N,\r\n\
                AB13,Rum,Single,R-1,,Spirits,,1.50,,,10,,N,\r\n\
                AB13,Rum,Double,R-2,,Spirits,,2.50,,,10,,N,\r\n";
    assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
    let names: Vec<String> = read_text(list).expect("a list").rows.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["Palm Lager", "Rum Single", "Rum Double"], "variations are products of their own");
    let wide = "Reference Handle,Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,Reporting Category,GTIN,Item Type,\
                Weight (lb),Price,Online Sale Price,Archived,Sellable,Contains Alcohol,Stockable,Skip Detail Screen in POS,Option Name 1,\
                Option Value 1,Default Unit Cost,Current Quantity Sunset Bar,New Quantity Sunset Bar,Stock Alert Enabled Sunset Bar\n\
                #palm-lager,A1,Palm Lager,,Regular,PL-1,Cold,\"Drinks > Beer, Specials\",Beer,6001000000018,Prepared food and beverage,,$2.00,,N,\
                Y,Y,Y,N,,,0.80,48,,N\n\
                #old-rum,A2,Old Rum,,Regular,,,Spirits,,,Prepared food and beverage,,3.00,,Y,,Y,,N,,,,5,,N\n";
    assert_eq!(first(wide), palm_lager(200, 48, "6001000000018"));
    let sheet = read_text(wide).expect("a list");
    assert_eq!((sheet.rows[0].category, &sheet.rows[0].section), (Cell::Value(Category::Drinks), &Cell::Value("Beer".to_owned())));
    assert_eq!([sheet.rows[0].is_available, sheet.rows[1].is_available], [true, false].map(Cell::Value), "what is archived is put away");
    assert!(!sheet.ignored_columns.contains(&"Archived".to_owned()));
}

#[test]
fn loyverse() {
    let list = "Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Default price,Cost,\
                Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Sunset Bar],Price [Sunset Bar],\
                In stock [Sunset Bar],Low stock [Sunset Bar]\n\
                palm-lager,10000,Palm Lager,Beer,,N,,,,,2.00,0.80,6001000000018,,,Y,Y,2.00,48,12\n\
                rum,10001,Rum,Spirits,,N,Size,Single,,,1.50,0.50,,,,Y,Y,1.50,10,\n\
                rum,10002,,,,,Size,Double,,,2.50,1.00,,,,Y,Y,2.50,10,\n";
    assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
    let rows = read_text(list).expect("a list").rows;
    assert_eq!(rows[2].name, "Rum Double", "only the first row of an article has the name");
    assert_eq!((rows[2].category, &rows[2].section), (rows[1].category, &rows[1].section), "and the group");
    assert_eq!(rows[2].section, Cell::Value("Spirits".to_owned()));
    assert_eq!(rows[0].is_available, Cell::Value(true));
    assert_eq!([rows[0].stock_mode, rows[1].stock_mode], [Cell::Value(StockMode::Counted); 2]);
    let open = "Handle,Name,Track stock,Price [Sunset Bar],In stock [Sunset Bar]\nsoup,Soup of the day,N,variable,\n";
    let sheet = read_text(open).expect("a list");
    assert_eq!(sheet.problems.clone().into_errors(), [], "a price that is typed at each sale is none");
    assert_eq!((sheet.rows[0].price, sheet.rows[0].stock_mode), (Cell::Empty, Cell::Value(StockMode::Free)));
}

#[test]
fn shopify() {
    let old = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,\
               Variant Barcode,Status\n\
               palm-lager,Palm Lager,Cold,Palm Co,Beer,,TRUE,Title,Default Title,PL-1,48,2.00,6001000000018,active\n";
    let new = "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,\
               Option1 value,Price,Inventory quantity\n\
               Palm Lager,palm-lager,Cold,Palm Co,,Beer,,TRUE,Active,PL-1,6001000000018,Title,Default Title,2.00,48\n";
    for list in [old, new] {
        assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
    }
    let states = "Title,URL handle,Published on online store,Status,Option1 value,Price\n\
                  Lager,lager,TRUE,Active,,2\nRum,rum,TRUE,Draft,Single,3\n,rum,,,Double,5\nGin,gin,,Archived,,4\n";
    let on_menu: Vec<Cell<bool>> = read_text(states).expect("a list").rows.iter().map(|row| row.is_available).collect();
    assert_eq!(on_menu, [true, false, false, false].map(Cell::Value), "drafts and their variations are not for guests");
    let section = |list: &str| read_text(list).expect("a list").rows[0].section.clone();
    assert_eq!([section(old), section(new)], [Cell::Value("Beer".to_owned()), Cell::Value("Beer".to_owned())], "the type of the shop");
    let taxonomy = "Handle,Title,Product Category,Type,Variant Price\n\
                    palm-lager,Palm Lager,\"Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Beer\",Lager,2.00\n";
    let row = &read_text(taxonomy).expect("a list").rows[0];
    assert_eq!((row.category, &row.section), (Cell::Keep, &Cell::Value("Beer".to_owned())));
    let columns: Vec<Option<Column>> = read_text(taxonomy).expect("a list").shape.columns.iter().map(|column| column.field).collect();
    let of_shop = "Handle,Title,Product Category,Type,Variant Price\nshirt,Shirt,,Clothes,12.00\n";
    for columns in [None, Some(columns)] {
        let said = Said { columns, ..Said::default() };
        let row = &read(&mut Opened::of_text(of_shop), &said).expect("a list").rows[0];
        assert_eq!(row.section, Cell::Value("Clothes".to_owned()), "where the category is empty, also as a person left the columns");
    }
    let pictures = format!("{old}palm-lager,,,,,,,,,,,,,\nrum,Rum,,,Spirits,,TRUE,Title,Default Title,R-1,1,3.00,,active\n");
    let names: Vec<String> = read_text(&pictures).expect("a list").rows.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["Palm Lager", "Rum"], "a row with a picture alone is no product");
}

#[test]
fn odoo() {
    let labels = "Name,Internal Reference,Barcode,Sales Price,Cost,Product Category,Quantity On Hand,Available in POS\n\
                  Palm Lager,PL-1,6001000000018,2.0,0.8,All / Drinks / Beer,48.0,True\n";
    let names =
        "id,name,default_code,barcode,list_price,categ_id/name,qty_available\n__export__.1,Palm Lager,PL-1,6001000000018,2.0,Beer,48.0\n";
    for list in [labels, names] {
        assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
    }
    let row = &read_text(labels).expect("a list").rows[0];
    assert_eq!((row.category, &row.section), (Cell::Value(Category::Drinks), &Cell::Value("Beer".to_owned())));
    let till = "Display Name,Barcode,Sales Price,Product Category,Point of Sale Category,Quantity On Hand\n\
                Palm Lager,6001000000018,2.0,All / Saleable,Drinks / Beer,48.0\n";
    let french = "Nom,Référence interne,Code-barres,Prix de vente,Coût,Catégorie de produits,Catégorie du point de vente,Quantité en stock,\
                  Disponible dans le PdV\nPalm Lager,PL-1,6001000000018,\"2,0\",\"0,8\",All / Saleable,Drinks / Beer,48,True\n";
    for list in [till, french] {
        assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
        let row = &read_text(list).expect("a list").rows[0];
        assert_eq!((row.category, &row.section), (Cell::Value(Category::Drinks), &Cell::Value("Beer".to_owned())), "as the till shows it");
    }
}

#[test]
fn woocommerce() {
    let list = "ID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,\"Is featured?\",\"Short description\",Description,\"Tax status\",\"Tax class\",\
                \"In stock?\",Stock,\"Sale price\",\"Regular price\",Categories,Tags,Brands\n\
                7,simple,PL-1,6001000000018,Palm Lager,1,0,Cold,,taxable,,1,48,,2.00,\"Drinks > Beer, Specials\",,Palm Co\n";
    assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
    for headings in [
        "ID,Type,UGS,\"GTIN, UPC, EAN ou ISBN\",Nom,Publié,Description courte,En stock ?,Stock,Tarif promo,Tarif régulier,Catégories,Marques",
        "ID,Tipo,SKU,\"GTIN, UPC, EAN o ISBN\",Nombre,Publicado,Descripción corta,¿Existencias?,Inventario,Precio rebajado,Precio normal,Categorías,Marcas",
        "ID,Tipo,SKU,\"GTIN, UPC, EAN, or ISBN\",Nome,Publicado,Descrição curta,Em estoque?,Estoque,Preço promocional,Preço,Categorias,Marcas",
        "ID,Typ,Artikelnummer,\"GTIN, UPC, EAN oder ISBN\",Name,Veröffentlicht,Kurzbeschreibung,Vorrätig?,Bestand,Angebotspreis,Regulärer Preis,Kategorien,Marken",
    ] {
        let list = format!(
            "{headings}\n7,simple,PL-1,6001000000018,Palm Lager,1,Cold,1,48,,2,Drinks > Beer,Palm Co\n8,simple,,,Soup,-1,,1,,,5,Food,\n"
        );
        assert_eq!(first(&list), palm_lager(200, 48, "6001000000018"));
        let rows = read_text(&list).expect("a list").rows;
        assert_eq!((rows[0].category, &rows[0].section), (Cell::Value(Category::Drinks), &Cell::Value("Beer".to_owned())), "{headings}");
        assert_eq!(
            (&rows[0].brand, &rows[0].description),
            (&Cell::Value("Palm Co".to_owned()), &Cell::Value("Cold".to_owned())),
            "{headings}"
        );
        assert_eq!((rows[1].is_available, rows[1].stock_mode), (Cell::Value(false), Cell::Value(StockMode::Free)), "{headings}");
    }
}

#[test]
fn variations_of_woocommerce_share_what_their_article_says() {
    let list = "ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Parent,Brands\n\
                7,variable,R,Rum,1,1,,,Drinks > Spirits,,Palm Co\n9,variable,,Wine,1,1,,,Drinks > Wine,,\n\
                11,variation,R-1,Rum - Single,1,1,parent,1.50,,R,\n12,variation,,Wine - Bottle,1,1,6,18,,id:9,\n\
                13,simple,,Tea,1,1,,1,Drinks,,\n14,variable,,Gin,1,1,,4,,,\n";
    let sheet = read_text(list).expect("a list");
    assert_eq!(sheet.problems.into_errors(), []);
    let read: Vec<_> =
        sheet.rows.iter().map(|row| (row.name.as_str(), row.section.clone().value(), row.brand.clone().value(), row.stock)).collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        read,
        [
            ("Rum - Single", text("Spirits"), text("Palm Co"), Cell::Empty),
            ("Wine - Bottle", text("Wine"), None, Cell::Value(6)),
            ("Tea", None, None, Cell::Empty),
            ("Gin", None, None, Cell::Empty),
        ],
        "an article without a price is none to sell"
    );
    assert_eq!(sheet.rows[0].category, Cell::Value(Category::Drinks));
}

#[test]
fn columns_that_are_for_something_else_are_not_left_out() {
    use crate::catalog::csv::header::ColumnPart;
    let parts = |list: &str| -> Vec<(String, ColumnPart)> {
        let columns = read_text(list).expect("a list").shape.columns;
        columns.into_iter().filter_map(|column| column.part.map(|part| (column.heading, part))).collect()
    };
    for (list, expected) in [
        (
            "Item Name,Variation Name,SKU,Price,Archived\nRum,Single,R,2,N\n",
            vec![("Variation Name", ColumnPart::Name), ("Archived", ColumnPart::Archived)],
        ),
        (
            "Handle,Name,Option 1 name,Option 1 value,Price\nrum,Rum,Size,Big,2\n",
            vec![("Handle", ColumnPart::Rows), ("Option 1 value", ColumnPart::Name)],
        ),
        (
            "Handle,Title,Product Category,Type,Variant Price\nrum,Rum,,Spirits,2\n",
            vec![("Handle", ColumnPart::Rows), ("Type", ColumnPart::Category)],
        ),
        (
            "ID,Type,SKU,Name,Regular price,Parent\n1,simple,R,Rum,2,\n",
            vec![("ID", ColumnPart::Rows), ("Type", ColumnPart::Rows), ("SKU", ColumnPart::Rows), ("Parent", ColumnPart::Rows)],
        ),
        ("name,type,price\nRum,Spirits,2\n", vec![]),
    ] {
        assert_eq!(parts(list), expected.into_iter().map(|(heading, part)| (heading.to_owned(), part)).collect::<Vec<_>>(), "{list}");
        let ignored = read_text(list).expect("a list").ignored_columns;
        assert!(parts(list).iter().all(|(heading, _)| !ignored.contains(heading)), "{list}");
    }
    let said = Said { columns: Some(vec![Some(Column::Name), Some(Column::Section), None, Some(Column::Price)]), ..Said::default() };
    let sheet = read(&mut Opened::of_text("Item Name,Variation Name,SKU,Price\nRum,Spirits,R,2\n"), &said).expect("a list");
    assert_eq!((sheet.rows[0].name.as_str(), sheet.shape.columns[1].part), ("Rum", None), "as a person says");
}

#[test]
fn opensourcepos() {
    let list = "\u{feff}Id,Barcode,\"Item Name\",Category,\"Supplier ID\",\"Cost Price\",\"Unit Price\",\"Tax 1 Name\",\"Reorder Level\",Description,\
                \"Allow Alt Description\",\"Item has Serial Number\",Image,HSN,\"location_stock\"\n\
                ,6001000000018,\"Palm Lager\",Beer,,0.80,2.00,,12,Cold,0,0,,,48\n";
    assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
}

#[test]
fn opensourcepos_of_its_first_versions() {
    let list = "\"UPC/EAN/ISBN\",\"Item Name\",Category,\"Supplier ID\",\"Cost Price\",\"Unit Price\",\"Tax 1 Name\",Quantity,\"Reorder Level\",Location\n\
                6001000000018,Palm Lager,Beer,,0.80,2.00,,48,12,Bar\n";
    assert_eq!(first(list), palm_lager(200, 48, "6001000000018"));
}

#[test]
fn quickbooks() {
    let list = "Product/Service Name,Sales Description,SKU,Type,Sales Price / Rate,Taxable,Income Account,Purchase Cost,Quantity On Hand,\
                Reorder Point,Inventory Asset Account\r\nPalm Lager,Cold,PL-1,Inventory,2.00,Yes,Sales,0.80,48,12,Inventory Asset\r\n";
    assert_eq!(first(list), palm_lager(200, 48, ""));
    let desktop = ",Active Status,Type,Item,Description,Sales Tax Code,Account,COGS Account,Purchase Description,Quantity On Hand,U/M,Cost,\
                   Preferred Vendor,Price,Reorder Pt (Min),MPN\n\
                   ,Active,Inventory Part,Palm Lager,Cold,Tax,Sales,COGS,,48,,0.80,,2.00,12,\n,Not-active,Service,Corkage,,,Sales,,,0,,0,,5.00,,\n";
    assert_eq!(first(desktop), palm_lager(200, 48, ""));
    assert_eq!(read_text(desktop).expect("a list").rows[1].is_available, Cell::Value(false));
}

#[test]
fn lists_that_people_type() {
    for list in [
        "Product,Price\nPalm Lager,2",
        "Item;Selling Price;Qty\nPalm Lager;2,00;48",
        "ARTIKEL\tPREIS\tBestand\nPalm Lager\t2,00 €\t48",
        "Désignation;Prix de vente;Quantité\nPalm Lager;2,00;48",
        "Nombre;Precio;Cantidad\nPalm Lager;$2,00;48 pcs",
        "Sunset Bar\nPrice list,,\n\nitem_name,unit_price,qty\nPalm Lager,$2.00,48,,\n",
        "name,price,stock,,,\nPalm Lager,2.00\n",
    ] {
        let (name, price, ..) = first(list);
        assert_eq!((name.as_str(), price), ("Palm Lager", Some(200)), "{list}");
    }
    let row = &read_text("Item,Price (USD),Price (L$)\nPalm Lager,$2.00,\"L$1,500.00\"").expect("a list").rows[0];
    assert_eq!((row.price_usd, row.price_lrd), (Cell::Value(Usd::minor(200)), Cell::Value(Lrd::minor(150_000))));
}

#[test]
fn what_fills_a_sheet_down_is_no_product() {
    let list = "Item,Price,Qty,For sale,Total,Barcode\nPalm Lager,2.00,48,TRUE,$96.00,\n,,,FALSE,$0.00,#N/A\n,,,FALSE, $-   ,\n,0,0,,0.00,\nRum,3.00,,FALSE,0,\n";
    let sheet = read_text(list).expect("a list");
    assert_eq!(sheet.problems.into_errors(), []);
    let names: Vec<&str> = sheet.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["Palm Lager", "Rum"]);
    let ticked = read_text("Item,Price,For sale\nRum,3.00,\n,,TRUE\n,2.00,FALSE\n").expect("a list");
    let lines: Vec<usize> = ticked.problems.into_errors().iter().map(|error| error.line).collect();
    assert_eq!(lines, [3, 4], "a row that says something is one");
}

#[test]
fn a_sign_names_the_currency() {
    let rows = read_text("name,price\nA,L$350\nB,$3.50\nC,3.50").expect("a list").rows;
    let currencies: Vec<Cell<CurrencyCode>> = rows.iter().map(|row| row.currency).collect();
    assert_eq!(currencies, [Cell::Value(CurrencyCode::Lrd), Cell::Value(CurrencyCode::Usd), Cell::Keep]);
    let rows = read_text("name,price,currency\nA,$350,LRD\nB,$3.50,USD\nC,350,L$").expect("a list").rows;
    let lrd = Cell::Value(CurrencyCode::Lrd);
    assert_eq!([rows[0].currency, rows[1].currency, rows[2].currency], [lrd, Cell::Value(CurrencyCode::Usd), lrd]);
    let sheet = read_text("name,price,currency\nA,L$350,USD").expect("a list");
    assert_eq!(sheet.problems.into_errors()[0].message, "The price is in LRD, the currency says USD");
    let said = Said { currency: Some(CurrencyCode::Lrd), ..Said::default() };
    let rows = read(&mut Opened::of_text("name,price\nA,350\nB,$3"), &said).expect("a list").rows;
    assert_eq!((rows[0].currency, rows[1].currency), (Cell::Value(CurrencyCode::Lrd), Cell::Value(CurrencyCode::Usd)));
}

#[test]
fn what_can_be_read_in_two_ways_is_asked_once() {
    let list = "name;price;stock\nA;1.250;48.000\nB;3,50;2\nC;2.500;1";
    let sheet = read_text(list).expect("a list");
    let question = sheet.question.expect("a question");
    assert_eq!(
        (question.column, question.line, question.samples),
        (Column::Stock, 2, ["48.000", "1.250", "2.500"].map(str::to_owned).to_vec())
    );
    let said = Said { figures: Some(DecimalSign::Comma), ..Said::default() };
    let sheet = read(&mut Opened::of_text(list), &said).expect("a list");
    let read: Vec<_> = sheet.rows.iter().map(|row| (row.price.value(), row.stock.value())).collect();
    assert_eq!((sheet.question, read), (None, vec![(Some(125_000), Some(48_000)), (Some(350), Some(2)), (Some(250_000), Some(1))]));
}

#[test]
fn a_dash_is_zero_but_beside_another_price() {
    let rows = read_text("name,priceUSD,priceLRD,stock\nA,-,950,-\nB,2.00, -   ,5\nC,-,-,5\nD,$ -,0,5").expect("a list").rows;
    let prices: Vec<_> = rows.iter().map(|row| (row.price_usd, row.price_lrd)).collect();
    let (usd, lrd) = (|cents| Cell::Value(Usd::minor(cents)), |cents| Cell::Value(Lrd::minor(cents)));
    assert_eq!(prices, [(Cell::Empty, lrd(95_000)), (usd(200), Cell::Empty), (usd(0), lrd(0)), (usd(0), lrd(0))]);
    assert_eq!(rows[0].stock, Cell::Value(0));
    assert_eq!(read_text("name,price\nA, - ").expect("a list").rows[0].price, Cell::Value(0));
}

#[test]
fn descriptions_of_shops_are_texts() {
    let list = "Handle,Title,Body (HTML),Variant Price\nrum,Rum,\"<p>Dark &amp; <b>old</b></p>\n<p>70cl</p>\",3.00\ngin,Gin,Fish &amp; chips,2.00\n";
    let rows = read_text(list).expect("a list").rows;
    assert_eq!(rows[0].description, Cell::Value("Dark & old\n70cl".to_owned()));
    assert_eq!(rows[1].description, Cell::Value("Fish & chips".to_owned()));
    let long = format!("Title,Body (HTML),Price\nRum,{},3.00\n", "x".repeat(3_000));
    let sheet = read_text(&long).expect("a list");
    assert!(sheet.problems.is_empty());
    assert_eq!(sheet.rows[0].description.as_ref().value().map(String::len), Some(2_000));
}

#[test]
fn what_a_program_does_not_count_is_free() {
    let modes = |list: &str| {
        let sheet = read_text(list).unwrap_or_else(|unread| panic!("{list}: {:?}", unread.errors));
        assert_eq!(sheet.problems.clone().into_errors(), [], "{list}");
        sheet.rows.into_iter().map(|row| (row.stock_mode.value(), row.stock.value())).collect::<Vec<_>>()
    };
    let (counted, free) = (|count| (Some(StockMode::Counted), Some(count)), (Some(StockMode::Free), None));
    assert_eq!(modes("Name,In stock?,Stock,Regular price\nSoup,1,,3\nBeer,1,48,2\n"), [free, (None, Some(48))], "WooCommerce");
    let square = "Item Name,Stockable,Price,Current Quantity Sunset Bar\nSoup,N,3,\nBeer,Y,2,48\nTea,N,1,0\n";
    assert_eq!(modes(square), [free, counted(48), free], "Square");
    let shopify = "Handle,Title,Variant Inventory Tracker,Variant Inventory Qty,Variant Price\nsoup,Soup,,-3,3\nbeer,Beer,shopify,48,2\n";
    assert_eq!(modes(shopify), [free, counted(48)], "Shopify");
    let loyverse = "Handle,Name,Track stock,Default price,In stock [Sunset Bar]\nsoup,Soup,N,3,12\nbeer,Beer,Y,2,48\n";
    assert_eq!(modes(loyverse), [free, counted(48)], "Loyverse");
    let quickbooks = "Product/Service Name,Type,Sales Price / Rate,Quantity On Hand\nSoup,Service,3,\nBeer,Inventory,2,48\n";
    assert_eq!(modes(quickbooks), [free, (None, Some(48))], "QuickBooks");
    assert_eq!(modes("name,stock,price\nSoup,,3\n"), [(None, None)], "our own: an empty cell keeps");
}

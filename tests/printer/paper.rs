//! Property tests of page layout: for any text, the job consists of complete known commands, and no line is wider than the paper.

use barback::fiscal::{FiscalStatus, Signature};
use barback::paper::layout::receipt::{PrintInfo, receipt};
use barback::paper::layout::test_page::test_page;
use barback::printer::profile::{PRESETS, Profile, Qr, WIDTHS};
use barback::printer::{Paper, escpos};
use barback::receipts::document::{Business, Document, FiscalMark, Item, ItemDiscount, LineKind, PaymentLine, format_in};
use barback::receipts::{LineLabel, ReceiptTax};
use barback::sales::TaxRow;
use barback::seating::TableLabel;
use barback::tax::{Buyer, Percent, TaxExemption, TaxKind, TaxMode};
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};
use proptest::prelude::*;

use crate::escpos_reader::{Command, Line, lines, parse};

/// Any text, including control characters, line ends and other scripts.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::collection::vec(any::<char>(), 0..60).prop_map(String::from_iter),
        proptest::collection::vec(0u8..0xff, 0..60).prop_map(|bytes| bytes.into_iter().map(char::from).collect()),
        "[A-Za-zéèñßɔŋ’–… ]{0,80}",
        Just("\u{1b}p\u{0}\u{19}\u{fa}\u{1d}V\u{0}\u{10}\u{14}\u{1}".to_owned()),
    ]
}

fn amount() -> impl Strategy<Value = Price> {
    let minor = || prop_oneof![0..100_000i64, -100_000_000_000_000_000..=100_000_000_000_000_000i64];
    (minor(), minor()).prop_map(|(usd, lrd)| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) })
}

fn cash() -> impl Strategy<Value = Cash> {
    amount().prop_map(|Price { usd, lrd }| Cash { usd, lrd })
}

fn item() -> impl Strategy<Value = Item> {
    (text(), text(), 1..=1_000_000i64, amount(), amount(), proptest::option::of(amount()), any::<(bool, bool)>()).prop_map(
        |(name, brand, quantity, unit, total, list, (usd, voided))| {
            let currency = if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
            let (voided_quantity, voided_total) = if voided { (quantity / 2, total) } else { (0, Price::ZERO) };
            let label = Some(LineLabel { label: "GST 13 %".to_owned(), mode: TaxMode::Included }).filter(|_| usd);
            let voided_gross = voided_total;
            let kind = if voided && usd { LineKind::ServiceCharge } else { LineKind::Product };
            let discount = usd.then(|| ItemDiscount { label: "Discount 10 %".to_owned(), amount: total, act: None, is_shared: false });
            let (refunded_quantity, refunded) = if voided { (0, Price::ZERO) } else { (quantity / 2, total) };
            Item {
                kind,
                name,
                brand,
                quantity,
                unit,
                total,
                currency,
                list,
                discount,
                voided_quantity,
                voided_total,
                voided_gross,
                refunded_quantity,
                refunded,
                label,
            }
        },
    )
}

prop_compose! {
    fn fiscal()(signature in proptest::option::of((text(), text(), text(), proptest::option::of(text()), text()))) -> FiscalMark {
        let status = if signature.is_some() { FiscalStatus::Signed } else { FiscalStatus::ToSign };
        let signature = signature.map(|(device_id, number, signature, qr, at)| Signature { device_id, number, signature, qr, at });
        FiscalMark { document_id: "F-1".to_owned(), status, failure: None, signature }
    }
}

prop_compose! {
    fn business()(name in text(), address in text(), phone in text(), thank_you in text(), website in text(), social_media in text()) -> Business {
        Business { name, address, phone, thank_you, website, social_media }
    }
}

fn tax_row() -> impl Strategy<Value = TaxRow> {
    let kind = proptest::option::of(proptest::sample::select(TaxKind::ALL.to_vec()));
    (text(), kind, proptest::sample::select(TaxMode::ALL.to_vec()), any::<bool>(), cash(), cash(), cash()).prop_map(
        |(label, kind, mode, usd, net, tax, gross)| {
            let currency = if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
            TaxRow { label, kind, mode, percent: Percent::ZERO, currency, net, tax, gross }
        },
    )
}

fn tax() -> impl Strategy<Value = ReceiptTax> {
    (proptest::option::of(text()), proptest::collection::vec(tax_row(), 0..5), amount()).prop_map(|(tin, rows, subtotal)| ReceiptTax {
        is_shown: !rows.is_empty(),
        exemption: tin.clone().map(|name| TaxExemption { document_number: name.clone(), name, approval: None }),
        tin,
        rows,
        subtotal,
    })
}

prop_compose! {
    fn document()(
        business in business(),
        texts in proptest::array::uniform5(text()),
        notes in text(),
        items in proptest::collection::vec(item(), 0..6),
        total in amount(),
        (paid, tip, change) in (proptest::option::of(cash()), proptest::option::of(cash()), proptest::option::of(cash())),
        tenders in proptest::collection::vec((text(), text()), 0..3),
        (paid_earlier, on_account, still_owed) in (proptest::option::of(cash()), proptest::option::of(cash()), proptest::option::of(amount())),
        voided in any::<bool>(),
        (table, fiscal, tax, buyer) in (proptest::option::of((1u32..100, proptest::option::of(text())).prop_map(|(number, name)| TableLabel { number, name })), proptest::option::of(fiscal().boxed()), tax().boxed(), proptest::option::of((text(), proptest::option::of(text()), proptest::option::of(text())).prop_map(|(name, tin, address)| Buyer { name, tin, address }))),
    ) -> Document {
        let [number, date, payment_method, customer_name, served_by] = texts;
        let time = "8:52 PM".to_owned();
        Document {
            business, number, date, time: time.clone(), payment_method, rate: Rate::INITIAL, customer_name, served_by, items, discounts: Vec::new(), total, paid, tip, change, paid_earlier, on_account, still_owed,
            payments: vec![PaymentLine { time: time.clone(), tenders: tenders.clone(), tip, change, ..PaymentLine::default() }, PaymentLine::default()], given_back: tenders, notes, guest_url: "http://192.168.8.1:8080/r/abc".to_owned(), voided,
            refund_of: voided.then(|| "R-20261121-0001".to_owned()),
            split: table.as_ref().map(|table| (table.number, 100)), table, tax, buyer, fiscal,
        }
    }
}

prop_compose! {
    fn printing()(job in 0..1_000_000_000u64, at in text(), copy in 0u32..3, possible_duplicate in any::<bool>()) -> PrintInfo {
        PrintInfo { job, at, copy, printed_by: "Printed by musu".to_owned(), possible_duplicate }
    }
}

fn profile() -> impl Strategy<Value = Profile> {
    (0..PRESETS.len(), 0..WIDTHS.len()).prop_map(|(preset, width)| PRESETS[preset].with_columns(WIDTHS[width]).expect("legal"))
}

fn read(paper: &Paper) -> (Vec<Command>, Vec<Line>) {
    let commands = parse(&escpos::encode(paper)).expect("known commands alone");
    let lines = lines(&commands).expect("whole lines");
    (commands, lines)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_receipt_is_valid_and_fits_the_paper(document in document(), printing in printing(), profile in profile()) {
        let paper = receipt(&document, &printing, profile);
        let (commands, lines) = read(&paper);
        let drawers = commands.iter().any(|command| matches!(command, Command::Drawer { .. }));
        prop_assert!(!drawers, "no text opens the drawer");
        prop_assert_eq!(commands[..3].to_vec(), vec![Command::Reset, Command::ChineseOff, Command::CodePage(profile.page.number())]);
        for line in &lines {
            prop_assert!(line.columns <= profile.columns, "{} columns: {:?}", profile.columns, line);
        }
        let shown = |wanted: &str| lines.iter().any(|line| line.text.split(' ').any(|word| word == wanted));
        for item in &document.items {
            let price = item.discount.as_ref().map_or(item.total, |discount| item.total + discount.amount);
            for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
                prop_assert!(shown(&format_in(price, currency)), "{:?} in {:#?}", item, lines);
            }
            prop_assert!(item.kind == LineKind::ServiceCharge || shown(&item.unit_price_display()));
        }
        for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
            prop_assert!(shown(&format_in(document.total, currency)));
        }
        let loud = |wanted: &str| lines.iter().any(|line| line.text == wanted);
        prop_assert!(!document.voided || loud("VOID"));
        let copy = format!("COPY {}", printing.copy);
        prop_assert!(printing.copy == 0 || (loud(&copy) && loud(&printing.printed_by)));
        prop_assert!(!printing.possible_duplicate || loud("POSSIBLE DUPLICATE"));
        prop_assert!(shown(&printing.job.to_string()));
    }

    #[test]
    fn no_letter_of_a_text_is_lost(name in "[A-Za-z0-9éÉñß’ ]{1,200}", quantity in 1..1000i64, profile in profile()) {
        let mut paper = Paper::new(profile);
        paper.columns(&format!("{quantity} x {name}"), "$1.00", Default::default());
        let solid = |text: &str| text.replace(' ', "");
        let printed = solid(&paper.lines().concat()).replacen("$1.00", "", 1);
        prop_assert_eq!(printed, solid(&profile.page.fit(&format!("{quantity} x {name}"))));
    }

    #[test]
    fn any_qr_code_is_valid(payload in text(), profile in profile(), native in any::<bool>()) {
        let mut paper = Paper::new(if native { Profile { qr: Qr::Native, ..profile } } else { profile });
        paper.qr(&payload);
        paper.cut();
        let (commands, _) = read(&paper);
        for command in &commands {
            if let Command::Raster { width_bytes, .. } = command {
                prop_assert_eq!(width_bytes * 8, profile.dots);
            }
        }
    }
}

#[test]
fn the_parser_is_strict() {
    let wrong: [&[u8]; 10] = [
        b"\x1bp\x00",
        b"\x1bp\x00\x00\x00",
        b"\x00",
        b"\x7f",
        b"a\tb",
        b"\x1dV\x00",
        b"\x1dv0\x00\x01\x00\x02\x00\xff",
        b"\x10\x04",
        b"\x10\x14\x01",
        b"\x1bZ",
    ];
    for bytes in wrong {
        assert!(parse(bytes).is_err(), "{bytes:02x?}");
    }
    assert!(lines(&parse(b"never ends").expect("text")).is_err());
}

#[test]
fn a_test_page_fits_every_printer() {
    for profile in PRESETS {
        let paper = test_page("Bar \u{1b}p", "tcp://192.168.1.50:9100", &PrintInfo { job: 7, ..PrintInfo::default() }, profile);
        let (commands, lines) = read(&paper);
        assert!(lines.iter().all(|line| line.columns <= profile.columns), "{lines:#?}");
        assert!(lines.iter().any(|line| line.text.len() == profile.columns && line.text.starts_with("1234567890")), "a full ruler");
        let images = commands.iter().any(|command| matches!(command, Command::Raster { .. } | Command::Qr(_)));
        assert_eq!(images, profile.qr != Qr::Text, "{}", profile.name);
    }
}

#[test]
fn the_drawer_is_a_separate_job() {
    for pin in [escpos::DrawerPin::Two, escpos::DrawerPin::Five] {
        let commands = parse(&escpos::open_drawer(&Profile::default(), pin)).expect("known");
        assert_eq!(commands.len(), 4);
        assert!(matches!(commands[3], Command::Drawer { on: 50, off: 250, .. }));
    }
}

//! Finds the product that a row is about.

use std::borrow::Cow;
use std::collections::HashMap;

use base::text::fold;

use super::{Choice, Existing};
use crate::catalog::barcode_key;
use crate::catalog::csv::{ListRow, Sheet, ungrouped};

/// Which product a row is.
pub(super) enum Match<'a> {
    /// This one, or a new one.
    Is(Option<&'a Existing>),
    /// A person must say.
    Ask,
    Skip,
    /// A person chose a product that is not there.
    Unknown(u64),
}

/// The products by what rows know of them.
pub(super) struct Known<'a> {
    by_id: HashMap<u64, &'a Existing>,
    by_barcode: HashMap<Cow<'a, str>, &'a Existing>,
    /// By the barcodes of their packs.
    by_pack: HashMap<Cow<'a, str>, &'a Existing>,
    /// Products whose barcode is written in groups, by its digits.
    by_digits: HashMap<String, &'a Existing>,
    by_name: HashMap<String, Vec<&'a Existing>>,
    /// How many rows have each name.
    rows_named: HashMap<String, usize>,
}

impl<'a> Known<'a> {
    pub fn new(sheet: &Sheet, existing: &'a [Existing]) -> Self {
        let mut by_name: HashMap<String, Vec<&Existing>> = HashMap::new();
        for product in existing {
            by_name.entry(fold(&product.now.name)).or_default().push(product);
        }
        let mut rows_named: HashMap<String, usize> = HashMap::new();
        for row in &sheet.rows {
            *rows_named.entry(fold(&row.name)).or_default() += 1;
        }
        Known {
            by_id: existing.iter().map(|product| (product.id, product)).collect(),
            by_barcode: existing.iter().filter_map(|product| Some((barcode_key(product.now.barcode.as_deref()?), product))).collect(),
            by_digits: existing.iter().filter_map(|product| Some((ungrouped(product.now.barcode.as_deref()?)?, product))).collect(),
            by_pack: existing.iter().flat_map(packs_of).collect(),
            by_name,
            rows_named,
        }
    }

    /// The product that has a pack with this barcode.
    pub fn with_pack(&self, barcode: &str) -> Option<&'a Existing> {
        self.by_pack.get(&barcode_key(barcode)).copied()
    }

    fn named(&self, row: &ListRow) -> &[&'a Existing] {
        self.by_name.get(&fold(&row.name)).map_or(&[], Vec::as_slice)
    }

    /// The product that a row is: by what a person said, else by its barcode, else by its name.
    pub fn product_of(&self, row: &ListRow, choice: Option<&Choice>) -> Match<'a> {
        match choice {
            Some(Choice::Skip) => return Match::Skip,
            Some(Choice::New) => return Match::Is(None),
            Some(Choice::Product(id)) => return self.by_id.get(id).map_or(Match::Unknown(*id), |product| Match::Is(Some(product))),
            None => {}
        }
        if let Some(product) = row.written_barcode.as_ref().and_then(|barcode| self.by_barcode.get(&barcode_key(barcode))) {
            return Match::Is(Some(product));
        }
        if let Some(barcode) = row.barcode.as_ref().value() {
            let exactly = self.by_barcode.get(&barcode_key(barcode)).or_else(|| self.by_barcode.get(format!("'{barcode}").as_str()));
            let exactly = exactly.or_else(|| self.by_digits.get(barcode));
            let found = exactly.copied().or_else(|| self.without_zeros(row, barcode));
            // A list that had no barcodes the last time: the product that it made then has one that the box made up.
            return match self.without_own_barcode(row).as_slice() {
                [product] if found.is_none() && self.is_once(row) => Match::Is(Some(product)),
                [_, ..] if found.is_none() => Match::Ask,
                _ => Match::Is(found),
            };
        }
        match self.named(row) {
            _ if row.name.is_empty() => Match::Is(None),
            [] if self.is_once(row) => Match::Is(None),
            [product] if self.is_once(row) => Match::Is(Some(product)),
            _ => Match::Ask,
        }
    }

    /// Whether no other row has the name.
    fn is_once(&self, row: &ListRow) -> bool {
        self.rows_named.get(&fold(&row.name)) == Some(&1)
    }

    /// The products with the name of the row whose barcode the box made up.
    fn without_own_barcode(&self, row: &ListRow) -> Vec<&'a Existing> {
        self.named(row).iter().copied().filter(|product| product.is_generated).collect()
    }

    /// The products that a row can be of which a person must say what it is; none for all other rows.
    pub fn candidates(&self, row: &ListRow) -> Vec<u64> {
        match self.product_of(row, None) {
            Match::Ask if row.barcode.as_ref().value().is_some() => {
                self.without_own_barcode(row).iter().map(|product| product.id).collect()
            }
            Match::Ask => self.named(row).iter().map(|product| product.id).collect(),
            Match::Is(_) | Match::Skip | Match::Unknown(_) => Vec::new(),
        }
    }

    /// The product with the name of the row and a barcode that has the same digits but for zeros in front.
    fn without_zeros(&self, row: &ListRow, barcode: &str) -> Option<&'a Existing> {
        let digits = |barcode: &str| barcode.bytes().all(|byte| byte.is_ascii_digit()).then(|| barcode.trim_start_matches('0').to_owned());
        let wanted = digits(barcode).filter(|digits| !digits.is_empty())?;
        let same = |product: &&&Existing| product.now.barcode.as_deref().and_then(digits).as_ref() == Some(&wanted);
        self.named(row).iter().find(same).copied()
    }
}

/// The barcodes of a product's packs.
fn packs_of(product: &Existing) -> impl Iterator<Item = (Cow<'_, str>, &Existing)> {
    let packs = product.now.details.iter().flat_map(|details| &details.packs);
    packs.filter_map(move |pack| Some((barcode_key(pack.barcode.as_deref()?), product)))
}

//! Filter of the list of receipts: by amount, product, seller, customer, payment method, voids, and by words that may be any of these.

use crate::methods::PaymentMethod;
use crate::sales::{Sale, VoidableLine, VoidedExtent};
use base::{Lrd, Usd, text};

use super::Receipt;

/// Most words of a search that are looked at.
const WORDS_MAX: usize = 8;

/// An amount to look for, in the currencies that it may be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountFilter {
    usd: Option<Usd>,
    lrd: Option<Lrd>,
}

impl AmountFilter {
    /// Parses `4`, `$4.00`, `L$760` or `1,020`. Without a sign it may be in either currency. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase().replace(',', "");
        let (lrd, usd) = (text.strip_prefix("L$"), text.strip_prefix("US$").or_else(|| text.strip_prefix('$')));
        let number = lrd.or(usd).unwrap_or(&text).trim();
        Some(AmountFilter {
            usd: if lrd.is_some() { None } else { Some(Usd::parse(number).ok()?) },
            lrd: if usd.is_some() { None } else { Some(Lrd::parse(number).ok()?) },
        })
    }

    /// Whether it is the total of the receipt, or what was handed over for it.
    fn fits(&self, receipt: &Receipt) -> bool {
        let is_usd = |amount: Usd| self.usd == Some(amount);
        let is_lrd = |amount: Lrd| self.lrd == Some(amount);
        is_usd(receipt.total.usd)
            || is_lrd(receipt.total.lrd)
            || (!receipt.paid.usd.is_zero() && is_usd(receipt.paid.usd))
            || (!receipt.paid.lrd.is_zero() && is_lrd(receipt.paid.lrd))
    }
}

/// Which receipts a filter for voids lets through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoidedFilter {
    /// Those with a voided piece.
    Any,
    /// Those without.
    None,
    /// Those that are voided in part.
    Part,
    /// Those that are voided completely.
    All,
}

impl VoidedFilter {
    /// The words that a query uses.
    pub const WORDS: [&str; 4] = ["true", "false", "part", "all"];

    /// Parses one of [`VoidedFilter::WORDS`].
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "true" => Some(VoidedFilter::Any),
            "false" => Some(VoidedFilter::None),
            "part" => Some(VoidedFilter::Part),
            "all" => Some(VoidedFilter::All),
            _ => None,
        }
    }

    fn fits(self, extent: VoidedExtent) -> bool {
        match self {
            VoidedFilter::Any => extent != VoidedExtent::None,
            VoidedFilter::None => extent == VoidedExtent::None,
            VoidedFilter::Part => extent == VoidedExtent::Part,
            VoidedFilter::All => extent == VoidedExtent::All,
        }
    }
}

/// Texts of people or methods that a text of the search means.
#[derive(Debug, Clone, Default)]
struct Wanted {
    /// Folded.
    text: String,
    amount: Option<AmountFilter>,
    /// Users whose names contain it.
    user_ids: Vec<u64>,
    /// Payment methods whose names contain it.
    methods: Vec<PaymentMethod>,
}

/// Names that searches look at and receipts do not hold.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Payment methods with all of their names, folded.
    pub methods: Vec<(PaymentMethod, String)>,
    /// Users with their full names, folded.
    pub users: Vec<(u64, String)>,
}

impl Names {
    fn wanted(&self, text: &str) -> Wanted {
        let text = text::fold(text);
        Wanted {
            amount: AmountFilter::parse(&text),
            user_ids: self.users.iter().filter(|(_, name)| name.contains(&text)).map(|(id, _)| *id).collect(),
            methods: self.methods.iter().filter(|(_, name)| name.contains(&text)).map(|(method, _)| method.clone()).collect(),
            text,
        }
    }
}

/// What a list of receipts is limited to; an empty one lets all through.
#[derive(Debug, Clone, Default)]
pub struct ReceiptFilter {
    amount: Option<AmountFilter>,
    method: Option<PaymentMethod>,
    voided: Option<VoidedFilter>,
    product: Option<String>,
    seller: Option<Wanted>,
    customer: Option<String>,
    /// The search as one phrase, folded.
    phrase: Option<String>,
    /// The words of the search; each must fit.
    words: Vec<Wanted>,
}

impl ReceiptFilter {
    /// Limits to an amount, a payment method and how much is voided.
    pub fn new(amount: Option<AmountFilter>, method: Option<PaymentMethod>, voided: Option<VoidedFilter>) -> Self {
        ReceiptFilter { amount, method, voided, ..ReceiptFilter::default() }
    }

    /// Limits to receipts with a product whose name or brand contains `text`.
    pub fn with_product(self, text: Option<&str>) -> Self {
        ReceiptFilter { product: text.map(text::fold), ..self }
    }

    /// Limits to what one person sold.
    pub fn with_seller(self, text: Option<&str>, names: &Names) -> Self {
        ReceiptFilter { seller: text.map(|text| names.wanted(text)), ..self }
    }

    /// Limits to a customer, by name or phone.
    pub fn with_customer(self, text: Option<&str>) -> Self {
        ReceiptFilter { customer: text.map(text::fold), ..self }
    }

    /// Limits to receipts that each word of `text` fits.
    pub fn with_search(self, text: Option<&str>, names: &Names) -> Self {
        let words = text.into_iter().flat_map(str::split_whitespace).take(WORDS_MAX).map(|word| names.wanted(word)).collect();
        ReceiptFilter { phrase: text.map(text::fold), words, ..self }
    }

    /// Whether a sale fits, apart from the methods of its payments, which `methods` reads where they decide. A sale over the
    /// counter knows its own.
    ///
    /// # Errors
    /// Those of `methods`.
    pub fn fits<E>(&self, sale: &Sale, mut methods: impl FnMut(&Sale) -> Result<Vec<PaymentMethod>, E>) -> Result<bool, E> {
        let receipt = Receipt::of(sale);
        let cheap = self.amount.is_none_or(|amount| amount.fits(&receipt))
            && self.voided.is_none_or(|voided| voided.fits(receipt.voided))
            && self.product.as_ref().is_none_or(|text| mentions_product(sale, text))
            && self.seller.as_ref().is_none_or(|seller| is_seller(sale, seller))
            && self.customer.as_ref().is_none_or(|text| mentions_customer(sale, text));
        if !cheap {
            return Ok(false);
        }
        if let Some(method) = &self.method
            && !own_methods(sale).any(|own| own == method)
            && !methods(sale)?.contains(method)
        {
            return Ok(false);
        }
        let mut missing = self.words.iter().filter(|word| !mentions(sale, &receipt, word)).peekable();
        if missing.peek().is_none() || self.phrase.as_ref().is_some_and(|phrase| mentions_phrase(sale, &receipt, phrase)) {
            return Ok(true);
        }
        let missing: Vec<&Wanted> = missing.collect();
        if missing.iter().any(|word| word.methods.is_empty()) {
            return Ok(false);
        }
        let paid_by = methods(sale)?;
        Ok(missing.iter().all(|word| word.methods.iter().any(|method| paid_by.contains(method))))
    }
}

fn mentions(sale: &Sale, receipt: &Receipt, word: &Wanted) -> bool {
    mentions_phrase(sale, receipt, &word.text)
        || word.amount.is_some_and(|amount| amount.fits(receipt))
        || is_seller(sale, word)
        || own_methods(sale).any(|method| word.methods.contains(method))
        || (word.text == "voided" && receipt.voided != VoidedExtent::None)
}

fn mentions_phrase(sale: &Sale, receipt: &Receipt, phrase: &str) -> bool {
    let table = sale.table.as_ref().and_then(|table| table.name.as_ref());
    text::mentions(&receipt.number, phrase)
        || mentions_customer(sale, phrase)
        || mentions_product(sale, phrase)
        || table.is_some_and(|name| text::mentions(name, phrase))
}

fn mentions_customer(sale: &Sale, text: &str) -> bool {
    sale.customer.as_ref().is_some_and(|customer| customer.mentions(text))
}

fn mentions_product(sale: &Sale, text: &str) -> bool {
    let mentions = |VoidableLine { line, .. }: &VoidableLine| {
        text::mentions(&line.product_name, text) || line.brand.as_ref().is_some_and(|brand| text::mentions(brand, text))
    };
    sale.lines.iter().any(mentions)
}

fn is_seller(sale: &Sale, seller: &Wanted) -> bool {
    text::mentions(&sale.user_name, &seller.text) || seller.user_ids.contains(&sale.user_id)
}

/// The methods that the sale's own row names.
fn own_methods(sale: &Sale) -> impl Iterator<Item = &PaymentMethod> {
    let tenders = sale.counter_payment.iter().flat_map(|payment| &payment.tenders).map(|tender| &tender.method);
    std::iter::once(&sale.method).chain(sale.lines.iter().map(|line| &line.line.method)).chain(tenders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_without_a_sign_is_in_either_currency() {
        let amount = |usd: Option<i64>, lrd: Option<i64>| Some(AmountFilter { usd: usd.map(Usd::minor), lrd: lrd.map(Lrd::minor) });
        assert_eq!(AmountFilter::parse("4"), amount(Some(400), Some(400)));
        assert_eq!(AmountFilter::parse(" $4.50 "), amount(Some(450), None));
        assert_eq!(AmountFilter::parse("US$4"), amount(Some(400), None));
        assert_eq!(AmountFilter::parse("l$1,020"), amount(None, Some(102_000)));
        assert_eq!(AmountFilter::parse("1,020.50"), amount(Some(102_050), Some(102_050)));
        for other in ["", "$", "beer", "-4", "4.005", "4 beers"] {
            assert_eq!(AmountFilter::parse(other), None, "{other}");
        }
    }
}

//! Payment requests as phones send them, and their checks against the bar's payment methods.

use super::{ChangeIn, OWED_MAX, Tender, TillContext, TillRequest, TipRequest, UsedReference, tenders_of};
use crate::methods::{Method, PaymentMethod};
use crate::tax::Buyer;
use base::{Cash, Code, CurrencyCode, Decided, Lrd, Price, Rate, Refusal, Usd};

/// Most tenders of one payment.
pub const TENDERS_MAX: usize = 10;
/// Most letters and digits of a reference.
pub const REFERENCE_LETTERS_MAX: usize = 64;

/// One tender of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenderRequest {
    /// A payment method's id, as it was sent.
    pub method: String,
    pub currency: CurrencyCode,
    /// Minor units.
    pub amount: i64,
    /// In its normal form.
    pub reference: Option<String>,
}

/// The money of a payment, in the three forms that a request can give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tendered {
    /// Tender by tender.
    Tenders(Vec<TenderRequest>),
    /// A label and amounts: one tender for each currency with an amount.
    Amounts {
        /// A method, or `mixed`.
        label: PaymentMethod,
        /// At most [`OWED_MAX`] of each.
        amount: Cash,
        /// In its normal form.
        reference: Option<String>,
    },
    /// What is due, exactly.
    Exact {
        /// A method, or `mixed`. `None`: each line of the sale has its own method.
        label: Option<PaymentMethod>,
        /// In its normal form.
        reference: Option<String>,
    },
}

/// A request to take a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRequest {
    pub tendered: Tendered,
    /// Whether the tenders are what the screen preselected, left unchanged.
    pub assumed: bool,
    /// How change is given; `None`: in LRD when only LRD was tendered, else split.
    pub change_in: Option<ChangeIn>,
    /// A note by the person who takes it.
    pub notes: Option<String>,
    /// The rate that the phone computed with.
    pub rate: Option<Rate>,
    pub tip: TipRequest,
    pub till: TillRequest,
    /// What the phone showed as the total with all taxes.
    pub grand_total: GrandTotalClaim,
    /// Who the receipt is for.
    pub buyer: Option<Buyer>,
}

/// The grand total that a phone showed. Each figure that is given must match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GrandTotalClaim {
    pub usd: Option<Usd>,
    pub lrd: Option<Lrd>,
}

impl GrandTotalClaim {
    /// Refuses another grand total than the right one.
    ///
    /// # Errors
    /// 409 `price_changed` with both right figures.
    pub fn check(&self, grand_total: Price) -> Decided<()> {
        let Price { usd, lrd } = grand_total;
        if self.usd.is_none_or(|claimed| claimed == usd) && self.lrd.is_none_or(|claimed| claimed == lrd) {
            return Ok(());
        }
        let refusal = Refusal::new(Code::PriceChanged, "The total has changed");
        Err(refusal.with("grandTotalUSD", usd.to_string().into()).with("grandTotalLRD", lrd.to_string().into()))
    }
}

/// What must be looked up for a request about money.
#[derive(Debug, Clone, Default)]
pub struct MoneyLookup {
    /// The references of its tenders, each with its method's id.
    pub references: Vec<(String, String)>,
    /// The person to whom it gives a tip.
    pub tip_user: Option<u64>,
    pub till: TillRequest,
}

impl PaymentRequest {
    /// A request to pay exactly what is due, by `label`.
    pub fn exactly(label: Option<PaymentMethod>) -> Self {
        PaymentRequest::of(Tendered::Exact { label, reference: None })
    }

    /// A request with a label and amounts.
    pub fn amounts(label: PaymentMethod, amount: Cash) -> Self {
        PaymentRequest::of(Tendered::Amounts { label, amount, reference: None })
    }

    pub(super) fn of(tendered: Tendered) -> Self {
        PaymentRequest {
            tendered,
            assumed: false,
            change_in: None,
            notes: None,
            rate: None,
            tip: TipRequest::default(),
            till: TillRequest::default(),
            grand_total: GrandTotalClaim::default(),
            buyer: None,
        }
    }

    /// The same request, whose till `at` completes.
    #[must_use]
    pub fn at(self, at: impl FnOnce(TillRequest) -> TillRequest) -> Self {
        PaymentRequest { till: at(self.till), ..self }
    }

    /// What must be looked up for it.
    pub fn lookup(&self) -> MoneyLookup {
        MoneyLookup { references: self.references(), tip_user: self.tip.user_id, till: self.till }
    }

    /// Its references, each with its method's id.
    fn references(&self) -> Vec<(String, String)> {
        let of_word = |label: &Option<PaymentMethod>, reference: &Option<String>| {
            let method = label.clone().unwrap_or_default().of_tender().as_str().to_owned();
            reference.iter().map(|reference| (method.clone(), reference.clone())).collect()
        };
        match &self.tendered {
            Tendered::Tenders(tenders) => references_of(tenders),
            Tendered::Amounts { label, reference, .. } => of_word(&Some(label.clone()), reference),
            Tendered::Exact { label, reference } => of_word(label, reference),
        }
    }

    /// Refuses amounts that are invalid whatever the bar's payment methods are.
    ///
    /// # Errors
    /// 400 for a payment without an amount, for one that is too large, and for no or too many tenders.
    pub fn check_amounts(&self) -> Decided<()> {
        match &self.tendered {
            Tendered::Tenders(tenders) => check_tenders("tenders", tenders),
            Tendered::Amounts { amount, .. } if *amount == Cash::ZERO => Err(Refusal::invalid(NO_AMOUNT)),
            Tendered::Amounts { amount, .. } if is_too_large(*amount) => Err(Refusal::invalid("The amount is too large")),
            Tendered::Amounts { .. } | Tendered::Exact { .. } => Ok(()),
        }
    }

    /// Refuses what the bar's payment methods do not accept, and tips where there are none. Exact payments are checked later, when
    /// what is due is known.
    ///
    /// # Errors
    /// 400 that names the method and what it does not accept, and those of [`TipRequest::check`].
    pub fn check(&self, till: &TillContext) -> Decided<()> {
        self.check_amounts()?;
        self.tip.check(&till.tips)?;
        match &self.tendered {
            Tendered::Tenders(tenders) => known_tenders("tenders", tenders, till).map(|_| ()),
            Tendered::Amounts { label, amount, reference } => {
                check_methods("paymentMethod", &tenders_of(label, *amount, reference.as_deref()), till)
            }
            Tendered::Exact { .. } => Ok(()),
        }
    }

    /// Refuses another rate than the one in force.
    ///
    /// # Errors
    /// 409 `rate_changed`.
    pub fn check_rate(&self, rate: Rate) -> Decided<()> {
        if self.rate.is_some_and(|claimed| claimed != rate) { Err(Refusal::rate_changed(rate)) } else { Ok(()) }
    }
}

/// The refusal of a payment whose cash comes to nothing.
pub(super) fn no_amount(request: &PaymentRequest) -> Refusal {
    match &request.tendered {
        Tendered::Tenders(_) => Refusal::field("tenders", NO_AMOUNT),
        Tendered::Amounts { .. } | Tendered::Exact { .. } => Refusal::invalid(NO_AMOUNT),
    }
}

const NO_AMOUNT: &str = "Please enter a payment amount";

fn is_too_large(amount: Cash) -> bool {
    amount.usd.as_minor() > OWED_MAX || amount.lrd.as_minor() > OWED_MAX
}

/// The references of `tenders`, each with its method's id.
pub fn references_of(tenders: &[TenderRequest]) -> Vec<(String, String)> {
    tenders.iter().filter_map(|tender| Some((tender.method.clone(), tender.reference.clone()?))).collect()
}

/// Refuses no or too many tenders and invalid amounts. `field` is the field of the request that they are in.
fn check_tenders(field: &str, tenders: &[TenderRequest]) -> Decided<()> {
    if !(1..=TENDERS_MAX).contains(&tenders.len()) {
        return Err(Refusal::field(field, format!("A payment needs 1 to {TENDERS_MAX} tenders")));
    }
    if tenders.iter().any(|tender| tender.amount <= 0) {
        return Err(Refusal::field(field, NO_AMOUNT));
    }
    let sum = |currency| {
        let amounts = tenders.iter().filter(|tender| tender.currency == currency).map(|tender| tender.amount);
        amounts.fold(0i64, i64::saturating_add)
    };
    if sum(CurrencyCode::Usd) > OWED_MAX || sum(CurrencyCode::Lrd) > OWED_MAX {
        return Err(Refusal::field(field, "The amount is too large"));
    }
    Ok(())
}

/// Checks `tenders` against the bar's payment methods.
///
/// # Errors
/// 400 for tenders that [`check_tenders`] or a method refuses, and for the same reference twice.
pub(super) fn known_tenders(field: &str, tenders: &[TenderRequest], till: &TillContext) -> Decided<Vec<Tender>> {
    check_tenders(field, tenders)?;
    let tender = |request: &TenderRequest| Tender {
        method: PaymentMethod::named(&request.method),
        currency: request.currency,
        amount: request.amount,
        reference: request.reference.clone(),
    };
    let known: Vec<Tender> = tenders.iter().map(tender).collect();
    check_methods(field, &known, till)?;
    for (place, tender) in known.iter().enumerate() {
        let same = |other: &Tender| other.method == tender.method && other.reference == tender.reference;
        if tender.reference.is_some() && known[..place].iter().any(same) {
            return Err(Refusal::field(field, "The same reference twice"));
        }
    }
    Ok(known)
}

/// Refuses tenders that their payment method does not accept.
pub(super) fn check_methods(field: &str, tenders: &[Tender], till: &TillContext) -> Decided<()> {
    for tender in tenders {
        let id = tender.method.as_str();
        let method = till.method(id).ok_or_else(|| Refusal::field(field, format!("Unknown payment method {id}")))?;
        accepts(method, tender, field != REFUND_FIELD).map_err(|message| Refusal::field(field, message))?;
    }
    Ok(())
}

/// The field of a request that holds the tenders of a refund. There a method's reference is not required.
pub(super) const REFUND_FIELD: &str = "refund";

fn accepts(method: &Method, tender: &Tender, needs_reference: bool) -> Result<(), String> {
    let name = &method.name;
    if !method.enabled {
        return Err(format!("{name} is switched off"));
    }
    if !method.currencies.contains(&tender.currency) {
        let taken: Vec<&str> = method.currencies.iter().map(|currency| currency.as_str()).collect();
        return Err(format!("{name} takes {} only", taken.join(" and ")));
    }
    if needs_reference && method.reference_required && tender.reference.is_none() {
        return Err(format!("{name} needs a reference"));
    }
    Ok(())
}

/// Refuses a reference of a transfer that was used before.
pub(super) fn unused(tenders: &[Tender], till: &TillContext) -> Decided<()> {
    let has_unique_references =
        |tender: &&Tender| till.method(tender.method.as_str()).is_some_and(|method| method.kind.has_unique_references());
    for tender in tenders.iter().filter(has_unique_references) {
        let Some(reference) = &tender.reference else { continue };
        let same = |used: &&UsedReference| used.method == tender.method.as_str() && used.reference == *reference;
        if let Some(used) = till.used.iter().find(same) {
            return Err(reference_used(used, till));
        }
    }
    Ok(())
}

fn reference_used(used: &UsedReference, till: &TillContext) -> Refusal {
    let (date, time) = till.bar_time.on_paper(used.at);
    let message = format!("This reference was used on {date}, {time} by {}", used.user_name);
    Refusal::new(Code::ReferenceUsed, message)
        .with("paymentId", used.payment_id.into())
        .with("at", used.at.to_string().into())
        .with("userName", used.user_name.clone().into())
        .with("receiptNumber", used.receipt_number.clone().into())
}

/// The normal form of a reference: letters and digits, in capitals. `8842-13 a` is `884213A`. `None` if there are none.
///
/// # Errors
/// A sentence for people if there are more than [`REFERENCE_LETTERS_MAX`].
pub fn normal_reference(text: &str) -> Result<Option<String>, String> {
    let reference: String = text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    if reference.chars().count() > REFERENCE_LETTERS_MAX {
        return Err(format!("A reference has at most {REFERENCE_LETTERS_MAX} letters and digits"));
    }
    Ok(Some(reference).filter(|reference| !reference.is_empty()))
}

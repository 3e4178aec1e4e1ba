//! Where money meets tills: each event that takes money or gives it back is booked in the shift of its payment, with what became of the
//! goods. A bar without tills books nothing.

use super::corrections;
use super::lookups::container_of;
use crate::credit::{self, NewCredit};
use crate::engine::event::groups::{cash_events, paper_events, people_events, plain_events};
use crate::engine::{Entry, Event};
use crate::orders::{self, PaymentRefunded};
use crate::payments::{Allocation, Booking, Payment, TillChoice, TillRequest, sum_of};
use crate::printing::{self, JobKind, JobMoved};
use crate::sales::{self, LineDiscount, SaleLine, SaleRecorded, SaleRefunded, SaleVoided};
use crate::settings::settings;
use crate::tax::TaxTotal;
use crate::tills::{self, Container, GoodsSums, Taken};
use base::{Actor, Cash, Envelope};
use store::{Stored, Tables, View};

/// Books the entry. Called before its rows are written, so that it reads what the goods and payments were.
pub(super) fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let envelope = &entry.envelope;
    match &entry.event {
        Event::SaleRecorded(sale) => {
            let is_booked = sale.counter_payment.as_ref().is_some_and(|payment| payment.booking.is_some());
            match sale.payment().filter(|_| is_booked) {
                Some(payment) => take(tables, envelope, &payment, Some(sale), NoSales::default()),
                None => Ok(()),
            }
        }
        Event::OrderPaid(paid) => {
            let allocated = of_payment(&paid.payment, paid.shares.iter().flat_map(|share| &share.allocations));
            let parts = if paid.sale.is_some() { Cash::ZERO } else { allocated };
            take(tables, envelope, &paid.payment, paid.sale.as_ref(), NoSales { parts, ..NoSales::default() })
        }
        Event::CreditPaid(paid) => {
            let settled = |credit_id| paid.sale.iter().flat_map(|sale| &sale.lines).any(|line| line.credit_id == Some(credit_id));
            let mut of_old_debts = Vec::new();
            for share in &paid.shares {
                if credit::credit(tables.view(), share.credit_id)?.is_some_and(|item| !item.line.is_revenue()) {
                    of_old_debts.push(share.credit_id);
                }
            }
            let (old, goods): (Vec<_>, Vec<_>) = paid.shares.iter().partition(|share| of_old_debts.contains(&share.credit_id));
            let open = goods.into_iter().filter(|share| !settled(share.credit_id));
            let parts = of_payment(&paid.payment, open.flat_map(|share| &share.allocations));
            let old_debts = of_payment(&paid.payment, old.into_iter().flat_map(|share| &share.allocations));
            take(tables, envelope, &paid.payment, paid.sale.as_ref(), NoSales { parts, old_debts })
        }
        Event::PaymentRefunded(event) => take_back(tables, envelope, event),
        Event::PaymentCorrected(event) => corrections::apply(tables, envelope, event),
        Event::SaleVoided(voided) => void_line(tables, envelope, voided),
        Event::OrderVoided(voided) => void_order(tables, envelope, voided),
        Event::SaleRefunded(refunded) => refund_sale(tables, envelope, refunded),
        Event::ClockJumped(_) => tills::change_open_shifts(tables, |sums| sums.clock_jumps += 1),
        Event::PrintQueued(job) if job.kind.is_reprint() => count_reprint(tables, &envelope.actor),
        Event::PrintMoved(JobMoved { job_id, copy: Some(_), .. }) => match printing::job(tables.view(), *job_id)?.map(|job| job.kind) {
            Some(JobKind::Receipt { .. }) => count_reprint(tables, &envelope.actor),
            _ => Ok(()),
        },
        plain_events!() | people_events!() | paper_events!() | cash_events!() => Ok(()),
        Event::ProductSaved(_) | Event::PricesPlanned(_) | Event::TaxDayBegan(_) | Event::ClockConfirmed(_) => Ok(()),
        // What they sell or give on credit follows.
        Event::OrderPlaced(_)
        | Event::ItemAdded(_)
        | Event::ItemRemoved(_)
        | Event::ItemChanged(_)
        | Event::OrderChanged(_)
        | Event::ServiceChargeSet(_)
        | Event::OrderExempted(_)
        | Event::ItemsMoved(_)
        | Event::OrdersMerged(_)
        | Event::ItemsLabelled(_)
        | Event::TableMoved(_)
        | Event::OrdersHandedOver(_)
        | Event::OrderRepriced(_)
        | Event::OrderClosed(_)
        | Event::OrderMoved(_)
        | Event::SharesEnded(_)
        | Event::OrderWalkedOut(_)
        | Event::WalkOutRecovered(_)
        | Event::OrderAttached(_)
        | Event::CreditGiven(_) => Ok(()),
    }?;
    given_on_credit(tables, &envelope.actor, entry.event.credits())?;
    match entry.event.sale().filter(|_| !entry.event.takes_money()) {
        Some(sale) => write_sale(tables, envelope, sale),
        None => Ok(()),
    }
}

/// The money of one payment among allocations.
fn of_payment<'a>(payment: &Payment, allocations: impl Iterator<Item = &'a Allocation>) -> Cash {
    let own: Vec<Allocation> = allocations.filter(|allocation| allocation.payment_id == payment.id).copied().collect();
    sum_of(&own)
}

/// Money of a payment that makes no sale.
#[derive(Default)]
struct NoSales {
    /// On goods that are no sales yet.
    parts: Cash,
    /// On old debts.
    old_debts: Cash,
}

/// A payment that makes `sale`, and pays for what is none.
fn take(tables: &mut dyn Tables, envelope: &Envelope, payment: &Payment, sale: Option<&SaleRecorded>, others: NoSales) -> Stored<()> {
    let Some(booking) = payment.booking else { return Ok(()) };
    let day = payment.when.day;
    let container = Container::of(booking, day);
    let goods = match sale {
        Some(sale) => written(tables.view(), &sale.lines, Some(payment), container)?,
        None => GoodsSums::default(),
    };
    let lowered = sale.map_or_else(Vec::new, |sale| lowered(&sale.lines));
    let tax = sale.map_or_else(Vec::new, |sale| taxes(&sale.lines));
    let taken = Taken {
        container,
        payments: &[payment],
        of_earlier: false,
        goods: GoodsSums { parts: others.parts, old_debts: others.old_debts, ..goods },
        receipt: sale.map(|sale| sale.receipt_number.as_str()),
        voids: &[],
        discounts: &lowered,
        tax: &tax,
        tax_voids: &[],
        day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// A sale of goods that were paid before: the last of their payments says where it counts. The figures of a closed shift are fixed, so
/// what was paid in one counts for the day of the sale.
fn write_sale(tables: &mut dyn Tables, envelope: &Envelope, sale: &SaleRecorded) -> Stored<()> {
    let paid = sales::payments_of_allocations(tables.view(), sale.lines.iter().flat_map(|line| &line.allocations))?;
    let Some(mut container) = paid.last().and_then(container_of) else { return Ok(()) };
    if let Container::Shift(id) = container
        && tills::shift(tables.view(), id)?.is_none_or(|shift| !shift.is_open())
    {
        container = Container::Unassigned(sale.day);
    }
    let goods = written(tables.view(), &sale.lines, None, container)?;
    let (lowered, tax) = (lowered(&sale.lines), taxes(&sale.lines));
    let taken = Taken {
        container,
        payments: &[],
        of_earlier: false,
        goods,
        receipt: Some(&sale.receipt_number),
        voids: &[],
        discounts: &lowered,
        tax: &tax,
        tax_voids: &[],
        day: sale.day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// Lines that become sales, and the money on them; not old debts. `payment` is not stored yet.
fn written(view: &dyn View, lines: &[SaleLine], payment: Option<&Payment>, container: Container) -> Stored<GoodsSums> {
    let mut goods = GoodsSums::default();
    let lines = || lines.iter().filter(|line| line.is_revenue());
    let earlier = lines().flat_map(|line| &line.allocations);
    let earlier = earlier.filter(|allocation| payment.is_none_or(|payment| payment.id != allocation.payment_id));
    let rows = sales::payments_of_allocations(view, earlier)?;
    for line in lines() {
        goods.priced += line.gross_charged();
        for allocation in &line.allocations {
            let amount = Cash::of(allocation.currency, allocation.amount);
            goods.allocated += amount;
            if payment.is_some_and(|payment| payment.id == allocation.payment_id) {
                continue;
            }
            let row = rows.iter().find(|row| row.payment.id == allocation.payment_id);
            if row.and_then(container_of) == Some(container) {
                goods.allocated_before += amount;
            } else {
                goods.allocated_elsewhere += amount;
            }
        }
    }
    Ok(goods)
}

/// What each act lowered lines below the list price by, in the currencies of their prices: a price of its own is an act, and so is a discount
/// on several lines.
fn lowered(lines: &[SaleLine]) -> Vec<Cash> {
    let given = |line: &&SaleLine| line.discount_reason.is_some() || line.discount.as_ref().is_some_and(|discount| !discount.is_comp);
    let mut acts: Vec<(Option<&LineDiscount>, Cash)> = Vec::new();
    for line in lines.iter().filter(given) {
        let amount = line.discount.as_ref().map_or(0, |discount| discount.amount.minor_in(line.currency));
        // Without a price of its own, the discount says it: a partly paid line is not price × quantity.
        let lowered = match &line.discount_reason {
            None => amount,
            Some(_) => {
                let list = line.list.minor_in(line.currency) * line.quantity;
                let comp = if line.is_comp() { amount } else { 0 };
                list - line.priced().minor_in(line.currency) - comp
            }
        };
        let lowered = Cash::of(line.currency, lowered);
        let discount = line.discount.as_deref().filter(|_| line.discount_reason.is_none());
        let is_same = |act: &Option<&LineDiscount>| act.zip(discount).is_some_and(|(act, discount)| act.is_of_one_act_with(discount));
        match acts.iter_mut().find(|(act, _)| is_same(act)) {
            Some((_, sum)) => *sum += lowered,
            None => acts.push((discount, lowered)),
        }
    }
    acts.into_iter().map(|(_, amount)| amount).filter(|amount| *amount != Cash::ZERO).collect()
}

fn taxes(lines: &[SaleLine]) -> Vec<TaxTotal> {
    lines.iter().filter_map(SaleLine::tax_total).collect()
}

fn void_line(tables: &mut dyn Tables, envelope: &Envelope, voided: &SaleVoided) -> Stored<()> {
    let refunds: Vec<&Payment> = voided.refunds.iter().collect();
    let Some(first) = refunds.first() else { return Ok(()) };
    let Some(booking) = first.booking else { return Ok(()) };
    let Some(sale) = sales::recorded_line(tables.view(), voided.sale_id)? else { return Ok(()) };
    let part = voided.part.clone().unwrap_or_else(|| sale.rest());
    let voided = sale.line.limited_to(&part);
    if !voided.is_revenue() {
        return give_back_old_debt(tables, envelope, booking, &refunds, &part.allocations);
    }
    let (voids, tax) = (vec![voided.gross_charged()], taxes(std::slice::from_ref(&voided)));
    give_back(tables, envelope, booking, &refunds, GivenBack { voids, tax, allocations: part.allocations, parts: Cash::ZERO })
}

fn void_order(tables: &mut dyn Tables, envelope: &Envelope, voided: &orders::OrderVoided) -> Stored<()> {
    let refunds: Vec<&Payment> = voided.refunds.iter().collect();
    let Some(booking) = refunds.first().and_then(|first| first.booking) else { return Ok(()) };
    let kept: Cash = refunds.iter().map(|refund| refund.kept()).sum();
    let (mut voids, mut tax, mut allocations) = (Vec::new(), Vec::new(), Vec::new());
    for id in &voided.sale_ids {
        let Some(sale) = sales::recorded_line(tables.view(), *id)?.filter(|sale| sale.voided_at.is_none()) else { continue };
        let rest = sale.rest();
        let voided = sale.line.limited_to(&rest);
        voids.push(voided.gross_charged());
        tax.extend(voided.tax_total());
        allocations.extend(rest.allocations);
    }
    // Money on what is no sale: the items of an unpaid order, and those on credit.
    let mut parts = Cash::ZERO;
    for id in &voided.credit_ids {
        let item = credit::credit(tables.view(), *id)?;
        let allocated = item.map(|item| item.line.allocations).unwrap_or_default();
        parts += -sum_of(&allocated);
        allocations.extend(allocated);
    }
    if voids.is_empty() {
        parts = kept;
        if let Some(order) = orders::order(tables.view(), voided.order_id)? {
            allocations.extend(order.lines().flat_map(|item| item.line.allocations.iter().copied()));
        }
    }
    give_back(tables, envelope, booking, &refunds, GivenBack { voids, tax, allocations, parts })
}

/// A payment on an open order is given back: what its money paid for is no longer paid.
fn take_back(tables: &mut dyn Tables, envelope: &Envelope, event: &PaymentRefunded) -> Stored<()> {
    let (Some(booking), Some(given_back)) = (event.payment.booking, event.payment.refunds) else { return Ok(()) };
    let order = orders::order(tables.view(), event.order_id)?;
    let allocations = order.iter().flat_map(|order| order.lines()).flat_map(|item| item.line.allocations.iter().copied());
    let allocations: Vec<Allocation> = allocations.filter(|allocation| allocation.payment_id == given_back).collect();
    let day = event.payment.when.day;
    let container = Container::of(booking, day);
    let rows = sales::payments_of_allocations(tables.view(), &allocations)?;
    let taken = Taken {
        container,
        payments: &[&event.payment],
        of_earlier: !rows.iter().any(|row| container_of(row) == Some(container)),
        goods: GoodsSums { parts: -sum_of(&allocations), ..GoodsSums::default() },
        receipt: None,
        voids: &[],
        discounts: &[],
        tax: &[],
        tax_voids: &[],
        day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// What refunds are about.
struct GivenBack {
    /// What was owed for the voided lines, each in the currency of its price.
    voids: Vec<Cash>,
    /// Their taxes.
    tax: Vec<TaxTotal>,
    /// The money on them.
    allocations: Vec<Allocation>,
    /// What is given back of goods that were no sales, negative.
    parts: Cash,
}

fn give_back(tables: &mut dyn Tables, envelope: &Envelope, booking: Booking, refunds: &[&Payment], of: GivenBack) -> Stored<()> {
    let Some(day) = refunds.first().map(|refund| refund.when.day) else { return Ok(()) };
    let container = Container::of(booking, day);
    let rows = sales::payments_of_allocations(tables.view(), &of.allocations)?;
    let is_own = rows.iter().any(|row| container_of(row) == Some(container));
    let kept: Cash = refunds.iter().map(|refund| refund.kept()).sum();
    let goods = GoodsSums { voided: of.voids.iter().copied().sum(), given_back: kept + -of.parts, parts: of.parts, ..GoodsSums::default() };
    let tax_voids: Vec<TaxTotal> = of.tax.into_iter().map(TaxTotal::negative).collect();
    let taken = Taken {
        container,
        payments: refunds,
        of_earlier: !is_own,
        goods,
        receipt: None,
        voids: &of.voids,
        discounts: &[],
        tax: &[],
        tax_voids: &tax_voids,
        day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// Money on an old debt goes back, which was no sale.
fn give_back_old_debt(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    booking: Booking,
    refunds: &[&Payment],
    allocations: &[Allocation],
) -> Stored<()> {
    let Some(day) = refunds.first().map(|refund| refund.when.day) else { return Ok(()) };
    let container = Container::of(booking, day);
    let rows = sales::payments_of_allocations(tables.view(), allocations)?;
    let taken = Taken {
        container,
        payments: refunds,
        of_earlier: !rows.iter().any(|row| container_of(row) == Some(container)),
        goods: GoodsSums { old_debts: refunds.iter().map(|refund| refund.kept()).sum(), ..GoodsSums::default() },
        receipt: None,
        voids: &[],
        discounts: &[],
        tax: &[],
        tax_voids: &[],
        day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// A refund writes negative lines, and the money on them is what it gives back.
fn refund_sale(tables: &mut dyn Tables, envelope: &Envelope, refunded: &SaleRefunded) -> Stored<()> {
    let Some(booking) = refunded.payments.first().and_then(|first| first.booking) else { return Ok(()) };
    let sale = &refunded.sale;
    let container = Container::of(booking, sale.day);
    let parts = refunded.parts.iter();
    let rows = sales::payments_of_allocations(tables.view(), parts.flat_map(|part| &part.part.allocations))?;
    let goods = GoodsSums {
        priced: sale.lines.iter().map(SaleLine::gross_charged).sum(),
        allocated: refunded.payments.iter().map(Payment::kept).sum(),
        ..GoodsSums::default()
    };
    let taken = Taken {
        container,
        payments: &refunded.payments.iter().collect::<Vec<_>>(),
        of_earlier: !rows.iter().any(|row| container_of(row) == Some(container)),
        goods,
        receipt: Some(&sale.receipt_number),
        voids: &[],
        discounts: &[],
        tax: &[],
        tax_voids: &sale.lines.iter().filter_map(|line| line.negative().tax_total()).map(TaxTotal::negative).collect::<Vec<_>>(),
        day: sale.day,
    };
    tills::apply_taken(tables, envelope, &taken)
}

/// The shift in whose X and Z what a person did is mentioned, where no money says it.
fn shift_of(view: &dyn View, actor: &Actor) -> Stored<Option<u64>> {
    let settings = settings(view)?;
    Ok(match tills::choice(view, &settings.cash, actor, TillRequest::default())? {
        TillChoice::Found(booking) => booking.shift_id(),
        TillChoice::Off | TillChoice::NotOpen { .. } | TillChoice::Several(_) | TillChoice::None { .. } => None,
    })
}

fn given_on_credit(tables: &mut dyn Tables, actor: &Actor, credits: &[NewCredit]) -> Stored<()> {
    if credits.is_empty() {
        return Ok(());
    }
    let amounts = credits.iter().map(|credit| credit.line.gross_charged());
    match shift_of(tables.view(), actor)? {
        Some(shift_id) => tills::change_sums(tables, shift_id, |sums| amounts.for_each(|amount| sums.given_on_credit.add(amount))),
        None => Ok(()),
    }
}

fn count_reprint(tables: &mut dyn Tables, actor: &Actor) -> Stored<()> {
    match shift_of(tables.view(), actor)? {
        Some(shift_id) => tills::change_sums(tables, shift_id, |sums| sums.reprints += 1),
        None => Ok(()),
    }
}

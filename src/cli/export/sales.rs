//! Export of sales, receipts, payments and tenders.

use super::sheet::{Cell, figure};
use super::{Target, by_id};
use crate::cli::ErrorText;
use crate::{receipts, sales};
use store::{Stored, View};

const SALES: &str = "id saleDate businessDay receiptNumber productId productName brand category quantity currency unitPriceUSD unitPriceLRD \
    totalAmountUSD totalAmountLRD listPriceUSD listPriceLRD discountReason exchangeRate paymentMethod notes orderId \
    creditId customerName customerPhone userId userName voidedAt voidedQuantity voidedTotalUSD voidedTotalLRD \
    kind refundOf netUSD netLRD taxUSD taxLRD grossUSD grossLRD voidedNetUSD voidedNetLRD voidedTaxUSD voidedTaxLRD voidedGrossUSD \
    voidedGrossLRD";

/// Sale lines, including voided ones.
pub fn sales_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("sales", SALES), |sheet, id| {
        let Some(sale) = sales::recorded_line(view, id)? else { return Ok(()) };
        let [voided_net, voided_tax, voided_gross] = sale.voided_figures();
        let line = sale.line;
        let (kind, [net, tax, gross]) = (line.kind().as_str(), [line.net(), line.tax_due(), line.gross()]);
        let why = line.lowering_reason().map(str::to_owned);
        sheet.row([
            line.id.into(),
            figure(sale.at),
            figure(sale.day),
            sale.receipt_number.into(),
            line.is_product().then_some(line.product_id).into(),
            line.product_name.into(),
            line.brand.into(),
            line.category.as_str().into(),
            line.quantity.into(),
            line.currency.as_str().into(),
            figure(line.unit.usd),
            figure(line.unit.lrd),
            figure(line.total.usd),
            figure(line.total.lrd),
            figure(line.list.usd),
            figure(line.list.lrd),
            why.into(),
            figure(line.rate),
            line.method.as_str().into(),
            line.notes.into(),
            line.order_id.into(),
            line.credit_id.into(),
            sale.customer.as_ref().map(|customer| customer.name.clone()).into(),
            sale.customer.and_then(|customer| customer.phone).into(),
            sale.user_id.into(),
            sale.user_name.into(),
            sale.voided_at.map_or(Cell::None, figure),
            sale.voided.quantity.into(),
            figure(sale.voided.total.usd),
            figure(sale.voided.total.lrd),
            kind.into(),
            sale.refund_of.into(),
            figure(net.usd),
            figure(net.lrd),
            figure(tax.usd),
            figure(tax.lrd),
            figure(gross.usd),
            figure(gross.lrd),
            figure(voided_net.usd),
            figure(voided_net.lrd),
            figure(voided_tax.usd),
            figure(voided_tax.lrd),
            figure(voided_gross.usd),
            figure(voided_gross.lrd),
        ]);
        Ok(())
    })
}

const RECEIPTS: &str = "id receiptNumber createdAt businessDay orderId customerName customerPhone paymentMethod exchangeRate totalAmountUSD \
    totalAmountLRD paidUSD paidLRD changeUSD changeLRD currency saleIds servedBy notes kind refundOf netUSD netLRD taxUSD taxLRD \
    serviceChargeUSD serviceChargeLRD";

/// Receipts.
pub fn receipts_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("receipts", RECEIPTS), |sheet, id| {
        let Some(receipt) = receipts::receipt_with_id(view, id)? else { return Ok(()) };
        let net = receipt.total + -receipt.tax;
        let lines: Vec<String> = receipt.sale_ids.iter().map(u64::to_string).collect();
        sheet.row([
            receipt.id.into(),
            receipt.number.into(),
            figure(receipt.at),
            figure(receipt.day),
            receipt.order_id.into(),
            receipt.customer.as_ref().map(|customer| customer.name.clone()).into(),
            receipt.customer.and_then(|customer| customer.phone).into(),
            receipt.method.as_str().into(),
            figure(receipt.rate),
            figure(receipt.total.usd),
            figure(receipt.total.lrd),
            figure(receipt.paid.usd),
            figure(receipt.paid.lrd),
            figure(receipt.change.usd),
            figure(receipt.change.lrd),
            receipt.currency.as_str().into(),
            lines.join(" ").into(),
            receipt.served_by.into(),
            receipt.notes.into(),
            if receipt.refund_of.is_some() { "refund" } else { "sale" }.into(),
            receipt.refund_of.into(),
            figure(net.usd),
            figure(net.lrd),
            figure(receipt.tax.usd),
            figure(receipt.tax.lrd),
            figure(receipt.service_charge.usd),
            figure(receipt.service_charge.lrd),
        ]);
        Ok(())
    })
}

const PAYMENTS: &str = "id at orderId customerName customerPhone amountUSD amountLRD changeUSD changeLRD roundingLRD exchangeRate \
    paymentMethod notes userName kind businessDay hour receiptNumber saleId assumed";

/// Payments, and refunds with negative amounts.
pub fn payments_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("payments", PAYMENTS), |sheet, id| {
        let Some(row) = sales::payment(view, id)? else { return Ok(()) };
        let payment = row.payment;
        let tendered = payment.tendered();
        sheet.row([
            payment.id.into(),
            figure(row.at),
            payment.order_id.into(),
            payment.customer.as_ref().map(|customer| customer.name.clone()).into(),
            payment.customer.and_then(|customer| customer.phone).into(),
            figure(tendered.usd),
            figure(tendered.lrd),
            figure(payment.change.usd),
            figure(payment.change.lrd),
            figure(payment.rounding),
            figure(payment.rate),
            payment.method.as_str().into(),
            payment.notes.into(),
            row.user_name.into(),
            if payment.refund { "refund" } else { "payment" }.into(),
            figure(row.when.day),
            u64::from(row.when.hour).into(),
            payment.receipt_number.into(),
            payment.sale_id.into(),
            payment.assumed.into(),
        ]);
        Ok(())
    })
}

const TENDERS: &str = "paymentId index method currency amount reference";

/// Tenders of payments, one row each.
pub fn tenders_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("payments", TENDERS), |sheet, id| {
        let Some(row) = sales::payment(view, id)? else { return Ok(()) };
        for (index, tender) in (0u64..).zip(row.payment.tenders) {
            let amount = figure(tender.cash().in_currency(tender.currency));
            sheet.row([
                id.into(),
                index.into(),
                tender.method.as_str().into(),
                tender.currency.as_str().into(),
                amount,
                tender.reference.into(),
            ]);
        }
        Ok(())
    })
}

/** Subtotal, taxes and service charge of an order, above its total. */
import type { Order } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { frozenTax, labelRows, subtotalRow, type TaxRow } from '../../../parts/tax/rows';

/** Nothing for an order without tax and service charge. */
export function taxRowsOf(order: Order): TaxRow[] {
  const service = order.serviceLines ?? [];
  const labels = labelRows([...order.items, ...service].flatMap((line) => frozenTax(line) ?? []));
  const charge = service[0] && {
    label: service[0].productName,
    amounts: { usd: fromServer(order.serviceChargeUSD), lrd: fromServer(order.serviceChargeLRD) },
  };
  const rows = charge ? [...labels, charge] : labels;
  const { totalAmountUSD, totalAmountLRD } = order;
  const subtotal = { usd: fromServer(totalAmountUSD), lrd: fromServer(totalAmountLRD) };
  return rows.length === 0 ? [] : [subtotalRow(subtotal), ...rows];
}

/** An order as the rows of its bill. */
import type { Order, OrderItem } from '../../api/types';
import { formatExact } from '../../lib/format';
import { type Currency, type Dual, fromServer } from '../../lib/money/money';
import { tableLabel } from '../../lib/tableLabel';
import { frozenTax, labelRows } from '../tax/rows';
import { sheet as words } from './strings';

export interface Row {
  label: string;
  amount: string;
}

export interface ItemRow extends Row {
  unit: string;
  /** What stands under it: the discount, or that it was given free. */
  below: Row[];
}

/** Whether there is still a bill of it: neither paid, on a tab nor cancelled. */
export const isBillable = ({ status, paymentStatus, isOnCredit }: Order): boolean =>
  status !== 'cancelled' && paymentStatus !== 'paid' && isOnCredit !== 'true';

/** The items and the service charge, each at its price before the discount that stands under it. */
export function itemRows({ items, serviceLines }: Pick<Order, 'items' | 'serviceLines'>): ItemRow[] {
  const charges = serviceLines.map((line) => ({
    label: line.productName,
    amount: amountOf(fromServer(line.totalPrice), line.currency),
    unit: '',
    below: [],
  }));
  return [...items.map(itemRow), ...charges];
}

function itemRow(item: OrderItem): ItemRow {
  const { quantity, productName, unitPrice, totalPrice, currency, isComp } = item;
  const discount = fromServer(currency === 'USD' ? item.discountUSD : item.discountLRD);
  const label = isComp ? words.comp : words.discount;
  return {
    label: `${quantity} × ${productName}`,
    amount: amountOf(fromServer(totalPrice) + discount, currency),
    unit: `@ ${amountOf(fromServer(unitPrice), currency)}`,
    below: discount > 0 || isComp ? [{ label, amount: `−${amountOf(discount, currency)}` }] : [],
  };
}

/** The taxes on top of the prices or within them, in the currency of the order. */
export function taxRows({ items, serviceLines, currency }: Order): Row[] {
  const lines = [...items, ...serviceLines].flatMap((line) => frozenTax(line) ?? []);
  return labelRows(lines).map(({ label, amounts, included }) => ({
    label: included ? `${label}, included` : label,
    amount: inOne(amounts, currency),
  }));
}

/** Total, what is paid, and what is still to pay, each in both currencies. */
export function sums(order: Order): { total: [string, string]; paid: string | null; due: [string, string] } {
  const { currency } = order;
  const paid = { usd: fromServer(order.paidAmountUSD), lrd: fromServer(order.paidAmountLRD) };
  return {
    total: inBoth(order.grandTotalUSD, order.grandTotalLRD, currency),
    paid: paidText(paid),
    due: inBoth(order.remainingUSD, order.remainingLRD, currency),
  };
}

/** Null where nothing is paid; dollars with change in Liberian dollars make one part negative. */
function paidText({ usd, lrd }: Dual): string | null {
  if (usd === 0 && lrd === 0) return null;
  if (lrd === 0) return amountOf(usd, 'USD');
  if (usd === 0) return amountOf(lrd, 'LRD');
  return `${amountOf(usd, 'USD')} ${lrd < 0 ? '−' : '+'} ${amountOf(Math.abs(lrd), 'LRD')}`;
}

function inBoth(usd: string, lrd: string, leads: Currency): [string, string] {
  const amounts: [string, string] = [amountOf(fromServer(usd), 'USD'), amountOf(fromServer(lrd), 'LRD')];
  return leads === 'LRD' ? [amounts[1], amounts[0]] : amounts;
}

const inOne = ({ usd, lrd }: Dual, currency: Currency) => amountOf(currency === 'USD' ? usd : lrd, currency);

const amountOf = (cents: number, currency: Currency) => formatExact(cents, currency);

/** `Table 4 · Musu`; without a name, or with the table's as its name, the table alone. */
export function placeOf({
  tableNumber,
  tableName,
  customerName,
}: Pick<Order, 'tableNumber' | 'tableName' | 'customerName'>): string {
  const table = tableNumber === null ? null : tableLabel(tableNumber, tableName);
  return [table, customerName === table ? null : customerName].filter(Boolean).join(' · ');
}

/** The number of the next print: an order that was changed since its bill gets a new bill. */
export const nextPrint = (bill: Order['bill']): number => (bill?.state === 'open' ? bill.printCount + 1 : 1);

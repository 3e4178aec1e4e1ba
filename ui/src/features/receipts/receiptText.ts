/** A receipt as plain text, as wide as the paper of a receipt printer. */
import { methodLabel } from '../../api/payment';
import type { GuestReceipt, ReceiptDetail } from '../../api/types';
import { formatExact, formatRateLine, lengthOf } from '../../lib/format';
import { type Currency, fromServer } from '../../lib/money/money';
import { tableLabel } from '../../lib/tableLabel';
import { detail as words } from './strings';
import { buyerOf, fiscalOf, included, isService, nameOf, onTop } from './tax/receiptTax';

export const COLUMNS = 42;

export function receiptText(receipt: GuestReceipt): string {
  const { businessInfo, transactionInfo, footer } = receipt;
  const rule = '-'.repeat(COLUMNS);
  const [first, second] = totals(receipt);
  const taxes = included(receipt);
  const fiscal = fiscalOf(receipt);
  return [
    ...[businessInfo.name, businessInfo.address, businessInfo.phone, tinOf(receipt)].flatMap(centre),
    ...(receipt.refundOf ? centre(words.refund) : []),
    rule,
    ...pair(words.receipt, receipt.receiptNumber),
    ...(receipt.refundOf ? [words.refundOf(receipt.refundOf)] : []),
    ...buyerOf(receipt).flatMap(({ label, amount }) => (amount ? pair(label, amount) : wrap(label))),
    ...pair(words.date, `${transactionInfo.date}, ${transactionInfo.time}`),
    ...(receipt.customerInfo.name ? pair(words.customer, receipt.customerInfo.name) : []),
    ...tableOf(receipt),
    ...pair(words.payment, methodOf(receipt)),
    rule,
    ...receipt.items.flatMap((item) =>
      isService(item)
        ? serviceOf(item, receipt)
        : [
            ...pair(
              `${item.voided ? 'VOID ' : ''}${piecesOf(item)}${nameOf(item, receipt)}`,
              item.totalPriceDisplay,
            ),
            ...wrap([brandOf(item), `@ ${item.unitPriceDisplay}`].filter(Boolean).join(' '), COLUMNS - 4).map(
              (line) => `    ${line}`,
            ),
            ...(item.listPriceDisplay ? [`    ${words.listPrice(item.listPriceDisplay)}`] : []),
            ...(item.discountLabel && !item.discountShared
              ? pair(`    ${item.discountLabel}`, item.discountDisplay ?? '')
              : []),
            ...(isPartlyVoided(item)
              ? pair(`    ${words.partVoided(item.voidedQuantity, item.quantity)}`, `-${item.voidedDisplay}`)
              : []),
            ...(item.refundedDisplay ? [`    ${words.refunded(item.refundedDisplay)}`] : []),
          ],
    ),
    ...(receipt.discounts ?? []).flatMap(({ label, amountDisplay }) => pair(label, amountDisplay)),
    rule,
    ...onTop(receipt).flatMap(({ label, amount }) => pair(label, amount)),
    ...pair(words.total.toUpperCase(), first.amount),
    ...pair(second.label, second.amount),
    ...pair(...paidOf(receipt)),
    ...partsOf(receipt).flatMap(({ name, amount }) => pair(`  ${name}`, amount.replace('−', '-'))),
    ...(receipt.totals.displayTip ? pair(words.tip, receipt.totals.displayTip) : []),
    ...(changeOf(receipt) ? pair(words.change, changeOf(receipt) ?? '') : []),
    ...afterwards(receipt).flatMap(({ label, amount }) => pair(label, amount.replace('−', '-'))),
    ...pair(words.rate, formatRateLine(transactionInfo.exchangeRate)),
    ...(taxes.length
      ? [rule, words.taxIncluded, ...taxes.flatMap(({ label, amount }) => pair(label, amount))]
      : []),
    ...(receipt.notes ? [rule, ...receipt.notes.split('\n').flatMap((line) => wrap(line))] : []),
    rule,
    ...[
      footer.thankYouMessage,
      footer.website,
      footer.socialMedia,
      receipt.servedBy ? words.servedBy(receipt.servedBy) : null,
    ].flatMap(centre),
    ...(fiscal.length ? [rule, ...fiscal.flatMap(centre)] : []),
    '',
  ].join('\n');
}

/** The text that staff share: the receipt, then the guest's link to it. */
export function sharedText(receipt: ReceiptDetail): string {
  return `${receiptText(receipt)}\n${receipt.guestUrl}`;
}

/** The bar's taxpayer number. */
export const tinOf = ({ tin }: GuestReceipt): string | null => (tin ? words.tin(tin) : null);

/** What stands before the name of an item: its pieces. Money that was given back without goods has none. */
export const piecesOf = ({ quantity }: GuestReceipt['items'][number], times = 'x'): string =>
  quantity === 0 ? '' : `${quantity} ${times} `;

/** What was paid, or what a refund paid back. */
export function paidOf({ totals }: GuestReceipt): [string, string] {
  return totals.displayPaidBack ? [words.paidBack, totals.displayPaidBack] : [words.paid, totals.displayPaid];
}

/** The table, where there is tax or a service charge: a list without or with one line. */
export function tableOf({ tableNumber, tableName, taxRows, items }: GuestReceipt): string[] {
  return tableNumber && (taxRows.length || items.some(isService)) ? [tableLabel(tableNumber, tableName)] : [];
}

/** A service charge: its amount in the currency that it is charged in, and below it in the other. */
function serviceOf(item: GuestReceipt['items'][number], receipt: GuestReceipt): string[] {
  return [
    ...pair(`${item.voided ? 'VOID ' : ''}${nameOf(item, receipt)}`, item.totalPriceDisplay),
    item.otherPriceDisplay.padStart(COLUMNS),
  ];
}

/** Both totals, the currency of the receipt first. */
export function totals(receipt: GuestReceipt): [Total, Total] {
  const usd = total('USD', receipt.totalAmountUSD, words.inDollars);
  const lrd = total('LRD', receipt.totalAmountLRD, words.inLiberian);
  return receipt.currency === 'LRD' ? [lrd, usd] : [usd, lrd];
}

/** The payments of a receipt, each tender and, where several payments are listed, its change; empty for a single tender. */
export function partsOf({ paidBy = [] }: GuestReceipt): { name: string; amount: string }[] {
  if (paidBy.reduce((count, { tenders }) => count + tenders.length, 0) < 2) return [];
  return paidBy.flatMap(({ part, time, tenders, tip, change }) => [
    ...tenders.map((tender) => (part ? partOf(tender, time ?? '', part) : tender)),
    ...(tip && paidBy.length > 1 ? [{ name: words.tip, amount: tip }] : []),
    ...(change && paidBy.length > 1 ? [{ name: words.change, amount: minus(change) }] : []),
  ]);
}

/** The change of all payments; null where the line of the only payment that gave some says it already. */
export function changeOf(receipt: GuestReceipt): string | null {
  const listed = partsOf(receipt).filter(({ name }) => name === words.change);
  return listed.length === 1 ? null : receipt.totals.displayChange;
}

/** The brand, unless the product is named after it. */
export const brandOf = ({ name, brand }: Pick<GuestReceipt['items'][number], 'name' | 'brand'>) =>
  brand?.trim().toLowerCase() === name.trim().toLowerCase() ? null : brand;

/** A tender of an equal share: '8:40 PM Cash', 'L$715 (2 of 4)'. */
const partOf = ({ name, amount }: { name: string; amount: string }, time: string, part: string) => ({
  name: `${time} ${name}`,
  amount: `${amount} (${part})`,
});

/** An amount that goes out, in both currencies: '−$4.00 − L$950'. */
const minus = (amount: string) => `−${amount.replace(' + ', ' − ')}`;

/** What follows the change: money beside this receipt, what is owed, and what was voided. */
export function afterwards({
  totals,
  givenBack = [],
}: GuestReceipt): { label: string; amount: string; bold?: boolean }[] {
  const rows = [
    { label: words.earlier, amount: totals.displayEarlier },
    { label: words.onAccount, amount: totals.displayOnAccount },
    { label: words.stillOwed, amount: totals.displayStillOwed, bold: true },
    { label: words.voided, amount: totals.displayVoided && minus(totals.displayVoided) },
  ];
  return [
    ...rows.flatMap((row) => (row.amount ? [{ ...row, amount: row.amount }] : [])),
    ...givenBack.map(({ name, amount }) => ({ label: words.givenBack(name), amount })),
  ];
}

/** The label of the payment method; for a method that the bar has added, its name. */
export function methodOf(receipt: GuestReceipt): string {
  const { paymentMethod } = receipt.transactionInfo;
  const names = (receipt.paidBy ?? []).flatMap(({ tenders }) => tenders.map(({ name }) => name));
  if (new Set(names).size > 1) return methodLabel('mixed');
  const { payments = [] } = receipt as WithPayments;
  const named = payments.flatMap(({ tenders }) => tenders).map(({ method, name }) => ({ id: method, name }));
  const [only] = names;
  return methodLabel(paymentMethod, only ? [...named, { id: paymentMethod, name: only }] : named);
}

/** Whether some pieces of the line are voided, and not all. */
export function isPartlyVoided({ voided, voidedQuantity }: GuestReceipt['items'][number]): boolean {
  return !voided && voidedQuantity > 0;
}

/** Staff receipts list the payments; a guest's does not. */
type WithPayments = Partial<Pick<ReceiptDetail, 'payments'>>;

interface Total {
  label: string;
  amount: string;
}

function total(currency: Currency, amount: string, label: string): Total {
  return { label, amount: formatExact(fromServer(amount), currency) };
}

/** Left and right on one line, or the left on lines of its own when they do not fit. */
export function pair(left: string, right: string): string[] {
  if (!right) return wrap(left);
  const space = COLUMNS - lengthOf(left) - lengthOf(right);
  if (space > 0) return [left + ' '.repeat(space) + right];
  return [...wrap(left), ...wrap(right).map((line) => ' '.repeat(COLUMNS - lengthOf(line)) + line)];
}

function centre(text: string | null): string[] {
  return wrap(text ?? '').map((line) => ' '.repeat(Math.floor((COLUMNS - lengthOf(line)) / 2)) + line);
}

/** Wraps at blanks, and inside a word that is longer than a line. */
export function wrap(text: string, columns = COLUMNS): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && lengthOf(line) + 1 + lengthOf(word) <= columns) {
      lines[lines.length - 1] = `${line} ${word}`;
      continue;
    }
    const letters = [...word];
    while (letters.length > 0) lines.push(letters.splice(0, columns).join(''));
  }
  return lines;
}

/** What is to be refunded of the lines of a receipt: pieces, or an amount without goods. */
import type { RefundBody, Sale } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { words } from './strings';

/** Of one line; `amount` is what was typed. */
export type Part = { pieces: number } | { amount: string };

/** By the id of the sale line. */
export type Chosen = Record<number, Part>;

export type RefundItem = RefundBody['items'][number];

/** Pieces that can still be refunded; null where only an amount is left of the line. */
export const piecesLeft = ({ quantity, voidedQuantity, refundedQuantity, voidedAt }: Sale): number =>
  voidedAt ? 0 : Math.max(quantity - voidedQuantity - refundedQuantity, 0);

/** Whether money can still be given back for the line: not once all of it is voided. */
export const isRefundable = (sale: Sale): boolean => !sale.voidedAt && fromServer(sale.refundable) > 0;

/** What a tap on a line chooses: all pieces that are left, or an amount where there are none. */
export const allOf = (sale: Sale): Part =>
  piecesLeft(sale) > 0 ? { pieces: piecesLeft(sale) } : { amount: '' };

/** What is wrong with the chosen part; null if nothing is. */
export function mistakeOf(sale: Sale, part: Part): string | null {
  if ('pieces' in part) return null;
  const amount = parseMoney(part.amount) ?? 0;
  if (amount <= 0) return words.badAmount;
  return amount > fromServer(sale.refundable) ? words.atMost(refundableText(sale)) : null;
}

export const refundableText = ({ refundable, currency }: Sale): string =>
  formatExact(fromServer(refundable), currency);

export const itemOf = ({ id }: Sale, part: Part): RefundItem =>
  'pieces' in part
    ? { saleId: id, quantity: part.pieces }
    : { saleId: id, amount: toDecimal(parseMoney(part.amount) ?? 0) };

/** `7:2,8=1.50`: what the box is asked about before the refund. */
export const askedOf = (items: readonly RefundItem[]): string =>
  items
    .map(({ saleId, quantity, amount }) => (quantity ? `${saleId}:${quantity}` : `${saleId}=${amount}`))
    .join(',');

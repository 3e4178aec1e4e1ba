/** The input of a payment form, and its request body: tenders, so that the server knows the method of each amount. */

import type { PaymentBody, Tender } from '../../api/types';
import type { Currency } from '../../lib/money/money';
import { type Dual, fromServer, toDecimal } from '../../lib/money/money';
import { type Amounts, emptyAmounts } from '../../lib/money/numpad';
import type { ChangeIn } from '../../lib/money/tender';
import { writeDraft } from '../../lib/state/draft';
import type { TipBody } from '../tips/tip';
import { CASH, cashTenders, MIXED, tendersBy } from './methods';
import type { Row } from './rows';
import { sumOf } from './sums';

export interface PaymentInput {
  given: Dual;
  method: string;
  /** The preselected cash, which was not touched. */
  assumed?: boolean;
  changeIn?: ChangeIn | undefined;
  /** Set where the method requires one. */
  reference?: string | undefined;
  tip?: TipBody;
  /** Other methods beside the cash; with them the payment is sent as tenders. */
  beside: readonly Tender[];
}

export function bodyOf(input: PaymentInput): PaymentBody {
  const { given, method, assumed, changeIn, reference, tip } = input;
  // One reference for amounts in both currencies: as tenders it would be there twice, which the server refuses.
  const money =
    reference && given.usd > 0 && given.lrd > 0
      ? { amountUSD: toDecimal(given.usd), amountLRD: toDecimal(given.lrd), reference }
      : { tenders: tendersOfInput(input) };
  return {
    ...money,
    paymentMethod: method,
    ...(assumed ? { assumed } : {}),
    ...(changeIn ? { changeIn } : {}),
    ...tip,
  };
}

/** All that was handed over. Amounts of a mixed payment that have no row of their own are cash. */
export function tendersOfInput({ given, method, reference, beside }: PaymentInput): Tender[] {
  if (method !== MIXED) return tendersBy(method, given, reference);
  return [...cashTenders(given), ...beside];
}

export function isNothing({ given, beside }: PaymentInput): boolean {
  return given.usd === 0 && given.lrd === 0 && beside.length === 0;
}

/** The amount received, all methods together. */
export function amountOf({ amountUSD, amountLRD, tenders }: PaymentBody): Dual {
  return tenders ? sumOf(tenders) : { usd: fromServer(amountUSD), lrd: fromServer(amountLRD) };
}

/** The initial amounts: empty, or those of an unanswered payment. */
export function amountsOf(active: Currency, sent: PaymentBody | null): Amounts {
  if (!sent) return emptyAmounts(active);
  const inRows = isMixed(sent);
  const cash = sent.tenders?.filter(({ method }) => method === CASH || !inRows);
  const { usd, lrd } = amountOf(cash ? { ...sent, tenders: cash } : sent);
  const bare = (cents: number) => (cents === 0 ? '' : toDecimal(cents));
  return { usd: bare(usd), lrd: bare(lrd).replace(/\.00$/, ''), active, fresh: true };
}

export function rowsOf(sent: PaymentBody | null): Row[] {
  const others = sent && isMixed(sent) ? (sent.tenders ?? []).filter(({ method }) => method !== CASH) : [];
  return others.map(({ reference, ...tender }, index) => ({
    key: index + 1,
    ...tender,
    reference: reference ?? '',
  }));
}

const isMixed = ({ paymentMethod }: PaymentBody) => (paymentMethod ?? MIXED) === MIXED;

/** The reference of a payment by one method. */
export function referenceOf(sent: PaymentBody | null): string {
  return sent?.reference ?? (sent && !isMixed(sent) ? sent.tenders?.[0]?.reference : null) ?? '';
}

/** Storage key of the rows of a form, next to that of its amounts. */
export const rowsStorageKey = (storageKey: string) => `${storageKey}:rows`;

export function forgetTyped(storageKey: string): void {
  writeDraft(storageKey, null);
  writeDraft(rowsStorageKey(storageKey), null);
}

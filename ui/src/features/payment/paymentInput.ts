/** The input of a payment form, and its request body: one method as amounts, several as tenders. */

import type { PaymentBody, Tender } from '../../api/types';
import type { Currency } from '../../lib/money/money';
import { type Dual, fromServer, toDecimal } from '../../lib/money/money';
import { type Amounts, emptyAmounts } from '../../lib/money/numpad';
import type { ChangeIn } from '../../lib/money/tender';
import { writeDraft } from '../../lib/state/draft';
import { CASH, cashTenders, MIXED } from './methods';
import type { Row } from './rows';
import { sumOf } from './sums';

export interface PaymentInput {
  given: Dual;
  method: string;
  changeIn?: ChangeIn | undefined;
  /** Set where the method requires one. */
  reference?: string | undefined;
  /** Other methods beside the cash; with them the payment is sent as tenders. */
  beside: readonly Tender[];
}

export function bodyOf({ given, method, changeIn, reference, beside }: PaymentInput): PaymentBody {
  const money =
    beside.length > 0
      ? { paymentMethod: MIXED, tenders: [...cashTenders(given), ...beside] }
      : {
          amountUSD: toDecimal(given.usd),
          amountLRD: toDecimal(given.lrd),
          paymentMethod: method,
          ...(reference ? { reference } : {}),
        };
  return { ...money, ...(changeIn ? { changeIn } : {}) };
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
  const cash = sent.tenders?.filter(({ method }) => method === CASH);
  const { usd, lrd } = amountOf(cash ? { ...sent, tenders: cash } : sent);
  const bare = (cents: number) => (cents === 0 ? '' : toDecimal(cents));
  return { usd: bare(usd), lrd: bare(lrd).replace(/\.00$/, ''), active, fresh: true };
}

export function rowsOf(sent: PaymentBody | null): Row[] {
  const others = sent?.tenders?.filter(({ method }) => method !== CASH) ?? [];
  return others.map(({ reference, ...tender }, index) => ({
    key: index + 1,
    ...tender,
    reference: reference ?? '',
  }));
}

/** Storage key of the rows of a form, next to that of its amounts. */
export const rowsStorageKey = (storageKey: string) => `${storageKey}:rows`;

export function forgetTyped(storageKey: string): void {
  writeDraft(storageKey, null);
  writeDraft(rowsStorageKey(storageKey), null);
}

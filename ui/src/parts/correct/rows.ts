/** The rows that a correction begins with, and what it says afterwards. */
import type { Payment } from '../../api/types';
import { formatExact } from '../../lib/format';
import { type Currency, fromServer } from '../../lib/money/money';
import type { Row } from '../payment/rows';

/** What was entered; where change was given, what was due instead: that is what a card or a phone would have paid. */
export function rowsOf(payment: Payment): Row[] {
  const { tenders, changeUSD, changeLRD, valueUSD } = payment;
  const [first] = tenders;
  if (first && (fromServer(changeUSD) !== 0 || fromServer(changeLRD) !== 0)) {
    return [{ key: 1, method: first.method, currency: 'USD', amount: short(valueUSD), reference: '' }];
  }
  return tenders.map(({ method, currency, amount, reference }, at) => ({
    key: at + 1,
    method,
    currency,
    amount: short(amount),
    reference: reference ?? '',
  }));
}

/** '2.00' is '2' in a field. */
const short = (amount: string): string => amount.replace(/\.00$/, '');

/** '$2 + L$380', of one or both currencies; null for nothing. */
export function changeOf({ changeUSD, changeLRD }: Payment): string | null {
  return amountsOf([
    { currency: 'USD', amount: changeUSD },
    { currency: 'LRD', amount: changeLRD },
  ]);
}

function amountsOf(parts: readonly { currency: Currency; amount: string }[]): string | null {
  const some = parts.filter(({ amount }) => fromServer(amount) !== 0);
  return some.length > 0
    ? some.map(({ currency, amount }) => formatExact(fromServer(amount), currency)).join(' + ')
    : null;
}

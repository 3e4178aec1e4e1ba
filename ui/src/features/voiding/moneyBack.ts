/** What a void gives back, as a sentence: 'Give the guest $4.00 back in cash and L$380 by MTN MoMo'. */
import { formatExact } from '../../lib/format';
import { type Cents, type Currency, fromServer } from '../../lib/money/money';
import { moneyBack as words } from './strings';

interface Part {
  method: string;
  name: string;
  currency: Currency;
  /** Positive before a void, negative in its refunds. */
  amount: string;
}

/** Null when nothing is given back. */
export function moneyBackText(parts: readonly Part[]): string | null {
  const sums = new Map<string, { how: string; currency: Currency; cents: Cents }>();
  for (const { method, name, currency, amount } of parts) {
    const how = words.how[method] ?? words.by(name);
    const sum = sums.get(how + currency) ?? { how, currency, cents: 0 };
    sums.set(how + currency, { ...sum, cents: sum.cents + fromServer(amount.replace('-', '')) });
  }
  const [first, ...others] = [...sums.values()].filter(({ cents }) => cents > 0);
  if (!first) return null;
  return [
    words.give(formatExact(first.cents, first.currency), first.how),
    ...others.map(({ cents, currency, how }) => words.and(formatExact(cents, currency), how)),
  ].join('');
}

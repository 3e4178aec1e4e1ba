/** What a void gives back: as a sentence, 'Give the guest $4.00 back in cash, L$380 by MTN MoMo', and by currency. */
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

/** An amount to give back. */
export interface Worth {
  currency: Currency;
  cents: Cents;
}

/** The amounts by currency, without nothing. */
export function worthOf(parts: readonly Pick<Part, 'currency' | 'amount'>[]): Worth[] {
  return (['USD', 'LRD'] as const)
    .map((currency) => ({
      currency,
      cents: parts.reduce((sum, part) => sum + (part.currency === currency ? fromServer(part.amount) : 0), 0),
    }))
    .filter(({ cents }) => cents > 0);
}

/** 'Give the guest $4.00 and L$380 back'; null for nothing. */
export function worthText(worth: readonly Worth[]): string | null {
  const amounts = worth.map(({ cents, currency }) => formatExact(cents, currency));
  return amounts.length > 0 ? words.giveAnyWay(amounts) : null;
}

/** The rules of notes and coins. */
import { formatShort } from '../../../lib/format';
import { type Currency, fromServer } from '../../../lib/money/money';
import type { Denomination } from '../settings';
import { denominations as words } from './strings';

export const keyOf = ({ currency, value }: Denomination): string => `${currency} ${value}`;

/** '$20', 'L$10 coin', '$0.25 coin'. */
export function nameOf({ currency, value, kind }: Denomination): string {
  const written = formatShort(fromServer(value), currency);
  return kind === 'coin' ? words.coin(written) : written;
}

/** The denominations of one currency, the largest first. */
export function ofCurrency(all: readonly Denomination[], currency: Currency): Denomination[] {
  const found = all.filter((one) => one.currency === currency);
  return found.sort((one, other) => fromServer(other.value) - fromServer(one.value));
}

/** The whole list with the changes applied, for the request. */
export function switched(
  all: readonly Denomination[],
  changes: Readonly<Record<string, boolean>>,
): Denomination[] {
  return all.map((one) => ({ ...one, enabled: changes[keyOf(one)] ?? one.enabled }));
}

/** The changes that are not stored yet. */
export function unsavedOf(
  changes: Readonly<Record<string, boolean>>,
  stored: readonly Denomination[],
): Record<string, boolean> {
  const on = new Map(stored.map((one) => [keyOf(one), one.enabled]));
  return Object.fromEntries(Object.entries(changes).filter(([key, enabled]) => on.get(key) === !enabled));
}

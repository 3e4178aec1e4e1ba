/** What a change asks of a bar, in words. */
import { formatExact } from '../../../lib/format';
import { type Currency, fromServer } from '../../../lib/money/money';
import type { Directive } from '../../api/types';
import { settingsText } from './settings';
import { deeds, words } from './strings';

const textOf = (body: Record<string, unknown>, field: string): string => {
  const value = body[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** `nameOf` gives the name of a shared product, undefined if it is not known. */
export function sentenceOf(
  { kind, body }: Directive,
  nameOf: (chainId: string) => string | undefined,
): string {
  const product = nameOf(textOf(body, 'chainId')) ?? (textOf(body, 'name') || deeds.aProduct);
  switch (kind) {
    case 'rate.suggest':
      return deeds.rate(textOf(body, 'rate'));
    case 'price.set':
      return deeds.price(product, pricesOf(body));
    case 'catalog.set':
      return deeds.product(textOf(body, 'name') || product);
    case 'catalog.archive':
      return deeds.archive(product);
    case 'user.set':
      return body.isActive === false
        ? deeds.inactive(textOf(body, 'username'))
        : deeds.user(textOf(body, 'username'), textOf(body, 'role'));
    case 'settings.set':
      return deeds.settings(settingsText(body));
    case 'withdraw':
      return deeds.withdraw(textOf(body, 'number'));
    default:
      return kind;
  }
}

/** `$2.50`, `L$500`, or both. */
function pricesOf(body: Record<string, unknown>): string {
  const shown = (field: string, currency: Currency) => {
    const amount = textOf(body, field);
    return amount && formatExact(fromServer(amount), currency);
  };
  return [shown('priceUSD', 'USD'), shown('priceLRD', 'LRD')].filter(Boolean).join(' / ') || deeds.noPrice;
}

/** When a change counts. */
export function effectiveText(effective: string): string {
  if (effective === 'next_day') return words.nextDay;
  return effective === 'now' ? words.now : words.from(effective.slice(0, 10));
}

/** Whether it can be withdrawn: the bar has not decided, and it is no withdrawal itself. */
export const isOpen = ({ kind, state }: Directive): boolean =>
  kind !== 'withdraw' && (state === 'queued' || state === 'received' || state === 'unsupported');

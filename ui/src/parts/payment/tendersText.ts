/** Tenders in words: 'Cash $20 + Card L$380'. */
import { formatExact } from '../../lib/format';
import { type Currency, fromServer } from '../../lib/money/money';

interface NamedTender {
  name: string;
  currency: Currency;
  amount: string;
}

export const tendersText = (tenders: readonly NamedTender[]): string =>
  tenders
    .map(({ name, currency, amount }) => `${name} ${formatExact(fromServer(amount), currency)}`)
    .join(' + ');

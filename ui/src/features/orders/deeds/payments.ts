/** A payment of an order in words. */
import type { Payment } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { netPaidText } from '../card/OrderFacts';
import { togetherText } from './discount';

const withoutSign = (amount: string) => amount.replace('-', '');

/** What was given, and the change; null without change. Of a payment that was given back, what went out. */
export function givenOf({ amountUSD, amountLRD, changeUSD, changeLRD }: Payment): {
  amounts: string;
  change: string | null;
} {
  const hasChange = fromServer(changeUSD) !== 0 || fromServer(changeLRD) !== 0;
  return {
    amounts: togetherText(withoutSign(amountUSD), withoutSign(amountLRD)),
    change: hasChange ? togetherText(withoutSign(changeUSD), withoutSign(changeLRD)) : null,
  };
}

/** What was kept of it, and goes back: `$20.00 − L$950`. */
export const netOf = ({ amountUSD, amountLRD, changeUSD, changeLRD }: Payment): string =>
  netPaidText({
    usd: fromServer(amountUSD) - fromServer(changeUSD),
    lrd: fromServer(amountLRD) - fromServer(changeLRD),
  });

/** `Cash, MTN MoMo`: each once. */
export const methodsOf = ({ tenders }: Payment): string =>
  [...new Set(tenders.map(({ name }) => name))].join(', ');
